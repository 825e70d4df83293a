//! Excerpts of untrusted text for messages.

use core::fmt::{self, Write};

use crate::tables::{display, in_ranges};

/// An excerpt of a text: of limited length, with control and invisible characters escaped.
pub(crate) struct Excerpt<'t>(pub(crate) &'t str);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 80;
        for c in self.0.chars().take(MOST) {
            if c.is_control() || in_ranges(&display::UNSEEN, c) {
                write!(f, "\\u{{{:04X}}}", u32::from(c))?;
            } else {
                f.write_char(c)?;
            }
        }
        match self.0.chars().nth(MOST) {
            Some(_) => f.write_char('…'),
            None => Ok(()),
        }
    }
}
