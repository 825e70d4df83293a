//! Text that is being edited: the links are always those of a fresh scan, less the dismissed ones.

#![allow(clippy::restriction, reason = "a test may panic")]

mod edited;
mod replay;
mod units;

use std::ops::Range;

use edited::{Session, Step, range};
use linkspan::live::{Changes, Edit, EditError, LiveText, Tracker};
use linkspan::offset::Positions;
use linkspan::{Date, Detector, Kind, Profile};
use proptest::prelude::*;
use replay::{replay, set};

const CASES: &str = include_str!("cases/live.txt");

fn live(text: &str) -> LiveText {
    LiveText::new(text, Detector::uts58())
}

/// The range of a text in a text.
fn place(live: &LiveText, what: &str) -> Range<usize> {
    let text = live.slice(0..live.len());
    let start = text
        .find(what)
        .unwrap_or_else(|| panic!("{what:?} is not in {text:?}"));
    start..start + what.len()
}

/// Runs the scripts of the case file: steps, each with the state after it.
#[test]
fn scripts() {
    let mut text = live("");
    let mut history = Vec::new();
    let mut steps = 0;
    for (number, line) in (1..).zip(CASES.lines()) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (step, seen) = line
            .split_once(" => ")
            .unwrap_or_else(|| panic!("line {number}"));
        let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
        let changes = match verb {
            "start" => {
                text = live(rest);
                history.clear();
                Changes::default()
            }
            // `type X` at the end, `type X after Y`, `type X before Y`.
            "type" => {
                let (insert, at) = match (rest.split_once(" after "), rest.split_once(" before ")) {
                    (Some((insert, what)), _) => (insert, place(&text, what).end),
                    (_, Some((insert, what))) => (insert, place(&text, what).start),
                    _ => (rest, text.len()),
                };
                let insert = insert.replace('_', " ");
                let edit = Edit::new(at..at, &insert);
                text.apply(edit).unwrap()
            }
            "delete" => {
                let range = place(&text, &rest.replace('_', " "));
                text.apply(Edit::new(range, "")).unwrap()
            }
            "replace" => {
                let (what, by) = rest.split_once(" by ").unwrap();
                let range = place(&text, what);
                text.apply(Edit::new(range, by)).unwrap()
            }
            "dismiss" => text.dismiss(place(&text, rest)),
            "restore" => text.restore(place(&text, rest)),
            "off" => text.set_enabled(false),
            "on" => text.set_enabled(true),
            "undo" => {
                let undo = history.pop().flatten().expect("an edit");
                let changes = text.undo(&undo).unwrap();
                assert_eq!(text.marked(), seen, "line {number}: {line}");
                steps += 1;
                let _ = changes;
                continue;
            }
            "save" => {
                let (state, content) = (text.state(), text.slice(0..text.len()));
                text = LiveText::with_state(&content, Detector::uts58(), &state);
                Changes::default()
            }
            _ => panic!("line {number}: {verb}"),
        };
        if changes.undo.is_some() {
            history.push(changes.undo);
        }
        assert_eq!(text.marked(), seen, "line {number}: {line}");
        steps += 1;
    }
    assert!(steps > 60, "{steps} steps");
}

