//! HTML in bidirectional text, looked at in a real browser.
//!
//! Needs Chromium, so that it is ignored by default; `cargo xtask ci` runs it when Chromium is
//! there. `LINKSPAN_CHROMIUM` names another program.

#![allow(clippy::restriction, reason = "a test may panic")]

#[allow(dead_code, reason = "shared with other tests")]
mod bidi_cases;

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};

use bidi_cases::{ARABIC, BIDI_CONTROLS, HEBREW, paragraph};
use linkspan::Detector;
use linkspan::bidi::{Layout, Paragraph};
use linkspan::render::{Html, Renderer};

/// Finds each paragraph's characters, with the links they are in, in the order of their places on the screen.
const PLACES: &str = "
const places = p => {
  const found = [];
  const nodes = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    const link = node.parentElement.closest('a');
    for (let i = 0; i < node.data.length; i++) {
      const range = document.createRange();
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const box = range.getBoundingClientRect();
      if (box.width > 0) found.push([box.left + box.width / 2, node.data[i], link]);
    }
  }
  return found.sort((a, b) => a[0] - b[0]);
};
const codes = found => found.map(([, c]) => c.codePointAt(0)).join(' ');
const say = lines => { document.body.textContent = 'RESULT ' + lines.join(';') + ' END'; };
";

/// Writes each paragraph.
const SCRIPT: &str = "say([...document.querySelectorAll('p')].map(p => codes(places(p))));";

/// Writes each link, with all that is between its ends.
const LINKS: &str = "
say([...document.querySelectorAll('p')].flatMap(p => {
  const found = places(p);
  return [...p.querySelectorAll('a')].map(a => {
    const is_in = ([, , link]) => link === a;
    return codes(found.slice(found.findIndex(is_in), found.findLastIndex(is_in) + 1));
  });
}));
";

/// The start of a page whose paragraphs are lines.
const HEAD: &str = "<!doctype html><meta charset=utf-8><style>p{white-space:pre;width:4000px;\
     letter-spacing:4px;font:20px monospace}</style><body>";

#[test]
#[ignore = "needs Chromium"]
fn a_browser_shows_the_order_that_is_promised() {
    let cases: Vec<(&str, Paragraph)> = [HEBREW, ARABIC]
        .into_iter()
        .flat_map(bidi_cases::cases)
        .map(|case| (case.line, paragraph(case.layout, case.kind, &case.typed)))
        .collect();
    let mut page = String::from(HEAD);
    for (_, paragraph) in &cases {
        let direction = paragraph.direction().as_str();
        writeln!(page, "<p dir={direction}>{}</p>", paragraph.html()).unwrap();
    }
    write!(page, "<script>{PLACES}{SCRIPT}</script>").unwrap();
    let seen = in_browser("bidi", &page);
    assert_eq!(seen.len(), cases.len());
    for ((line, paragraph), seen) in cases.iter().zip(seen) {
        let expected = paragraph.visual().replace(BIDI_CONTROLS, "");
        assert_eq!(seen, expected, "{line}");
    }
}

/// Texts around links, and texts inside them.
const AROUND: [&str; 20] = [
    "see",
    "שלום",
    "مرحبا",
    "12",
    "٣٤",
    " ",
    " ",
    "(",
    "!",
    "-",
    "\u{202A}",
    "\u{202B}",
    "\u{202D}",
    "\u{202E}",
    "\u{202C}",
    "\u{2066}",
    "\u{2067}",
    "\u{2068}",
    "\u{2069}",
    "\u{200F}",
];
const LABELS: [&str; 12] = [
    "https://evil.com/moc.knab",
    "example.com",
    "me@example.com",
    "https://a.org/1/2?b=c#d",
    "http://אב.גד.com/1/2",
    "https://example.com/אב/גד?ה=1",
    "https://مثال.com/٣/٤",
    "https://example.com/١?٢=٣",
    "אב@example.com",
    "https://example.com/%D7%90/ב",
    "https://1.2.3.4/x",
    "https://example.com/אb/12ג",
];

/// Rule `isolated-labels`: whatever is around a link, nothing of it is between its characters, and they
/// are in order.
#[test]
#[ignore = "needs Chromium"]
fn labels_keep_their_order_in_a_browser() {
    let detector = Detector::default();
    let mut page = String::from(HEAD);
    let mut expected = Vec::new();
    let mut dice = Dice(1);
    for number in 0..1600 {
        let mut text = String::new();
        for _ in 0..3 {
            for _ in 0..4 {
                text.push_str(dice.pick(&AROUND));
            }
            text.extend([" ", dice.pick(&LABELS), " "]);
        }
        // UAX #9 ignores what is nested too deep, isolates included.
        if number % 8 == 0 {
            text.insert_str(0, &dice.pick(&AROUND).repeat(130));
        }
        let direction = ["ltr", "rtl"][number % 2];
        let html = Html::default().render(detector.spans(&text)).to_string();
        writeln!(page, "<p dir={direction}>{html}</p>").unwrap();
        expected.extend(detector.links(&text).map(|link| {
            let shown = Layout::default().link(link.text(), link.kind()).visual();
            (shown, text.clone())
        }));
    }
    assert!(expected.len() > 3000, "{}", expected.len());
    write!(page, "<script>{PLACES}{LINKS}</script>").unwrap();
    let seen = in_browser("labels", &page);
    assert_eq!(seen.len(), expected.len());
    for ((label, text), seen) in expected.iter().zip(seen) {
        assert_eq!(seen, *label, "{}", text.escape_unicode());
    }
}

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        choices[(self.0 >> 33) as usize % choices.len()]
    }
}

/// What the script says about the paragraphs of a page. A browser that does not come up on a busy machine
/// is started again, with a profile of its own.
fn in_browser(name: &str, page: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("{name}.html"));
    std::fs::write(&file, page).expect("the page can be written");
    let mut messages = String::new();
    for attempt in 1..=3 {
        let output = chromium(&file, &folder.join(format!("chromium-{name}-{attempt}")));
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
