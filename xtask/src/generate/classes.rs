//! The classes of characters that tables of the library hold, as numbers of four bits.
//!
//! They are declared here and nowhere else: the formulas of `properties` use the enums, and the
//! generated files contain the same enums with the same documentation.

use super::emit::Class;

/// Declares enums and describes each for the generator. A number that no variant has is read as the
/// variant after `else`.
macro_rules! classes {
    ($(
        $(#[doc = $doc:literal])*
        enum $name:ident else $rest:ident {
            $($(#[doc = $variant_doc:literal])* $variant:ident,)*
        }
    )*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(crate) enum $name {
            $($(#[doc = $variant_doc])* $variant,)*
        }

        impl $name {
            pub(crate) const CLASS: Class = Class {
                name: stringify!($name),
                doc: &[$($doc),*],
                variants: &[$((stringify!($variant), &[$($variant_doc),*])),*],
                rest: stringify!($rest),
            };
        }
    )*};
}

classes! {
    /// Link_Term (UTS #58 section 3.4.1): what a character does to a link that reaches it.
    ///
    /// ```
    /// use linkspan::props::{LinkTerm, link_term};
    ///
    /// let is_hard = |c: &char| link_term(*c) == LinkTerm::Hard;
    /// assert_eq!("a.b c\n。".chars().filter(is_hard).collect::<String>(), " \n");
    /// ```
    enum LinkTerm else Hard {
        /// The character belongs to the link.
        Include,
        /// The link ends before the character.
        Hard,
        /// The character belongs to the link only if more of the link follows.
        Soft,
        /// An opening bracket.
        Open,
        /// A closing bracket: [`Include`](Self::Include) if its opening one is open, otherwise
        /// [`Hard`](Self::Hard).
        Close,
    }

    /// The role of a character in a host name.
    enum HostClass else Outside {
        /// Not part of a host name.
        Outside,
        /// A letter that UTS #46 keeps.
        Letter,
        /// A combining mark that UTS #46 keeps.
        Mark,
        /// A digit or another valid character that is neither letter nor mark.
        Other,
        /// A letter that UTS #46 maps to something else, such as a capital.
        MappedLetter,
        /// A mark that UTS #46 maps to something else.
        MappedMark,
        /// A digit that UTS #46 maps to something else.
        MappedOther,
        /// `-`
        Hyphen,
        /// `_`
        Underscore,
        /// A label separator that ends nothing else: `.` and U+FF0E.
        Dot,
        /// A label separator that also ends sentences: U+3002 and U+FF61.
        Stop,
        /// A character that UTS #46 removes, so that its neighbours meet.
        Joiner,
        /// Valid in an A-label by UTS #46, but excluded by IDNA 2008 (NV8, XV8).
        Symbol,
    }

    /// The role of a character in prose.
    enum ProseClass else None {
        /// Nothing that the rules for prose look at.
        None,
        /// A letter or mark of a script that is written without spaces: Chinese, Japanese, Korean,
        /// Thai, Lao, Khmer, Burmese and others.
        Unspaced,
        /// Punctuation outside ASCII that ends a sentence.
        SentenceEnd,
        /// A full-width comma or semicolon.
        Comma,
        /// Other terminal punctuation outside ASCII.
        Pause,
        /// A quotation mark outside ASCII.
        Quote,
        /// A full-width opening bracket.
        Bracket,
        /// A character that is not visible.
        Unseen,
        /// A character that reorders text.
        BidiControl,
        /// A letter, mark or number that no host contains, or another character that UTS #46 maps to
        /// ASCII letters, digits, `-` or `.`. Next to a name, it is part of the name.
        NamePart,
    }

    /// Bidi_Class (UAX #9 section 3.2). The nine characters of explicit formatting share a class.
    enum BidiClass else Explicit {
        /// L
        LeftToRight,
        /// R
        RightToLeft,
        /// AL
        ArabicLetter,
        /// EN
        EuropeanNumber,
        /// ES
        EuropeanSeparator,
        /// ET
        EuropeanTerminator,
        /// AN
        ArabicNumber,
        /// CS
        CommonSeparator,
        /// NSM
        NonspacingMark,
        /// BN
        BoundaryNeutral,
        /// B
        ParagraphSeparator,
        /// S
        SegmentSeparator,
        /// WS
        WhiteSpace,
        /// ON
        OtherNeutral,
        /// A character that starts or ends an embedding, an override or an isolate.
        Explicit,
    }
}
