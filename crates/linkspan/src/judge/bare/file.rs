//! Names of files.

use super::NameOutline;
use crate::names::host::form::HostForm;
use crate::names::lists::suffix;
use crate::names::lists::tld::keys;
use crate::text::Text;

/// Top-level domains that, at the end of a name with two labels, are nearly always the extension of
/// a file.
#[rustfmt::skip]
const EXTENSIONS: &[u64] = &keys([
    "cab", "java", "la", "md", "mk", "mov", "pm", "py", "rs", "sh", "so", "tf", "zip",
]);

/// Top-level domains that are an extension after any number of labels: `report.pdf.zip`.
const EXTENSIONS_ALWAYS: &[u64] = &keys(["mov", "zip"]);

/// Top-level domains that are an extension only next to other signs of code.
const EXTENSIONS_IN_CODE: &[u64] = &keys(["cc", "pl"]);

/// First labels of files that many projects have, whatever their extension: `configure.in`,
/// `Makefile.am`, `README.de`.
#[rustfmt::skip]
const PROJECT_FILES: &[&str] = &[
    "CHANGELOG", "CHANGES", "COPYING", "GNUmakefile", "INSTALL", "LICENSE", "MANIFEST", "Makefile",
    "README", "TODO", "acinclude", "aclocal", "configure",
];

/// Sites whose top-level domain is the extension of a file, by how often people write about them.
const SITES: &[(&str, &str)] = &[
    ("brew", "sh"),
    ("bun", "sh"),
    ("docs", "rs"),
    ("lobste", "rs"),
    ("notion", "so"),
    ("obsidian", "md"),
    ("rustup", "rs"),
];

/// Extensions before `in`, the extension of templates: `config.h.in`.
#[rustfmt::skip]
const BEFORE_IN: &[&str] = &[
    "c", "cfg", "cmake", "conf", "cpp", "css", "desktop", "h", "hpp", "html", "ini", "js", "json",
    "m4", "md", "mk", "pc", "plist", "pre", "properties", "py", "rc", "service", "sh", "spec", "svg",
    "toml", "txt", "xml", "yaml", "yml",
];

/// First labels of templates: `requirements.in`.
const TEMPLATES: &[&str] = &[
    "Cargo",
    "Doxyfile",
    "Dockerfile",
    "config",
    "constraints",
    "dev-requirements",
    "manifest",
    "requirements",
    "requirements-dev",
    "requirements-test",
];

/// Labels before an extension that say for which machine or stage a file is: `libfoo.x86.so`,
/// `deploy.prod.sh`.
#[rustfmt::skip]
const VARIANTS: &[&str] = &[
    "aarch64", "amd64", "arm", "arm64", "debug", "dev", "local", "min", "prod", "qa", "release",
    "staging", "test", "x64", "x86",
];

/// Whether a name that ends at `end` is that of a file. `in_code` says that a line number follows
/// or that it is in code.
pub(super) fn is_file(
    text: Text<'_>,
    end: usize,
    outline: &NameOutline<'_>,
    in_code: bool,
) -> bool {
    if outline.tld.len() > 4 {
        return false;
    }
    let first = outline.first();
    if PROJECT_FILES.contains(&first) || outline.tld == "in" && TEMPLATES.contains(&first) {
        return true;
    }
    if !outline.has_more() {
        if is_known_site(outline) && !in_code {
            return false;
        }
        let in_code = in_code || text.byte(end) == Some(b'(');
        let is_module = !outline.tld.eq_ignore_ascii_case("pm") || is_module(first);
        return outline.is_among(EXTENSIONS) && is_module
            || in_code && outline.is_among(EXTENSIONS_IN_CODE);
    }
    let middle = outline.parts().next_back().unwrap_or_default();
    outline.is_among(EXTENSIONS_ALWAYS)
        || outline.tld == "in" && BEFORE_IN.contains(&middle)
        || outline.is_among(EXTENSIONS)
            && (is_version(middle) || is_language(middle) || VARIANTS.contains(&middle))
            && !is_suffix(outline, middle)
}

/// Whether a name with two labels is one of [`SITES`].
pub(super) fn is_known_site(outline: &NameOutline<'_>) -> bool {
    SITES.iter().any(|(site, tld)| {
        site.eq_ignore_ascii_case(outline.labels) && tld.eq_ignore_ascii_case(outline.tld)
    })
}

/// Whether `label.pm` is a module of Perl, not a site: `Foo.pm`, `strict.pm`, but `x4.pm`.
fn is_module(label: &str) -> bool {
    let has_capital = label.bytes().any(|byte| byte.is_ascii_uppercase());
    has_capital || !label.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a label is part of a version: `libfoo1.3.so`.
fn is_version(label: &str) -> bool {
    let number = label.strip_prefix('v').unwrap_or(label);
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a label is a language code: `README.ko.md`, `index.pt-BR.md`, but `docs.ring.md`.
fn is_language(label: &str) -> bool {
    let (language, region) = match label.split_once(['-', '_']) {
        Some((language, region)) => (language, Some(region)),
        None => (label, None),
    };
    let is_lower = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_region = |text: &str| {
        (2..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let length = language.len();
    let is_long_enough = length == 2 || length == 3 && region.is_some();
    is_long_enough && is_lower(language) && region.is_none_or(is_region)
}

/// Whether the last two labels are a public suffix, under which there are hosts: `example.in.rs`.
fn is_suffix(outline: &NameOutline<'_>, middle: &str) -> bool {
    let mut suffix = [0_u8; 8];
    let bytes = middle.bytes().chain([b'.']).chain(outline.tld.bytes());
    let length = middle.len() + 1 + outline.tld.len();
    for (place, byte) in suffix.iter_mut().zip(bytes) {
        *place = byte.to_ascii_lowercase();
    }
    let suffix = suffix
        .get(..length)
        .and_then(|name| core::str::from_utf8(name).ok());
    suffix.is_some_and(|name| suffix::is_calm_icann_suffix(&HostForm::new(name), middle.len()))
}