#[test]
fn bad_ranges_change_nothing() {
    let mut text = live("é a.com");
    for (range, error) in [
        (0..99, EditError::OutOfRange { length: 8 }),
        (9..9, EditError::OutOfRange { length: 8 }),
        (1..2, EditError::InsideCharacter { at: 1 }),
        (0..1, EditError::InsideCharacter { at: 1 }),
    ] {
        assert_eq!(text.apply(Edit::new(range, "x")), Err(error));
    }
    #[allow(clippy::reversed_empty_ranges, reason = "a bad range")]
    let reversed = text.apply(Edit::new(3..2, "x"));
    assert!(reversed.is_err());
    assert_eq!(text.marked(), "é ⸠a.com⸡");
    let mut text = live("🙂 a.com");
    let edit = |range| Edit::new(range, "b");
    let mut twin = text.in_utf16_mut();
    assert_eq!(
        twin.apply(edit(1..1)),
        Err(EditError::InsideCharacter { at: 1 })
    );
    assert_eq!(
        twin.apply(edit(0..9)),
        Err(EditError::OutOfRange { length: 8 })
    );
    twin.apply(edit(3..3)).unwrap();
    assert_eq!(twin.dismiss(1..2), Changes::default());
    assert_eq!(twin.dismiss(4..5).removed.len(), 1);
    assert_eq!(twin.restore(3..3).added[0].range, 3..9);
    assert_eq!(
        (twin.pending(1), twin.slice(1..3), twin.len()),
        (None, String::new(), 9)
    );
    assert_eq!(text.marked(), "🙂 ⸠ba.com⸡");
    let link = text.links().next().unwrap();
    assert_eq!((text.utf16(link.range.clone()), link.range), (3..9, 5..11));
    let mut tracker = Tracker::new("a.com b.com", Detector::uts58());
    for (text, range, insert, error) in [
        (
            "abc",
            0..usize::MAX,
            "",
            EditError::OutOfRange { length: 11 },
        ),
        (
            "a.com b.com",
            5..12,
            " b.com",
            EditError::OutOfRange { length: 11 },
        ),
        ("a.com b.com", 0..0, "a.com ", EditError::OtherText),
        ("abc", 0..0, "", EditError::OtherText),
        ("a.com", 9..9, "x", EditError::OtherText),
        ("a.com b.org", 8..11, "net", EditError::OtherText),
        (
            "üa.com b.com",
            1..1,
            "x",
            EditError::InsideCharacter { at: 1 },
        ),
    ] {
        let edit = Edit::new(range, insert);
        assert_eq!(tracker.apply(text, edit), Err(error), "{text}");
    }
    assert_eq!(tracker.links().count(), 2);
    #[allow(clippy::reversed_empty_ranges, reason = "a bad range")]
    let changes = tracker.dismiss(6..3);
    assert_eq!(changes, Changes::default());
}

/// A decision of the user after an edit is kept when the edit is undone.
#[test]
fn undoing_takes_back_only_the_edit() {
    let mut text = live("a.com b.com");
    let edit = Edit::new(11..11, "/x");
    let undo = text.apply(edit).unwrap().undo.unwrap();
    text.dismiss(0..13);
    text.undo(&undo).unwrap();
    assert_eq!(text.marked(), "a.com b.com");
    // Joining spreads a dismissal, and taking it back ends that.
    let mut text = live("a.com b.com");
    text.dismiss(0..1);
    let edit = Edit::new(5..6, "/");
    let undo = text.apply(edit).unwrap().undo.unwrap();
    assert_eq!(text.marked(), "a.com/b.com");
    let redo = text.undo(&undo).unwrap().undo.unwrap();
    assert_eq!(text.marked(), "a.com ⸠b.com⸡");
    text.undo(&redo).unwrap();
    assert_eq!(text.marked(), "a.com/b.com");
}

#[test]
fn ids_last_while_start_and_kind_do() {
    let mut text = live("x a.com");
    let id = |text: &LiveText| text.links().next().map(|link| (link.id, link.kind));
    let first = id(&text);
    text.apply(Edit::new(7..7, "/path")).unwrap();
    text.apply(Edit::new(0..0, "before ")).unwrap();
    assert_eq!(id(&text), first);
    assert_eq!(first.unwrap().1, Kind::Url);
    let changes = text.apply(Edit::new(9..14, "c@a.com")).unwrap();
    assert_eq!(changes.removed, [first.unwrap().0]);
    assert_eq!(changes.added.len(), 1);
    assert_eq!(id(&text).unwrap().1, Kind::Email);
    let link = text.links().next().unwrap();
    assert_eq!(
        text.inspect(link.id, |link| (link.href(), link.kind()))
            .unwrap(),
        ("mailto:c@a.com".to_owned(), Kind::Email)
    );
}

