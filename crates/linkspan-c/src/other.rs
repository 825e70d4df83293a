//! HTML, forms of URLs, defanged text, and properties of characters.

use std::ffi::c_char;

use linkspan::format::{Form, Format, FormatError};
use linkspan::props::{LinkTerm, is_link_email, link_bracket, link_term};
use linkspan::render::Renderer;
use linkspan::{defang, format};

use crate::detector::Detector;
use crate::options::OptionList;
use crate::output::{String, lent, output};
use crate::status::{Error, Failure, LINKSPAN_INVALID_URL, Status, answer};
use crate::text::utf8;

/// Minimal escaping (UTS #58, section 4.1): readable, and found as a whole in running text.
pub const LINKSPAN_FORM_MINIMAL: u32 = 0;
/// Minimal escaping that also keeps misleading characters escaped, for showing to people.
pub const LINKSPAN_FORM_DISPLAY: u32 = 1;
/// ASCII only, as a browser writes it.
pub const LINKSPAN_FORM_ASCII: u32 = 2;

/// Link_Term=Include.
pub const LINKSPAN_TERM_INCLUDE: u32 = 0;
/// Link_Term=Hard.
pub const LINKSPAN_TERM_HARD: u32 = 1;
/// Link_Term=Soft.
pub const LINKSPAN_TERM_SOFT: u32 = 2;
/// Link_Term=Open.
pub const LINKSPAN_TERM_OPEN: u32 = 3;
/// Link_Term=Close.
pub const LINKSPAN_TERM_CLOSE: u32 = 4;

/// Writes a text that a call makes of another one.
///
/// # Safety
///
/// `text` points to `len` bytes, or is NULL if `len` is 0. `out` can be written; `error` can be written, or
/// is NULL.
unsafe fn made(
    text: *const c_char,
    len: usize,
    out: *mut String,
    error: *mut Error,
    make: impl FnOnce(&str) -> Result<std::string::String, Failure>,
) -> Status {
    let call = || {
        // SAFETY: the caller promises it.
        let out = unsafe { output(out, "out") }?.write(String::NONE);
        // SAFETY: the caller promises it.
        let text = unsafe { utf8(text, len, "text") }?;
        *out = String::new(make(text)?);
        Ok(())
    };
    // SAFETY: the caller promises it.
    unsafe { answer(error, call) }
}

/// Renders a plain text as HTML, with links as `a` elements and everything else escaped. Do not use
/// it for existing HTML: its markup would be escaped.
///
/// `options` is a JSON object or NULL: `rel` (default `nofollow noopener`), `target`, `class-name`,
/// `label` (`typed` or `display`), `truncate` (the maximum number of characters of a label),
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
    let make = |text: &str| {
        // SAFETY: the caller promises it.
        let detector = unsafe { lent(detector, "detector") }?;
        // SAFETY: the caller promises it.
        let options = unsafe { utf8(options, options_len, "options") }?;
        let html = OptionList::read(options)?.html()?;
        Ok(html.render(detector.0.spans(text)).to_string())
    };
    // SAFETY: the caller promises it.
    unsafe { made(text, len, out, error, make) }
}

fn unwritable(error: &FormatError) -> Failure {
    Failure::new(LINKSPAN_INVALID_URL, error.to_string())
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
    let make = |url: &str| {
        let formatted = match form {
            LINKSPAN_FORM_MINIMAL => Format::default().string(url),
            LINKSPAN_FORM_DISPLAY => Format::default().form(Form::Display).string(url),
            LINKSPAN_FORM_ASCII => format::ascii(url),
            _ => return Err(Failure::argument(format!("unknown `form`: {form}"))),
        };
        formatted.map_err(|error| unwritable(&error))
    };
    // SAFETY: the caller promises it.
    unsafe { made(url, len, out, error, make) }
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
    // SAFETY: the caller promises it.
    unsafe {
        made(text, len, out, error, |text| {
            Ok(defang::defang(text).into_owned())
        })
    }
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
    // SAFETY: the caller promises it.
    unsafe { made(text, len, out, error, |text| Ok(defang::refang(text))) }
}

/// Returns the registrable domain of a host according to the Public Suffix List: `example.co.uk`
/// for `www.example.co.uk`. `out->data` is NULL for a public suffix, and for a host that is not a
/// name.
///
/// # Safety
///
/// As for `linkspan_defang`, with a host for the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkspan_registrable_domain(
    host: *const c_char,
    len: usize,
    out: *mut String,
    error: *mut Error,
) -> Status {
    let call = || {
        // SAFETY: the caller promises it.
        let out = unsafe { output(out, "out") }?.write(String::NONE);
        // SAFETY: the caller promises it.
        let host = unsafe { utf8(host, len, "host") }?;
        if let Some(domain) = registrable_domain(host) {
            *out = String::new(domain.to_owned());
        }
        Ok(())
    };
    // SAFETY: the caller promises it.
    unsafe { answer(error, call) }
}

#[cfg(feature = "psl")]
fn registrable_domain(host: &str) -> Option<&str> {
    linkspan::suffix::SuffixSource::Embedded.registrable_domain(host)
}

#[cfg(not(feature = "psl"))]
fn registrable_domain(_: &str) -> Option<&str> {
    None
}

/// The property Link_Term of a code point: `LINKSPAN_TERM_INCLUDE` and so on. Numbers that are not code
/// points, and surrogates, are Hard.
#[unsafe(no_mangle)]
pub extern "C" fn linkspan_link_term(code_point: u32) -> u32 {
    match char::from_u32(code_point).map(link_term) {
        Some(LinkTerm::Include) => LINKSPAN_TERM_INCLUDE,
        Some(LinkTerm::Soft) => LINKSPAN_TERM_SOFT,
        Some(LinkTerm::Open) => LINKSPAN_TERM_OPEN,
        Some(LinkTerm::Close) => LINKSPAN_TERM_CLOSE,
        Some(LinkTerm::Hard) | None => LINKSPAN_TERM_HARD,
    }
}

/// The property Link_Bracket of a closing bracket: the code point of its opening bracket; 0 for everything
/// else.
#[unsafe(no_mangle)]
pub extern "C" fn linkspan_link_bracket(code_point: u32) -> u32 {
    let bracket = char::from_u32(code_point).and_then(link_bracket);
    bracket.map_or(0, u32::from)
}

/// The property Link_Email of a code point: 1 if it can be in a local part, 0 if not.
#[unsafe(no_mangle)]
pub extern "C" fn linkspan_is_link_email(code_point: u32) -> u32 {
    char::from_u32(code_point).is_some_and(is_link_email).into()
}
