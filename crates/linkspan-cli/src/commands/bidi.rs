//! `linkspan bidi`: links in bidirectional text, shown in a predictable order.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use linkspan::bidi::{Base, Direction, Layout, Order, Paragraph, Structures, kind_of};
use linkspan::tld::TldSource;
use linkspan::{Detector, Kind};

use crate::args::options::Options;
use crate::input::each_line;
use crate::out::{Outcome, report};

/// Show URLs, e-mail addresses and file names in right-to-left text in a predictable order
///
/// The bidirectional algorithm of Unicode jumbles the fields of a URL with Arabic or Hebrew letters.
/// This command orders them as PRI #185 describes, line by line. Characters inside links that
/// reorder text are percent-escaped first.
#[derive(Args)]
#[command(after_help = "\
On a terminal the default output is `controls`, since many terminals reorder text by themselves; use
`--output visual` if yours does not. Otherwise the default is `visual`.

Examples:
  linkspan bidi 'http://דוגמה.com/אב/1'
  linkspan bidi --paragraph rtl --order environment 'http://דוגמה.com/אב/1'
  linkspan bidi --kind text --output html --file message.txt")]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: Options,

    /// The order of the fields of a link
    #[arg(long, value_enum, default_value_t = OrderName::Constant)]
    order: OrderName,

    /// The direction of the paragraph
    #[arg(long, value_enum, default_value_t = BaseName::Auto)]
    paragraph: BaseName,

    /// What each line is
    #[arg(long, value_enum, default_value_t = KindName::Auto)]
    kind: KindName,

    /// What to print
    #[arg(long, value_enum)]
    output: Option<Output>,

    /// With `visual`, print mirror images in right-to-left runs, such as `(` for `)`
    #[arg(long)]
    mirror: bool,

    /// Also report, on standard error, fields that can be read in more than one way
    #[arg(long)]
    ambiguous: bool,

    /// A file to read line by line
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,

    /// Lines to show; `-`, or nothing at all, is standard input
    #[arg(value_name = "STRING")]
    strings: Vec<OsString>,
}

#[derive(Clone, Copy, ValueEnum)]
enum OrderName {
    /// As the bidirectional algorithm has it, without knowing of links
    Plain,
    /// Each link in one left-to-right embedding
    Ltr,
    /// Fields from left to right
    Constant,
    /// Fields in the direction of the text around the link
    Environment,
    /// Fields from right to left if the link has right-to-left letters
    Content,
    /// Fields from right to left if the top-level domain is right-to-left
    Tld,
}

#[derive(Clone, Copy, ValueEnum)]
enum BaseName {
    /// From left to right
    Ltr,
    /// From right to left
    Rtl,
    /// As the first letter outside links says; in a line that is one link, the first letter
    Auto,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KindName {
    /// What it looks like; with white space in it, text
    Auto,
    /// A URL
    Url,
    /// An e-mail address
    Email,
    /// A file name
    File,
    /// A paragraph in which links are found, by default those of the profile `recommended` with any top-level domain, and file names
    Text,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Output {
    /// The characters from left to right as they are seen, for places without bidirectional text
    Visual,
    /// The text with controls that make other programs show it in order
    Controls,
    /// HTML with `bdi` elements, to be put into an element whose `dir` is that of the paragraph
    Html,
}

impl Arguments {
    /// What the options make, or a sentence that says what is wrong with them.
    fn presenter(&self) -> Result<Presenter<'_>, String> {
        if self.mirror && self.output.is_some_and(|output| output != Output::Visual) {
            return Err("`--mirror` goes with `--output visual` only".to_owned());
        }
        let profile = self.options.profile()?;
        // In running text any top-level domain will do, and so will the name of a file, unless something else
        // is said.
        let structures = if self.options.is_plain() {
            Some(Structures::new(Detector::new(
                profile.clone().tlds(TldSource::Syntactic),
            )))
        } else {
            None
        };
        Ok(Presenter {
            layout: self.layout(),
            detector: Detector::new(profile),
            structures,
            arguments: self,
            output: self.output.unwrap_or_else(Output::of_stdout),
        })
    }

    fn layout(&self) -> Layout {
        let order = match self.order {
            OrderName::Plain => Order::Plain,
            OrderName::Ltr => Order::Ltr,
            OrderName::Constant => Order::Constant,
            OrderName::Environment => Order::Environment,
            OrderName::Content => Order::Content,
            OrderName::Tld => Order::Tld,
        };
        let paragraph = match self.paragraph {
            BaseName::Ltr => Base::Fixed(Direction::Ltr),
            BaseName::Rtl => Base::Fixed(Direction::Rtl),
            BaseName::Auto => Base::Auto,
        };
        Layout::default().order(order).paragraph(paragraph)
    }
}

impl Output {
    /// The default. Many terminals reorder text by themselves, so that they get it in logical order.
    fn of_stdout() -> Self {
        if io::stdout().is_terminal() {
            Self::Controls
        } else {
            Self::Visual
        }
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let presenter = match arguments.presenter() {
        Ok(presenter) => presenter,
        Err(message) => {
            report(message);
            return Ok(Outcome::Trouble);
        }
    };
    let mut outcome = Outcome::Success;
    let mut trouble = |message: String| {
        report(message);
        outcome = Outcome::Trouble;
    };
    for path in &arguments.file {
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => presenter
                .lines(&name, file, out)?
                .unwrap_or_else(&mut trouble),
            Err(error) => trouble(format!("cannot read {name}: {error}")),
        }
    }
    let standard_input = |out: &mut _| presenter.lines("standard input", io::stdin().lock(), out);
    if arguments.file.is_empty() && arguments.strings.is_empty() {
        standard_input(out)?.unwrap_or_else(&mut trouble);
    }
    for string in &arguments.strings {
        match string.as_encoded_bytes() {
            b"-" => standard_input(out)?.unwrap_or_else(&mut trouble),
            bytes => presenter.argument(bytes, out)?,
        }
    }
    Ok(outcome)
}

/// Shows lines in the order that was asked for.
struct Presenter<'a> {
    layout: Layout,
    detector: Detector,
    /// What to look for in running text, if no other profile was asked for.
    structures: Option<Structures>,
    arguments: &'a Arguments,
    output: Output,
}

