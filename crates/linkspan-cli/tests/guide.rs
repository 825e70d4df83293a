//! The commands of the guide print what it says.

#![allow(clippy::restriction, reason = "a test may panic")]
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

const PAGES: [(&str, usize); 3] = [
    (include_str!("../../linkspan/docs/guide.md"), 8),
    (include_str!("../../linkspan/docs/options.md"), 1),
    (include_str!("../docs/recipes.md"), 14),
];

/// The blocks of a page: the language of each, and what is in it.
fn blocks(page: &'static str) -> Vec<(&'static str, &'static str)> {
    let mut blocks = Vec::new();
    let mut rest = page;
    while let Some((_, from)) = rest.split_once("\n```") {
        let (language, from) = from.split_once('\n').expect("a line");
        let (body, after) = from.split_once("```").expect("an end");
        blocks.push((language, body));
        rest = after;
    }
    blocks
}

fn sh(script: &str, folder: &Path) -> (String, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_linkspan"));
    let programs = program.parent().expect("a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", script])
        .current_dir(folder)
        .env("PATH", format!("{programs}:{path}"))
        .env("LINKSPAN_DATA_DIR", folder.join("data"))
        .output()
        .expect("a shell");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn the_commands_of_the_pages_print_what_they_say() {
    for (page, least) in PAGES {
        let folder = tempfile::tempdir().expect("a folder");
        let compared = compare(&blocks(page), folder.path());
        assert!(compared >= least, "{compared}");
    }
}

/// Runs the commands of a page in order, and says how many outputs were compared.
fn compare(blocks: &[(&str, &str)], folder: &Path) -> usize {
    let mut compared = 0;
    for (at, &(language, script)) in blocks.iter().enumerate() {
        if language != "sh" {
            continue;
        }
        let missing = ["jq", "node"].into_iter().find(|&tool| {
            let probe = format!("command -v {tool}");
            script.contains(tool) && sh(&probe, folder).0.is_empty()
        });
        if let Some(tool) = missing {
            println!("SKIPPED, there is no {tool}: {script}");
            continue;
        }
        let (printed, errors) = sh(script, folder);
        assert_eq!(errors, "", "{script}");
        if let Some(("text", expected)) = blocks.get(at + 1) {
            assert_eq!(printed, *expected, "{script}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn the_table_of_xurls_comes_out() {
    let page = include_str!("../../../docs/migration.md");
    let table = page
        .lines()
        .skip_while(|line| !line.starts_with("| text | xurls"));
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    let detector = linkspan::Detector::default();
    let mut compared = 0;
    for row in rows {
        let cells = row.split(" | ").map(|cell| cell.split('`').skip(1));
        let cells: Vec<Vec<&str>> = cells.map(|codes| codes.step_by(2).collect()).collect();
        let found = detector.links(cells[0][0]);
        let found: Vec<&str> = found.map(|link| link.text()).collect();
        assert_eq!(cells[2], found, "{row}");
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}

/// The hooks and the workflow call the program as it can be called.
#[test]
fn hooks_and_the_workflow_run() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.md"), "see https://a.com\n").expect("a file");
    let hooks = include_str!("../../../.pre-commit-hooks.yaml");
    let entries: Vec<&str> = hooks
        .lines()
        .filter_map(|line| line.strip_prefix("  entry: "))
        .collect();
    let workflow = include_str!("../docs/github-workflow.yml");
    let steps = workflow
        .lines()
        .filter_map(|line| line.strip_prefix("      - run: "));
    let steps: Vec<&str> = steps
        .map(|step| step.trim_matches('\''))
        .filter(|step| step.contains("linkspan "))
        .collect();
    assert_eq!((entries.len(), steps.len()), (2, 2));
    let status = |script: &str| {
        let (out, _) = sh(&format!("({script}) > out 2> err; echo $?"), folder.path());
        out.trim().to_owned()
    };
    assert_eq!(status(steps[0]), "1", "there is something to link");
    assert_eq!(status(steps[1]), "0", "all links are encrypted");
    assert_eq!(status(&format!("{} a.md", entries[0])), "1");
    assert_eq!(status(&format!("{} a.md", entries[1])), "0");
    assert_eq!(status(&format!("{} a.md", entries[0])), "0", "it was made");
    assert_eq!(status(steps[0]), "0");
    std::fs::write(folder.path().join("b.md"), "<http://a.com>\n").expect("a file");
    assert_eq!(status(steps[1]), "1");
}
