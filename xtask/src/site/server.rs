//! Serves the site on this machine, for the browser that looks at it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// A path that is answered late.
pub(super) const PAUSE: &str = "pause";

const LATE: Duration = Duration::from_secs(3);

/// Serves a folder, and pages that are not files, until the process ends. Says at which address.
pub(super) fn serve(folder: &Path, others: Vec<(String, String)>) -> Result<SocketAddr, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let served = Arc::new((folder.to_owned(), others));
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let served = Arc::clone(&served);
            // A browser that closes its connection early is no fault.
            thread::spawn(move || answer(&stream, &served.0, &served.1).ok());
        }
    });
    Ok(address)
}

fn answer(
    mut stream: &TcpStream,
    folder: &Path,
    others: &[(String, String)],
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    // The answer may only be sent after the request was read.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = first.split(' ').nth(1).unwrap_or_default();
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = path.trim_start_matches('/');
    if path == PAUSE {
        thread::sleep(LATE);
    }
    let body = match others.iter().find(|(name, _)| name == path) {
        Some((_, body)) => Some(body.clone().into_bytes()),
        None => file(folder, path).and_then(|path| fs::read(path).ok()),
    };
    let status = match body {
        Some(_) => "200 OK",
        None => "404 Not Found",
    };
    let body = body.unwrap_or_default();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        media_type(path),
        body.len()
    )?;
    stream.write_all(&body)
}

/// The file for a path, unless the path leaves the folder.
fn file(folder: &Path, path: &str) -> Option<PathBuf> {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    let found = Path::new(path).components().all(is_plain);
    found.then(|| match path.is_empty() || path.ends_with('/') {
        true => folder.join(path).join("index.html"),
        false => folder.join(path),
    })
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "text/html; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_in_the_folder() {
        let folder = Path::new("/site");
        assert_eq!(
            file(folder, "a/b.html"),
            Some(PathBuf::from("/site/a/b.html"))
        );
        assert_eq!(
            file(folder, "a/"),
            Some(PathBuf::from("/site/a/index.html"))
        );
        assert_eq!(file(folder, "../secret"), None);
        assert_eq!(file(folder, "a/../../secret"), None);
    }
}
