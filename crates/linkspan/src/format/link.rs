//! The forms of a link: the address to open, the link as typed, and the form to show.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::head::Head;
use super::opened::Opened;
use super::{Form, Format, escape, plain};

use crate::link::{Host, Kind, Link, Part};
use crate::names::host::HostKind;
use crate::names::host::label::is_label_separator;
use crate::names::idna;
use crate::text::escape::escape_bidi;

/// A host that every parser accepts.
const PLACEHOLDER: &str = "host.invalid";

/// The characters that RFC 6068 requires to be encoded in the local part of a `mailto:` address.
const MAILTO: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'*')
    .remove(b'+');

/// Whether [`MAILTO`] leaves a byte unchanged.
fn is_kept_in_mailto(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$'*+".contains(&byte)
}

/// A URL in the form in which it is shown, in four pieces.
pub(crate) struct DisplayUrl<'t> {
    /// The scheme.
    pub(crate) scheme: &'t str,
    pub(crate) host: Cow<'t, str>,
    /// The port with its `:`.
    pub(crate) port: &'t str,
    /// Path, query and fragment.
    pub(crate) tail: Cow<'t, str>,
}

impl DisplayUrl<'_> {
    pub(crate) fn concat(&self) -> String {
        [self.scheme, &self.host, self.port, &self.tail].concat()
    }
}

impl<'t> Link<'t> {
    /// The address to open: in ASCII and with a scheme, for URLs with a host and e-mail addresses.
    /// Use it for `href` attributes and requests. Takes linear time and allocates.
    ///
    /// For a URL, this is its WHATWG serialization; a name without a scheme gets the
    /// [`default_scheme`](crate::Profile::default_scheme) of the profile. For an e-mail address, it
    /// is `mailto:`, the percent-encoded local part, `@` and the domain in A-labels. A link without
    /// a host, such as `tel:`, is serialized if a parser accepts it, and otherwise unchanged. A
    /// file name is unchanged, and a page cannot open it.
    ///
    /// Detection checks the characters of a host, not every rule of IDNA. A host that UTS #46
    /// rejects as a whole, for example because a joiner is in the wrong place, is still written in
    /// Punycode. Parsers that follow the WHATWG standard strictly refuse such a name in both forms;
    /// Chromium refuses it in Unicode, but accepts the Punycode and looks up that name.
    /// [`Host::ascii`] is `None` for such a host, and `recommended` does not link it.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let mut links = Detector::uts58().links("田中。com, σωκράτης@example.com")
    ///     .map(|link| link.href()).collect::<Vec<_>>();
    /// assert_eq!(links, [
    ///     "https://xn--fiqx46g.com/",
    ///     "mailto:%CF%83%CF%89%CE%BA%CF%81%CE%AC%CF%84%CE%B7%CF%82@example.com",
    /// ]);
    /// ```
    #[must_use]
    pub fn href(&self) -> String {
        if let Some((before, after)) = self.href_around() {
            return [before, self.text(), after].concat();
        }
        if self.kind() == Kind::Email {
            let local = self.part(Part::LocalPart).unwrap_or_default();
            let local = utf8_percent_encode(local, MAILTO);
            return format!("mailto:{local}@{}", idna::to_ascii_lossy(self.host_typed()));
        }
        if self.kind() == Kind::File {
            return self.text().to_string();
        }
        if self.host_typed().is_empty() {
            let opened = Opened::of(self.text());
            return opened.map_or_else(|| self.text().to_string(), Opened::into_string);
        }
        let scheme = match self.delimited_scheme() {
            Some(scheme) => Cow::Borrowed(scheme),
            None => Cow::Owned([self.default_scheme(), "://"].concat()),
        };
        let rest = self.slice(self.parts().host().end..self.end());
        let ascii = match self.parts().host_kind() {
            Some(HostKind::Name) if plain::is_plain_host(self.host_typed()) => {
                Some(self.host_typed().into())
            }
            Some(HostKind::Name) => idna::to_ascii(self.host_typed()).map(Cow::Owned),
            _ => None,
        };
        if let Some(url) = ascii.and_then(|host| plain::serialise(&scheme, &host, rest)) {
            return url;
        }
        let host = self.host_in_url();
        let has_host = |url: &Opened| !url.host().is_empty();
        if let Some(url) = Opened::of(&[&scheme, &host, rest].concat()).filter(has_host) {
            return url.into_string();
        }
        // No parser accepts this host. The rest is written as if one did.
        let host = idna::to_ascii_lossy(&host);
        match Opened::of(&[&scheme, PLACEHOLDER, rest].concat()) {
            Some(url) => {
                let (before, after) = url.around_host();
                [before, &host, after].concat()
            }
            None => [&*scheme, &host].concat(),
        }
    }

