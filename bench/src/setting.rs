//! What a measurement depends on.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The version of a crate in `Cargo.lock`.
pub fn locked(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    let lock = fs::read_to_string(path).expect("Cargo.lock can be read");
    let after = lock.split_once(&format!("name = \"{name}\"\nversion = \""));
    let version = after.and_then(|(_, after)| after.split_once('"'));
    version.expect("the crate is locked").0.to_owned()
}

/// The processor and the compiler, as far as they can be found out.
pub fn machine() -> String {
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or("an unknown processor", |(_, name)| name.trim());
    let compiler = Command::new("rustc").arg("--version").output();
    let compiler = compiler.map(|output| output.stdout).unwrap_or_default();
    let compiler = String::from_utf8_lossy(&compiler);
    let compiler: Vec<&str> = compiler.split(' ').take(2).collect();
    format!("({model}), with {}", compiler.join(" "))
}
