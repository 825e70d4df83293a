//! See `Cargo.toml`.

use std::io::{Read, Write, stdin, stdout};

use linkspan::{Detector, Profile};

fn main() -> std::io::Result<()> {
    let mut text = String::new();
    stdin().read_to_string(&mut text)?;
    let mut out = stdout().lock();
    for profile in [Profile::recommended(), Profile::uts58(), Profile::nonascii()] {
        for link in Detector::new(profile).links(&text) {
            let reasons = link.reasons().count();
            writeln!(out, "{:?} {} {} {reasons}", link.range(), link.href(), link.display())?;
        }
    }
    Ok(())
}
