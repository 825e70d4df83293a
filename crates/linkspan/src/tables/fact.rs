//! What host names ask of a character, read from the table of names.

use super::names::{
    ALL_SCRIPTS, ALLOWED, APART, BACK, FACTS, FAR, IMITATES, JOINING, JOINS_AFTER, JOINS_BEFORE,
    LATIN, MARK, NEAR_BLOCKS, NEAR_INDEX, NO_SCRIPT, ONE_SCRIPT, ORDER, RIGHT, SCRIPT_COUNT,
    SCRIPT_SETS, SCRIPTS, SUSPECT, TRANSPARENT, VIRAMA,
};

/// A part of a fact.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) shift: u32,
    pub(crate) bits: u32,
}

/// Everything that host names ask of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fact(u32);

impl Fact {
    /// What holds for all characters of no text, and what holds for any of them.
    pub(crate) const ALL: Self = Self(u32::MAX);
    pub(crate) const NONE: Self = Self(0);

    /// The scripts of a Latin letter.
    pub(crate) const LATIN: Self = Self((LATIN as u32 + ONE_SCRIPT) << SCRIPTS.shift);

    /// The fact of a character: one look at a trie for the characters of most names, and a search
    /// for all others.
    #[inline]
    pub(crate) fn of(c: char) -> Self {
        Self::near(c).unwrap_or_else(|| Self::far(c))
    }

    /// The fact of a character that UTS #46 keeps as it is and that Identifier_Status allows, up to
    /// U+FFFF: a small letter, a mark, an ASCII digit or a hyphen.
    #[inline]
    pub(crate) fn near(c: char) -> Option<Self> {
        let c = c as usize;
        let block = usize::from(*NEAR_INDEX.get(c >> 5)?);
        let number = *NEAR_BLOCKS.get(block << 5 | c & 31)?;
        (number != 0).then(|| Self::numbered(number.into()))
    }

    #[cold]
    fn far(c: char) -> Self {
        Self::numbered(FAR.value(c) as usize)
    }

    #[inline]
    fn numbered(number: usize) -> Self {
        Self(FACTS.get(number).copied().unwrap_or_default())
    }

    #[inline]
    fn get(self, part: Part) -> u32 {
        self.0 >> part.shift & ((1 << part.bits) - 1)
    }

    /// What holds for both. Only parts of which each bit says something have a meaning then.
    #[inline]
    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What holds for one or the other, with the same meaning.
    #[inline]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Identifier_Status=Allowed (UTS #39 section 3.1).
    pub(crate) fn is_allowed(self) -> bool {
        self.get(ALLOWED) != 0
    }

    /// Whether two characters have the same Script_Extensions.
    #[inline]
    pub(crate) fn has_scripts_of(self, other: Self) -> bool {
        self.get(SCRIPTS) == other.get(SCRIPTS)
    }

    /// Whether the character is Common or Inherited.
    #[inline]
    pub(crate) fn has_all_scripts(self) -> bool {
        self.get(SCRIPTS) == ALL_SCRIPTS
    }

    /// Script_Extensions, as numbers of scripts: an empty list for an unassigned code point, `None`
    /// for a Common or Inherited character, which is used with every script.
    pub(crate) fn scripts(self) -> Option<&'static [u8]> {
        let at = match self.get(SCRIPTS) {
            NO_SCRIPT => return Some(&[]),
            ALL_SCRIPTS => return None,
            position => (position - ONE_SCRIPT) as usize,
        };
        let scripts = if at < usize::from(SCRIPT_COUNT) {
            SCRIPT_SETS.get(at..=at)
        } else {
            let length = SCRIPT_SETS.get(at).copied().map_or(0, usize::from);
            SCRIPT_SETS.get(at + 1..=at + length)
        };
        Some(scripts.unwrap_or_default())
    }

    /// General_Category=M.
    #[inline]
    pub(crate) fn is_mark(self) -> bool {
        self.get(MARK) != 0
    }

    /// Canonical_Combining_Class, as its rank: 0 for a character that normalization never moves.
    #[inline]
    pub(crate) fn order(self) -> u32 {
        self.get(ORDER)
    }

    /// Canonical_Combining_Class=Virama.
    pub(crate) fn is_virama(self) -> bool {
        self.order() == VIRAMA
    }

    /// Whether normalization combines the character with one before it.
    #[inline]
    pub(crate) fn composes_back(self) -> bool {
        self.get(BACK) != 0
    }

    /// Whether the character of a calm name has a canonical decomposition.
    #[inline]
    pub(crate) fn decomposes(self) -> bool {
        self.get(APART) != 0
    }

    /// Joining_Type R or D.
    pub(crate) fn joins_before(self) -> bool {
        self.get(JOINING) & JOINS_BEFORE != 0
    }

    /// Joining_Type L or D.
    pub(crate) fn joins_after(self) -> bool {
        self.get(JOINING) & JOINS_AFTER != 0
    }

    /// Joining_Type T.
    pub(crate) fn is_transparent(self) -> bool {
        self.get(JOINING) == TRANSPARENT
    }

    /// Bidi_Class R or AL, of the character of a calm name.
    #[inline]
    pub(crate) fn is_right_to_left(self) -> bool {
        self.get(RIGHT) != 0
    }

    /// Whether the character of a calm name looks like ASCII.
    #[inline]
    pub(crate) fn imitates(self) -> bool {
        self.get(IMITATES) != 0
    }

    /// Whether a rule about lookalikes looks at the character of a calm name and those around it.
    #[inline]
    pub(crate) fn is_suspect(self) -> bool {
        self.get(SUSPECT) != 0
    }
}
