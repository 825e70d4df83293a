//! The functions that JavaScript calls. `packages/linkspan/src/core.js`, their only caller,
//! documents their meaning.

#![allow(
    unsafe_code,
    reason = "`no_mangle` gives the functions their names; no code here is unsafe"
)]

use linkspan::Detector;

use crate::instance::{Instance, Output, with};
use crate::units::number;
use crate::{find as links, html, options};

/// The version of this interface.
const VERSION: u32 = 2;

/// The version of this interface. The script must have the same version.
#[unsafe(no_mangle)]
pub extern "C" fn version() -> u32 {
    VERSION
}

/// A buffer of this many bytes, into which the caller writes text before a call.
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *const u8 {
    with(|instance| {
        // A long text does not stay in memory forever. Zero bytes only query the buffer.
        if instance.input.len() > (1 << 20) && (1..1 << 16).contains(&bytes) {
            instance.input = Vec::new();
        }
        if instance.input.len() < bytes {
            instance.input.resize(bytes, 0);
        }
        Pointer(instance.input.as_ptr())
    })
    .0
}

/// The numbers that the last call returned.
#[unsafe(no_mangle)]
pub extern "C" fn numbers() -> *const u32 {
    with(|instance| PointerToNumbers(instance.output.numbers.as_ptr())).0
}

/// The number of these numbers.
#[unsafe(no_mangle)]
pub extern "C" fn number_count() -> u32 {
    with(|instance| number(instance.output.numbers.len()))
}

/// The string that the last call returned, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn string() -> *const u8 {
    with(|instance| Pointer(instance.output.string.as_ptr())).0
}

/// The length of that string in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn string_length() -> u32 {
    with(|instance| number(instance.output.string.len()))
}

struct Pointer(*const u8);

impl Default for Pointer {
    fn default() -> Self {
        Self(std::ptr::null())
    }
}

struct PointerToNumbers(*const u32);

impl Default for PointerToNumbers {
    fn default() -> Self {
        Self(std::ptr::null())
    }
}

/// Creates a detector with the options in the input; returns -1 and a message if one of them is
/// wrong.
#[unsafe(no_mangle)]
pub extern "C" fn detector(length: usize) -> i32 {
    with(|instance| {
        instance.output.clear();
        match options::detector(Instance::text(&instance.input, length)) {
            Ok(detector) => instance.detectors.add(detector),
            Err(error) => instance.output.fail(&error),
        }
    })
}

/// Frees a detector.
#[unsafe(no_mangle)]
pub extern "C" fn detector_free(detector: i32) {
    with(|instance| {
        instance.detectors.remove(detector);
    });
}

/// Runs a call with a detector, the text in the input, and the bytes after it. `None` if the
/// detector does not exist.
fn with_text<T>(
    detector: i32,
    length: usize,
    call: impl FnOnce(&Detector, &str, &[u8], &mut Output) -> T,
) -> Option<T> {
    with(|instance| {
        let output = &mut instance.output;
        output.clear();
        let detector = instance.detectors.get(detector)?;
        let rest = instance.input.get(length..).unwrap_or_default();
        let text = Instance::text(&instance.input, length);
        Some(call(detector, text, rest, output))
    })
}

/// Reports that a detector does not exist.
fn gone() -> i32 {
    with(|instance| instance.output.fail(&"the detector is gone"))
}

/// Finds at most `most` links in the input and returns how many. For each one, the numbers contain
/// start, end, kind and how the address is formed, and where it is in the string.
#[unsafe(no_mangle)]
pub extern "C" fn find(detector: i32, length: usize, is_ascii: u32, most: usize) -> u32 {
    let count = with_text(detector, length, |detector, text, _, output| {
        links::links(detector, text, is_ascii != 0, most, output)
    });
    count.unwrap_or(0)
}

/// The same without addresses: start, end and kind.
#[unsafe(no_mangle)]
pub extern "C" fn places(detector: i32, length: usize, is_ascii: u32) -> u32 {
    let count = with_text(detector, length, |detector, text, _, output| {
        links::places(detector, text, is_ascii != 0, output)
    });
    count.unwrap_or(0)
}

/// Whether the input contains a link.
#[unsafe(no_mangle)]
pub extern "C" fn test(detector: i32, length: usize) -> u32 {
    let has_link = with_text(detector, length, |detector, text, _, _| {
        detector.links(text).next().is_some()
    });
    has_link.unwrap_or(false).into()
}

/// Renders text as HTML; returns -1 and a message if an option is wrong. The options follow the
/// text.
#[unsafe(no_mangle)]
pub extern "C" fn linkify(detector: i32, length: usize, options: usize) -> i32 {
    let made = with_text(detector, length, |detector, text, rest, output| {
        html::linkify(detector, text, Instance::text(rest, options), output)
    });
    made.unwrap_or_else(gone)
}

