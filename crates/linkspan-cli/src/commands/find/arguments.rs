//! The arguments of `find`, and the plan built from them.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::thread;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use linkspan::catalog::Field;
use linkspan::{Detector, Kind};

use super::collect::{Key, Listing};
use super::decode::Storage;
use super::filter::Wanted;
use super::form::Form;
use super::plan::{Action, Candidates, Content, Defanged, Delivery, Plan, Quota, Repeats, Sources};
use super::print::{End, Extent, Formulas, Printer, Style};
use crate::args::options::{Options, Suffixes};
use crate::args::selection::Selection;
use crate::args::values::{amount, count};
use crate::out::column::Column;
use crate::out::style::Look;
use crate::out::terminal::Policy;

/// Find links and e-mail addresses in files and folders
///
/// Folders are searched recursively, except for hidden files, files excluded by `.gitignore`, and
/// files that look binary. Files of any size are searched with little memory.
///
/// Bytes that are not UTF-8 end a link, like a space; they are counted and reported, and
/// `--format marked` passes them through. A run of more than 1 MiB without a break is reported and
/// not searched. Control characters and characters that reorder text are printed as `\u{…}`; JSON
/// has its own escapes, and `--format marked` escapes only on a terminal.
#[derive(Args)]
#[command(
    after_help = "Exit status: 0 links found, 1 none, 2 errors. All options: linkspan find --help"
)]
#[command(after_long_help = "\
Exit status:
  0 if a link was found, 1 if not, 2 if a source could not be read or searched, or an option is wrong.

Examples:
  linkspan find notes.txt                           file:line:column: link
  linkspan find --print href --unique -e md docs    each address in a folder, once
  linkspan find --count --by domain .               number of links per domain
  linkspan find --only-link '\\.pdf$' --first 10 .   the first ten links to PDFs
  linkspan find --host example.com --context 2 src  with surrounding lines
  linkspan find --mail ~/Mail/inbox                 in decoded messages
  linkspan find --refang --bare-ip report.txt       defanged links, too
  git log | linkspan find --format json | jq -r .href")]
pub(crate) struct Arguments {
    /// Files and folders to search; `-` is standard input. Without a path, searches standard input,
    /// or the current folder if standard input is a terminal
    #[arg(value_name = "PATH", hide_short_help = true)]
    paths: Vec<PathBuf>,

    /// Print as text (default), marked (⸠…⸡), json or csv
    #[arg(long, value_enum, default_value_t = Style::Text)]
    pub(super) format: Style,

    /// Print one field per line: href, text, host…
    ///
    /// Links without the field are skipped.
    #[arg(long, value_name = "FIELD", value_parser = field())]
    print: Option<Field>,

