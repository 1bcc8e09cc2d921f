//! [`Session`]: understands lines, one after the other, while searches run.
//!
//! All that happens comes through one queue: lines, and the ends of searches. Whoever searches has the engine
//! (`docs/engine-loop.md`).

use crate::bench;
use crate::clock::{Budget, Clock};
use crate::command::Command;
use crate::go::Go;
use crate::info::Writer;
use crate::input::next_line;
use crate::judge::{Engine, Move, Position};
use crate::mate::{MateSearch, Question};
use crate::output::Output;
use crate::reporter::Reporter;
use crate::settings::{Settings, Then};
use crate::setup::Setup;
use crate::think::{Answer, DEEPEST, Job, Thought, bytes, prepare, told, with_table};
use crate::timer::Timer;
use crate::words::Fault;
use eldest::{Error, Limits, Position as _, Side};
use eldest_games::notation::Notation;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// What the session waits for.
#[derive(Debug)]
enum Event {
    Line(String),
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
            engine,
            mib,
            thought: None,
            begun: 0,
        })
    }

    fn handle(&mut self, event: Event) -> ControlFlow<()> {
        match event {
            Event::Line(line) => return self.obey(&line),
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
            Some(Command::Position(setup)) => self.set_up(&setup),
            Some(Command::Go(go)) => self.go(&go),
            Some(Command::Stop) => self.stop(),
            Some(Command::PonderHit) => self.hit(),
            Some(Command::Draw) => self.draw(),
            Some(Command::Bench) => self.bench(),
        }
        ControlFlow::Continue(())
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
        match &mut self.engine {
            Some(engine) => engine.clear(),
            None => {
                self.out.tell(format_args!("{what}: a search is under way; expected stop before"))
            }
        }
    }

    /// The position stays what it was if anything is wrong.
    fn set_up(&mut self, setup: &Setup) {
        match setup.position(self.settings.chess960) {
            Ok(position) => self.position = position,
            Err(fault) => self.out.tell(format_args!("the position stays as it was: {fault}")),
        }
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
        self.begun += 1;
        let legal = self.position.legal_moves();
        let moves = self.wanted(go);
        let root = self.root();
        let choice = moves.as_ref().unwrap_or(&legal);
        let (budget, elastic) = self.budget(go, choice.len());
        let timer = Timer::new(limits(go), budget, elastic, go.ponder);
        let mut thought = Thought {
            serial: self.begun,
            job: None,
            waits: go.ponder || go.infinite,
            answer: None,
            any: choice.first().copied(),
            writer: Writer::new(self.position.clone(), self.settings.chess960),
            timer: Arc::new(timer),
        };
        if root.over().is_some() {
            self.engine = Some(engine);
            thought.answer = Some(self.without_search(&thought));
        } else if let Some(most) = go.mate {
            thought.job = Some(self.begin_mate(engine, root, moves, most, go, &thought));
        } else {
            self.begin(engine, &root, moves, &mut thought);
        }
        self.thought = Some(thought);
        self.tell_if_due();
    }

    /// The position as it is searched. Where a draw could be claimed and nobody does, the game goes on.
    fn root(&self) -> Position {
        if self.position.over().is_none() {
            return self.position.clone();
        }
        let unclaimed = self.position.unclaimed();
        if unclaimed.over().is_none() {
            self.out.tell("a draw can be claimed here; what was before is forgotten");
        }
        unclaimed
    }

    /// The moves that are asked for, if any of them is legal.
    fn wanted(&self, go: &Go) -> Option<Vec<Move>> {
        let read = |(before, text): &(usize, String)| {
            let told = |fault: Fault| self.out.tell(Fault { column: before + 1, ..fault });
            self.position.parse_uci(text).map_err(told).ok()
        };
        let moves: Vec<Move> = go.search_moves.iter().filter_map(read).collect();
        (!moves.is_empty()).then_some(moves)
    }

    /// The time for this move, and whether it may be stretched. Where there is nothing to choose there is nothing to
    /// think about.
    fn budget(&self, go: &Go, choice: usize) -> (Option<Budget>, bool) {
        let overhead = self.settings.overhead;
        if let Some(time) = go.move_time {
            return (Some(Budget::fixed(time, overhead)), false);
        }
        let (mine, theirs) = if self.position.side() == Side::First { (0, 1) } else { (1, 0) };
        let clock = go.clocks[mine].or(go.clocks[theirs]).map(|left| Clock {
            left,
            increment: go.increments[mine],
            moves_to_go: go.moves_to_go,
        });
        let budget = clock.map(|clock| clock.budget(overhead));
        (budget.map(|budget| if choice == 1 { budget.stretched(0.0) } else { budget }), true)
    }

    /// There is nothing to search: the game is over, or dead and nobody has said so.
    fn without_search(&self, thought: &Thought) -> String {
        let mated = thought.any.is_none() && self.position.in_check();
        self.out.line(if mated { "info depth 0 score mate 0" } else { "info depth 0 score cp 0" });
        if thought.any.is_none() {
            self.out.tell("there is no legal move: bestmove is the null move");
        }
        told(thought.any.map(|best| Answer { best, reply: None }), &thought.writer)
    }

    fn begin(
        &mut self,
        engine: Engine,
        root: &Position,
        moves: Option<Vec<Move>>,
        thought: &mut Thought,
    ) {
        let (timer, writer) = (Arc::clone(&thought.timer), thought.writer.clone());
        let multi_pv = self.settings.multi_pv as usize;
        let reporter = Reporter::new(self.out.clone(), writer, timer, multi_pv);
        let (events, serial) = (self.events.clone(), thought.serial);
        let search = engine.start(root, |query| {
            let query = query.limits(&thought.timer.limits()).multi_pv(multi_pv).observer(reporter);
            let query = query.when_finished(move |_| drop(events.send(Event::Finished(serial))));
            moves.into_iter().fold(query, |query, moves| query.root_moves(moves))
        });
        match search {
            Ok(search) => {
                thought.timer.steer(search.handle());
                thought.job = Some(Job::Play(search));
            }
            Err(refused) => {
                self.out.tell(format_args!(
                    "the search does not begin, any legal move is played: {refused}"
                ));
                self.engine = Some(refused.engine);
                let any = thought.any.map(|best| Answer { best, reply: None });
                thought.answer = Some(told(any, &thought.writer));
            }
        }
    }

    fn begin_mate(
        &self,
        engine: Engine,
        root: Position,
        moves: Option<Vec<Move>>,
        most: u32,
        go: &Go,
        thought: &Thought,
    ) -> Job {
        let budget = self.budget(go, usize::MAX).0.filter(|_| !thought.waits);
        let time = budget.map(|budget| budget.hard);
        let settings = self.settings;
        let question = Question { root, moves, most, nodes: go.nodes, time, settings };
        let (events, serial) = (self.events.clone(), thought.serial);
        let done = move || drop(events.send(Event::Finished(serial)));
        Job::Mate(MateSearch::start(
            engine,
            question,
            self.out.clone(),
            thought.writer.clone(),
            done,
        ))
    }

    fn finished(&mut self, serial: u64) {
        if self.thought.as_ref().is_some_and(|thought| thought.serial == serial) {
            self.conclude();
            self.tell_if_due();
        }
    }

    /// The search has ended, or is about to: the engine comes back.
    fn conclude(&mut self) {
        let concluded = self.thought.as_mut().and_then(|thought| thought.conclude(&self.out));
        if concluded.is_some() {
            self.engine = concluded;
            self.follow();
        }
    }

    /// Answers, if there is an answer and nobody wants it later.
    fn tell_if_due(&mut self) {
        let due = |thought: &mut Thought| !thought.waits && thought.answer.is_some();
        if let Some(answer) = self.thought.take_if(due).and_then(|thought| thought.answer) {
            self.out.line(answer);
        }
    }

    fn stop(&mut self) {
        let Some(thought) = &mut self.thought else {
            return self.out.tell("stop: nothing is under way; expected go before");
        };
        thought.waits = false;
        thought.job.iter().for_each(Job::stop);
        self.conclude();
        self.tell_if_due();
    }

    fn hit(&mut self) {
        let Some(thought) = self.thought.as_mut().filter(|thought| thought.waits) else {
            return self.out.tell("ponderhit: nothing is pondered; expected go ponder before");
        };
        thought.waits = false;
        thought.timer.begin();
        self.tell_if_due();
    }
}

/// Limits but for time.
fn limits(go: &Go) -> Limits {
    let depth = go.depth.map_or(DEEPEST, |depth| depth.min(DEEPEST.into()) as u16);
    let limits = Limits::new().depth(depth);
    go.nodes.map_or(limits.clone(), |nodes| limits.nodes(nodes))
}
