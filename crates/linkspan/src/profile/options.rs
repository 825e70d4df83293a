//! The options of a profile, one method each.

use super::policy::{Check, Repertoire};
use super::{
    Grammar, IpHosts, Limits, Linking, MisplacedDots, Profile, Rule, Scheme, SchemeTld, Schemes,
    WwwNames,
};
use crate::link::Link;
use crate::names::lists::date::Date;
use crate::names::lists::tld::TldSource;

impl Profile {
    /// Enables a rule.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::Rule};
    ///
    /// let detector = Detector::new(Profile::uts58().with(Rule::MixedScript));
    /// assert_eq!(detector.links("pаypal.com").count(), 0, "а is Cyrillic");
    /// assert_eq!(detector.links("paypal.com").count(), 1);
    /// ```
    #[must_use]
    pub fn with(mut self, rule: Rule) -> Self {
        self.policy.rules = self.policy.rules.with(rule);
        self
    }

    /// Disables a rule.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::Rule};
    ///
    /// let detector = Detector::new(Profile::recommended().without(Rule::SentenceEnd));
    /// assert_eq!(detector.links("a word here.It goes on").count(), 1);
    /// ```
    #[must_use]
    pub fn without(mut self, rule: Rule) -> Self {
        self.policy.rules = self.policy.rules.without(rule);
        self
    }

    /// Adds a check of the application. It is called for each link that all rules accept, and
    /// rejects the link by returning the name of a reason. It runs during the search, so keep it
    /// fast.
    ///
    /// The check can also read the text around the link with [`Link::before`] and [`Link::after`].
    ///
    /// ```
    /// use linkspan::{Detector, Finding, Profile, ReasonKind};
    ///
    /// let profile = Profile::recommended().check(|link| link.is_below("bit.ly").then_some("shortener"));
    /// let detector = Detector::new(profile);
    /// assert_eq!(detector.links("Bit.ly./x example.com/y").count(), 1);
    /// let Some(Finding::Rejected(rejected)) = detector.explain("ｂｉｔ.ly").next() else { panic!() };
    /// assert_eq!(rejected.reason().kind, ReasonKind::Custom("shortener"));
    /// ```
    #[must_use]
    pub fn check(
        mut self,
        judge: impl Fn(&Link<'_>) -> Option<&'static str> + Send + Sync + 'static,
    ) -> Self {
        self.policy.checks.push(Check::new(judge));
        self
    }

    /// Restricts the characters of labels under each top-level domain, as the "IDN tables" of
    /// registries do. `accepts` is called with the top-level domain in ASCII and a character.
    ///
    /// It runs for every host, including those in ASCII, so it disables the fast path for plain
    /// names. A host with a character that it does not accept is rejected with
    /// [`ReasonKind::CharacterNotAllowed`](crate::ReasonKind::CharacterNotAllowed).
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let german = |tld: &str, c: char| tld != "de" || c.is_ascii() || "äöüß".contains(c);
    /// let detector = Detector::new(Profile::nonascii().repertoire(german));
    /// assert_eq!(detector.links("bücher.de").count(), 1);
    /// assert_eq!(detector.links("пример.de").count(), 0);
    /// ```
    #[must_use]
    pub fn repertoire(
        mut self,
        accepts: impl Fn(&str, char) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.policy.repertoire = Some(Repertoire::new(accepts));
        self.policy.judges_plain = true;
        self
    }

    /// Warns about hosts that look like one of `names`, such as those of your own sites.
    ///
    /// A host that looks like a protected name, or whose parent domain does, is still linked, but
    /// gets [`ReasonKind::ProtectedName`](crate::ReasonKind::ProtectedName), and non-ASCII labels
    /// are shown as A-labels. A protected name and its subdomains are never flagged. Accents are
    /// ignored, and ASCII lookalikes such as `exarnple.com` are found. To reject flagged links,
    /// filter on [`Link::reasons`]. Every host is compared with every name, so keep the list short.
    /// Strings that are not names are ignored.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let detector = Detector::new(Profile::recommended().protect(["example.com"]));
    /// let link = detector.links("https://éxample.com/").next().unwrap();
    /// assert_eq!(link.display(), "https://xn--xample-9ua.com/");
    /// assert_eq!(link.reasons().next().map(|reason| reason.kind.id()), Some("protected-name"));
    /// let text = "exarnple.com examp1e.com www.example.com éxample.org";
    /// let flagged = detector.links(text).filter(|link| link.reasons().next().is_some());
    /// assert_eq!(flagged.count(), 2);
    /// ```
    #[must_use]
    pub fn protect<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.policy.protect(names);
        self
    }

