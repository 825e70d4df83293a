//! A file that is replaced as a whole, or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Replaces the content of a file by what `convert` makes of it. A reader of the file sees the old
/// content or the new one, never a part; if anything fails, the old one stays.
pub(super) fn replace(
    path: &Path,
    convert: impl FnOnce(&[u8], &mut Vec<u8>) -> Result<(), String>,
) -> Result<(), String> {
    let said = |error: io::Error| error.to_string();
    // A symbolic link stays one: what it leads to is replaced.
    let path = path.canonicalize().map_err(said)?;
    let metadata = fs::metadata(&path).map_err(said)?;
    if !metadata.is_file() {
        return Err("is not a file that can be replaced".to_owned());
    }
    // A new file could take its place all the same, but its owner does not want it changed.
    if metadata.permissions().readonly() {
        return Err("is read-only".to_owned());
    }
    let before = fs::read(&path).map_err(said)?;
    let mut after = Vec::with_capacity(before.len());
    convert(&before, &mut after)?;
    if before == after {
        return Ok(());
    }
    // Only in the same folder is the new file certain to be on the same file system.
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = NamedTempFile::new_in(folder).map_err(said)?;
    file.write_all(&after).map_err(said)?;
    keep_owner_and_mode(file.as_file(), &metadata).map_err(said)?;
    file.as_file().sync_all().map_err(said)?;
    file.persist(&path).map_err(|error| error.to_string())?;
    Ok(())
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
