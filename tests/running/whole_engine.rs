//! The engine of `docs/engine-loop.md` obeys.

#[allow(dead_code, reason = "it has a main of its own")]
#[path = "../../examples/engine_loop.rs"]
mod engine_loop;

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Puts whole lines into a queue.
struct Lines {
    begun: Vec<u8>,
    lines: Sender<String>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.begun)).expect("a text");
                self.lines.send(line).expect("the receiver lives");
            } else {
                self.begun.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An engine on a thread of its own.
struct Talk {
    says: Sender<String>,
    receiver: Receiver<String>,
    ends: thread::JoinHandle<bool>,
}

impl Talk {
    fn new() -> Self {
        let ((says, lines), (sender, receiver)) = (channel::<String>(), channel());
        let out = Lines { begun: Vec::new(), lines: sender };
        let ends = thread::spawn(move || engine_loop::run(lines.into_iter(), out).is_ok());
        Self { says, receiver, ends }
    }

    fn say(&self, line: &str) {
        self.says.send(line.to_owned()).expect("it listens");
    }

    /// The next line that begins with `start`.
    fn line_from(&self, start: &str) -> String {
        self.receiver.iter().find(|line| line.starts_with(start)).expect("an answer")
    }

    /// Ends the engine, and counts the lines that were left.
    fn quit(self) -> Vec<String> {
        self.say("quit");
        let rest = self.receiver.iter().collect();
        assert!(self.ends.join().expect("no panic"));
        rest
    }
}

#[test]
fn an_engine_moves_when_its_limits_say_so() {
    let talk = Talk::new();
    for go in ["go depth 4", "go nodes 3000", "go time 3", "go clock 30", "go clock 30 increment 1"]
    {
        talk.say("position 4444");
        talk.say(go);
        assert!(talk.line_from("info").starts_with("info depth 1 value "));
        assert!(talk.line_from("bestmove").len() > "bestmove ".len());
    }
    talk.say("position 44444");
    talk.say("go depth 4");
    let rest = talk.line_from("info depth 4");
    assert!(rest.contains(" line "), "{rest}");
    talk.line_from("bestmove");
    assert_eq!(talk.quit(), [""; 0]);
}

#[test]
fn an_engine_takes_the_win_that_is_there() {
    let talk = Talk::new();
    talk.say("position 112233");
    talk.say("go depth 3");
    assert_eq!(talk.line_from("bestmove"), "bestmove 4 ponder none");
    talk.say("position 1122334");
    talk.say("go");
    assert_eq!(talk.line_from("bestmove"), "bestmove none ponder none", "the game is over");
}

#[test]
fn an_engine_without_limits_moves_when_it_is_stopped() {
    let talk = Talk::new();
    for _ in 0..3 {
        talk.say("go");
        talk.line_from("info depth 3");
        talk.say("go depth 1");
        assert_eq!(talk.line_from("error"), "error it thinks already");
        talk.say("stop");
        talk.line_from("bestmove");
    }
}

#[test]
fn an_engine_that_ponders_moves_after_the_opponent() {
    let talk = Talk::new();
    for (go, then) in [
        ("go ponder clock 30 increment 2", "ponderhit"),
        ("go ponder nodes 5", "ponderhit"),
        ("go ponder time 1", "stop"),
        ("go ponder", "stop"),
    ] {
        talk.say("position");
        talk.say(go);
        talk.line_from("info depth 4");
        talk.say(then);
        talk.line_from("bestmove");
    }
    // The game is over: it holds its answer back.
    talk.say("position 1122334");
    talk.say("go ponder");
    talk.say("hello");
    assert_eq!(talk.line_from("error"), "error what is hello?");
    talk.say("ponderhit");
    assert_eq!(talk.line_from("bestmove"), "bestmove none ponder none");
}

#[test]
fn an_engine_says_what_it_does_not_understand() {
    let talk = Talk::new();
    for line in ["hello", "go deep", "go depth", "go clock soon", "position 8", "position 1111111"]
    {
        talk.say(line);
        assert!(talk.line_from("").starts_with("error "), "{line}");
    }
    talk.say("stop");
    talk.say("ponderhit");
    talk.say("");
    assert_eq!(talk.quit(), [""; 0]);
}

#[test]
fn an_engine_that_thinks_can_be_quit() {
    let talk = Talk::new();
    talk.say("go");
    talk.line_from("info depth 2");
    let rest = talk.quit();
    assert!(rest.iter().all(|line| line.starts_with("info")), "{rest:?}");
}
