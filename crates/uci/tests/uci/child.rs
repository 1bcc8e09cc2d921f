//! Runs the program as a child process.

use eldest_games::chess::{Chess, Full};
use eldest_uci::setup::Setup;
use eldest_uci::words::Tokens;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

pub(crate) struct Uci {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

impl Uci {
    pub(crate) fn new() -> Self {
        Self::of(Command::new(env!("CARGO_BIN_EXE_eldest-uci")))
    }

    /// Starts the program in a shell, after the commands `shell`.
    #[cfg(target_os = "linux")]
    pub(crate) fn within(shell: &str) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{shell} && exec \"$0\""), env!("CARGO_BIN_EXE_eldest-uci")]);
        Self::of(command)
    }

    fn of(mut command: Command) -> Self {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut uci = Self { child, stdin, stdout };
        uci.send("setoption name Hash value 1");
        uci
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("not closed yet");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("it reads");
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.stdout.read_line(&mut line).expect("UTF-8");
        assert!(is_of_the_protocol(&line) || read == 0, "{line}");
        (read > 0).then(|| line.trim_end().to_owned())
    }

    /// Reads lines up to and including the first that starts with `word`.
    pub(crate) fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line().unwrap_or_else(|| panic!("no {word} after {lines:?}"));
            lines.push(line);
            if lines.last().is_some_and(|line| line.starts_with(word)) {
                return lines;
            }
        }
    }

    /// Sends `lines`, and returns the output before the next `readyok`.
    pub(crate) fn replies(&mut self, lines: &str) -> Vec<String> {
        self.send(lines);
        self.send("isready");
        let mut replies = self.until("readyok");
        replies.pop();
        replies
    }

    /// Returns the output of `go`; the last element is the answer without `bestmove`.
    pub(crate) fn go(&mut self, position: &str, go: &str) -> Vec<String> {
        self.send(&format!("position {position}\ngo {go}"));
        let mut lines = self.until("bestmove");
        let answer = lines.pop().expect("an answer");
        lines.push(answer.strip_prefix("bestmove ").expect("a blank").to_owned());
        lines
    }

    /// Returns the best move of `go`.
    pub(crate) fn best(&mut self, position: &str, go: &str) -> String {
        let lines = self.go(position, go);
        let answer = lines.last().expect("an answer");
        answer.split(' ').next().expect("a move").to_owned()
    }

    /// Returns the nodes of a search, from its last line.
    pub(crate) fn nodes(&mut self, position: &str, go: &str) -> u64 {
        let lines = self.go(position, go);
        let last = lines.iter().rev().find_map(|line| line.split(" nodes ").nth(1));
        last.and_then(|rest| rest.split(' ').next()?.parse().ok()).expect("a count")
    }

    /// Returns the last score of a search, as `cp 13` or `mate 2`, and the best move.
    pub(crate) fn value(&mut self, position: &str, go: &str) -> (String, String) {
        let lines = self.go(position, go);
        let mut scores = lines.iter().filter_map(|line| line.split(" score ").nth(1));
        let words: Vec<_> = scores.next_back().expect("a score").split(' ').take(2).collect();
        let best = lines.last().and_then(|answer| answer.split(' ').next());
        (words.join(" "), best.expect("a move").to_owned())
    }

    /// Closes stdin, and returns the rest of the output and the exit status.
    pub(crate) fn close(mut self) -> (String, ExitStatus) {
        self.stdin = None;
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).expect("UTF-8");
        (rest, self.child.wait().expect("it ends"))
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn is_of_the_protocol(line: &str) -> bool {
    const WORDS: [&str; 7] =
        ["id ", "uciok", "readyok", "bestmove ", "info ", "option ", "copyprotection"];
    WORDS.iter().any(|word| line.starts_with(word)) && line.ends_with('\n')
}

/// Returns the position after `position TEXT`.
pub(crate) fn position(text: &str) -> Chess<Full> {
    let setup = Setup::read(&mut Tokens::new(text)).expect("a position");
    setup.position(false).expect("a position")
}
