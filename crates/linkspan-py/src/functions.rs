//! The functions of the module. Those that find links make a detector, unless they are given one.

use std::borrow::Cow;
use std::ffi::OsString;

use linkspan::format::{self as forms, Form, Format};
use linkspan::render::{Isolate, escape_bidi};
use linkspan::suffix::SuffixSource;
use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList};

use crate::detector::Detector;
use crate::html_link::HtmlLink;
use crate::options;
use crate::rejected::Rejected;
use crate::rendering::is_option;
use crate::search::detach;
use crate::text::{Text, type_error};

create_exception!(
    linkspan,
    FormatError,
    PyValueError,
    "A URL cannot be written in another form; the message says why."
);

/// The detector without options.
static RECOMMENDED: PyOnceLock<Py<Detector>> = PyOnceLock::new();

/// Reads the arguments: a detector, the name of a profile, or options by name.
pub(crate) fn read_detector<'py>(
    py: Python<'py>,
    detector: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, Detector>> {
    let options = options.filter(|options| !options.is_empty());
    let build = |profile: Option<&str>| Detector::from_options(options::read(profile, options)?);
    match detector.filter(|detector| !detector.is_none()) {
        None if options.is_none() => {
            let made = RECOMMENDED.get_or_try_init(py, || Py::new(py, build(None)?));
            Ok(made?.bind(py).clone())
        }
        None => Bound::new(py, build(None)?),
        Some(given) => {
            if let Ok(detector) = given.cast::<Detector>() {
                return match options {
                    None => Ok(detector.clone()),
                    Some(_) => Err(PyTypeError::new_err(
                        "a Detector already has options; pass them to Detector()",
                    )),
                };
            }
            let expected = "a Detector or the name of a profile";
            let profile = given.extract::<String>();
            let profile = profile.map_err(|_| type_error("detector", expected, given))?;
            Bound::new(py, build(Some(&profile))?)
        }
    }
}

/// Splits options into those of a detector and those of `linkify`.
fn split<'py>(
    py: Python<'py>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<[Bound<'py, PyDict>; 2]> {
    let (ours, theirs) = (PyDict::new(py), PyDict::new(py));
    for (name, value) in options.into_iter().flatten() {
        let is_ours = name.extract::<&str>().is_ok_and(is_option);
        if is_ours { &ours } else { &theirs }.set_item(name, value)?;
    }
    Ok([theirs, ours])
}

