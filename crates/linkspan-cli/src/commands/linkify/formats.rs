//! Input and output formats.

use std::path::Path;

use clap::ValueEnum;

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Target {
    /// HTML with `a` elements; all other text is escaped
    Html,
    /// Markdown that displays the text
    Markdown,
    /// Text with clickable links for a terminal
    Terminal,
    /// Plain text; names that are unsafe to link are rewritten
    Text,
    /// Plain text with ⸠ and ⸡ around links
    Marked,
    /// Plain text with everything defanged that some program could link, in every profile
    Defanged,
}

/// Input formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Origin {
    /// Plain text
    Text,
    /// An HTML page or fragment
    Html,
    /// Markdown (CommonMark with tables and other extensions)
    Markdown,
    /// MDX: Markdown with JSX; links are written as `[text](target)`
    Mdx,
}

/// Input and output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Job {
    pub(super) from: Origin,
    pub(super) to: Target,
}

impl Origin {
    /// The format of a file with this name, judged by its extension.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "html" | "htm" | "xhtml" => Self::Html,
            "md" | "markdown" | "mdown" | "mkd" => Self::Markdown,
            "mdx" => Self::Mdx,
            "txt" | "text" | "log" => Self::Text,
            _ => return None,
        })
    }

    /// The format of the result. Plain text has no default.
    fn with_links(self) -> Option<Target> {
        match self {
            Self::Text => None,
            Self::Html => Some(Target::Html),
            Self::Markdown | Self::Mdx => Some(Target::Markdown),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Html => "HTML",
            Self::Markdown => "Markdown",
            Self::Mdx => "MDX",
        }
    }
}

impl Job {
    /// The conversion of a source with this known format, if its extension tells. The error is a
    /// message that says what to do.
    pub(super) fn new(
        from: Option<Origin>,
        to: Option<Target>,
        known: Option<Origin>,
    ) -> Result<Self, String> {
        // If plain text is written, the source is read as plain text.
        let makes_text = matches!(
            to,
            Some(Target::Text | Target::Terminal | Target::Marked | Target::Defanged)
        );
        let guessed = known.filter(|_| !makes_text);
        let is_guessed = from.is_none();
        let from = from.or(guessed).unwrap_or(Origin::Text);
        match (from.with_links(), to) {
            (Some(own), None) => Ok(Self { from, to: own }),
            (Some(own), Some(to)) if own == to => Ok(Self { from, to }),
            (Some(_), Some(_)) => {
                let name = from.name();
                let hint = if is_guessed { ", or add `--from text` to read it as plain text" } else { "" };
                Err(format!("{name} is not converted to other formats, it only gets links: remove `--to`{hint}"))
            }
            (None, Some(to)) => Ok(Self { from, to }),
            (None, None) => Err("no output format is given: add `--to html`, `markdown`, `terminal`, `text`, \
                                 `marked` or `defanged`, or `--from html` or `markdown` to add links to a document"
                .to_owned()),
        }
    }

    /// Whether the result has the format of the source and can replace it.
    pub(super) fn keeps_format(self) -> bool {
        self.from != Origin::Text || matches!(self.to, Target::Text | Target::Defanged)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Job, Origin, Target};

    #[test]
    fn extensions_say_what_files_are() {
        let of = |name: &str| Origin::of(Path::new(name));
        assert_eq!(of("a/b.HTML"), Some(Origin::Html));
        assert_eq!(of("b.md"), Some(Origin::Markdown));
        assert_eq!(of("b.mdx"), Some(Origin::Mdx));
        assert_eq!([of("b.rs"), of("md"), of(".md")], [None, None, None]);
    }

    #[test]
    fn what_is_made_of_what() {
        let job = |from, to, known| Job::new(from, to, known).map(|job| (job.from, job.to));
        let (html, markdown) = (Some(Origin::Html), Some(Origin::Markdown));
        assert_eq!(job(None, None, html), Ok((Origin::Html, Target::Html)));
        assert_eq!(
            job(None, Some(Target::Html), html),
            Ok((Origin::Html, Target::Html))
        );
        assert_eq!(
            job(None, Some(Target::Defanged), html),
            Ok((Origin::Text, Target::Defanged))
        );
        assert_eq!(
            job(Some(Origin::Text), Some(Target::Html), markdown),
            Ok((Origin::Text, Target::Html))
        );
        assert!(
            job(None, Some(Target::Html), markdown)
                .unwrap_err()
                .contains("--from text")
        );
        assert!(
            job(html, Some(Target::Text), None)
                .unwrap_err()
                .contains("remove `--to`")
        );
        assert!(job(None, None, None).is_err() && job(Some(Origin::Text), None, None).is_err());
    }
}
