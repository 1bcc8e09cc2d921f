#![cfg(unix)]
//! Runs the program with a terminal for stderr, where it shows progress.

use crate::run::{Run, program};
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// More bytes than a pipe holds.
const MORE_THAN_A_PIPE: usize = 1 << 20;

/// A run with a terminal. Its stdin stays open until the test closes it.
pub(crate) struct Watched {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    screen: Receiver<String>,
    shown: String,
}

impl Watched {
    /// Starts `eldest line`.
    pub(crate) fn begin(line: &str) -> Self {
        Self::begin_with(program(line))
    }

    /// Starts it by a shell `script`, in which `$0` is the program.
    #[cfg(target_os = "linux")]
    pub(crate) fn begin_by(script: &str, line: &str) -> Self {
        let program = program(line);
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).arg(program.get_program()).args(program.get_args());
        shell.stdin(Stdio::piped()).stdout(Stdio::piped());
        Self::begin_with(shell)
    }

    fn begin_with(mut command: Command) -> Self {
        let (controller, terminal) = terminal().unwrap();
        let mut child = command.stderr(terminal).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (stdin, shown) = (child.stdin.take(), String::new());
        Self { child, stdin, stdout, screen: screen(controller), shown }
    }

    /// Reads the next line of stdout.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line
    }

    /// Waits until `text` has been shown on stderr.
    pub(crate) fn shows(&mut self, text: &str) {
        while !self.shown.contains(text) {
            self.shown += &self.screen.recv().expect("it ended too early");
        }
    }

    /// Waits until `condition` is true.
    pub(crate) fn until(&mut self, condition: impl Fn() -> bool) {
        loop {
            let has_ended = self.has_ended();
            if condition() {
                return;
            }
            assert!(!has_ended, "it ended too early");
            thread::yield_now();
        }
    }

    /// Whether it has ended. Leaves it a zombie, so that no other process gets its number.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(Pid::from_child(&self.child)), options).unwrap().is_some()
    }

    /// Waits until the program waits for input: it has read a comment larger than a pipe, and
    /// nothing is left.
    pub(crate) fn until_it_waits(&mut self) {
        self.types(&"#".repeat(MORE_THAN_A_PIPE));
    }

    /// Writes to stdin.
    pub(crate) fn types(&mut self, text: &str) {
        self.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// Closes stdin.
    pub(crate) fn closes_stdin(&mut self) {
        self.stdin = None;
    }

    /// Sends the signal of Ctrl-C.
    pub(crate) fn interrupt(&self) {
        self.signal(Signal::INT);
    }

    /// Sends `signal`, even to a program that has just ended.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Kills it, like a power cut.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for the end, and returns the output that has not been read.
    pub(crate) fn end(mut self) -> Run {
        let mut stdout = String::new();
        self.stdout.read_to_string(&mut stdout).unwrap();
        let status = self.child.wait().unwrap().code().expect("it exits by itself");
        self.shown.extend(self.screen);
        Run { status, stdout, stderr: self.shown }
    }
}

/// Opens a pseudoterminal: its controller, and the terminal.
fn terminal() -> rustix::io::Result<(OwnedFd, OwnedFd)> {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    grantpt(&controller)?;
    unlockpt(&controller)?;
    let name = ptsname(&controller, Vec::new())?;
    // Close it on exec: another child with it would keep the terminal open.
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok((controller, open(name, flags, Mode::empty())?))
}

/// Reads the terminal in the background: the program would block on a full one.
fn screen(controller: OwnedFd) -> Receiver<String> {
    let (mut controller, (sender, screen)) = (File::from(controller), channel());
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = controller.read(&mut bytes) {
            let _ = sender.send(String::from_utf8_lossy(&bytes[..count]).into_owned());
        }
    });
    screen
}
