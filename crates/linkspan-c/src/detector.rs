//! Detectors.

use std::ffi::c_char;
use std::ptr::null_mut;

use linkspan::Profile;

use crate::options::OptionList;
use crate::output::answer;
use crate::status::{Error, Status};
use crate::text::utf8;

/// Finds links. Immutable, so threads may share it. Create it once: creating one costs more than
/// searching a message.
pub struct Detector(pub(crate) linkspan::Detector);

/// Creates a detector from a profile name: `recommended`, `uts58`, `uasg`, `nonascii` or `pri185`. NULL
/// with the length 0 means `recommended`. Free it with `linkspan_detector_free`.
///
/// Fails with `LINKSPAN_INVALID_OPTION` if there is no such profile; `*detector` is NULL then.
///
/// # Safety
///
/// `profile` points to `len` bytes, or is NULL. `detector` can be written; `error` can be written, or is
/// NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_detector_new(
    profile: *const c_char,
    len: usize,
    detector: *mut *mut Detector,
    error: *mut Error,
) -> Status {
    let call = || {
        if profile.is_null() && len == 0 {
            return Ok(hand_over(Profile::recommended()));
        }
        // SAFETY: `profile` points to `len` bytes (`# Safety`).
        let name = unsafe { utf8(profile, len, "profile") }?;
        Ok(hand_over(Profile::named(name)?))
    };
    // SAFETY: `detector` and `error` can be written, or are NULL (`# Safety`).
    unsafe { answer((detector, "detector"), null_mut(), error, call) }
}

/// Creates a detector from options, given as a JSON object:
/// `{"profile": "uts58", "ip-hosts": "linked", "without": ["file-name", "code"], "max-length": 2000}`. An
/// option has the same name and values in every language; `docs/options.md` of the library lists them. `null`
/// leaves an option as it is.
///
/// Fails with `LINKSPAN_INVALID_OPTION` if the text is not such an object, has a name twice, or an option is
/// unknown or does not take its value; `*detector` is NULL then.
///
/// # Safety
///
/// `json` points to `len` bytes. `detector` can be written; `error` can be written, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_detector_from_json(
    json: *const c_char,
    len: usize,
    detector: *mut *mut Detector,
    error: *mut Error,
) -> Status {
    let call = || {
        // SAFETY: `json` points to `len` bytes (`# Safety`).
        let json = unsafe { utf8(json, len, "json") }?;
        Ok(hand_over(OptionList::read(json)?.profile()?))
    };
    // SAFETY: `detector` and `error` can be written, or are NULL (`# Safety`).
    unsafe { answer((detector, "detector"), null_mut(), error, call) }
}

fn hand_over(profile: Profile) -> *mut Detector {
    Box::into_raw(Box::new(Detector(linkspan::Detector::new(profile))))
}

/// Frees a detector. NULL is allowed. Live texts made with it keep working.
///
/// # Safety
///
/// `detector` is NULL, or one that has not been freed and that no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_detector_free(detector: *mut Detector) {
    if !detector.is_null() {
        // SAFETY: `hand_over` made `detector` from a box, and it has not been freed (`# Safety`).
        drop(unsafe { Box::from_raw(detector) });
    }
}
