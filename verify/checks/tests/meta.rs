//! Tests of the checks: each part of a true report is falsified in turn, and each change must be
//! noticed.

use arbitrary::Unstructured;
use eldest::report::{LineEnd, StopReason};
use eldest::{Bound, Bounds, Depth, Engine, Limits, Options, Position, Report, Score};
use eldest_checks::answers::{check_legal, check_report};
use eldest_checks::graph::GraphValues;
use eldest_checks::sharing::check_counts;
use eldest_checks::{GameGraph, SplitMix64};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

type Game = GameGraph<true, false>;
/// Falsifies one part of a report.
type Break = (&'static str, fn(&mut Report<u16>));

/// A game longer than the searched depth, with several moves at each node of its best line.
fn game() -> Game {
    let bytes = |seed| SplitMix64(seed).input_within(2_000, 2_000);
    let graph = |seed| Game::hardy_within(&mut Unstructured::new(&bytes(seed)), 150, 250, 9);
    let graphs = (0..1_000).map(|seed| graph(seed).expect("any bytes are valid"));
    let is_long = |graph: &Game| {
        let report = searched(graph);
        let is_open = !report.proved && report.line.moves.len() == usize::from(PLIES);
        is_open && report.moves.len() > 2 && report.value() != Some(Score::DRAW)
    };
    graphs.filter(|graph| graph.over().is_none()).find(is_long).expect("one of a thousand")
}

const PLIES: u16 = 4;

fn searched(graph: &Game) -> Report<u16> {
    let builder = Engine::<Game>::builder().evaluator(graph.judge()).threads(2);
    let mut engine = builder.table_bytes(1 << 16).build().expect("an engine");
    engine.search(graph, &Limits::new().depth(PLIES)).expect("a report")
}

/// Checks that `check` notices each of `breaks`, and accepts the unchanged report.
fn notices(report: &Report<u16>, breaks: &[Break], check: impl Fn(&Report<u16>)) {
    let accepts = |report: &Report<u16>| catch_unwind(AssertUnwindSafe(|| check(report))).is_ok();
    assert!(accepts(report), "{report:#?}");
    for (what, change) in breaks {
        let mut broken = report.clone();
        change(&mut broken);
        assert_ne!(&broken, report, "{what} was not changed");
        assert!(!accepts(&broken), "nothing is noticed if {what} is wrong: {broken:#?}");
    }
}

fn one_more(bounds: Bounds) -> Bounds {
    let [lower, upper] = [bounds.lower(), bounds.upper()].map(|score| Score::new(score.get() + 1));
    Bounds::new(lower, upper)
}

#[test]
fn every_part_of_an_answer_is_checked() {
    let (graph, options) = (game(), Options::default());
    let values = GraphValues::of(&graph);
    let check = |report: &Report<u16>| {
        let depth = Depth::plies(PLIES);
        check_report(&values, report, &graph, depth, true, &options);
    };
    let breaks: &[Break] = &[
        ("the best move", |report| report.best_move = Some(report.moves[1].mv)),
        ("no best move", |report| report.best_move = None),
        ("the value", |report| report.bounds = one_more(report.bounds)),
        ("the depth", |report| report.depth = Some(Depth::plies(PLIES + 1))),
        ("the end of the line", |report| report.line.end = LineEnd::GameOver),
        ("the length of the line", |report| report.line.moves.truncate(1)),
        ("the order of moves", |report| report.moves.swap(0, 1)),
        ("a move that is missing", |report| report.moves.truncate(2)),
        ("a move that is named twice", |report| report.moves.push(report.moves[1].clone())),
        ("the value of the best move", |report| report.moves[0].value = Score::WIN),
        ("the bound of the best move", |report| report.moves[0].bound = Bound::Lower),
        ("the depth of the best move", |report| report.moves[0].depth = Depth::plies(1)),
        ("the value of another move", |report| {
            (report.moves[1].value, report.moves[1].bound) = (Score::WIN, Bound::Lower);
        }),
        ("the line of another move", |report| report.moves[1].line[0] = report.moves[0].mv),
        ("the proof", |report| report.proved = true),
        ("exactness", |report| report.exact = false),
        ("the reason for the end", |report| report.stop_reason = StopReason::Nodes),
    ];
    notices(&searched(&graph), breaks, check);
}

#[test]
fn every_line_is_checked() {
    let graph = game();
    let check = |report: &Report<u16>| check_legal(report, &graph, &"a broken line");
    let breaks: &[Break] = &[
        ("the line", |report| report.line.moves[1] = 999),
        ("the line of the best move", |report| report.moves[0].line[1] = 999),
        ("the line of another move", |report| report.moves[1].line.push(999)),
    ];
    notices(&searched(&graph), breaks, check);
}

#[test]
fn every_count_is_checked() {
    let check = |report: &Report<u16>| check_counts(report, 2);
    let breaks: &[Break] = &[
        ("a worker", |report| report.workers.truncate(1)),
        ("nodes of the progress", |report| report.progress.nodes += 1),
        ("nodes of a worker", |report| report.workers[1].nodes += 1),
        ("nodes", |report| report.statistics.nodes += 1),
        ("nodes of quiescence", |report| report.statistics.quiescence_nodes += 1),
        ("entries found", |report| report.statistics.table_hits += 1),
        ("entries used", |report| report.statistics.table_cutoffs += 1),
        ("entries of children used", |report| report.statistics.etc_cutoffs += 1),
        ("re-searches", |report| report.statistics.researches += 1),
        ("split points", |report| report.statistics.splits += 1),
        ("steals", |report| report.statistics.steals += 1),
        ("passes beside", |report| report.statistics.passes_beside += 1),
        ("deferred moves", |report| report.statistics.deferred += 1),
        ("aborted moves", |report| report.statistics.aborts += 1),
        ("aborted nodes", |report| report.statistics.aborted_nodes += 1),
        ("idle time", |report| report.statistics.idle += Duration::from_nanos(1)),
        ("first cutoffs", |report| report.statistics.cutoffs[0] += 1),
        ("last cutoffs", |report| *report.statistics.cutoffs.last_mut().expect("one") += 1),
    ];
    notices(&searched(&game()), breaks, check);
}
