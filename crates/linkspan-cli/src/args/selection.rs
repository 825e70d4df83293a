//! Which files to search.

use std::path::{Path, PathBuf};

use clap::Args;
use ignore::WalkBuilder;
use ignore::overrides::{Override, OverrideBuilder};

/// Options about which files of a folder are searched.
#[derive(Args)]
#[command(next_help_heading = "Files")]
pub(crate) struct Selection {
    /// Search files with these extensions only, such as `md,txt`
    #[arg(short = 'e', long = "ext", value_name = "EXT", value_delimiter = ',')]
    extensions: Vec<String>,

    /// Search files that match a pattern only, such as `docs/**` or `*.md`
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,

    /// Leave out files and folders that match a pattern
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,

    /// Also search hidden files and folders
    #[arg(long)]
    hidden: bool,

    /// Also search what `.gitignore`, `.ignore` and the like leave out
    #[arg(long)]
    no_ignore: bool,

    /// Follow symbolic links
    #[arg(short = 'L', long)]
    follow: bool,

    /// Also search files that look binary
    #[arg(long)]
    binary: bool,
}

/// A file to search.
pub(crate) struct File {
    pub(crate) path: PathBuf,
    pub(crate) binary: Binary,
}

/// What becomes of a file that looks binary.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    /// It is searched like any other, because the user has named it or asked for all.
    Searched,
    /// It is skipped.
    Skipped,
}

impl Selection {
    /// Calls `found` for each file below `paths`, in order, and `failed` for what cannot be read. Stops
    /// when `found` says so.
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
        for path in paths {
            if !path.is_dir() {
                let file = File {
                    path: path.clone(),
                    binary: Binary::Searched,
                };
                if !found(file) {
                    return Ok(());
                }
                continue;
            }
            for entry in self.walker(path)?.build() {
                match entry {
                    Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                        let path = entry.into_path();
                        if !found(File { path, binary }) {
                            return Ok(());
                        }
                    }
                    Ok(_) => {}
                    // An error of the system names the file by itself.
                    Err(error) => failed(match error.io_error() {
                        Some(error) => error.to_string(),
                        None => error.to_string(),
                    }),
                }
            }
        }
        Ok(())
    }

    /// What walks a folder, in order and with its `.gitignore`, also outside of repositories.
    fn walker(&self, root: &Path) -> Result<WalkBuilder, String> {
        let mut builder = WalkBuilder::new(root);
        builder
            .hidden(!self.hidden)
            .follow_links(self.follow)
            .require_git(false)
            .overrides(self.overrides(root)?)
            .sort_by_file_name(Ord::cmp);
        if self.no_ignore {
            builder
                .ignore(false)
                .git_ignore(false)
                .git_global(false)
                .git_exclude(false)
                .parents(false);
        }
        Ok(builder)
    }

    /// The patterns of the options. Those to leave out come last, since the last that matches counts.
    fn overrides(&self, root: &Path) -> Result<Override, String> {
        let mut patterns = self.include.iter().chain(&self.exclude);
        if let Some(glob) = patterns.find(|glob| glob.is_empty() || glob.starts_with('!')) {
            return Err(format!(
                "the pattern `{glob}` cannot be used: write what to match, such as `*.md`"
            ));
        }
        let mut builder = OverrideBuilder::new(root);
        let extensions = self.extensions.iter();
        let extensions =
            extensions.map(|extension| format!("*.{}", extension.trim_start_matches('.')));
        let exclude = self.exclude.iter().map(|glob| format!("!{glob}"));
        for glob in extensions
            .chain(self.include.iter().cloned())
            .chain(exclude)
        {
            builder
                .add(&glob)
                .map_err(|error| format!("the pattern `{glob}` cannot be used: {error}"))?;
        }
        builder.build().map_err(|error| error.to_string())
    }
}
