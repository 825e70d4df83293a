//! Versions.

use std::ffi::{CStr, c_char};

/// The version of this interface. It changes when a program that was compiled for another one would no
/// longer work; then the name of the shared library changes, too.
pub const LINKSPAN_ABI: u32 = 1;

/// The version of the interface that the library has: `LINKSPAN_ABI` of the header that it was made with.
#[unsafe(no_mangle)]
pub extern "C" fn linkspan_abi() -> u32 {
    LINKSPAN_ABI
}

/// The version of the library, such as `0.2.0`. Do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn linkspan_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

/// The version of Unicode whose properties decide where links end, such as 18.0.0, as
/// 65536 × major + 256 × minor + update.
#[unsafe(no_mangle)]
pub extern "C" fn linkspan_unicode_version() -> u32 {
    let (major, minor, update) = linkspan::props::UNICODE_VERSION;
    u32::from_be_bytes([0, major, minor, update])
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_library_is_named_after_its_interface() {
        assert_eq!(env!("LINKSPAN_SONAME_ABI"), super::LINKSPAN_ABI.to_string());
    }
}
