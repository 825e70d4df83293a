//! The Unicode versions that tables can be generated for, and the crates that carry their data.

use std::fmt;

/// A Unicode version, and the release of ICU4X with its data.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Release {
    pub(crate) unicode: [u8; 3],
    /// The version of `icu_properties` and of `icu_normalizer`.
    pub(crate) icu: &'static str,
    /// A character that is unassigned in all earlier versions. The crates do not name the version of
    /// their data, so the generator checks it with this character.
    pub(crate) added: char,
}

/// The known versions, oldest first.
pub(crate) const RELEASES: [Release; 2] = [
    Release {
        unicode: [17, 0, 0],
        icu: "2.2.0",
        added: '\u{20C1}',
    },
    Release {
        unicode: [18, 0, 0],
        icu: "2.4.0",
        added: '\u{20C2}',
    },
];

/// The crates whose version decides the Unicode version of the tables, apart from UTS #39.
const ICU: [&str; 2] = ["icu_properties", "icu_normalizer"];

/// The manifest of this program. Its pinned versions are the only place that names them.
const MANIFEST: &str = include_str!("../Cargo.toml");

/// The major and minor version, as in "Unicode 17.0".
impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, _] = self.unicode;
        write!(f, "{major}.{minor}")
    }
}

impl Release {
    /// The release that this program was built with.
    pub(crate) fn current() -> &'static Self {
        let [icu, normalizer] = ICU.map(pinned);
        assert_eq!(icu, normalizer, "the versions of {ICU:?} in Cargo.toml");
        let known = RELEASES.iter().find(|release| release.icu == icu);
        known.unwrap_or_else(|| panic!("{ICU:?} {icu}: add its Unicode version to release.rs"))
    }

    /// The release of a version such as `18`, `18.0` or `18.0.0`.
    pub(crate) fn named(version: &str) -> Result<&'static Self, String> {
        let is_named = |release: &&Self| {
            let [major, minor, update] = release.unicode;
            [
                format!("{major}"),
                format!("{major}.{minor}"),
                format!("{major}.{minor}.{update}"),
            ]
            .contains(&version.to_owned())
        };
        RELEASES.iter().find(is_named).ok_or_else(|| {
            let known: Vec<String> = RELEASES.iter().map(ToString::to_string).collect();
            format!(
                "no data are known for Unicode `{version}`, only for {}; if a release of \
                 `icu_properties` has them, add it to RELEASES in xtask/src/release.rs",
                known.join(" and ")
            )
        })
    }

    /// The folder of its official files: `18.0.0`.
    pub(crate) fn folder(&self) -> String {
        self.unicode.map(|number| number.to_string()).join(".")
    }

    /// A manifest of this program with the crates of this release in place of those it pins.
    pub(crate) fn pin(&self, manifest: &str) -> Result<String, String> {
        let mut manifest = manifest.to_owned();
        for name in ICU {
            let version = find_pinned(&manifest, name)
                .ok_or_else(|| format!("xtask/Cargo.toml does not pin {name}"))?;
            let (from, to) = (pin_of(name, version), pin_of(name, self.icu));
            manifest = manifest.replace(&from, &to);
        }
        Ok(manifest)
    }
}

fn pin_of(name: &str, version: &str) -> String {
    format!("{name} = \"={version}\"")
}

fn find_pinned<'m>(manifest: &'m str, name: &str) -> Option<&'m str> {
    manifest.lines().find_map(|line| {
        let version = line.strip_prefix(name)?.strip_prefix(" = \"=")?;
        version.strip_suffix('"')
    })
}

/// The version of a crate that `Cargo.toml` pins.
pub(crate) fn pinned(name: &str) -> &'static str {
    find_pinned(MANIFEST, name).unwrap_or_else(|| panic!("xtask/Cargo.toml does not pin {name}"))
}

#[cfg(test)]
mod tests {
    use super::{MANIFEST, RELEASES, Release, find_pinned};

    #[test]
    fn versions_have_several_spellings() {
        for version in ["18", "18.0", "18.0.0"] {
            assert_eq!(Release::named(version), Ok(&RELEASES[1]));
        }
        let unknown = Release::named("1").expect_err("Unicode 1 has no tables");
        assert!(unknown.contains("only for 17.0 and 18.0"), "{unknown}");
    }

    #[test]
    fn a_manifest_is_pinned_to_a_release() {
        for release in &RELEASES {
            let manifest = release.pin(MANIFEST).expect("both crates are pinned");
            for name in ["icu_properties", "icu_normalizer"] {
                assert_eq!(find_pinned(&manifest, name), Some(release.icu));
            }
            let others = ["unicode-security", "tld"];
            let same = |name| find_pinned(&manifest, name) == find_pinned(MANIFEST, name);
            assert!(others.into_iter().all(same));
        }
    }
}