/// Defines functions that call the method of the same name of a detector.
macro_rules! functions {
    ($($(#[$attribute:meta])* fn $name:ident<$py:lifetime>($text:ident) -> $result:ty;)*) => {$(
        $(#[$attribute])*
        #[pyfunction]
        #[pyo3(signature = ($text, detector = None, **options))]
        pub(crate) fn $name<$py>(
            $text: &Bound<$py, PyAny>,
            detector: Option<&Bound<$py, PyAny>>,
            options: Option<&Bound<$py, PyDict>>,
        ) -> PyResult<$result> {
            let detector = read_detector($text.py(), detector, options)?;
            detector.get().$name($text)
        }
    )*};
}

functions! {
    /// Return the links in a text, in order.
    ///
    /// ``detector`` is a ``Detector`` or the name of a profile; keyword options are those of
    /// ``Detector``. To search many texts, create a ``Detector`` once and call its methods. Offsets
    /// count code points, as Python strings do.
    ///
    /// >>> import linkspan
    /// >>> for link in linkspan.find("Visit bücher.de/x, or write to me@example.com!"):
    /// ...     print(link.span(), link.kind, link.href)
    /// (6, 17) url https://xn--bcher-kva.de/x
    /// (31, 45) email mailto:me@example.com
    fn find<'py>(text) -> Bound<'py, PyList>;

    /// Split the whole text into pieces, in order: each is a ``str`` or a ``Link``.
    ///
    /// >>> import linkspan
    /// >>> linkspan.spans("see a.com.")
    /// ['see ', <linkspan.Link 4:9 'a.com' href='https://a.com/'>, '.']
    fn spans<'py>(text) -> Bound<'py, PyList>;

    /// Return the candidates in a text that are not linked, each with its reasons.
    ///
    /// >>> import linkspan
    /// >>> linkspan.rejected("see README.md")
    /// [<linkspan.Rejected 4:13 'README.md' (file-name)>]
    fn rejected<'py>(text) -> Vec<Rejected>;

    /// Explain every candidate in a text: links with all their properties, and rejected candidates,
    /// with the reasons for both. Slower than ``find``.
    ///
    /// >>> import linkspan
    /// >>> [(one["text"], one["linked"]) for one in linkspan.explain("README.md a.com")]
    /// [('README.md', False), ('a.com', True)]
    fn explain<'py>(text) -> Bound<'py, PyList>;

    /// Turn the bare links of a Markdown document into autolinks and leave everything else unchanged.
    ///
    /// >>> import linkspan
    /// >>> linkspan.linkify_markdown("see https://a.com/b_c_d")
    /// 'see <https://a.com/b_c_d>'
    fn linkify_markdown<'py>(markdown) -> String;
}

/// Render a text with its links as HTML (the default), Markdown, plain text or defanged text.
///
/// The options are those of ``Detector.linkify`` and of ``Detector``.
///
/// >>> import linkspan
/// >>> linkspan.linkify("1 < 2: https://a.com/x", rel="", target="_blank")
/// '1 &lt; 2: <a href="https://a.com/x" target="_blank"><bdi>https://a.com/x</bdi></a>'
/// >>> linkspan.linkify("see https://a.com/x", to="markdown")
/// 'see <https://a.com/x>'
/// >>> def redirected(anchor):
/// ...     anchor.href = "/leave?to=" + anchor.link.host
/// >>> linkspan.linkify("see a.com", rel="", on_link=redirected)
/// 'see <a href="/leave?to=a.com"><bdi>a.com</bdi></a>'
#[pyfunction]
#[pyo3(signature = (text, detector = None, **options), text_signature = "(text, detector=None, *, to='html', rel=None, target=None, class_=None, caption=None, shorten=None, title=None, href=None, isolate=None, bidi=None, on_link=None, **options)")]
pub(crate) fn linkify<'py>(
    text: &Bound<'py, PyAny>,
    detector: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<String> {
    let [theirs, ours] = split(text.py(), options)?;
    let detector = read_detector(text.py(), detector, Some(&theirs))?;
    detector.get().linkify(text, Some(&ours))
}

/// Add links to the text of an HTML document and leave everything else unchanged.
///
/// The options are those of ``Detector.linkify_html`` and of ``Detector``.
///
/// >>> import linkspan
/// >>> linkspan.linkify_html("<p>a.com <code>b.com</code>", rel="")
/// '<p><a href="https://a.com/">a.com</a> <code>b.com</code>'
#[pyfunction]
#[pyo3(signature = (html, detector = None, **options), text_signature = "(html, detector=None, *, rel=None, target=None, class_=None, title=None, href=None, isolate=None, bidi=None, skip_tags=(), existing=False, on_link=None, **options)")]
pub(crate) fn linkify_html<'py>(
    html: &Bound<'py, PyAny>,
    detector: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    if options.is_none() {
        let detector = read_detector(html.py(), detector, None)?;
        return detector.get().linkify_html(html, None);
    }
    let [theirs, ours] = split(html.py(), options)?;
    let detector = read_detector(html.py(), detector, Some(&theirs))?;
    detector.get().linkify_html(html, Some(&ours))
}

/// Return the links of an HTML page: those that a reader sees, and those in attributes such as
/// ``href``.
///
/// >>> import linkspan
/// >>> linkspan.html_links('<a href="/b">c.com</a>', base="https://a.com/")
/// [<linkspan.HtmlLink 9:11 '/b' in attribute>, <linkspan.HtmlLink 13:18 'c.com' in text>]
#[pyfunction]
#[pyo3(signature = (html, detector = None, *, base = None, refang = false, **options))]
pub(crate) fn html_links<'py>(
    html: &Bound<'py, PyAny>,
    detector: Option<&Bound<'py, PyAny>>,
    base: Option<&str>,
    refang: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<HtmlLink>> {
    let detector = read_detector(html.py(), detector, options)?;
    detector.get().html_links(html, base, refang)
}

/// Return the text of an HTML page that a reader sees, with line breaks where an element ends a
/// word. A page that cannot be parsed is returned with its markup.
///
/// >>> import linkspan
/// >>> linkspan.html_text("<p>a &amp; b<p>c<script>d</script>").split()
/// ['a', '&', 'b', 'c']
#[pyfunction]
pub(crate) fn html_text(html: &Bound<'_, PyAny>) -> PyResult<String> {
    let page = Text::of("html", html)?;
    let page = page.as_str();
    Ok(detach(html.py(), page.len(), || {
        linkspan_rewrite::html_text(page.as_bytes())
    }))
}

/// Write a URL in another form: ``"minimal"`` (no unnecessary escapes), ``"display"`` (for people,
/// with names in Unicode) or ``"ascii"`` (for machines).
///
/// Raises ``FormatError`` if the URL cannot be written in this form.
///
/// >>> import linkspan
/// >>> linkspan.format("https://xn--bcher-kva.de/%C3%A9", "display")
/// 'https://bücher.de/é'
/// >>> linkspan.format("https://bücher.de/é", "ascii")
/// 'https://xn--bcher-kva.de/%C3%A9'
#[pyfunction]
#[pyo3(signature = (url, form = "minimal"))]
pub(crate) fn format(url: &Bound<'_, PyAny>, form: &str) -> PyResult<String> {
    let url = Text::of("url", url)?;
    let url = url.show(url.as_str().into());
    let formatted = match form {
        "minimal" => Format::default().string(&url),
        "display" => Format::default().form(Form::Display).string(&url),
        "ascii" => forms::ascii(&url),
        other => {
            let message = format!("form: expected 'minimal', 'display' or 'ascii', not '{other}'");
            return Err(PyValueError::new_err(message));
        }
    };
    formatted.map_err(|error| FormatError::new_err(error.to_string()))
}

/// Defang the URLs, names, e-mail and IP addresses in a text, as in ``hxxps://a[.]com``. Names with
/// an unknown top-level domain and links without ``//``, such as ``tel:``, are unchanged.
///
/// >>> import linkspan
/// >>> linkspan.defang("see https://a.com/b")
/// 'see hxxps://a[.]com/b'
#[pyfunction]
pub(crate) fn defang(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = Text::new(text)?;
    let (source, length) = (text.as_str(), text.as_str().len());
    let made = detach(py, length, || linkspan::defang::defang(source));
    Ok(text.show(made).into_owned())
}

/// Restore the defanged links in a text.
///
/// >>> import linkspan
/// >>> linkspan.refang("see hxxps://a[.]com/b")
/// 'see https://a.com/b'
#[pyfunction]
pub(crate) fn refang(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = Text::new(text)?;
    let (source, length) = (text.as_str(), text.as_str().len());
    let made = detach(py, length, || linkspan::defang::refang(source));
    Ok(text.show(made.into()).into_owned())
}

/// Return the registrable domain of a host according to the Public Suffix List, in the form of
/// ``Link.domain``. ``None`` if the host is a public suffix or the string is not a host.
///
/// >>> import linkspan
/// >>> linkspan.domain("www.BÜCHER.co.uk")
/// 'xn--bcher-kva.co.uk'
/// >>> linkspan.domain("co.uk")
#[pyfunction]
pub(crate) fn domain(host: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let host = Text::of("host", host)?;
    Ok(linkspan_bind::domain(
        host.as_str(),
        &SuffixSource::Embedded,
    ))
}

/// Return whether a text contains characters that can reorder links in it: right-to-left letters,
/// or characters that control the direction.
#[pyfunction]
pub(crate) fn reorders(text: &Bound<'_, PyAny>) -> PyResult<bool> {
    let text = Text::new(text)?;
    let text = text.as_str();
    let has_controls = || matches!(escape_bidi(text), Cow::Owned(_));
    Ok(!text.is_ascii() && (Isolate::WhenReordered.applies_to(text) || has_controls()))
}

/// Run the command line of the program with arguments, of which the first is its name, and return
/// its exit status.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| linkspan_cli::run_with(arguments))
}
