//! `cargo xtask modules`: which module of a crate uses which, and that no arrow points back.
//!
//! A module here is a file or folder at the top of `src`. The roots `lib.rs` and `main.rs` are left
//! out, since they may re-export everything, and so are items with `#[cfg(test)]`; test modules are
//! expected inline.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

use super::rust::{Token, code, root_names};
use crate::ci::Done;
use crate::run::root;

const SOURCES: [&str; 2] = ["crates/linkspan/src", "crates/linkspan-cli/src"];

/// `cargo xtask modules`: prints the modules of each crate in layers, of which each uses only
/// modules of layers before it.
pub(crate) fn stage() -> Result<Done, String> {
    let mut cycles = Vec::new();
    for folder in SOURCES {
        let mut files = Vec::new();
        read(&root().join(folder), "", &mut files)?;
        match Graph::of(&files).layers() {
            Ok(layers) => {
                println!("{folder}");
                for layer in layers {
                    println!("  {}", layer.join(" "));
                }
            }
            Err(cycle) => cycles.push(format!("{folder}: {cycle}")),
        }
    }
    if cycles.is_empty() {
        Ok(Done::Passed(String::new()))
    } else {
        Err(cycles.join("\n"))
    }
}

/// Adds the path below `src` and the text of each Rust file in a folder.
fn read(folder: &Path, below: &str, files: &mut Vec<(String, String)>) -> Result<(), String> {
    let fail = |error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            read(&path, &format!("{below}{name}/"), files)?;
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(&path).map_err(fail)?;
            files.push((format!("{below}{name}"), text));
        }
    }
    Ok(())
}

/// The modules of a crate and their uses of each other.
struct Graph {
    modules: BTreeSet<String>,
    /// The first place at which a module uses another.
    uses: BTreeMap<(String, String), String>,
}

impl Graph {
    /// Reads files: the path of each below `src`, and its text.
    fn of(files: &[(String, String)]) -> Self {
        let mut files: Vec<_> = files.iter().map(|(file, text)| (file, text)).collect();
        files.sort();
        let is_root = |file: &str| matches!(file, "lib.rs" | "main.rs");
        let modules = files.iter().filter(|(file, _)| !is_root(file));
        let modules = modules
            .map(|(file, _)| module(file)[0].to_owned())
            .collect();
        let roots = files.iter().filter(|(file, _)| is_root(file));
        let exports: BTreeMap<String, String> = roots
            .flat_map(|(_, text)| exports(&code(text), &modules))
            .collect();
        let mut uses = BTreeMap::new();
        for (file, text) in files.iter().filter(|(file, _)| !is_root(file)) {
            let path = module(file);
            for used in root_names(path.len(), &code(text)) {
                let is_module = modules.contains(&used.text);
                let export = exports.get(&used.text);
                let name = if is_module { Some(&used.text) } else { export };
                if let Some(name) = name.filter(|name| *name != path[0]) {
                    uses.entry((path[0].to_owned(), name.to_owned()))
                        .or_insert_with(|| format!("{file}:{}", used.line));
                }
            }
        }
        Self { modules, uses }
    }

    /// The modules that a module uses.
    fn used_by(&self, module: &str) -> impl Iterator<Item = &str> {
        let uses = self.uses.keys().filter(move |(user, _)| user == module);
        uses.map(|(_, used)| used.as_str())
    }

    /// The modules in layers, each of which uses only those before, or a message about a cycle.
    fn layers(&self) -> Result<Vec<Vec<&str>>, String> {
        let mut rest: BTreeSet<&str> = self.modules.iter().map(String::as_str).collect();
        let mut layers = Vec::new();
        while !rest.is_empty() {
            let is_free = |module: &&str| !self.used_by(module).any(|used| rest.contains(used));
            let layer: Vec<&str> = rest.iter().copied().filter(is_free).collect();
            if layer.is_empty() {
                let cycles = rest.iter().filter_map(|module| self.cycle(module));
                let shortest = cycles.min_by_key(Vec::len).unwrap_or_default();
                return Err(self.message(&shortest));
            }
            rest.retain(|module| !layer.contains(module));
            layers.push(layer);
        }
        Ok(layers)
    }

    /// The shortest way from a module back to itself, which is at both ends of it.
    fn cycle<'g>(&'g self, start: &'g str) -> Option<Vec<&'g str>> {
        let mut ways = VecDeque::from([vec![start]]);
        let mut seen = BTreeSet::new();
        while let Some(way) = ways.pop_front() {
            for used in self.used_by(way.last()?) {
                let longer = [way.as_slice(), &[used]].concat();
                if used == start {
                    return Some(longer);
                }
                if seen.insert(used) {
                    ways.push_back(longer);
                }
            }
        }
        None
    }

    fn message(&self, cycle: &[&str]) -> String {
        let mut message = format!("modules use each other: {}", cycle.join(" → "));
        for pair in cycle.windows(2) {
            let edge = (pair[0].to_owned(), pair[1].to_owned());
            let [user, used] = [&edge.0, &edge.1];
            message += &format!("\n  {user} uses {used} in {}", self.uses[&edge]);
        }
        message
    }
}

