//! `linkspan conformance --download`: gets the official files of a Unicode version.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::input::download;
use crate::out::atomic_write;
use crate::out::failure::why;

use super::official::FILES;
use super::{MOST_BYTES, release};

/// Where the Unicode Consortium publishes the files.
pub(super) const PUBLISHED: &str = "https://www.unicode.org/Public/{version}/linkification/";

/// What the user can do if a download does not work.
const OTHERWISE: &str =
    "put the files into a folder yourself, and check it with `linkspan conformance DIR`";

/// The files of a version, checked.
struct Files {
    texts: Vec<(&'static str, String)>,
    /// Whether all of them have the SHA-256 that the program knows.
    are_known: bool,
}

/// Downloads, checks and writes all files. Returns a line for the user, or an error message. No file
/// is written before all of them are checked.
pub(super) fn download_files(
    version: &str,
    from: &str,
    timeout: Duration,
    folder: &Path,
) -> Result<String, String> {
    let unchanged = |message| format!("{message}; nothing was written");
    check_place(folder).map_err(unchanged)?;
    let files = fetch(version, from, timeout).map_err(unchanged)?;
    write(folder, &files.texts)?;
    let count = files.texts.len();
    let checked = if files.are_known {
        "the SHA-256 of each is as expected"
    } else {
        "the SHA-256 of this version is not known, only the headers were checked"
    };
    let folder = folder.display();
    Ok(format!(
        "Unicode {version}: {count} files downloaded to {folder}; {checked}"
    ))
}

/// Looks for what would make writing fail, before a download that would be for nothing, and before
/// some files are replaced and others are not.
fn check_place(folder: &Path) -> Result<(), String> {
    if folder.exists() && !folder.is_dir() {
        return Err(format!(
            "{}: not a folder; name the folder for the official files",
            folder.display()
        ));
    }
    for path in FILES.map(|name| folder.join(name)) {
        if path.exists() && !path.is_file() {
            return Err(format!(
                "{}: not a file, and would be replaced; name another folder",
                path.display()
            ));
        }
    }
    Ok(())
}

/// Downloads and checks all files.
fn fetch(version: &str, from: &str, timeout: Duration) -> Result<Files, String> {
    if !download::is_address(from) {
        return Err(format!(
            "{from}: only http and https can be downloaded; name an address such as {PUBLISHED}, or {OTHERWISE}"
        ));
    }
    let from = from.replace("{version}", version);
    let from = from.trim_end_matches('/');
    let mut files = Files {
        texts: Vec::new(),
        are_known: true,
    };
    for name in FILES {
        let url = format!("{from}/{name}");
        let file = download::download(&url, MOST_BYTES, timeout, OTHERWISE)?;
        let is_known = release::check(version, name, &file.text, &file.sha256)
            .map_err(|problem| format!("{url}: not {name} of Unicode {version}: {problem}"))?;
        files.are_known &= is_known;
        files.texts.push((name, file.text));
    }
    Ok(files)
}

/// Writes the files, each completely or not at all.
fn write(folder: &Path, files: &[(&str, String)]) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| {
        let folder = folder.display();
        format!("{folder}: {}; nothing was written", why(&error))
    })?;
    for (count, (name, text)) in files.iter().enumerate() {
        let path = folder.join(name);
        atomic_write::write(&path, text.as_bytes(), |_| Ok(())).map_err(|error| {
            format!(
                "{}: {}; {count} of {} files were written",
                path.display(),
                why(&error),
                files.len()
            )
        })?;
    }
    Ok(())
}
