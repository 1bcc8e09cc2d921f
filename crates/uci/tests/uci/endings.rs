//! Endings are played by a database.

use crate::child::{Uci, position};
use eldest::{Position as _, Score};
use eldest_games::chess::endings::{ChessEndings, Endings};
use eldest_games::chess::{Chess, Full};
use eldest_retro::{Builder, Database, Probe};
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

type Rooks = Database<ChessEndings<Full>>;

/// Returns the folder with the endings of king and rook against king, built once for all tests, and
/// the database.
fn rooks() -> &'static (TempDir, Rooks) {
    static ROOKS: OnceLock<(TempDir, Rooks)> = OnceLock::new();
    ROOKS.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let endings = || Endings::of(&["KRvK"]).expect("a name");
        Builder::new(folder.path(), "chess").build(&endings()).expect("a database");
        let database = Database::open(folder.path(), "chess", endings().into());
        (folder, database.expect("a database"))
    })
}

/// Starts the program with the database.
fn with_rooks() -> Uci {
    let mut uci = Uci::new();
    let folder = rooks().0.path().display();
    let reply = uci.replies(&format!("setoption name DatabasePath value {folder}"));
    assert_eq!(reply, ["info string 1 endings are known"]);
    uci
}

/// Returns a random position with White to move, which White wins.
fn random(rng: &mut fastrand::Rng) -> (String, u32) {
    loop {
        let mut board = [b'1'; 64];
        for man in *b"KRk" {
            board[rng.usize(..64)] = man;
        }
        let rows: Vec<_> = board.chunks(8).map(|row| String::from_utf8_lossy(row)).collect();
        let fen = format!("{} w - - 0 1", rows.join("/"));
        let Ok(position) = fen.parse::<Chess<Full>>() else { continue };
        let value = rooks().1.probe(&position).filter(|value| *value > Score::DRAW);
        if let Some(plies) = value.and_then(Score::distance) {
            return (position.to_string(), plies);
        }
    }
}

/// Returns Black's move that delays the mate the longest.
fn defence(position: &Chess<Full>) -> Option<String> {
    let value = |mv| {
        let mut after = position.clone();
        let _ = after.play(mv);
        after.over().or_else(|| rooks().1.probe(&after))
    };
    let best = position.legal_moves().into_iter().min_by_key(|&mv| value(mv));
    best.map(|mv| position.uci(mv))
}

/// Plays `games` positions to mate, and compares the plies with the database.
fn mates(games: usize) {
    let (mut uci, mut rng) = (with_rooks(), fastrand::Rng::with_seed(19_700_101));
    for _ in 0..games {
        let (fen, plies) = random(&mut rng);
        let mut game = format!("fen {fen} moves");
        for ply in (0..plies).step_by(2) {
            let (score, best) = uci.value(&game, "depth 1");
            assert_eq!(score, format!("mate {}", (plies - ply).div_ceil(2)), "{game}");
            game = format!("{game} {best}");
            let reply = defence(&position(&game));
            assert_eq!(reply.is_none(), ply + 1 == plies, "{game}");
            game.extend(reply.map(|reply| format!(" {reply}")));
        }
        assert_eq!(position(&game).over(), Some(Score::LOSS), "{game}");
    }
}

#[test]
fn king_and_rook_mate_in_the_fewest_moves() {
    mates(40);
}

#[test]
#[ignore = "slow"]
fn king_and_rook_mate_in_the_fewest_moves_from_a_thousand_positions() {
    mates(1_000);
}

#[test]
fn the_whole_line_is_shown_and_limits_are_kept() {
    let mut uci = with_rooks();
    uci.send("setoption name MultiPV value 2");
    let lines = uci.go("fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1", "infinite searchmoves a1b2 b1b8\nstop");
    let lines: Vec<_> = lines.iter().filter(|line| line.contains(" score mate ")).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    for (rank, line) in (1..).zip(lines) {
        let (head, pv) = line.split_once(" pv ").expect("a line");
        let plies = pv.split(' ').count();
        assert!(head.starts_with(&format!("info depth {plies} seldepth {plies} multipv {rank} ")));
        assert!(head.contains(&format!(" score mate {} nodes 0 ", plies.div_ceil(2))), "{line}");
    }
}

