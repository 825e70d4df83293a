//! Options and entry points that the case files cannot reach.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkspan::format::{ErrorKind, UrlParts};
use linkspan::profile::{Linking, MisplacedDots, Scheme, Schemes};
use linkspan::props::is_link_email;
use linkspan::tld::TldSource;
use linkspan::{
    Detector, Kind, Part, Profile, email,
    term::{self, Ends},
};

fn found(detector: &Detector, text: &str) -> Vec<String> {
    detector.links(text).map(|link| link.to_string()).collect()
}

/// UTS58 1.4 quoted local parts: an option links those without Hard characters.
#[test]
fn quoted_local_parts() {
    let quoting = Detector::new(Profile::uts58().quoted_local_parts(Linking::Linked));
    for (text, expected) in [
        (r#"to "a"@example.com."#, &[r#""a"@example.com"#] as &[&str]),
        (r#""a\"b"@example.com"#, &[r#""a\"b"@example.com"#]),
        (r#""a.."@example.com"#, &[r#""a.."@example.com"#]),
        (r#""a@b"@example.com"#, &[r#""a@b"@example.com"#]),
        (r#""a.com"@example.com"#, &[r#""a.com"@example.com"#]),
        (r#"mailto:"a"@example.com"#, &[r#"mailto:"a"@example.com"#]),
        (r#""a b"@example.com"#, &[]),
        (r#"a"@example.com"#, &[]),
        (r#""a\"@example.com"#, &[]),
        (r#""see a.com" x@example.com"#, &["a.com", "x@example.com"]),
        (r#""a.com" b"#, &["a.com"]),
    ] {
        assert_eq!(found(&quoting, text), expected, "{text}");
    }
    assert!(found(&Detector::uts58(), r#""a"@example.com"#).is_empty());
}

/// UTS58 Table 5-1 customisation: an option stops before problematic dots.
#[test]
fn misplaced_dots() {
    let stopping = Detector::new(Profile::uts58().misplaced_dots(MisplacedDots::Stop));
    for (text, expected) in [
        ("john..doe@example.com", &["doe@example.com"] as &[&str]),
        (".john.doe@example.com", &["john.doe@example.com"]),
        ("...john@example.com", &["john@example.com"]),
        ("john.@example.com", &[]),
        (".@example.com", &[]),
        ("a.com!..b@example.com", &["a.com", "b@example.com"]),
    ] {
        assert_eq!(found(&stopping, text), expected, "{text}");
    }
}

/// UTS58 6.1 Link_Email: implementations can customise it.
#[test]
fn customised_link_email() {
    let with =
        |characters: fn(char) -> bool| Detector::new(Profile::uts58().email_characters(characters));
    let narrow = with(|c| c.is_alphanumeric() || "._-+".contains(c));
    assert_eq!(found(&narrow, "a!b@example.com"), ["b@example.com"]);
    let tibetan = with(|c| is_link_email(c) || c == '\u{F0B}');
    assert_eq!(found(&tibetan, "ཀ་ཁ@example.com"), ["ཀ་ཁ@example.com"]);
    // Never `@` or a Hard character, whatever the set says.
    let everything = with(|_| true);
    assert_eq!(found(&everything, "x y:z@example.com"), ["y:z@example.com"]);
    assert_eq!(found(&everything, "a@b@example.com"), ["b@example.com"]);
}

/// Rules `schemes` and `href`: other schemes, another default scheme, another source of names.
#[test]
fn schemes_and_sources_are_options() {
    let profile = Profile::uts58()
        .schemes(Schemes::web().with_host("ftp").unwrap())
        .default_scheme(Scheme::HTTP)
        .tlds(TldSource::Syntactic);
    let detector = Detector::new(profile);
    let hrefs: Vec<String> = detector
        .links("FTP://a.de, printer.lan; sftp://a.de gopher://a.de")
        .map(|link| link.href())
        .collect();
    assert_eq!(hrefs, ["ftp://a.de/", "http://printer.lan/", "ftp://a.de/"]);
}

/// UTS58 Table 3-1, rule `href`: the parts of a link, and what is made of them.
#[test]
fn parts_of_links() {
    let text = "x HTTPS://Bücher.DE.:8080/a/b?q=1#f:~:text=x y MAILTO:Jörg+x@Bücher.DE z";
    let links: Vec<_> = Detector::uts58().links(text).collect();
    let url = &links[0];
    let part = |part| url.part(part);
    assert_eq!(part(Part::Scheme), Some("HTTPS"));
    assert_eq!(part(Part::LocalPart), None);
    assert_eq!(part(Part::Host), Some("Bücher.DE."));
    assert_eq!((part(Part::Port), url.port()), (Some("8080"), Some(8080)));
    assert_eq!(part(Part::Path), Some("/a/b"));
    assert_eq!(part(Part::Query), Some("q=1"));
    assert_eq!(part(Part::Fragment), Some("f"));
    assert_eq!(part(Part::Directives), Some("text=x"));
    assert_eq!(
        url.href(),
        "https://xn--bcher-kva.de.:8080/a/b?q=1#f:~:text=x"
    );
    let mail = &links[1];
    assert_eq!(mail.kind(), Kind::Email);
    assert_eq!(mail.part(Part::Scheme), Some("MAILTO"));
    assert_eq!(mail.part(Part::LocalPart), Some("Jörg+x"));
    assert_eq!(mail.part(Part::Host), Some("Bücher.DE"));
    assert_eq!(mail.href(), "mailto:J%C3%B6rg+x@xn--bcher-kva.de");
    assert_eq!(mail.display(), "MAILTO:Jörg+x@bücher.de");
}

/// UTS58 10.1: the first initiator counts, so that brackets and parts are right.
#[test]
fn extending_the_matches_of_other_libraries() {
    for (text, range, expected) in [
        // Too short, too long, and just right.
        ("https://a.com/ü?ö#ä.", 0..14, "https://a.com/ü?ö#ä"),
        ("(https://a.com/b).", 1..18, "https://a.com/b"),
        ("https://a.com/b. C", 0..16, "https://a.com/b"),
        ("https://a.com/b", 0..15, "https://a.com/b"),
        // From the last initiator, `)` would look unmatched or matched wrongly.
        ("https://a.com/x(y)z", 0..16, "https://a.com/x(y)z"),
        ("https://a.com/(x?y)", 0..18, "https://a.com/(x?y"),
        ("https://a.com/x?(y/z)", 0..19, "https://a.com/x?(y/z)"),
        // No initiator in the match.
        ("a.com/ü", 0..5, "a.com/ü"),
        ("https://a.com. B", 0..14, "https://a.com"),
        ("https://a.com:80/ü", 0..16, "https://a.com:80/ü"),
        ("http://[::1]/ü", 0..13, "http://[::1]/ü"),
        ("http://localhost?ü.", 0..16, "http://localhost?ü"),
        ("a.com:8080/ü", 0..5, "a.com:8080/ü"),
        ("https://a.com./ü", 0..14, "https://a.com./ü"),
        // A `://` after the host does not start a scheme.
        (
            "a.com?u=[http://x.com/a] z",
            0..24,
            "a.com?u=[http://x.com/a]",
        ),
        ("a.com#(http://x.com/a) z", 0..21, "a.com#(http://x.com/a)"),
        // E-mail addresses end with their domain.
        ("a@b.com/x", 0..9, "a@b.com"),
        ("mailto:a@b.com?subject=x", 0..24, "mailto:a@b.com"),
        ("a@b.com.", 0..8, "a@b.com"),
        ("mailto:a/b@c.com?x", 0..18, "mailto:a/b@c.com"),
        // An `@` in a URL is not the `@` of an address.
        ("https://a.com/x@b.com/ü", 0..22, "https://a.com/x@b.com/ü"),
        ("https://u@a.com/ü", 0..16, "https://u@a.com/ü"),
    ] {
        let end = term::extend(text, range.start, range.end, Ends::Uts58);
        assert_eq!(
            end.map(|end| &text[range.start..end]),
            Some(expected),
            "{text}"
        );
    }
    assert_eq!(term::extend("ü.com", 1, 6, Ends::Uts58), None);
    assert_eq!(term::extend("a.com", 0, 9, Ends::Uts58), None);
    assert_eq!(term::extend("a.com", 3, 2, Ends::Uts58), None);
}

/// UTS58 4.1 interior: segments that no URL can have, and literal syntax in segments.
#[test]
fn parts_that_cannot_be_written() {
    let path = |segment: &str| UrlParts {
        path: vec!["a".into(), segment.into()],
        ..UrlParts::new("https://example.com")
    };
    for segment in [".", ".."] {
        let error = path(segment).minimal().unwrap_err();
        assert_eq!(
            (error.kind(), error.about()),
            (ErrorKind::DotSegment, segment)
        );
    }
    for (segment, expected) in [
        ("...", "https://example.com/a/..%2E"),
        ("%2e", "https://example.com/a/%252e"),
        ("", "https://example.com/a/"),
        ("a\\b", "https://example.com/a/a%5Cb"),
    ] {
        assert_eq!(path(segment).minimal().as_deref(), Ok(expected));
    }
    let error = UrlParts::new("https://example.com/x")
        .minimal()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::HeadWithPath);
    let error = UrlParts::new("example").minimal().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoHost);
}

/// UTS58 4.1 step 2, UTS58 4.1 interior: empty parts and directives.
#[test]
fn empty_parts_and_directives() {
    let base = || UrlParts::new("https://example.com");
    let directives = |list: &[&str]| list.iter().map(|&d| d.into()).collect::<Vec<String>>();
    for (parts, expected) in [
        (base(), "https://example.com"),
        (
            UrlParts {
                path: vec!["".into()],
                ..base()
            },
            "https://example.com/",
        ),
        (
            UrlParts {
                query: vec![("".into(), None)],
                ..base()
            },
            "https://example.com?",
        ),
        (
            UrlParts {
                query: vec![("a.".into(), Some("".into()))],
                ..base()
            },
            "https://example.com?a.=",
        ),
        (
            UrlParts {
                fragment: Some("".into()),
                path: vec!["a.".into()],
                ..base()
            },
            "https://example.com/a.#",
        ),
        (
            UrlParts {
                directives: directives(&["text=a,b"]),
                ..base()
            },
            "https://example.com#:~:text=a,b",
        ),
        (
            UrlParts {
                directives: directives(&["text=a%2Cb%26c%2Dd", "x."]),
                ..base()
            },
            "https://example.com#:~:text=a%2Cb%26c%2Dd:~:x%2E",
        ),
        (
            UrlParts {
                directives: directives(&["text=a:~:b"]),
                ..base()
            },
            "https://example.com#:~:text=a%3A~:b",
        ),
        (
            UrlParts {
                directives: directives(&["text=%E4%BD%A0"]),
                ..base()
            },
            "https://example.com#:~:text=你",
        ),
        (
            UrlParts {
                fragment: Some("a:~".into()),
                directives: directives(&["text=b"]),
                ..base()
            },
            "https://example.com#a%3A~:~:text=b",
        ),
        (
            UrlParts {
                fragment: Some("a:~:b".into()),
                ..base()
            },
            "https://example.com#a%3A~:b",
        ),
        (
            UrlParts {
                query: vec![("a\\b".into(), None)],
                ..base()
            },
            "https://example.com?a\\b",
        ),
    ] {
        assert_eq!(parts.minimal().as_deref(), Ok(expected));
    }
}

/// UTS58 5.3: quoting.
#[test]
fn quoting_local_parts() {
    for (address, expected) in [
        ("john@example.com", Ok("john@example.com")),
        ("john doe@example.com", Ok("\"john doe\"@example.com")),
        ("john..doe@example.com", Ok("\"john..doe\"@example.com")),
        (".john@example.com", Ok("\".john\"@example.com")),
        ("john.@example.com", Ok("\"john.\"@example.com")),
        ("a\"b@example.com", Ok("\"a\\\"b\"@example.com")),
        ("a\\b@example.com", Ok("\"a\\\\b\"@example.com")),
        ("a@b@example.com", Ok("\"a@b\"@example.com")),
        ("“x”@example.com", Ok("\"“x”\"@example.com")),
        ("\"john\"@example.com", Ok("john@example.com")),
        ("\"john doe\"@example.com", Ok("\"john doe\"@example.com")),
        ("\"john\\ doe\"@example.com", Ok("\"john doe\"@example.com")),
        ("用户@例子.中国", Ok("用户@例子.中国")),
        ("john doe", Ok("\"john doe\"")),
        ("\"a@b\"", Ok("\"a@b\"")),
        ("a@[192.0.2.1]", Ok("a@[192.0.2.1]")),
        ("@example.com", Err(email::QuoteError::Empty)),
        ("a\tb@example.com", Err(email::QuoteError::Control('\t'))),
        ("john@", Err(email::QuoteError::Domain)),
        ("john@exam ple.com", Err(email::QuoteError::Domain)),
        ("a@[192.0.2.1", Err(email::QuoteError::Domain)),
        ("a@192.0.2.1]", Err(email::QuoteError::Domain)),
        ("\"", Ok("\"\\\"\"")),
        ("\"a\"b\"@example.com", Ok("\"\\\"a\\\"b\\\"\"@example.com")),
    ] {
        assert_eq!(
            email::address(address).as_deref(),
            expected.as_ref().copied(),
            "{address}"
        );
    }
    for (error, about) in [
        (email::QuoteError::Empty, "is empty"),
        (email::QuoteError::Control('\t'), "U+0009"),
        (email::QuoteError::Domain, "not a domain"),
    ] {
        assert!(error.to_string().contains(about), "{error}");
    }
}
