//! The languages of top-level domains: which scripts and letters their readers expect.
//!
//! People who read a name know its language. Under a top-level domain of that language, a name does
//! not imitate an ASCII name, even if it looks like one to everyone else.

use alloc::borrow::Cow;
use core::cell::OnceCell;

use super::security::ScriptSet;
use crate::names::idna;
use crate::names::lists::tld::TldSource;

/// A top-level domain.
#[derive(Debug)]
pub(crate) struct TldLanguages<'t> {
    typed: &'t str,
    /// The Unicode form, computed only if a label needs it.
    unicode: OnceCell<Cow<'t, str>>,
}

impl<'t> TldLanguages<'t> {
    pub(crate) fn of(tld: &'t str) -> Self {
        Self {
            typed: tld,
            unicode: OnceCell::new(),
        }
    }

    fn tld(&self) -> &str {
        self.unicode.get_or_init(|| idna::to_unicode(self.typed))
    }

    /// Whether readers of this top-level domain read the script of a label.
    pub(crate) fn reads(&self, label: &str) -> bool {
        let common = ScriptSet::resolved(label).intersection(scripts(self.tld()));
        !common.is_empty()
    }

    /// Whether names under this top-level domain use a character that others may not use: letters
    /// of Mingrelian and neighboring languages in Georgia, Shan digits in Myanmar.
    pub(crate) fn writes(&self, c: char) -> bool {
        let script = match c {
            '\u{10F7}'..='\u{10FA}' | '\u{10FD}'..='\u{10FF}' => "ა",
            '\u{1090}'..='\u{1099}' => "က",
            _ => return false,
        };
        self.reads(script)
    }

    /// Whether readers of this top-level domain know the joiners of the script of a label.
    pub(crate) fn joins(&self, label: &str) -> bool {
        self.reads(label) || has(JOINING, self.tld())
    }

    pub(crate) fn is_catalan(&self) -> bool {
        self.tld() == "cat"
    }

    /// Whether a label contains a letter that looks like others and that no language of this
    /// top-level domain uses. A single letter is not a word that it could alter.
    pub(crate) fn has_foreign_letter(&self, label: &str) -> bool {
        let is_word = label.chars().nth(1).is_some();
        is_word && label.chars().any(|c| self.is_foreign(c))
    }

    fn is_foreign(&self, c: char) -> bool {
        let homes: &[&str] = match c {
            // These resemble p or b, o, e, f, y, i and u, and occur in no names elsewhere.
            'þ' | 'ð' => &[ICELANDIC],
            'ə' => &[AZERBAIJANI],
            'ƒ' | 'ɣ' | 'ɩ' | 'ʋ' => &[AFRICAN],
            // These resemble ae, oe and i. Many legitimate names under generic top-level domains,
            // which belong to no language, contain them.
            'æ' if self.is_of_a_country() => &[NORDIC, FRENCH, ENGLISH],
            'œ' if self.is_of_a_country() => &[FRENCH, ENGLISH],
            'ı' if self.is_of_a_country() => &[TURKIC],
            _ => return false,
        };
        !homes.iter().any(|homes| has(homes, self.tld()))
    }

    /// Whether this is the top-level domain of a country and used as such.
    fn is_of_a_country(&self) -> bool {
        let tld = self.tld();
        tld.is_ascii() && tld.len() == 2 && !has(USED_BY_ALL, tld)
    }
}

/// Whether [`TldLanguages::has_foreign_letter`] checks a letter.
pub(crate) fn is_local(c: char) -> bool {
    matches!(c, 'þ' | 'ð' | 'ə' | 'ƒ' | 'ɣ' | 'ɩ' | 'ʋ' | 'æ' | 'œ' | 'ı')
}

/// Whether a list of words contains `tld`.
fn has(list: &str, tld: &str) -> bool {
    list.split(' ').any(|listed| listed == tld)
}

