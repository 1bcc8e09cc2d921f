//! Runs the commands of the protocol, one after the other, while searches run.
//!
//! All events, which are lines and ends of searches, come through one queue. A running search owns
//! the engine (`docs/engine-loop.md`).

use crate::bench;
use crate::command::Command;
use crate::endings::{Known, KnownEndings};
use crate::go::Go;
use crate::lines::Output;
use crate::lines::{TooLong, next_line};
use crate::query::{bytes, prepare, with_table};
use crate::request::GoRequest;
use crate::settings::{EMPTY, Settings, Then};
use crate::setup::Setup;
use crate::think::Thought;
use crate::words::LineError;
use crate::{Engine, Move, Position};
use eldest::{Error, Position as _, Score};
use eldest_games::notation::Notation;
use std::fmt::Display;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// An event of the session.
#[derive(Debug)]
enum Event {
    Line(Result<String, TooLong>),
    /// The search with this serial number has ended.
    Finished(u64),
    /// There are no more lines.
    End,
}

/// Runs the commands of `input` until its end, or `quit`.
///
/// # Errors
/// If the first table cannot be allocated.
pub fn run(mut input: impl BufRead + Send + 'static, out: Output) -> Result<(), Error> {
    let (events, queue) = channel();
    let mut session = UciSession::new(out, events.clone())?;
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
    Ok(()) // A running search ends with the session.
}

/// The state of the session.
struct UciSession {
    out: Output,
    events: Sender<Event>,
    settings: Settings,
    debug: bool,
    position: Position,
    /// The error of the last `position`, if it was refused; `position` is then an earlier one.
    refused: Option<String>,
    /// The engine, while no search is under way.
    engine: Option<Engine>,
    /// The size of its table in MiB.
    mib: i64,
    thought: Option<Thought>,
    /// The endings with known values.
    endings: Option<KnownEndings>,
    /// The number of searches begun.
    begun: u64,
}

