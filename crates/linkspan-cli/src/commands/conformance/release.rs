//! The releases of the official files: whether a file belongs to a Unicode version.

use super::official;

/// The SHA-256 of the files of published versions. A version is here with all of its files or not
/// at all.
const KNOWN: [(&str, &str, &str); 10] = [
    (
        "17.0.0",
        "LinkTerm.txt",
        "b5c3b78099278cf6c2dcc9e3730c6638b60f4464f35c5894e08339902e7b1138",
    ),
    (
        "17.0.0",
        "LinkBracket.txt",
        "d095d8156ad5ce49527fd6a20dbb51df05c7585ca081e3c745809d4ccaa9d5bc",
    ),
    (
        "17.0.0",
        "LinkEmail.txt",
        "bab2d8476fb73fa62895a73edd3d87c5e49e9664035ccf4d841a17a44bb1ebb9",
    ),
    (
        "17.0.0",
        "LinkDetectionTest.txt",
        "b57ea7e297b5fc4b8e6e93322a578d8a25ac44cbfaf0f931d5ad682be4887ddb",
    ),
    (
        "17.0.0",
        "LinkFormattingTest.txt",
        "c90e3882d8dcedabc0b615b65e1b5e44302c8662c5136cb25ba28b3cb4081dd1",
    ),
    (
        "18.0.0",
        "LinkTerm.txt",
        "815150402faf11f9c2c4b692c08a1ed6133bfd286f0de9ca41c5d46a009ac0ab",
    ),
    (
        "18.0.0",
        "LinkBracket.txt",
        "e062ae3171fb40632c28f7116597144ebf02fcd39a9d67cf0a8a46a58b526103",
    ),
    (
        "18.0.0",
        "LinkEmail.txt",
        "ab9d4e0bea4476445abc362ff1dade12fe58b05e585d6835ac764340863df446",
    ),
    (
        "18.0.0",
        "LinkDetectionTest.txt",
        "9f39240bf8e2745537b7ba490b7a78ddf0fdc5bdaccc3a26c098a52b4b5d8efe",
    ),
    (
        "18.0.0",
        "LinkFormattingTest.txt",
        "fe5574cc7762aa6fd87344d7bbe8facb644b9711b21ba6bb0ce9fa280d528013",
    ),
];

/// What to do about a file of another version.
const ANOTHER: &str = "check the version and `--from`";

/// A Unicode version of three numbers. It becomes part of an address and of a path, where anything
/// else could lead elsewhere.
pub(super) fn unicode_version(text: &str) -> Result<String, String> {
    match numbers(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err("expected a Unicode version of three numbers, such as 18.0.0".to_owned()),
    }
}

/// The major and minor version of three numbers without leading zeros.
fn numbers(version: &str) -> Option<(u8, u8)> {
    let mut numbers = version.split('.').map(|number| {
        let value: u8 = number.parse().ok()?;
        (value.to_string() == number).then_some(value)
    });
    let (major, minor) = (numbers.next()??, numbers.next()??);
    numbers.next()??;
    numbers.next().is_none().then_some((major, minor))
}

/// Checks that a file belongs to a version. Returns whether its SHA-256 is known, or what is wrong
/// and what to do.
pub(super) fn check(version: &str, name: &str, text: &str, sha256: &str) -> Result<bool, String> {
    check_header(version, name, text)?;
    let of_version = |entry: &&(&str, &str, &str)| entry.0 == version && entry.1 == name;
    let Some((_, _, expected)) = KNOWN.iter().find(of_version) else {
        return Ok(false);
    };
    if *expected == sha256 {
        return Ok(true);
    }
    Err(match KNOWN.iter().find(|entry| entry.2 == sha256) {
        Some((other, ..)) => format!("it is the file of Unicode {other}; {ANOTHER}"),
        None => format!(
            "its SHA-256 is {sha256}, expected {expected}: it was altered or published again; to check it all the same, put it into a folder yourself, and use `linkspan conformance DIR`"
        ),
    })
}

/// Checks what a file says about itself: its name, its date, and the version of its characters.
/// The published headers name no version; a file that does must name the right one.
fn check_header(version: &str, name: &str, text: &str) -> Result<(), String> {
    let first = text.lines().next().unwrap_or_default().trim_end();
    let title = first.strip_prefix("# ").unwrap_or_default();
    let stem = name.trim_end_matches(".txt");
    // Other files of Unicode have their version in the title: `# Scripts-18.0.0.txt`.
    let titled = title.strip_prefix(stem).and_then(|rest| {
        let version = rest.strip_suffix(".txt")?;
        version
            .is_empty()
            .then_some(None)
            .or_else(|| Some(Some(version.strip_prefix('-')?)))
    });
    let Some(titled) = titled else {
        let first: String = first.chars().take(60).collect();
        return Err(format!(
            "its first line is `{first}`, expected `# {name}`; {ANOTHER}"
        ));
    };
    let mut header = text.lines().take_while(|line| line.starts_with('#'));
    let named = header.find_map(|line| line.strip_prefix("# Version:"));
    for other in [titled, named].into_iter().flatten().map(str::trim) {
        if other != version {
            return Err(format!("its header names Unicode {other}; {ANOTHER}"));
        }
    }
    if official::date(text) == "undated" {
        return Err(format!("its header has no date; {ANOTHER}"));
    }
    check_characters(version, name, text)?;
    if !text.ends_with('\n') {
        return Err("it ends in the middle of a line; run the command again".to_owned());
    }
    Ok(())
}

/// Checks the comments of a property file, which name the version of each character.
fn check_characters(version: &str, name: &str, text: &str) -> Result<(), String> {
    let newest = official::newest_version(text);
    let expected = numbers(version);
    let is_right = match name {
        // Every version adds characters, and this file has all that may be part of a link.
        "LinkTerm.txt" => newest == expected,
        "LinkBracket.txt" | "LinkEmail.txt" => newest <= expected,
        _ => true,
    };
    if is_right {
        return Ok(());
    }
    let newest = newest.map_or("none".to_owned(), |(major, minor)| {
        format!("those of Unicode {major}.{minor}")
    });
    Err(format!("its newest characters are {newest}; {ANOTHER}"))
}
