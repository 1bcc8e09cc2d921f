use crate::run::eldest;
use serde_json::Value;

/// Returns the last record of a match.
#[track_caller]
fn result(line: &str) -> Value {
    let run = eldest(&format!("match {line} --format json"));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{run:?}");
    run.json().pop().unwrap()
}

#[test]
fn the_deeper_search_is_stronger() {
    let result = result(
        "connect4:5x4 --a depth=5,table-mib=1 --b depth=1,table-mib=1 --games 60 --opening-plies 4",
    );
    assert!(result["elo"]["low"].as_f64().unwrap() > 50.0, "{result}");
    assert!(result["margin"]["low"].as_f64().unwrap() > 0.0, "{result}");
}

#[test]
fn equal_settings_share_the_points_in_every_pair() {
    let result = result("othello:6x6 --a depth=2,table-mib=1 --b depth=2,table-mib=1 --games 30");
    assert_eq!(result["pairs"], serde_json::json!([0, 0, 15, 0, 0]));
    assert_eq!((&result["score"]["value"], &result["elo"]["value"]), (&0.5.into(), &0.0.into()));
    assert_eq!(result["margin"]["value"].as_f64(), Some(0.0));
    assert_eq!(result["wins"], result["losses"]);
    assert_eq!(result["elo"]["value"].to_string(), "0.0");
}

#[test]
fn concurrency_changes_nothing() {
    for rest in ["", "--elo0 0 --elo1 200", "--format json"] {
        let line = format!(
            "match othello:6x6 --a depth=3,table-mib=1 --b nodes=300,table-mib=1 --games 40 {rest}"
        );
        let runs = [1, 2, 3].map(|threads| eldest(&format!("{line} --concurrency {threads}")));
        assert_eq!(runs[0].done(), runs[1].done());
        assert_eq!(runs[0].done(), runs[2].done());
    }
}

#[test]
fn a_test_ends_the_match_early() {
    let line = "connect4:5x4 --a depth=5,table-mib=1 --b depth=1,table-mib=1 --games 400 --opening-plies 4";
    let decided = result(&format!("{line} --elo0 0 --elo1 50"));
    let games = |result: &Value| {
        ["wins", "draws", "losses"].map(|kind| result[kind].as_u64().unwrap()).iter().sum::<u64>()
    };
    assert_eq!(decided["test"]["verdict"], "h1", "{decided}");
    assert!(games(&decided) < 200, "{decided}");
    assert!(decided["test"]["llr"].as_f64() >= decided["test"]["limits"][1].as_f64());
    let open = result(
        "nim --a depth=2,table-mib=1 --b depth=2,table-mib=1 --games 4 --opening-plies 2 --elo0 0 --elo1 9",
    );
    assert_eq!((&open["test"]["verdict"], games(&open)), (&"open".into(), 4));
}

#[test]
fn text_shows_settings_openings_and_results() {
    let run = eldest(
        "match tictactoe --a depth=2,table-mib=1 --b depth=9,table-mib=1 --games 9 --opening-plies 2",
    );
    let lines: Vec<_> = run.done().lines().collect();
    assert_eq!(lines[..2], ["A       depth=2,table-mib=1", "B       depth=9,table-mib=1"]);
    assert_eq!(lines[2], "from    5 openings of 2 random plies (seed 1), each played twice");
    assert!(lines[3].starts_with("games   10: A wins "), "{}", run.stdout);
    assert_eq!(lines.len(), 7, "no margin in a game without points: {}", run.stdout);
    let few =
        eldest("match tictactoe --a depth=9,table-mib=1 --b depth=9,table-mib=1 --opening-plies 1");
    assert!(few.done().contains("from    9 openings of 1 random ply, all that were found"));
}

/// Both games of a pair begin with its opening, and the moves are legal.
#[test]
fn pairs_are_printed_as_json() {
    let run = eldest(
        "match nim 3,4 --a depth=3,table-mib=1 --b depth=1,table-mib=1 --games 6 --opening-plies 1 --format json",
    );
    let records = run.json();
    assert_eq!(records.len(), 4);
    for pair in &records[..3] {
        let [one, other] = [0, 1].map(|game| &pair["games"][game]);
        assert_eq!((&one["a"], &other["a"]), (&"first".into(), &"second".into()));
        for game in [one, other] {
            assert_eq!(game["moves"][0], pair["opening"][0]);
            let last = game["moves"].as_array().unwrap().last().unwrap().as_str().unwrap();
            assert!(last.ends_with(">0"), "the last move takes the last piece: {last}");
        }
    }
    assert_eq!(records[3]["type"], "result");
}

