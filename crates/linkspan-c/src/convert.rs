//! Functions from a text to a text: HTML, forms of URLs, defanged text, and domains.

use std::ffi::c_char;

use linkspan::format::{Form, Format};
use linkspan::render::Renderer;
use linkspan::{defang, format};

use crate::detector::Detector;
use crate::options::OptionList;
use crate::output::{String, answer, borrow};
use crate::status::{Error, Failure, Status};
use crate::text::utf8;

/// Minimal escaping (UTS #58, section 4.1): readable, and found as a whole in running text.
pub const LINKSPAN_FORM_MINIMAL: u32 = 0;
/// Minimal escaping that also keeps misleading characters escaped, for showing to people.
pub const LINKSPAN_FORM_DISPLAY: u32 = 1;
/// ASCII only, as a browser writes it.
pub const LINKSPAN_FORM_ASCII: u32 = 2;

/// Converts a text. `None` is no text.
///
/// # Safety
///
/// `text` points to `len` bytes, or is NULL if `len` is 0. `out` can be written; `error` can be written, or
/// is NULL.
unsafe fn convert(
    text: *const c_char,
    len: usize,
    out: *mut String,
    error: *mut Error,
    convert: impl FnOnce(&str) -> Result<Option<std::string::String>, Failure>,
) -> Status {
    let call = || {
        // SAFETY: `text` points to `len` bytes (`# Safety`).
        let text = unsafe { utf8(text, len, "text") }?;
        Ok(convert(text)?.map_or(String::NONE, String::new))
    };
    // SAFETY: `out` and `error` can be written, or are NULL (`# Safety`).
    unsafe { answer((out, "out"), String::NONE, error, call) }
}

/// Renders a plain text as HTML, with links as `a` elements and everything else escaped. Do not use
/// it for existing HTML: its markup would be escaped.
///
/// `options` is a JSON object or NULL: `rel` (default `nofollow noopener`), `target`, `class`,
/// `caption` (`typed` or `display`), `shorten` (the maximum number of characters of a caption),
/// `title` (`none` or `display`), `href` (`normalized` or `typed`), `isolate` (`always`,
/// `when-reordered` or `never`) and `bidi` (`plain`, `ltr`, `constant`, `environment`, `content` or
/// `tld`).
///
/// Fails with `LINKSPAN_INVALID_TEXT` if a text is not UTF-8, and with `LINKSPAN_INVALID_OPTION` if
/// an option is unknown or does not accept its value.
///
/// # Safety
///
/// `detector` is one that has not been freed. `text` points to `len` bytes, and `options` to `options_len`;
/// each may be NULL if its length is 0. `out` can be written; `error` can be written, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_linkify(
    detector: *const Detector,
    text: *const c_char,
    len: usize,
    options: *const c_char,
    options_len: usize,
    out: *mut String,
    error: *mut Error,
) -> Status {
    let linkify = |text: &str| {
        // SAFETY: `detector` is NULL or has not been freed (`# Safety`).
        let detector = unsafe { borrow(detector, "detector") }?;
        // SAFETY: `options` points to `options_len` bytes (`# Safety`).
        let options = unsafe { utf8(options, options_len, "options") }?;
        let html = OptionList::read(options)?.html()?;
        Ok(Some(html.render(detector.0.spans(text)).to_string()))
    };
    // SAFETY: `text` points to `len` bytes, `out` and `error` can be written or are NULL (`# Safety`).
    unsafe { convert(text, len, out, error, linkify) }
}

/// Writes a URL in another form: `LINKSPAN_FORM_MINIMAL`, `LINKSPAN_FORM_DISPLAY` or
/// `LINKSPAN_FORM_ASCII`. The scheme is not checked.
///
/// Fails with `LINKSPAN_INVALID_URL` if the string has no valid host or port or is an e-mail
/// address, and with `LINKSPAN_INVALID_ARGUMENT` for an unknown form.
///
/// # Safety
///
/// `url` points to `len` bytes, or is NULL if `len` is 0. `out` can be written; `error` can be written, or is
/// NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_format(
    url: *const c_char,
    len: usize,
    form: u32,
    out: *mut String,
    error: *mut Error,
) -> Status {
    let write = |url: &str| {
        let formatted = match form {
            LINKSPAN_FORM_MINIMAL => Format::default().string(url),
            LINKSPAN_FORM_DISPLAY => Format::default().form(Form::Display).string(url),
            LINKSPAN_FORM_ASCII => format::ascii(url),
            _ => return Err(Failure::argument(format!("unknown `form`: {form}"))),
        };
        Ok(Some(formatted?))
    };
    // SAFETY: `url` points to `len` bytes, `out` and `error` can be written or are NULL (`# Safety`).
    unsafe { convert(url, len, out, error, write) }
}

/// Defangs the URLs, names, e-mail addresses and IP addresses in a text: `hxxps://evil[.]example`.
/// Names with an unknown top-level domain and links without `//`, such as `tel:`, are unchanged.
///
/// # Safety
///
/// `text` points to `len` bytes, or is NULL if `len` is 0. `out` can be written; `error` can be written, or
/// is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_defang(
    text: *const c_char,
    len: usize,
    out: *mut String,
    error: *mut Error,
) -> Status {
    let defang = |text: &str| Ok(Some(defang::defang(text).into_owned()));
    // SAFETY: `text` points to `len` bytes, `out` and `error` can be written or are NULL (`# Safety`).
    unsafe { convert(text, len, out, error, defang) }
}

/// Restores the links of a defanged text.
///
/// # Safety
///
/// As for `linkspan_defang`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_refang(
    text: *const c_char,
    len: usize,
    out: *mut String,
    error: *mut Error,
) -> Status {
    let refang = |text: &str| Ok(Some(defang::refang(text)));
    // SAFETY: `text` points to `len` bytes, `out` and `error` can be written or are NULL (`# Safety`).
    unsafe { convert(text, len, out, error, refang) }
}

/// Returns the registrable domain of a host according to the Public Suffix List: `example.co.uk`
/// for `www.example.co.uk`, in A-labels and lower case. `out->data` is NULL for a public suffix, and
/// for text that is not a name.
///
/// # Safety
///
/// As for `linkspan_defang`, with a host for the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_domain(
    host: *const c_char,
    len: usize,
    out: *mut String,
    error: *mut Error,
) -> Status {
    let domain = |host: &str| Ok(domain(host));
    // SAFETY: `host` points to `len` bytes, `out` and `error` can be written or are NULL (`# Safety`).
    unsafe { convert(host, len, out, error, domain) }
}

#[cfg(feature = "psl")]
fn domain(host: &str) -> Option<std::string::String> {
    linkspan_bind::domain(host, &linkspan::suffix::SuffixSource::Embedded)
}

#[cfg(not(feature = "psl"))]
fn domain(_: &str) -> Option<std::string::String> {
    None
}
