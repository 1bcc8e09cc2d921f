//! Values that depend on the history: repetition and the fifty-move rule.

use crate::child::Uci;

/// White is a rook up; after moves to and fro, `e2e1` repeats a position for the second time.
const TO_AND_FRO: &str =
    "fen 8/8/8/8/3k4/8/8/R3K3 b - - 0 1 moves d4d5 e1e2 d5d4 e2e1 d4d5 e1e2 d5d4";

fn points(value: &str) -> i32 {
    value.strip_prefix("cp ").and_then(|value| value.parse().ok()).expect("points")
}

#[test]
fn the_side_ahead_does_not_repeat() {
    let mut uci = Uci::new();
    assert_eq!(uci.value(TO_AND_FRO, "depth 3 searchmoves e2e1").0, "cp 0");
    let (value, best) = uci.value(TO_AND_FRO, "depth 3");
    assert!(points(&value) > 300 && best != "e2e1", "{value} {best}");
}

#[test]
fn the_side_behind_repeats() {
    let mut uci = Uci::new();
    let game = "fen 8/8/8/3k4/8/8/8/R3K3 w - - 0 1 moves e1e2 d5d4 e2e1 d4d5 e1e2 d5d4 e2e1";
    assert_eq!(uci.value(game, "depth 3"), ("cp 0".to_owned(), "d4d5".to_owned()));
    // The same position without its history is lost.
    let anew = uci.value("fen 8/8/8/8/3k4/8/8/R3K3 b - - 8 5", "depth 3");
    assert!(points(&anew.0) < -300, "{anew:?}");
}

#[test]
fn at_clock_99_only_a_move_that_cannot_be_taken_back_keeps_the_advantage() {
    let mut uci = Uci::new();
    let (value, best) = uci.value("fen 4k3/8/8/8/8/8/4P3/R3K3 w - - 99 100", "depth 3");
    assert!(points(&value) > 300 && best.starts_with("e2e"), "{value} {best}");
    let quiet = uci.value("fen 4k3/8/8/8/8/8/8/R3K3 w - - 99 100", "depth 3");
    assert_eq!(quiet.0, "cp 0");
}

#[test]
fn a_mate_with_the_hundredth_ply_wins() {
    let mut uci = Uci::new();
    let mates = "fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80";
    assert_eq!(uci.value(mates, "depth 3"), ("mate 1".to_owned(), "a1a8".to_owned()));
    assert_eq!(uci.value(mates, "mate 1"), ("mate 1".to_owned(), "a1a8".to_owned()));
}

#[test]
fn an_unclaimed_draw_is_played_on() {
    let mut uci = Uci::new();
    let game = format!("{TO_AND_FRO} e2e1");
    let lines = uci.go(&game, "depth 2");
    assert!(lines[0].contains("a draw can be claimed here"), "{lines:?}");
    assert_eq!(lines.last().expect("an answer")[..2], *"d4");
    let fifty = uci.go("fen 8/8/8/3k4/8/8/8/R3K3 w - - 100 90", "depth 2");
    assert!(fifty[0].contains("a draw can be claimed here") && fifty.len() > 2, "{fifty:?}");
}