impl UciSession {
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
            endings: None,
            begun: 0,
        })
    }

    fn handle(&mut self, event: Event) -> ControlFlow<()> {
        match event {
            Event::Line(Ok(line)) => return self.obey(&line),
            Event::Line(Err(long)) => self.ignore(&long),
            Event::Finished(serial) => self.finished(serial),
            Event::End => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn obey(&mut self, line: &str) -> ControlFlow<()> {
        let (command, faults) = Command::read(line);
        faults.iter().for_each(|fault| self.out.info(fault));
        match command {
            None => {}
            Some(Command::Quit) => return ControlFlow::Break(()),
            Some(Command::Uci) => self.introduce(),
            Some(Command::Debug(on)) => self.debug = on,
            Some(Command::IsReady) => self.out.line("readyok"),
            Some(Command::SetOption { name, value }) => self.set(&name, value.as_ref()),
            Some(Command::Register) => self.out.info("registration is not needed"),
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

    /// Ignores a line that is too long. If it begins as a position, that position is refused.
    fn ignore(&mut self, long: &TooLong) {
        match Command::read(&long.beginning) {
            (Some(Command::Position(_)), _) => self.refuse(long),
            _ => self.out.info(long),
        }
    }

    fn introduce(&self) {
        self.out.line(concat!("id name eldest ", env!("CARGO_PKG_VERSION")));
        self.out.line("id author the founders of eldest");
        Settings::option_lines().iter().for_each(|option| self.out.line(option));
        self.out.line("uciok");
    }

    fn set(&mut self, name: &(usize, String), value: Option<&(usize, String)>) {
        match self.settings.set(name, value) {
            Ok(Then::Follow) => self.follow(),
            Ok(Then::OpenDatabase) => self.open(value.map_or("", |(_, path)| path)),
            Ok(Then::ClearHash) => self.forget("Clear Hash"),
            Err(fault) => self.out.info(fault),
        }
    }

    /// Opens the database at `path`, or closes it.
    fn open(&mut self, path: &str) {
        self.endings = None;
        if !path.is_empty() && path != EMPTY {
            match KnownEndings::open(path) {
                Ok(endings) => {
                    self.out.info(format_args!("{} endings are known", endings.count()));
                    self.endings = Some(endings);
                }
                Err(error) => self.out.info(format_args!("DatabasePath: {error}")),
            }
        }
        self.follow();
    }

    /// Applies the settings to the engine. During a search, they are applied at its end.
    fn follow(&mut self) {
        let Some(engine) = &mut self.engine else { return };
        prepare(engine, &self.settings, self.endings.clone());
        if self.mib == self.settings.hash {
            return;
        }
        match engine.resize(bytes(self.settings.hash)) {
            Ok(()) => self.mib = self.settings.hash,
            Err(error) => {
                self.out.info(format_args!("Hash stays {} MiB: {error}", self.mib));
                self.settings.hash = self.mib;
            }
        }
    }

    fn forget(&mut self, what: &str) {
        let Some(engine) = &mut self.engine else {
            let text = format_args!("{what}: a search is under way; expected stop first");
            return self.out.info(text);
        };
        engine.clear();
    }

    /// Sets the position, or leaves it unchanged if there is an error.
    fn set_up(&mut self, setup: Result<Setup, LineError>) {
        match setup.and_then(|setup| setup.position(self.settings.chess960)) {
            Ok(position) => (self.position, self.refused) = (position, None),
            Err(fault) => self.refuse(&fault),
        }
    }

    /// Reports an error in `position`, which each `go` repeats until there is a valid position.
    fn refuse(&mut self, fault: &impl Display) {
        self.out.info(format_args!("the position is unchanged: {fault}"));
        self.refused = Some(fault.to_string());
    }

    fn draw(&self) {
        self.position.board().lines().for_each(|line| self.out.info(line));
        let is_at_home = !self.settings.chess960;
        let fen = if is_at_home { self.position.to_string() } else { self.position.shredder_fen() };
        self.out.info(format_args!("fen {fen}"));
    }

    fn bench(&self) {
        match bench::run(bench::DEPTH) {
            Ok((nodes, _)) => self.out.info(format_args!("{nodes} nodes")),
            Err(error) => self.out.info(error),
        }
    }

    fn go(&mut self, go: &Go) {
        let Some(engine) = self.engine.take_if(|_| self.thought.is_none()) else {
            return self.out.info("go: a search is under way; expected stop first");
        };
        let (mut request, faults) = GoRequest::new(go, &self.position, self.settings);
        request.endings.clone_from(&self.endings);
        faults.iter().for_each(|fault| self.out.info(fault));
        if request.ignores_moves {
            self.out.info("searchmoves: none of these is legal here; all moves are searched");
        }
        if request.is_unclaimed() {
            self.out
                .info("a draw can be claimed here; the position is searched without its history");
        }
        let decided = self.decided(&mut request);
        self.begun += 1;
        let (events, serial) = (self.events.clone(), self.begun);
        let done = move || drop(events.send(Event::Finished(serial)));
        let (mut thought, engine) = match (&self.endings, decided) {
            (Some(endings), Some(moves)) => {
                (Thought::known(endings, &moves, &request, &self.out), Some(engine))
            }
            _ => Thought::begin(engine, request, &self.out, done),
        };
        thought.debug(self.debug);
        thought.about(self.refused.as_deref());
        (self.thought, self.engine) = (Some(thought), engine);
        self.send_if_due();
    }

    /// Returns the moves of a position that the database decides. If it is drawn, restricts the
    /// search to the moves that keep the draw.
    fn decided(&self, request: &mut GoRequest) -> Option<Vec<(Move, Score)>> {
        let is_open = request.root.over().is_none();
        let endings = self.endings.as_ref().filter(|_| is_open)?;
        match endings.known(&request.root, request.moves.as_deref())? {
            Known::Decided(moves) => Some(moves).filter(|moves| request.is_answered_by(moves[0].1)),
            Known::Drawn(moves) => {
                if request.mate.is_none() {
                    self.out.info("drawn by the database; only moves that draw are searched");
                    request.moves = Some(moves);
                }
                None
            }
        }
    }

    /// Concludes the search that has ended, unless a later one has begun.
    fn finished(&mut self, serial: u64) {
        if serial == self.begun {
            self.conclude();
        }
    }

    /// Waits for the end of the search, and takes the engine back.
    fn conclude(&mut self) {
        if let Some(engine) = self.thought.as_mut().and_then(Thought::conclude) {
            self.engine = Some(engine);
            self.follow();
        }
        self.send_if_due();
    }

    fn send_if_due(&mut self) {
        let due = self.thought.take_if(|thought| thought.is_due());
        due.into_iter().for_each(Thought::send);
    }

    fn stop(&mut self) {
        match &mut self.thought {
            Some(thought) => thought.stop(),
            None => self.out.info("stop: no search is under way; expected go first"),
        }
        self.conclude();
    }

    fn hit(&mut self) {
        if !self.thought.as_mut().is_some_and(Thought::hit) {
            self.out.info("ponderhit: the engine is not pondering; expected go ponder first");
        }
        self.send_if_due();
    }
}
