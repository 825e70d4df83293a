//! Replacement of a file with its conversion.

use std::fs;
use std::io;
use std::path::Path;

use crate::out::failure::why;
use crate::out::terminal::file_name;
use crate::out::{atomic_write, report};

/// Atomically replaces the content of a file with the output of `convert`. If anything fails, or
/// another program changes the file in the meantime, its content stays.
pub(super) fn replace(
    path: &Path,
    convert: impl FnOnce(&[u8]) -> Result<Vec<u8>, String>,
) -> Result<(), String> {
    let said = |error: io::Error| why(&error);
    // A symbolic link stays a link: its target is replaced.
    let place = path.canonicalize().map_err(said)?;
    let metadata = fs::metadata(&place).map_err(said)?;
    if !metadata.is_file() {
        return Err("not a regular file; name a file".to_owned());
    }
    // The file could be replaced nevertheless, but its owner does not want it changed.
    if metadata.permissions().readonly() {
        return Err("read-only; make it writable first".to_owned());
    }
    let before = fs::read(&place).map_err(said)?;
    let after = convert(&before)?;
    if before == after {
        return Ok(());
    }
    let written = atomic_write::write(&place, &after, |file| {
        keep_owner_and_mode(file, &metadata)?;
        if fs::read(&place)? != before {
            return Err(io::Error::other(
                "not replaced: another program changed it in the meantime; run the command again",
            ));
        }
        Ok(())
    });
    written.map_err(said)?;
    let names = names(&metadata);
    if names > 1 {
        let name = file_name(path);
        report(format_args!(
            "{name}: had {names} hard links; only this name has the new content, the others keep the old"
        ));
    }
    Ok(())
}

/// The number of hard links of a file.
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
