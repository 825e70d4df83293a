//! Selection of files in folders.

use std::path::{Path, PathBuf};

use clap::Args;
use ignore::WalkBuilder;
use ignore::overrides::{Override, OverrideBuilder};

use crate::out::failure::why;
use crate::out::terminal::file_name;

/// Options that select files.
#[derive(Args)]
#[command(next_help_heading = "Files")]
pub(crate) struct Selection {
    /// Read only files with these extensions: `md,txt`
    #[arg(short = 'e', long = "ext", value_name = "EXT", value_delimiter = ',', value_parser = extension)]
    extensions: Vec<String>,

    /// Read only files that match, such as `docs/**`
    ///
    /// A pattern without `/` matches file names; one with `/` matches paths relative to the current
    /// folder, as they are printed. `*` and `?` do not match `/`, but `**` does. Can be given
    /// several times. Hidden files and files excluded by `.gitignore` still need `--hidden` or
    /// `--no-ignore`.
    #[arg(long, value_name = "GLOB", value_parser = pattern)]
    include: Vec<String>,

    /// Skip files and folders that match
    #[arg(long, value_name = "GLOB", value_parser = pattern)]
    exclude: Vec<String>,

    /// Read hidden files and folders
    #[arg(long, hide_short_help = true)]
    hidden: bool,

    /// Read files that `.gitignore`, `.ignore` and similar files exclude
    #[arg(long, hide_short_help = true)]
    no_ignore: bool,

    /// Follow symbolic links
    #[arg(short = 'L', long, hide_short_help = true)]
    follow: bool,

    /// Read files that look binary
    #[arg(long, hide_short_help = true)]
    binary: bool,
}

/// A selected file.
pub(crate) struct File {
    pub(crate) path: PathBuf,
    pub(crate) binary: Binary,
}

/// How to treat a file that looks binary.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    /// Search it like any other.
    Searched,
    /// Search it, because the user named it, unless it is compressed.
    Named,
    /// Skip it.
    Skipped,
}

/// An extension, with or without its dot.
fn extension(text: &str) -> Result<String, String> {
    let name = text.trim_start_matches('.');
    if let Some(extension) = text.strip_prefix("*.")
        && is_extension(extension)
    {
        return Err(format!("an extension has no `*`: write `{extension}`"));
    }
    if is_extension(name) {
        return Ok(name.to_owned());
    }
    Err("write an extension such as `md`; for patterns use `--include`".to_owned())
}

fn is_extension(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| "*?[]{}!/\\".contains(c) || c.is_whitespace())
}

/// A glob pattern.
fn pattern(glob: &str) -> Result<String, String> {
    if glob.is_empty() || glob.starts_with('!') {
        return Err("write what to match, such as `*.md`".to_owned());
    }
    // Paths are relative to the current folder.
    let current = format!("{}/", std::env::current_dir().unwrap_or_default().display());
    let glob = glob.strip_prefix("./").unwrap_or(glob);
    let glob = glob.strip_prefix(&current).unwrap_or(glob);
    match OverrideBuilder::new(".").add(glob) {
        Ok(_) => Ok(glob.to_owned()),
        Err(ignore::Error::Glob { err, .. }) => Err(err),
        Err(error) => Err(error.to_string()),
    }
}

