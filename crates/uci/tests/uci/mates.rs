//! `go mate` finds the shortest mate, and none if there is none.

use crate::child::{Uci, position};
use eldest_uci::mate_line::{Completer, MOST_PLAYED, NODES_PER_MOVE};
use eldest_uci::{Move, Position};
use std::fs;
use std::path::Path;

const KIWIPETE: &str = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn a_mate_is_found_and_is_the_shortest() {
    let mut uci = Uci::new();
    // There is a mate in 1 by the queen, and there are others in 2.
    let value = uci.value("fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "mate 4");
    assert_eq!(value, ("mate 1".to_owned(), "g5g7".to_owned()));
    // A problem: only the key move mates in 2.
    let value = uci.value("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "mate 3");
    assert_eq!(value, ("mate 2".to_owned(), "a1a6".to_owned()));
}

#[test]
fn a_missing_mate_is_reported_and_a_legal_move_played() {
    let mut uci = Uci::new();
    let lines = uci.go("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "mate 1");
    assert!(lines.contains(&"info string there is no mate in 1".to_owned()), "{lines:?}");
    assert!(lines.last().expect("an answer").len() >= 4);
    let stopped = uci.go("startpos", "mate 5 nodes 2000");
    assert!(stopped.iter().any(|line| line.contains("stopped before")), "{stopped:?}");
    assert_eq!(
        uci.go("startpos", "mate 2 searchmoves a2a3").last().expect("an answer")[..4],
        *"a2a3"
    );
}

/// The history is ignored: the mate leads through earlier positions of the game.
#[test]
fn a_mate_is_found_after_moves_to_and_fro() {
    let mut uci = Uci::new();
    let game =
        "fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1 moves a1a6 b8c7 a6a1 c7b8 a1a6 b8c7 a6a1 c7b8";
    assert_eq!(uci.value(game, "mate 2"), ("mate 2".to_owned(), "a1a6".to_owned()));
}

/// The line of an exact mate score ends in the mate, though cutoffs and quiescence give values
/// without moves.
#[test]
fn every_exact_mate_comes_with_its_whole_line() {
    let fens = [
        "1r4k1/p1p1bpp1/7p/3q3P/8/KN2Q2P/PPP5/RN5R w - - 0 1",
        "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/1R2R1K1 w - - 0 1",
    ];
    let mut mates = 0;
    for settings in [
        "Algorithm value ybw",
        "Threads value 2",
        "Algorithm value lazy-smp\nsetoption name MultiPV value 4",
    ] {
        let mut uci = Uci::new();
        uci.send(&format!("setoption name {settings}"));
        for fen in fens {
            let lines = uci.go(&format!("fen {fen}"), "depth 5");
            mates += lines.iter().filter(|line| is_whole(fen, line)).count();
        }
    }
    assert!(mates >= 12, "{mates}");
}

/// Whether `line` has an exact mate score. If so, checks that its moves end in that mate.
fn is_whole(fen: &str, line: &str) -> bool {
    let Some((_, mate)) = line.split_once(" score mate ") else { return false };
    let (moves, rest) = mate.split_once(' ').expect("counts");
    let moves: i32 = moves.parse().expect("a number");
    let Some((counts, played)) = rest.split_once(" pv ") else { return false };
    if counts.contains("bound") {
        return false;
    }
    let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
    assert_eq!(played.split(' ').count() as i32, plies, "{fen}: {line}");
    let end = position(&format!("fen {fen} moves {played}"));
    assert!(end.in_check() && end.legal_moves().is_empty(), "{fen}: {line}");
    true
}

/// Completes `line` in the first report of a search from `root`.
fn completed(root: &Position, line: &[Move], plies: u32) -> Option<Vec<Move>> {
    Completer::new(root.clone()).completed(line, plies, 0)
}

/// The completer reads no clock, so the moves that it plays are bounded, per report (with any
/// number of lines) and per search.
#[test]
fn the_work_of_completing_lines_is_bounded() {
    let root = position(KIWIPETE);
    let mut completer = Completer::new(root.clone());
    let lines: Vec<_> = root.legal_moves().into_iter().map(|mv| vec![mv]).collect();
    let mut report = |nodes: u64| {
        let before = completer.played();
        for line in &lines {
            assert_eq!(completer.completed(line, 11, nodes), None);
        }
        completer.played() - before
    };
    assert_eq!(
        report(0),
        MOST_PLAYED,
        "there is no mate to be found, but there is much to look at"
    );
    assert_eq!(report(0), 0);
    assert_eq!(report(80 * NODES_PER_MOVE), 80);
    assert_eq!(report(1_000_000_000), MOST_PLAYED);
}

/// A mate is reported again at each depth, but completed once.
#[test]
fn a_line_is_completed_once() {
    let root = position("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let mut completer = Completer::new(root.clone());
    let first = completer.completed(&[], 3, 100).expect("a mate");
    let played = completer.played();
    assert!(played > 0);
    assert_eq!(completer.completed(&[], 3, 200), Some(first));
    assert_eq!(completer.played(), played);
}

/// A line that ends too early is completed with best play; without such a mate, it is not.
#[test]
fn a_line_to_mate_is_completed_from_any_ply_on() {
    let root = position("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    for known in [&["a1a6", "b7a6", "b6b7"][..], &["a1a6", "b7a6"], &["a1a6"], &[]] {
        let mut now = root.clone();
        let line: Vec<_> = known.iter().map(|text| played(&mut now, text)).collect();
        let whole = completed(&root, &line, 3);
        let whole = whole.expect("a mate");
        assert!(whole.len() == 3 && whole.starts_with(&line), "{known:?}: {whole:?}");
        let mut end = root.clone();
        whole.into_iter().for_each(|mv| end.advance(mv));
        assert!(end.in_check() && end.legal_moves().is_empty(), "{end}");
    }
    assert_eq!(completed(&root, &[], 1), None);
    // White's second move does not lead to the mate, and is replaced.
    let mut now = root.clone();
    let wrong = ["a1a6", "b8c7", "a6a1"].map(|text| played(&mut now, text));
    let whole = completed(&root, &wrong, 3).expect("a mate");
    assert!(whole.len() == 3 && whole[0] == wrong[0] && whole[2] != wrong[2], "{whole:?}");
    // After this move there is no mate in 2.
    let mut now = root.clone();
    let wrong = [played(&mut now, "c8d7")];
    assert_eq!(completed(&root, &wrong, 3), None);
}

fn played(now: &mut Position, text: &str) -> Move {
    let mv = now.parse_uci(text).expect("a move");
    now.advance(mv);
    mv
}

fn mates(moves: u32) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/suites/chess/mates.epd");
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

#[allow(clippy::print_stderr, reason = "a skipped test is reported")]
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
