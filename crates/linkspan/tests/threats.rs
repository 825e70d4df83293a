//! The threats of SECURITY.md, one test each: what is promised, and what is not.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkspan::defang::defang;
use linkspan::format::display;
use linkspan::profile::Schemes;
use linkspan::render::{Caption, Html, Renderer, Terminal};
use linkspan::{Detector, Host, Part, Profile};

fn links(profile: Profile, text: &str) -> Vec<String> {
    let detector = Detector::new(profile);
    detector.links(text).map(|link| link.to_string()).collect()
}

fn recommended(text: &str) -> Vec<String> {
    links(Profile::recommended(), text)
}

/// Names that look like others.
#[test]
fn spoofed_hosts() {
    // Scripts that are not mixed by honest names.
    for text in [
        "https://pаypal.com",
        "https://аррӏе.рaypal.com",
        "gооgle.com",
    ] {
        assert_eq!(recommended(text), [""; 0], "{text}");
    }
    // A name that is all of one script is linked, but never shown as what it imitates.
    let detector = Detector::new(Profile::recommended());
    let link = detector
        .links("https://раураӏ.com/login")
        .next()
        .expect("a link");
    assert!(link.display().contains("xn--") && link.caption().contains("xn--"));
    assert!(!Caption::Short(30).of(&link).contains("раураӏ"));
    // Its readers get their own names.
    assert_eq!(recommended("https://раура.рф"), ["https://раура.рф"]);
    // Not promised: `uts58` does not judge names, and no rule can tell that paypa1.com is not
    // paypal.com.
    assert_eq!(links(Profile::uts58(), "https://pаypal.com").len(), 1);
    assert_eq!(recommended("https://paypa1.com").len(), 1);
}

/// The owner of a link is always shown.
#[test]
fn long_hosts() {
    let host = ["login.paypal.com.", &"a".repeat(60), ".evil.example.com"].concat();
    let text = format!("https://{host}/account");
    let detector = Detector::new(Profile::recommended());
    let link = detector.links(&text).next().expect("a link");
    assert_eq!(
        link.host().and_then(Host::domain).as_deref(),
        Some("example.com")
    );
    assert!(Caption::Short(24).of(&link).contains("example.com"));
}

/// Rule `userinfo`: what looks like the host is a user name.
#[test]
fn userinfo() {
    for text in [
        "https://paypal.com@evil.com/",
        "https://paypal.com:443@evil.com/",
        "https://paypal.com.@evil.com",
        "https://user:password@paypal.com/",
    ] {
        for profile in [
            Profile::uts58(),
            Profile::recommended(),
            Profile::nonascii(),
        ] {
            let found = links(profile, text);
            assert!(
                found.iter().all(|link| !link.contains("://")),
                "{text}: {found:?}"
            );
        }
    }
}

/// Schemes that run code or read files.
#[test]
fn scheme_smuggling() {
    for text in [
        "javascript:alert(1)",
        "javascript://example.com/%0aalert(1)",
        "JaVaScRiPt:alert(document.cookie)//a.com",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "file:///etc/passwd",
        "java\u{AD}script://a.com",
        "xhttp-javascript://a.com/",
    ] {
        for profile in [Profile::uts58(), Profile::recommended()] {
            let detector = Detector::new(profile);
            for link in detector.links(text) {
                let href = link.href();
                assert!(
                    href.starts_with("https://") || href.starts_with("http://"),
                    "{text}: {href}"
                );
                assert!(!link.text().contains("script"), "{text}: {link}");
            }
        }
    }
    for scheme in ["javascript", "DATA", "vbscript", "file"] {
        assert!(Schemes::web().with_opaque(scheme).is_err());
        assert!(Schemes::web().with_host(scheme).is_err());
    }
}

