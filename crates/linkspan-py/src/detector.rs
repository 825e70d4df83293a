//! Detectors.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use linkspan::Finding;
use linkspan::offset::byte_of_code_point;
use linkspan_bind::{Offsets, Unit, WORDS};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PySlice, PyString, PyType};

use crate::explain;
use crate::found::{Found, Reduced, Source, reduce};
use crate::html_link::{self, HtmlLink};
use crate::link::Link;
use crate::options::{self, Options, in_python};
use crate::rejected::Rejected;
use crate::rendering::Rendering;
use crate::rewriting::{self, Rewriting};
use crate::search::search_pieces;
use crate::text::{Text, read_offset};

/// Finds links, with options that are read once.
///
/// A detector is immutable. It can be shared between threads, compared, hashed and pickled. Create
/// it once and reuse it.
///
/// ``profile`` is ``"recommended"`` (the standard, plus rules for text that people write),
/// ``"uts58"`` (the standard alone), ``"uasg"``, ``"nonascii"`` or ``"pri185"``. The other options
/// have the same names as in all other languages, with ``_`` for ``-``. An unknown option raises
/// ``TypeError``, a wrong value ``ValueError``.
///
/// >>> import linkspan
/// >>> detector = linkspan.Detector(without=["file-name"], default_scheme="http")
/// >>> [link.href for link in detector.find("see README.md and a.com")]
/// ['http://readme.md/', 'http://a.com/']
#[pyclass(frozen, module = "linkspan")]
pub(crate) struct Detector {
    pub(crate) detector: linkspan::Detector,
    options: Options,
}

impl Detector {
    pub(crate) fn from_options(options: Options) -> PyResult<Self> {
        Ok(Self {
            detector: linkspan::Detector::new(options::profile(&options)?),
            options,
        })
    }

    /// The links of a text as objects. If the text was searched in several pieces, `bases` are the
    /// starts of the pieces that contain them.
    fn objects<'py>(
        py: Python<'py>,
        found: Found,
        bases: &[usize],
    ) -> PyResult<Bound<'py, PyList>> {
        let found = Arc::new(found);
        let mut points = Offsets::new(found.borrow_owner().as_str(), Unit::CodePoints);
        let links = found.borrow_dependent().iter().enumerate();
        let objects = links.map(|(index, link)| {
            let base = bases.get(index).copied().unwrap_or_default();
            Link {
                source: Source::Found(Arc::clone(&found), index),
                start: points.at(base + link.start()),
                end: points.at(base + link.end()),
            }
        });
        PyList::new(py, objects)
    }
}

#[pymethods]
impl Detector {
    #[new]
    #[pyo3(signature = (profile = "recommended", **options), text_signature = "(profile='recommended', *, with_=None, without=None, bare_links=None, add_scheme=None, add_unsafe_scheme=None, default_scheme=None, ip_hosts=None, bare_ip=None, localhost=None, single_label=None, emoji_hosts=None, tlds=None, add_tld=None, scheme_tld=None, www_names=None, max_tld_age=None, today=None, quoted_local_parts=None, misplaced_dots=None, limits=None, max_label=None, max_name=None, max_local_part=None, max_length=None, max_run=None, protect=None, grammar=None)")]
    fn new(profile: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::from_options(options::read(Some(profile), options)?)
    }

    /// The name of the profile.
    #[getter]
    fn profile(&self) -> &str {
        self.options.first().map_or("", |(_, value)| value)
    }

