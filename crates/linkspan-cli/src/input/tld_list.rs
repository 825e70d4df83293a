//! The downloaded list of top-level domains: where it is stored, and whether to use it.

use std::io;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use etcetera::BaseStrategy;
use linkspan::Date;
use linkspan::tld::{TldList, TldSource};

use crate::input;
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
        Some(list) if list.date() > TldSource::Embedded.date() && !is_early(&list) => {
            TldSource::List(list)
        }
        _ => TldSource::Embedded,
    }
}

/// Whether a list is from the future, and would never grow old.
pub(crate) fn is_early(list: &TldList) -> bool {
    let date = list.date();
    date.is_some_and(|date| date.days_since(today()) > 1)
}

/// The downloaded list, if there is one. An unusable list is reported, because the user downloaded
/// it for a purpose.
pub(crate) fn downloaded() -> Option<TldList> {
    let path = path().ok()?;
    let unusable = |message: String| {
        report(format_args!("{message}; using the built-in list"));
        None
    };
    // A pipe in its place would never end, and a device would be read without limit.
    match std::fs::metadata(&path) {
        Ok(found) if found.is_file() => {}
        Ok(_) => return unusable(format!("{}: not a file", path.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => return unusable(format!("{}: {}", path.display(), why(&error))),
    }
    let text = match input::list(&path, MOST_BYTES) {
        Ok(text) => text,
        Err(message) => return unusable(message),
    };
    match TldList::parse(&text) {
        Ok(list) => Some(list),
        Err(error) => unusable(format!("{}: {error}", path.display())),
    }
}

/// Today's date in UTC, from the system clock.
pub(crate) fn today() -> Date {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = elapsed.map_or(0, |elapsed| elapsed.as_secs() / 86_400);
    Date::from_unix_days(i32::try_from(days).unwrap_or(i32::MAX))
}
