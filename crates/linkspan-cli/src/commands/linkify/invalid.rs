//! The places where a source is not UTF-8.

/// The places where a source is not UTF-8.
#[derive(Default)]
pub(super) struct Invalid {
    count: usize,
    /// The line of the first one.
    line: usize,
    /// The number of line breaks so far.
    breaks: usize,
}

impl Invalid {
    /// Looks for more places in the next bytes of the source.
    pub(super) fn look_at(&mut self, bytes: &[u8]) {
        if simdutf8::basic::from_utf8(bytes).is_ok() {
            self.breaks += breaks(bytes);
            return;
        }
        for chunk in bytes.utf8_chunks() {
            self.breaks += breaks(chunk.valid().as_bytes());
            if !chunk.invalid().is_empty() {
                if self.count == 0 {
                    self.line = self.breaks + 1;
                }
                self.count += 1;
            }
        }
    }

    /// A sentence about these places, if there are any.
    pub(super) fn sentence(&self) -> Option<String> {
        let places = match self.count {
            0 => return None,
            1 => "1 place".to_owned(),
            count => format!("{count} places"),
        };
        Some(format!(
            "not UTF-8 in {places}, first in line {}; links next to such bytes may be wrong; convert it to UTF-8 first",
            self.line
        ))
    }
}

/// The number of line breaks.
fn breaks(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}
