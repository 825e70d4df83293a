//! The seeds of a fuzzer: the lines of the case files, in the form that each target reads.

use std::fs;
use std::path::Path;

use crate::suite::root;

/// The layout of a seed: choices first, then the text. Zeros are the profile `uts58` and no options.
type Form = fn(number: usize, line: &str) -> Vec<u8>;

/// The targets, and how a line becomes a seed of each.
pub(crate) const TARGETS: [(&str, Form); 16] = [
    ("detect", |_, line| behind(&[0], line)),
    ("profiles", |number, line| {
        behind(&[profile(number), 0, 0, 0, 0, 0, 0], line)
    }),
    ("format", |_, line| behind(&[], line)),
    ("bidi", |number, line| {
        behind(
            &[profile(number), profile(number / 5), profile(number / 7)],
            line,
        )
    }),
    ("render", |number, line| {
        behind(&[profile(number), profile(number / 5)], line)
    }),
    ("rewrite_html", |number, line| match number % 2 {
        0 => behind(&[0], line),
        _ => behind(
            &[profile(number)],
            &format!("<p title='x'>{line}<br><b>&amp;</b> {line}"),
        ),
    }),
    ("rewrite_markdown", |number, line| match number % 2 {
        0 => behind(&[0], line),
        _ => behind(
            &[profile(number)],
            &format!("- *{line}*\n\n`{line}` [{line}](x)\n"),
        ),
    }),
    ("documents", |number, line| {
        let kind = u8::try_from(number % 8).unwrap_or(0);
        let text = match number % 2 {
            0 => format!(
                "<style>url({line})</style><a href='{line}'>{line}</a><img srcset='{line} 2x'>"
            ),
            _ => format!(
                "[{line}](<{line}>) `{line}`\n\n> <div title='{line}'>\n> {line}\n\n[{line}]: /x\n"
            ),
        };
        behind(&[profile(number), kind], &text)
    }),
    ("files", |number, line| match number % 4 {
        0 => behind(&[0, 0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3], line),
        1 => behind(&[1, profile(number / 4)], line),
        2 => behind(
            &[2],
            &format!("{{\"{line}\":[\"\\u0061\\n{line}\",null]}}\na,b\n\"{line}\",c\n"),
        ),
        _ => behind(
            &[3, profile(number / 4)],
            &format!("link:{line}[{line}] `{line}`_"),
        ),
    }),
    ("live", live),
    ("stream", |number, line| {
        let cut = u8::try_from(number % 32).unwrap_or(0);
        behind(
            &[
                profile(number),
                profile(number / 5),
                cut,
                cut + 1,
                cut + 9,
                64,
            ],
            line,
        )
    }),
    ("mail", mail),
    ("tlds", |_, line| {
        let name = line.rsplit('.').next().unwrap_or(line);
        let list = if name.is_ascii() {
            format!("# Version 2026110100, x\nCOM\nXN--P1AI\n{name}\n")
        } else {
            format!("// x\ncom\n*.ck\n!www.ck\n{name}\n")
        };
        list.into_bytes()
    }),
    ("c", |number, line| match number % 8 {
        0 => behind(
            &[0; 9],
            &format!("{{\"profile\":\"uts58\",\"add_tld\":[\"lan\"],\"max_name\":{number}}}"),
        ),
        _ => boundary(number, line),
    }),
    ("wasm", |number, line| match number % 8 {
        0 => behind(
            &[0; 9],
            &format!("profile\tuts58\nadd-tld\tlan\nmax-name\t{number}"),
        ),
        _ => boundary(number, line),
    }),
    ("json", |number, line| {
        let quoted = line.replace('\\', "\\\\").replace('"', "\\\"");
        match number % 2 {
            0 => behind(&[profile(number)], line),
            _ => behind(
                &[0],
                &format!(
                    "{{\"head\":\"https://example.com\",\"path\":[\"{quoted}\",\"\"],\"query\":[[\"{quoted}\",\
                     null],[\"a\",\"b\"]],\"fragment\":\"{quoted}\",\"directives\":[\"text={quoted}\"]}}"
                ),
            ),
        }
    }),
];

