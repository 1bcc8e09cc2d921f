//! Parsing of lines, and error messages.

use eldest::Algorithm;
use eldest_uci::command::Command;
use eldest_uci::go::Go;
use eldest_uci::info::score;
use eldest_uci::lines::{TooLong, next_line};
use eldest_uci::settings::{Settings, Then};
use eldest_uci::setup::Setup;
use eldest_uci::words::Tokens;
use eldest_uci::words::{at_least, whole};
use std::io::Cursor;

fn read(line: &str) -> (Option<Command>, Vec<String>) {
    let (command, faults) = Command::read(line);
    (command, faults.iter().map(ToString::to_string).collect())
}

fn command(line: &str) -> Command {
    let (command, faults) = read(line);
    assert_eq!(faults, [""; 0], "{line}");
    command.expect("a command")
}

fn go(line: &str) -> Go {
    let Command::Go(go) = command(line) else { panic!("{line} is no go") };
    go
}

fn set_up(line: &str) -> Result<Setup, String> {
    let Command::Position(setup) = command(line) else { panic!("{line} is no position") };
    setup.map_err(|fault| fault.to_string())
}

fn fault(line: &str) -> String {
    read(line).1.concat()
}

#[test]
fn words_know_their_columns() {
    let mut words = Tokens::new("  é  two\tthree moves four ");
    let next =
        |words: &mut Tokens<'_>| words.next().map(|word| (word.before, word.text.to_owned()));
    assert_eq!(next(&mut words), Some((2, "é".to_owned())));
    assert_eq!(words.peek().map(|word| word.before), Some(5));
    let until = words.until("moves");
    assert_eq!((until.before, until.text), (5, "two\tthree"));
    assert_eq!(next(&mut words), Some((21, "four".to_owned())));
    assert_eq!((next(&mut words), words.until("x").text), (None, ""));
}

#[test]
fn numbers_of_any_length_are_held_within_their_range() {
    assert_eq!(["12", "+3", "-7", "0"].map(whole), [Some(12), Some(3), Some(-7), Some(0)]);
    assert_eq!(whole("99999999999999999999"), Some(i64::MAX));
    assert_eq!(whole("-99999999999999999999"), Some(i64::MIN));
    assert_eq!(["", "-", "1.5", "x", "1e3", "٣"].map(whole), [None; 6]);
    assert_eq!([at_least(1, "0"), at_least(1, "1"), at_least(0, "-1")], [None, Some(1), None]);
}

#[test]
fn plain_commands_are_read() {
    assert_eq!(command("uci"), Command::Uci);
    assert_eq!(command("  isready \r"), Command::IsReady);
    assert_eq!(command("debug off"), Command::Debug(false));
    assert_eq!(command("register later"), Command::Register);
    assert_eq!(read(""), (None, vec![]));
    assert_eq!(read(" \t"), (None, vec![]));
}

#[test]
fn words_before_a_command_are_skipped_and_reported() {
    let (command, faults) = read("joho debug on");
    assert_eq!(command, Some(Command::Debug(true)));
    assert!(faults[0].starts_with("column 1: found 'joho'; expected one of uci debug isready"));
    assert_eq!(read("Uci x").0, None);
    assert_eq!(fault("debug maybe"), "column 7: found 'maybe'; expected on or off");
    assert_eq!(fault("debug"), "column 6: the text ends here; expected on or off");
}

#[test]
fn go_takes_its_numbers_in_any_order() {
    let all =
        go("go wtime 1000 btime -20 winc 5 binc 6 movestogo 12 depth 7 nodes 99 movetime 3 mate 4");
    assert_eq!((all.clocks, all.increments), ([Some(1_000), Some(-20)], [5, 6]));
    assert_eq!((all.moves_to_go, all.depth, all.nodes), (Some(12), Some(7), Some(99)));
    assert_eq!((all.move_time, all.mate), (Some(3), Some(4)));
    assert_eq!(go("go"), Go::default());
    assert_eq!(go("go movestogo 0").moves_to_go, None);
    assert!(go("go movestogo 0").is_timed && !go("go depth 3 movetime 5").is_timed);
    let moves = go("go searchmoves e2e4 d2d4 infinite ponder");
    let texts: Vec<_> = moves.search_moves.iter().map(|(_, text)| &text[..]).collect();
    assert!(texts == ["e2e4", "d2d4"] && moves.infinite && moves.ponder);
    assert_eq!(moves.search_moves[0].0, 15);
}

#[test]
fn what_is_wrong_in_go_is_left_out_and_an_answer_comes_all_the_same() {
    let wrong = |line: &str| match read(line) {
        (Some(Command::Go(go)), faults) => (go, faults.join("; ")),
        other => panic!("{other:?}"),
    };
    let (depth, fault) = wrong("go depth x");
    assert_eq!(fault, "column 10: found 'x'; expected a whole number from 0 on");
    assert_eq!(depth.depth, Some(1));
    let (nodes, _) = wrong("go depth nodes 50");
    assert_eq!((nodes.depth, nodes.nodes), (None, Some(50)));
    assert_eq!(
        wrong("go nodes").1,
        "column 9: the text ends here; expected a whole number from 0 on"
    );
    assert!(wrong("go mate 0").1.ends_with("expected a whole number of moves from 1 on"));
    assert!(
        wrong("go dept 5").1.starts_with("column 4: found 'dept'; expected one of searchmoves")
    );
}

