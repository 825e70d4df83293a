//! All packages have one version, and the changelog has a section for it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::ci::Done;
use crate::run::root;

/// The version of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Folders with a manifest that are not in `crates`.
const OTHERS: [&str; 4] = ["bench", "checks/no_std", "fuzz", "xtask"];

/// The manifests of packages for JavaScript.
const PACKAGES: [&str; 2] = ["packages/linkspan/package.json", "web/package.json"];

pub(crate) fn stage() -> Result<Done, String> {
    let mut wrong = Vec::new();
    for folder in manifests()? {
        let manifest = format!("{folder}/Cargo.toml");
        let is_published = folder.starts_with("crates/");
        wrong.extend(in_manifest(&manifest, &read(&manifest)?, is_published));
        let lock = format!("{folder}/Cargo.lock");
        if root().join(&lock).is_file() {
            wrong.extend(in_lock(&lock, &read(&lock)?));
        }
    }
    wrong.extend(in_lock("Cargo.lock", &read("Cargo.lock")?));
    for file in PACKAGES {
        let package: Value =
            serde_json::from_str(&read(file)?).map_err(|error| format!("{file}: {error}"))?;
        if package["version"] != VERSION {
            wrong.push(format!("{file}: version {}", package["version"]));
        }
    }
    // maturin takes the version from Cargo.toml.
    let python = "crates/linkspan-py/pyproject.toml";
    if !read(python)?.contains("dynamic = [\"version\"]") {
        wrong.push(format!("{python}: the version is not that of Cargo.toml"));
    }
    let state = match state(&read("CHANGELOG.md")?) {
        Ok(state) => state,
        Err(why) => {
            wrong.push(format!("CHANGELOG.md: {why}"));
            String::new()
        }
    };
    if wrong.is_empty() {
        Ok(Done::Passed(format!("; {VERSION}, {state}")))
    } else {
        Err(format!("expected {VERSION}\n{}", wrong.join("\n")))
    }
}

fn read(file: &str) -> Result<String, String> {
    fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))
}

/// The folders with a manifest.
fn manifests() -> Result<Vec<String>, String> {
    let crates = fs::read_dir(root().join("crates")).map_err(|error| error.to_string())?;
    let names = crates.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let folders = names.map(|name| format!("crates/{name}"));
    let has_manifest = |folder: &String| root().join(folder).join("Cargo.toml").is_file();
    let mut folders: Vec<String> = folders.filter(has_manifest).collect();
    folders.extend(OTHERS.map(str::to_owned));
    folders.sort();
    Ok(folders)
}

/// Versions in a manifest that are not `VERSION`: its own if the crate is published, and those of
/// crates of this project that it depends on.
fn in_manifest(file: &str, manifest: &str, is_published: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for line in manifest.lines() {
        let own = line.strip_prefix("version = ").filter(|_| is_published);
        let required = line
            .starts_with("linkspan")
            .then(|| line.split_once("version = "))
            .flatten()
            .map(|(_, version)| version);
        if let Some(version) = own.or(required)
            && version.split('"').nth(1) != Some(VERSION)
        {
            wrong.push(format!("{file}: {line}"));
        }
    }
    wrong
}

/// Crates of this project that have another version in a lock file.
fn in_lock(file: &str, lock: &str) -> Vec<String> {
    let packages = lock.split("[[package]]\n").skip(1);
    let ours = packages.filter(|package| !package.contains("\nsource = "));
    let ours = ours.filter(|package| package.starts_with("name = \"linkspan"));
    let field = |package: &str, name: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(name));
        let value = line.and_then(|line| line.split('"').nth(1));
        value.unwrap_or_default().to_owned()
    };
    let own = Path::new(file).parent().and_then(Path::file_name);
    let own = own.unwrap_or_default().to_string_lossy().into_owned();
    ours.map(|package| (field(package, "name"), field(package, "version")))
        // A tool that is not published may have any version.
        .filter(|(name, version)| version != VERSION && !name.ends_with(&format!("-{own}")))
        .map(|(name, version)| format!("{file}: {name} {version}"))
        .collect()
}

/// The date of the section of this version, which has to be the first: `unreleased`, or such as
/// `2026-11-17`.
fn state(changelog: &str) -> Result<String, String> {
    let heading = changelog.lines().find_map(|line| line.strip_prefix("## "));
    let heading = heading.ok_or("there is no section")?;
    let state = heading
        .strip_prefix(VERSION)
        .and_then(|rest| rest.strip_prefix(" (")?.strip_suffix(')'));
    let state = state.ok_or_else(|| format!("the first section is `{heading}`"))?;
    match state == "unreleased" || state.split('-').map(str::len).eq([4, 2, 2]) {
        true => Ok(state.to_owned()),
        false => Err(format!("`{state}` is not a date, and not `unreleased`")),
    }
}

#[cfg(test)]
mod tests {
    use super::{VERSION, in_lock, in_manifest, state};

    #[test]
    fn other_versions_are_reported() {
        let manifest = format!(
            "version = \"{VERSION}\"\nlinkspan = {{ version = \"0.0.1\", path = \"..\" }}\n\
             url = {{ version = \"2.5\" }}\n"
        );
        let wrong = in_manifest("a", &manifest, true);
        assert_eq!(
            wrong,
            [r#"a: linkspan = { version = "0.0.1", path = ".." }"#]
        );
        assert_eq!(in_manifest("a", "version = \"0.0.0\"", false), [""; 0]);
        let lock = "[[package]]\nname = \"linkspan\"\nversion = \"0.0.1\"\n\n\
                    [[package]]\nname = \"linkspan-fuzz\"\nversion = \"0.0.0\"\n\n\
                    [[package]]\nname = \"url\"\nversion = \"2.5.0\"\nsource = \"registry\"\n";
        let wrong = in_lock("fuzz/Cargo.lock", lock);
        assert_eq!(wrong, ["fuzz/Cargo.lock: linkspan 0.0.1"]);
    }

    #[test]
    fn the_changelog_has_the_version() {
        for good in ["unreleased", "2026-11-17"] {
            let changelog = format!("# Changelog\n\n## {VERSION} ({good})\n\n## 0.0.1 (x)\n");
            assert_eq!(state(&changelog).as_deref(), Ok(good));
        }
        for bad in ["## Unreleased", "## 0.0.1 (unreleased)", "text"] {
            assert!(state(bad).is_err(), "{bad}");
        }
        assert!(state(&format!("## {VERSION} (soon)")).is_err());
    }
}
