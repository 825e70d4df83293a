//! Random numbers that depend on the seed alone.

/// SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    /// The numbers of a seed. Seeds that follow each other give unrelated numbers.
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Self(seed);
        let state = random.next() ^ seed.rotate_left(32);
        Self(state)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below a limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        // The high half is at most `limit - 1`.
        let product = u128::from(self.next()) * limit as u128;
        usize::try_from(product >> 64).unwrap_or(0)
    }

    /// One of some values.
    pub(crate) fn one<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// A byte.
    pub(crate) fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[7]
    }
}
