//! Whole sessions.

use crate::child::{Uci, position};
use eldest::Position;
use std::process::Command;

const KIWIPETE: &str = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Returns the last line that starts with `text`: a slow search writes several.
fn last<'a>(lines: &'a [String], text: &str) -> &'a str {
    lines.iter().rfind(|line| line.starts_with(text)).unwrap_or_else(|| panic!("no {text}"))
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let mut uci = Uci::new();
    uci.send("uci");
    let lines = uci.until("uciok");
    assert!(lines[0].starts_with("id name eldest "));
    assert!(lines.contains(&"option name Clear Hash type button".to_owned()));
    let algorithm = lines.iter().find(|line| line.contains("Algorithm")).expect("a combo");
    assert!(
        algorithm.contains("type combo default ybw var root-split")
            && algorithm.ends_with("var lazy-smp")
    );
    assert_eq!(uci.replies("ucinewgame"), [""; 0]);
}

/// Converts an `option` line to the first three cells of its row in the documentation, without
/// commas.
fn cells(option: &str) -> String {
    let (name, rest) = option.split_once(" type ").expect("a type");
    let name = name.strip_prefix("option name ").expect("a name");
    let words: Vec<_> = rest.split(' ').collect();
    let (default, values) = match words[..] {
        ["button"] => return format!("| `{name}` | | |"),
        ["check", "default", default] => (default, "true false".to_owned()),
        ["spin", "default", default, "min", least, "max", most] => {
            (default, format!("{least} to {most}"))
        }
        ["combo", "default", default, ref vars @ ..] => {
            (default, vars.join(" ").replace("var ", ""))
        }
        ["string", "default", default] => return format!("| `{name}` | `{default}` | a path |"),
        _ => panic!("{option}"),
    };
    format!("| `{name}` | {default} | {values} |")
}

#[test]
fn the_table_of_the_documentation_has_every_option() {
    let page = include_str!("../../../../docs/uci.md").replace(',', "");
    let table = page.split("| option |").nth(1).expect("a table");
    let rows: Vec<_> = table.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
    let mut uci = Uci::new();
    uci.send("uci");
    let lines = uci.until("uciok");
    let options: Vec<_> = lines.iter().filter(|line| line.starts_with("option ")).collect();
    assert_eq!(rows.len(), options.len(), "{rows:#?}");
    for (row, option) in rows.iter().zip(options) {
        assert!(row.starts_with(&cells(option)), "{row}\n{option}");
    }
}

#[test]
fn a_search_to_a_depth_reports_every_depth_and_a_legal_line() {
    let mut uci = Uci::new();
    let lines = uci.go(KIWIPETE, "depth 4");
    for depth in 1..=4 {
        let line = last(&lines, &format!("info depth {depth} seldepth "));
        for word in [" score cp ", " nodes ", " nps ", " hashfull ", " time ", " multipv 1 "] {
            assert!(line.contains(word), "{line}");
        }
        let mut reached = position(KIWIPETE);
        for text in line.split(" pv ").nth(1).expect("a line").split(' ') {
            let mv = reached.parse_uci(text).expect("a legal move");
            let _ = reached.play(mv);
        }
    }
    let answer: Vec<_> = lines.last().expect("an answer").split(' ').collect();
    assert_eq!(answer[1], "ponder");
}

#[test]
fn the_same_questions_take_the_same_nodes() {
    let mut uci = Uci::new();
    let first = uci.nodes(KIWIPETE, "depth 4");
    uci.send("ucinewgame");
    assert_eq!(uci.nodes(KIWIPETE, "depth 4"), first);
    assert_eq!(Uci::new().nodes(KIWIPETE, "depth 4"), first);
}

#[test]
fn debug_mode_reports_more() {
    let mut uci = Uci::new();
    let reports = |lines: Vec<String>| {
        lines.iter().any(|line| line.contains("ended by Complete; quiescence nodes"))
    };
    assert!(!reports(uci.go("startpos", "depth 2")));
    uci.send("debug on");
    assert!(reports(uci.go("startpos", "depth 2")));
}

#[test]
fn limits_on_nodes_are_kept() {
    assert_eq!(Uci::new().nodes("startpos", "nodes 500"), 500);
}

#[test]
fn only_the_moves_that_are_asked_for_are_played() {
    let mut uci = Uci::new();
    assert_eq!(uci.best("startpos", "depth 3 searchmoves a2a3"), "a2a3");
    assert_eq!(uci.best("startpos", "searchmoves h2h4 e2e5 depth 3"), "h2h4");
    assert_eq!(uci.best("startpos moves e2e4", "nodes 100 searchmoves a7a6"), "a7a6");
    let lines = uci.go("startpos", "depth 1 searchmoves e2e5");
    assert!(
        lines[0].starts_with("info string column 24: 'e2e5' is not a legal move"),
        "{}",
        lines[0]
    );
}

