//! Where the links of documents lead on the site.
//!
//! Documents link to each other and to files of the repository with relative paths, which work on a
//! code forge. On the site, a link to a document leads to its page, a link to any other file to the
//! repository, and an image is copied.

/// What the links of documents are compared with.
pub(super) struct Targets<'t> {
    /// The address of the repository, without a `/` at the end.
    pub(super) repository: &'t str,
    /// The name of the page of a document.
    pub(super) page: &'t dyn Fn(&str) -> Option<&'static str>,
    /// What a path of the repository is.
    pub(super) kind: &'t dyn Fn(&str) -> Option<Kind>,
}

/// A path of the repository.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    File,
    Folder,
}

impl Targets<'_> {
    /// The target on the site of a link in a document.
    ///
    /// Fails if the link leads to a file that does not exist.
    pub(super) fn link(&self, link: &str, document: &str) -> Result<String, String> {
        let Some((path, fragment)) = self.path(link, document)? else {
            return Ok(link.to_owned());
        };
        if let Some(page) = (self.page)(&path) {
            return Ok(format!("{page}.html{fragment}"));
        }
        let kind = match (self.kind)(&path) {
            Some(Kind::File) => "blob",
            Some(Kind::Folder) => "tree",
            None => return Err(format!("{document}: `{link}` does not exist")),
        };
        Ok(format!("{}/{kind}/main/{path}{fragment}", self.repository))
    }

    /// The file of an image in a document, and its place on the site.
    pub(super) fn image(&self, link: &str, document: &str) -> Result<(String, String), String> {
        match self.path(link, document)? {
            Some((path, _)) if (self.kind)(&path) == Some(Kind::File) => {
                let place = format!("images/{}", path.replace('/', "-"));
                Ok((path, place))
            }
            Some(_) => Err(format!("{document}: the image `{link}` does not exist")),
            None => Err(format!("{document}: the image `{link}` is on another site")),
        }
    }

    /// The path in the repository and the fragment of a link; nothing if it leads to the same page or
    /// to another site.
    fn path<'l>(&self, link: &'l str, document: &str) -> Result<Option<(String, &'l str)>, String> {
        let (path, fragment) = link.split_at(link.find('#').unwrap_or(link.len()));
        let of_repository = path.strip_prefix(self.repository);
        let of_repository = of_repository.and_then(|rest| {
            rest.strip_prefix("/blob/main/")
                .or_else(|| rest.strip_prefix("/tree/main/"))
        });
        let joined = match of_repository {
            Some(path) => join("", path),
            None if path.is_empty() || has_scheme(path) => return Ok(None),
            None => join(
                document.rsplit_once('/').map_or("", |(folder, _)| folder),
                path,
            ),
        };
        match joined {
            Some(path) => Ok(Some((path, fragment))),
            None => Err(format!("{document}: `{link}` is outside the repository")),
        }
    }
}

fn has_scheme(link: &str) -> bool {
    let scheme = link.split_once(':').map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| scheme.chars().all(|c| c.is_ascii_alphanumeric()))
}

/// A path relative to a folder, without `.` and `..`; nothing if it leaves the repository.
fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(document: &str, link: &str) -> Result<String, String> {
        let page = |path: &str| match path {
            "README.md" => Some("index"),
            "crates/a/docs/guide.md" => Some("guide"),
            _ => None,
        };
        let kind = |path: &str| match path {
            "crates/a/src/lib.rs" | "a.svg" => Some(Kind::File),
            "crates/a/src" => Some(Kind::Folder),
            _ => None,
        };
        let targets = Targets {
            repository: "https://forge.example/a/a",
            page: &page,
            kind: &kind,
        };
        if link.ends_with(".svg") {
            return targets.image(link, document).map(|(_, place)| place);
        }
        targets.link(link, document)
    }

    #[test]
    fn links_lead_to_pages_and_to_the_repository() {
        let guide = "crates/a/docs/guide.md";
        for (document, link, target) in [
            ("README.md", "crates/a/docs/guide.md", "guide.html"),
            (
                "README.md",
                "./crates/a/docs/guide.md#time",
                "guide.html#time",
            ),
            (guide, "../../../README.md", "index.html"),
            (guide, "#time", "#time"),
            (
                guide,
                "../src/lib.rs#L3",
                "https://forge.example/a/a/blob/main/crates/a/src/lib.rs#L3",
            ),
            (
                guide,
                "../src/",
                "https://forge.example/a/a/tree/main/crates/a/src",
            ),
            (
                guide,
                "https://forge.example/a/a/blob/main/README.md#x",
                "index.html#x",
            ),
            (
                guide,
                "https://forge.example/a/a",
                "https://forge.example/a/a",
            ),
            (
                guide,
                "https://www.unicode.org/#a",
                "https://www.unicode.org/#a",
            ),
            (guide, "mailto:a@example.com", "mailto:a@example.com"),
            ("README.md", "a.svg", "images/a.svg"),
        ] {
            assert_eq!(check(document, link), Ok(target.to_owned()), "{link}");
        }
    }

    #[test]
    fn links_to_nothing_are_faults() {
        for (document, link) in [
            ("README.md", "crates/a/docs/missing.md"),
            (
                "README.md",
                "https://forge.example/a/a/blob/main/missing.rs",
            ),
            ("README.md", "../other/README.md"),
            ("README.md", "missing.svg"),
            ("README.md", "https://example.com/a.svg"),
        ] {
            let fault = check(document, link).expect_err(link);
            assert!(
                fault.contains(link) && fault.starts_with(document),
                "{fault}"
            );
        }
    }
}
