//! Links stored next to the text that contains them, and links without their text.

use std::borrow::Cow;
use std::sync::Arc;

use linkspan::Link;
use self_cell::self_cell;

use crate::field::Field;
use crate::text::Text;

type Links<'t> = Vec<Link<'t>>;

self_cell!(
    /// The links of a text, which they borrow from.
    pub(crate) struct Found {
        owner: Text,
        #[covariant]
        dependent: Links,
    }
);

/// The properties of a link without its text, such as one from another process.
#[derive(Clone, Default)]
pub(crate) struct Kept {
    pub(crate) fields: [Option<String>; Field::ALL.len()],
    pub(crate) port: Option<u16>,
    pub(crate) reasons: Vec<String>,
}

impl Kept {
    pub(crate) fn new(link: &Link<'_>) -> Self {
        Self {
            fields: Field::ALL.map(|field| field.of(link).map(Cow::into_owned)),
            port: link.port(),
            reasons: link
                .reasons()
                .map(|reason| reason.kind.id().into())
                .collect(),
        }
    }
}

/// Where a link is stored.
#[derive(Clone)]
pub(crate) enum Source {
    /// In its text, at this index.
    Found(Arc<Found>, usize),
    /// On its own.
    Kept(Arc<Kept>),
}

impl Source {
    pub(crate) fn field(&self, field: Field) -> Option<Cow<'_, str>> {
        match self {
            Self::Found(found, index) => field.of(found.borrow_dependent().get(*index)?),
            Self::Kept(kept) => {
                let at = Field::ALL.iter().position(|other| *other == field)?;
                kept.fields.get(at)?.as_deref().map(Cow::Borrowed)
            }
        }
    }

    pub(crate) fn port(&self) -> Option<u16> {
        match self {
            Self::Found(found, index) => found.borrow_dependent().get(*index)?.port(),
            Self::Kept(kept) => kept.port,
        }
    }

    pub(crate) fn reasons(&self) -> Vec<String> {
        self.kept().map_or_else(Vec::new, |kept| kept.reasons)
    }

    /// All properties of the link.
    pub(crate) fn kept(&self) -> Option<Kept> {
        match self {
            Self::Found(found, index) => found.borrow_dependent().get(*index).map(Kept::new),
            Self::Kept(kept) => Some((**kept).clone()),
        }
    }
}