/// The scripts of a top-level domain: its own, and for the ASCII code of a country, those of names
/// under it.
fn scripts(tld: &str) -> ScriptSet {
    let own = ScriptSet::resolved(tld);
    if tld.is_ascii() {
        let homes = SCRIPTS.iter().filter(|(_, homes)| has(homes, tld));
        return homes.fold(own, |all, (letter, _)| {
            all.union(ScriptSet::resolved(letter))
        });
    }
    // A top-level domain that does not exist has no readers: .сс and .сом in Cyrillic look like .cc
    // and .com. Existing ones do not look like others.
    if TldSource::Embedded.knows(tld) {
        own
    } else {
        ScriptSet::NONE
    }
}

/// A letter of each script, and the ASCII country codes under which names in that script are
/// common. Scripts whose only lookalikes are digits are omitted: a word of their language also has
/// letters.
const SCRIPTS: [(&str, &str); 12] = [
    (
        "ا",
        "ae bh dz eg iq ir jo kw lb ma om pk ps qa sa sd sy tn ye",
    ),
    ("ա", "am"),
    ("а", "bg by kg kz mk mn rs ru su tj ua uz"),
    ("ሀ", "er et"),
    ("ა", "ge"),
    ("中", "cn hk jp mo sg tw"),
    ("α", "cy gr"),
    ("א", "il"),
    ("か", "jp"),
    ("ខ", "kh"),
    ("က", "mm"),
    ("ก", "th"),
];

/// Countries that write Persian, Urdu or the scripts of India and its neighbors.
const JOINING: &str = "af bd bt in ir kh lk mm np pk";
const ICELANDIC: &str = "fo is";
const AZERBAIJANI: &str = "az";
/// Ewe, Fon, Kabiye, Kabyle, Dagbani and others.
const AFRICAN: &str = "bf bj ci dz gh ma ml ne tg";
const NORDIC: &str = "ax bv dk fi fo gl is no se sj";
const FRENCH: &str = "ad be bf bi bj bl ca cd cf cg ch ci cm dj dz fr ga gf gn gp ht km lb lu ma mc mf mg ml mq mr \
     mu nc ne pf pm re rw sc sn td tf tg tn va vu wf yt";
/// In words of Latin and French origin: encyclopædia, œuvre.
const ENGLISH: &str = "au gb ie nz uk us za";
/// Turkish and its speakers in neighboring countries, and Azerbaijani, Gagauz, Kazakh and Tatar in
/// Latin letters.
const TURKIC: &str = "az bg cy gr kz md mk ro tr ua";
/// Country codes that anyone can register under, or that have many languages.
const USED_BY_ALL: &str = "ac ai cc co eu fm gg im io la li ly me ms nu pw sh so st su to tv ws";

#[cfg(test)]
mod tests {
    use super::{SCRIPTS, TldLanguages, is_local};
    use crate::names::lists::tld::TldSource;
    use crate::names::spoof::confusable::ascii_twin;
    use crate::tables::tlds;

    /// Every existing top-level domain has its own script among its languages, and does not look like another
    /// one.
    #[test]
    fn real_top_level_domains_are_homes() {
        for tld in tlds::UNICODE {
            assert!(TldLanguages::of(tld).reads(tld), "{tld}");
            let ascii_twin = ascii_twin(tld).filter(|name| TldSource::Embedded.knows(name));
            assert_eq!(ascii_twin, None, "{tld}");
        }
        for tld in ["сс", "сом", "тк", "хх"] {
            assert!(!TldLanguages::of(tld).reads(tld), "{tld}");
        }
    }

    #[test]
    fn local_letters_are_foreign_elsewhere() {
        for c in '\0'..=char::MAX {
            assert_eq!(TldLanguages::of("de").is_foreign(c), is_local(c), "{c:?}");
        }
    }

    #[test]
    fn listed_codes_exist() {
        let lists = SCRIPTS.iter().map(|(_, homes)| *homes);
        let others = [
            super::JOINING,
            super::ICELANDIC,
            super::AZERBAIJANI,
            super::AFRICAN,
            super::NORDIC,
            super::FRENCH,
            super::ENGLISH,
            super::TURKIC,
            super::USED_BY_ALL,
        ];
        for tld in lists.chain(others).flat_map(|list| list.split(' ')) {
            // Saint Barthélemy and Saint Martin have a code that is not in the root yet.
            let is_known = TldSource::Embedded.knows(tld) || matches!(tld, "bl" | "mf");
            assert!(is_known && tld.len() == 2, "{tld:?}");
        }
    }
}