    /// With `--format json` or `csv`, print only these columns, such as `href,host,domain`: fields of
    /// the link, or places such as `file`, `line` and `start_utf16`
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = column(), hide_short_help = true, hide_possible_values = true)]
    fields: Option<Vec<Column>>,

    /// End each value with a null byte instead of a line break, for `xargs -0`; without `--print`,
    /// prints each `href`. Values are not escaped, except on a terminal
    #[arg(long, hide_short_help = true)]
    print0: bool,

    /// Print links without file, line and column
    #[arg(long)]
    no_line: bool,

    /// Print each link once
    ///
    /// Links are equal if they have the same target; with `--print`, if they have the same value.
    #[arg(long)]
    unique: bool,

    /// Print the number of links in each file
    ///
    /// With `--unique`, prints how often each link occurs; with `--by`, how often each value
    /// occurs. If several files are searched, files without links are not listed.
    #[arg(long)]
    pub(super) count: bool,

    /// With --count, count by domain, host, scheme…
    ///
    /// The most frequent value comes first, unless `--sort` is given. Links without the value are
    /// counted as `-`.
    #[arg(long, value_name = "FIELD", value_parser = field(), hide_possible_values = true)]
    by: Option<Field>,

    /// Sort links, instead of printing them in the order of the files
    ///
    /// Keeps all links in memory; with `--unique`, each distinct link.
    #[arg(long, value_enum, value_name = "KEY", hide_short_help = true)]
    sort: Option<Key>,

    /// Stop after this many links
    ///
    /// With `--sort`, `--unique` or `--by`, everything is searched, and the first results are
    /// printed.
    #[arg(long, value_name = "COUNT", value_parser = count, allow_negative_numbers = true)]
    first: Option<usize>,

    /// Also print this many lines before and after each line with links
    #[arg(short = 'C', long, value_name = "LINES", value_parser = amount, allow_negative_numbers = true, hide_short_help = true)]
    context: Option<usize>,

    /// Also print rejected candidates and the reasons
    ///
    /// The filters under "Links" do not apply to them. For text, JSON and CSV output.
    #[arg(long)]
    rejected: bool,

    /// Put `'` before CSV values that a spreadsheet would run as a formula: those that start with
    /// `=`, `+`, `-`, `@` or a control character. By default, values are unchanged
    #[arg(long, hide_short_help = true)]
    csv_safe: bool,

    /// Read files as mail, either messages or mailboxes (mbox), and search the decoded texts and
    /// headers. Lines and columns refer to the decoded text
    #[arg(long, hide_short_help = true)]
    mail: bool,

    /// Read as text (default), html, markdown, csv, auto…
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Form::Text)]
    from: Form,

    /// Base address of the documents, to resolve relative targets such as `/about`. Without it,
    /// relative targets are skipped, except in pages with a `base` element
    #[arg(long, value_name = "URL", hide_short_help = true)]
    base: Option<String>,

    /// Search only values with this name, with `--from jsonl`, `json`, `csv` or `tsv`: a member
    /// such as `url`, its path (`items[0].url`), or the title or number of a column. Can be given
    /// several times
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    field: Vec<String>,

    /// Also find defanged links, such as `hxxps://example[.]com`
    #[arg(long, hide_short_help = true)]
    refang: bool,

    /// Print results immediately, also from files that grow while they are read, such as pipes.
    /// Standard input is always read this way
    #[arg(long, hide_short_help = true)]
    stream: bool,

    /// Number of threads, which search different files or blocks of one large file [default: number
    /// of processors, 1 with `--first`]
    #[arg(short = 'j', long, value_name = "COUNT", hide_short_help = true, value_parser = count, allow_negative_numbers = true)]
    threads: Option<usize>,

    #[command(flatten)]
    wanted: Wanted,

    #[command(flatten)]
    pub(super) selection: Selection,

    #[command(flatten)]
    storage: Storage,

    #[command(flatten)]
    look: Look,

    #[command(flatten)]
    options: Options,

    #[command(flatten)]
    suffixes: Suffixes,
}

/// The maximum number of threads, whatever the option says.
const MOST_THREADS: usize = 64;

/// The size up to which one thread searches a file faster than two.
const SMALL: u64 = 1 << 23;

