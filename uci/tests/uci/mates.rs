//! `go mate`: the shortest mate, and none where there is none.

use crate::child::Uci;
use std::fs;
use std::path::Path;

#[test]
fn a_mate_is_found_and_is_the_shortest() {
    let mut uci = Uci::new();
    // A queen's mate in 1 among others in 2.
    let value = uci.value("fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "mate 4");
    assert_eq!(value, ("mate 1".to_owned(), "g5g7".to_owned()));
    // Rinck's kind: only the key mates in 2.
    let value = uci.value("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "mate 3");
    assert_eq!(value, ("mate 2".to_owned(), "a1a6".to_owned()));
}

#[test]
fn where_there_is_no_mate_that_is_said_and_a_legal_move_played() {
    let mut uci = Uci::new();
    let lines = uci.go("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "mate 1");
    assert!(lines.contains(&"info string there is no mate in 1".to_owned()), "{lines:?}");
    assert!(lines.last().expect("an answer").len() >= 4);
    let stopped = uci.go("startpos", "mate 5 nodes 2000");
    assert!(stopped.iter().any(|line| line.contains("was found before the end")), "{stopped:?}");
    assert_eq!(
        uci.go("startpos", "mate 2 searchmoves a2a3").last().expect("an answer")[..4],
        *"a2a3"
    );
}

/// What was before does not count: the way to mate leads through positions of the game.
#[test]
fn a_mate_is_found_after_moves_to_and_fro() {
    let mut uci = Uci::new();
    let game =
        "fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1 moves a1a6 b8c7 a6a1 c7b8 a1a6 b8c7 a6a1 c7b8";
    assert_eq!(uci.value(game, "mate 2"), ("mate 2".to_owned(), "a1a6".to_owned()));
}

fn mates(moves: u32) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites/chess/mates.epd");
    let Ok(text) = fs::read_to_string(&file) else { return skip(&file) };
    let mut uci = Uci::new();
    let wanted = format!("bm #{moves};");
    for line in text.lines().filter(|line| line.contains(&wanted)) {
        let fen = line.split(" bm ").next().expect("a position");
        let (value, _) = uci.value(&format!("fen {fen}"), &format!("mate {}", moves + 1));
        assert_eq!(value, format!("mate {moves}"), "{line}");
        let shorter = uci.go(&format!("fen {fen}"), &format!("mate {}", moves - 1));
        assert!(shorter.iter().any(|line| line.contains("there is no mate in")), "{line}");
    }
}

#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn skip(file: &Path) {
    eprintln!("SKIPPED: there is no {}", file.display());
}

#[test]
fn mates_in_2_of_a_collection_are_found() {
    mates(2);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn mates_in_3_and_4_of_a_collection_are_found() {
    mates(3);
    mates(4);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn mates_in_5_of_a_collection_are_found() {
    mates(5);
}
