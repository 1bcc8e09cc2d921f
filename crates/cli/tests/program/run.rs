//! Runs the program.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The exit status and output of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Returns the command to run the program with the arguments in `line`, which are split at blanks.
pub(crate) fn program(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eldest"));
    command.args(line.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `eldest line`.
pub(crate) fn eldest(line: &str) -> Run {
    eldest_reading(line, "")
}

/// Runs `eldest line` with `input` on stdin.
pub(crate) fn eldest_reading(line: &str, input: &(impl AsRef<[u8]> + ?Sized)) -> Run {
    let mut child = program(line).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_ref()).unwrap();
    child.wait_with_output().unwrap().into()
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self {
            status: output.status.code().expect("it exits by itself"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }
}

impl Run {
    /// Returns stdout of a successful run.
    #[track_caller]
    pub(crate) fn done(&self) -> &str {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""), "{self:?}");
        &self.stdout
    }

    /// Checks that the run ended with `status`, an empty stdout, and `reason` on stderr.
    #[track_caller]
    pub(crate) fn refused(&self, status: i32, reason: &str) {
        assert_eq!((self.status, self.stdout.as_str()), (status, ""), "{self:?}");
        assert!(self.stderr.contains(reason), "{}", self.stderr);
    }

    /// Returns the JSON objects on stdout.
    pub(crate) fn json(&self) -> Vec<serde_json::Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}
