//! HTML for bidirectional text, looked at in a real browser.
//!
//! Needs Chromium, so that it is ignored by default; `cargo xtask test` runs it when Chromium is
//! there. `LINKSPAN_CHROMIUM` names another program.

#![allow(clippy::restriction, reason = "a test may panic")]

#[allow(dead_code, reason = "shared with other tests")]
mod bidi_cases;

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

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

/// What the script says about the paragraphs of a page.
fn in_browser(page: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("bidi.html");
    std::fs::write(&file, page).expect("the page can be written");
    let program = std::env::var("LINKSPAN_CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    let output = Command::new(program)
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
        .arg(format!(
            "--user-data-dir={}",
            folder.join("chromium").display()
        ))
        .arg("--dump-dom")
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("Chromium starts");
    let dom = String::from_utf8_lossy(&output.stdout);
    let result = dom
        .split_once("RESULT ")
        .and_then(|(_, rest)| rest.split_once(" END"));
    let (result, _) = result.expect("the script ran");
    let character = |code: &str| code.parse().ok().and_then(char::from_u32);
    result
        .split(';')
        .map(|line| line.split(' ').filter_map(character).collect())
        .collect()
}
