//! A small engine for Connect Four that reads commands, line by line, and thinks in the opponent's
//! time: the program that `docs/engine-loop.md` explains.
//!
//! ```text
//! cargo run --release -p engine-loop
//! position 4444
//! go clock 60000 increment 500
//! ```

use eldest::background::OwnedSearch;
use eldest::observe::{Iteration, Observer};
use eldest::{Depth, Engine, Error, Handle, Limits, Report};
use eldest_games::connect4::{Column, ConnectFour, OpenFours};
use std::io::{self, BufRead, BufReader, Write};
use std::iter::once;
use std::str::{FromStr, SplitWhitespace};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

type Game = ConnectFour;
type Move = Column;

/// What the loop waits for: there is one queue for all of it.
enum Event {
    Line(String),
    Iteration(Iteration<Move>),
    Finished,
}

/// Puts iterations into the queue.
struct Reporter(Sender<Event>);

impl Observer<Move> for Reporter {
    fn iteration(&mut self, iteration: &Iteration<Move>) {
        send(&self.0, Event::Iteration(iteration.clone()));
    }
}

/// Does nothing if the loop has ended already.
fn send(events: &Sender<Event>, event: Event) {
    let _ = events.send(event);
}

struct App<W> {
    out: W,
    events: Sender<Event>,
    position: Game,
    /// Here while it does not search.
    engine: Option<Engine<Game, OpenFours>>,
    /// Here while it does.
    search: Option<OwnedSearch<Game, OpenFours>>,
    /// What limits the search once the opponent has moved as expected: it thinks in their time.
    pondering: Option<Limits>,
    /// The result of a search whose answer is not due yet.
    held: Option<String>,
}

impl<W: Write> App<W> {
    fn new(out: W, events: Sender<Event>) -> Result<Self, Error> {
        let builder = Engine::<Game>::builder().evaluator(OpenFours::default());
        let engine = Some(builder.table_bytes(16 << 20).threads(0).build()?);
        let position = Game::default();
        Ok(Self { out, events, position, engine, search: None, pondering: None, held: None })
    }

    /// Does what `event` asks for; `false` if that is to quit.
    fn handle(&mut self, event: Event) -> io::Result<bool> {
        match event {
            Event::Line(line) => return self.obey(&line),
            Event::Iteration(iteration) => self.inform(&iteration)?,
            Event::Finished => self.finish()?,
        }
        Ok(true)
    }

    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let mut words = line.split_whitespace();
        match words.next() {
            None => {}
            Some("position") => match words.next().map_or(Ok(Game::default()), str::parse) {
                Ok(position) => self.position = position,
                Err(error) => writeln!(self.out, "error {error}")?,
            },
            Some("go") => match question(words) {
                Ok((limits, ponders)) => self.go(limits, ponders)?,
                Err(error) => writeln!(self.out, "error {error}")?,
            },
            Some("ponderhit") => self.hit()?,
            Some("stop") => self.stop()?,
            Some("quit") => return Ok(false),
            Some(other) => writeln!(self.out, "error what is {other}?")?,
        }
        Ok(true)
    }

    fn go(&mut self, limits: Limits, ponders: bool) -> io::Result<()> {
        let Some(engine) = self.engine.take_if(|_| self.held.is_none()) else {
            return writeln!(self.out, "error it thinks already");
        };
        let (reporter, events) = (Reporter(self.events.clone()), self.events.clone());
        let now = if ponders { Limits::new() } else { limits.clone() };
        let search = engine.start(&self.position, |query| {
            let query = query.limits(&now).observer(reporter);
            query.when_finished(move |_| send(&events, Event::Finished))
        });
        match search {
            Ok(search) => self.search = Some(search),
            Err(refused) => {
                writeln!(self.out, "error {refused}")?;
                self.engine = Some(refused.engine);
            }
        }
        self.pondering = self.search.as_ref().filter(|_| ponders).map(|_| limits);
        Ok(())
    }

    /// The opponent has moved as expected: the clock runs from here on.
    fn hit(&mut self) -> io::Result<()> {
        let Some(limits) = self.pondering.take() else { return Ok(()) };
        self.print_or(|search| search.change_limits_from_now(&limits))
    }

    fn stop(&mut self) -> io::Result<()> {
        self.pondering = None;
        self.print_or(Handle::stop)
    }

    /// Prints the answer that was held back, or steers the search that is still under way.
    fn print_or(&mut self, steer: impl FnOnce(&Handle<Move>)) -> io::Result<()> {
        if let Some(search) = &self.search {
            steer(search.handle());
        }
        self.held.take().map_or(Ok(()), |answer| writeln!(self.out, "{answer}"))
    }

    /// The search has ended: the engine comes back.
    fn finish(&mut self) -> io::Result<()> {
        let Some(search) = self.search.take() else { return Ok(()) };
        let (engine, outcome) = search.wait();
        self.engine = Some(engine);
        let answer = outcome.map_or_else(|error| format!("error {error}"), |found| answer(&found));
        if self.pondering.is_some() {
            self.held = Some(answer); // the opponent is still thinking
            return Ok(());
        }
        writeln!(self.out, "{answer}")
    }

    fn inform(&mut self, iteration: &Iteration<Move>) -> io::Result<()> {
        let Iteration { depth, value, progress, .. } = iteration;
        let best = iteration.moves.first().map_or(&[][..], |best| &best.line);
        let line: Vec<String> = best.iter().map(Move::to_string).collect();
        let (nodes, time) = (progress.nodes, progress.time.as_millis());
        let line = line.join(" ");
        writeln!(self.out, "info depth {depth} value {value} nodes {nodes} ms {time} line {line}")
    }
}