    /// The text that [`href`](Self::href) adds before and after the link, if it contains the link
    /// unchanged. Most ASCII links only get a scheme or a slash. Use it to write many addresses
    /// without allocating.
    ///
    /// `None` only means that `href` must be called; it says nothing about the address.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let around: Vec<_> = Detector::uts58().links("a.com http://a.com/b me@a.com a.com/é")
    ///     .map(|link| link.href_around()).collect();
    /// assert_eq!(around, [Some(("https://", "/")), Some(("", "")), Some(("mailto:", "")), None]);
    /// ```
    #[must_use]
    pub fn href_around(&self) -> Option<(&'static str, &'static str)> {
        let host = self.parts().host();
        let rest = self.slice(host.end..self.end());
        match (self.kind(), self.delimited_scheme()) {
            (Kind::Email, scheme) => {
                let local = self.part(Part::LocalPart)?;
                let is_kept = local.bytes().all(is_kept_in_mailto) && rest.is_empty();
                let before = match scheme {
                    None => "mailto:",
                    Some("mailto:") => "",
                    Some(_) => return None,
                };
                (is_kept && plain::is_plain_host(self.host_typed())).then_some((before, ""))
            }
            (Kind::Url, scheme) => {
                let (before, scheme) = match (scheme, self.default_scheme()) {
                    (Some(scheme), _) => ("", scheme),
                    (None, "https") => ("https://", "https://"),
                    (None, "http") => ("http://", "http://"),
                    (None, _) => return None,
                };
                let after = if rest.is_empty() { "/" } else { "" };
                plain::is_kept(scheme, self.host_typed(), rest).then_some((before, after))
            }
            (Kind::File, _) => Some(("", "")),
        }
    }

    /// A key for counting and comparing links: [`href`](Self::href) without the root dot of the
    /// host.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let detector = Detector::uts58();
    /// let mut keys: Vec<_> = detector.links("A.com./b https://a.com/b").map(|link| link.href_key()).collect();
    /// keys.dedup();
    /// assert_eq!(keys, ["https://a.com/b"]);
    /// ```
    #[must_use]
    pub fn href_key(&self) -> String {
        let href = self.href();
        if !self.host_typed().ends_with(is_label_separator) {
            return href;
        }
        match Opened::of(&href) {
            Some(url) => {
                let (before, after) = url.around_host();
                [before, url.host().trim_end_matches('.'), after].concat()
            }
            None => href,
        }
    }

    /// The address as typed, with a scheme. Unlike [`href`](Self::href), it does not add a `/` to
    /// `https://a.com`, and keeps non-ASCII characters.
    ///
    /// It always opens the same address: if a browser would open a different one for the typed
    /// text, and for e-mail addresses, it returns `href`. A host found to imitate another one is in
    /// A-labels; see [`caption`](Self::caption) for when that is checked.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let detector = Detector::uts58();
    /// let typed = |text| detector.links(text).next().unwrap().href_typed();
    /// assert_eq!(typed("HTTPS://A.com"), "HTTPS://A.com");
    /// assert_eq!(typed("bücher.de/ä"), "https://bücher.de/ä");
    /// assert_eq!(typed("me@a.com"), "mailto:me@a.com");
    /// ```
    #[must_use]
    pub fn href_typed(&self) -> String {
        let href = self.href();
        if self.kind() == Kind::Email {
            return href;
        }
        let mut typed = self.typed().into_owned();
        if self.parts().is_bare() && self.kind() == Kind::Url {
            typed.insert_str(0, "://");
            typed.insert_str(0, self.default_scheme());
        }
        let is_same = Opened::of(&typed).is_some_and(|url| url.as_str() == href);
        if is_same { typed } else { href }
    }

