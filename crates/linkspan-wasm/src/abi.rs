//! The functions that JavaScript calls.
//!
//! A caller writes text into the [`input`] buffer, calls a function with the length of that text in
//! bytes, and reads the [`numbers`] and the [`string`] that the function left. Options follow the
//! text in the buffer; see [`options`](crate::options). What the numbers are, is in
//! [`layout`](crate::layout). A function that can fail returns a negative number then, and the
//! message is the string. A function of a detector, a live text or a stream that does not exist
//! does nothing, or fails if it can.

#![allow(
    unsafe_code,
    reason = "`no_mangle` gives the functions their names; no code here is unsafe"
)]

use linkspan::{Detector, Kind};

use crate::instance::{Instance, Output, number, with};
use crate::{find as links, html, layout, options};

/// The version of this interface. The script must have the same version.
#[unsafe(no_mangle)]
pub extern "C" fn version() -> u32 {
    layout::VERSION
}

/// The buffer into which the caller writes text before a call. It has room for this many bytes after
/// the first ones, which are kept.
#[unsafe(no_mangle)]
pub extern "C" fn input(kept: usize, bytes: usize) -> *const u8 {
    let buffer = with(|instance| {
        // A long text does not stay in memory forever.
        if kept == 0 && bytes < 1 << 16 && instance.input.len() > 1 << 20 {
            instance.input = Vec::new();
        }
        let length = kept.saturating_add(bytes);
        if instance.input.len() < length {
            instance.input.resize(length, 0);
        }
        Some(instance.input.as_ptr())
    });
    buffer.unwrap_or(std::ptr::null())
}

/// The numbers that the last call returned.
#[unsafe(no_mangle)]
pub extern "C" fn numbers() -> *const u32 {
    with(|instance| Some(instance.output.numbers.as_ptr())).unwrap_or(std::ptr::null())
}

/// The number of these numbers.
#[unsafe(no_mangle)]
pub extern "C" fn number_count() -> u32 {
    with(|instance| number(instance.output.numbers.len()))
}

/// The string that the last call returned, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn string() -> *const u8 {
    with(|instance| Some(instance.output.string.as_ptr())).unwrap_or(std::ptr::null())
}

/// The length of that string in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn string_length() -> u32 {
    with(|instance| number(instance.output.string.len()))
}

