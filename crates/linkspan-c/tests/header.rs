//! The committed header is what cbindgen writes.

#![allow(clippy::restriction, reason = "a test may panic")]

use std::path::Path;
use std::{env, fs};

/// The header as it would be written now. Sections of its documentation that are about Rust are left out.
fn written() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bindings = cbindgen::generate(folder).expect("cbindgen reads the crate");
    let mut header = Vec::new();
    bindings.write(&mut header);
    let header = String::from_utf8(header).expect("the header is UTF-8");
    let header = header.replace("\n * # Safety\n *\n", "\n * Requires:\n *\n");
    // The only comments of the kind that older compilers do not have.
    let header = header.replace("#endif // __cplusplus", "#endif");
    header.replace("}  // extern \"C\"\n#endif  // __cplusplus", "}\n#endif")
}

#[test]
fn the_header_is_what_cbindgen_writes() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/linkspan.h");
    let written = written();
    if env::var_os("LINKSPAN_WRITE_HEADER").is_some() {
        fs::write(&file, &written).expect("the header can be written");
    }
    let committed = fs::read_to_string(&file).expect("the header is there");
    assert!(
        committed == written,
        "include/linkspan.h is old: run `make header`"
    );
}
