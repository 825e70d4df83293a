//! Code: calls, packages, fields, templates.

use core::ops::Range;

use super::super::sentence::NEAR;
use super::{NameOutline, is_title, words};
use crate::names::lists::tld::{folded, keys};
use crate::text::Text;
use crate::uts58::runs::{is_hard, is_letter};

/// First labels of names that start with the top-level domain, as those of packages do.
/// `edu.example.ru` is a host.
const PACKAGES: &[u64] = &keys(["com", "io", "java", "javax", "net", "org"]);

/// First labels of newsgroups: `alt.animals.cat`.
const NEWSGROUPS: &[u64] = &keys(["alt", "comp", "rec", "sci", "soc"]);

/// First labels that only code has: `self.foo`. Others, such as those of `foo.de` and
/// `document.new`, are [`VARIABLES`].
const RECEIVERS: &[u64] = &keys(["cls", "ctx", "kwargs", "self", "this"]);

/// Top-level domains that are names of fields and methods far more often than sites: in source code
/// and documentation, nearly every name under them is code, and in prose names under them are rare.
#[rustfmt::skip]
const FIELDS: &[u64] = &keys([
    "abc", "author", "build", "call", "case", "codes", "compare", "data", "date", "day", "degree",
    "delta", "docs", "dot", "email", "events", "fail", "foo", "group", "host", "int", "map",
    "name", "new", "next", "now", "open", "page", "parts", "pid", "pin", "prime", "prod",
    "property", "read", "report", "run", "safety", "save", "search", "secure", "seek", "select",
    "shell", "show", "style", "tab", "target", "total", "windows", "zero",
]);

/// Organisations under the top-level domain `int`, which is a type everywhere else.
#[rustfmt::skip]
const ORGANISATIONS: &[u64] = &keys([
    "au", "cbd", "cites", "coe", "comesa", "ecmwf", "ecowas", "esa", "eumetsat", "icao", "iho",
    "interpol", "iom", "itu", "nato", "sadc", "unfccc", "upu", "who", "wipo",
]);

/// Top-level domains that are names of fields too, but under which there are many sites: `user.id`
/// is code, `kompas.id` is a site. They need a second sign of code. With a variable, so does every
/// top-level domain that is a word.
#[rustfmt::skip]
const FIELDS_IN_CODE: &[u64] = &keys([
    "app", "at", "audio", "bar", "black", "blue", "box", "cc", "channel", "contact",
    "domains", "download", "family", "fit", "fly", "ge", "global", "gold", "green", "gt", "help",
    "how", "id", "in", "info", "is", "like", "link", "lt", "media", "menu", "ne", "network",
    "one", "pink", "place", "play", "plus", "post", "pub", "re", "red", "rest", "room",
    "site", "space", "storage", "store", "stream", "support", "to", "top", "tz",
]);

/// Labels that are names of variables, modules or types, of two to eight letters.
#[rustfmt::skip]
const VARIABLES: &[u64] = &keys([
    "account", "address", "arg", "args", "array", "attr", "attrs", "auth", "axios", "body",
    "bar", "baz", "browser", "buf", "buffer", "builtins", "button", "cell", "cfg", "child", "chrome", "cmd",
    "col", "color", "colors", "column", "config", "conn", "console", "content", "context", "cookie",
    "current", "cursor", "customer", "data", "datetime", "db", "dbo", "details", "device", "df",
    "dict", "dir", "distro", "div", "doc", "document", "el", "elem", "element", "employee", "entry", "enum",
    "env", "err", "error", "event", "evt", "ex", "field", "file", "fn", "foo", "form", "frame", "func",
    "group", "handler", "header", "headers", "host", "icons", "image", "img", "index", "input",
    "inst", "instance", "invoice", "item", "iter", "key", "kind", "layer", "li", "line", "link",
    "list", "loc", "location", "log", "logger", "logging", "match", "math", "message", "meta",
    "metadata", "method", "mock", "model", "module", "msg", "nav", "node", "np", "obj", "object", "op",
    "operator", "options", "opts", "order", "os", "other", "output", "param", "params", "parent",
    "parser", "path", "payload", "player", "pos", "prev", "proc", "process", "product", "profile",
    "props", "proxy", "ptr", "query", "record", "rect", "ref", "req", "request", "res", "response",
    "result", "row", "session", "socket", "span", "spec", "state", "status", "str", "string", "super", "sys",
    "tab", "table", "task", "text", "thread", "token", "track", "uicolor", "ul", "url", "user",
    "val", "value", "var", "vector", "video", "view", "widget", "window", "worker",
]);

/// Top-level domains that are names of fields and methods only after [`VARIABLES`]: `event.click`. The
/// list is closed, because every other word has sites below it: `data.world`, `frame.work`,
/// `console.dev`, `account.microsoft`.
#[rustfmt::skip]
const MEMBERS: &[u64] = &keys([
    "auto", "best", "car", "cards", "cash", "chat", "city", "claims", "click", "company", "country",
    "credit", "delivery", "direct", "discount", "drive", "eat", "exchange", "fast", "feedback", "film",
    "fire", "free", "game", "man", "mobile", "movie", "origins", "phone", "photo", "photos", "review",
    "reviews", "safe", "sale", "smart", "star", "video", "watch",
]);

