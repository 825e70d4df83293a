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
const MANIFEST: &str = include_str!("../../Cargo.toml");

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