fn answer(report: &Report<Move>) -> String {
    let text = |mv: Option<&Move>| mv.map_or_else(|| "none".to_owned(), Move::to_string);
    let (best, reply) = (report.best_move.as_ref(), report.line.moves.get(1));
    format!("bestmove {} ponder {}", text(best), text(reply))
}

/// The limits that `go` names, and whether they wait for the opponent's move.
fn question(mut words: SplitWhitespace<'_>) -> Result<(Limits, bool), String> {
    let (mut limits, mut ponders) = (Limits::new(), false);
    let (mut clock, mut increment) = (None, Duration::ZERO);
    while let Some(word) = words.next() {
        match word {
            "ponder" => ponders = true,
            "depth" => limits = limits.depth(number::<u16>(&mut words)?.min(Depth::MAX_PLIES)),
            "nodes" => limits = limits.nodes(number(&mut words)?),
            "time" => limits = limits.time(milliseconds(&mut words)?),
            "clock" => clock = Some(milliseconds(&mut words)?),
            "increment" => increment = milliseconds(&mut words)?,
            other => return Err(format!("what is {other}?")),
        }
    }
    let limits = clock.map_or(limits.clone(), |left| on_clock(limits, left, increment));
    Ok((limits, ponders))
}

/// A thirtieth of the time that is left is for this move, and most of what comes with it. After
/// half of that no iteration begins: it would hardly be completed. One that has begun may take
/// three times as long, but never half of what is left.
fn on_clock(limits: Limits, left: Duration, increment: Duration) -> Limits {
    let share = left / 30 + increment * 3 / 4;
    let most = left / 2;
    limits.soft_time((share / 2).min(most)).time((share * 3).min(most))
}

fn milliseconds(words: &mut SplitWhitespace<'_>) -> Result<Duration, String> {
    number(words).map(|count: u32| Duration::from_millis(count.into()))
}

fn number<N: FromStr>(words: &mut SplitWhitespace<'_>) -> Result<N, String> {
    let number = words.next().and_then(|word| word.parse().ok());
    number.ok_or_else(|| "a number is missing".to_owned())
}

/// Obeys `lines` until they end, or one of them says `quit`.
pub(crate) fn run(
    lines: impl Iterator<Item = String> + Send + 'static,
    out: impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let (events, queue) = channel();
    let mut app = App::new(out, events.clone())?;
    thread::spawn(move || {
        let lines = lines.chain(once("quit".to_owned()));
        lines.for_each(|line| send(&events, Event::Line(line)));
    });
    for event in queue {
        if !app.handle(event)? {
            break;
        }
    }
    Ok(()) // a search under way ends here, with the app
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(BufReader::new(io::stdin()).lines().map_while(Result::ok), io::stdout())
}