/// The [`VARIABLES`] that are names of hosts too: `status.example.app`.
#[rustfmt::skip]
const SUBDOMAINS: &[u64] = &keys([
    "account", "auth", "browser", "config", "console", "customer", "data", "db", "device", "doc",
    "event", "file", "form", "group", "host", "icons", "image", "img", "index", "invoice", "link",
    "list", "location", "log", "math", "message", "meta", "nav", "order", "player", "product",
    "profile", "proxy", "query", "session", "status", "table", "task", "text", "token", "track",
    "url", "user", "video", "view", "worker",
]);

/// Longer [`VARIABLES`].
const LONG_VARIABLES: &[&str] = &["collections", "container"];

/// Whether signs of code touch a name: `out.info(x)`, `{{user.name}}`, `${a.com}`, `#{a.com}`,
/// `%(a.com)s`, `Foo::bar.name`, `p->next.data`, `$x.date`.
#[inline]
pub(super) fn touches(text: Text<'_>, name: &Range<usize>, outline: &NameOutline<'_>) -> bool {
    let before = |distance: usize| text.byte(name.start.wrapping_sub(distance));
    let is_after = match before(1) {
        Some(b'$') => true,
        Some(b'{') => matches!(before(2), Some(b'{' | b'$' | b'#')),
        Some(b'(') => before(2) == Some(b'%'),
        Some(b':') => before(2) == Some(b':'),
        // `old.com ->new.com` is an arrow between two sites.
        Some(b'>') => before(2) == Some(b'-') && !outline.is_plain_tld,
        _ => false,
    };
    is_after || text.byte(name.end) == Some(b'(') && is_called(text, name.end, outline)
}

/// Whether the labels of a name are those of code.
pub(super) fn is_code(outline: &NameOutline<'_>) -> bool {
    // `com.example.app`, `alt.animals.cat`.
    if outline.has_more() && is_reversed(outline) {
        return true;
    }
    // `some_module.foo`: no site people write about has an underscore in its name.
    if outline.labels.as_bytes().contains(&b'_') {
        return true;
    }
    let first = outline.first();
    // `System.Net` too.
    if outline.is_plain_tld {
        return first == "System" && is_title(outline.tld);
    }
    let is_receiver = || {
        let is_lower = first.bytes().all(|byte| byte.is_ascii_lowercase());
        is_lower && folded(first.as_bytes()).is_some_and(|first| RECEIVERS.contains(&first))
    };
    // `Array.prototype.at`
    let is_prototype = || {
        let mut more = outline.parts().skip(1);
        first == "prototype" || outline.has_more() && more.any(|label| label == "prototype")
    };
    // `java.io`; names such as `java.util.zip` are reversed.
    let is_library =
        || matches!(first, "java" | "kotlin") && outline.tld == "io" && !outline.has_more();
    is_receiver()
        || is_library()
        || first == "System"
        || is_prototype()
        || is_constant(outline)
        || is_namespace(outline)
}

/// Whether a top-level domain is the name of a field: `response.data`, and `user.id` with a sign of
/// code beside it.
pub(super) fn is_field(text: Text<'_>, name: &Range<usize>, outline: &NameOutline<'_>) -> bool {
    outline.is_among(FIELDS) && !is_organisation(outline)
        || outline.tld.eq_ignore_ascii_case("properties")
        || outline.tld.eq_ignore_ascii_case("directory")
        || outline.is_among(FIELDS_IN_CODE) && (is_expression(outline) || has_operator(text, name))
        || is_member(outline)
}

/// Whether all labels before such a top-level domain are names of variables: `event.click`,
/// `status.item.click`, but `status.example.click`.
fn is_member(outline: &NameOutline<'_>) -> bool {
    // `chrome.management`
    let is_word = outline.is_among(MEMBERS) || outline.tld.eq_ignore_ascii_case("management");
    is_word && outline.parts().all(is_variable)
}

/// Whether a name is that of an international organisation: `who.int`, `climate.esa.int`.
fn is_organisation(outline: &NameOutline<'_>) -> bool {
    let last = outline.parts().next_back().unwrap_or_default();
    outline.tld.eq_ignore_ascii_case("int")
        && folded(last.as_bytes()).is_some_and(|key| ORGANISATIONS.contains(&key))
}

/// Whether a name before `(` is called: `out.info(x)`, but `example.com(x)` and
/// `blog.jxck.io(일본어)`.
fn is_called(text: Text<'_>, end: usize, outline: &NameOutline<'_>) -> bool {
    let is_text = |c: char| !c.is_ascii() && is_letter(c);
    !outline.is_plain_tld && !text.char_at(end + 1).is_some_and(is_text)
}