/// Rule `pending`: the link at the caret, if typing can change it.
#[test]
fn pending_is_the_link_that_typing_can_change() {
    let text = live("see a.com, b.com/x. y");
    let pending = |caret| text.pending(caret).map(|link| text.slice(link.range));
    for (caret, link) in [
        (0, None),
        (3, None),
        (4, Some("a.com")),
        (6, Some("a.com")),
        (9, Some("a.com")),
        (10, Some("a.com")),
        (11, Some("b.com/x")),
        (19, Some("b.com/x")),
        (20, None),
        (21, None),
        (99, None),
    ] {
        assert_eq!(pending(caret).as_deref(), link, "{caret}");
    }
    // Text that was cut off does not touch the link, and a caret is not inside a character.
    let detector = Detector::new(Profile::recommended());
    let other = LiveText::new("https://example.com/foo。次の文 a.com🙂", detector);
    assert_eq!(other.pending(23).unwrap().range, 0..23);
    assert_eq!(other.pending(26).unwrap().range, 0..23);
    assert_eq!(other.pending(35), None);
    assert_eq!(other.pending(other.len() - 1), None);
    let mut text = text;
    text.dismiss(4..4);
    assert_eq!(text.pending(6), None);
}

fn profiles() -> [Profile; 5] {
    [
        Profile::uts58(),
        Profile::recommended(),
        Profile::uasg("2026-11-15".parse::<Date>().unwrap()),
        Profile::nonascii(),
        Profile::pri185(),
    ]
}

const TOKENS: &[&str] = &[
    "a.com",
    "https://",
    "b@",
    "example.org",
    "/x",
    "(",
    ")",
    ".",
    ",",
    "。",
    "字",
    "é",
    " ",
    " ",
    "\n",
    "\u{3000}",
    "x",
    "-",
    "@",
    ":",
    "?q",
    "请访问",
    "🙂",
    "אב",
    ".com",
    "e\u{301}",
    "1",
    "[",
    "]",
];

fn texts(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS), 0..most).prop_map(|tokens| tokens.concat())
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => (0_usize..1000, 0_usize..12, texts(6)).prop_map(|(at, len, text)| Step::Edit(at, len, text)),
        2 => (0_usize..1000, 0_usize..8).prop_map(|(at, len)| Step::Dismiss(at, len)),
        1 => (0_usize..1000, 0_usize..8).prop_map(|(at, len)| Step::Restore(at, len)),
        1 => any::<bool>().prop_map(Step::Enable),
        2 => Just(Step::Undo),
    ];
    prop::collection::vec(step, 1..24)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        std::env::var("LINKSPAN_ORACLE_CASES").map_or(2000, |cases| cases.parse().unwrap())
    ))]

    /// Rules `live-edits` and `dismissal`, NAG 2.3: after any edits the links are those of a fresh scan
    /// less the dismissed ones, the changes replay to the same set, undoing restores everything, and a
    /// host that keeps the text sees the same.
    #[test]
    fn edits_are_a_fresh_scan(start in texts(20), steps in steps(), profile in 0_usize..5) {
        let detector = Detector::new(profiles().into_iter().nth(profile).unwrap());
        let mut session = Session::new(&start, detector);
        for step in steps {
            session.take(step);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        std::env::var("LINKSPAN_ORACLE_CASES").map_or(60, |cases| cases.parse::<u32>().unwrap() / 30)
    ))]

    /// The same in documents of many pieces, with edits that cross them.
    #[test]
    fn long_documents(
        unit in texts(12),
        edits in prop::collection::vec((any::<usize>(), 0_usize..40_000, texts(8), 0_usize..3000), 1..6),
    ) {
        let mut text = format!("{unit} ").repeat(40_000 / (unit.len() + 1));
        let detector = Detector::uts58();
        let mut live = LiveText::new(&text, detector.clone());
        for (at, len, insert, times) in edits {
            let insert = insert.repeat(times.max(1) % 3000);
            let range = range(&text, at, len);
            let before = set(live.links());
            let changes = live.apply(Edit::new(range.clone(), &insert)).unwrap();
            text.replace_range(range, &insert);
            prop_assert_eq!(replay(before, &changes), set(live.links()));
            prop_assert!(live.slice(0..live.len()) == text);
            let fresh = detector.links(&text).map(|link| link.range());
            prop_assert!(live.links().map(|link| link.range).eq(fresh));
            prop_assert_eq!(live.utf16(0..text.len()).end, text.encode_utf16().count());
            let mut positions = Positions::new(&text);
            for at in (0..=text.len()).step_by(997).filter(|&at| text.is_char_boundary(at)) {
                prop_assert_eq!(live.position(at), Some(positions.at(at)));
            }
        }
    }
}
