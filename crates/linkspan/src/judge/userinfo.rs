//! User information that looks like a host: a browser opens the host after its `@`.

use super::Judge;
use super::glue::{ascii_rest, is_unspaced};
use crate::meter::Meter;
use crate::names::host::Name;
use crate::profile::Rule;

impl Judge<'_, '_> {
    /// The `@` that makes a name after a scheme user information, where `from` is the end of the
    /// name and its port. An `@` directly at `from` is not looked for.
    #[inline]
    pub(crate) fn userinfo_end<M: Meter>(
        &self,
        name: &Name,
        from: usize,
        meter: &mut M,
    ) -> Option<usize> {
        // `https://bank.com:password@evil.com`
        if self.text.byte(name.range.end) == Some(b':')
            && self.profile.has(Rule::PartOfName)
            && let Some(at) = self.end_of_password(from, meter)
        {
            return Some(at);
        }
        // `https://paypal.com中@evil.com`. Most hosts are followed by ASCII.
        match self.text.byte(from) {
            Some(0x80..) if self.profile.has(Rule::GluedAfter) => self.end_of_glue(from, meter),
            _ => None,
        }
    }

    /// The `@` that ends a password, of which the `:` after the host and digits that could be a port
    /// have been read until `from`.
    fn end_of_password<M: Meter>(&self, from: usize, meter: &mut M) -> Option<usize> {
        let is_part =
            |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:%".contains(byte);
        let rest = self.text.0.as_bytes().get(from..).unwrap_or_default();
        let length = rest.iter().take_while(|&byte| is_part(byte)).count();
        meter.work(length + 1);
        (rest.get(length) == Some(&b'@')).then_some(from + length)
    }

    /// The `@` after text of scripts without spaces that is glued to a host. Other letters directly
    /// after it are the local part of an address: `https://example.com邮箱me@example.com`.
    fn end_of_glue<M: Meter>(&self, from: usize, meter: &mut M) -> Option<usize> {
        let email = &self.profile.syntax.email;
        let is_part = |c: char| (c == '.' || email.contains(c)) && !matches!(c, '/' | '?' | '#');
        let rest = self.text.slice(from, self.text.0.len());
        let length = rest.len() - rest.trim_start_matches(is_part).len();
        meter.work(length + 1);
        let glued = self.text.slice(from, from + length);
        let is_userinfo = self.text.byte(from + length) == Some(b'@')
            && glued.starts_with(is_unspaced)
            && ascii_rest(glued).is_none();
        is_userinfo.then_some(from + length)
    }
}
