use crate::run::{eldest, eldest_reading};

/// Returns the output after the last prompt.
fn end(stdout: &str) -> &str {
    stdout.rsplit("> ").next().unwrap()
}

#[test]
fn a_game_is_a_transcript_that_can_be_read() {
    let run = eldest_reading("play nim 2 --person both", "2>1\n1>0\n");
    let expected = "\
Type a move, or help.

  2 **

First to move: 2>0 2>1
First> 2>1
First plays 2>1.

  1 *

Second to move: 1>0
Second> 1>0
Second plays 1>0.

no piece is left

Second wins.
> \n";
    assert_eq!(run.done(), expected);
}

#[test]
fn the_engine_answers() {
    let run = eldest_reading("play tictactoe", "5\n");
    let plays = |player| run.done().matches(&format!("{player} plays ")).count();
    assert_eq!((plays("x"), plays("o")), (1, 1));
    assert!(run.stdout.contains("value 0, proved"), "{}", run.stdout);
    assert!(run.stdout.ends_with("Game left after 2 plies.\n"), "{}", run.stdout);
}

#[test]
fn two_engines_play_to_the_end_and_every_run_is_the_same() {
    let line = "play connect4:5x4 --person none --level 3";
    let run = eldest(line);
    assert!(run.done().contains("wins with a score of"), "{}", run.stdout);
    assert_eq!(eldest(line).stdout, run.stdout);
    let line = "play othello:6x6 --person none --level 1 --format json";
    let [one, again, other] = ["1", "1", "2"].map(|seed| eldest(&format!("{line} --seed {seed}")));
    assert_eq!(one.done(), again.done());
    assert_ne!(one.done(), other.done());
}

#[test]
fn the_engine_takes_options() {
    let line = "play chess --person none --level 2 --format json --with";
    let [exact, selective] =
        ["selective=off", "selective=on"].map(|with| eldest(&format!("{line} {with},threads=1")));
    assert_ne!(exact.done(), selective.done());
    eldest("play chess --with nodes=9").refused(2, "--level, --time or --table-mib");
}

/// A search to the end solves this position in 10,454 nodes; a search to a depth does not in
/// 50,000.
#[test]
fn stronger_levels_see_the_end() {
    let first = |level| {
        let line = format!("play connect4 45461667 --person none --level {level}");
        let run = eldest(&line);
        run.done().lines().find(|line| line.contains(" plays ")).unwrap().to_owned()
    };
    assert_eq!(first(5), "x plays 4 (value +11, proved).");
    assert!(first(3).ends_with(" at depth 3)."));
}

