//! Names the shared library after the version of its interface.

/// `LINKSPAN_ABI` of `src/version.rs`; a test compares them.
const ABI: u32 = 1;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=LINKSPAN_SONAME_ABI={ABI}");
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if system == "linux" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,liblinkspan.so.{ABI}");
    }
}
