//! Rule `unchanged-pages`: the tree that a browser builds has the links that were made, and nothing
//! else has changed.

#![allow(clippy::restriction, reason = "a test may panic")]

mod outline;
mod pages;
mod unlinked;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use linkspan::Detector;
use linkspan::render::{Anchor, Html, Isolate};
use linkspan_rewrite::{HtmlRewriter, LeftAlone, Rewritten};
use outline::{CLASS, HOOK, outline};
use pages::Dice;

fn rewritten(page: &str) -> Rewritten {
    let (detector, html) = (Detector::default(), Html::default().class(CLASS));
    HtmlRewriter::new(&detector, &html).rewritten(page.as_bytes())
}

/// The same, with a hook that changes the links of the page.
fn hooked(page: &str) -> Rewritten {
    let (detector, html) = (Detector::default(), Html::default().class(CLASS));
    HtmlRewriter::new(&detector, &html)
        .existing(|anchor| anchor.rel = HOOK.to_owned())
        .rewritten(page.as_bytes())
}

/// The page after a hook has removed all links.
fn unlinked(page: &str) -> Rewritten {
    let html = Html::default().class(CLASS).isolate(Isolate::Never);
    let detector = Detector::default();
    let rewriter = HtmlRewriter::new(&detector, &html).existing(Anchor::unlink);
    rewriter.rewritten(page.as_bytes())
}

/// The page after a hook has replaced all links, old and new, by a text.
fn replaced(page: &str, text: &'static str) -> String {
    let replace = |anchor: &mut Anchor| {
        anchor.text = text.to_owned();
        anchor.unlink();
    };
    let detector = Detector::default();
    let html = Html::default().on_link(move |_, anchor| replace(anchor));
    let rewriter = HtmlRewriter::new(&detector, &html).existing(replace);
    rewriter.rewrite_str(page).into_owned()
}

fn made(page: &str) -> String {
    String::from_utf8(rewritten(page).page).unwrap()
}

fn count(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |count| count.parse().unwrap())
}

/// Panics if the tree of a page has changed.
fn check(page: &str) {
    let made = rewritten(page);
    if made.made == 0 {
        assert_eq!(String::from_utf8(made.page.clone()).unwrap(), page);
    }
    let (before, _) = outline(page);
    let (inside, _) = outline(&format!("<template>{page}"));
    for made in [made, hooked(page)] {
        let after = String::from_utf8(made.page).unwrap();
        let expected = (before.clone(), made.made);
        assert_eq!(outline(&after), expected, "{page:?}\n{after:?}");
        if !page.contains("</template") {
            let expected = (inside.clone(), made.made);
            let inside = outline(&format!("<template>{after}"));
            assert_eq!(inside, expected, "{page:?}\n{after:?}");
        }
    }
}

/// Panics if removing the links of a page changes anything else in its tree.
fn check_unlinked(page: &str) {
    let after = String::from_utf8(unlinked(page).page).unwrap();
    let (old, new) = (unlinked::outlines(page), unlinked::outlines(&after));
    assert_eq!(new, old, "{page:?}\n{after:?}");
    check_elements(page, &after);
}

/// Panics if a page has an element that was not there before, apart from added links.
fn check_elements(page: &str, after: &str) {
    let readings = unlinked::elements(page).into_iter();
    for (mut old, new) in readings.zip(unlinked::elements(after)) {
        for element in new {
            let known = old.iter().position(|other| *other == element);
            let known = known.unwrap_or_else(|| panic!("{element} in\n{page:?}\n{after:?}"));
            old.swap_remove(known);
        }
    }
}

#[test]
fn attacks_stay_text() {
    let url = "https://example.com/onerror=alert(1)//";
    for before in [
        "<svg/><![CDATA[><img src=x title=\"]]> ",
        "<math><mtext><mglyph><style><img src=x title=\"</style> ",
        "<template><col><style><img src=x title=\"</style> ",
        "<svg><xmp><img src=x title=\"</xmp> ",
        "<select><style></select><img src=x title=\"</style> ",
        "<noscript><img src=x title=\"</noscript> ",
        "<svg><title><style><img src=x title=\"</style> ",
        "<frameset><noframes><img src=x title=\"</noframes> ",
    ] {
        let page = format!("{before}{url}\">");
        assert_eq!(made(&page), page);
        // A link that is there for one parser only is not changed.
        let page = format!("{before}<a href={url}>x</a>\">");
        let after = String::from_utf8(hooked(&page).page).unwrap();
        assert_eq!(after, page);
    }
}

