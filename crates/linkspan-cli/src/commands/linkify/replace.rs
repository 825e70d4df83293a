//! A file that is replaced by what it is converted to.

use std::fs;
use std::io;
use std::path::Path;

use crate::out::failure::why;
use crate::out::terminal::file_name;
use crate::out::{report, whole};

/// Replaces the content of a file by what `convert` makes of it, as a whole or not at all. If anything fails, or
/// another program changes the file meanwhile, its content stays.
pub(super) fn replace(
    path: &Path,
    convert: impl FnOnce(&[u8]) -> Result<Vec<u8>, String>,
) -> Result<(), String> {
    let said = |error: io::Error| why(&error);
    // A symbolic link stays one: what it leads to is replaced.
    let place = path.canonicalize().map_err(said)?;
    let metadata = fs::metadata(&place).map_err(said)?;
    if !metadata.is_file() {
        return Err("is not a file that can be replaced; name a file".to_owned());
    }
    // A new file could take its place all the same, but its owner does not want it changed.
    if metadata.permissions().readonly() {
        return Err("is read-only; make it writable first".to_owned());
    }
    let before = fs::read(&place).map_err(said)?;
    let after = convert(&before)?;
    if before == after {
        return Ok(());
    }
    let written = whole::write(&place, &after, |file| {
        keep_owner_and_mode(file, &metadata)?;
        if fs::read(&place)? != before {
            return Err(io::Error::other(
                "was changed by another program meanwhile, and was left alone; run the command again",
            ));
        }
        Ok(())
    });
    written.map_err(said)?;
    let names = names(&metadata);
    if names > 1 {
        let name = file_name(path);
        report(format_args!(
            "{name}: had {names} names (hard links); only this one has the new content, the others keep the old"
        ));
    }
    Ok(())
}

/// How many names a file has.
#[cfg(unix)]
fn names(metadata: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

#[cfg(not(unix))]
fn names(_: &fs::Metadata) -> u64 {
    1
}

/// Gives a new file the owner, group and permissions of the one it replaces.
#[cfg(unix)]
fn keep_owner_and_mode(file: &fs::File, old: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    let is_kept = fchown(file, Some(old.uid()), Some(old.gid())).is_ok();
    // If the new file belongs to another user, set-user-ID and set-group-ID would lend the rights of
    // that user.
    let mask = if is_kept { 0o7777 } else { 0o777 };
    file.set_permissions(fs::Permissions::from_mode(old.mode() & mask))
}

#[cfg(not(unix))]
fn keep_owner_and_mode(file: &fs::File, old: &fs::Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::replace;

    #[test]
    fn what_another_program_writes_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        fs::write(&path, "old").unwrap();
        let replaced = replace(&path, |_| {
            fs::write(&path, "other").unwrap();
            Ok(b"new".to_vec())
        });
        assert!(replaced.unwrap_err().contains("run the command again"));
        assert_eq!(fs::read(&path).unwrap(), b"other");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
