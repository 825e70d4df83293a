//! HTML for bidirectional text, looked at in a real browser.
//!
//! Needs Chromium, so that it is ignored by default; `cargo xtask test` runs it when Chromium is
//! there. `LINKSPAN_CHROMIUM` names another program.

#![allow(clippy::restriction, reason = "a test may panic")]

#[allow(dead_code, reason = "shared with other tests")]
mod bidi_cases;

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};

use bidi_cases::{ARABIC, BIDI_CONTROLS, HEBREW, paragraph};
use linkspan::bidi::Paragraph;

/// Writes each paragraph's characters in the order of their places on the screen.
const SCRIPT: &str = "
const seen = [...document.querySelectorAll('p')].map(p => {
  const found = [];
  const nodes = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    for (let i = 0; i < node.data.length; i++) {
      const range = document.createRange();
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const box = range.getBoundingClientRect();
      if (box.width > 0) found.push([box.left + box.width / 2, node.data[i]]);
    }
  }
  return found.sort((a, b) => a[0] - b[0]).map(([, c]) => c.codePointAt(0)).join(' ');
});
document.body.textContent = 'RESULT ' + seen.join(';') + ' END';
";

#[test]
#[ignore = "needs Chromium"]
fn a_browser_shows_the_order_that_is_promised() {
    let cases: Vec<(&str, Paragraph)> = [HEBREW, ARABIC]
        .into_iter()
        .flat_map(bidi_cases::cases)
        .map(|case| (case.line, paragraph(case.layout, case.kind, &case.typed)))
        .collect();
    let mut page = String::from(
        "<!doctype html><meta charset=utf-8><style>p{white-space:pre;width:4000px;\
         letter-spacing:4px;font:20px monospace}</style><body>",
    );
    for (_, paragraph) in &cases {
        let direction = paragraph.direction().as_str();
        writeln!(page, "<p dir={direction}>{}</p>", paragraph.html()).unwrap();
    }
    write!(page, "<script>{SCRIPT}</script>").unwrap();
    let seen = in_browser(&page);
    assert_eq!(seen.len(), cases.len());
    for ((line, paragraph), seen) in cases.iter().zip(seen) {
        let expected = paragraph.visual().replace(BIDI_CONTROLS, "");
        assert_eq!(seen, expected, "{line}");
    }
}

/// What the script says about the paragraphs of a page. A browser that does not come up on a busy machine
/// is started again, with a profile of its own.
fn in_browser(page: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("bidi.html");
    std::fs::write(&file, page).expect("the page can be written");
    let mut messages = String::new();
    for attempt in 1..=3 {
        let output = chromium(&file, &folder.join(format!("chromium-{attempt}")));
        let dom = String::from_utf8_lossy(&output.stdout);
        let result = dom
            .split_once("RESULT ")
            .and_then(|(_, rest)| rest.split_once(" END"));
        if let Some((result, _)) = result {
            let character = |code: &str| code.parse().ok().and_then(char::from_u32);
            let line = |line: &str| line.split(' ').filter_map(character).collect();
            return result.split(';').map(line).collect();
        }
        messages = String::from_utf8_lossy(&output.stderr).into_owned();
    }
    panic!("the script did not run: {messages}")
}

/// Loads a file in Chromium and dumps the page.
fn chromium(file: &Path, profile: &Path) -> Output {
    let program = std::env::var("LINKSPAN_CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    Command::new(program)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg("--dump-dom")
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("Chromium starts")
}
