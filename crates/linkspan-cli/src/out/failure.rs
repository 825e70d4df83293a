//! Errors of the system as sentences: what is wrong, and what to do.

use std::io;

/// Why something could not be read or written, and what to do about it: `no such file or folder; check
/// the name`. A message about a file is its name, a colon and this.
pub(crate) fn why(error: &io::Error) -> String {
    let sentence = match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder; check the name",
        io::ErrorKind::PermissionDenied => {
            "permission denied; change its permissions, or run as its owner"
        }
        io::ErrorKind::AlreadyExists => "is there already as a file; choose another name",
        io::ErrorKind::IsADirectory => "is a folder; name a file in it",
        io::ErrorKind::NotADirectory => "one of the folders before it is a file; check the name",
        io::ErrorKind::StorageFull => "no space is left; free some and run the command again",
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only; write somewhere else",
        io::ErrorKind::InvalidFilename => "no file can have this name; check it",
        _ => return without_number(&error.to_string()).to_owned(),
    };
    sentence.to_owned()
}

/// The message of an error without the number that the system has for it.
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