#[test]
fn games_that_get_too_long_are_draws() {
    let line =
        "match connect4 --a depth=1,table-mib=1 --b depth=1,table-mib=1 --games 6 --max-plies 7";
    let expected = "games   6: A wins 0, draws 6, loses 0 (6 of the draws got too long)\n";
    assert!(eldest(line).done().contains(expected), "{}", eldest(line).stdout);
}

#[test]
fn errors_say_what_would_be_right() {
    let error = |rest: &str| {
        let run = eldest(&format!("match connect4 {rest}"));
        assert_ne!(run.status, 0);
        run.stderr
    };
    let bad = error("--a depth=4 --b depth=4,evaluator=odd");
    assert!(
        bad.contains(
            "'--b <OPTIONS>': column 9: 'evaluator=odd'; expected for evaluator own, even"
        ),
        "{bad}"
    );
    assert!(error("--a depth=4 --b killers=off").contains("expected a limit"));
    assert!(error("--a depth=4 --b depth=4 --elo0 0").contains("--elo1"));
    let bad = error("--a depth=4 --b depth=4,null-move=on");
    assert!(
        bad.contains("'depth=4,null-move=on': there is no selective search for connect4:7x6"),
        "{bad}"
    );
    let bad = eldest("match connect4 --a depth=4 --b depth=4 --elo0 5 --elo1 0");
    bad.refused(2, "error: --elo0 5 and --elo1 0; expected --elo0 to be less than --elo1\n");
    assert!(error("--a depth=4 --b depth=4 --alpha 0.7").contains("below 0.5"));
    assert!(error("4x --a depth=4 --b depth=4").contains("position '4x': column 2"));
    let bad = error("11223344 --a depth=4 --b depth=4");
    assert!(bad.contains("column 8"), "{bad}");
    let bad = error("1122334 --a depth=4 --b depth=4");
    assert!(bad.contains("every opening of 6 plies decides the game"), "{bad}");
}

/// The trained evaluator of Othello is the game's own on the standard board, and only there.
#[test]
fn evaluators_are_selected_by_name() {
    let gains = |b: &str| {
        let (a, rest) = ("depth=2,table-mib=1", "--games 6 --format json");
        let mut records =
            eldest(&format!("match othello --a {a} --b depth=2,table-mib=1,{b} {rest}")).json();
        records.pop().unwrap()["pairs"].clone()
    };
    let even = serde_json::json!([0, 0, 3, 0, 0]);
    assert_eq!(gains("evaluator=trained"), even);
    assert_ne!(gains("evaluator=iago"), even);
    let refused = |game: &str, name: &str, expected: &str| {
        let setting = format!("depth=1,evaluator={name}");
        let run = eldest(&format!("match {game} --a {setting} --b {setting}"));
        assert!(run.status != 0 && run.stderr.contains(expected), "{}", run.stderr);
    };
    let expected = "othello:6x6 has no such evaluator; expected one of own, even, iago\n";
    refused("othello:6x6", "trained", expected);
    refused("chess", "iago", "expected one of own, even, pesto, tuned, nnue\n");
    refused("kalah", "iago", "expected one of own, even\n");
}

/// Selective search changes the games; a setting against itself gains nothing.
#[test]
fn a_selective_search_plays_chess() {
    let pairs = |a: &str| {
        let rest = "--b nodes=1000,selective=off --games 2 --max-plies 16 --format json";
        let mut records = eldest(&format!("match chess --a nodes=1000,{a} {rest}")).json();
        let result = records.pop().unwrap();
        (records, result["pairs"].clone())
    };
    let (exact, gains) = pairs("selective=off");
    assert_eq!(gains, serde_json::json!([0, 0, 1, 0, 0]));
    assert!(pairs("selective=on").0 != exact, "nothing was left out");
}

/// Repetition ends the games before fifty moves could: without an evaluation, sides move to and
/// fro.
#[test]
fn games_of_chess_end_by_repetition() {
    let setting = "depth=1,evaluator=even,table-mib=1";
    let too_long = |game: &str| {
        let line = format!("{game} --a {setting} --b {setting} --games 8 --max-plies 100");
        result(&line)["too_long"].as_u64().unwrap()
    };
    assert_eq!((too_long("chess"), too_long("chess:full")), (0, 0));
    assert!(too_long("chess:fifty") > 0);
}
