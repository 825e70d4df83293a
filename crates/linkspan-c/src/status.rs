//! How a call ended.

use std::borrow::Cow;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use linkspan::format::FormatError;
use linkspan::live::EditError;
use linkspan::profile::OptionError;

/// The result of a call: `LINKSPAN_OK` or an error code.
pub type Status = u32;

/// The call succeeded.
pub const LINKSPAN_OK: u32 = 0;
/// A pointer is NULL or not aligned, a length is longer than any object, or a number is not one of
/// those that an argument takes. This is a bug in the calling program.
pub const LINKSPAN_INVALID_ARGUMENT: u32 = 1;
/// The text is not valid UTF-8; `offset` of the error is the number of valid bytes before the first
/// invalid one. Lone surrogates in UTF-16 are not an error.
pub const LINKSPAN_INVALID_TEXT: u32 = 2;
/// A profile or option does not exist or does not accept the value, or the JSON is malformed.
pub const LINKSPAN_INVALID_OPTION: u32 = 3;
/// The URL cannot be written in the form that was asked for.
pub const LINKSPAN_INVALID_URL: u32 = 4;
/// The range is not in the text, or starts or ends inside a character.
pub const LINKSPAN_INVALID_RANGE: u32 = 5;
/// A bug in the library; please report it. If it occurs in a call with a live text, all later calls
/// with that live text fail with this code; free it.
pub const LINKSPAN_INTERNAL: u32 = 6;

/// The size of a message in bytes, with its NUL.
pub const LINKSPAN_MESSAGE_SIZE: usize = 504;

/// Describes a failure. A function writes it only if it does not return `LINKSPAN_OK`.
/// Nothing in it has to be freed.
#[repr(C)]
pub struct Error {
    /// Where a text stops being UTF-8, in bytes; 0 for other errors.
    pub offset: usize,
    /// A sentence in UTF-8 with a NUL at its end. A long one is cut.
    pub message: [c_char; LINKSPAN_MESSAGE_SIZE],
}

/// Why a call has no result.
#[derive(Debug)]
pub(crate) struct Failure {
    status: Status,
    offset: usize,
    message: Cow<'static, str>,
}

impl Failure {
    pub(crate) fn new(status: Status, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status,
            offset: 0,
            message: message.into(),
        }
    }

    // The constructors are apart from the code that calls them, so that a call without a mistake is short.

    /// An argument that is NULL, but must not be.
    #[cold]
    #[inline(never)]
    pub(crate) fn null(name: &str) -> Self {
        Self::argument(format!("`{name}` is NULL"))
    }

    /// An argument that is not where its type may be.
    #[cold]
    #[inline(never)]
    pub(crate) fn unaligned(name: &str) -> Self {
        Self::argument(format!("`{name}` is not aligned"))
    }

    /// A length that goes with NULL, or that no object has.
    #[cold]
    #[inline(never)]
    pub(crate) fn length(name: &str, len: usize) -> Self {
        Self::argument(format!(
            "`{name}` cannot have length {len}: it is NULL, or the length exceeds that of any object"
        ))
    }

    /// An argument that no correct program passes.
    #[cold]
    pub(crate) fn argument(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(LINKSPAN_INVALID_ARGUMENT, message)
    }

    /// A text that is UTF-8 up to an offset only.
    #[cold]
    #[inline(never)]
    pub(crate) fn text(name: &str, offset: usize) -> Self {
        let message =
            format!("`{name}` is not UTF-8: the byte at {offset} is not part of a character");
        Self {
            offset,
            ..Self::new(LINKSPAN_INVALID_TEXT, message)
        }
    }

    /// The failure for the caller. A long message is cut at the start of a character.
    fn error(&self) -> Error {
        let most = self.message.len().min(LINKSPAN_MESSAGE_SIZE - 1);
        let mut ends = (0..=most).rev();
        let shown = ends
            .find_map(|end| self.message.get(..end))
            .unwrap_or_default();
        let mut error = Error {
            offset: self.offset,
            message: [0; LINKSPAN_MESSAGE_SIZE],
        };
        let bytes = shown.bytes().filter(|byte| *byte != 0);
        for (to, byte) in error.message.iter_mut().zip(bytes) {
            *to = byte.cast_signed() as c_char;
        }
        error
    }
}

macro_rules! define_failures {
    ($($error:ty => $status:ident,)*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::new($status, error.to_string())
            }
        })*
    };
}

define_failures! {
    OptionError => LINKSPAN_INVALID_OPTION,
    FormatError => LINKSPAN_INVALID_URL,
    EditError => LINKSPAN_INVALID_RANGE,
}

/// Runs a call and reports how it ended. A panic ends here.
///
/// # Safety
///
/// `error` can be written, or is NULL.
pub(crate) unsafe fn report(
    error: *mut Error,
    call: impl FnOnce() -> Result<(), Failure>,
) -> Status {
    // Data that a panic interrupts is either discarded or, in a live text, behind a lock that is
    // checked.
    let result = catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| {
        let message = "internal error in linkspan; please report it";
        Err(Failure::new(LINKSPAN_INTERNAL, message))
    });
    let Err(failure) = result else {
        return LINKSPAN_OK;
    };
    if !error.is_null() && error.is_aligned() {
        // SAFETY: `error` is aligned and not NULL, and can be written (`# Safety`). Nothing there is read.
        unsafe { error.write(failure.error()) };
    }
    failure.status
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    fn message(call: impl FnOnce() -> Result<(), Failure>) -> (Status, usize, std::string::String) {
        let mut error = Error {
            offset: 77,
            message: [1; LINKSPAN_MESSAGE_SIZE],
        };
        // SAFETY: `error` comes from a reference.
        let status = unsafe { report(&raw mut error, call) };
        let bytes: Vec<u8> = error.message.iter().map(|byte| *byte as u8).collect();
        let message = CStr::from_bytes_until_nul(&bytes).map(CStr::to_string_lossy);
        (status, error.offset, message.unwrap().into_owned())
    }

    #[test]
    fn a_panic_becomes_a_status() {
        let (status, offset, message) = message(|| panic!("on purpose"));
        assert_eq!((status, offset), (LINKSPAN_INTERNAL, 0));
        assert!(message.starts_with("internal error"));
    }

    #[test]
    fn a_long_message_is_cut_at_a_character() {
        let (status, _, message) = message(|| Err(Failure::argument("ü".repeat(400))));
        assert_eq!(status, LINKSPAN_INVALID_ARGUMENT);
        assert_eq!(message, "ü".repeat(251));
    }

    #[test]
    fn nothing_is_written_without_an_error() {
        let mut error = Error {
            offset: 77,
            message: [1; LINKSPAN_MESSAGE_SIZE],
        };
        // SAFETY: `error` comes from a reference.
        let status = unsafe { report(&raw mut error, || Ok(())) };
        assert_eq!(
            (status, error.offset, error.message[0]),
            (LINKSPAN_OK, 77, 1)
        );
        // SAFETY: `error` may be NULL.
        let status = unsafe { report(std::ptr::null_mut(), || Err(Failure::text("text", 3))) };
        assert_eq!(status, LINKSPAN_INVALID_TEXT);
    }
}
