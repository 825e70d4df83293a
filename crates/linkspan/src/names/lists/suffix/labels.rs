//! The labels of a name, from the last one to the first.

/// A label of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label<'n> {
    /// The offset of the label in the name.
    pub(super) start: usize,
    /// The label as written in the name.
    pub(super) bytes: &'n [u8],
    /// The first eight bytes in lower case, the first one most significant, padded with zeros. A
    /// non-ASCII byte remains non-ASCII.
    pub(super) head: u64,
}

impl<'n> Label<'n> {
    #[inline]
    pub(super) fn of(start: usize, bytes: &'n [u8]) -> Self {
        Self {
            start,
            bytes,
            head: lower(head(bytes)),
        }
    }
}

/// An iterator over the labels of a name, separated by full stops only, from right to left. Labels
/// can be empty: `a..b` has three labels, and the empty name has one.
#[derive(Clone, Debug)]
pub(super) struct Labels<'n> {
    /// The part of the name to the left of the labels returned so far, without its last dot.
    rest: Option<&'n [u8]>,
}

impl<'n> Labels<'n> {
    pub(super) fn of(name: &'n str) -> Self {
        Self {
            rest: Some(name.as_bytes()),
        }
    }

    /// Whether all labels have been returned.
    pub(super) fn is_done(&self) -> bool {
        self.rest.is_none()
    }

    /// Whether one of the remaining labels is empty.
    #[inline]
    pub(super) fn has_empty(&self) -> bool {
        let is_dot = |&byte: &u8| byte == b'.';
        self.rest
            .is_some_and(|rest| rest.split(is_dot).any(<[u8]>::is_empty))
    }
}

impl<'n> Iterator for Labels<'n> {
    type Item = Label<'n>;

    #[inline]
    fn next(&mut self) -> Option<Label<'n>> {
        let rest = self.rest?;
        let dot = rest.iter().rposition(|&byte| byte == b'.');
        let start = dot.map_or(0, |dot| dot + 1);
        let bytes = rest.get(start..)?;
        self.rest = dot.and_then(|dot| rest.get(..dot));
        Some(Label::of(start, bytes))
    }
}

/// The first eight bytes, the first one most significant, padded with zeros.
#[inline]
fn head(label: &[u8]) -> u64 {
    if let Some(first) = label.first_chunk() {
        return u64::from_be_bytes(*first);
    }
    // Both ends, which meet or overlap.
    if let (Some(first), Some(last)) = (label.first_chunk(), label.last_chunk()) {
        let last = u64::from(u32::from_be_bytes(*last)) << (64 - 8 * label.len());
        return u64::from(u32::from_be_bytes(*first)) << 32 | last;
    }
    let number = label
        .iter()
        .fold(0, |number, &byte| number << 8 | u64::from(byte));
    // An empty label leaves nothing.
    number
        .checked_shl(64 - 8 * u32::try_from(label.len()).unwrap_or(0))
        .unwrap_or(0)
}

/// Eight ASCII bytes in lower case. A non-ASCII byte keeps its upper bit, and may change its
/// neighbors.
fn lower(bytes: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // The upper bit of each byte: whether it is `A` or greater, and whether it is greater than `Z`.
    let from_a = bytes.wrapping_add(EACH * u64::from(0x80 - b'A'));
    let after_z = bytes.wrapping_add(EACH * u64::from(0x7F - b'Z'));
    // The bit that an upper-case letter lacks is two positions lower.
    bytes | (from_a & !after_z & (EACH << 7)) >> 2
}

#[cfg(test)]
mod tests {
    use super::Labels;
    use std::string::String;
    use std::vec::Vec;

    #[test]
    fn labels_come_from_the_right() {
        for name in [
            "",
            "com",
            "a.b",
            "WWW.Example-Domain.co.UK",
            ".a",
            "a..b",
            "a.",
        ] {
            let expected: Vec<&str> = name.rsplit('.').collect();
            let labels: Vec<_> = Labels::of(name).collect();
            assert_eq!(
                Labels::of(name).has_empty(),
                expected.contains(&""),
                "{name}"
            );
            let mut rest = Labels::of(name);
            assert!(rest.by_ref().take(expected.len() - 1).all(|_| true));
            assert!(!rest.is_done(), "{name}");
            assert!(rest.next().is_some() && rest.is_done(), "{name}");
            assert_eq!(labels.len(), expected.len(), "{name}");
            for (label, expected) in labels.iter().zip(expected) {
                assert_eq!(label.bytes, expected.as_bytes(), "{name}");
                let rest = &name.as_bytes()[label.start..];
                assert!(rest.starts_with(expected.as_bytes()), "{name}");
                let head = label.head.to_be_bytes();
                let mut first: String = expected.to_ascii_lowercase();
                first.truncate(8);
                let (start, zeros) = head.split_at(first.len());
                assert_eq!(start, first.as_bytes(), "{name}");
                assert!(zeros.iter().all(|&byte| byte == 0), "{name}");
            }
        }
    }
}
