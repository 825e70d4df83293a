//! Looks at the site in Chromium: light, dark and narrow.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::pages::PLAYGROUND;
use super::server::{PAUSE, serve};

/// The width of a small phone, in CSS pixels.
const NARROW: u32 = 360;

/// The space between pages that are side by side.
const GAP: u32 = 8;

/// The pages of which screenshots are made: prose, a long list, wide tables, wide code, scripts.
const SHOWN: [&str; 6] = [
    "index",
    "guide",
    "json",
    "conformance",
    "javascript-migration",
    PLAYGROUND,
];

/// Chromium, if it is installed.
pub(super) fn chromium() -> Option<String> {
    let named = std::env::var("LINKSPAN_CHROMIUM").ok();
    let usual = ["chromium", "chromium-browser", "google-chrome"].map(str::to_owned);
    let is_there = |name: &String| {
        let output = Command::new(name).arg("--version").output();
        output.is_ok_and(|output| output.status.success())
    };
    named.into_iter().chain(usual).find(is_there)
}

/// The pages among `names` that scroll sideways on a phone.
///
/// The windows of Chromium are at least 500 pixels wide, so the pages are in frames.
pub(super) fn too_wide(
    program: &str,
    folder: &Path,
    names: &[&str],
) -> Result<Vec<String>, String> {
    let page = format!(
        "{}<pre id=\"widths\"></pre><script>\n\
         addEventListener('load', () => {{\n\
           const widths = [...document.querySelectorAll('iframe')].map((frame) =>\n\
             `${{frame.name}} ${{frame.contentDocument.documentElement.scrollWidth}}`);\n\
           document.querySelector('#widths').textContent = `[${{widths.join(';')}}]`;\n\
         }});\n\
         </script>",
        sheet(names, NARROW, 800)
    );
    let address = serve(folder, vec![("widths".to_owned(), page)])?;
    let url = format!("http://{address}/widths");
    let output = run(program, &["--dump-dom", &url], folder)?;
    let dump = String::from_utf8_lossy(&output.stdout);
    let widths = dump
        .split_once("<pre id=\"widths\">[")
        .and_then(|(_, rest)| rest.split_once(']'))
        .map(|(widths, _)| widths)
        .ok_or_else(|| format!("no widths: {}", String::from_utf8_lossy(&output.stderr)))?;
    let widths: Vec<(&str, u32)> = widths
        .split(';')
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(name, width)| Some((name, width.parse().ok()?)))
        .collect();
    if widths.len() != names.len() {
        return Err(format!(
            "{} of {} pages have a width",
            widths.len(),
            names.len()
        ));
    }
    let wide = widths.iter().filter(|(_, width)| *width > NARROW);
    Ok(wide
        .map(|(name, width)| format!("{name}.html ({width} px)"))
        .collect())
}

/// Makes screenshots in a folder, and says how many.
pub(super) fn screenshots(program: &str, folder: &Path, shots: &Path) -> Result<usize, String> {
    fs::create_dir_all(shots).map_err(|error| format!("{}: {error}", shots.display()))?;
    let (width, height) = (1280, 1000);
    let mut sheets: Vec<(String, u32, String)> = SHOWN
        .iter()
        .map(|name| {
            let file = name.trim_end_matches("/index").to_owned();
            (file, width, sheet(&[name], width, height))
        })
        .collect();
    let narrow = sheet(&SHOWN, NARROW, height);
    sheets.push(("narrow".to_owned(), (NARROW + GAP) * 6, narrow));
    let pages = sheets.iter();
    let pages = pages.map(|(name, _, page)| (format!("sheet-{name}"), page.clone()));
    let address = serve(folder, pages.collect())?;
    let mut made = 0;
    for (name, width, _) in &sheets {
        for (scheme, option) in [
            ("light", "--blink-settings=preferredColorScheme=1"),
            ("dark", "--force-dark-mode"),
        ] {
            let file = shots.join(format!("{name}-{scheme}.png"));
            let _ = fs::remove_file(&file);
            let screenshot = format!("--screenshot={}", file.display());
            let size = format!("--window-size={width},{height}");
            let url = format!("http://{address}/sheet-{name}");
            run(program, &[option, &size, &screenshot, &url], folder)?;
            if !file.is_file() {
                return Err(format!("Chromium made no {}", file.display()));
            }
            made += 1;
        }
    }
    Ok(made)
}

/// A page with other pages side by side. It is loaded when the scripts of the playground have had
/// time to start: the server answers late to the request for the pause.
fn sheet(names: &[&str], width: u32, height: u32) -> String {
    let mut page = String::from(
        "<!doctype html><title>sheet</title><meta name=\"color-scheme\" content=\"light dark\">",
    );
    if names.contains(&PLAYGROUND) {
        let _ = write!(page, "<img src=\"{PAUSE}\" alt=\"\" hidden>");
    }
    let _ = write!(
        page,
        "<body style=\"margin: 0; display: flex; gap: {GAP}px\">"
    );
    for name in names {
        let _ = write!(
            page,
            "<iframe name=\"{name}\" src=\"{name}.html\" width=\"{width}\" height=\"{height}\" \
             style=\"border: 0; flex: none\"></iframe>"
        );
    }
    page
}

fn run(program: &str, options: &[&str], folder: &Path) -> Result<Output, String> {
    let profile: PathBuf = folder.with_file_name("site-browser");
    let output = Command::new(program)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
        ])
        .args(["--hide-scrollbars", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(options)
        .output()
        .map_err(|error| format!("cannot start {program}: {error}"))?;
    match output.status.success() {
        true => Ok(output),
        false => Err(format!(
            "{program}: {}",
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}
