//! `linkspan bidi`: links in bidirectional text, shown in a predictable order.

use std::io::{self, IsTerminal, Write};

use clap::{Args, ValueEnum};
use linkspan::bidi::{Base, Direction, Layout, Order, Paragraph, Structures, kind_of};
use linkspan::tld::TldSource;
use linkspan::{Detector, Kind};

use crate::args::options::Options;
use crate::args::texts::{InputText, Texts};
use crate::out::{Outcome, report};

/// Show links in right-to-left text in a predictable order
///
/// The Unicode Bidirectional Algorithm displays the fields of URLs, e-mail addresses and file names
/// with Arabic or Hebrew letters in a confusing order. This command orders them as PRI #185
/// describes, line by line. Characters inside links that reorder text are percent-escaped first.
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

    /// Order of fields: constant, content, tld…
    #[arg(long, value_enum, default_value_t = OrderName::Constant)]
    order: OrderName,

    /// Direction of the paragraph: auto, ltr or rtl
    #[arg(long, value_enum, default_value_t = BaseName::Auto)]
    paragraph: BaseName,

    /// Kind of line: auto, url, email, file, text
    #[arg(long, value_enum, default_value_t = KindName::Auto)]
    kind: KindName,

    /// Output format: visual, controls or html
    ///
    /// The default is `controls` on a terminal, and `visual` otherwise.
    #[arg(long, value_enum)]
    output: Option<Output>,

    /// Mirror brackets in `visual` output
    ///
    /// In right-to-left runs, `(` is printed as `)`, for example.
    #[arg(long)]
    mirror: bool,

    /// Report fields with more than one interpretation
    ///
    /// The report goes to standard error.
    #[arg(long)]
    ambiguous: bool,

    #[command(flatten)]
    options: Options,
}

#[derive(Clone, Copy, ValueEnum)]
enum OrderName {
    /// The order of the bidirectional algorithm, which does not know about links
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
    /// The direction of the first letter outside links; in a line that is one link, of its first
    /// letter
    Auto,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KindName {
    /// Guess from the line; a line with white space is text
    Auto,
    /// A URL
    Url,
    /// An e-mail address
    Email,
    /// A file name
    File,
    /// A paragraph that contains links, by default those of the profile `recommended` with any
    /// top-level domain, and file names
    Text,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Output {
    /// The characters in visual order from left to right, for displays without bidirectional text
    Visual,
    /// The text with control characters that make other programs display it in this order
    Controls,
    /// HTML with `bdi` elements, for an element whose `dir` is the direction of the paragraph
    Html,
}

impl Arguments {
    /// The settings that the options describe, or an error message.
    fn presenter(&self) -> Result<Presenter<'_>, String> {
        if self.mirror && self.output.is_some_and(|output| output != Output::Visual) {
            return Err(
                "`--mirror` works only with `--output visual`: add that, or remove `--mirror`"
                    .to_owned(),
            );
        }
        let is_one_link = !matches!(self.kind, KindName::Text | KindName::Auto);
        if let Some(option) = self.options.given().filter(|_| is_one_link) {
            return Err(format!(
                "`{option}` has no effect on lines that are one link: remove it, or add `--kind text`"
            ));
        }
        let profile = self.options.profile()?;
        // In running text, any top-level domain and file names are accepted, unless options say
        // otherwise.
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
    /// The default. Many terminals reorder text themselves, and therefore get it in logical order.
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
        .for_each(out, |text, out| presenter.text(text, out))
}

/// Shows lines in the requested order.
struct Presenter<'a> {
    layout: Layout,
    detector: Detector,
    /// The profile for running text, if no other was given.
    structures: Option<Structures>,
    arguments: &'a Arguments,
    output: Output,
}

impl Presenter<'_> {
    /// Shows a line, or the lines of an argument, and ends the last one.
    fn text(&self, text: &InputText<'_>, out: &mut impl Write) -> io::Result<()> {
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

    /// Shows a line with its ending. Bytes that are not UTF-8 stay in place and separate the texts
    /// around them.
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
