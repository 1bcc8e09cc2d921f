use crate::run::eldest;
use eldest::selective::{Parameter, Parameters};
use eldest_games::othello;

/// Othello is fast with few nodes per move.
const LINE: &str = "spsa othello:6x6 --setting nodes=30,table-mib=1,reductions=on,late-moves=on";

#[test]
fn concurrency_changes_nothing() {
    let line = format!("{LINE} --pairs 100 --rate 0.2 --format json");
    let runs = [1, 3].map(|threads| eldest(&format!("{line} --concurrency {threads}")));
    assert_eq!(runs[0].done(), runs[1].done());
}

/// The setting that is printed last can be played, and resumes the tuning.
#[test]
fn what_is_found_is_a_setting() {
    let rest = "--numbers late-base,reduce-from --pairs 100 --rate 0.5 --format json";
    let records = eldest(&format!("{LINE},late-base=7 {rest}")).json();
    let [step, result] = &records[..] else { panic!("{records:?}") };
    assert_eq!((&step["type"], &step["pairs"]), (&"step".into(), &100.into()));
    assert_eq!((&result["type"], &result["pairs"]), (&"result".into(), &100.into()));
    let numbers = result["numbers"].as_array().unwrap();
    let named = |at: usize| (numbers[at]["name"].as_str().unwrap(), &numbers[at]["before"]);
    let usual = othello::selection().parameters.get(Parameter::ReduceFrom);
    assert_eq!([named(0), named(1)], [("late-base", &7.into()), ("reduce-from", &usual.into())]);
    for number in numbers {
        let name = number["name"].as_str().unwrap();
        assert_eq!(step["numbers"][name], number["found"]);
        assert_ne!(number["found"], number["before"], "a pair was won");
    }
    let setting = result["setting"].as_str().unwrap().to_owned();
    let is_changed = |number: &&serde_json::Value| number["rounded"] != number["before"];
    let changed: Vec<_> = numbers.iter().filter(is_changed).collect();
    assert!(!changed.is_empty(), "{result}");
    let as_typed = |number: &&serde_json::Value| {
        format!(",{}={}", number["name"].as_str().unwrap(), number["rounded"])
    };
    assert!(setting.ends_with(&changed.iter().map(as_typed).collect::<String>()), "{setting}");
    assert!(setting.starts_with("nodes=30,table-mib=1,reductions=on,late-moves=on,"), "{setting}");
    let line = format!("spsa othello:6x6 --setting {setting} --pairs 1");
    let text = eldest(&line);
    let lines: Vec<_> = text.done().lines().collect();
    assert_eq!(lines[0], format!("tuned    {setting}"));
    assert_eq!(lines[1], "from     1 opening of 6 random plies (seed 1)");
    assert_eq!(lines[2], "number            before     found  rounded");
    assert!(lines.iter().any(|line| line.starts_with("late-square ")), "{}", text.stdout);
    assert_eq!(*lines.last().unwrap(), format!("setting  {setting}"), "one pair moves nothing far");
}

#[test]
fn errors_say_what_would_be_right() {
    let error = |rest: &str| {
        let run = eldest(&format!("spsa othello:6x6 --pairs 1 {rest}"));
        assert_ne!(run.status, 0);
        run.stderr
    };
    let bad = error("--setting depth=1");
    assert!(
        bad.contains("'depth=1': there is no parameter to tune; expected selective=on"),
        "{bad}"
    );
    let bad = error("--setting depth=1,late-moves=on --numbers null-base");
    assert!(bad.contains("null-base has no effect here; expected null-move=on"), "{bad}");
    let bad = error("--setting depth=1,reductions=on --numbers reduce-learnt");
    assert!(bad.contains("expected signed-history=on"), "{bad}");
    let bad = error("--setting depth=1,signed-history=on --numbers bonus-square");
    assert!(bad.contains("expected selective=on"), "{bad}");
    let bad = error("--setting depth=1,late-moves=on,evaluator=even");
    assert!(bad.contains("with evaluator=even there is no selective search"), "{bad}");
    let twice = "--setting depth=1,late-moves=on --numbers late-base,late-base";
    let run = eldest(&format!("spsa othello:6x6 --pairs 1 {twice}"));
    run.refused(2, "error: --numbers: late-base twice; expected each once\n");
    let bad = error("--setting depth=1,late-moves=on --numbers late");
    assert!(bad.contains("[possible values: reverse-margin, "), "{bad}");
    let bad = error("--setting depth=1,late-moves=on,late-base=0");
    assert!(bad.contains("for late-base a whole number from 1 to 1000"), "{bad}");
    assert!(error("--setting depth=1,late-moves=on --rate 0").contains("above 0 and up to 1"));
    let connect4 = eldest("spsa connect4 --setting depth=1,selective=on");
    assert!(connect4.stderr.contains("there is no selective search for connect4"), "{connect4:?}");
}

#[test]
fn the_table_of_the_documentation_has_every_number() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/selective.md");
    let page = std::fs::read_to_string(page).unwrap().replace(',', "");
    for number in Parameter::all() {
        let (usual, range) = (Parameters::default().get(number), number.range());
        let row = format!("| `{number}` | {usual} | {} to {} |", range.start(), range.end());
        assert_eq!(page.matches(&row).count(), 1, "{row}");
    }
}
