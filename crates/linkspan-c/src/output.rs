//! Memory that is handed over to a caller.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use crate::status::{Error, Failure, Status, report};

/// A text that the caller owns, in UTF-8 with a NUL after it. Free it with
/// `linkspan_string_free`.
#[repr(C)]
pub struct String {
    /// The text; NULL if there is none. It may have NULs inside: `len` counts.
    pub data: *mut c_char,
    /// Its length in bytes, without the NUL after it.
    pub len: usize,
}

impl String {
    /// No text.
    pub(crate) const NONE: Self = Self {
        data: std::ptr::null_mut(),
        len: 0,
    };

    pub(crate) fn new(text: std::string::String) -> Self {
        let len = text.len();
        let mut bytes = text.into_bytes();
        bytes.reserve_exact(1);
        bytes.push(0);
        let bytes = Box::into_raw(bytes.into_boxed_slice());
        Self {
            data: bytes.cast(),
            len,
        }
    }
}

/// Takes a list apart, to hand it over: pointer, length and capacity. An empty list needs no memory.
pub(crate) fn take_apart<T: Copy>(list: Vec<T>) -> (*mut T, usize, usize) {
    if list.capacity() == 0 {
        return (std::ptr::null_mut(), 0, 0);
    }
    let mut list = std::mem::ManuallyDrop::new(list);
    (list.as_mut_ptr(), list.len(), list.capacity())
}

/// Gives back the memory of a list. Its elements need no clean-up, so that their number does not matter.
///
/// # Safety
///
/// `data` and `capacity` are those of [`take_apart`], and it is the first time; or `data` is NULL.
pub(crate) unsafe fn give_back<T: Copy>(data: *const T, capacity: usize) {
    if !data.is_null() {
        // SAFETY: `data` and `capacity` are those of `take_apart` (`# Safety`).
        drop(unsafe { Vec::from_raw_parts(data.cast_mut(), 0, capacity) });
    }
}

/// Runs a call and writes its result. `empty` is written before anything can fail, so that the caller
/// can free the output whatever happens.
///
/// # Safety
///
/// `out` and `error` can be written, or are NULL.
#[inline]
pub(crate) unsafe fn answer<T>(
    (out, name): (*mut T, &str),
    empty: T,
    error: *mut Error,
    call: impl FnOnce() -> Result<T, Failure>,
) -> Status {
    let call = || {
        if !out.is_aligned() {
            return Err(Failure::unaligned(name));
        }
        // SAFETY: `out` is aligned, and can be written or is NULL (`# Safety`). What was there is not read.
        let out = unsafe { out.cast::<MaybeUninit<T>>().as_mut() };
        let out = out.ok_or_else(|| Failure::null(name))?.write(empty);
        *out = call()?;
        Ok(())
    };
    // SAFETY: `error` can be written, or is NULL (`# Safety`).
    unsafe { report(error, call) }
}

/// Something that the library made for the caller.
///
/// # Safety
///
/// `thing` is NULL, or was made by this library and has not been freed.
pub(crate) unsafe fn borrow<'a, T>(thing: *const T, name: &str) -> Result<&'a T, Failure> {
    if !thing.is_aligned() {
        return Err(Failure::unaligned(name));
    }
    // SAFETY: `thing` is aligned; it is NULL or was made by this library (`# Safety`).
    let thing = unsafe { thing.as_ref() };
    thing.ok_or_else(|| Failure::null(name))
}

/// Frees a string and sets it to zero, so freeing it twice is harmless. NULL is allowed.
///
/// # Safety
///
/// `string` is NULL, or points to a text that this library made and that was not changed, or to zeros.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_string_free(string: *mut String) {
    // SAFETY: `string` is NULL or points to a text that this library made, or to zeros (`# Safety`).
    let Some(string) = (unsafe { string.as_mut() }) else {
        return;
    };
    let String { data, len } = std::mem::replace(string, String::NONE);
    if !data.is_null() {
        let bytes = std::ptr::slice_from_raw_parts_mut(data.cast::<u8>(), len.wrapping_add(1));
        // SAFETY: `String::new` made it from a box of this length, and it was not changed (`# Safety`).
        drop(unsafe { Box::from_raw(bytes) });
    }
}
