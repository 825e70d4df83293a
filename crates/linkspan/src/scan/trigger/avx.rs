//! Skips blocks far from the last trigger with the widest vectors of the processor.

/// The offset of the first block at or after `start`, in steps of a block, that may contain a
/// trigger or does not fill a window.
#[cfg(not(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"))))]
#[inline(always)]
pub(super) fn first_block(_: &[u8], start: usize, _: super::Kinds) -> usize {
    // With vectors of 16 bytes, this gains nothing.
    start
}

#[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64")))]
pub(super) use avx2::first_block;

#[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64")))]
mod avx2 {
    use fearless_simd::prelude::{SimdBase, SimdFrom, SimdMask};
    use fearless_simd::x86::Avx2;
    use fearless_simd::{Level, Simd, mask8x32, u8x32};

    use super::super::block::{BLOCK, Window};
    use super::super::{AtSigns, Colons, Dots, Kinds};

    /// The offset of the first block at or after `start`, in steps of a block, that may contain a
    /// trigger or does not fill a window.
    #[inline(never)]
    pub(in super::super) fn first_block(bytes: &[u8], start: usize, kinds: Kinds) -> usize {
        let Some(avx2) = Level::new().as_avx2() else {
            return start;
        };
        // Lets the compiler specialize the most common case.
        match kinds {
            Kinds::MOST => avx2.vectorize(
                #[inline(always)]
                || pass(avx2, bytes, start, Kinds::MOST),
            ),
            kinds => avx2.vectorize(
                #[inline(always)]
                || pass(avx2, bytes, start, kinds),
            ),
        }
    }

    #[inline(always)]
    fn pass(avx2: Avx2, bytes: &[u8], mut start: usize, kinds: Kinds) -> usize {
        while let Some(window) = bytes.get(start - 2..).and_then(<[u8]>::first_chunk) {
            if may_have_trigger(avx2, window, kinds) {
                break;
            }
            start += BLOCK;
        }
        start
    }

    #[inline(always)]
    fn may_have_trigger(avx2: Avx2, window: &Window, kinds: Kinds) -> bool {
        let half = |at: usize| Half {
            before: load(avx2, window, at + 1),
            bytes: load(avx2, window, at + 2),
            after: load(avx2, window, at + 3),
        };
        let (first, last) = (half(0), half(32));
        let mut found = first.ascii(kinds) | last.ascii(kinds);
        if kinds.dots != Dots::Never {
            found |= first.wide_dots() | last.wide_dots();
        }
        found.any_true()
    }

    #[inline(always)]
    fn load(avx2: Avx2, window: &Window, at: usize) -> u8x32<Avx2> {
        let bytes = window.get(at..).and_then(<[u8]>::first_chunk);
        u8x32::simd_from(avx2, *bytes.unwrap_or(&[0; 32]))
    }

    /// Bytes, and the bytes before and after each of them.
    struct Half {
        before: u8x32<Avx2>,
        bytes: u8x32<Avx2>,
        after: u8x32<Avx2>,
    }

    impl Half {
        /// The ASCII triggers.
        #[inline(always)]
        fn ascii(&self, kinds: Kinds) -> mask8x32<Avx2> {
            let (before, bytes, after) = (self.before, self.bytes, self.after);
            let mut found = bytes.simd_eq(b':');
            if kinds.colons == Colons::BeforeSlashes {
                let mut follows = after.simd_eq(b'/');
                if kinds.at_signs == AtSigns::AfterMailto {
                    follows |= (before | 0x20).simd_eq(b'o');
                }
                found &= follows;
            }
            if kinds.at_signs == AtSigns::All {
                found |= bytes.simd_eq(b'@');
            }
            let dots = bytes.simd_eq(b'.');
            match kinds.dots {
                Dots::BeforeLabels => found | dots & after.simd_ge(b'-'),
                Dots::BeforeLetters => found | dots & before.simd_ge(b'0') & after.simd_ge(b'A'),
                Dots::Never => found,
            }
        }

        /// The last two bytes of U+3002, U+FF0E and U+FF61, before a byte that can be in a label.
        /// Other characters contain these bytes too.
        #[inline(always)]
        fn wide_dots(&self) -> mask8x32<Avx2> {
            let (second, last) = (self.before, self.bytes);
            let stops = second.simd_eq(0x80) & last.simd_eq(0x82);
            let dots = second.simd_eq(0xBC) & last.simd_eq(0x8E);
            let half = second.simd_eq(0xBD) & last.simd_eq(0xA1);
            self.after.simd_ge(b'-') & (stops | dots | half)
        }
    }
}
