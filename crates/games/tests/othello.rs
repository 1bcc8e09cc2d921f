//! Compares Othello with published numbers.

use eldest::conformance::perft;
use eldest::{Engine, Limits, Score};
use eldest_games::notation::Notation;
use eldest_games::othello::{self, Empties, Iago, Othello, OthelloRules};
use std::path::Path;

/// A pass is a ply. Published counts add two passes to a finished game, which makes no difference
/// before the ninth ply on the standard board, and before the eighth on the smallest.
#[test]
fn games_branch_as_published() {
    let counts = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&mut Othello::default(), depth), count, "{depth}");
    }
    let mut small = Othello::new(OthelloRules::new(4, Empties::Winner).expect("a size"));
    for (depth, count) in (1..).zip([4, 12, 44, 128, 424, 1_256, 3_624]) {
        assert_eq!(perft(&mut small, depth), count, "{depth}");
    }
}

#[test]
fn the_second_player_wins_on_the_smallest_board() {
    for (empties, value) in [(Empties::Neither, -8), (Empties::Winner, -10)] {
        let small = Othello::new(OthelloRules::new(4, empties).expect("a size"));
        let report = engine(small.rules()).solve(&small, &Limits::new()).expect("a report");
        assert_eq!(report.value(), Some(Score::new(value)), "{empties:?}");
    }
}

/// Positions with different rules have the same keys, but different values.
#[test]
fn what_an_engine_knows_by_other_rules_does_not_count() {
    let by = |empties| Othello::new(OthelloRules::new(4, empties).expect("a size"));
    let mut engine = engine(by(Empties::Neither).rules());
    for _ in 0..2 {
        for (empties, value) in [(Empties::Neither, -8), (Empties::Winner, -10)] {
            let report = engine.solve(&by(empties), &Limits::new()).expect("a report");
            assert_eq!(report.value(), Some(Score::new(value)), "{empties:?}");
        }
    }
}

/// Creates an engine with the evaluator and options of the program.
fn engine(rules: OthelloRules) -> Engine<Othello, Iago> {
    let builder = Engine::<Othello>::builder().evaluator(Iago::new(rules));
    builder.options(othello::options()).build().expect("an engine")
}

/// Reads the endgames in `file`, if it exists.
#[allow(clippy::print_stderr, reason = "a skipped test reports that")]
fn suite(file: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/suites/othello");
    let text = std::fs::read_to_string(folder.join(file));
    text.map_err(|error| eprintln!("SKIPPED: {file} in {}: {error}", folder.display())).ok()
}

/// Solves endgames of the French Othello federation: `BOARD X; MOVE:SCORE; MOVE:SCORE;`, the best
/// first.
fn endgames(file: &str, lines: impl Fn(usize) -> bool) {
    let Some(text) = suite(file) else { return };
    let mut engine = engine(OthelloRules::default());
    for (number, line) in text.lines().enumerate().filter(|(number, _)| lines(*number)) {
        let mut parts = line.split(';').map(str::trim).filter(|part| !part.is_empty());
        let board = parts.next().expect("a board");
        let position = Othello::parse_position(OthelloRules::default(), board).expect("a position");
        let listed: Vec<(String, i32)> = parts.map(listed).collect();
        let best = listed.iter().map(|(_, score)| *score).max().expect("a move");
        let report = engine.solve(&position, &Limits::new()).expect("a report");
        assert_eq!(report.value(), Some(Score::new(best)), "{number}: {line}");
        let mv = position.format_move(report.best_move.expect("a move"));
        assert!(listed.contains(&(mv.clone(), best)), "{number}: {mv} in {line}");
    }
}

/// Reads `G8:+18` as `g8` and 18.
fn listed(text: &str) -> (String, i32) {
    let (mv, score) = text.split_once(':').expect("a colon");
    (mv.to_lowercase(), score.parse().expect("a score"))
}

#[test]
fn endgames_with_few_empty_squares_are_solved() {
    endgames("ffo-1-19.obf", |number| number < 5);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn endgames_are_solved() {
    endgames("ffo-1-19.obf", |_| true);
    endgames("ffo-20-39.obf", |_| true);
}
