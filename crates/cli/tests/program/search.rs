use crate::run::{Run, eldest, program};

#[test]
fn a_row_for_each_depth_until_the_value_is_proved() {
    let run = eldest("search tictactoe");
    let rows: Vec<_> = run.done().lines().collect();
    assert!(rows[0].starts_with("depth      value"), "{rows:?}");
    for (depth, row) in (1..=9).zip(&rows[1..]) {
        let columns: Vec<_> = row.split_whitespace().collect();
        assert_eq!(columns[..2], [depth.to_string(), "0".to_owned()]);
        assert_eq!(columns[6..].len(), depth, "the line is as long as the depth");
    }
    assert!(rows[10].starts_with("best move ") && rows[10].ends_with(", value 0, proved"));
}

#[test]
fn columns_are_aligned() {
    let run = eldest("search connect4 44 --depth 8");
    let ends = |row: &str| row.find("s  ").map(|end| end + 3);
    let rows: Vec<_> = run.done().lines().collect();
    let ends: Vec<_> = rows[1..9].iter().map(|row| ends(row)).collect();
    assert!(ends.iter().all(|end| *end == rows[0].find("line")), "{}", run.stdout);
    assert!(rows[9].ends_with(", depth 8"), "{}", run.stdout);
}

#[test]
fn json_lines() {
    let run = eldest("search nim 1,2 --format json --multi-pv 2");
    let records = run.json();
    let (result, iterations) = records.split_last().unwrap();
    for (depth, iteration) in (1..).zip(iterations) {
        assert_eq!(iteration["type"], "iteration");
        assert_eq!(iteration["depth"], depth);
        assert_eq!(iteration["lines"].as_array().unwrap().len(), 2);
    }
    assert_eq!(result["type"], "result");
    assert_eq!(result["best_move"], "2>1");
    assert_eq!(result["distance"], 3);
    assert_eq!(result["proved"], true);
    assert_eq!(result["line"], serde_json::json!(["2>1", "1>0", "1>0"]));
    assert_eq!(result["nodes"], result["statistics"]["nodes"]);
}

#[test]
fn all_drivers_agree() {
    for driver in ["pvs", "aspiration", "mtdf", "bisection"] {
        let run = eldest(&format!("search nim 3,4,5 --driver {driver}"));
        assert!(run.done().contains("best move 3>1, value W11, proved"), "{}", run.stdout);
    }
}

#[test]
fn only_some_moves() {
    let run = eldest("search nim 1,2 --moves 1>0,2>0");
    assert!(run.done().contains(", value L2, proved"), "{}", run.stdout);
    let run = eldest("search nim 1,2 --moves 1>0,7>0");
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("'7>0' is not a legal move here; expected one of"), "{run:?}");
}

#[test]
fn a_finished_game() {
    let run = eldest("search tictactoe xxx/oo./...");
    assert!(run.done().ends_with("best move none, the game is over, value L0, proved\n"));
}

#[test]
fn limits() {
    let run = eldest("search connect4 --nodes 5000 --format json");
    assert_eq!(run.status, 0);
    let result = run.json().pop().unwrap();
    assert_eq!((&result["stop_reason"], &result["nodes"]), (&"Nodes".into(), &5000.into()));
}

#[test]
fn a_bad_position() {
    let run = eldest("search connect4 448");
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert_eq!(
        run.stderr,
        "eldest: position '448': column 3: found '8'; expected a column, 1 to 7\n"
    );
}

#[test]
fn chess_in_algebraic_notation() {
    let mate = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq -";
    let run = program("search chess --depth 3").arg(mate).output().expect("it starts");
    assert!(Run::from(run).done().ends_with("best move Qxf7#, value W1, proved\n"));
    let run = eldest("search chess:full --depth 1 --moves e4,g1f3");
    let (_, value) = run.done().rsplit_once("best move e4, value ").expect("a move");
    assert!(value.ends_with(", depth 1\n"), "{value}");
}

#[test]
fn one_position_is_enough() {
    for line in ["search connect4 4444 45", "play othello --level 1 X O", "tree nim 1,2 3 -d 1"] {
        let tip = "tip: give one position, in quotes if it contains blanks";
        eldest(line).refused(2, tip);
    }
    assert!(!eldest("search connect4 --dept 4").stderr.contains("one position"));
}
