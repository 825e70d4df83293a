//! The text properties of a link, by name.

use std::borrow::Cow;

use linkspan::{Link, Part};

/// A text property of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Kind,
    Text,
    Href,
    HrefTyped,
    Label,
    Display,
    Scheme,
    LocalPart,
    Host,
    HostAscii,
    HostDisplay,
    RegistrableDomain,
    RegistrableDomainAscii,
    Path,
    Query,
    Fragment,
    Directives,
}

impl Field {
    pub(crate) const ALL: [Self; 17] = [
        Self::Kind,
        Self::Text,
        Self::Href,
        Self::HrefTyped,
        Self::Label,
        Self::Display,
        Self::Scheme,
        Self::LocalPart,
        Self::Host,
        Self::HostAscii,
        Self::HostDisplay,
        Self::RegistrableDomain,
        Self::RegistrableDomainAscii,
        Self::Path,
        Self::Query,
        Self::Fragment,
        Self::Directives,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Kind => "kind",
            Self::Text => "text",
            Self::Href => "href",
            Self::HrefTyped => "href_typed",
            Self::Label => "label",
            Self::Display => "display",
            Self::Scheme => "scheme",
            Self::LocalPart => "local_part",
            Self::Host => "host",
            Self::HostAscii => "host_ascii",
            Self::HostDisplay => "host_display",
            Self::RegistrableDomain => "registrable_domain",
            Self::RegistrableDomainAscii => "registrable_domain_ascii",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
            Self::Directives => "directives",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name() == name)
    }

    /// The value for a link.
    pub(crate) fn of<'t>(self, link: &Link<'t>) -> Option<Cow<'t, str>> {
        let part = |part| link.part(part).map(Cow::Borrowed);
        match self {
            Self::Kind => Some(link.kind().as_str().into()),
            Self::Text => Some(link.as_str().into()),
            Self::Href => Some(link.href().into()),
            Self::HrefTyped => Some(link.href_typed().into()),
            Self::Label => Some(link.typed()),
            Self::Display => Some(link.display().into()),
            Self::Scheme => {
                let scheme = link.part(Part::Scheme)?;
                scheme.split(':').next().map(Cow::Borrowed)
            }
            Self::LocalPart => part(Part::LocalPart),
            Self::Host => part(Part::Host),
            Self::HostAscii => link.host_ascii().map(Cow::Owned),
            Self::HostDisplay => link.host_display(),
            Self::RegistrableDomain => link.registrable_domain().map(Cow::Borrowed),
            Self::RegistrableDomainAscii => link.registrable_domain_ascii().map(Cow::Owned),
            Self::Path => part(Part::Path),
            Self::Query => part(Part::Query),
            Self::Fragment => part(Part::Fragment),
            Self::Directives => part(Part::Directives),
        }
    }
}
