//! Options by name, and the same options as methods.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkspan::profile::{
    Grammar, IpHosts, Limits, Linking, LocalPartLimit, MisplacedDots, OptionError, Rule, Scheme,
    SchemeTld, Schemes, WwwNames,
};
use linkspan::tld::TldSource;
use linkspan::{Date, Detector, Profile};

/// Rule `one-set-of-options`: each option with its values, and what the method of the same name does.
#[test]
fn names_and_methods_do_the_same() {
    let base = Profile::recommended;
    let limits = |change: fn(Limits) -> Limits| base().limits(change(base().length_limits()));
    let cases = [
        ("with", "mixed-script", base().with(Rule::MixedScript)),
        (
            "with",
            " mixed-script , local-part-character,",
            base()
                .with(Rule::MixedScript)
                .with(Rule::LocalPartCharacter),
        ),
        ("without", "file-name", base().without(Rule::FileName)),
        ("without", "", base()),
        (
            "protect",
            "example.com, bücher.de",
            base().protect(["example.com", "bücher.de"]),
        ),
        ("bare-links", "linked", base().bare_links(Linking::Linked)),
        ("bare-links", "ignored", base().bare_links(Linking::Ignored)),
        (
            "add-scheme",
            "ftp://",
            base().schemes(Schemes::web_and_ftp()),
        ),
        (
            "add-scheme",
            "FTP://, tel:",
            base().schemes(Schemes::web_and_ftp().with_opaque("tel").unwrap()),
        ),
        (
            "add-unsafe-scheme",
            "file:",
            base().schemes(Schemes::web().with_unsafe_opaque("file").unwrap()),
        ),
        (
            "default-scheme",
            "http",
            base().default_scheme(Scheme::HTTP),
        ),
        ("ip-hosts", "ignored", base().ip_hosts(IpHosts::Ignored)),
        ("ip-hosts", "linked", base().ip_hosts(IpHosts::Linked)),
        (
            "ip-hosts",
            "bare",
            base().ip_hosts(IpHosts::LinkedAlsoBareIpv6),
        ),
        ("bare-ip", "ignored", base().bare_ip(Linking::Ignored)),
        ("bare-ip", "linked", base().bare_ip(Linking::Linked)),
        ("localhost", "ignored", base().localhost(Linking::Ignored)),
        ("localhost", "linked", base().localhost(Linking::Linked)),
        (
            "single-label",
            "ignored",
            base().single_label(Linking::Ignored),
        ),
        (
            "single-label",
            "linked",
            base().single_label(Linking::Linked),
        ),
        (
            "emoji-hosts",
            "ignored",
            base().emoji_hosts(Linking::Ignored),
        ),
        ("emoji-hosts", "linked", base().emoji_hosts(Linking::Linked)),
        ("tlds", "embedded", base().tlds(TldSource::Embedded)),
        ("tlds", "syntactic", base().tlds(TldSource::Syntactic)),
        (
            "add-tld",
            "internal, новое",
            base().tlds(TldSource::Embedded.with(["internal", "новое"])),
        ),
        (
            "scheme-tld",
            "syntactic",
            base().scheme_tld(SchemeTld::Syntactic),
        ),
        ("scheme-tld", "known", base().scheme_tld(SchemeTld::Known)),
        (
            "www-names",
            "as-others",
            base().www_names(WwwNames::AsOthers),
        ),
        (
            "www-names",
            "syntactic-tld",
            base().www_names(WwwNames::SyntacticTld),
        ),
        ("max-tld-age", "30", base().max_tld_age(30)),
        ("max-tld-age", "none", base()),
        (
            "today",
            "2026-11-15",
            base().today(Date::new(2026, 11, 15).unwrap()),
        ),
        (
            "quoted-local-parts",
            "ignored",
            base().quoted_local_parts(Linking::Ignored),
        ),
        (
            "quoted-local-parts",
            "linked",
            base().quoted_local_parts(Linking::Linked),
        ),
        (
            "misplaced-dots",
            "fail",
            base().misplaced_dots(MisplacedDots::Fail),
        ),
        (
            "misplaced-dots",
            "stop",
            base().misplaced_dots(MisplacedDots::Stop),
        ),
        ("limits", "none", base().limits(Limits::default())),
        ("limits", "dns", base().limits(Limits::dns())),
        ("max-label", "10", limits(|limits| limits.label(10))),
        ("max-name", "10", limits(|limits| limits.name(10))),
        (
            "max-local-part",
            "10",
            limits(|limits| limits.local_part(LocalPartLimit::Octets(10))),
        ),
        ("max-length", "10", limits(|limits| limits.link(10))),
        ("max-run", "10", limits(|limits| limits.run(10))),
        ("grammar", "uts58", base().grammar(Grammar::Uts58)),
        ("grammar", "pri185", base().grammar(Grammar::Pri185)),
    ];
    for (option, value, expected) in &cases {
        let set = base().set(option, value);
        assert_eq!(set.as_ref(), Ok(expected), "{option}={value}");
    }
    for option in Profile::options() {
        let is_case = |value: &str| {
            cases
                .iter()
                .any(|(name, set, _)| *name == option.name && (value.is_empty() || *set == value))
        };
        assert!(is_case(""), "no case for {}", option.name);
        let is_list = option.expected.starts_with("one or more");
        let missing = option.values.iter().find(|value| !is_case(value));
        assert!(is_list || missing.is_none(), "{}={missing:?}", option.name);
    }
}