#[test]
fn a_mate_is_answered_if_it_is_short_enough() {
    let mut uci = with_rooks();
    let won = "fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1";
    let (score, _) = uci.value(won, "mate 30");
    assert!(score.starts_with("mate "), "{score}");
    let lines = uci.go(won, "mate 1");
    assert!(lines.contains(&"info string there is no mate in 1".to_owned()), "{lines:?}");
}

/// The rook is lost, or there is too little time left on the clock of the fifty-move rule.
#[test]
fn draws_are_kept_and_the_clock_counts() {
    let mut uci = with_rooks();
    let lines = uci.go("fen 8/8/8/8/8/1k6/2R5/K7 b - - 0 1", "depth 3");
    assert_eq!(lines.last().expect("a move"), "b3c2", "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("drawn by the database")), "{lines:?}");
    let late = uci.go("fen 8/8/8/3k4/8/8/8/KR6 w - - 90 60", "depth 2");
    assert!(!late.iter().any(|line| line.contains(" mate ")), "{late:?}");
}

#[test]
fn a_wrong_path_is_reported_and_nothing_is_known() {
    let mut uci = with_rooks();
    let open = |uci: &mut Uci, path: &str| {
        uci.replies(&format!("setoption name DatabasePath value {path}"))
    };
    let nowhere = open(&mut uci, "/nowhere");
    assert!(nowhere[0].starts_with("info string DatabasePath: /nowhere "), "{nowhere:?}");
    assert!(uci.nodes("fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1", "depth 2") > 0);
    let empty = tempfile::tempdir().expect("a folder");
    let reply = open(&mut uci, &empty.path().display().to_string());
    assert!(reply[0].contains("has no endings"), "{reply:?}");
    assert!(open(&mut uci, "<empty>").is_empty());
    assert!(Path::new(rooks().0.path()).exists());
}

/// White takes the knight at once, and wins with king and rook against king.
const TAKES: &str = "fen 8/8/8/3k4/8/8/n7/R3K3 w - - 0 1";

/// Returns the score of a search to depth 1, in hundredths of a pawn.
fn centipawns(uci: &mut Uci, position: &str) -> i32 {
    let (score, _) = uci.value(position, "depth 1");
    let pawns = score.strip_prefix("cp ").unwrap_or_else(|| panic!("no cp: {score}"));
    pawns.parse().expect("a number")
}

#[test]
fn endings_are_known_below_the_root_while_the_database_is_open() {
    let mut uci = Uci::new();
    let network = centipawns(&mut uci, TAKES);
    assert!(network < 10_000, "{network}");
    let folder = rooks().0.path().display();
    // During a search: it applies at its end.
    uci.send(&format!("position {TAKES}\ngo infinite\nsetoption name DatabasePath value {folder}"));
    uci.send("stop");
    uci.until("bestmove");
    let after = rooks().1.probe(&position("fen 8/8/8/3k4/8/8/R7/4K3 b - - 0 1"));
    let plies = after.and_then(Score::distance).expect("a known loss");
    assert_eq!(centipawns(&mut uci, TAKES), 20_000 - plies as i32);
    assert!(uci.replies("setoption name DatabasePath value <empty>").is_empty());
    assert_eq!(centipawns(&mut uci, TAKES), network);
}

/// The clock is reset by the capture, so the win holds; without the capture it would be too late.
#[test]
fn a_known_win_below_the_root_counts_only_before_the_fifty_move_rule() {
    let mut uci = with_rooks();
    let late = "fen 8/8/8/3k4/8/8/n7/R3K3 w - - 98 80";
    assert!(centipawns(&mut uci, late) > 19_000);
    let quiet = "fen 8/8/8/3k4/8/8/8/R3K3 w - - 90 80";
    assert!(centipawns(&mut uci, quiet) < 19_000);
}