impl Arguments {
    /// The first conflict between options, or option without effect, if there is one.
    fn conflict(&self) -> Option<&'static str> {
        let collects = self.collects();
        let counts_files = self.count && !collects;
        let is_marked = self.format == Style::Marked;
        let is_text = self.format == Style::Text;
        let prints_values = self.print.is_some() || self.print0;
        let is_domain = |field: &Field| matches!(field, Field::Domain | Field::DomainDisplay);
        let shows_domains = matches!(self.format, Style::Json | Style::Csv)
            || [self.print, self.by].iter().flatten().any(is_domain);
        [
            (is_marked && (collects || self.count || self.no_line), "`--format marked` prints whole files: remove `--unique`, `--sort`, `--count` and `--no-line`"),
            (is_marked && self.first.is_some(), "`--format marked` prints whole files: remove `--first`"),
            (is_marked && (self.mail || self.refang), "`--format marked` prints the text as it is: remove `--mail` and `--refang`"),
            (prints_values && !is_text, "`--print` and `--print0` print values as text: remove `--format`"),
            (prints_values && self.no_line, "`--print` and `--print0` print no line numbers: remove `--no-line`"),
            (prints_values && self.rejected, "`--print` prints values of links, which rejected candidates do not have: remove `--print` or `--rejected`"),
            (self.no_line && !is_text && !is_marked, "`--no-line` works only with `--format text`: remove it, and ignore the place fields of JSON and CSV"),
            (self.no_line && self.count, "`--count` prints no line numbers: remove `--no-line`"),
            (self.by.is_some() && !self.count, "`--by` has no effect without `--count`: add `--count`"),
            (self.by.is_some() && self.unique, "`--unique` has no effect with `--by`, which counts all links: remove it"),
            (self.by.is_some() && self.print.is_some(), "`--print` has no effect with `--by`, which selects the printed value: remove `--print`"),
            (self.print.is_some() && counts_files, "`--count` prints only numbers: use `--count --by FIELD` to count values, or remove `--count`"),
            (self.print0 && counts_files, "`--print0` ends values, but `--count` prints only numbers: remove it, or use `--count --by FIELD`"),
            (self.first.is_some() && counts_files, "`--first` works with `--count` only together with `--by` or `--unique`: add one of them, or remove `--first`"),
            (self.context.is_some() && (collects || self.count || self.mail || !is_text), "`--context` prints lines of text: remove `--unique`, `--sort`, `--count`, `--mail` and `--format`"),
            (self.context.is_some() && prints_values, "`--context` prints lines, but `--print` prints values: remove one of them"),
            (self.context.is_some() && self.no_line, "`--context` prints line numbers: remove `--no-line`"),
            (self.rejected && (self.count || collects || is_marked), "`--rejected` prints candidates one by one: remove `--unique`, `--sort`, `--count` and `--format marked`"),
            (self.rejected && !matches!(self.from, Form::Text | Form::Mail), "`--rejected` reads files as text or mail: remove `--from`"),
            (self.sort.is_some() && self.count && !self.unique && self.by.is_none(), "`--sort` works with `--count` only together with `--unique` or `--by`: add one of them, or remove `--sort`"),
            (self.sort == Some(Key::Count) && !self.unique && self.by.is_none(), "`--sort count` sorts distinct links by frequency: add `--unique` or `--count --by`"),
            (self.stream && collects, "`--stream` prints results immediately, but `--sort`, `--unique` and `--by` wait for all of them: remove `--stream`"),
            (self.from != Form::Text && self.mail, "`--mail` and `--from` both name the format of the files: remove one of them"),
            (self.from != Form::Text && self.context.is_some(), "`--from` reads documents, not lines of text: remove `--context`"),
            (self.from != Form::Text && is_marked, "`--from` reads documents, not lines of text: remove `--format marked`"),
            (self.base.is_some() && !matches!(self.from, Form::Html | Form::Markdown | Form::Auto), "`--base` needs `--from html`, `markdown` or `auto`"),
            (matches!(self.from, Form::Text | Form::Html | Form::Markdown) && !self.field.is_empty(), "`--field` needs `--from jsonl`, `json`, `csv` or `tsv`"),
            (self.fields.is_some() && !matches!(self.format, Style::Json | Style::Csv), "`--fields` selects columns of JSON and CSV: add `--format json` or `--format csv`, or use `--print`"),
            (self.csv_safe && self.format != Style::Csv, "`--csv-safe` applies only to CSV: add `--format csv`, or remove it"),
            (self.count && !is_text, "`--count` prints text: remove `--format`"),
            (self.suffixes.is_given() && !shows_domains, "`--suffixes` has no effect because no registrable domain is printed: add `--format json`, `--print domain` or `--count --by domain`"),
        ]
        .into_iter()
        .find_map(|(is_wrong, message)| is_wrong.then_some(message))
    }

    /// The message about an option that selects files when only standard input is searched.
    fn idle_selection(&self) -> Option<String> {
        let is_standard_input = self.paths().iter().all(|path| path.as_os_str() == "-");
        let option = self.selection.given().filter(|_| is_standard_input)?;
        Some(format!(
            "`{option}` selects files, but only standard input is searched: name a file or folder, or remove it"
        ))
    }

    /// Whether the links of all sources are collected, to sort or count them.
    fn collects(&self) -> bool {
        self.unique || self.sort.is_some() || self.by.is_some()
    }

    /// How output is escaped for a terminal. `--format marked` prints whole files, and `--print0`
    /// exact values; all other output consists of escaped fields.
    pub(crate) fn policy(&self) -> Policy {
        match self.format {
            _ if self.print0 => Policy::Text,
            Style::Marked => Policy::Text,
            Style::Text | Style::Json | Style::Csv => Policy::Unchanged,
        }
    }

    /// The plan that the options describe, or an error message.
    pub(super) fn plan(&self) -> Result<Plan, String> {
        if let Some(message) = self.conflict() {
            return Err(message.to_owned());
        }
        if let Some(message) = self.idle_selection() {
            return Err(message);
        }
        if let Some(base) = &self.base {
            let link = Detector::uts58().parse(base);
            if !link.is_some_and(|link| link.kind() == Kind::Url) {
                return Err(format!(
                    "`--base {base}` is not an absolute address; write one such as `https://example.com/docs/`"
                ));
            }
        }
        let profile = self.options.profile()?;
        let quota = self.first.filter(|_| !self.collects());
        Ok(Plan {
            filter: self.wanted.filter(&self.options, &profile)?,
            detector: Detector::new(profile),
            dns: self.options.dns(),
            printer: Printer {
                style: self.format,
                extent: self.extent(),
                end: self.end(),
                formulas: choose(self.csv_safe, Formulas::Disarmed, Formulas::Kept),
                paint: self.look.paint(),
                suffixes: self.suffixes.source()?,
                columns: self.fields.clone(),
            },
            reading: self.storage.reading()?,
            action: self.action(),
            content: self.content(),
            base: self.base.clone(),
            fields: self.field.clone(),
            defanged: choose(self.refang, Defanged::Found, Defanged::Ignored),
            candidates: choose(self.rejected, Candidates::All, Candidates::Linked),
            repeats: choose(
                self.unique || self.by.is_some(),
                Repeats::Counted,
                Repeats::Kept,
            ),
            delivery: choose(self.stream, Delivery::AtOnce, Delivery::Buffered),
            by: self.by,
            first: quota.map(Quota::new),
            sources: self.sources(),
            threads: match self.sources() {
                Sources::One => self.threads_for_one(),
                // The threads search other files instead.
                Sources::Many => 1,
            },
        })
    }

    fn extent(&self) -> Extent {
        match self.print {
            Some(field) => Extent::Field(field),
            None if self.print0 && self.by.is_none() => Extent::Field(Field::Href),
            None => choose(self.no_line, Extent::Link, Extent::Place),
        }
    }

    fn end(&self) -> End {
        choose(self.print0, End::Null, End::Line)
    }

    fn content(&self) -> Option<Content> {
        match self.from {
            Form::Text if self.mail => Some(Content::Mail),
            form => form.content(choose(self.refang, Defanged::Found, Defanged::Ignored)),
        }
    }

    fn action(&self) -> Action {
        if self.collects() {
            Action::Collect
        } else if self.count {
            Action::Count
        } else {
            self.context.map_or(Action::Print, Action::Context)
        }
    }

    /// The sort key of collected links.
    pub(super) fn order(&self) -> Option<Key> {
        self.sort.or(self.by.map(|_| Key::Count))
    }

    /// Which values of collected links are printed, and how many.
    pub(super) fn listing(&self) -> (Listing, usize) {
        let listing = choose(self.count, Listing::Counts(self.end()), Listing::Links);
        (listing, self.first.unwrap_or(usize::MAX))
    }

    pub(super) fn threads(&self) -> usize {
        // The first links are in the first files; one thread searches no file beyond them.
        if self.first.is_some() && !self.collects() {
            return 1;
        }
        let available = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.threads
            .unwrap_or_else(available)
            .clamp(1, MOST_THREADS)
    }

    /// The number of threads for a single source. Starting threads takes longer than searching a
    /// small file.
    fn threads_for_one(&self) -> usize {
        let size = match self.paths().as_slice() {
            [path] => path.metadata().ok().filter(fs::Metadata::is_file),
            _ => None,
        };
        let is_small = size.is_some_and(|file| file.len() < SMALL);
        if is_small && self.threads.is_none() && !self.storage.is_expanded() {
            return 1;
        }
        self.threads()
    }

    pub(super) fn sources(&self) -> Sources {
        match self.paths().as_slice() {
            // A pattern may exclude the file.
            [path] if !path.is_dir() && self.selection.given().is_none() => Sources::One,
            _ => Sources::Many,
        }
    }

    pub(super) fn paths(&self) -> Vec<PathBuf> {
        if !self.paths.is_empty() {
            self.paths.clone()
        } else if io::stdin().is_terminal() {
            vec![PathBuf::from(".")]
        } else {
            vec![PathBuf::from("-")]
        }
    }
}

/// Reads the name of a field.
fn field() -> impl TypedValueParser<Value = Field> {
    let values = Field::ALL.iter();
    let values = values.map(|field| PossibleValue::new(field.name()).help(field.doc()));
    // The parser has found the name already.
    PossibleValuesParser::new(values).map(|name| Field::named(&name).unwrap_or(Field::Href))
}

/// Reads the name of a column.
fn column() -> impl TypedValueParser<Value = Column> {
    PossibleValuesParser::new(Column::names())
        .map(|name| Column::named(&name).unwrap_or(Column::File))
}

/// One of two values, chosen by a flag of the command line.
fn choose<T>(flag: bool, on: T, off: T) -> T {
    if flag { on } else { off }
}
