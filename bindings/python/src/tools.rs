//! Matches, certificates, trees, comparisons and the check of a game.

use crate::engine::Engine;
use crate::error::{failure, raised};
use crate::exit;
use crate::options::{ENGINE_OPTIONS, argument, engine_options, get, limits, only, set};
use crate::place::Place;
use crate::task::Task;
use eldest_bindings as core;
use eldest_bindings::certificate::{self, Claim};
use eldest_bindings::compare::{CompareOptions, Row};
use eldest_bindings::conformance::CheckOptions;
use eldest_bindings::contest::{self, MatchOptions, MatchReport, PlayerOptions};
use eldest_bindings::tree::{Format, TreeOptions};
use eldest_bindings::{Error, Game, Side};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::path::PathBuf;
use std::time::Duration;

/// Begins the end of the program: no other thread returns to the interpreter from here on.
#[pyfunction]
pub(crate) fn begin_exit() {
    exit::begin_exit();
}

/// Waits until no thread needs the interpreter, at most this number of seconds; returns whether none
/// does.
#[pyfunction]
pub(crate) fn settle(py: Python<'_>, seconds: f64) -> bool {
    py.detach(|| exit::settle(Duration::from_secs_f64(seconds.clamp(0.0, 1e6))))
}

/// Forgets the threads of the process that made this one by `fork`.
#[pyfunction]
pub(crate) fn forget_threads() {
    exit::forget_threads();
}

/// Lists the shipped games: name, variants, title, and the text of positions.
#[pyfunction]
pub(crate) fn games() -> Vec<(&'static str, Vec<&'static str>, &'static str, &'static str)> {
    let row = |game: core::GameInfo| (game.name, game.variants.to_vec(), game.title, game.help);
    Game::all().into_iter().map(row).collect()
}

/// Lists the algorithms that can be compared, and those that can be drawn.
#[pyfunction]
pub(crate) fn algorithms() -> (Vec<&'static str>, Vec<&'static str>) {
    (core::compare::algorithms(), core::tree::algorithms())
}

/// Checks certificates: game, position, bounds and the number of records.
#[pyfunction]
#[pyo3(signature = (paths, game=None))]
pub(crate) fn check(paths: Vec<PathBuf>, game: Option<&Bound<'_, PyAny>>) -> PyResult<Task> {
    let place = game.map(Place::open).transpose()?;
    Ok(Task::begin(move |stop| {
        let paths: Vec<_> = paths.iter().map(PathBuf::as_path).collect();
        let checked = certificate::check(&paths, place.as_ref().map(|place| &place.game), stop)?;
        let (lower, upper) = (checked.value.lower.get(), checked.value.upper.get());
        Ok((checked.game, checked.position, lower, upper, checked.records))
    }))
}

/// Checks the promises of a game: the numbers of what was examined, and the doubts.
#[pyfunction]
pub(crate) fn conformance(
    engine: &Bound<'_, Engine>,
    position: &Bound<'_, PyAny>,
    positions: &Bound<'_, PyAny>,
) -> PyResult<Task> {
    let positions = argument(positions, "positions")?;
    let place = engine.get().place(position.py())?;
    let (game, (position, _)) = (place.game.clone(), place.position(position)?);
    Ok(Task::begin(move |stop| {
        let options = CheckOptions { positions, stop: Some(stop.clone()) };
        let found = core::conformance::check(&game, Some(&position), &options)?;
        let counts = [found.positions, found.games, found.longest, found.solved];
        let repeated = [found.repeated_keys, found.repetitions, found.texts];
        Ok(([&counts[..], &repeated[..]].concat(), found.doubts))
    }))
}

/// Draws the tree that algorithms search below a position.
#[pyfunction]
pub(crate) fn tree(
    engine: &Bound<'_, Engine>,
    position: &Bound<'_, PyAny>,
    format: &str,
    given: &Bound<'_, PyDict>,
) -> PyResult<Task> {
    let (position, _) = engine.get().place(position.py())?.position(position)?;
    let (options, format) = (tree_options(given)?, format_of(given.py(), format)?);
    Ok(Task::begin(move |_| core::tree::draw(&position, &options, format)))
}

/// Searches a position with several algorithms: a row for each.
#[pyfunction]
pub(crate) fn compare(
    engine: &Bound<'_, Engine>,
    position: &Bound<'_, PyAny>,
    given: &Bound<'_, PyDict>,
) -> PyResult<Task> {
    let (position, _) = engine.get().place(position.py())?.position(position)?;
    let options = compare_options(given)?;
    Ok(Task::begin(move |stop| {
        let options = CompareOptions { stop: Some(stop.clone()), ..options };
        let rows = core::compare::compare(&position, &options)?.into_iter();
        let row = |row: Row| {
            let (lower, upper) = (row.value.lower.get(), row.value.upper.get());
            let rest = (row.best_move, row.nodes, row.seconds, row.is_complete);
            ((row.algorithm, row.threads, lower, upper), rest)
        };
        Ok(rows.map(row).collect::<Vec<_>>())
    }))
}

