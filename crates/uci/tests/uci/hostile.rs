//! Hostile and broken input.

use crate::child::{Uci, position};

#[test]
fn the_end_of_input_ends_the_program_in_the_middle_of_a_search() {
    for go in ["", "go infinite", "go ponder wtime 1000", "go mate 20", "go depth 100"] {
        let mut uci = Uci::new();
        uci.replies(go);
        let (rest, status) = uci.close();
        assert!(status.success() && !rest.contains("bestmove"), "{go}: {rest}");
    }
}

#[test]
fn quit_ends_the_program_in_the_middle_of_a_search() {
    for go in ["go infinite", "go mate 20"] {
        let mut uci = Uci::new();
        uci.send(&format!("{go}\nquit\nisready"));
        let (rest, status) = uci.close();
        assert!(status.success() && !rest.contains("readyok"), "{rest}");
    }
}

/// A position with too many captures for the first iteration ever to end.
const QUEENS: &str = "fen qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";

#[test]
fn limits_hold_at_the_first_ply_too() {
    let mut uci = Uci::new();
    for go in ["movetime 50", "wtime 500 btime 500", "nodes 100", "mate 1", "mate 2 movetime 50"] {
        assert_ne!(uci.best(QUEENS, go), "0000", "{go}");
    }
    uci.send(&format!("position {QUEENS}\ngo ponder movetime 50\nponderhit"));
    uci.until("bestmove");
    for go in ["go depth 1", "go mate 2"] {
        let (rest, status) = {
            let mut uci = Uci::new();
            uci.send(&format!("position {QUEENS}\n{go}\nquit"));
            uci.close()
        };
        assert!(status.success() && !rest.contains("bestmove"), "{go}: {rest}");
    }
}

/// A search for a mate that starts while pondering ends on our own clock.
#[test]
fn the_clock_of_a_mate_begins_to_run_when_the_opponent_has_played() {
    for clock in ["movetime 50", "wtime 500 btime 500"] {
        let mut uci = Uci::new();
        let replies = uci.replies(&format!("go ponder mate 30 {clock}"));
        assert!(!replies.iter().any(|line| line.contains("stopped before")), "{replies:?}");
        uci.send("ponderhit");
        let lines = uci.until("bestmove");
        assert!(lines.iter().any(|line| line.contains("stopped before")), "{lines:?}");
    }
}

/// The beginning of a line may mean something else than the whole.
#[test]
fn a_line_that_is_too_long_is_ignored() {
    let mut uci = Uci::new();
    let moves = " e2e3 e7e6 e1e2 e8e7 e2e1 e7e8".repeat(40_000);
    let replies = uci.replies(&format!("position startpos moves{moves}"));
    assert!(
        replies.len() == 1 && replies[0].contains("a line of 1048576 bytes or more"),
        "{replies:?}"
    );
    let board = uci.replies("d");
    assert!(board.last().is_some_and(|line| line.ends_with("KQkq - 0 1")), "{board:?}");
}

#[test]
fn searchmoves_without_a_legal_move_are_reported_and_end() {
    let mut uci = Uci::new();
    uci.send("go searchmoves e9e9 e7e5");
    let lines = uci.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("none of these is legal")), "{lines:?}");
}

#[test]
fn a_position_that_is_wrong_leaves_the_earlier_one() {
    let wrong = [
        "fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "fen k6R/8/8/8/8/8/8/K7 w - - 0 1",
        "fen kk6/8/8/8/8/8/8/K7 w - - 0 1",
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkqKQ - 0 1",
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1",
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x y",
        "fen",
        "fen 8/8",
        "startpos moves e2e4 e2e4",
        "startpos moves e7e8q",
        "startpos moves 0000",
        "fen 7k/P7/8/8/8/8/8/7K w - - 0 1 moves a7a8Q",
        "fen k7/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1",
        "startpos moves \u{1F600}",
        "nothing",
    ];
    let mut uci = Uci::new();
    uci.send("position startpos moves d2d4");
    for position in wrong {
        let replies = uci.replies(&format!("position {position}"));
        assert!(
            replies.len() == 1 && replies[0].starts_with("info string "),
            "{position}: {replies:?}"
        );
        let board = uci.replies("d");
        let fen = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
        assert!(board.last().is_some_and(|line| line.ends_with(fen)), "{position}: {board:?}");
    }
}

/// The note comes right before the answer.
#[test]
fn an_answer_about_an_earlier_position_is_announced() {
    let mut uci = Uci::new();
    let fen = "fen 8/8/8/8/8/8/8/8 w - - 0 1";
    for wrong in ["startpos moves e2e4 a7a8Q", fen, "startpos e2e4", "start", ""] {
        for request in ["depth 1", "mate 1"] {
            let lines = uci.go(wrong, request);
            let about = &lines[lines.len() - 2];
            assert!(about.starts_with("info string this answers an earlier position"), "{lines:?}");
        }
    }
    let lines = uci.go("startpos moves e2e4", "depth 1");
    assert!(!lines.iter().any(|line| line.contains("earlier position")), "{lines:?}");
}

