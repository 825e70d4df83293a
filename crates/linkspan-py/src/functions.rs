//! The functions of the module that find links. Each creates a detector unless it is given one.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList};

use crate::detector::Detector;
use crate::html_link::HtmlLink;
use crate::options;
use crate::rejected::Rejected;
use crate::rendering::{NAMES, string};
use crate::search::detached;
use crate::text::Text;
use crate::text::other_type;

/// The detector without options.
static RECOMMENDED: PyOnceLock<Py<Detector>> = PyOnceLock::new();

/// Reads the arguments: a detector, the name of a profile, or options by name.
pub(crate) fn detector<'py>(
    py: Python<'py>,
    detector: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, Detector>> {
    let options = options.filter(|options| !options.is_empty());
    let Some(detector) = detector.filter(|detector| !detector.is_none()) else {
        let Some(options) = options else {
            let made = RECOMMENDED.get_or_try_init(py, || {
                Py::new(
                    py,
                    Detector::from_options(options::read("recommended", None)?)?,
                )
            })?;
            return Ok(made.bind(py).clone());
        };
        let options = options.copy()?;
        let profile = options.get_item("profile")?;
        if profile.is_some() {
            options.del_item("profile")?;
        }
        let profile = profile.filter(|profile| !profile.is_none());
        let profile = profile.map_or(Ok("recommended".into()), |name| string("profile", &name))?;
        return made(py, &profile, Some(&options));
    };
    if let Ok(detector) = detector.cast::<Detector>() {
        return match options {
            None => Ok(detector.clone()),
            Some(_) => Err(PyTypeError::new_err(
                "a Detector already has options; pass them to Detector()",
            )),
        };
    }
    match detector.extract::<String>() {
        Ok(profile) => made(py, &profile, options),
        Err(_) => Err(other_type(
            "detector",
            "a Detector or the name of a profile",
            detector,
        )),
    }
}

fn made<'py>(
    py: Python<'py>,
    profile: &str,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, Detector>> {
    Bound::new(
        py,
        Detector::from_options(options::read(profile, options)?)?,
    )
}

/// The options of a detector, and those of `linkify`.
type Parted<'py> = (Bound<'py, PyDict>, Bound<'py, PyDict>);

fn parted<'py>(py: Python<'py>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Parted<'py>> {
    let (ours, theirs) = (PyDict::new(py), PyDict::new(py));
    for (name, value) in options.into_iter().flatten() {
        let is_ours = name
            .extract::<&str>()
            .is_ok_and(|name| NAMES.contains(&name));
        if is_ours { &ours } else { &theirs }.set_item(name, value)?;
    }
    Ok((theirs, ours))
}

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
#[pyfunction]
#[pyo3(signature = (text, detector = None, **options))]
pub(crate) fn find<'py>(
    text: &Bound<'py, PyAny>,
    detector: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let detector = self::detector(text.py(), detector, options)?;
    detector.get().find(text)
}

/// Split the whole text into pieces, in order: each is a ``str`` or a ``Link``.
///
/// >>> import linkspan
/// >>> linkspan.spans("see a.com.")
/// ['see ', <linkspan.Link 4:9 "a.com" href="https://a.com/">, '.']
#[pyfunction]
#[pyo3(signature = (text, detector = None, **options))]
pub(crate) fn spans<'py>(
    text: &Bound<'py, PyAny>,
    detector: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let detector = self::detector(text.py(), detector, options)?;
    detector.get().spans(text)
}

/// Return the candidates in a text that are not linked, each with its reason.
///
/// >>> import linkspan
/// >>> linkspan.rejected("see README.md")
/// [<linkspan.Rejected 4:13 "README.md" (file-name)>]
#[pyfunction]
#[pyo3(signature = (text, detector = None, **options))]
pub(crate) fn rejected<'py>(
    text: &Bound<'py, PyAny>,
    detector: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<Rejected>> {
    let detector = self::detector(text.py(), detector, options)?;
    detector.get().rejected(text.py(), text)
}

/// Explain every candidate in a text: links with all their properties, and rejected candidates,
/// with the reasons for both. Slower than ``find``.
///
/// >>> import linkspan
/// >>> [(one["text"], one["linked"]) for one in linkspan.explain("README.md a.com")]
/// [('README.md', False), ('a.com', True)]
#[pyfunction]
#[pyo3(signature = (text, detector = None, **options))]
pub(crate) fn explain<'py>(
    text: &Bound<'py, PyAny>,
    detector: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let detector = self::detector(text.py(), detector, options)?;
    detector.get().explain(text)
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
#[pyo3(signature = (text, detector = None, **options), text_signature = "(text, detector=None, *, to='html', rel=None, target=None, class_=None, label=None, display=None, limit=None, title=None, href=None, isolate=None, bidi=None, on_link=None, **options)")]
pub(crate) fn linkify<'py>(
    text: &Bound<'py, PyAny>,
    detector: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<String> {
    let (theirs, ours) = parted(text.py(), options)?;
    let detector = self::detector(text.py(), detector, Some(&theirs))?;
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
        let detector = self::detector(html.py(), detector, None)?;
        return detector.get().linkify_html(html, None);
    }
    let (theirs, ours) = parted(html.py(), options)?;
    let detector = self::detector(html.py(), detector, Some(&theirs))?;
    detector.get().linkify_html(html, Some(&ours))
}

/// Turn the bare links of a Markdown document into autolinks and leave everything else unchanged.
///
/// >>> import linkspan
/// >>> linkspan.linkify_markdown("see https://a.com/b_c_d")
/// 'see <https://a.com/b_c_d>'
#[pyfunction]
#[pyo3(signature = (markdown, detector = None, **options))]
pub(crate) fn linkify_markdown<'py>(
    markdown: &Bound<'py, PyAny>,
    detector: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<String> {
    let py = markdown.py();
    let detector = self::detector(py, detector, options)?;
    detector.get().linkify_markdown(py, markdown)
}

/// Return the links of an HTML page: those that a reader sees, and those in attributes such as
/// ``href``.
///
/// >>> import linkspan
/// >>> linkspan.html_links('<a href="/b">c.com</a>', base="https://a.com/")
/// [<linkspan.HtmlLink 9:11 "/b" in attribute>, <linkspan.HtmlLink 13:18 "c.com" in text>]
#[pyfunction]
#[pyo3(signature = (html, detector = None, *, base = None, refang = false, **options))]
pub(crate) fn html_links<'py>(
    html: &Bound<'py, PyAny>,
    detector: Option<&Bound<'py, PyAny>>,
    base: Option<&str>,
    refang: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<HtmlLink>> {
    let py = html.py();
    let detector = self::detector(py, detector, options)?;
    detector.get().html_links(py, html, base, refang)
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
    Ok(detached(html.py(), page.len(), || {
        linkspan_rewrite::html_text(page.as_bytes())
    }))
}