/// Writes a certificate: its records and bytes.
#[pyfunction]
pub(crate) fn certify(
    engine: &Bound<'_, Engine>,
    position: &Bound<'_, PyAny>,
    least: &Bound<'_, PyAny>,
    most: &Bound<'_, PyAny>,
    out: PathBuf,
    given: &Bound<'_, PyDict>,
) -> PyResult<Task> {
    let (py, place) = (position.py(), engine.get().place(position.py())?);
    let ((position, _), mut limits) = (place.position(position)?, limits(given)?);
    let engine = engine.get().engine(py)?;
    let claim = match (argument(least, "at_least")?, argument(most, "at_most")?) {
        (Some(least), None) => Claim::AtLeast(least),
        (None, Some(most)) => Claim::AtMost(most),
        _ => return Err(option(py, "a certificate proves either at_least or at_most")),
    };
    Ok(Task::begin(move |stop| {
        limits.stop = Some(stop.clone());
        let written = certificate::certify(&engine, &position, claim, &out, &limits)?;
        Ok((written.records, written.bytes))
    }))
}

/// Plays a match between two players, each of which is a dictionary of options and limits.
#[pyfunction]
pub(crate) fn play_match(
    engine: &Bound<'_, Engine>,
    players: [Bound<'_, PyAny>; 2],
    given: &Bound<'_, PyDict>,
    on_pair: Option<Py<PyAny>>,
) -> PyResult<Task> {
    let [first, second] = players;
    let players = [player(&first)?, player(&second)?];
    let game = engine.get().place(given.py())?.game.clone();
    let options = match_options(given)?;
    Ok(Task::begin(move |stop| {
        let options = MatchOptions { stop: Some(stop.clone()), ..options };
        let mut report_pair = |report: &MatchReport| {
            let Some(callback) = &on_pair else { return Ok(()) };
            let counts = (report.wins, report.draws, report.losses);
            Python::attach(|py| callback.call1(py, counts).map(drop))
                .map_err(|error| failure("on_pair()", error))
        };
        contest::play_match(&game, &players, &options, &mut report_pair).map(flat)
    }))
}

/// A match, as Python receives it.
type Flat = (u64, u64, u64, Option<[f64; 3]>, Vec<(Vec<String>, u8, i32, Option<i32>)>);

fn flat(report: MatchReport) -> Flat {
    let game = |game: contest::PlayedGame| {
        (game.moves, u8::from(game.side == Side::Second), game.result, game.score)
    };
    let games = report.games.into_iter().map(game).collect();
    let elo = match (report.elo, report.elo_low, report.elo_high) {
        (Some(elo), Some(low), Some(high)) => Some([elo, low, high]),
        _ => None,
    };
    (report.wins, report.draws, report.losses, elo, games)
}

/// Reads a player: the text `random`, or a dictionary.
fn player(given: &Bound<'_, PyAny>) -> PyResult<PlayerOptions> {
    if let Ok(fields) = given.cast::<PyDict>() {
        only(fields, &[ENGINE_OPTIONS, &["depth", "time", "soft_time", "nodes"]].concat())?;
        return Ok(PlayerOptions::Engine(engine_options(fields)?, limits(fields)?));
    }
    if given.cast::<PyString>().is_ok_and(|text| text == "random") {
        return Ok(PlayerOptions::Random(1));
    }
    let message =
        format!("a player is {given}; expected a dict of options and limits, or 'random'");
    Err(option(given.py(), &message))
}

fn match_options(given: &Bound<'_, PyDict>) -> PyResult<MatchOptions> {
    let mut options = MatchOptions::default();
    set(given, "pairs", &mut options.pairs)?;
    set(given, "opening_plies", &mut options.opening_plies)?;
    set(given, "seed", &mut options.seed)?;
    set(given, "threads", &mut options.threads)?;
    set(given, "max_plies", &mut options.max_plies)?;
    Ok(options)
}

fn tree_options(given: &Bound<'_, PyDict>) -> PyResult<TreeOptions> {
    let mut options = TreeOptions { depth: get(given, "depth")?, ..TreeOptions::default() };
    set(given, "algorithms", &mut options.algorithms)?;
    set(given, "max_nodes", &mut options.max_nodes)?;
    set(given, "seen_from_root", &mut options.seen_from_root)?;
    set(given, "types", &mut options.types)?;
    Ok(options)
}

fn compare_options(given: &Bound<'_, PyDict>) -> PyResult<CompareOptions> {
    let mut options = CompareOptions { depth: get(given, "depth")?, ..CompareOptions::default() };
    set(given, "algorithms", &mut options.algorithms)?;
    set(given, "threads", &mut options.threads)?;
    set(given, "table_mib", &mut options.table_mib)?;
    set(given, "max_nodes", &mut options.max_nodes)?;
    Ok(options)
}

fn format_of(py: Python<'_>, name: &str) -> PyResult<Format> {
    match name {
        "svg" => Ok(Format::Svg),
        "text" => Ok(Format::Text),
        "dot" => Ok(Format::Dot),
        "json" => Ok(Format::Json),
        _ => Err(option(py, &format!("format is {name}; expected svg, text, dot or json"))),
    }
}

fn option(py: Python<'_>, message: &str) -> PyErr {
    raised(py, &Error::Option(message.to_owned()))
}
