//! `cargo xtask site`: one site of all documents and the playground.
//!
//! Documents stay where they are and work on a code forge. The site gathers them: `pages.rs` lists
//! them, `target.rs` changes their links, `markdown.rs` renders them, and `template.rs` adds the
//! navigation.

mod anchor;
mod browser;
mod links;
mod markdown;
mod pages;
mod server;
mod target;
mod template;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ci::{Done, build_page, missing_node};
use crate::run::root;
use markdown::Article;
use pages::{PAGES, PLAYGROUND, Page};
use target::{Kind, Targets};
use template::Frame;

/// Tracked documents that are not on the site: folders and files.
const LEFT_OUT: [&str; 1] = [".github/"];

/// Builds the site in `target/site`, with the playground if Node is there.
pub(crate) fn build() -> Result<(), String> {
    let built = with_playground()?;
    println!("target/site/index.html: {}", built.summary());
    Ok(())
}

/// Builds the site, checks its links, and looks at it in Chromium.
pub(crate) fn check() -> Result<(), String> {
    let built = with_playground()?;
    let done = checked(&built)?;
    if let Some(program) = browser::chromium() {
        let shots = root().join("target/site-shots");
        let made = browser::screenshots(&program, &folder(), &shots)?;
        println!("{made} screenshots in target/site-shots");
    }
    println!("passed{done}");
    Ok(())
}

fn with_playground() -> Result<Built, String> {
    if missing_node().is_none() {
        build_page()?;
    }
    Built::new()
}

/// The same as a stage of the test command, without screenshots, and with the playground that the
/// stage before it built.
pub(crate) fn stage() -> Result<Done, String> {
    checked(&Built::new()?).map(Done::Passed)
}

/// Checks the links and the widths of the site.
fn checked(built: &Built) -> Result<String, String> {
    let links = links::check(&folder())?;
    let mut done = format!(
        "; {}; {} links to pages, {} to other sites",
        built.summary(),
        links.inner,
        links.outer
    );
    let Some(program) = browser::chromium() else {
        return Ok(done + "; widths SKIPPED: install Chromium, or name it in LINKSPAN_CHROMIUM");
    };
    let mut names: Vec<&str> = built.pages.iter().map(|page| page.name).collect();
    names.push(PLAYGROUND);
    let wide = browser::too_wide(&program, &folder(), &names)?;
    if !wide.is_empty() {
        return Err(format!("wider than a phone: {}", wide.join(", ")));
    }
    done.push_str("; no page is wider than a phone");
    Ok(done)
}

fn folder() -> PathBuf {
    root().join("target/site")
}

/// The site that was built.
struct Built {
    pages: Vec<&'static Page>,
    /// What is not part of it, and why.
    skipped: Vec<String>,
}

impl Built {
    fn new() -> Result<Self, String> {
        let folder = folder();
        let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
        if folder.is_dir() {
            fs::remove_dir_all(&folder).map_err(fail)?;
        }
        fs::create_dir_all(folder.join("images")).map_err(fail)?;
        let is_there = |page: &Page| root().join(page.document).is_file();
        let pages: Vec<&Page> = PAGES.iter().filter(|page| is_there(page)).collect();
        let repository = repository()?;
        let targets = Targets {
            repository: &repository,
            page: &page_of,
            kind: &kind,
        };
        let frame = Frame {
            repository: &repository,
            version: env!("CARGO_PKG_VERSION"),
            is_there: &is_there,
        };
        let mut faults = missing_documents();
        for page in &pages {
            let text = read(page.document)?;
            let article = markdown::render(&text, page.document, &targets);
            for (from, to) in &article.images {
                copy(&root().join(from), &folder.join(to))?;
            }
            let html = frame.page(page.name, &article);
            fs::write(folder.join(format!("{}.html", page.name)), html).map_err(fail)?;
            faults.extend(article.faults);
        }
        fs::write(folder.join("style.css"), template::STYLE).map_err(fail)?;
        copy(
            &root().join("web/static/icon.svg"),
            &folder.join("icon.svg"),
        )?;
        let mut skipped: Vec<String> = PAGES
            .iter()
            .filter(|page| !is_there(page))
            .map(|page| {
                format!(
                    "{} SKIPPED: `npm run build` in packages/linkspan writes it",
                    page.document
                )
            })
            .collect();
        skipped.extend(playground(&folder, &frame)?);
        match faults.is_empty() {
            true => Ok(Self { pages, skipped }),
            false => Err(faults.join("\n")),
        }
    }