/// The path of the module in a file: `scan/url.rs` is `scan::url`.
fn module(file: &str) -> Vec<&str> {
    let file = file.trim_end_matches(".rs");
    file.trim_end_matches("/mod").split('/').collect()
}

/// The names that a root re-exports with `use module::…;`, each with its module.
fn exports(tokens: &[Token], modules: &BTreeSet<String>) -> Vec<(String, String)> {
    let statements = tokens.split(|token| matches!(token.text.as_str(), ";" | "}"));
    let uses = statements.filter_map(|statement| {
        let at = statement.iter().position(|token| token.text == "use")?;
        let words = statement[at + 1..].iter().map(|token| token.text.as_str());
        let mut words = words.filter(|word| !matches!(*word, "crate" | "self" | "::" | "*"));
        let module = words.next()?;
        modules.contains(module).then_some((module, words))
    });
    uses.flat_map(|(module, words)| words.map(move |word| (word.to_owned(), module.to_owned())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Graph;

    fn graph(files: &[(&str, &str)]) -> Graph {
        let owned = |(file, text): &(&str, &str)| ((*file).to_owned(), (*text).to_owned());
        Graph::of(&files.iter().map(owned).collect::<Vec<_>>())
    }

    /// The modules from `a` to `e` that `a` uses, if `text` is in `file`.
    fn used(file: &str, text: &str) -> String {
        let others = ["b.rs", "c.rs", "d/mod.rs", "e.rs"].map(|file| (file, ""));
        let root = (
            "lib.rs",
            "mod b;\npub use b::{Name, part::Other};\nuse crate::c::Third;",
        );
        let graph = graph(&[&others[..], &[root, (file, text)]].concat());
        graph.used_by("a").collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn imports_and_paths_are_uses() {
        for (text, expected) in [
            ("use crate::b::X;", "b"),
            (
                "pub use crate::{b, c::{X, d::Y},\n    d::{self, Z},\n};",
                "b c d",
            ),
            ("pub(crate) use crate::b;\npub(in crate::a) fn f() {}", "b"),
            ("fn f() { crate::b::g(crate::c::X) }", "b c"),
            ("use super::b; use super::{c::X, d};", "b c d"),
            ("use crate::Name; use crate::{Other, Third, Fourth};", "b c"),
            (
                "use crate::a::X; use b::Y; use std::c; use self::d::Z; mod e;",
                "",
            ),
            (
                "mod inner { use super::b; use super::super::c; } use super::d;",
                "c d",
            ),
        ] {
            assert_eq!(used("a.rs", text), expected, "{text}");
            assert_eq!(used("a/mod.rs", text), expected, "{text}");
        }
        let below = "use super::b; use super::super::c; use super::super::{d, super::e};";
        assert_eq!(used("a/x.rs", below), "c d");
        assert_eq!(used("a/x/mod.rs", below), "c d");
    }

    #[test]
    fn tests_comments_and_strings_are_no_uses() {
        for text in [
            "#[cfg(test)]\nmod tests { use crate::b; fn f() { { crate::c::g() } } }",
            "#[cfg(all(test, unix))] #[path = \"x\"] use crate::{b, c};",
            "/// [`X`](crate::b)\n//! crate::c\n/* crate::d /* */ crate::e */ fn f() {}",
            r##"const X: &str = "\"crate::b"; const Y: &[u8] = br#""crate::c"#;"##,
            r"fn f<'a>(c: char) -> bool { matches!(c, '\'' | '\\' | '\u{22}' | '\x22') }",
        ] {
            assert_eq!(used("a.rs", text), "", "{text}");
            assert_eq!(
                used("a.rs", &format!("{text}\nuse crate::e;")),
                "e",
                "{text}"
            );
        }
        assert_eq!(used("a.rs", "#[cfg(not(test))] use crate::b;"), "b");
    }

    #[test]
    fn modules_are_in_layers() {
        let graph = graph(&[
            ("main.rs", "use crate::a::X;"),
            ("a.rs", "use crate::b; use crate::c;"),
            ("b/mod.rs", "mod x;"),
            ("b/x.rs", "use crate::c;"),
            ("c.rs", ""),
            ("d.rs", ""),
        ]);
        assert_eq!(graph.layers().unwrap(), [&["c", "d"][..], &["b"], &["a"]]);
    }

    #[test]
    fn the_shortest_cycle_is_named_with_its_places() {
        let graph = graph(&[
            ("a.rs", "use crate::b;"),
            ("b.rs", "use crate::c;"),
            ("c/mod.rs", ""),
            ("c/x.rs", "\n\nuse crate::{a, d};"),
            ("d.rs", "fn f() {\n    crate::c::g()\n}"),
        ]);
        let message = graph.layers().unwrap_err();
        assert_eq!(
            message,
            "modules use each other: c → d → c\n  c uses d in c/x.rs:3\n  d uses c in d.rs:2"
        );
    }
}
