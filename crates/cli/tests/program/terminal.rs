#![cfg(unix)]
//! Runs with a terminal for stderr, where people see how they get on.

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

/// No pipe holds so many bytes.
const MORE_THAN_A_PIPE: usize = 1 << 20;

/// A run that somebody watches. Its stdin stays open until somebody closes it.
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

    /// Has a shell start it by `script`, which gets the program for `$0`.
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

    /// The next line on stdout.
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

    /// It is not waited for: as long as nobody does, no other program gets its number.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(Pid::from_child(&self.child)), options).unwrap().is_some()
    }

    /// Waits until the program waits for input: it has taken a remark that no pipe holds, and now there is
    /// nothing.
    pub(crate) fn until_it_waits(&mut self) {
        self.types(&"#".repeat(MORE_THAN_A_PIPE));
    }

    /// Writes to stdin.
    pub(crate) fn types(&mut self, text: &str) {
        self.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// Nothing more will be typed.
    pub(crate) fn closes_stdin(&mut self) {
        self.stdin = None;
    }

    /// Ctrl-C.
    pub(crate) fn interrupt(&self) {
        self.signal(Signal::INT);
    }

    /// Sends `signal`, to a program that has just ended too.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for the end; what has not been read by then.
    pub(crate) fn end(mut self) -> Run {
        let mut stdout = String::new();
        self.stdout.read_to_string(&mut stdout).unwrap();
        let status = self.child.wait().unwrap().code().expect("it exits by itself");
        self.shown.extend(self.screen);
        Run { status, stdout, stderr: self.shown }
    }
}

/// A terminal, and what controls it.
fn terminal() -> rustix::io::Result<(OwnedFd, OwnedFd)> {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    grantpt(&controller)?;
    unlockpt(&controller)?;
    let name = ptsname(&controller, Vec::new())?;
    // No other program that is started meanwhile gets it too: it would never be seen to be closed.
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok((controller, open(name, flags, Mode::empty())?))
}

/// What is shown, as it comes. It is read even if nobody looks, or else the program would wait.
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