    fn summary(&self) -> String {
        let pages = format!("{} pages", self.pages.len());
        let parts = [pages].into_iter().chain(self.skipped.iter().cloned());
        parts.collect::<Vec<_>>().join("; ")
    }
}

/// The page of a document, or the one that stands for it if the document is not built.
fn page_of(document: &str) -> Option<&'static str> {
    let page = PAGES.iter().find(|page| page.document == document)?;
    match page.otherwise {
        Some(otherwise) if !root().join(document).is_file() => Some(otherwise),
        _ => Some(page.name),
    }
}

fn kind(path: &str) -> Option<Kind> {
    let path = root().join(path);
    match (path.is_file(), path.is_dir()) {
        (true, _) => Some(Kind::File),
        (_, true) => Some(Kind::Folder),
        _ => None,
    }
}

/// The tracked documents that have no page.
fn missing_documents() -> Vec<String> {
    let mut list = Command::new("git");
    list.current_dir(root()).args(["ls-files", "*.md"]);
    // An archive of the sources has no list, and was checked before it was made.
    let Ok(output) = list.output() else {
        return Vec::new();
    };
    let has_page = |path: &str| {
        let is_left_out = LEFT_OUT.iter().any(|start| path.starts_with(start));
        is_left_out || PAGES.iter().any(|page| page.document == path)
    };
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter(|path| !has_page(path))
        .map(|path| format!("{path} has no page: add it to xtask/src/site/pages.rs"))
        .collect()
}

/// Copies the playground, with a link back to the documents. Without it, writes a page that says how
/// to build it, and returns why.
fn playground(folder: &Path, frame: &Frame<'_>) -> Result<Option<String>, String> {
    let from = root().join("web/dist");
    let to = folder.join("playground");
    fs::create_dir_all(&to).map_err(|error| error.to_string())?;
    let index = to.join("index.html");
    if !from.join("index.html").is_file() {
        let article = Article {
            html: "<h1>Playground</h1>\n<p>This copy of the site was built without the playground. To \
                build it, install Node.js 20 or newer, with npm, and run <code>cargo xtask site</code> \
                again. <code>npm run serve</code> in <code>web</code> builds and serves the playground alone.</p>\n"
                .to_owned(),
            title: "Playground".to_owned(),
            summary: "How to build the playground of linkspan.".to_owned(),
            ..Article::default()
        };
        let html = frame.page(PLAYGROUND, &article);
        fs::write(index, html).map_err(|error| error.to_string())?;
        let why = missing_node().unwrap_or_else(|| "run `cargo xtask site`".to_owned());
        return Ok(Some(format!("playground SKIPPED: {why}")));
    }
    for entry in fs::read_dir(&from).map_err(|error| error.to_string())? {
        let entry = entry.map_err(|error| error.to_string())?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    let html = fs::read_to_string(&index).map_err(|error| error.to_string())?;
    let Some((start, end)) = html.split_once("</header>") else {
        return Err("web/static/index.html has no header for the link to the documents".into());
    };
    let link = "<a href=\"../index.html\" lang=\"en\">Documentation</a>";
    fs::write(index, format!("{start}  {link}\n</header>{end}"))
        .map_err(|error| error.to_string())?;
    Ok(None)
}

/// The address of the repository in `Cargo.toml`.
fn repository() -> Result<String, String> {
    let manifest = read("Cargo.toml")?;
    let mut lines = manifest.lines();
    lines
        .find_map(|line| line.strip_prefix("repository = \""))
        .and_then(|value| value.strip_suffix('"'))
        .map(str::to_owned)
        .ok_or_else(|| "Cargo.toml has no repository".to_owned())
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let copied = fs::copy(from, to).map(|_| ());
    copied.map_err(|error| format!("{}: {error}", from.display()))
}
