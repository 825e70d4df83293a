//! Messages for system errors: what is wrong, and what to do.

use std::io;

/// Why a file could not be read or written, and what to do about it:
/// `no such file or folder; check the name`. A message about a file is its name, a colon and this
/// text.
pub(crate) fn why(error: &io::Error) -> String {
    let sentence = match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder; check the name",
        io::ErrorKind::PermissionDenied => {
            "permission denied; change its permissions, or run as its owner"
        }
        io::ErrorKind::AlreadyExists => "a file with this name already exists; choose another name",
        io::ErrorKind::IsADirectory => "is a folder; name a file in it",
        io::ErrorKind::NotADirectory => {
            "a parent of this path is a file, not a folder; check the name"
        }
        io::ErrorKind::StorageFull => {
            "no space left on the device; free some and run the command again"
        }
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only; choose another place",
        io::ErrorKind::InvalidFilename => "not a valid file name; check the name",
        _ => return without_number(&error.to_string()).to_owned(),
    };
    sentence.to_owned()
}

/// The message of an error without the error number of the system.
pub(crate) fn without_number(message: &str) -> &str {
    message
        .split_once(" (os error ")
        .map_or(message, |(words, _)| words)
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::why;

    #[test]
    fn numbers_of_the_system_are_left_out() {
        for number in 1..=133 {
            let message = why(&io::Error::from_raw_os_error(number));
            assert!(
                !message.contains("os error") && !message.is_empty(),
                "{message}"
            );
        }
        assert_eq!(why(&io::Error::other("not a page")), "not a page");
    }
}
