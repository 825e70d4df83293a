//! Punycode (RFC 3492): decodes into a fixed buffer and encodes character by character, so that
//! detection never allocates.

/// The longest label that is decoded, in octets. DNS allows 63 for a label and 255 for a name.
/// Detection itself has no limit, but decoding takes quadratic time.
const MAX_LABEL: usize = 255;

/// The longest label that is encoded or decoded, without `xn--`.
pub(crate) const LONGEST: usize = MAX_LABEL - 4;

/// The characters of a decoded label.
#[derive(Clone, Debug)]
pub(crate) struct Decoded {
    chars: [char; MAX_LABEL],
    len: usize,
}

impl Decoded {
    pub(crate) fn chars(&self) -> &[char] {
        self.chars.get(..self.len).unwrap_or_default()
    }

    fn insert(&mut self, at: usize, c: char) -> Option<()> {
        let shifted = self.chars.get_mut(at..=self.len)?;
        shifted.rotate_right(1);
        *shifted.first_mut()? = c;
        self.len += 1;
        Some(())
    }
}

/// The part of an A-label after `xn--`, or `None` if the label does not start with that.
pub(crate) fn a_label(label: &str) -> Option<&str> {
    let (prefix, rest) = label.split_at_checked(4)?;
    prefix.eq_ignore_ascii_case("xn--").then_some(rest)
}

/// RFC 3492 section 6.2. `None` if `encoded` is not Punycode or is too long for a label.
pub(crate) fn decode(encoded: &str) -> Option<Decoded> {
    if encoded.len() > LONGEST {
        return None;
    }
    let (basic, digits) = encoded.rsplit_once('-').unwrap_or(("", encoded));
    if basic.is_empty() && encoded.contains('-') {
        return None;
    }
    let mut decoded = Decoded {
        chars: ['\0'; MAX_LABEL],
        len: 0,
    };
    for c in basic.chars() {
        if !c.is_ascii() {
            return None;
        }
        decoded.insert(decoded.len, c.to_ascii_lowercase())?;
    }
    let (mut code_point, mut position, mut bias) = (128_u32, 0_u32, 72_u32);
    let mut digits = digits.bytes().peekable();
    while digits.peek().is_some() {
        let before = position;
        let (mut weight, mut k) = (1_u32, 36_u32);
        loop {
            let digit = match digits.next()? {
                byte @ b'a'..=b'z' => byte - b'a',
                byte @ b'A'..=b'Z' => byte - b'A',
                byte @ b'0'..=b'9' => byte - b'0' + 26,
                _ => return None,
            };
            let digit = u32::from(digit);
            position = position.checked_add(digit.checked_mul(weight)?)?;
            let threshold = k.saturating_sub(bias).clamp(1, 26);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(36 - threshold)?;
            k += 36;
        }
        let count = u32::try_from(decoded.len + 1).ok()?;
        bias = adapt(position - before, count, before == 0);
        code_point = code_point.checked_add(position / count)?;
        position %= count;
        decoded.insert(usize::try_from(position).ok()?, char::from_u32(code_point)?)?;
        position += 1;
    }
    Some(decoded)
}

/// RFC 3492 section 6.3: passes the characters of the encoded label to `write`, without `xn--`. Takes
/// time in proportion to the characters times the different ones among them.
pub(crate) fn encode(label: &(impl Iterator<Item = char> + Clone), mut write: impl FnMut(char)) {
    let mut basic = 0;
    for c in label.clone().filter(char::is_ascii) {
        write(c);
        basic += 1;
    }
    if basic > 0 {
        write('-');
    }
    let (mut handled, mut delta, mut bias, mut from) = (basic, 0_u64, 72_u32, 128_u32);
    while let Some(next) = label.clone().map(u32::from).filter(|&c| c >= from).min() {
        delta += u64::from(next - from) * u64::from(handled + 1);
        for c in label.clone().map(u32::from) {
            if c < next {
                delta += 1;
            }
            if c != next {
                continue;
            }
            let (mut rest, mut k) = (delta, 36_u32);
            loop {
                let threshold = u64::from(k.saturating_sub(bias).clamp(1, 26));
                if rest < threshold {
                    break;
                }
                write(digit(threshold + (rest - threshold) % (36 - threshold)));
                rest = (rest - threshold) / (36 - threshold);
                k += 36;
            }
            write(digit(rest));
            let moved = u32::try_from(delta).unwrap_or(u32::MAX);
            bias = adapt(moved, handled + 1, handled == basic);
            delta = 0;
            handled += 1;
        }
        delta += 1;
        from = next + 1;
    }
}

/// The digit of a value below 36: `a` to `z`, then `0` to `9`.
fn digit(value: u64) -> char {
    let value = u8::try_from(value).unwrap_or_default();
    char::from(if value < 26 {
        b'a' + value
    } else {
        b'0' + (value - 26)
    })
}

/// RFC 3492 section 6.1.
fn adapt(delta: u32, count: u32, first: bool) -> u32 {
    let mut delta = if first { delta / 700 } else { delta / 2 };
    delta += delta / count;
    let mut k = 0;
    while delta > 455 {
        delta /= 35;
        k += 36;
    }
    k + 36 * delta / (delta + 38)
}

#[cfg(test)]
mod tests {
    use super::{a_label, decode};
    use std::string::String;

    fn text(encoded: &str) -> Option<String> {
        decode(encoded).map(|decoded| decoded.chars().iter().collect())
    }

    #[test]
    fn agrees_with_idna() {
        for encoded in [
            "bcher-kva",
            "BCHER-KVA",
            "fiqx46g",
            "r2bi6d",
            "11b4c3d",
            "-",
            "",
            "a",
            "9",
            "a-",
            "zzzzzz",
            "---ctdbabcfhu9c2b9l1acccr4c",
            "mgbah1a3hjkrd",
            "i-7iq",
            "99999999",
            "ls8h",
        ] {
            let expected = idna::punycode::decode_to_string(&encoded.to_ascii_lowercase());
            assert_eq!(text(encoded), expected, "{encoded}");
        }
    }

    #[test]
    fn bounds_the_label() {
        assert!(decode(&"a".repeat(252)).is_none());
        assert!(a_label("XN--abc").is_some());
        assert!(a_label("xn-").is_none());
        assert!(a_label("ｘn--a").is_none());
    }
}
