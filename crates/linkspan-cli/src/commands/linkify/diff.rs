//! What would change in a file, as a unified diff.

use std::io::{self, Write};
use std::ops::Range;

/// How many lines are shown around a change.
const AROUND: usize = 3;

/// Writes the differences of a file for `patch` and `git apply`.
///
/// Making links changes lines, but never adds or removes one, so that a line of one file is that of the other. This
/// takes time proportional to the file.
pub(super) fn write(
    name: &str,
    before: &[u8],
    after: &[u8],
    out: &mut impl Write,
) -> io::Result<()> {
    let name = name.trim_start_matches("./").trim_start_matches('/');
    writeln!(out, "--- a/{name}\n+++ b/{name}")?;
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
        // Changes whose lines around them meet are shown together.
        while let Some(next) = changed.next_if(|&next| next - last <= 2 * AROUND) {
            last = next;
        }
        let lines = first.saturating_sub(AROUND)..(last + AROUND + 1).min(old.len());
        hunk(&old, &new, (lines.clone(), lines), out)?;
    }
    Ok(())
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
        // All lines that go before all that come.
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
        super::write("./a.md", before.as_bytes(), after.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
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