impl Presenter<'_> {
    /// Shows the lines of an argument, the last one with an ending.
    fn argument(&self, bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line("argument", line, out)?;
        }
        if !bytes.ends_with(b"\n") {
            writeln!(out)?;
        }
        Ok(())
    }

    /// Shows the lines of a source, each as soon as it is there, or says why it cannot be read.
    fn lines(
        &self,
        name: &str,
        source: impl Read,
        out: &mut impl Write,
    ) -> io::Result<Result<(), String>> {
        let read = each_line(source, out, |number, line, out| {
            let mark = match number {
                1 => line.strip_prefix(b"\xEF\xBB\xBF"),
                _ => None,
            };
            self.line(&format!("{name}:{number}"), mark.unwrap_or(line), out)
        })?;
        Ok(read.map_err(|error| format!("cannot read {name}: {error}")))
    }

    /// Shows a line with its ending. Bytes that are not UTF-8 stay where they are and separate what
    /// is around them.
    fn line(&self, place: &str, line: &[u8], out: &mut impl Write) -> io::Result<()> {
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        for chunk in content.utf8_chunks() {
            let paragraph = self.paragraph(chunk.valid());
            let shown = match self.output {
                Output::Visual if self.arguments.mirror => paragraph.visual_mirrored(),
                Output::Visual => paragraph.visual(),
                Output::Controls => paragraph.controls().as_str().to_owned(),
                Output::Html => paragraph.html(),
            };
            out.write_all(shown.as_bytes())?;
            out.write_all(chunk.invalid())?;
            if self.arguments.ambiguous {
                report_ambiguous(place, &paragraph);
            }
        }
        out.write_all(line.get(content.len()..).unwrap_or_default())
    }

    fn paragraph(&self, text: &str) -> Paragraph {
        let kind = match self.arguments.kind {
            KindName::Auto => kind_of(text, self.detector.profile().tld_source()),
            KindName::Url => Some(Kind::Url),
            KindName::Email => Some(Kind::Email),
            KindName::File => Some(Kind::File),
            KindName::Text => None,
        };
        match kind {
            Some(kind) => self.layout.link(text, kind),
            None => match &self.structures {
                Some(structures) => self.layout.text(text, structures.find(text)),
                None => self.layout.text(text, self.detector.links(text)),
            },
        }
    }
}

fn report_ambiguous(place: &str, paragraph: &Paragraph) {
    for field in paragraph.fields() {
        if let Some(ambiguity) = field.ambiguity {
            let typed = paragraph.as_str().get(field.range).unwrap_or_default();
            report(format_args!("{place}: {ambiguity}: {typed}"));
        }
    }
}
