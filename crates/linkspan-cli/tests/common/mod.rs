//! Running the program in tests.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

/// The output and status of a run of the program. Not every test uses all of it.
#[allow(dead_code)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("the output is UTF-8")
    }
}

/// Runs the program with arguments and some input.
#[allow(dead_code)]
pub(crate) fn linkspan(arguments: &[&str], input: &[u8]) -> Run {
    run(
        Command::new(env!("CARGO_BIN_EXE_linkspan")).args(arguments),
        input,
    )
}

/// Runs a command with some input.
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = thread::scope(|scope| {
        // The program may write before it has read everything, or not want its input.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the program ends")
    });
    Run {
        code: output.status.code(),
        out: output.stdout,
        err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}
