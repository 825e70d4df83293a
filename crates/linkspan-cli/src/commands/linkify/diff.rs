//! Unified diffs of files that would change.

use std::io::{self, Write};
use std::ops::Range;
use std::path::{Component, Path};

/// The number of context lines around a change.
const AROUND: usize = 3;

/// Writes the differences of a file for `patch` and `git apply`.
///
/// Adding links changes lines, but never adds or removes one: line N of one file is line N of the
/// other. Takes time proportional to the file.
pub(super) fn write(
    header: &Header,
    before: &[u8],
    after: &[u8],
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "--- {}\n+++ {}", header.name('a'), header.name('b'))?;
    let (old, new) = (lines(before), lines(after));
    if old.len() != new.len() {
        debug_assert!(false, "a line was added or removed");
        return hunk(&old, &new, (0..old.len(), 0..new.len()), out);
    }
    let mut changed = (0..old.len())
        .filter(|&at| old.get(at) != new.get(at))
        .peekable();
    while let Some(first) = changed.next() {
        let mut last = first;
        // Changes whose context lines meet are shown in one hunk.
        while let Some(next) = changed.next_if(|&next| next - last <= 2 * AROUND) {
            last = next;
        }
        let lines = first.saturating_sub(AROUND)..(last + AROUND + 1).min(old.len());
        hunk(&old, &new, (lines.clone(), lines), out)?;
    }
    Ok(())
}

/// The name of a file in a diff.
pub(super) struct Header {
    /// The path relative to the current folder, as bytes.
    path: Vec<u8>,
    /// Whether the file is not in the current folder.
    pub(super) is_outside: bool,
}

impl Header {
    /// The name of the file that would be written: for a symbolic link, of its target.
    pub(super) fn of(path: &Path) -> Self {
        let is_link = path.symlink_metadata().is_ok_and(|data| data.is_symlink());
        let place = if is_link {
            path.canonicalize().ok()
        } else {
            None
        };
        let place = place.as_deref().unwrap_or(path);
        let current = std::env::current_dir().and_then(|folder| folder.canonicalize());
        let inside = match (place.is_absolute(), &current) {
            (true, Ok(current)) => place.strip_prefix(current).unwrap_or(place),
            _ => place.strip_prefix(".").unwrap_or(place),
        };
        let is_outside =
            inside.is_absolute() || inside.components().any(|part| part == Component::ParentDir);
        let path = inside.as_os_str().as_encoded_bytes();
        let path = path.strip_prefix(b"/").unwrap_or(path).to_vec();
        Self { path, is_outside }
    }

    /// The name with a prefix, as git writes it: in quotation marks if it has characters that need
    /// them, and followed by a tab if it has a space, because `patch` would end the name there.
    fn name(&self, prefix: char) -> String {
        let mut name = format!("{prefix}/");
        let mut is_quoted = false;
        for chunk in self.path.utf8_chunks() {
            for c in chunk.valid().chars() {
                is_quoted |= c.is_control() || matches!(c, '"' | '\\');
                match c {
                    '\t' => name.push_str("\\t"),
                    '\n' => name.push_str("\\n"),
                    '"' | '\\' => name.extend(['\\', c]),
                    c if c.is_control() => {
                        name.push_str(&octal(c.encode_utf8(&mut [0; 4]).as_bytes()));
                    }
                    c => name.push(c),
                }
            }
            is_quoted |= !chunk.invalid().is_empty();
            name.push_str(&octal(chunk.invalid()));
        }
        match (is_quoted, name.contains(' ')) {
            (true, _) => format!("\"{name}\""),
            (false, true) => format!("{name}\t"),
            (false, false) => name,
        }
    }
}

fn octal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("\\{byte:03o}")).collect()
}

/// The lines of a file, each with its ending.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').collect()
}

fn hunk(
    old: &[&[u8]],
    new: &[&[u8]],
    (removed, added): (Range<usize>, Range<usize>),
    out: &mut impl Write,
) -> io::Result<()> {
    let place = |lines: &Range<usize>| match lines.len() {
        0 => format!("{},0", lines.start),
        1 => (lines.start + 1).to_string(),
        count => format!("{},{count}", lines.start + 1),
    };
    writeln!(out, "@@ -{} +{} @@", place(&removed), place(&added))?;
    let (old, new) = (
        old.get(removed).unwrap_or_default(),
        new.get(added).unwrap_or_default(),
    );
    let mut pairs = old.iter().zip(new).peekable();
    while let Some((before, after)) = pairs.next() {
        if before == after {
            line(b' ', before, out)?;
            continue;
        }
        // All removed lines come before all added lines.
        let mut coming = vec![after];
        line(b'-', before, out)?;
        while let Some((before, after)) = pairs.next_if(|(before, after)| before != after) {
            line(b'-', before, out)?;
            coming.push(after);
        }
        coming
            .into_iter()
            .try_for_each(|after| line(b'+', after, out))?;
    }
    let done = old.len().min(new.len());
    for before in old.get(done..).unwrap_or_default() {
        line(b'-', before, out)?;
    }
    for after in new.get(done..).unwrap_or_default() {
        line(b'+', after, out)?;
    }
    Ok(())
}

fn line(sign: u8, line: &[u8], out: &mut impl Write) -> io::Result<()> {
    let mut written = vec![sign];
    written.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        written.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
    out.write_all(&written)
}

#[cfg(test)]
mod tests {
    fn diff(before: &str, after: &str) -> String {
        let mut out = Vec::new();
        let header = super::Header::of(std::path::Path::new("./a.md"));
        super::write(&header, before.as_bytes(), after.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn names_are_those_of_git() {
        let name = |path: &str| super::Header::of(std::path::Path::new(path)).name('a');
        assert_eq!(name("./docs/a.md"), "a/docs/a.md");
        assert_eq!(name("a b.md"), "a/a b.md\t");
        assert_eq!(name("a\tb\"é.md"), "\"a/a\\tb\\\"é.md\"");
        assert!(super::Header::of(std::path::Path::new("../a.md")).is_outside);
    }

    #[test]
    fn lines_that_change_are_shown_with_those_around() {
        let lines = |changed: &[usize]| -> String {
            let line = |n: usize| {
                if changed.contains(&n) {
                    format!("<{n}>\n")
                } else {
                    format!("{n}\n")
                }
            };
            (1..=20).map(line).collect()
        };
        assert_eq!(
            diff(&lines(&[]), &lines(&[2, 3, 15])),
            "--- a/a.md\n+++ b/a.md\n@@ -1,6 +1,6 @@\n 1\n-2\n-3\n+<2>\n+<3>\n 4\n 5\n 6\n\
             @@ -12,7 +12,7 @@\n 12\n 13\n 14\n-15\n+<15>\n 16\n 17\n 18\n"
        );
        assert_eq!(
            diff("a", "<a>"),
            "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+<a>\n\\ No newline at end of file\n"
        );
    }
}
