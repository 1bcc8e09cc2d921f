//! Understands lines, one after the other, while searches run.
//!
//! All that happens comes through one queue: lines, and the ends of searches. Whoever searches has the engine
//! (`docs/engine-loop.md`).

use crate::ask::{bytes, prepare, with_table};
use crate::bench;
use crate::command::Command;
use crate::go::Go;
use crate::lines::Output;
use crate::lines::{TooLong, next_line};
use crate::question::GoRequest;
use crate::settings::{Settings, Then};
use crate::setup::Setup;
use crate::think::Thought;
use crate::words::LineError;
use crate::{Engine, Position};
use eldest::Error;
use eldest_games::notation::Notation;
use std::fmt::Display;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// What the session waits for.
#[derive(Debug)]
enum Event {
    Line(Result<String, TooLong>),
    /// The search with this number has ended.
    Finished(u64),
    /// There are no more lines.
    End,
}

/// Obeys the lines of `input` until they end, or one of them says `quit`.
///
/// # Errors
/// If there is no memory for a table to begin with.
pub fn run(mut input: impl BufRead + Send + 'static, out: Output) -> Result<(), Error> {
    let (events, queue) = channel();
    let mut session = Session::new(out, events.clone())?;
    thread::spawn(move || {
        while let Some(line) = next_line(&mut input) {
            let _ = events.send(Event::Line(line));
        }
        let _ = events.send(Event::End);
    });
    for event in queue {
        if session.handle(event).is_break() {
            break;
        }
    }
    Ok(()) // What is under way ends with the session.
}

/// The state between two lines.
struct Session {
    out: Output,
    events: Sender<Event>,
    settings: Settings,
    debug: bool,
    position: Position,
    /// What was wrong with the last `position`, if it was refused: the position is an earlier one.
    refused: Option<String>,
    /// Here while nothing is under way.
    engine: Option<Engine>,
    /// The size of its table in MiB.
    mib: i64,
    thought: Option<Thought>,
    /// So many searches have begun.
    begun: u64,
}

impl Session {
    fn new(out: Output, events: Sender<Event>) -> Result<Self, Error> {
        let settings = Settings::default();
        let engine = Some(with_table(settings.hash)?);
        let (position, mib) = (Position::new(), settings.hash);
        Ok(Self {
            out,
            events,
            settings,
            debug: false,
            position,
            refused: None,
            engine,
            mib,
            thought: None,
            begun: 0,
        })
    }