#[test]
fn json_has_each_move() {
    let run = eldest("play nim 1,2 --person none --format json");
    assert_eq!(run.status, 0);
    let records = run.json();
    let kinds: Vec<_> = records.iter().map(|record| record["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["board", "move", "move", "move", "result"]);
    assert_eq!((&records[1]["move"], &records[1]["by"]), (&"2>1".into(), &"engine".into()));
    assert_eq!((&records[1]["ply"], &records[1]["distance"]), (&1.into(), &3.into()));
    let result = &records[4];
    assert_eq!((&result["winner"], &result["score"]), (&"First".into(), &().into()));
    assert_eq!(result["moves"], serde_json::json!(["2>1", "1>0", "1>0"]));
}

#[test]
fn json_is_piped_in_and_out() {
    let run = eldest_reading("play nim 1,2 --format json", "hint\n2>1\nquit\n");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let records = run.json();
    let hint = records.iter().find(|record| record["type"] == "hint").unwrap();
    assert_eq!((&hint["move"], &hint["proved"]), (&"2>1".into(), &true.into()));
    assert!(records.iter().any(|record| record["by"] == "person"));
}

#[test]
fn a_move_is_taken_back_with_the_answer() {
    let run = eldest_reading("play nim 3,4,5", "3>0\nundo\nundo\n");
    let boards: Vec<_> = run.done().split("First to move").collect();
    assert_eq!(boards.len(), 5, "{}", run.stdout);
    assert!(boards[2].ends_with("\n  5 *****\n  4 ****\n  3 ***\n\n"), "{}", run.stdout);
    assert!(boards[3].ends_with("There is no move of yours to take back.\n"), "{}", run.stdout);
}

#[test]
fn every_command_answers() {
    let input =
        "help\nmoves\nboard\nlevel\nlevel 2\nnew\nresign\nundo\nresign\nhint\nboard\n1>0\nquit\n";
    let run = eldest_reading("play nim 1", input);
    assert_eq!(run.status, 0, "{run:?}");
    for expected in [
        "hint      show what the engine would play",
        "The engine plays at level 4.",
        "The engine plays at level 2.",
        "First resigns. Second wins.\n> undo\n\n  1 *\n",
        "> hint\nThe game is over.\n",
    ] {
        assert!(run.stdout.contains(expected), "{expected}: {}", run.stdout);
    }
    assert_eq!(run.stderr, "eldest: '1>0': the game is over; expected new, undo or quit\n");
    assert!(run.stdout.ends_with("> quit\n"), "{}", run.stdout);
}

#[test]
fn errors_say_what_would_be_right_and_the_game_goes_on() {
    let run = eldest_reading("play othello", "z9\nlevel x\nD3\n");
    assert_eq!(run.status, 0);
    let errors: Vec<_> = run.stderr.lines().collect();
    assert_eq!(
        errors,
        [
            "eldest: 'z9' is not a legal move here; expected one of c4 d3 e6 f5",
            "eldest: 'x' is not a level; expected a number from 1 to 8",
        ]
    );
    assert!(run.stdout.contains("X plays d3."), "capitals are read: {}", run.stdout);
    eldest("play connect4 448").refused(1, "position '448': column 3");
    assert_eq!(eldest("play nim --level 9").status, 2);
}

#[test]
fn what_is_no_text_is_no_move_and_the_game_goes_on() {
    let run = eldest_reading("play nim 2 --person both", b"2>\xff1\n2>1\n");
    let complaint = "eldest: '2>\u{fffd}1' is not a legal move here; expected one of 2>0 2>1\n";
    assert_eq!((run.status, run.stderr.as_str()), (0, complaint));
    assert!(run.stdout.contains("First plays 2>1."), "{}", run.stdout);
}

#[test]
fn the_result_of_a_finished_game_is_printed() {
    let run = eldest("play tictactoe xxx/oo./...");
    assert!(run.done().contains("\nx wins.\n"), "{}", run.stdout);
    assert_eq!(end(run.done()), "\n");
    let run = eldest("play tictactoe xxx/oo./... --person none");
    assert!(run.done().ends_with("\nx wins.\n"), "{}", run.stdout);
}

#[test]
fn boards_have_no_colours_in_a_pipe() {
    assert!(!eldest("play othello").done().contains('\u{1b}'));
}

/// The knights move out and back, which repeats the position.
const THERE_AND_BACK: &str = "Nf3\nNf6\nNg1\nNg8\n";

#[test]
fn chess_is_drawn_when_a_position_comes_for_the_third_time() {
    for game in ["chess", "chess:full"] {
        let line = format!("play {game} --person both");
        let twice = eldest_reading(&line, THERE_AND_BACK);
        assert!(twice.done().ends_with("Game left after 4 plies.\n"), "{}", twice.stdout);
        let thrice = eldest_reading(&line, &THERE_AND_BACK.repeat(2));
        assert!(thrice.done().ends_with("\nThe game is a draw.\n> \n"), "{}", thrice.stdout);
        let back = eldest_reading(&line, &(THERE_AND_BACK.repeat(2) + "undo\nNd5\n"));
        assert!(back.done().ends_with("Game left after 8 plies.\n"), "{}", back.stdout);
    }
}

#[test]
fn a_side_without_moves_passes() {
    let run = eldest("play othello:6x6 --person none --level 1 --seed 3");
    assert!(run.done().contains(" passes") && !run.stdout.contains("plays pass"), "{}", run.stdout);
}

/// South gets another turn with its third house.
#[test]
fn a_side_that_moves_twice_takes_back_one_move_at_a_time() {
    let run = eldest_reading("play kalah --person both", "3\n6\nundo\nundo\n3\n");
    let turns = run.done().matches("South to move: ").count();
    assert_eq!(turns, 5, "{}", run.stdout);
    assert!(run.stdout.ends_with("Game left after 1 ply.\n"), "{}", run.stdout);
}

/// The last edge closes the only box, for the player of that edge.
#[test]
fn a_board_of_dots_is_drawn() {
    let run = eldest_reading("play dots:1x1 --person both", "a1h\nb1v\na2h\na1v\n");
    assert!(run.done().contains("1  o---o\n   | # |\n2  o---o\n"), "{}", run.stdout);
    assert!(run.stdout.contains("First 0, Second 1"), "{}", run.stdout);
}
