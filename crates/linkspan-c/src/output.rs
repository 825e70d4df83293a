//! Memory that is handed over to a caller.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use crate::status::Failure;

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
pub(crate) fn apart<T: Copy>(list: Vec<T>) -> (*mut T, usize, usize) {
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
/// Pointer and capacity are those of [`apart`], and it is the first time; or the pointer is NULL.
pub(crate) unsafe fn give_back<T: Copy>(data: *const T, capacity: usize) {
    if !data.is_null() {
        // SAFETY: the caller promises it.
        drop(unsafe { Vec::from_raw_parts(data.cast_mut(), 0, capacity) });
    }
}

/// Where a result goes.
///
/// # Safety
///
/// `out` is NULL, or points to memory that may be written during `'a`.
pub(crate) unsafe fn output<'a, T>(
    out: *mut T,
    name: &str,
) -> Result<&'a mut MaybeUninit<T>, Failure> {
    if !out.is_aligned() {
        return Err(Failure::unaligned(name));
    }
    // SAFETY: it is aligned; the rest is the caller's promise. What was there is not read.
    let out = unsafe { out.cast::<MaybeUninit<T>>().as_mut() };
    out.ok_or_else(|| Failure::null(name))
}

/// Something that the library made for the caller.
///
/// # Safety
///
/// `thing` is NULL, or was made by this library and has not been freed.
pub(crate) unsafe fn lent<'a, T>(thing: *const T, name: &str) -> Result<&'a T, Failure> {
    if !thing.is_aligned() {
        return Err(Failure::unaligned(name));
    }
    // SAFETY: it is aligned; the rest is the caller's promise.
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
    // SAFETY: the caller promises it.
    let Some(string) = (unsafe { string.as_mut() }) else {
        return;
    };
    let String { data, len } = std::mem::replace(string, String::NONE);
    if !data.is_null() {
        let bytes = std::ptr::slice_from_raw_parts_mut(data.cast::<u8>(), len.wrapping_add(1));
        // SAFETY: `String::new` made it from a box of this length.
        drop(unsafe { Box::from_raw(bytes) });
    }
}