/// An option that is not accepted says which it is, what is wrong, and what to write instead.
#[test]
fn errors_name_the_option() {
    for (option, value, message) in [
        (
            "ip-hosts",
            "yes",
            "option `ip-hosts`: expected ignored, linked or bare, not `yes`",
        ),
        (
            "max-length",
            "many",
            "option `max-length`: expected a number or `none`, not `many`",
        ),
        (
            "today",
            "yesterday",
            "option `today`: expected a date such as 2026-11-15, not `yesterday`",
        ),
        (
            "add-scheme",
            "tel",
            "option `add-scheme`: write `tel://` if a host follows, otherwise `tel:`",
        ),
        (
            "add-scheme",
            "data:",
            "option `add-scheme`: refusing scheme `data`: its links can run code or read local files",
        ),
        (
            "default-scheme",
            "a-scheme-that-is-long",
            "option `default-scheme`: `a-scheme-that-is-long` is too long for a default scheme: expected at most 15 characters",
        ),
        (
            "add-tld",
            "a b",
            "option `add-tld`: expected names such as `internal`, not `a b`",
        ),
        (
            "tlds",
            "\u{202E}x",
            "option `tlds`: expected embedded or syntactic, not `\\u{202E}x`",
        ),
    ] {
        let error = Profile::uts58().set(option, value).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let error = Profile::uts58().set("without", "everything").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("option `without`: expected one or more of ")
    );
    let error = Profile::uts58().set("Ip-Hosts", "linked").unwrap_err();
    assert_eq!(error, OptionError::UnknownOption("Ip-Hosts".into()));
    assert!(
        error
            .to_string()
            .contains("expected with, without, bare-links")
    );
}

/// `uasg` takes its date from the caller; without one its list counts as old.
#[test]
fn profiles_by_name() {
    let today = Date::new(2026, 11, 2).unwrap();
    for (name, profile) in [
        ("uts58", Profile::uts58()),
        ("recommended", Profile::recommended()),
        ("nonascii", Profile::nonascii()),
        ("pri185", Profile::pri185()),
    ] {
        assert_eq!(Profile::named(name), Ok(profile));
    }
    let uasg = Profile::named("uasg").unwrap();
    assert!(uasg.is_stale());
    assert_eq!(uasg.today(today), Profile::uasg(today));
    assert!(Profile::named("UTS58").is_err());
}

/// A default scheme that is chosen at run time outlives the detector in the links.
#[test]
fn default_schemes_are_values() {
    let text = String::from("see a.com/b");
    let link = {
        let name: String = "GEM".chars().chain("ini".chars()).collect();
        let profile = Profile::uts58().default_scheme(Scheme::new(&name).unwrap());
        let detector = Detector::new(profile);
        detector.links(&text).next().unwrap()
    };
    assert_eq!(link.href(), "gemini://a.com/b");
    assert_eq!(link.href_typed(), "gemini://a.com/b");
}

/// The links of a text in ⸠…⸡ notation, without the marks, and whether the same are found.
fn check_links(profile: &Profile, case: &str) {
    let detector = Detector::new(profile.clone());
    let text = case.replace(['⸠', '⸡'], "");
    let mut found = String::new();
    for span in detector.spans(&text) {
        match span {
            linkspan::Span::Text(text) => found += text,
            linkspan::Span::Link(link) => found += &format!("⸠{link}⸡"),
        }
    }
    assert_eq!(found, case);
}

/// Rule `single-label`, in all profiles that have options.
#[test]
fn single_labels_are_hosts_if_asked() {
    for name in ["recommended", "uts58", "uasg", "nonascii"] {
        let off = Profile::named(name).unwrap();
        check_links(&off, "http://jenkins/job/1 http://web:8080/x");
        let on = off.single_label(Linking::Linked);
        for case in [
            "⸠http://jenkins/job/1⸡ (⸠http://web:8080/x⸡), jenkins/job/1",
            "⸠http://my-host⸡. ⸠https://wiki/?a=b#c⸡ ⸠http://go/x⸡",
            "http://user:password@host/ http://user@host/ http://123/ http://0x7f/ http://-a/",
            "http://a..b/ ⸠http://example.com/⸡",
        ] {
            check_links(&on, case);
        }
        let link = "http://Jenkins/job/1";
        let detector = Detector::new(on);
        let link = detector.links(link).next().unwrap();
        assert_eq!(link.href(), "http://jenkins/job/1");
    }
    let on = Profile::recommended().single_label(Linking::Linked);
    check_links(&on, "打开⸠http://jenkins⸡查看 ⸠http://jenkins/job/1⸡에서");
}

/// Rule `emoji-hosts`, in all profiles that have options.
#[test]
fn emoji_are_in_hosts_if_asked() {
    for name in ["recommended", "uts58", "uasg"] {
        let off = Profile::named(name).unwrap();
        check_links(&off, "https://🤫.st");
        let on = off.emoji_hosts(Linking::Linked);
        for case in [
            "⸠https://🤫.st⸡ ⸠https://i❤️.ws/x⸡, ⸠https://a.🤫🤫.la:8080/x⸡.",
            "🤫.st https://🤫 https://a.🤫 https://🤫..st ⸠https://example.com⸡🤫",
        ] {
            check_links(&on, case);
        }
        let detector = Detector::new(on);
        let link = detector.links("https://🤫.st/x").next().unwrap();
        assert_eq!(link.href(), "https://xn--kq9h.st/x");
        assert_eq!(link.display(), "https://xn--kq9h.st/x");
        assert_eq!(link.caption(), "https://xn--kq9h.st/x");
    }
}
