//! Rule `registrable-domain`: the embedded table against crate `psl` and the rules of the format.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkspan::suffix::{SuffixList, SuffixSource};

/// Names below, at and above the suffixes of real rules and of random ones.
fn hosts() -> Vec<String> {
    let tops = [
        "com",
        "uk",
        "co.uk",
        "jp",
        "kobe.jp",
        "city.kobe.jp",
        "tokyo.jp",
        "shibuya.tokyo.jp",
        "ck",
        "www.ck",
        "er",
        "mm",
        "np",
        "github.io",
        "s3.amazonaws.com",
        "compute.amazonaws.com",
        "cn",
        "com.cn",
        "xn--55qx5d.cn",
        "xn--p1ai",
        "no",
        "nom.br",
        "sch.uk",
        "pg",
        "fk",
        "de",
        "blogspot.com",
        "appspot.com",
        "herokuapp.com",
        "invalid",
        "xn--fiqs8s",
        "kawasaki.jp",
        "platformsh.site",
        "wordpress.com",
        "au",
        "id.au",
        "us",
        "k12.ca.us",
        "museum",
        "aero",
        "cloudfront.net",
        "azurewebsites.net",
        "xn--od0alg.cn",
        "k12.wa.us",
        "pvt.k12.ma.us",
    ];
    let labels = [
        "a",
        "www",
        "city",
        "xn--bcher-kva",
        "co",
        "com",
        "gov",
        "b-c",
        "1",
        "test",
        "k12",
        "s3",
        "org",
    ];
    let mut hosts = Vec::new();
    for top in tops {
        hosts.push(top.to_string());
        for first in labels {
            hosts.push(format!("{first}.{top}"));
            for second in labels {
                hosts.push(format!("{second}.{first}.{top}"));
                for third in labels {
                    hosts.push(format!("{third}.{second}.{first}.{top}"));
                }
            }
        }
    }
    hosts
}

/// `psl` does not know top-level domains that only have wildcard rules; the default rule applies to
/// both sides alike, so that only its answers for listed ones are compared.
#[test]
fn the_embedded_list_agrees_with_crate_psl() {
    let list = SuffixSource::Embedded;
    let hosts = hosts();
    assert!(hosts.len() > 90_000, "{}", hosts.len());
    let mut differences = Vec::new();
    for host in &hosts {
        let expected = psl::domain_str(host);
        let found = list.domain(host);
        if found != expected {
            differences.push(format!("{host}: {found:?}, psl {expected:?}"));
        }
    }
    assert!(
        differences.is_empty(),
        "{} differ: {:#?}",
        differences.len(),
        &differences[..differences.len().min(20)]
    );
}

#[test]
fn every_spelling_of_a_host_works() {
    let list = SuffixSource::Embedded;
    for (host, expected) in [
        ("www.example.com", Some("example.com")),
        ("WWW.EXAMPLE.COM", Some("EXAMPLE.COM")),
        ("www.example.com.", Some("example.com")),
        ("www。example．com", Some("example．com")),
        ("a.食狮.公司.cn", Some("食狮.公司.cn")),
        ("a.食狮.XN--55QX5D.cn", Some("食狮.XN--55QX5D.cn")),
        ("a.ＥＸＡＭＰＬＥ.ｃｏ.uk", Some("ＥＸＡＭＰＬＥ.ｃｏ.uk")),
        ("BÜCHER.de", Some("BÜCHER.de")),
        ("me.github.io", Some("me.github.io")),
        ("github.io", None),
        ("com", None),
        ("a.b.invalid", Some("b.invalid")),
        ("", None),
        (".", None),
        ("a..com", None),
        ("city.kobe.jp", Some("city.kobe.jp")),
        ("a.b.kobe.jp", Some("a.b.kobe.jp")),
        ("b.kobe.jp", None),
    ] {
        assert_eq!(list.domain(host), expected, "{host}");
    }
}

#[test]
fn look_ups_in_ascii_allocate_nothing() {
    let hosts = hosts();
    let used = allocation_counter::measure(|| {
        for host in &hosts {
            std::hint::black_box(SuffixSource::Embedded.find(host));
        }
        std::hint::black_box(SuffixSource::Embedded.find("WWW.A..Example.co.UK."));
    });
    assert_eq!(used.count_total, 0, "{used:?}");
}

#[test]
fn a_newer_list_can_replace_the_embedded_one() {
    let list =
        SuffixList::parse("// comment\n\ncom // why\nBÜCHER.example\n*.ck\n!www.ck\n").unwrap();
    assert_eq!(list.len(), 4);
    let list = SuffixSource::List(list);
    assert_eq!(
        list.domain("a.b.xn--bcher-kva.example"),
        Some("b.xn--bcher-kva.example")
    );
    assert_eq!(list.domain("a.co.uk"), Some("co.uk"));
    assert_eq!(list.domain("x.ck"), None);
    for (text, message) in [
        ("", "the public suffix list has no rules"),
        ("// only a comment", "the public suffix list has no rules"),
        (
            "com\n<html>",
            "line 2 is not a rule of a public suffix list",
        ),
        ("com\n..", "line 2 is not a rule of a public suffix list"),
        ("com\na.*.b", "line 2 is not a rule of a public suffix list"),
    ] {
        assert_eq!(SuffixList::parse(text).unwrap_err().to_string(), message);
    }
}

/// An IPv4 address is not a name, but a list may have rules that are numbers.
#[test]
fn numbers() {
    for host in ["127.0.0.1", "1.2.3.4."] {
        assert_eq!(SuffixSource::Embedded.find(host), None, "{host}");
    }
    let list = SuffixSource::List(SuffixList::parse("9\n").unwrap());
    assert_eq!(list.domain("a.b.9"), Some("b.9"));
}
