//! Unified diffs of files that would change.

use std::io::{self, Write};
use std::path::{Component, Path};

use similar::{ChangeTag, DiffOp, group_diff_ops, udiff::UnifiedHunkHeader};

/// The number of context lines around a change.
const AROUND: usize = 3;

/// Writes the differences of a file for `patch` and `git apply`.
///
/// Takes time proportional to the file. A search for the shortest difference would not: for 50 MB of
/// short lines, some of which are links and some of which look like finished ones, `similar` did not
/// end within a minute.
pub(super) fn write(
    header: &Header,
    before: &[u8],
    after: &[u8],
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "--- {}\n+++ {}", header.name('a'), header.name('b'))?;
    let (old, new) = (lines(before), lines(after));
    for hunk in group_diff_ops(compare(&old, &new), AROUND) {
        writeln!(out, "{}", UnifiedHunkHeader::new(&hunk))?;
        let mut changes = hunk.iter().flat_map(|part| part.iter_changes(&*old, &*new));
        changes.try_for_each(|change| line(change.tag(), change.value(), out))?;
    }
    Ok(())
}

/// The lines of a file, each with its ending. `similar` would also end a line at a carriage return,
/// which `patch` does not.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Compares lines with the same number.
///
/// Adding links changes lines, but never adds or removes one: line N of one file is line N of the
/// other.
fn compare(old: &[&[u8]], new: &[&[u8]]) -> Vec<DiffOp> {
    debug_assert_eq!(old.len(), new.len(), "a line was added or removed");
    let mut parts = Vec::new();
    let mut at = 0;
    let pairs: Vec<bool> = old.iter().zip(new).map(|(old, new)| old == new).collect();
    for same in pairs.chunk_by(|one, next| one == next) {
        let len = same.len();
        parts.push(match same.first() {
            Some(true) => DiffOp::Equal {
                old_index: at,
                new_index: at,
                len,
            },
            _ => replace(at, len, len),
        });
        at += len;
    }
    if old.len() != new.len() {
        parts.push(replace(at, old.len() - at, new.len() - at));
    }
    parts
}

fn replace(at: usize, old_len: usize, new_len: usize) -> DiffOp {
    DiffOp::Replace {
        old_index: at,
        old_len,
        new_index: at,
        new_len,
    }
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

/// Writes a line after a space, `-` or `+`.
fn line(sign: ChangeTag, line: &[u8], out: &mut impl Write) -> io::Result<()> {
    write!(out, "{sign}")?;
    out.write_all(line)?;
    if !line.ends_with(b"\n") {
        out.write_all(b"\n\\ No newline at end of file\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    fn diff(before: &str, after: &str) -> String {
        let mut out = Vec::new();
        let header = super::Header::of(std::path::Path::new("./a.md"));
        super::write(&header, before.as_bytes(), after.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Only a line feed ends a line, and bytes that are not UTF-8 stay.
    #[test]
    fn lines_are_those_of_patch() {
        let mut out = Vec::new();
        let header = super::Header::of(std::path::Path::new("a.md"));
        let (before, after) = (b"\xFF\ra\r\nb\r", b"\xFF\r<a>\r\nb\r");
        super::write(&header, before, after, &mut out).unwrap();
        assert_eq!(
            out.escape_ascii().to_string(),
            r"--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n-\xff\ra\r\n+\xff\r<a>\r\n b\r\n\\ No newline at end of file\n"
        );
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