/// The text around a tag that a hook removes must not become markup, a character reference or one
/// line break of two (rule `unchanged-pages`).
#[test]
fn text_around_removed_tags_is_not_joined() {
    for page in [
        "<<a href=\"\">img src=x onerror=alert(1) </a>>",
        "<a href=\"\" ><</a>img src=x onerror=alert(1)>",
        "<<a href=\"\">!--</a> x -->",
        "<<a href=\"\">/p></a>",
        "<p>&<a href=\"\">lt;</a>",
        "<p>&#<a href=\"\">x3c</a>;",
        "<p>&am<a href=\"\">p</a>",
        "x\r<a href=\"\">\n</a>",
        "<pre><a href=\"\">\nx</a></pre>",
        "<a href=\"\">\u{FEFF}x</a>",
    ] {
        check_unlinked(page);
        let (kept, left) = (unlinked(page).page, unlinked(page).left_alone);
        assert_eq!(String::from_utf8(kept).unwrap(), page);
        assert_eq!(
            left.into_iter().collect::<Vec<_>>(),
            [(LeftAlone::Parsers, 1)]
        );
    }
    // Where nothing joins, the links are removed, whatever is in them.
    for (page, made) in [
        ("<p>1 <a href=x><bdi>2</bdi></a> 3", "<p>1 <bdi>2</bdi> 3"),
        ("<a href=x>1 <p>2</a> 3", "1 <p>2 3"),
        ("<a/href=x>1</a>", "1"),
        ("<p>< <a href=x>1</a>", "<p>< 1"),
        ("<p>a & <a href=x>b</a>", "<p>a & b"),
    ] {
        check_unlinked(page);
        assert_eq!(String::from_utf8(unlinked(page).page).unwrap(), made);
    }
}

/// Nor must a text that a hook writes in place of a link, old or new.
#[test]
fn text_in_place_of_a_link_is_not_joined() {
    for (page, text) in [
        ("<<a href=x>y</a>>", "img src=x onerror=alert(1) "),
        ("<p>&<a href=x>y</a>", "lt;"),
        ("<p>&<a href=x>y</a>;", "#60"),
        ("<p><<a href=x>y</a>b>", ""),
        ("<1.1.1.1>", "img src=x onerror=alert(1) "),
        ("<p>&a.com;", "lt"),
        ("<p>&a.com ", "lt;"),
        (" a.com <frameset>", ""),
    ] {
        let made = replaced(page, text);
        check_elements(page, &made);
        assert_eq!(made, page);
    }
    assert_eq!(
        replaced("<p>1 <a href=x><b>2</b></a> a.com", "3"),
        "<p>1 3 3"
    );
}

/// Characters of ISO-2022-JP, and the end of a `select` that some parsers do not see.
#[test]
fn disputed_pages_stay() {
    let url = "https://example.com/onerror=alert(1)//";
    for page in [
        format!("<meta charset=iso-2022-jp><img src=x title=\"\x1B$B\">\x1B(B {url}\">"),
        format!(
            "<select><!--</select>--><style></select><img src=x title=\"</style></select> {url}\">"
        ),
        format!("<select title=\"</select>\"><xmp></select><img src=x title=\"</xmp> {url}\">"),
        format!("<b>a.com</b><select> {url}"),
        // Some parsers join the texts around a document type.
        "<tbody><form>x<!doctype html> a.com y".to_owned(),
    ] {
        assert_eq!(made(&page), page);
    }
    for element in ["style", "xmp", "title", "template", "b"] {
        let attack =
            format!("<{element}></select><img src=x title=\"</{element}></select> {url}\">");
        for before in [
            "<select><script>1</select></script>",
            "<select><template><script>1</select></script></template>",
            "<select><p ' a=\"'></select>\">",
            "<select ' a=\"'></select>\">",
            "<select =\"</select>\">",
            "<select><b title=\"</select>\">",
            "<select><!--></select>-->",
        ] {
            let page = format!("{before}{attack}");
            assert_eq!(made(&page), page);
            let page = page.replace(url, "<a href=x>y</a>");
            assert_eq!(String::from_utf8(hooked(&page).page).unwrap(), page);
        }
    }
    // A list of options is no reason to leave a page alone.
    let page = "<title>x</title><select name='x'><option selected value=1>y</option></select>";
    assert_eq!(rewritten(&format!("{page}<style></style><p>a.com")).made, 1);
}

