//! Collections of positions, if their files exist.

use super::chess;
use eldest::{Engine, Limits, Position, Score};
use eldest_games::chess::{Chess, Pesto};
use eldest_games::notation::Notation;
use std::path::Path;

/// Returns the lines of a collection, if its file exists.
#[allow(clippy::print_stderr, reason = "a skipped test reports that")]
fn suite(file: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/suites/chess");
    let text = std::fs::read_to_string(folder.join(file));
    let text = text.map_err(|error| eprintln!("SKIPPED: {file} in {}: {error}", folder.display()));
    text.unwrap_or_default()
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the position at the beginning of an EPD line, and its opcodes.
fn epd(line: &str) -> (Chess, String) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (position, opcodes) = words.split_at(<Chess as Notation>::words(line));
    (chess(&position.join(" ")), opcodes.join(" "))
}

/// Win at Chess and Bratko-Kopec list their best moves.
#[test]
fn collections_are_read() {
    for line in ["wac.epd", "bratko-kopec.epd"].into_iter().flat_map(suite) {
        let (position, opcodes) = epd(&line);
        assert_eq!(position.to_string().parse::<Chess>().map(|p| p.key()), Ok(position.key()));
        let best = opcodes.split(';').find_map(|opcode| opcode.trim().strip_prefix("bm "));
        for text in best.unwrap_or_default().split_whitespace().filter(|text| *text != "+") {
            let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{line}: {error}"));
            let written = position.format_move(mv);
            assert_eq!(
                written.trim_end_matches(['+', '#']),
                text.trim_end_matches(['+', '#']),
                "{line}"
            );
        }
    }
}

/// Checks lines with `bm #3`: mate in 3, and no sooner.
fn mates(moves: impl Fn(u32) -> bool) {
    for (number, line) in (1..).zip(suite("mates.epd")) {
        let (position, opcodes) = epd(&line);
        let mate = opcodes.strip_prefix("bm #").and_then(|text| text.get(..1)?.parse().ok());
        let mate = mate.expect("how soon the mate is");
        if moves(mate) {
            is_mate_in(&position, mate, number);
        }
    }
}

fn is_mate_in(position: &Chess, moves: u32, number: usize) {
    let plies = 2 * moves - 1;
    let mut engine =
        Engine::<Chess>::builder().evaluator(Pesto::STATIC).build().expect("an engine");
    let mut value = |depth| {
        let limits = Limits::new().depth(depth as u16);
        engine.search(position, &limits).expect("a report").value().expect("a value")
    };
    if plies > 1 {
        assert!(value(plies - 2).get() <= Score::MAX_VALUE.get(), "{number}: a shorter mate");
    }
    assert_eq!(value(plies), Score::win_in(plies), "{number}: {position}");
}

#[test]
fn mates_in_2_are_found() {
    mates(|moves| moves == 2);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn mates_in_3_are_found() {
    mates(|moves| moves == 3);
}
