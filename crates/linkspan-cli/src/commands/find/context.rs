//! Lines around links: `find --context`.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};

use super::source::SourceSearch;
use crate::out::terminal::one_text_line;

/// The lines before and after links that are to be printed.
struct Context {
    around: usize,
    /// The lines before this one that have not been printed, at most `around`.
    before: VecDeque<Line>,
    /// The number of lines after the last line with links that are still to be printed.
    after: usize,
    last_printed: Option<usize>,
}

struct Line {
    number: usize,
    text: String,
}

impl SourceSearch<'_, '_, '_> {
    /// Searches line by line, and prints the lines around links.
    pub(crate) fn lines(&mut self, source: impl Read, around: usize) -> io::Result<()> {
        let mut input = BufReader::new(source);
        let mut context = Context {
            around,
            before: VecDeque::new(),
            after: 0,
            last_printed: None,
        };
        let mut bytes = Vec::new();
        // The lines after the last result are printed as well.
        while (self.goes_on() || self.out.is_wanted() && context.after > 0)
            && input.read_until(b'\n', &mut bytes)? > 0
        {
            let text = String::from_utf8_lossy(&bytes);
            let line = Line {
                number: self.place.line,
                text: one_text_line(text.trim_end_matches(['\n', '\r'])),
            };
            let hits = self.hits(&bytes)?;
            self.print_context(&mut context, line, hits)?;
            bytes.clear();
            self.out.hand_over();
        }
        Ok(())
    }

    /// The output for the links of a line, if it has any. The line itself comes first.
    fn hits(&mut self, line: &[u8]) -> io::Result<Option<Vec<u8>>> {
        let count = self.result.count;
        let earlier = std::mem::take(&mut self.out.bytes);
        // After the last result, lines are not searched.
        if self.plan.is_done() {
            self.pass(&String::from_utf8_lossy(line))?;
        } else {
            self.bytes(line)?;
        }
        let hits = std::mem::replace(&mut self.out.bytes, earlier);
        // A rejected candidate is printed, but not counted.
        let is_hit = self.result.count > count || !hits.is_empty();
        Ok(is_hit.then_some(hits))
    }

    fn print_context(
        &mut self,
        context: &mut Context,
        line: Line,
        hits: Option<Vec<u8>>,
    ) -> io::Result<()> {
        if let Some(hits) = hits {
            let first = context
                .before
                .front()
                .map_or(line.number, |line| line.number);
            if context.last_printed.is_some_and(|last| first > last + 1) {
                self.out.write_all(b"--\n")?;
            }
            for line in context.before.drain(..) {
                self.print_line(&line, '-')?;
            }
            self.print_line(&line, ':')?;
            self.out.write_all(&hits)?;
            context.after = context.around;
            context.last_printed = Some(line.number);
        } else if context.after > 0 {
            self.print_line(&line, '-')?;
            context.after -= 1;
            context.last_printed = Some(line.number);
        } else {
            context.before.push_back(line);
            if context.before.len() > context.around {
                context.before.pop_front();
            }
        }
        Ok(())
    }

    fn print_line(&mut self, line: &Line, separator: char) -> io::Result<()> {
        let printer = &self.plan.printer;
        printer.place(&self.origin, line.number, separator, &mut self.out)?;
        writeln!(self.out, " {}", line.text)
    }
}