/// Writes the seeds of a target into its folder, under names that stay the same.
pub(crate) fn write(target: &str, form: Form, folder: &Path) -> Result<usize, String> {
    let failed = |error: std::io::Error| format!("the seeds of {target}: {error}");
    fs::create_dir_all(folder).map_err(failed)?;
    let lines = lines().map_err(failed)?;
    for (number, line) in lines.iter().enumerate() {
        fs::write(folder.join(format!("seed-{number:04}")), form(number, line)).map_err(failed)?;
    }
    Ok(lines.len())
}

/// The lines of all case files, as the texts they stand for.
pub(crate) fn lines() -> std::io::Result<Vec<String>> {
    let folder = root().join("crates/linkspan/tests/cases");
    let mut files: Vec<_> = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    let mut lines = Vec::new();
    for file in files {
        let text = fs::read_to_string(file.path())?;
        let cases = text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.extend(cases.map(|line| unescaped(&line.replace(['⸠', '⸡'], ""))));
    }
    Ok(lines)
}

/// Replaces `\u{…}`.
fn unescaped(line: &str) -> String {
    let mut pieces = line.split("\\u{");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (digits, rest) = piece.split_once('}').unwrap_or((piece, ""));
        let code = u32::from_str_radix(digits, 16).ok();
        out.extend(code.and_then(char::from_u32));
        out.push_str(rest);
    }
    out
}

fn behind(choices: &[u8], text: &str) -> Vec<u8> {
    [choices, text.as_bytes()].concat()
}

/// Profile and two more choices, and three edits, for the targets of bindings.
fn boundary(number: usize, line: &str) -> Vec<u8> {
    let choice = u8::try_from(number % 251).unwrap_or(0);
    let edits = [choice, 3, choice, 5, choice, 8];
    behind(
        &[&[profile(number), profile(number / 5), choice], &edits[..]].concat(),
        line,
    )
}

/// The profiles in turn.
fn profile(number: usize) -> u8 {
    u8::try_from(number % 5).unwrap_or(0)
}

/// The line typed in two halves into a text, the link dismissed, and everything taken back. Steps are
/// what is done, where (two bytes), and how much is replaced.
fn live(number: usize, line: &str) -> Vec<u8> {
    let middle = line.char_indices().nth(line.chars().count() / 2);
    let (first, second) = line.split_at(middle.map_or(0, |(at, _)| at));
    let end = u16::try_from(first.len()).unwrap_or(u16::MAX).to_be_bytes();
    let steps: [Vec<u8>; 5] = [
        behind(&[profile(number)], first),
        behind(&[0, end[0], end[1], 0], second),
        behind(&[4, 0, 3, 2], ""),
        behind(&[0, 0, 2, 1], " "),
        behind(&[7], ""),
    ];
    steps.join(&0xFF)
}

/// Messages of several kinds, and texts that the target encodes itself.
fn mail(number: usize, line: &str) -> Vec<u8> {
    let message = match number % 5 {
        0 => return behind(&[1], line),
        1 => return behind(&[2], line),
        2 => format!(
            "Subject: =?utf-8?Q?caf=C3=A9?= {line}\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n\
             <p>{line}</p>\r\n"
        ),
        3 => format!(
            "From a@example.com Mon Jan  1 00:00:00 2024\nSubject: {line}\n\n{line}\n\nFrom b@example.com Mon \
             Jan  1 00:00:00 2024\nContent-Transfer-Encoding: quoted-printable\n\n{line}=\nx=20\n"
        ),
        _ => format!(
            "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n{line}\r\n\
             --b\r\nContent-Type: application/json\r\nContent-Transfer-Encoding: base64\r\n\r\nYS5jb20=\r\n\
             --b\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\n{line}\r\n--b--\r\n"
        ),
    };
    behind(&[0], &message)
}