    fn handle(&mut self, event: Event) -> ControlFlow<()> {
        match event {
            Event::Line(Ok(line)) => return self.obey(&line),
            Event::Line(Err(long)) => self.pass_over(&long),
            Event::Finished(serial) => self.finished(serial),
            Event::End => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn obey(&mut self, line: &str) -> ControlFlow<()> {
        let (command, faults) = Command::read(line);
        faults.iter().for_each(|fault| self.out.tell(fault));
        match command {
            None => {}
            Some(Command::Quit) => return ControlFlow::Break(()),
            Some(Command::Uci) => self.introduce(),
            Some(Command::Debug(on)) => self.debug = on,
            Some(Command::IsReady) => self.out.line("readyok"),
            Some(Command::SetOption { name, value }) => self.set(&name, value.as_ref()),
            Some(Command::Register) => self.out.tell("nobody needs to register"),
            Some(Command::NewGame) => self.forget("ucinewgame"),
            Some(Command::Position(setup)) => self.set_up(setup),
            Some(Command::Go(go)) => self.go(&go),
            Some(Command::Stop) => self.stop(),
            Some(Command::PonderHit) => self.hit(),
            Some(Command::Draw) => self.draw(),
            Some(Command::Bench) => self.bench(),
        }
        ControlFlow::Continue(())
    }

    /// A line that is too long changes nothing. If it begins as a position, that position is
    /// refused.
    fn pass_over(&mut self, long: &TooLong) {
        match Command::read(&long.beginning) {
            (Some(Command::Position(_)), _) => self.refuse(long),
            _ => self.out.tell(long),
        }
    }

    fn introduce(&self) {
        self.out.line(concat!("id name eldest ", env!("CARGO_PKG_VERSION")));
        self.out.line("id author the founders of eldest");
        Settings::told().iter().for_each(|option| self.out.line(option));
        self.out.line("uciok");
    }

    fn set(&mut self, name: &(usize, String), value: Option<&(usize, String)>) {
        match self.settings.set(name, value) {
            Ok(Then::Follow) => self.follow(),
            Ok(Then::ClearHash) => self.forget("Clear Hash"),
            Err(fault) => self.out.tell(fault),
        }
    }

    /// Lets the engine be as the settings say; while it searches, when that has ended.
    fn follow(&mut self) {
        let Some(engine) = &mut self.engine else { return };
        prepare(engine, &self.settings);
        if self.mib == self.settings.hash {
            return;
        }
        match engine.resize(bytes(self.settings.hash)) {
            Ok(()) => self.mib = self.settings.hash,
            Err(error) => {
                self.out.tell(format_args!("Hash stays {} MiB: {error}", self.mib));
                self.settings.hash = self.mib;
            }
        }
    }

    fn forget(&mut self, what: &str) {
        let Some(engine) = &mut self.engine else {
            let text = format_args!("{what}: a search is under way; expected stop before");
            return self.out.tell(text);
        };
        engine.clear();
    }

    /// The position stays what it was if anything is wrong.
    fn set_up(&mut self, setup: Result<Setup, LineError>) {
        match setup.and_then(|setup| setup.position(self.settings.chess960)) {
            Ok(position) => (self.position, self.refused) = (position, None),
            Err(fault) => self.refuse(&fault),
        }
    }

    /// Each `go` names the fault again, until there is a position that can be read.
    fn refuse(&mut self, fault: &impl Display) {
        self.out.tell(format_args!("the position stays as it was: {fault}"));
        self.refused = Some(fault.to_string());
    }

    fn draw(&self) {
        self.position.board().lines().for_each(|line| self.out.tell(line));
        let is_at_home = !self.settings.chess960;
        let fen = if is_at_home { self.position.to_string() } else { self.position.shredder_fen() };
        self.out.tell(format_args!("fen {fen}"));
    }

    fn bench(&self) {
        match bench::run(bench::DEPTH) {
            Ok((nodes, _)) => self.out.tell(format_args!("{nodes} nodes")),
            Err(error) => self.out.tell(error),
        }
    }

    fn go(&mut self, go: &Go) {
        let Some(engine) = self.engine.take_if(|_| self.thought.is_none()) else {
            return self.out.tell("go: a search is under way; expected stop before");
        };
        let (question, faults) = GoRequest::new(go, &self.position, self.settings);
        faults.iter().for_each(|fault| self.out.tell(fault));
        if question.in_vain {
            self.out.tell("searchmoves: none of these is legal here; all moves are searched");
        }
        if question.is_unclaimed() {
            self.out.tell("a draw can be claimed here; what was before is forgotten");
        }
        self.begun += 1;
        let (events, serial) = (self.events.clone(), self.begun);
        let done = move || drop(events.send(Event::Finished(serial)));
        let (mut thought, engine) = Thought::begin(engine, question, &self.out, done);
        thought.debug(self.debug);
        thought.about(self.refused.as_deref());
        (self.thought, self.engine) = (Some(thought), engine);
        self.tell_if_due();
    }

    /// The end of a search that has been stopped is old news, and may be that of the one before.
    fn finished(&mut self, serial: u64) {
        if serial == self.begun {
            self.conclude();
        }
    }

    /// The search has ended, or is about to: the engine comes back.
    fn conclude(&mut self) {
        if let Some(engine) = self.thought.as_mut().and_then(Thought::conclude) {
            self.engine = Some(engine);
            self.follow();
        }
        self.tell_if_due();
    }

    fn tell_if_due(&mut self) {
        let due = self.thought.take_if(|thought| thought.is_due());
        due.into_iter().for_each(Thought::tell);
    }

    fn stop(&mut self) {
        match &mut self.thought {
            Some(thought) => thought.stop(),
            None => self.out.tell("stop: nothing is under way; expected go before"),
        }
        self.conclude();
    }

    fn hit(&mut self) {
        if !self.thought.as_mut().is_some_and(Thought::hit) {
            self.out.tell("ponderhit: nothing is pondered; expected go ponder before");
        }
        self.tell_if_due();
    }
}