/// A position that is too long is refused like any invalid one.
#[test]
fn an_answer_after_a_position_that_is_too_long_is_announced() {
    let mut uci = Uci::new();
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat((1 << 20) / 20);
    for begins in ["position startpos moves", "please position startpos moves"] {
        uci.send("position startpos");
        uci.send(&format!("{begins}{moves}"));
        for _ in 0..2 {
            uci.send("go depth 1");
            let lines = uci.until("bestmove");
            let about = &lines[lines.len() - 2];
            assert!(about.starts_with("info string this answers an earlier position"), "{lines:?}");
            assert!(about.contains("bytes"), "{lines:?}");
        }
    }
    // A long line that is no position is ignored, and does not affect the last position.
    uci.send("position startpos moves e2e4");
    uci.send(&format!("setoption name Hash value{}", " 1".repeat(1 << 19)));
    uci.send("go depth 1");
    let lines = uci.until("bestmove");
    assert!(!lines.iter().any(|line| line.contains("earlier position")), "{lines:?}");
}

#[test]
fn without_a_legal_move_the_answer_is_the_null_move() {
    let mut uci = Uci::new();
    let mated = uci.go("fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "depth 5");
    assert!(mated[0] == "info depth 0 score mate 0" && mated.last().unwrap() == "0000");
    let stalemated = uci.go("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "movetime 10");
    assert!(stalemated[0] == "info depth 0 score cp 0" && stalemated.last().unwrap() == "0000");
    assert_eq!(uci.best("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "mate 3"), "0000");
    // A dead position has moves.
    assert_ne!(uci.best("fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1", "depth 5"), "0000");
}

#[test]
fn invalid_bytes_an_endless_line_and_a_thousand_lines_at_once_do_no_harm() {
    let mut uci = Uci::new();
    uci.send_bytes(b"\xff\xfe\x00position startpos\x80\nposition fen \xc3\x28 w - -\n\0\0\n");
    uci.send_bytes(&[vec![b'y'; 2 << 20], b"\n".to_vec()].concat());
    uci.send_bytes(
        "go depth 1\nposition startpos moves e2e4\nfoo bar\nstop\n".repeat(1_000).as_bytes(),
    );
    let replies = uci.replies("stop");
    assert!(replies.iter().all(|line| line.starts_with("info ") || line.starts_with("bestmove ")));
    assert_eq!(uci.best("startpos", "depth 1").len(), 4);
}

#[test]
fn huge_numbers_are_taken_as_the_largest_there_are() {
    let mut uci = Uci::new();
    let huge = "99999999999999999999999999";
    let mated = "fen 7k/R7/5K2/8/8/8/8/8 w - - 0 1";
    uci.send(&format!(
        "position {mated}\ngo wtime {huge} btime -{huge} winc {huge} movestogo {huge} nodes 1000"
    ));
    uci.until("bestmove");
    uci.send(&format!("go depth {huge} nodes {huge} movetime 1"));
    uci.until("bestmove");
    uci.send(&format!("go mate {huge} nodes 100"));
    uci.until("bestmove");
    assert!(
        uci.replies(&format!("setoption name Threads value {huge}"))[0].contains("from 1 to 256")
    );
}

/// Sends random lines of protocol words, except those that this test waits for.
#[test]
fn lines_put_together_by_chance_are_survived_and_every_answer_is_legal() {
    const WORDS: [&str; 34] = [
        "ucinewgame",
        "stop",
        "ponderhit",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "go",
        "depth",
        "nodes",
        "wtime",
        "btime",
        "movestogo",
        "infinite",
        "ponder",
        "searchmoves",
        "mate",
        "1",
        "2",
        "-3",
        "setoption",
        "name",
        "value",
        "Clear Hash",
        "MultiPV",
        "Selective",
        "false",
        "d",
        "debug",
        "8/8/4k3/8/8/3K3R/8/8",
        "b",
        "-",
    ];
    let mut random = fastrand::Rng::with_seed(7);
    let mut uci = Uci::new();
    for _ in 0..300 {
        let words = (0..random.usize(1..8)).map(|_| WORDS[random.usize(..WORDS.len())]);
        uci.send(&words.collect::<Vec<_>>().join(" "));
    }
    uci.send("stop\nposition startpos moves d2d4\nsetoption name MultiPV value 1\ngo nodes 50");
    uci.replies("stop");
    let best = uci.best("startpos moves d2d4", "nodes 50");
    assert!(position("startpos moves d2d4").parse_uci(&best).is_ok(), "{best}");
}

/// The memory limit of the process has no room for 250 stacks.
#[test]
#[cfg(target_os = "linux")]
fn a_search_that_cannot_begin_is_reported_and_a_legal_move_played() {
    // With one arena, the stacks alone fill the address space except for about 30 MiB: a thread
    // without room for its signal stack would end the program.
    let mut uci = Uci::within("ulimit -v 970000 && export MALLOC_ARENA_MAX=1");
    uci.send("setoption name Threads value 250");
    let lines = uci.go("startpos", "depth 2");
    assert!(lines[0].starts_with(
        "info string the search failed, and an arbitrary legal move is played: no thread"
    ));
    assert_eq!(lines.last().expect("an answer"), "a2a3");
    uci.send("setoption name Hash value 65536");
    assert!(uci.replies("")[0].starts_with("info string Hash stays 1 MiB: "));
    uci.send("setoption name Threads value 1");
    assert_eq!(uci.best("startpos", "depth 2").len(), 4);
}