#[test]
fn several_best_moves_have_lines_of_their_own() {
    let mut uci = Uci::new();
    uci.send("setoption name MultiPV value 3");
    let lines = uci.go(KIWIPETE, "depth 3");
    let of = |rank: usize| {
        let text = format!("info depth 3 seldepth 3 multipv {rank} score cp ");
        let line = last(&lines, &text).strip_prefix(&text).expect("a score");
        let value: i32 =
            line.split(' ').next().and_then(|value| value.parse().ok()).expect("a value");
        (value, line.split(" pv ").nth(1).expect("a line")[..4].to_owned())
    };
    let [first, second, third] = [1, 2, 3].map(of);
    assert!(first.0 >= second.0 && second.0 >= third.0, "{lines:?}");
    assert!(first.1 != second.1 && second.1 != third.1 && first.1 != third.1, "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("multipv 4")));
}

#[test]
fn an_infinite_search_answers_when_it_is_stopped_and_not_before() {
    let mut uci = Uci::new();
    // The first position is searched completely in an instant.
    for fen in ["fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "startpos"] {
        let replies = uci.replies(&format!("position {fen}\ngo infinite"));
        assert!(replies.iter().all(|line| line.starts_with("info ")), "{replies:?}");
        assert!(
            uci.replies("go depth 1").iter().any(|line| line.contains("go: a search is under way"))
        );
        uci.send("stop");
        assert!(uci.until("bestmove").len() < 300);
    }
    assert!(uci.replies("stop")[0].starts_with("info string stop: no search is under way"));
}

#[test]
fn pondering_ends_after_the_ponderhit() {
    let mut uci = Uci::new();
    for limit in ["nodes 1", "wtime 20 btime 20", "movetime 1"] {
        let replies = uci.replies(&format!("position startpos moves e2e4\ngo ponder {limit}"));
        assert!(replies.iter().all(|line| line.starts_with("info ")), "{replies:?}");
        uci.send("ponderhit");
        uci.until("bestmove");
    }
    assert!(
        uci.replies("ponderhit")[0]
            .starts_with("info string ponderhit: the engine is not pondering")
    );
    // The opponent plays another move than the expected one.
    uci.send("position startpos moves e2e4\ngo ponder wtime 1000 btime 1000\nstop");
    uci.until("bestmove");
}

#[test]
fn clocks_that_have_run_out_get_an_answer_too() {
    let mut uci = Uci::new();
    for clock in ["wtime 0 btime 0", "wtime -100", "btime 5", "wtime 1 movestogo 1", "movetime 0"] {
        assert_eq!(uci.best(KIWIPETE, clock).len(), 4, "{clock}");
    }
}

#[test]
fn every_algorithm_and_several_threads_play() {
    let mut uci = Uci::new();
    uci.send("setoption name Threads value 2");
    for algorithm in eldest::Algorithm::ALL {
        uci.send(&format!("setoption name Algorithm value {algorithm}"));
        let (value, best) = uci.value("fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "depth 3");
        assert_eq!((&value[..], &best[..]), ("mate 1", "a1a8"), "{algorithm}");
    }
}

#[test]
fn options_change_what_is_searched() {
    let mut uci = Uci::new();
    let selective = uci.nodes(KIWIPETE, "depth 4");
    uci.send("setoption name Selective value false");
    assert!(uci.nodes(KIWIPETE, "depth 4") > selective);
    uci.send("setoption name Selective value true\nsetoption name Clear Hash");
    assert_eq!(uci.nodes(KIWIPETE, "depth 4"), selective);
}

#[test]
fn castling_is_written_as_the_dialect_asks() {
    let mut uci = Uci::new();
    let castles = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(uci.best(castles, "depth 1 searchmoves e1g1"), "e1g1");
    uci.send("setoption name UCI_Chess960 value true");
    assert_eq!(uci.best(castles, "depth 1 searchmoves e1h1"), "e1h1");
    let inner = "fen 1k6/8/8/8/8/8/8/RK3R2 w FA - 0 1";
    assert_eq!(uci.best(inner, "depth 1 searchmoves b1f1"), "b1f1");
    assert_eq!(uci.best(&format!("{inner} moves b1a1 b8a8"), "depth 2").len(), 4);
    assert!(
        uci.replies("d")
            .last()
            .expect("a FEN")
            .ends_with("info string fen k7/8/8/8/8/8/8/2KR1R2 w - - 2 2")
    );
}

#[test]
fn the_bench_counts_the_same_every_time() {
    let bench = || {
        let output =
            Command::new(env!("CARGO_BIN_EXE_eldest-uci")).args(["bench", "--depth", "2"]).output();
        let output = output.expect("the program");
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let counted = bench();
    assert!(counted.ends_with(" nodes\n") && counted == bench(), "{counted}");
}

#[test]
fn a_long_search_reports_the_current_move() {
    let mut uci = Uci::new();
    uci.send("go infinite");
    while !uci.until("info depth").last().expect("a line").contains(" currmove ") {}
    uci.send("stop");
    uci.until("bestmove");
}