/// Adds links to HTML (0) or Markdown (1); returns -1 and a message if an option is wrong. The
/// options follow the text.
#[cfg(feature = "rewrite")]
#[unsafe(no_mangle)]
pub extern "C" fn rewrite(detector: i32, length: usize, options: usize, what: u32) -> i32 {
    let made = with_text(detector, length, |detector, text, rest, output| {
        let options = Instance::text(rest, options);
        match what {
            0 => crate::rewrite::html(detector, text, options, output),
            _ => crate::rewrite::markdown(detector, text, output),
        }
    });
    made.unwrap_or_else(gone)
}

#[cfg(feature = "full")]
mod full {
    use linkspan::Kind;
    use linkspan::live::LiveText;
    use linkspan::suffix::SuffixSource;

    use super::{gone, with_text};
    use crate::instance::{Instance, Output, with};
    use crate::live::{self, Live};
    use crate::stream::Arriving;
    use crate::units::number;
    use crate::{explain as explained, html, other};

    /// Explains every candidate in the input, as JSON.
    #[unsafe(no_mangle)]
    pub extern "C" fn explain(detector: i32, length: usize, is_ascii: u32) {
        with_text(detector, length, |detector, text, _, output| {
            explained::explain(detector, text, is_ascii != 0, output);
        });
    }

    /// Writes the URL in the input in another form: minimal (0), display (1), ASCII (2).
    #[unsafe(no_mangle)]
    pub extern "C" fn format(length: usize, form: u32) -> i32 {
        with(|instance| {
            let Instance { input, output, .. } = instance;
            output.clear();
            other::formatted(Instance::text(input, length), form, output)
        })
    }

    /// Defangs (0) or refangs (1) the input.
    #[unsafe(no_mangle)]
    pub extern "C" fn fang(length: usize, way: u32) {
        with(|instance| {
            let Instance { input, output, .. } = instance;
            output.clear();
            other::fanged(Instance::text(input, length), way, output);
        });
    }

    /// Lays out the input: visual (0), with controls (1), as HTML (2). The options follow the text.
    #[unsafe(no_mangle)]
    pub extern "C" fn lay_out(detector: i32, length: usize, options: usize, what: u32) -> i32 {
        let made = with_text(detector, length, |detector, text, rest, output| {
            other::laid_out(detector, text, Instance::text(rest, options), what, output)
        });
        made.unwrap_or_else(gone)
    }

    /// Whether the host in the input has a registrable domain, which is then in the string.
    #[unsafe(no_mangle)]
    pub extern "C" fn registrable_domain(length: usize) -> u32 {
        with(|instance| {
            let Instance { input, output, .. } = instance;
            output.clear();
            let host = Instance::text(input, length);
            let domain = SuffixSource::Embedded.registrable_domain(host);
            domain
                .inspect(|domain| output.string.push_str(domain))
                .is_some()
                .into()
        })
    }

    /// The visible text of a link with the tags that keep it in order; returns the number of tags.
    /// The input is the text, and `kind` the number of its kind.
    #[unsafe(no_mangle)]
    pub extern "C" fn label(length: usize, kind: u32) -> u32 {
        with(|instance| {
            let Instance { input, output, .. } = instance;
            output.clear();
            let kind = match kind {
                1 => Kind::Email,
                2 => Kind::File,
                _ => Kind::Url,
            };
            html::label(Instance::text(input, length), kind, output)
        })
    }

    /// The properties of a character: Link_Term, whether it is Link_Email (8), and its Link_Bracket from bit 8 on.
    #[unsafe(no_mangle)]
    pub extern "C" fn properties(code: u32) -> u32 {
        char::from_u32(code).map_or(0, other::properties)
    }

    /// Creates a live text from the input.
    #[unsafe(no_mangle)]
    pub extern "C" fn live(detector: i32, length: usize) -> i32 {
        let made = with_text(detector, length, |detector, text, _, _| {
            LiveText::new(text, detector.clone())
        });
        keep(made)
    }

    /// Keeps a live text.
    fn keep(made: Option<LiveText>) -> i32 {
        match made {
            Some(text) => with(|instance| instance.texts.add(Live::new(text))),
            None => gone(),
        }
    }

    /// The same with a state: whether links are shown, and, after the text, pairs of four-byte
    /// numbers with the dismissed ranges.
    #[unsafe(no_mangle)]
    pub extern "C" fn live_with(detector: i32, length: usize, enabled: u32, count: usize) -> i32 {
        let made = with_text(detector, length, |detector, text, rest, _| {
            let (words, _) = rest.as_chunks::<4>();
            let words = words.iter().map(|word| u32::from_le_bytes(*word));
            let words: Vec<u32> = words.take(2 * count).collect();
            let (dismissed, _) = words.as_chunks::<2>();
            live::with_state(text, detector.clone(), enabled != 0, dismissed)
        });
        keep(made)
    }

