//! `linkspan find`: the links in files, folders or standard input.
//!
//! From the arguments to a printed link:
//!
//! 1. [`Arguments`] make a [`Plan`](plan::Plan): what to search for, and what to do with a link ([`Action`]).
//! 2. A [`Scheduler`] walks the files and folders ([`selection`]), and has several threads search sources.
//! 3. [`source::search`] searches one source, as it is [`stored`]. Its state is a [`SourceSearch`], which
//!    reads the source in one of five ways: in pieces, in [`blocks`] that several threads search, in lines
//!    with their [`context`], as the texts of mail, or as [`values`].
//! 4. All of them end in the search of a [`text`] or of a value, which hands each link to the [`Printer`](print::Printer), adds it to a
//!    [`Collection`], or counts it. Output goes to a [`buffer`], and from there in the [`order`] of
//!    the sources to standard output.
//! 5. A [`SourceResult`] says what was found in a source, [`Total`] what was found in all.
//!
//! [`selection`]: crate::args::selection
//! [`Action`]: plan::Action
//! [`SourceSearch`]: source::SourceSearch
//! [`SourceResult`]: source::SourceResult
//! [`Collection`]: collect::Collection
//! [`Total`]: schedule::Total

mod arguments;
mod blocks;
mod buffer;
mod collect;
mod context;
mod decode;
mod document;
mod filter;
mod form;
mod order;
mod place;
mod plan;
mod print;
mod schedule;
mod source;
mod text;
mod values;

use std::io::{self, Write};

pub(crate) use arguments::Arguments;

use crate::out::progress::Progress;
use crate::out::{Outcome, report};
use plan::Action;
use print::Style;
use schedule::Scheduler;

/// The maximum number of messages of one kind; more are counted.
const MOST_MESSAGES: usize = 100;

pub(crate) fn run(arguments: &Arguments, out: &mut (impl Write + Send)) -> io::Result<Outcome> {
    let plan = match arguments.plan() {
        Ok(plan) => plan,
        Err(message) => {
            report(message);
            return Ok(Outcome::Trouble);
        }
    };
    if arguments.format == Style::Csv {
        writeln!(out, "{}", plan.printer.titles())?;
    }
    let scheduler = Scheduler {
        plan: &plan,
        selection: &arguments.selection,
        threads: arguments.threads(),
        progress: Progress::new(),
    };
    let total = scheduler.run(&arguments.paths(), out)?;
    if plan.action == Action::Collect {
        let (listing, most) = arguments.listing();
        let collection = total.collection;
        collection.print(arguments.order(), most, listing, out)?;
    }
    let outcome = match (total.errors.is_empty(), total.count) {
        (false, _) => Outcome::Trouble,
        (true, 0) => Outcome::Nothing,
        (true, _) => Outcome::Success,
    };
    // Results and messages often go to the same terminal. The messages come last, to be seen.
    out.flush()?;
    for mut messages in [total.warnings, total.errors] {
        messages.sort_by_key(|(number, _)| *number);
        let more = messages.len().saturating_sub(MOST_MESSAGES);
        messages.truncate(MOST_MESSAGES);
        for (_, message) in messages {
            report(message);
        }
        if more > 0 {
            report(format!("{more} more messages like these"));
        }
    }
    if total.sources == 0 && outcome == Outcome::Nothing {
        let reason = arguments
            .selection
            .none_selected("there are no files in the folder");
        report(format_args!("no file was searched: {reason}"));
    }
    if let Some(message) = plan.reading.skipped(total.compressed) {
        report(message);
    }
    match total.binary {
        0 => {}
        1 => report("skipped a file that looks binary; use `--binary` to search it"),
        count => report(format!(
            "skipped {count} files that look binary; use `--binary` to search them"
        )),
    }
    Ok(outcome)
}