/// A link is not added in another one that only looks closed, nor where so many elements set the
/// direction that browsers ignore the isolation of a link.
#[test]
fn links_are_not_nested_and_not_reversed() {
    for page in ["object", "applet", "marquee"].map(|name| format!("<a href=x><{name}></a> b.com"))
    {
        assert_eq!(made(&page), page);
    }
    for tag in [
        "<bdo dir=rtl>",
        "<b dir=rtl>",
        "<i style='unicode-bidi:embed'>",
    ] {
        let page = |count: usize| format!("{}https://a.com/", tag.repeat(count));
        assert_ne!(made(&page(40)), page(40));
        assert_eq!(made(&page(63)), page(63));
    }
    let sheet = format!(
        "<style>b {{unicode-bidi: embed}}</style>{}a.com",
        "<b>".repeat(63)
    );
    assert_eq!(made(&sheet), sheet);
    let siblings = "<p dir=rtl>a.com</p>".repeat(63);
    assert_eq!(made(&siblings).matches("<a ").count(), 63);
}

/// In a `template`, the first element decides whether the rest is part of a table, and whether an
/// end tag makes an element.
#[test]
fn pieces_of_templates_stay() {
    for page in [
        "a.com <tr><td>x",
        "a.com</br>",
        "<tr>\na.com",
        "a.com </p>x",
        "</b>a.com</P >x",
        "<meta content='<b>'>a.com</p>",
        "<!--<b>-->a.com</p>",
        "<!doctype x '<b>'>a.com</p>",
        "<?<b>?>a.com</p>",
        "</x y='<b>'>a.com</p>",
    ] {
        check(page);
        assert_eq!(made(page), page);
    }
    for page in ["<p>a.com</p>", "1 < 2 <!DOCTYPE html><html>a.com</p>"] {
        check(page);
        assert_ne!(made(page), page);
    }
}

/// Links elsewhere in such a page are made all the same.
#[test]
fn links_in_other_elements_are_made() {
    let page =
        "<p>see a.com</p><div><svg/><![CDATA[><img title=\"]]> https://b.com/onerror=x//\"></div>";
    let rewritten = rewritten(page);
    let after = String::from_utf8(rewritten.page).unwrap();
    assert_eq!(rewritten.made, 1, "{after}");
    assert!(
        after.starts_with("<p>see <a href=\"https://a.com/\""),
        "{after}"
    );
    let page = "<title>a.com</title><script>'b.com'</script><p>c.com <code>d.com</code> <select><option>e.com</select>";
    let after = made(page);
    assert_eq!(after.matches("<a ").count(), 1, "{after}");
}

#[test]
fn templates_stay() {
    for page in [
        "<p>{{ 'https://a.com' }}",
        "<p>{% link a.com %}",
        "{{< a https://b.com/ >}}",
    ] {
        assert_eq!(made(page), page);
    }
}

#[test]
fn what_is_left_alone_has_a_reason() {
    let deep = "\u{202E}".repeat(70) + "<p>a.com";
    for (page, why) in [
        ("<p>https://аррӏе.com", LeftAlone::Imitation),
        ("<p>a<b>.com</b>", LeftAlone::Markup),
        (&deep, LeftAlone::Reordered),
        ("<select><style></style></select>a.com", LeftAlone::Parsers),
        (
            "<select><script>1</select></script></select>a.com",
            LeftAlone::Parsers,
        ),
    ] {
        let left = rewritten(page).left_alone;
        assert_eq!(left.into_iter().collect::<Vec<_>>(), [(why, 1)], "{page:?}");
    }
}

#[test]
fn odd_pages_keep_their_trees() {
    let mut dice = Dice(1);
    for _ in 0..count("LINKSPAN_PAGES", 5_000) {
        check(&dice.page());
    }
}