/// Text that wants to be markup, or an escape sequence.
#[test]
fn injection() {
    let text = "<img src=x onerror=alert(1)> https://a.com/\"onmouseover=\"alert(1) 'b.com' &lt; \u{1B}[2J\u{7}";
    let detector = Detector::uts58();
    let html = Html::default().render(detector.spans(text)).to_string();
    assert!(
        !html.contains("<img") && !html.contains("\"onmouseover"),
        "{html}"
    );
    assert_eq!(
        html.matches('<').count(),
        html.matches("<a href=").count() * 4,
        "{html}"
    );
    let shown = Terminal::default().render(detector.spans(text)).to_string();
    let without = shown.replace("\u{1B}]8;;", "").replace("\u{1B}\\", "");
    assert!(!without.contains(['\u{1B}', '\u{7}']), "{shown:?}");
    assert_eq!(defang("https://evil.com/x"), "hxxps://evil[.]com/x");
}

/// Characters that reorder text.
#[test]
fn bidi_controls() {
    for control in [
        '\u{202A}', '\u{202B}', '\u{202D}', '\u{202E}', '\u{2066}', '\u{2067}', '\u{2068}',
    ] {
        let text = format!("https://example.com/{control}gpj.exe");
        assert_eq!(recommended(&text), [""; 0], "{control:?}");
        let shown = display(&text).expect("a URL");
        assert!(!shown.contains(control), "{shown:?}");
        let shown = Terminal::default()
            .render(Detector::uts58().spans(&text))
            .to_string();
        assert!(!shown.contains(control), "{shown:?}");
    }
}

/// Characters that are not seen.
#[test]
fn hidden_characters() {
    // They neither join two names to one nor hide in what is shown.
    for hidden in ['\u{AD}', '\u{200B}', '\u{2060}', '\u{FEFF}', '\u{E0041}'] {
        let text = format!("https://pay{hidden}pal.com/a{hidden}b");
        for profile in [Profile::uts58(), Profile::recommended()] {
            for link in Detector::new(profile).links(&text) {
                assert!(
                    !link.part(Part::Host).unwrap_or_default().contains(hidden),
                    "{link:?}"
                );
                assert!(!link.display().contains(hidden), "{:?}", link.display());
            }
        }
    }
}

/// Rule `invisible-character`: every character that is not seen, inside a name or address and at its edges.
#[test]
fn every_invisible_character() {
    let properties =
        icu_properties::CodePointSetData::new::<icu_properties::props::DefaultIgnorableCodePoint>();
    let mut count = 0;
    for hidden in ('\0'..=char::MAX).filter(|&c| properties.contains(c)) {
        count += 1;
        for inside in [
            format!("pay{hidden}pal.com"),
            format!("paypal{hidden}.com"),
            format!("https://pay{hidden}pal.com/login"),
            format!("https://paypal.com{hidden}evil.com/login"),
            format!("https://paypal.com{hidden}@evil.com/login"),
            format!("john{hidden}doe@example.com"),
            format!("john{hidden}@example.com"),
            format!("john@{hidden}example.com"),
            format!("john@exam{hidden}ple.com"),
            format!("john@example.com{hidden}evil"),
        ] {
            assert_eq!(recommended(&inside), [""; 0], "{inside:?}");
        }
        for edge in [
            format!("{hidden}example.com{hidden}"),
            format!("see {hidden}{hidden}example.com"),
            format!("{hidden}me@example.com{hidden}"),
            format!("\u{2709}{hidden}me@example.com."),
            format!("https://example.com/x{hidden}"),
        ] {
            let found = recommended(&edge);
            assert_eq!(found.len(), 1, "{edge:?}");
            assert!(!found[0].contains(hidden), "{edge:?}");
        }
    }
    assert!(count > 4000, "{count}");
}

/// No input is expensive: growth is counted in `growth.rs` and `cargo xtask instructions`. This
/// shows that callers can set limits, with values that no honest link reaches.
#[test]
fn denial_of_service() {
    let long = |length: usize| format!("https://example.com/{}", "a".repeat(length));
    assert_eq!(recommended(&long(8_000)).len(), 1);
    assert_eq!(recommended(&long(9_000)).len(), 0);
    let name = format!("https://{}.com", "a".repeat(64));
    assert_eq!(recommended(&name).len(), 0);
    let brackets = format!("https://example.com/{}", "(".repeat(1_000));
    let found = links(Profile::uts58(), &brackets);
    assert_eq!(found[0].matches('(').count(), 125);
}
