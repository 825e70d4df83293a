//! The pages of the site and the documents they are made of.

/// The sections of the navigation, in order.
pub(super) const SECTIONS: [&str; 10] = [
    "Start",
    "Guide",
    "Rust",
    "Command line",
    "JavaScript",
    "Python",
    "C",
    "Reference",
    "Standards",
    "Project",
];

/// A page and its document.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) section: &'static str,
    /// What the navigation calls the page.
    pub(super) label: &'static str,
    /// The name of the file of the page, without `.html`.
    pub(super) name: &'static str,
    /// The document, relative to the repository.
    pub(super) document: &'static str,
    /// For a document that the build of a package generates: the page that links lead to when the
    /// package is not built.
    pub(super) otherwise: Option<&'static str>,
}

const fn page(
    section: &'static str,
    label: &'static str,
    name: &'static str,
    document: &'static str,
) -> Page {
    Page {
        section,
        label,
        name,
        document,
        otherwise: None,
    }
}

/// The page of the playground, which is not made of a document.
pub(super) const PLAYGROUND: &str = "playground/index";

/// Every page that is made of a document, in the order of the navigation.
#[rustfmt::skip]
pub(super) const PAGES: [Page; 39] = [
    page("Start", "Overview", "index", "README.md"),
    page("Start", "From another library", "migration", "docs/migration.md"),
    page("Guide", "Guide", "guide", "crates/linkspan/docs/guide.md"),
    page("Guide", "HTML and Markdown", "existing-pages", "crates/linkspan-rewrite/docs/recipes.md"),
    page("Guide", "Right-to-left text", "bidi", "crates/linkspan/docs/bidi.md"),
    page("Rust", "The crate", "rust", "crates/linkspan/README.md"),
    page("Rust", "From 0.1 to 0.2", "upgrading", "crates/linkspan/docs/migration.md"),
    page("Rust", "linkspan-rewrite", "rust-rewrite", "crates/linkspan-rewrite/README.md"),
    page("Rust", "linkspan-read", "rust-read", "crates/linkspan-read/README.md"),
    page("Rust", "linkspan-dns", "rust-dns", "crates/linkspan-dns/README.md"),
    page("Command line", "The program", "command-line", "crates/linkspan-cli/README.md"),
    page("Command line", "Recipes", "recipes", "crates/linkspan-cli/docs/recipes.md"),
    page("JavaScript", "The package", "javascript", "packages/linkspan/README.md"),
    page("JavaScript", "Recipes", "javascript-recipes", "packages/linkspan/docs/recipes.md"),
    page("JavaScript", "Where a URL ends", "boundary", "packages/linkspan/docs/boundary.md"),
    page("JavaScript", "Migration", "javascript-migration", "packages/linkspan/docs/migration.md"),
    page("JavaScript", "ProseMirror", "prosemirror", "packages/linkspan/docs/prosemirror.md"),
    page("JavaScript", "TipTap", "tiptap", "packages/linkspan/docs/tiptap.md"),
    page("JavaScript", "CodeMirror", "codemirror", "packages/linkspan/docs/codemirror.md"),
    page("JavaScript", "Lexical", "lexical", "packages/linkspan/docs/lexical.md"),
    page("JavaScript", "Plain fields", "textarea", "packages/linkspan/docs/textarea.md"),
    page("Python", "The package", "python", "crates/linkspan-py/README.md"),
    page("Python", "Migration", "python-migration", "crates/linkspan-py/docs/migration.md"),
    page("Python", "Columns", "columns", "crates/linkspan-py/docs/columns.md"),
    page("Python", "Crawls", "crawl", "crates/linkspan-py/docs/crawl.md"),
    page("C", "The library", "c", "crates/linkspan-c/README.md"),
    page("Reference", "JSON fields and reasons", "json", "crates/linkspan-cli/docs/json.md"),
    page("Reference", "Options", "options", "crates/linkspan/docs/options.md"),
    Page {
        otherwise: Some("options"),
        ..page("Reference", "Options in JavaScript", "javascript-options", "packages/linkspan/dist/options.md")
    },
    page("Standards", "Conformance", "conformance", "CONFORMANCE.md"),
    page("Standards", "Errata of UTS #58", "errata", "docs/errata.md"),
    page("Project", "Security", "security", "SECURITY.md"),
    page("Project", "Benchmarks", "benchmarks", "bench/RESULTS.md"),
    page("Project", "Quality", "quality", "bench/QUALITY.md"),
    page("Project", "Design", "design", "DESIGN.md"),
    page("Project", "Contributing", "contributing", "CONTRIBUTING.md"),
    page("Project", "Code of conduct", "code-of-conduct", "CODE_OF_CONDUCT.md"),
    page("Project", "Demo page", "demo-page", "web/README.md"),
    page("Project", "Changelog", "changelog", "CHANGELOG.md"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::run::root;

    #[test]
    fn every_page_has_a_section_and_its_own_name() {
        let names: BTreeSet<&str> = PAGES.iter().map(|page| page.name).collect();
        assert_eq!(names.len(), PAGES.len());
        for page in &PAGES {
            assert!(SECTIONS.contains(&page.section), "{page:?}");
            let otherwise = page.otherwise.is_none_or(|name| names.contains(name));
            assert!(otherwise, "{page:?}");
        }
    }

    #[test]
    fn every_document_exists() {
        let kept = PAGES.iter().filter(|page| page.otherwise.is_none());
        for page in kept {
            assert!(root().join(page.document).is_file(), "{page:?}");
        }
    }
}
