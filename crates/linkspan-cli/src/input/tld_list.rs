//! The downloaded list of top-level domains: where it is stored, and whether to use it.

use std::io;
use std::path::PathBuf;

use etcetera::BaseStrategy;
use linkspan::tld::{TldList, TldSource};

use crate::out::failure::why;
use crate::out::report;

/// Maximum size of a list in bytes; the one of IANA has about 10,000.
pub(crate) const MOST_BYTES: u64 = 1 << 20;

/// The file that `linkspan tlds update` writes and all other commands read.
pub(crate) fn path() -> Result<PathBuf, String> {
    let folder = match std::env::var_os("LINKSPAN_DATA_DIR") {
        Some(folder) => PathBuf::from(folder),
        None => etcetera::choose_base_strategy()
            .map_err(|_| "no data folder found: set LINKSPAN_DATA_DIR".to_owned())?
            .data_dir()
            .join("linkspan"),
    };
    Ok(folder.join("tlds-alpha-by-domain.txt"))
}

/// The newer of the downloaded and the built-in list.
pub(crate) fn newest() -> TldSource {
    match downloaded() {
        // A new release of the program can carry a newer list than the last download.
        Some(list) if list.date() > TldSource::Embedded.date() => TldSource::List(list),
        _ => TldSource::Embedded,
    }
}

/// The downloaded list, if there is one. An unusable list is reported, because the user downloaded
/// it for a purpose.
fn downloaded() -> Option<TldList> {
    let path = path().ok()?;
    let unusable = |message: String| {
        report(format_args!("{message}; using the built-in list"));
        None
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => return unusable(format!("{}: {}", path.display(), why(&error))),
    };
    match TldList::parse(&text) {
        Ok(list) => Some(list),
        Err(error) => unusable(format!("{}: {error}", path.display())),
    }
}
