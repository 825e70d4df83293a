//! linkspan for Python: the module `linkspan._linkspan`, which the package `linkspan` exports.
//!
//! All decisions are made in the library. This crate converts texts and links, and counts offsets in
//! code points.

mod arrow;
mod detector;
mod explain;
mod found;
mod functions;
mod hook;
mod html_link;
mod link;
mod live;
mod options;
mod rejected;
mod rendering;
mod rewriting;
mod search;
mod stream;
mod text;

// Needed only to enable its features.
use chrono_tz as _;
use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _linkspan {
    use std::sync::OnceLock;

    use linkspan::props::UNICODE_VERSION;
    use pyo3::exceptions::PyImportError;
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::arrow::{
        Chunk, Table, arrow_count, arrow_find, arrow_html_links, arrow_linkify, arrow_links,
    };
    #[pymodule_export]
    use crate::detector::Detector;
    #[pymodule_export]
    use crate::functions::{
        FormatError, defang, domain, explain, find, format, html_links, html_text, linkify,
        linkify_html, linkify_markdown, refang, rejected, reorders, run, spans,
    };
    #[pymodule_export]
    use crate::hook::Anchor;
    #[pymodule_export]
    use crate::html_link::HtmlLink;
    #[pymodule_export]
    use crate::link::Link;
    #[pymodule_export]
    use crate::live::{Changes, LiveLink, LiveText};
    #[pymodule_export]
    use crate::rejected::Rejected;
    #[pymodule_export]
    use crate::stream::Stream;

    /// The interpreter that loaded the module, identified by its module `sys`.
    static INTERPRETER: OnceLock<usize> = OnceLock::new();

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // Types and detectors belong to one interpreter. Python itself refuses others from 3.12 on.
        let here = module.py().import("sys")?.as_ptr().addr();
        if *INTERPRETER.get_or_init(|| here) != here {
            let message =
                "linkspan works in one interpreter of a process; use threads or processes";
            return Err(PyImportError::new_err(message));
        }
        let (major, minor, patch) = UNICODE_VERSION;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("UNICODE_VERSION", format!("{major}.{minor}.{patch}"))?;
        module.add("TLD_VERSION", linkspan::tld::EMBEDDED_DATE)?;
        module.add("PSL_VERSION", linkspan::suffix::EMBEDDED_VERSION)
    }
}