/// Creates a detector with the options in the input, and returns its number.
#[unsafe(no_mangle)]
pub extern "C" fn detector(length: usize) -> i32 {
    with(|instance| {
        instance.output.clear();
        let options = options::pairs(Instance::text(&instance.input, length));
        match linkspan_bind::profile(options) {
            Ok(profile) => instance.detectors.add(Detector::new(profile)),
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

/// Whether every link contains a dot between other characters, `://` or `mailto:`. Then the script
/// looks for these itself first: most messages contain none of them, and a call costs more.
#[unsafe(no_mangle)]
pub extern "C" fn needs_separator(detector: i32) -> u32 {
    with_detector(detector, 0, |detector, _, _, _| {
        detector.needs_separator().into()
    })
}

/// What a function returns if the object that it is called with does not exist.
trait Missing: Default {
    fn missing(_: &mut Output) -> Self {
        Self::default()
    }
}

impl Missing for () {}

/// A count.
impl Missing for u32 {}

/// The number of an object, or whether a call succeeded.
impl Missing for i32 {
    fn missing(output: &mut Output) -> Self {
        output.fail(&"the object is gone")
    }
}

/// Runs a call with a detector, the text in the input, and the bytes after it.
fn with_detector<T: Missing>(
    detector: i32,
    length: usize,
    call: impl FnOnce(&Detector, &str, &[u8], &mut Output) -> T,
) -> T {
    with(|instance| {
        let output = &mut instance.output;
        output.clear();
        let rest = instance.input.get(length..).unwrap_or_default();
        let text = Instance::text(&instance.input, length);
        match instance.detectors.get(detector) {
            Some(detector) => call(detector, text, rest, output),
            None => T::missing(output),
        }
    })
}

/// Finds at most `most` links in the input, and returns how many.
#[unsafe(no_mangle)]
pub extern "C" fn find(detector: i32, length: usize, is_ascii: u32, most: usize) -> u32 {
    with_detector(detector, length, |detector, text, _, output| {
        links::links(detector, text, is_ascii != 0, most, output)
    })
}

/// Finds the places of all links in the input, and returns how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn places(detector: i32, length: usize, is_ascii: u32) -> u32 {
    with_detector(detector, length, |detector, text, _, output| {
        links::places(detector, text, is_ascii != 0, output)
    })
}

/// Whether the input contains a link.
#[unsafe(no_mangle)]
pub extern "C" fn test(detector: i32, length: usize) -> u32 {
    with_detector(detector, length, |detector, text, _, _| {
        detector.links(text).next().is_some().into()
    })
}

/// Renders the input as HTML.
#[unsafe(no_mangle)]
pub extern "C" fn linkify(detector: i32, length: usize, options: usize) -> i32 {
    with_detector(detector, length, |detector, text, rest, output| {
        html::linkify(detector, text, Instance::text(rest, options), output)
    })
}

/// Runs a call that needs no detector, with the text in the input and the bytes after it.
fn with_text<T: Default>(length: usize, call: impl FnOnce(&str, &[u8], &mut Output) -> T) -> T {
    with(|instance| {
        instance.output.clear();
        let rest = instance.input.get(length..).unwrap_or_default();
        let text = Instance::text(&instance.input, length);
        call(text, rest, &mut instance.output)
    })
}

/// The caption in the input, of a link of this kind, with the tags that keep it in order. Returns
/// the number of tags.
#[unsafe(no_mangle)]
pub extern "C" fn caption(length: usize, kind: u32) -> u32 {
    with_text(length, |text, _, output| {
        let kind = linkspan_bind::kind_of(kind).unwrap_or(Kind::Url);
        html::caption(text, kind, output)
    })
}

/// Adds links to the HTML in the input.
#[cfg(feature = "rewrite")]
#[unsafe(no_mangle)]
pub extern "C" fn rewrite_html(detector: i32, length: usize, options: usize) -> i32 {
    with_detector(detector, length, |detector, page, rest, output| {
        crate::rewrite::html(detector, page, Instance::text(rest, options), output)
    })
}

/// Adds links to the Markdown in the input.
#[cfg(feature = "rewrite")]
#[unsafe(no_mangle)]
pub extern "C" fn rewrite_markdown(detector: i32, length: usize) -> i32 {
    with_detector(detector, length, |detector, source, _, output| {
        crate::rewrite::markdown(detector, source, output)
    })
}

#[cfg(feature = "full")]
mod full {
    use linkspan::defang as defanged;
    use linkspan::props::{is_link_email, link_bracket, link_term};
    use linkspan::suffix::SuffixSource;

    use super::{Missing, with_detector, with_text};
    use crate::instance::{Instance, Output, Slots, number, with};
    use crate::layout::{BRACKET, EMAIL, PROPERTIES, TERM};
    use crate::live::Live;
    use crate::stream::Arriving;
    use crate::{convert, explain as explained};

    /// Explains every candidate in the input, as JSON.
    #[unsafe(no_mangle)]
    pub extern "C" fn explain(detector: i32, length: usize, is_ascii: u32) {
        with_detector(detector, length, |detector, text, _, output| {
            explained::explain(detector, text, is_ascii != 0, output);
        });
    }

    /// Lays out the input.
    #[unsafe(no_mangle)]
    pub extern "C" fn lay_out(detector: i32, length: usize, options: usize) -> i32 {
        with_detector(detector, length, |detector, text, rest, output| {
            convert::lay_out(detector, text, Instance::text(rest, options), output)
        })
    }

    /// Writes the URL in the input in another form.
    #[unsafe(no_mangle)]
    pub extern "C" fn format(length: usize, options: usize) -> i32 {
        with_text(length, |url, rest, output| {
            convert::format(url, Instance::text(rest, options), output)
        })
    }

    /// Defangs the input.
    #[unsafe(no_mangle)]
    pub extern "C" fn defang(length: usize) -> i32 {
        with_text(length, |text, _, output| {
            output.succeed(defanged::defang(text).into_owned())
        })
    }

    /// Restores the defanged links in the input.
    #[unsafe(no_mangle)]
    pub extern "C" fn refang(length: usize) -> i32 {
        with_text(length, |text, _, output| {
            output.succeed(defanged::refang(text))
        })
    }

    /// Whether the host in the input has a registrable domain, which is then the string.
    #[unsafe(no_mangle)]
    pub extern "C" fn domain(length: usize) -> u32 {
        with_text(length, |host, _, output| {
            let domain = linkspan_bind::domain(host, &SuffixSource::Embedded);
            output
                .string
                .push_str(domain.as_deref().unwrap_or_default());
            domain.is_some().into()
        })
    }

    /// The properties of a code point.
    #[unsafe(no_mangle)]
    pub extern "C" fn properties(code: u32) {
        with_text(0, |_, _, output| {
            // Half of a surrogate pair counts as U+FFFD, as in texts.
            let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            let mut properties = [0; PROPERTIES];
            properties[TERM] = linkspan_bind::link_term(link_term(c));
            properties[BRACKET] = link_bracket(c).map_or(0, u32::from);
            properties[EMAIL] = is_link_email(c).into();
            output.numbers.extend(properties);
        });
    }

    /// Creates a live text from the input, with the state in the options.
    #[unsafe(no_mangle)]
    pub extern "C" fn live(detector: i32, length: usize, options: usize) -> i32 {
        let made = with_detector(detector, length, |detector, text, rest, _| {
            let state = Instance::text(rest, options);
            Some(Live::new(text, detector, state))
        });
        keep(made, |instance| &mut instance.texts)
    }

    impl<T> Missing for Option<T> {}

    /// Keeps a value, and returns its number.
    fn keep<T>(made: Option<T>, slots: impl FnOnce(&mut Instance) -> &mut Slots<T>) -> i32 {
        with(|instance| match made {
            Some(value) => slots(instance).add(value),
            None => i32::missing(&mut instance.output),
        })
    }

    /// Frees a live text.
    #[unsafe(no_mangle)]
    pub extern "C" fn live_free(live: i32) {
        with(|instance| drop(instance.texts.remove(live)));
    }

    /// Runs a call with a live text and the input.
    fn with_live<T: Missing>(
        live: i32,
        call: impl FnOnce(&mut Live, &[u8], &mut Output) -> T,
    ) -> T {
        with(|instance| {
            let output = &mut instance.output;
            output.clear();
            match instance.texts.get_mut(live) {
                Some(live) => call(live, &instance.input, output),
                None => T::missing(output),
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
        let made = with_detector(detector, 0, |detector, _, _, _| {
            Some(Arriving::new(detector.clone()))
        });
        keep(made, |instance| &mut instance.streams)
    }

    /// Frees a stream.
    #[unsafe(no_mangle)]
    pub extern "C" fn stream_free(stream: i32) {
        with(|instance| drop(instance.streams.remove(stream)));
    }

    /// Returns the number of links that are complete after the input.
    #[unsafe(no_mangle)]
    pub extern "C" fn stream_push(stream: i32, length: usize) -> u32 {
        with(|instance| {
            let output = &mut instance.output;
            output.clear();
            let text = Instance::text(&instance.input, length);
            let stream = instance.streams.get_mut(stream);
            stream.map_or(0, |stream| stream.push(text, output))
        })
    }

    /// Returns the number of links that are complete at the end, and frees the stream.
    #[unsafe(no_mangle)]
    pub extern "C" fn stream_finish(stream: i32) -> u32 {
        with(|instance| {
            let output = &mut instance.output;
            output.clear();
            let stream = instance.streams.remove(stream);
            stream.map_or(0, |stream| stream.finish(output))
        })
    }
}

#[cfg(feature = "full")]
pub use full::*;
