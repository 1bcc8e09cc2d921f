//! [`Copies`]: independent processes of this program that search the same position at the same
//! time, each with one thread and a table of its own.
//!
//! Processes share no allocator, no page tables and no lock. So whatever slows threads down within
//! one process lowers the speed-up only, and not the ceiling with which it is compared.

use super::row::Contestant;
use super::setting::{EngineWork, GameEngine, Setting};
use crate::bench::args::ContestArgs;
use anyhow::{Context, Result, anyhow, ensure};
use eldest::Table;
use eldest_catalog::games::{Catalog, Game, Words};
use eldest_catalog::input::{Entry, Input, STDIN};
use eldest_catalog::text::Value;
use eldest_terminal::{Interrupt, Status};
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Processes that wait for positions to search.
#[derive(Debug, Default)]
pub(super) struct Copies(Vec<SerialProcess>);

impl Copies {
    /// Starts `count` processes for `game`, and waits until all tables are ready.
    pub(super) fn start<C: Catalog>(game: &C, setting: &Setting<'_>, count: u16) -> Result<Self> {
        let start = || SerialProcess::start(&game.name(), setting);
        let started = (0..count).map(|_| start()).collect::<Result<_>>();
        let mut copies = Self(started.context("an independent process")?);
        copies.0.iter_mut().try_for_each(|copy| copy.answer(setting.interrupt).map(drop))?;
        Ok(copies)
    }

    /// Searches the position `text` by `count` processes at the same time, and returns the time and
    /// the value of each.
    pub(super) fn search(
        &mut self,
        text: &str,
        count: u16,
        interrupt: &Interrupt,
    ) -> Result<Vec<(Duration, String)>> {
        let copies = &mut self.0[..usize::from(count)];
        copies.iter_mut().try_for_each(|copy| copy.send(text))?;
        copies.iter_mut().map(|copy| parsed(&copy.answer(interrupt)?)).collect()
    }
}

/// Reads an answer: nanoseconds and the value.
fn parsed(answer: &str) -> Result<(Duration, String)> {
    let (time, value) = answer.split_once(' ').unwrap_or_default();
    let time = time.parse().with_context(|| format!("unexpected answer '{answer}'"))?;
    Ok((Duration::from_nanos(time), value.to_owned()))
}

/// A process that runs [`serve`]. It ends when its stdin is closed, with this process at the
/// latest.
#[derive(Debug)]
struct SerialProcess {
    process: Child,
    /// `None` at the end.
    positions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl SerialProcess {
    fn start(game: &str, setting: &Setting<'_>) -> Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["bench", "--scaling", "--copy", "--input", STDIN, "--game", game]);
        command.args(["--table-mib", &(setting.bytes >> 20).to_string()]);
        command.args(setting.depth.map(|plies| format!("--depth={plies}")));
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let positions = process.stdin.take();
        let answers = BufReader::new(process.stdout.take().expect("stdout is a pipe"));
        Ok(Self { process, positions, answers })
    }

    fn send(&mut self, text: &str) -> Result<()> {
        let positions = self.positions.as_mut().expect("it is closed only at the end");
        positions.write_all(format!("{text}\n").as_bytes()).context("an independent process")
    }

    fn answer(&mut self, interrupt: &Interrupt) -> Result<String> {
        let mut line = String::new();
        interrupt.while_waiting(|| self.answers.read_line(&mut line))?;
        ensure!(line.ends_with('\n'), "an independent process ended early");
        Ok(line.trim_end().to_owned())
    }
}

impl Drop for SerialProcess {
    fn drop(&mut self) {
        self.positions = None;
        let _ = self.process.wait();
    }
}

/// Is one of the processes: searches each position of the input with an empty table, and prints its
/// time and value.
pub(super) fn serve<C: Catalog>(args: &ContestArgs, setting: &Setting<'_>) -> Result<Status> {
    let game = args.game.as_ref().expect("clap requires a game").of::<C>();
    setting.run(&game, Service { args, setting })?;
    Ok(Status::Done)
}

struct Service<'a> {
    args: &'a ContestArgs,
    setting: &'a Setting<'a>,
}

impl EngineWork for Service<'_> {
    /// The table is cleared before the answer, so that all processes begin the next search at the
    /// same time.
    fn run<G: Game, T: Table + 'static>(
        self,
        game: &G,
        mut engine: GameEngine<G, T>,
    ) -> Result<()> {
        let Self { args, setting } = self;
        let input = Input::new(Vec::new(), &args.input, Words::of(game))?;
        engine.set_options(Contestant::SERIAL.options(*engine.options()));
        engine.clear();
        print("ready")?;
        for entry in received(input, setting.interrupt.clone()) {
            let position = game.parse(&entry.text).map_err(|error| anyhow!(error.reason))?;
            let report = setting.search::<G, T>(&mut engine, &position)?;
            engine.clear();
            let (time, value) = (report.progress.time.as_nanos(), Value::from(report.bounds));
            print(format_args!("{time} {value}"))?;
        }
        Ok(())
    }
}

fn print(answer: impl Display) -> Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{answer}").and_then(|()| stdout.flush()).context("stdout")
}

/// Returns the positions of `input` as they arrive. Its end stops the search in progress, and ends
/// the program.
fn received(mut input: Input, interrupt: Interrupt) -> impl Iterator<Item = Entry> {
    let (sender, receiver) = std::sync::mpsc::channel();
    thread::spawn(move || {
        while let Ok(Some(entry)) = input.next_entry()
            && sender.send(entry).is_ok()
        {}
        interrupt.exit(Status::Done)
    });
    receiver.into_iter()
}
