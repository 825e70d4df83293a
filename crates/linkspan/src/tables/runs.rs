//! Runs of code points with equal values, for facts with too many values for a nibble.

use core::ops::Range;

/// A value for each code point.
pub(crate) struct Runs {
    /// The first code point of every eighth run.
    pub(super) firsts: &'static [u32],
    /// Where these runs are in `bytes`.
    pub(super) positions: &'static [u16],
    /// For each run, how many code points it has, and their value. A number is written seven bits a
    /// byte, the highest first; every byte but its last has the top bit.
    pub(super) bytes: &'static [u8],
}

impl Runs {
    /// The value of `c`, by a binary search and at most eight steps.
    pub(super) fn value(&self, c: char) -> u32 {
        self.run(c).1
    }

    /// The code points around `c` that have the same value, as far as the table has them in one run, and
    /// that value.
    pub(crate) fn run(&self, c: char) -> (Range<u32>, u32) {
        let c = u32::from(c);
        let at = self
            .firsts
            .partition_point(|&first| first <= c)
            .saturating_sub(1);
        let mut end = self.firsts.get(at).copied().unwrap_or_default();
        let position = self.positions.get(at).copied().map_or(0, usize::from);
        let mut bytes = self.bytes.get(position..).unwrap_or_default().iter();
        while let (Some(length), Some(value)) = (number(&mut bytes), number(&mut bytes)) {
            let start = end;
            end += length;
            if c < end {
                return (start..end, value);
            }
        }
        (c..c, 0)
    }

    /// The size in bytes.
    #[cfg(test)]
    pub(super) fn size(&self) -> usize {
        size_of_val(self.firsts) + size_of_val(self.positions) + self.bytes.len()
    }
}

fn number<'b>(bytes: &mut impl Iterator<Item = &'b u8>) -> Option<u32> {
    let mut number = 0;
    loop {
        let byte = *bytes.next()?;
        number = number << 7 | u32::from(byte & 127);
        if byte < 128 {
            return Some(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Runs;

    #[test]
    fn numbers_of_several_bytes_are_read() {
        // 65 code points with the value 1, 300 with the value 200, and the rest with 5.
        let runs = Runs {
            firsts: &[0, 365],
            positions: &[0, 6],
            bytes: &[65, 1, 0x82, 0x2C, 0x81, 0x48, 0xC3, 0xFD, 0x13, 5],
        };
        let read = |c: char| runs.value(c);
        assert_eq!(['\0', '@', 'A', '\u{16C}'].map(read), [1, 1, 200, 200]);
        assert_eq!(['\u{16D}', char::MAX].map(read), [5, 5]);
    }
}
