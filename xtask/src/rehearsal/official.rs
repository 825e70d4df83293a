//! The official files of a Unicode version, checked by the command line of the scratch build.

use std::path::Path;
use std::process::Command;

use crate::release::Release;
use crate::suite::{OFFICIAL_FILES, unicode_folder};

/// The output of `linkspan conformance` for the files of a version.
pub(crate) struct Official {
    /// The name of their folder, such as `18.0.0-draft`.
    pub(crate) folder: String,
    pub(crate) checks: Vec<Check>,
    /// Whether all differences are expected ones.
    pub(crate) as_expected: bool,
}

/// A check of a file: a line such as `LinkTerm.txt (2026-06-29), code points: 5/5 passed`, or why the
/// file was not compared, and each difference.
pub(crate) struct Check {
    pub(crate) result: String,
    pub(crate) differences: Vec<String>,
}

impl Official {
    /// The files that were checked, each with its differences. A file that could not be compared has
    /// its whole result as a difference.
    pub(crate) fn files(&self) -> Vec<(&str, Vec<&str>)> {
        let mut files: Vec<(&str, Vec<&str>)> = Vec::new();
        for check in &self.checks {
            let name = check.result.split(' ').next().unwrap_or_default();
            if files.last().is_none_or(|&(last, _)| last != name) {
                files.push((name, Vec::new()));
            }
            if let Some((_, differences)) = files.last_mut() {
                differences.extend(check.differences.iter().map(String::as_str));
                if !check.result.ends_with(" passed") {
                    differences.push(&check.result);
                }
            }
        }
        files
    }
}

/// Checks the published files, or else those of the draft. Missing ones are added to `skipped`.
pub(crate) fn check(
    program: &Path,
    release: &Release,
    skipped: &mut Vec<String>,
) -> Result<Option<Official>, String> {
    let published = release.folder();
    let draft = format!("{published}-draft");
    let is_there = |name: &&String| unicode_folder().join(name).is_dir();
    let Some(folder) = [&published, &draft].into_iter().find(is_there) else {
        skipped.push(format!(
            "{published} and {draft} with {}: get the files of UTS #58 from unicode.org and name the \
             folder above theirs in LINKSPAN_UNICODE_DIR",
            OFFICIAL_FILES.join(", ")
        ));
        return Ok(None);
    };
    let path = unicode_folder().join(folder);
    let missing = OFFICIAL_FILES
        .iter()
        .filter(|name| !path.join(name).is_file());
    skipped.extend(missing.map(|name| format!("{folder}/{name}")));
    let output = Command::new(program)
        .arg("conformance")
        .arg(&path)
        .output()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{text}");
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    let checks = checks(&text);
    let is_compared = |check: &Check| check.result.ends_with(" passed");
    Ok(Some(Official {
        folder: folder.clone(),
        as_expected: output.status.success() && checks.iter().all(is_compared),
        checks,
    }))
}

/// Reads the output of `conformance`, without the contents of the files.
fn checks(text: &str) -> Vec<Check> {
    let mut checks: Vec<Check> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("  "), checks.last_mut()) {
            (None, _) => checks.push(Check {
                result: line.to_owned(),
                differences: Vec::new(),
            }),
            (Some(difference), Some(check)) if !difference.starts_with(' ') => {
                check.differences.push(difference.to_owned());
            }
            _ => {}
        }
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::checks;

    #[test]
    fn output_is_read() {
        let checks = checks(
            "A.txt (2026-01-01), lines: 1/2 passed\n  line 7 (UNEXPECTED)\n    file:  x\n    found: y\n\
             B.txt (2026-01-01), lines: 2/2 passed\n",
        );
        let [first, second] = checks.as_slice() else {
            panic!("{} checks", checks.len());
        };
        assert_eq!(first.differences, ["line 7 (UNEXPECTED)"]);
        assert_eq!(second.result, "B.txt (2026-01-01), lines: 2/2 passed");
        assert!(second.differences.is_empty());
    }
}