impl Selection {
    /// The first given option that applies only to files and folders, as spelled on the command
    /// line.
    pub(crate) fn given(&self) -> Option<&'static str> {
        [
            (!self.extensions.is_empty(), "--ext"),
            (!self.include.is_empty(), "--include"),
            (!self.exclude.is_empty(), "--exclude"),
            (self.hidden, "--hidden"),
            (self.no_ignore, "--no-ignore"),
            (self.follow, "--follow"),
            (self.binary, "--binary"),
        ]
        .into_iter()
        .find_map(|(is_given, name)| is_given.then_some(name))
    }

    /// Why no file was selected, and what to do. `otherwise` is the reason if no pattern was given.
    pub(crate) fn none_selected(&self, otherwise: &str) -> String {
        let mut reasons = Vec::new();
        for (is_given, reason) in [
            (!self.extensions.is_empty(), "none matches `--ext`"),
            (!self.include.is_empty(), "none matches `--include`"),
            (!self.exclude.is_empty(), "`--exclude` excludes all"),
        ] {
            reasons.extend(is_given.then_some(reason));
        }
        if reasons.is_empty() {
            reasons.push(otherwise);
        }
        let mut hints = Vec::new();
        for (is_given, reason, hint) in [
            (self.hidden, "all are hidden", "`--hidden`"),
            (self.no_ignore, "`.gitignore` excludes all", "`--no-ignore`"),
        ] {
            if !is_given {
                reasons.push(reason);
                hints.push(hint);
            }
        }
        let reasons = reasons.join(", or ");
        match hints.as_slice() {
            [] => reasons,
            hints => format!("{reasons}; try {}", hints.join(" or ")),
        }
    }

    /// Whether files are selected by extension.
    pub(crate) fn has_extensions(&self) -> bool {
        !self.extensions.is_empty()
    }

    /// Calls `found` for each file that is named in `paths` or is below one of them, in order, and
    /// `failed` for each unreadable path. Stops when `found` says so.
    pub(crate) fn walk(
        &self,
        paths: &[PathBuf],
        mut found: impl FnMut(File) -> bool,
        mut failed: impl FnMut(String),
    ) -> Result<(), String> {
        let binary = if self.binary {
            Binary::Searched
        } else {
            Binary::Skipped
        };
        let patterns = Patterns::new(self)?;
        for path in paths {
            if !path.is_dir() {
                let file = File {
                    path: path.clone(),
                    binary: if self.binary {
                        Binary::Searched
                    } else {
                        Binary::Named
                    },
                };
                let is_wanted = path.as_os_str() == "-"
                    || patterns.want(path) && !patterns.exclude.matched(path, false).is_ignore();
                if is_wanted && !found(file) {
                    return Ok(());
                }
                continue;
            }
            for entry in self.walker(path, &patterns.exclude).build() {
                match entry {
                    Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                        let path = entry.into_path();
                        if patterns.want(&path) && !found(File { path, binary }) {
                            return Ok(());
                        }
                    }
                    Ok(_) => {}
                    Err(error) => failed(describe(&error)),
                }
            }
        }
        Ok(())
    }

    /// A walker of a folder, in order and respecting `.gitignore`, also outside of repositories.
    fn walker(&self, root: &Path, exclude: &Override) -> WalkBuilder {
        let mut builder = WalkBuilder::new(root);
        builder
            .hidden(!self.hidden)
            .follow_links(self.follow)
            .require_git(false)
            .overrides(exclude.clone())
            .sort_by_file_name(Ord::cmp);
        if self.no_ignore {
            builder
                .ignore(false)
                .git_ignore(false)
                .git_global(false)
                .git_exclude(false)
                .parents(false);
        }
        builder
    }
}

/// The patterns that file names have to match.
struct Patterns<'a> {
    extensions: &'a [String],
    include: Override,
    exclude: Override,
}

impl<'a> Patterns<'a> {
    fn new(selection: &'a Selection) -> Result<Self, String> {
        Ok(Self {
            extensions: &selection.extensions,
            include: matcher(selection.include.iter().cloned())?,
            exclude: matcher(selection.exclude.iter().map(|glob| format!("!{glob}")))?,
        })
    }

    /// Whether a file has one of the extensions and matches one of the patterns, where these were
    /// given.
    fn want(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.to_ascii_lowercase();
        let has = |extension: &String| {
            let stem = name.strip_suffix(&extension.to_ascii_lowercase());
            stem.is_some_and(|stem| stem.ends_with('.'))
        };
        let has_extension = self.extensions.is_empty() || self.extensions.iter().any(has);
        has_extension && !self.include.matched(path, false).is_ignore()
    }
}

/// A matcher for patterns, for paths relative to the current folder.
fn matcher(globs: impl Iterator<Item = String>) -> Result<Override, String> {
    let mut builder = OverrideBuilder::new(std::env::current_dir().unwrap_or_default());
    for glob in globs {
        builder.add(&glob).map_err(|error| error.to_string())?;
    }
    builder.build().map_err(|error| error.to_string())
}

/// The message for a path in a folder that could not be read.
fn describe(error: &ignore::Error) -> String {
    match error {
        ignore::Error::WithPath { path, err } => format!("{}: {}", file_name(path), describe(err)),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            describe(err)
        }
        ignore::Error::Io(error) => why(error),
        ignore::Error::Loop { child, .. } => {
            format!(
                "{}: skipped: symbolic link to a folder that contains it",
                file_name(child)
            )
        }
        error => error.to_string(),
    }
}