#[test]
fn positions_are_read_with_their_moves() {
    let fault = |line| set_up(line).unwrap_err();
    let set_up = |line: &str| set_up(line).unwrap();
    assert_eq!(set_up("position startpos"), Setup::default());
    let played = set_up("position startpos moves e2e4 e7e5").position(false).unwrap();
    assert!(played.to_string().starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"));
    let four = "8/8/8/4k3/8/8/4P3/4K3 w - -";
    let fen = set_up(&format!("position fen  {four}  moves e2e4"));
    assert!(fen.position(false).unwrap().to_string().starts_with("8/8/8/4k3/4P3/8/8/4K3 b"));
    let counted = set_up(&format!("position fen {four} 140 0")).position(false).unwrap();
    assert_eq!((counted.clock(), counted.to_string().ends_with(" 100 1")), (100, true));
    assert_eq!(fault("position start"), "column 10: found 'start'; expected startpos or fen");
    assert_eq!(fault("position"), "column 9: the text ends here; expected startpos or fen");
    assert_eq!(
        fault("position startpos e2e4"),
        "column 19: found 'e2e4'; expected moves, or the end of the line"
    );
}

#[test]
fn errors_in_positions_have_a_column() {
    let wrong = |line: &str| set_up(line).unwrap().position(false).unwrap_err().to_string();
    assert!(
        wrong("position startpos moves e2e4 e2e4").starts_with("column 30: 'e2e4' is not a legal")
    );
    assert!(wrong("position fen").starts_with("column 13: the text ends here"));
    assert!(wrong("position fen 9/8/8/8/8/8/8/8 w - -").starts_with("column 14: found '9'"));
    let inner = "position fen 1k6/8/8/8/8/8/8/1KR5 w K - 0 1";
    assert!(wrong(inner).ends_with("setoption name UCI_Chess960 value true"), "{}", wrong(inner));
    assert!(wrong("position fen k6R/8/8/8/8/8/8/K7 w - - 0 1").contains("not in check"));
}

#[test]
fn options_are_set_by_their_names() {
    let mut settings = Settings::default();
    let mut set = |line: &str| match command(line) {
        Command::SetOption { name, value } => {
            settings.set(&name, value.as_ref()).map_err(|fault| fault.to_string())
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(set("setoption name hash value 12"), Ok(Then::Follow));
    assert_eq!(set("setoption name Move Overhead value 100"), Ok(Then::Follow));
    assert_eq!(set("setoption name  Move \t Overhead  value 100"), Ok(Then::Follow));
    assert_eq!(set("setoption name Algorithm value lazy-smp"), Ok(Then::Follow));
    assert_eq!(set("setoption name UCI_Chess960 value true"), Ok(Then::Follow));
    assert_eq!(set("setoption name Clear Hash"), Ok(Then::ClearHash));
    let wrong = set("setoption name Hash value -1").unwrap_err();
    assert_eq!(wrong, "column 27: found '-1'; expected a whole number from 1 to 65536");
    assert!(set("setoption name Hash").unwrap_err().starts_with("column 20: the text ends here"));
    assert!(set("setoption name Hsh value 1").unwrap_err().contains("expected one of Hash, Clear"));
    assert!(set("setoption name Algorithm value x").unwrap_err().contains("root-split, pv-split"));
    assert_eq!((settings.hash, settings.overhead, settings.chess960), (12, 100, true));
    assert_eq!(settings.algorithm, Algorithm::LazySmp);
    assert!(fault("setoption Hash").starts_with("column 11: found 'Hash'; expected name"));
    assert!(fault("setoption name value 3").contains("the name of an option"));
}

#[test]
fn scores_are_hundredths_or_moves_to_mate() {
    let scores = [
        eldest::Score::new(-13),
        eldest::Score::win_in(1),
        eldest::Score::win_in(5),
        eldest::Score::loss_in(2),
        eldest::Score::loss_in(0),
    ];
    assert_eq!(scores.map(score), ["cp -13", "mate 1", "mate 3", "mate -1", "mate 0"]);
}

/// Line ends and marks as other systems write them.
#[test]
fn lines_end_with_lf_or_cr_and_may_begin_with_a_byte_order_mark() {
    for text in
        ["\u{feff}uci\ngo depth 1", "uci\r\u{feff}go depth 1\r", "\u{feff}uci\r\ngo depth 1\r\n"]
    {
        let mut input = Cursor::new(text.as_bytes());
        let lines = std::iter::from_fn(|| next_line(&mut input)).map(Result::unwrap);
        let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["uci", "go depth 1"], "{text:?}");
    }
    let mut input = Cursor::new([vec![b'x'; 1 << 20], b"\ruci\r".to_vec()].concat());
    assert_eq!(next_line(&mut input), too_long(b'x'));
    assert_eq!(next_line(&mut input), Some(Ok("uci".to_owned())));
}

/// Returns the error for a long line of this byte.
fn too_long(byte: u8) -> Option<Result<String, TooLong>> {
    Some(Err(TooLong { beginning: char::from(byte).to_string().repeat(1 << 20) }))
}

#[test]
fn bytes_that_are_no_text_and_lines_without_end_are_read() {
    let mut input =
        Cursor::new([b"a\xffb\n".to_vec(), vec![b'x'; 3 << 20], b"\nlast".to_vec()].concat());
    assert_eq!(next_line(&mut input), Some(Ok("a\u{fffd}b".to_owned())));
    assert_eq!(next_line(&mut input), too_long(b'x'));
    assert_eq!(next_line(&mut input), Some(Ok("last".to_owned())));
    assert_eq!(next_line(&mut input), None);
}
