//! Texts that a caller lends.

use std::ffi::c_char;

use crate::status::Failure;

/// An array that a caller lends for one call.
///
/// # Safety
///
/// If `data` is not NULL, it points to `len` values that nothing changes during `'a`.
#[inline]
pub(crate) unsafe fn array<'a, T>(
    data: *const T,
    len: usize,
    name: &str,
) -> Result<&'a [T], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    if data.is_null() || len > isize::MAX.unsigned_abs() / size_of::<T>().max(1) {
        return Err(Failure::length(name, len));
    }
    if !data.is_aligned() {
        return Err(Failure::unaligned(name));
    }
    // SAFETY: `data` is aligned and not NULL, no object is shorter than `len`, and `data` points to `len` values
    // (`# Safety`).
    Ok(unsafe { std::slice::from_raw_parts(data, len) })
}

/// A text of fewer bytes is checked by the standard library, which has less to set up.
const SHORT: usize = 128;

/// A text in UTF-8 that a caller lends for one call.
///
/// # Safety
///
/// As for [`array`].
#[inline]
pub(crate) unsafe fn utf8<'a>(
    data: *const c_char,
    len: usize,
    name: &str,
) -> Result<&'a str, Failure> {
    // SAFETY: `data` points to `len` values, if it is not NULL (`# Safety`); a `c_char` is a byte.
    let bytes = unsafe { array(data.cast::<u8>(), len, name) }?;
    if bytes.len() < SHORT {
        return std::str::from_utf8(bytes)
            .map_err(|error| Failure::text(name, error.valid_up_to()));
    }
    simdutf8::basic::from_utf8(bytes).or_else(|_| {
        let error = simdutf8::compat::from_utf8(bytes).map_err(|error| error.valid_up_to());
        error.map_err(|offset| Failure::text(name, offset))
    })
}

/// What a lone surrogate counts as: a character that ends links, as surrogates do, and that has one
/// code unit, too.
const LONE: char = '\u{FFFF}';

/// UTF-16 as UTF-8.
pub(crate) fn from_utf16(units: &[u16]) -> String {
    let mut text = String::with_capacity(units.len());
    let mut rest = units;
    while !rest.is_empty() {
        let ascii = rest.iter().take_while(|unit| **unit < 0x80).count();
        let (plain, others) = rest.split_at_checked(ascii).unwrap_or((rest, &[]));
        text.extend(plain.iter().map(|unit| char::from(unit.to_le_bytes()[0])));
        let other = others.iter().take_while(|unit| **unit >= 0x80).count();
        let (other, after) = others.split_at_checked(other).unwrap_or((others, &[]));
        let decoded = char::decode_utf16(other.iter().copied());
        text.extend(decoded.map(|c| c.unwrap_or(LONE)));
        rest = after;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_is_decoded() {
        let text = "a😀é\u{FFFF}日z";
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(from_utf16(&units), text);
        assert_eq!(
            from_utf16(&[0x61, 0xD800, 0x62, 0xDC00]),
            "a\u{FFFF}b\u{FFFF}"
        );
    }

    #[test]
    fn lengths_that_no_object_has_are_refused() {
        let byte = 0u8;
        // SAFETY: nothing is read, since the lengths are refused.
        let refused = |len| unsafe { array(&raw const byte, len, "text") }.is_err();
        assert!(refused(usize::MAX) && refused(isize::MAX.unsigned_abs() + 1));
        let units = [0u16; 2];
        // SAFETY: nothing is read, since the length is refused.
        assert!(unsafe { array(units.as_ptr(), usize::MAX / 2, "text") }.is_err());
        let odd = units.as_ptr().wrapping_byte_add(1);
        // SAFETY: nothing is read, since the pointer is refused.
        assert!(unsafe { array(odd, 1, "text") }.is_err());
        // SAFETY: an empty array needs no pointer.
        let empty = unsafe { array::<u8>(std::ptr::null(), 0, "text") };
        assert_eq!(empty.ok(), Some(&[][..]));
    }
}