    /// Return the links in a text, in order.
    pub(crate) fn find<'py>(&self, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = text.py();
        // Most short texts contain no link and are rejected before anything is copied.
        if let Ok(text) = text.cast::<PyString>()
            && let Ok(text) = text.to_str()
            && !self.detector.may_have_links(text)
        {
            return Ok(PyList::empty(py));
        }
        let text = Text::new(text)?;
        let mut bases = Vec::new();
        let found = Found::try_new(text, |text| -> PyResult<_> {
            let mut links = Vec::new();
            search_pieces(py, text.as_str(), WORDS, |start, piece| {
                links.extend(self.detector.links(piece));
                if piece.len() < text.as_str().len() {
                    bases.resize(links.len(), start);
                }
            })?;
            Ok(links)
        })?;
        match found.borrow_dependent().is_empty() {
            true => Ok(PyList::empty(py)),
            false => Self::objects(py, found, &bases),
        }
    }

    /// Return an iterator over the links in a text, as ``re.finditer`` does for matches.
    fn finditer<'py>(&self, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
        self.find(text)?.try_iter()
    }

    /// Return whether a text contains a link. Cheaper than ``find``.
    fn test(&self, text: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = text.py();
        let text = Text::new(text)?;
        let mut has_link = false;
        search_pieces(py, text.as_str(), WORDS, |_, piece| {
            has_link = has_link || self.detector.links(piece).next().is_some();
        })?;
        Ok(has_link)
    }

    /// Return the number of links in a text. Cheaper than ``len(find(text))``.
    fn count(&self, text: &Bound<'_, PyAny>) -> PyResult<usize> {
        let py = text.py();
        let text = Text::new(text)?;
        let mut count = 0;
        search_pieces(py, text.as_str(), WORDS, |_, piece| {
            count += self.detector.links(piece).count();
        })?;
        Ok(count)
    }

    /// Split the whole text into pieces, in order: each is a ``str`` or a ``Link``.
    pub(crate) fn spans<'py>(&self, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = text.py();
        let spans = PyList::empty(py);
        let links = self.find(text)?;
        let length = text.len()?;
        let mut done = 0;
        let slice = |start: usize, end: usize| {
            text.get_item(PySlice::new(py, start.try_into()?, end.try_into()?, 1))
        };
        for link in links {
            let (start, end) = link.cast::<Link>()?.get().span();
            if start > done {
                spans.append(slice(done, start)?)?;
            }
            done = end;
            spans.append(link)?;
        }
        if done < length {
            spans.append(slice(done, length)?)?;
        }
        Ok(spans)
    }

    /// Return the candidates in a text that are not linked, each with its reasons.
    pub(crate) fn rejected(&self, text: &Bound<'_, PyAny>) -> PyResult<Vec<Rejected>> {
        let py = text.py();
        let text = Text::new(text)?;
        let text = text.as_str();
        let mut points = Offsets::new(text, Unit::CodePoints);
        let mut all = Vec::new();
        search_pieces(py, text, WORDS, |base, piece| {
            for finding in self.detector.explain(piece) {
                if let Finding::Rejected(one) = finding {
                    let range = one.range();
                    let place = (points.at(base + range.start), points.at(base + range.end));
                    all.push(Rejected::new(place, &one));
                }
            }
        })?;
        Ok(all)
    }

    /// Return the link that starts exactly at ``pos``, in code points, or ``None``. Raises
    /// ``IndexError`` if ``pos`` is not in the text.
    ///
    /// >>> import linkspan
    /// >>> linkspan.Detector().match("see a.com", 4).text
    /// 'a.com'
    #[pyo3(name = "match", signature = (text, pos = None), text_signature = "($self, text, pos=0)")]
    fn match_<'py>(
        &self,
        text: &Bound<'py, PyAny>,
        pos: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = text.py();
        let text = Text::new(text)?;
        let pos = pos.map_or(Ok(0), |pos| read_offset("pos", pos))?;
        let Some(at) = byte_of_code_point(text.as_str(), pos) else {
            let message = format!("pos {pos} is after the end of the text");
            return Err(PyIndexError::new_err(message));
        };
        let found = Found::new(text, |text| {
            let link = self.detector.link_at(text.as_str(), at);
            link.into_iter().collect()
        });
        let mut links = Self::objects(py, found, &[])?.into_iter();
        Ok(links.next())
    }

    /// Explain every candidate in a text, with a dictionary for each: links with all their
    /// properties and ``ending``, the rule that ended them, and rejected candidates; ``linked``
    /// tells them apart. Both have ``reasons``.
    ///
    /// >>> import linkspan
    /// >>> linkspan.Detector().explain("README.md")[0]["reasons"][0]["message"]
    /// 'the name is more likely that of a file: `README.md`'
    pub(crate) fn explain<'py>(&self, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        explain::explain(&self.detector, text)
    }

    /// Render a text with its links as HTML (the default), Markdown, plain text or defanged text.
    ///
    /// With ``to="html"`` and ``to="markdown"``, text that could be markup is escaped. ``"text"``
    /// is the same text, in which no character can reverse a link, and ``"defanged"`` is text
    /// without live links. All other options apply to HTML and are ignored for other formats,
    /// except that ``on_link`` raises ``ValueError`` there:
    ///
    /// - ``rel``, ``target``, ``class_``: attributes; ``rel`` defaults to ``"nofollow noopener"``.
    /// - ``caption``: the visible text, ``"typed"`` (the default) or ``"display"``, the readable
    ///   form.
    /// - ``shorten``: the maximum number of characters to show. The domain is always shown in full.
    /// - ``title``: ``"display"`` adds a tooltip with the readable form.
    /// - ``href``: ``"normalized"``, as a browser serializes it, or ``"typed"``.
    /// - ``isolate``: when captions are isolated from the direction of the surrounding text:
    ///   ``"always"``, ``"when-reordered"`` or ``"never"``.
    /// - ``bidi``: the order of the fields of right-to-left captions.
    /// - ``on_link``: is called with each ``Anchor``, which it can change. If it returns ``False``,
    ///   only the text is written.
    ///
    /// >>> import linkspan
    /// >>> linkspan.Detector().linkify("1 < 2: a.com", rel="")
    /// '1 &lt; 2: <a href="https://a.com/"><bdi>a.com</bdi></a>'
    #[pyo3(signature = (text, **options), text_signature = "($self, text, *, to='html', rel=None, target=None, class_=None, caption=None, shorten=None, title=None, href=None, isolate=None, bidi=None, on_link=None)")]
    pub(crate) fn linkify(
        &self,
        text: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        Rendering::read("linkify", options)?.linkify(&self.detector, text)
    }

    /// Add links to the text of an HTML document and leave everything else unchanged.
    ///
    /// The options are those of ``linkify``, except ``to``, ``caption`` and ``shorten``, because the
    /// visible text does not change. ``skip_tags`` names further elements to leave alone. With
    /// ``existing=True``, ``on_link`` is also called for links that are already in the page, and
    /// can change or remove them.
    #[pyo3(signature = (html, **options), text_signature = "($self, html, *, rel=None, target=None, class_=None, title=None, href=None, isolate=None, bidi=None, skip_tags=(), existing=False, on_link=None)")]
    pub(crate) fn linkify_html<'py>(
        &self,
        html: &Bound<'py, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Rewriting::read(options)?.rewrite(&self.detector, html)
    }

    /// Turn the bare links of a Markdown document into autolinks and leave everything else
    /// unchanged.
    pub(crate) fn linkify_markdown(&self, markdown: &Bound<'_, PyAny>) -> PyResult<String> {
        rewriting::rewrite_markdown(&self.detector, markdown)
    }

    /// Return the links of an HTML page: those that a reader sees, and those in attributes such as
    /// ``href``.
    ///
    /// ``base`` is the address of the page, which relative links need. With ``refang=True``,
    /// defanged links (``hxxps://a[.]com``) are found too.
    ///
    /// >>> import linkspan
    /// >>> page = '<a href="/b?c&amp;d">e</a> f.com'
    /// >>> [(one.link.href, one.within) for one in linkspan.Detector().html_links(page, base="https://a.com/")]
    /// [('https://a.com/b?c&d', 'attribute'), ('https://f.com/', 'text')]
    #[pyo3(signature = (html, *, base = None, refang = false))]
    pub(crate) fn html_links(
        &self,
        html: &Bound<'_, PyAny>,
        base: Option<&str>,
        refang: bool,
    ) -> PyResult<Vec<HtmlLink>> {
        html_link::find(&self.detector, html, base, refang)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.options == other.options
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.options.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let others = self.options.iter().skip(1);
        let others: String = others
            .map(|(name, value)| format!(", {}={value:?}", in_python(name)))
            .collect();
        format!("linkspan.Detector({:?}{others})", self.profile())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduce(slf, slf.get().options.clone())
    }

    #[classmethod]
    fn _from_state(_: &Bound<'_, PyType>, options: Options) -> PyResult<Self> {
        Self::from_options(options)
    }
}