    /// The link as written in the text, except that a host found to imitate another one is in
    /// A-labels, and that characters that reorder text are percent-escaped. Use it as the visible
    /// text of a link. Borrows the text if neither is in it.
    ///
    /// Imitation is found by the rules `WholeScriptConfusable` and `Lookalike`, which only
    /// [`recommended`](crate::Profile::recommended) enables, and by
    /// [`Profile::protect`](crate::Profile::protect). With other profiles, and for links of
    /// [`Detector::parse`](crate::Detector::parse), the host is returned as written.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let detector = Detector::new(Profile::recommended());
    /// let link = detector.links("Https://аррӏе.com/X").next().unwrap();
    /// assert_eq!(link.text(), "Https://аррӏе.com/X");
    /// assert_eq!(link.caption(), "Https://xn--80ak6aa92e.com/X");
    /// ```
    #[must_use]
    pub fn caption(&self) -> Cow<'t, str> {
        match self.typed() {
            Cow::Borrowed(text) => escape_bidi(text),
            Cow::Owned(text) => Cow::Owned(escape_bidi(&text).into_owned()),
        }
    }

    /// The link as written, except that a host found to imitate another one is in A-labels.
    pub(crate) fn typed(&self) -> Cow<'t, str> {
        if !self.is_spoof() {
            return Cow::Borrowed(self.text());
        }
        let host = self.parts().host();
        let before = self.slice(self.start()..host.start);
        let after = self.slice(host.end..self.end());
        Cow::Owned([before, &idna::to_ascii_lossy(self.host_typed()), after].concat())
    }

    /// The link in the form to show to people: the [display form](crate::format::display) of a URL,
    /// or an e-mail address with its domain in Unicode. A host found to imitate another one is in
    /// A-labels; see [`caption`](Self::caption) for when that is checked.
    ///
    /// ```
    /// use linkspan::Detector;
    ///
    /// let text = "http://xn--r2bi6d.xn--c2bdw5c1bb.xn--h2brj9c/";
    /// let link = Detector::uts58().links(text).next().unwrap();
    /// assert_eq!(link.display(), "http://मेल.डाटावन.भारत/");
    /// ```
    #[must_use]
    pub fn display(&self) -> String {
        match self.kind() {
            Kind::Email => {
                let before = self.slice(self.start()..self.parts().host().start);
                let host = self.host().map(Host::display);
                format!("{before}{}", host.unwrap_or_default())
            }
            Kind::File => self.text().to_string(),
            // Without a host there is no readable part; show what a program gets.
            Kind::Url if self.host_typed().is_empty() => self.href(),
            Kind::Url => self.displayed().concat(),
        }
    }

    /// The scheme as written with its `://` or `:`.
    fn delimited_scheme(&self) -> Option<&'t str> {
        let range = self.parts().delimited(Part::Scheme)?;
        Some(self.slice(range))
    }

    /// A URL as typed, except that a host that imitates another one is in A-labels.
    pub(crate) fn as_typed(&self) -> DisplayUrl<'t> {
        let tail = self.parts().authority_end();
        let host = if self.is_spoof() {
            Cow::Owned(idna::to_ascii_lossy(self.host_typed()))
        } else {
            Cow::Borrowed(self.host_typed())
        };
        DisplayUrl {
            scheme: self.delimited_scheme().unwrap_or_default(),
            host,
            port: self.slice(self.parts().host().end..tail),
            tail: Cow::Borrowed(self.slice(tail..self.end())),
        }
    }

    /// A URL in its display form, or as typed if UTS #46 rejects its host.
    pub(crate) fn displayed(&self) -> DisplayUrl<'t> {
        let typed = self.as_typed();
        let format = Format {
            form: Form::Display,
            ..Format::default()
        };
        let text = self.whole_text().0;
        let head = Head::of(text, self.parts());
        let Ok(host) = head.unicode_host() else {
            return typed;
        };
        DisplayUrl {
            host: if self.is_spoof() { typed.host } else { host },
            port: head.shown_port(),
            tail: escape::tail(text, self.parts(), format),
            ..typed
        }
    }
}