    /// Sets the schemes that are linked. The default is [`Schemes::web`].
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::Schemes};
    ///
    /// let detector = Detector::new(Profile::uts58().schemes(Schemes::web().with_opaque("tel")?));
    /// assert_eq!(detector.links("tel:+1-201-555-0123").count(), 1);
    /// # Ok::<(), linkspan::profile::SchemeError>(())
    /// ```
    #[must_use]
    pub fn schemes(mut self, schemes: Schemes) -> Self {
        self.syntax.schemes = schemes;
        self
    }

    /// Sets the scheme that `href` adds to a name without one. The default is `https`.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::Scheme};
    ///
    /// let chosen = String::from("gemini");
    /// let detector = Detector::new(Profile::uts58().default_scheme(Scheme::new(&chosen)?));
    /// assert_eq!(detector.links("a.com").next().unwrap().href(), "gemini://a.com");
    /// # Ok::<(), linkspan::profile::SchemeError>(())
    /// ```
    #[must_use]
    pub fn default_scheme(mut self, scheme: Scheme) -> Self {
        self.syntax.default_scheme = scheme;
        self
    }

    /// Sets whether names and e-mail addresses without a scheme are linked. All profiles link them;
    /// [`Linking::Ignored`] finds only links with a scheme and is faster.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::Linking};
    ///
    /// let detector = Detector::new(Profile::uts58().bare_links(Linking::Ignored));
    /// let text = "https://a.com, b.com, mailto:c@d.com, e@f.com";
    /// let links: Vec<_> = detector.links(text).map(|link| link.text()).collect();
    /// assert_eq!(links, ["https://a.com", "mailto:c@d.com"]);
    /// ```
    #[must_use]
    pub fn bare_links(mut self, bare: Linking) -> Self {
        self.syntax.bare = bare;
        self
    }

    /// Sets whether IP addresses after a scheme are linked, as in `http://10.0.0.1/`. `recommended`
    /// and `uasg` link them; other profiles do not.
    #[must_use]
    pub fn ip_hosts(mut self, ip: IpHosts) -> Self {
        self.syntax.ip = ip;
        self
    }

    /// Sets whether IP addresses without a scheme are linked, as in logs and reports: IPv4 addresses,
    /// and IPv6 addresses with a digit, with or without brackets. No profile links them, because
    /// `1.2.3.4` is as often a version as an address. Linking them also links those after a scheme,
    /// unless [`ip_hosts`](Self::ip_hosts) is called afterwards.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::Linking};
    ///
    /// let detector = Detector::new(Profile::uts58().bare_ip(Linking::Linked));
    /// assert_eq!(detector.links("10.0.0.1 http://10.0.0.1/x").count(), 2);
    /// ```
    #[must_use]
    pub fn bare_ip(mut self, bare_ip: Linking) -> Self {
        self.syntax.set_bare_ip(bare_ip);
        self
    }

    /// Sets whether `localhost` after a scheme is linked. Only `recommended` links it.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::Linking};
    ///
    /// let detector = Detector::new(Profile::uts58().localhost(Linking::Linked));
    /// assert_eq!(detector.links("http://localhost:3000 but not localhost").count(), 1);
    /// ```
    #[must_use]
    pub fn localhost(mut self, localhost: Linking) -> Self {
        self.syntax.localhost = localhost;
        self
    }

    /// Sets whether names with one label after a scheme are linked, as on networks of companies,
    /// unless a browser would read them as a number. No profile links them, because most are
    /// mistakes: `http://example`.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::Linking};
    ///
    /// let detector = Detector::new(Profile::recommended().single_label(Linking::Linked));
    /// let links = detector.links("see http://jenkins/job/1, not jenkins/job/1");
    /// let links: Vec<_> = links.map(|link| link.text()).collect();
    /// assert_eq!(links, ["http://jenkins/job/1"]);
    /// ```
    #[must_use]
    pub fn single_label(mut self, single_label: Linking) -> Self {
        self.syntax.single_label = single_label;
        self
    }

    /// Sets whether names with emoji after a scheme are linked. IDNA 2008 and UTS #58 exclude emoji
    /// from names, but some top-level domains sell such names, and browsers open them as A-labels. They
    /// are shown as A-labels, because many emoji look alike. No profile links them, and without the
    /// feature `idna` nothing does.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::Linking};
    ///
    /// let detector = Detector::new(Profile::recommended().emoji_hosts(Linking::Linked));
    /// let link = detector.links("see https://🤫.st/x").next().unwrap();
    /// assert_eq!(link.display(), "https://xn--kq9h.st/x");
    /// ```
    #[must_use]
    pub fn emoji_hosts(mut self, emoji_hosts: Linking) -> Self {
        self.syntax.emoji_hosts = emoji_hosts;
        self
    }

    /// Sets the maximum lengths of names, local parts and links, replacing all previous limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.syntax.limits = limits;
        self
    }

    /// Sets whether a name that starts with `www.` needs a known top-level domain, as other names
    /// do. Only `uasg` does not require one.
    #[must_use]
    pub fn www_names(mut self, www: WwwNames) -> Self {
        self.syntax.www = www;
        self
    }

    /// Sets whether a host after a scheme, or after `mailto:`, needs a known top-level domain. Only
    /// `nonascii` requires one.
    #[must_use]
    pub fn scheme_tld(mut self, scheme_tld: SchemeTld) -> Self {
        self.syntax.scheme_tld = scheme_tld;
        self
    }

    /// Sets the grammar that finds candidates. All profiles except `pri185` use that of UTS #58.
    /// With [`Grammar::Pri185`], the other options and the rules have no effect.
    #[must_use]
    pub fn grammar(mut self, grammar: Grammar) -> Self {
        self.syntax.grammar = grammar;
        self
    }

    /// Sets which characters an unquoted local part can contain, in place of Link_Email (UTS #58
    /// section 6.1 allows a customized set). `characters` is called during the search. Single dots
    /// between accepted characters are always allowed; `@` and Link_Term=Hard characters never are.
    ///
    /// ```
    /// use linkspan::{Detector, Profile};
    ///
    /// let detector = Detector::new(Profile::uts58().email_characters(|c| c.is_ascii_alphanumeric()));
    /// assert_eq!(detector.links("a.b@a.com").next().unwrap().text(), "a.b@a.com");
    /// assert_eq!(detector.links("x/me@a.com").next().unwrap().text(), "me@a.com");
    /// ```
    #[must_use]
    pub fn email_characters(mut self, characters: fn(char) -> bool) -> Self {
        self.syntax.email.characters = characters;
        self
    }

    /// Sets whether local parts in quotation marks are linked, if they have no Link_Term=Hard characters
    /// such as spaces. No profile links them.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, profile::Linking};
    ///
    /// let detector = Detector::new(Profile::uts58().quoted_local_parts(Linking::Linked));
    /// assert_eq!(detector.links("\"a,b\"@a.com").next().unwrap().text(), "\"a,b\"@a.com");
    /// ```
    #[must_use]
    pub fn quoted_local_parts(mut self, quoted: Linking) -> Self {
        self.syntax.email.quoted = quoted;
        self
    }

    /// Sets what happens to an address whose local part starts with a dot or has two in a row. All
    /// profiles reject it.
    #[must_use]
    pub fn misplaced_dots(mut self, misplaced_dots: MisplacedDots) -> Self {
        self.syntax.email.misplaced_dots = misplaced_dots;
        self
    }

    /// Sets the source of known top-level domains, which decides whether names and e-mail addresses
    /// without a scheme are linked, and with [`SchemeTld::Known`] also hosts after a scheme. The
    /// default is [`TldSource::Embedded`], which is the fastest.
    ///
    /// ```
    /// use linkspan::{Detector, Profile, tld::TldSource};
    ///
    /// let detector = Detector::new(Profile::uts58().tlds(TldSource::Syntactic));
    /// assert_eq!(detector.links("see router.lan/status").count(), 1);
    /// ```
    #[must_use]
    pub fn tlds(mut self, tlds: TldSource) -> Self {
        self.tlds = tlds;
        self
    }

    /// Sets the maximum age of the list of top-level domains, in days. An older list is still used,
    /// but links that depend on it get
    /// [`ReasonKind::TldListStale`](crate::ReasonKind::TldListStale).
    ///
    /// The library has no clock: set the current date with [`today`](Self::today). If that date or
    /// the date of the list is missing, the list counts as too old.
    ///
    /// ```
    /// use linkspan::{Date, Detector, Profile};
    ///
    /// let profile = Profile::uts58().max_tld_age(365).today(Date::new(2036, 1, 1).unwrap());
    /// let detector = Detector::new(profile);
    /// let link = detector.links("a.com").next().unwrap();
    /// assert_eq!(link.reasons().next().map(|reason| reason.kind.id()), Some("tld-list-stale"));
    /// ```
    #[must_use]
    pub fn max_tld_age(mut self, days: u32) -> Self {
        self.max_tld_age = Some(days);
        self
    }

    /// Sets the current date, which determines the age of the list of top-level domains.
    #[must_use]
    pub fn today(mut self, today: Date) -> Self {
        self.today = Some(today);
        self
    }

    /// Whether a rule is enabled.
    ///
    /// ```
    /// use linkspan::{Profile, profile::Rule};
    ///
    /// assert!(Profile::recommended().has(Rule::FileName) && !Profile::uts58().has(Rule::FileName));
    /// ```
    #[must_use]
    pub fn has(&self, rule: Rule) -> bool {
        self.policy.rules.has(rule)
    }

    /// The source of known top-level domains.
    ///
    /// ```
    /// use linkspan::{Profile, tld::TldSource};
    ///
    /// assert_eq!(*Profile::uts58().tld_source(), TldSource::Embedded);
    /// ```
    #[must_use]
    pub fn tld_source(&self) -> &TldSource {
        &self.tlds
    }

    /// The schemes that are linked.
    ///
    /// ```
    /// use linkspan::Profile;
    ///
    /// let profile = Profile::uts58();
    /// assert!(profile.listed_schemes().hosts().eq(["http", "https"]));
    /// ```
    #[must_use]
    pub fn listed_schemes(&self) -> &Schemes {
        &self.syntax.schemes
    }

    /// The maximum lengths of names, local parts and links.
    ///
    /// ```
    /// use linkspan::{Profile, profile::Limits};
    ///
    /// assert_eq!(Profile::uts58().length_limits(), Limits::default());
    /// ```
    #[must_use]
    pub fn length_limits(&self) -> Limits {
        self.syntax.limits
    }

    /// The maximum age of the list of top-level domains, in days, if there is one.
    ///
    /// ```
    /// use linkspan::{Date, Profile};
    ///
    /// assert_eq!(Profile::uasg(Date::new(2026, 11, 2).unwrap()).tld_age_limit(), Some(1));
    /// ```
    #[must_use]
    pub fn tld_age_limit(&self) -> Option<u32> {
        self.max_tld_age
    }

    /// Whether the list of top-level domains is older than [`max_tld_age`](Self::max_tld_age)
    /// allows.
    ///
    /// `false` if no maximum age is set or the source is [`TldSource::Syntactic`]. Otherwise `true`
    /// also if the date of the list or [`today`](Self::today) is not known.
    ///
    /// ```
    /// use linkspan::{Date, Profile, tld::TldSource};
    ///
    /// let profile = Profile::uasg(Date::new(2036, 1, 1).unwrap());
    /// assert!(profile.is_stale());
    /// assert!(!profile.tlds(TldSource::Syntactic).is_stale());
    /// ```
    #[must_use]
    pub fn is_stale(&self) -> bool {
        let Some(most) = self.max_tld_age else {
            return false;
        };
        if matches!(self.tlds, TldSource::Syntactic) {
            return false;
        }
        let dates = self.today.zip(self.tlds.date());
        // A list from the future would never grow old. Somewhere it is already tomorrow.
        dates.is_none_or(|(today, date)| {
            !(-1..=i64::from(most)).contains(&i64::from(today.days_since(date)))
        })
    }
}