/// Where no tag is odd, nothing is compared, and need not be.
#[test]
fn plain_pages_keep_their_trees() {
    let mut dice = Dice(2);
    for _ in 0..count("LINKSPAN_PAGES", 5_000) {
        check(&dice.plain_page());
    }
}

/// Removing links changes nothing else, and neither does a text in their place.
#[test]
fn unlinked_pages_keep_their_trees() {
    let mut dice = Dice(4);
    for _ in 0..count("LINKSPAN_PAGES", 5_000) {
        let page = dice.joining_page();
        check_unlinked(&page);
        for text in ["", "img src=x>", "lt;"] {
            check_elements(&page, &replaced(&page, text));
        }
    }
}

/// Pages before and after, and how many links were made, as JSON.
fn pages_as_json(count: u64) -> String {
    let mut dice = Dice(3);
    let mut json = String::from("[");
    let mut written = 0;
    while written < count {
        let page = match written % 4 {
            0 => dice.plain_page(),
            1 => dice.joining_page(),
            _ => dice.page(),
        };
        let is_unlinked = written % 3 == 2;
        let made = match written % 3 {
            0 => rewritten(&page),
            1 => hooked(&page),
            _ => unlinked(&page),
        };
        let after = String::from_utf8(made.page).unwrap();
        if after == page {
            continue;
        }
        let separator = if written == 0 { "" } else { ",\n" };
        write!(
            json,
            "{separator}[{},{},{},{is_unlinked}]",
            quoted(&page),
            quoted(&after),
            made.made
        )
        .unwrap();
        written += 1;
    }
    json + "]"
}

/// A string of JSON that may stand in a script.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' | '<' | '\0'..='\x1F' => write!(out, "\\u{:04x}", u32::from(c)).unwrap(),
            c => out.push(c),
        }
    }
    out + "\""
}

/// The folder of what judges pages in JavaScript.
fn judges() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../checks/trees")
}

/// By parse5, as a page and as a piece, with scripts and without.
#[test]
#[ignore = "needs Node.js, and `npm ci` in checks/trees"]
fn trees_are_the_same_to_parse5() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages.json");
    fs::write(&file, pages_as_json(count("LINKSPAN_PAGES", 20_000))).unwrap();
    let run = Command::new("node")
        .arg(judges().join("parse5.mjs"))
        .arg(&file)
        .output()
        .expect("Node.js starts");
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(
        run.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&run.stderr)
    );
}

/// What a browser does with each page.
const READINGS: &str = "
const frame = document.body.appendChild(document.createElement('iframe'));
const template = document.createElement('template');
const readings = {
  'in a template': page => { template.innerHTML = page; return template.content; },
  'parsed': page => new DOMParser().parseFromString(page, 'text/html').documentElement,
  'in a page': page => { const div = document.createElement('div'); div.innerHTML = page; return div; },
  'as a page': page => {
    const inside = frame.contentDocument;
    inside.open(); inside.write(page); inside.close();
    return inside.documentElement;
  },
};
const found = differing(pages, readings);
document.body.textContent = 'RESULT ' + pages.length + ' ' + found.length + ' ' + JSON.stringify(found.slice(0, 5)) + ' END';
";

/// By Chromium.
#[test]
#[ignore = "needs Chromium"]
fn trees_are_the_same_to_a_browser() {
    let outline = fs::read_to_string(judges().join("outline.mjs")).unwrap();
    let count = count("LINKSPAN_PAGES", 2_000);
    let page = format!(
        "<!doctype html><meta charset=utf-8><body><script>{}\nconst pages = {};\n{READINGS}</script>",
        outline.replace("export ", ""),
        pages_as_json(count),
    );
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("trees.html");
    fs::write(&file, page).unwrap();
    let program = std::env::var("LINKSPAN_CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    let run = Command::new(program)
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
            folder.join("chromium-trees").display()
        ))
        .arg("--dump-dom")
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("Chromium starts");
    let dom = String::from_utf8_lossy(&run.stdout);
    let result = dom
        .split_once("RESULT ")
        .and_then(|(_, rest)| rest.split_once(" END"));
    let (result, _) = result.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&run.stderr)));
    assert!(result.starts_with(&format!("{count} 0 ")), "{result}");
}