    /// Frees a live text.
    #[unsafe(no_mangle)]
    pub extern "C" fn live_free(live: i32) {
        with(|instance| {
            instance.texts.remove(live);
        });
    }

    fn with_live<T: Default>(
        live: i32,
        call: impl FnOnce(&mut Live, &[u8], &mut Output) -> T,
    ) -> T {
        with(|instance| {
            let Instance {
                input,
                output,
                texts,
                ..
            } = instance;
            output.clear();
            match texts.get_mut(live) {
                Some(live) => call(live, input, output),
                None => T::default(),
            }
        })
    }

    /// Replaces a range with the input.
    #[unsafe(no_mangle)]
    pub extern "C" fn live_edit(live: i32, start: usize, end: usize, length: usize) -> i32 {
        with_live(live, |live, input, output| {
            live.edit(start..end, Instance::text(input, length), output)
        })
    }

    /// Reverts an edit.
    #[unsafe(no_mangle)]
    pub extern "C" fn live_undo(live: i32, number: usize) -> i32 {
        with_live(live, |live, _, output| live.undo(number, output))
    }

    /// Dismisses the links in a range.
    #[unsafe(no_mangle)]
    pub extern "C" fn live_dismiss(live: i32, start: usize, end: usize) -> i32 {
        with_live(live, |live, _, output| live.dismiss(start..end, output))
    }

    /// Restores the links in a range.
    #[unsafe(no_mangle)]
    pub extern "C" fn live_restore(live: i32, start: usize, end: usize) -> i32 {
        with_live(live, |live, _, output| live.restore(start..end, output))
    }

    /// Shows or hides all links.
    #[unsafe(no_mangle)]
    pub extern "C" fn live_enable(live: i32, enabled: u32) -> i32 {
        with_live(live, |live, _, output| {
            live.set_enabled(enabled != 0, output)
        })
    }

    /// Returns the number of links in a range.
    #[unsafe(no_mangle)]
    pub extern "C" fn live_links(live: i32, start: usize, end: usize) -> u32 {
        with_live(live, |live, _, output| live.links(start..end, output))
    }

    /// Whether there is a link that typing at the caret could still change.
    #[unsafe(no_mangle)]
    pub extern "C" fn live_pending(live: i32, caret: usize) -> u32 {
        with_live(live, |live, _, output| live.pending(caret, output))
    }

    /// Returns the number of dismissed ranges.
    #[unsafe(no_mangle)]
    pub extern "C" fn live_state(live: i32) -> u32 {
        with_live(live, |live, _, output| live.state(output))
    }

    /// Writes the text in a range to the string.
    #[unsafe(no_mangle)]
    pub extern "C" fn live_slice(live: i32, start: usize, end: usize) {
        with_live(live, |live, _, output| {
            output.string = live.text.in_utf16().slice(start..end);
        });
    }

    /// Returns the length of the text.
    #[unsafe(no_mangle)]
    pub extern "C" fn live_length(live: i32) -> u32 {
        with_live(live, |live, _, _| number(live.text.in_utf16().len()))
    }

    /// Creates a stream.
    #[unsafe(no_mangle)]
    pub extern "C" fn stream(detector: i32) -> i32 {
        let made = with_text(detector, 0, |detector, _, _, _| {
            Arriving::new(detector.clone())
        });
        match made {
            Some(stream) => with(|instance| instance.streams.add(stream)),
            None => gone(),
        }
    }

    /// Frees a stream.
    #[unsafe(no_mangle)]
    pub extern "C" fn stream_free(stream: i32) {
        with(|instance| {
            instance.streams.remove(stream);
        });
    }

    /// Returns the number of links that are complete after the input.
    #[unsafe(no_mangle)]
    pub extern "C" fn stream_push(stream: i32, length: usize) -> u32 {
        with(|instance| {
            let Instance {
                input,
                output,
                streams,
                ..
            } = instance;
            output.clear();
            let text = Instance::text(input, length);
            let stream = streams.get_mut(stream);
            stream.map_or(0, |stream| stream.push(text, output))
        })
    }

    /// Returns the number of links that are complete at the end.
    #[unsafe(no_mangle)]
    pub extern "C" fn stream_finish(stream: i32) -> u32 {
        with(|instance| {
            let Instance {
                output, streams, ..
            } = instance;
            output.clear();
            let stream = streams.remove(stream);
            stream.map_or(0, |stream| stream.finish(output))
        })
    }
}

#[cfg(feature = "full")]
pub use full::*;
