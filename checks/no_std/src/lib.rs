//! See `Cargo.toml`. This is only built, never run.

#![no_std]

use core::alloc::{GlobalAlloc, Layout};
use core::ptr::null_mut;

struct NoMemory;

// SAFETY: returning null reports that there is no memory; nothing is ever handed out.
unsafe impl GlobalAlloc for NoMemory {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static ALLOCATOR: NoMemory = NoMemory;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

/// Uses detection and formatting, to link both.
#[unsafe(no_mangle)]
pub extern "C" fn check() -> usize {
    let links = linkspan::Detector::uts58().links("example.com").count();
    links + formatted()
}

#[cfg(feature = "full")]
fn formatted() -> usize {
    linkspan::format::minimal("https://example.com").map_or(0, |url| url.len())
}

#[cfg(not(feature = "full"))]
fn formatted() -> usize {
    0
}