/// Whether the rest of a link is a member of an optional value: `user.name?.first`.
pub(super) fn is_chained(rest: &str) -> bool {
    let member = rest.strip_prefix("?.");
    member.is_some_and(|member| member.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Whether a name with three or more labels starts like that of a package or newsgroup.
fn is_reversed(outline: &NameOutline<'_>) -> bool {
    let first = outline.first();
    if !first.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return false;
    }
    let Some(key) = folded(first.as_bytes()) else {
        return false;
    };
    let is_word_tld = || outline.tld.len() > 2 && !outline.is_plain_tld;
    PACKAGES.contains(&key) || NEWSGROUPS.contains(&key) && is_word_tld()
}

/// Whether a name is that of a constant of a type or module: `Color.BLUE`, `logging.INFO`, but
/// `example.INFO` and `xn--bcher-kva.TOP`.
fn is_constant(outline: &NameOutline<'_>) -> bool {
    let last = outline.parts().next_back().unwrap_or_default();
    let is_type = || {
        last.starts_with(|c: char| c.is_ascii_uppercase())
            && last.bytes().all(|byte| byte.is_ascii_alphabetic())
            && last.bytes().any(|byte| byte.is_ascii_lowercase())
    };
    outline.tld.len() > 2
        && outline.tld.bytes().all(|byte| byte.is_ascii_uppercase())
        && words::is_word(outline.tld)
        && (is_type() || is_variable(last))
}

/// Whether a name is that of a namespace: three or more capitalised labels below a word,
/// `Contoso.Tools.AI`, `Name.Variable.Global`.
fn is_namespace(outline: &NameOutline<'_>) -> bool {
    let is_capital = |label: &str| label.starts_with(|c: char| c.is_ascii_uppercase());
    let is_tld = outline.tld == "AI" || is_title(outline.tld) && words::is_word(outline.tld);
    outline.has_more() && is_tld && outline.parts().all(is_capital)
}

/// Whether the labels before a top-level domain are those of an expression: `f.read`, `node.id`,
/// `e.target.id`, `windowInfo.id`.
fn is_expression(outline: &NameOutline<'_>) -> bool {
    // `windowInfo`, but `eBay`; `VideoTrack`, but `GitHub`.
    let is_camel = |label: &str| {
        let lower = label.bytes().take_while(u8::is_ascii_lowercase).count();
        let next = label.as_bytes().get(lower);
        let is_type = || {
            TYPES
                .iter()
                .any(|word| label.len() > word.len() && label.ends_with(word))
        };
        lower > 1 && next.is_some_and(u8::is_ascii_uppercase) || is_type()
    };
    let (first, last) = (
        outline.first(),
        outline.parts().next_back().unwrap_or_default(),
    );
    let is_field = |label: &str| folded(label.as_bytes()).is_some_and(|key| FIELDS.contains(&key));
    let starts_code = || first.len() == 1 || is_variable(first);
    let is_subdomain = || folded(first.as_bytes()).is_some_and(|key| SUBDOMAINS.contains(&key));
    // `status.bsky.app` is a site: after the name of a host, the label next to the top-level domain has
    // to be a word of code too, but `module.exports.info` and `item.owner.id` are code.
    match outline.has_more() {
        false => starts_code() || is_camel(last),
        true => {
            is_camel(last)
                || is_variable(last)
                || starts_code() && (is_field(last) || first.len() > 1 && !is_subdomain())
        }
    }
}

/// The last words of names of types.
#[rustfmt::skip]
const TYPES: &[&str] = &[
    "Context", "Element", "Entry", "Error", "Event", "Exception", "Handler", "Info", "Item",
    "List", "Manager", "Node", "Object", "Request", "Response", "Service", "Target", "Track",
];

/// Whether a label is the name of a variable.
fn is_variable(label: &str) -> bool {
    let is_it = |word: &&str| word.eq_ignore_ascii_case(label);
    // A label such as `例子` is no variable.
    label.starts_with(|c: char| c.is_ascii_alphabetic())
        && match folded(label.as_bytes()) {
            Some(key) => VARIABLES.contains(&key),
            None => LONG_VARIABLES.iter().any(is_it),
        }
}

/// Whether an operator is in the run around a name: `a.id==b.id`, `x=>item.id`.
fn has_operator(text: Text<'_>, name: &Range<usize>) -> bool {
    const OPERATORS: &[&[u8; 2]] = &[
        b"==", b"!=", b"=>", b"&&", b"||", b"+=", b"<=", b">=", b"::",
    ];
    let has_one = |bytes: &[u8]| {
        bytes
            .windows(2)
            .any(|pair| OPERATORS.iter().any(|o| *o == pair))
    };
    let before = text.slice(0, name.start);
    let before = before.trim_end_matches(near_run()).len()..before.len();
    let after = text.slice(name.end, text.0.len());
    let rest = after.trim_start_matches(near_run());
    let after = after.get(..after.len() - rest.len()).unwrap_or_default();
    has_one(text.slice(before.start, before.end).as_bytes()) || has_one(after.as_bytes())
}

/// Accepts the characters of a run, up to a distance.
fn near_run() -> impl FnMut(char) -> bool {
    let mut left = NEAR;
    move |c| {
        left = left.saturating_sub(1);
        left > 0 && !is_hard(c)
    }
}
