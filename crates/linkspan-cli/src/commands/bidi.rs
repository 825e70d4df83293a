//! `linkspan bidi`: links in bidirectional text, shown in a predictable order.

use std::io::{self, IsTerminal, Write};

use clap::{Args, ValueEnum};
use linkspan::bidi::{Base, Direction, Layout, Order, Paragraph, Structures, kind_of};
use linkspan::tld::TldSource;
use linkspan::{Detector, Kind};

use crate::args::options::Options;
use crate::args::texts::{Text, Texts};
use crate::out::{Outcome, report};

/// Show links in right-to-left text in a predictable order
///
/// The bidirectional algorithm of Unicode jumbles the fields of URLs, e-mail addresses and file names with
/// Arabic or Hebrew letters. This command orders them as PRI #185 describes, line by line. Characters inside links that
/// reorder text are percent-escaped first.
#[derive(Args)]
#[command(after_help = "Exit status: 0 all shown, 2 errors. All options: linkspan bidi --help")]
#[command(after_long_help = "\
On a terminal the default output is `controls`, since many terminals reorder text by themselves; use
`--output visual` if yours does not. Otherwise the default is `visual`.

Exit status:
  0 if everything was shown, 2 if something could not be read or an option is wrong.

Examples:
  linkspan bidi 'http://דוגמה.com/אב/1'
  linkspan bidi --paragraph rtl --order environment 'http://דוגמה.com/אב/1'
  linkspan bidi --kind text --output html --file message.txt
  linkspan bidi --kind text --paragraph rtl < message.txt")]
pub(crate) struct Arguments {
    #[command(flatten)]
    texts: Texts,

    /// The order of fields: constant, content, tld…
    #[arg(long, value_enum, default_value_t = OrderName::Constant)]
    order: OrderName,

    /// The direction of the paragraph: auto, ltr or rtl
    #[arg(long, value_enum, default_value_t = BaseName::Auto)]
    paragraph: BaseName,

    /// What lines are: auto, url, email, file, text
    #[arg(long, value_enum, default_value_t = KindName::Auto)]
    kind: KindName,

    /// What to print: visual, controls or html
    ///
    /// The default is `controls` on a terminal, and `visual` otherwise.
    #[arg(long, value_enum)]
    output: Option<Output>,

    /// With `visual`, mirror brackets
    ///
    /// In right-to-left runs, such as `(` for `)`.
    #[arg(long)]
    mirror: bool,

    /// Report fields with more than one reading
    ///
    /// On standard error.
    #[arg(long)]
    ambiguous: bool,

    #[command(flatten)]
    options: Options,
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
        let is_one_link = !matches!(self.kind, KindName::Text | KindName::Auto);
        if let Some(option) = self.options.given().filter(|_| is_one_link) {
            return Err(format!(
                "`{option}` has no effect on lines that are one link: leave it out, or say `--kind text`"
            ));
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
    arguments
        .texts
        .each(out, |text, out| presenter.text(text, out))
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
    /// Shows a line, or the lines of an argument, the last one with an ending.
    fn text(&self, text: &Text<'_>, out: &mut impl Write) -> io::Result<()> {
        let place = text.place();
        if text.file.is_some() {
            return self.line(&place, text.bytes, out);
        }
        for line in text.bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line(&place, line, out)?;
        }
        if !text.bytes.ends_with(b"\n") {
            writeln!(out)?;
        }
        Ok(())
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
