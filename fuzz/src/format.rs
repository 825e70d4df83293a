//! The forms of a URL: formatting again changes nothing, the meaning stays, and the result is detected as
//! a whole.

use crate::input::Input;
use crate::urls::{HEAD, check_any, check_forms, check_parts, check_whatwg};

/// Panics if a form of a URL is not what it should be.
pub fn check(data: &[u8]) {
    let text = Input::new(data).text().into_owned();
    check_any(&text);
    // Behind a host that is detected, more can be said.
    let rest = text.find(['/', '?', '#']).map_or("", |at| &text[at..]);
    let rest = rest.trim_start_matches("//");
    let slash = if rest.starts_with(['/', '?', '#']) {
        ""
    } else {
        "/"
    };
    let url = [HEAD, slash, rest].concat();
    check_forms(&url);
    check_whatwg(&url);
    let path: Vec<String> = text.split('/').map(str::to_owned).collect();
    if !path.iter().any(|piece| [".", ".."].contains(&&**piece)) {
        let query = vec![(text.clone(), Some(text.clone())), (text.clone(), None)];
        check_parts(path, query, &text);
    }
}
