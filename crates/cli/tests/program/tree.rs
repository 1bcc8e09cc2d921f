use crate::run::{Run, eldest, program};
use expect_test::{expect, expect_file};
use serde_json::{Value, json};

/// Runs a command line, in which words in quotes stay together.
fn typed(line: &str) -> Run {
    let mut command = program("");
    for (number, part) in line.split('\'').enumerate() {
        match number % 2 {
            0 => command.args(part.split_whitespace()),
            _ => command.arg(part),
        };
    }
    command.output().unwrap().into()
}

#[test]
fn windows_values_and_cutoffs_in_the_order_of_the_search() {
    expect![[r#"
        alpha-beta: value 3, 3 leaves, 3 inner nodes
        root       3  (-∞,∞)
        ├─ 0      -3  (-∞,∞)
        │  ├─ 0    3  (-∞,∞)
        │  └─ 1    5  (-∞,3)
        └─ 1     ≥-2  (-∞,-3)  cutoff
           ├─ 0    2  (3,∞)
           └╳ pruned 1
    "#]]
    .assert_eq(typed("tree 'tree:[[3 5] [2 9]]'").done());
}

#[test]
fn all_seen_from_the_root() {
    expect![[r#"
        alpha-beta: value 3, 3 leaves, 3 inner nodes
        root      3  (-∞,∞)  type 1
        ├─ 0      3  (-∞,∞)  type 1
        │  ├─ 0   3  (-∞,∞)  type 1
        │  └─ 1   5  (-∞,3)  type 2
        └─ 1     ≤2  (3,∞)   type 2, cutoff
           ├─ 0   2  (3,∞)   type 3
           └╳ pruned 1
    "#]]
    .assert_eq(typed("tree 'tree:[[3 5] [2 9]]' --view root --types").done());
}

#[test]
fn a_research_has_a_row_of_its_own() {
    expect![[r#"
        negascout-1989: value 8, 6 leaves, 4 inner nodes, 1 re-search
        root       8  (-∞,∞)
        ├─ 0      -3  (-∞,∞)
        │  ├─ 0    3  (-∞,∞)
        │  └─ 1    5  (2,3)    null
        ├─ 1     ≤-8  (-4,-3)  null
        │  ├─ 0    8  (3,4)    null
        │  └─ 1    9  (3,4)    null
        └─ 1      -8  (-∞,-3)  again
           ├─ 0    8  (3,∞)
           └─ 1    9  (7,8)    null
    "#]]
    .assert_eq(typed("tree 'tree:[[3 5] [8 9]]' --algorithm negascout-1989").done());
}

#[test]
fn every_pass_of_mtdf_is_a_tree() {
    expect![[r#"
        mtdf: value W3, 5 leaves, 9 inner nodes, 2 passes
        pass 1        ≥W3  (-1,0)   null, cutoff
        ├─ 2>0        ≥W1  (0,1)    null
        │  └─ 1>0      L0  (-1,0)   null
        ├─ 2>1        ≤L2  (0,1)    null
        │  └─ 1>0     ≥W1  (-1,0)   null
        │     └─ 1>0   L0  (0,1)    null
        └╳ pruned 1>0
        pass 2        ≤W3  (W3,W2)  null
        ├─ 2>0        ≥W1  (L1,L2)  null
        │  └─ 1>0      L0  (W1,W0)  null
        ├─ 2>1        ≥L2  (L1,L2)  null
        │  └─ 1>0     ≤W1  (W1,W0)  null
        │     └─ 1>0   L0  (-∞,L0)  null
        └─ 1>0        ≥W1  (L1,L2)  null, cutoff
           ├─ 2>0      L0  (W1,W0)  null
           └╳ pruned 2>1
    "#]]
    .assert_eq(eldest("tree nim 1,2 --depth 4 --algorithm mtdf").done());
}

/// The tree of docs/trees.md; no smaller tree shows this (`tests/textbook/smallest_tree.rs`).
#[test]
fn a_null_window_prunes_two_leaves_that_alpha_beta_visits() {
    let tree = "tree 'tree:[-5 [[-8 -7 -6] 4]]' --algorithm alpha-beta,negascout-1989";
    let run = typed(&format!("{tree} --format json"));
    let records = run.json();
    let leaves = |algorithm: &str| {
        let by = |record: &&Value| record["algorithm"] == algorithm && record["type"] == "search";
        records.iter().find(by).unwrap()["leaves"].as_u64().unwrap()
    };
    assert_eq!((leaves("alpha-beta"), leaves("negascout-1989")), (5, 3));
    let only: Vec<_> = records.iter().filter(|record| record["only_here"] == true).collect();
    assert!(only.iter().all(|record| record["algorithm"] == "alpha-beta"));
    let paths: Vec<_> = only.iter().map(|record| record["path"].clone()).collect();
    assert_eq!(paths, [json!(["1", "0", "1"]), json!(["1", "0", "2"])]);
    let text = typed(tree);
    assert_eq!(text.done().matches("only here").count(), 2);
    assert_eq!(text.done().matches("\n\n").count(), 1, "one beneath the other");
}

/// Lines take 80 columns for any number of moves, at any depth.
#[test]
fn what_does_not_fit_into_a_line_is_counted() {
    let leaves = (0..60).map(|_| "1").collect::<Vec<_>>().join(" ");
    let run = typed(&format!("tree 'tree:[-3 [2 {leaves}]]'"));
    let last = run.done().lines().last().unwrap();
    assert!(last.starts_with("   └╳ pruned 1 2 3 ") && last.ends_with(" and 39 more"), "{last}");
    assert!((70..=80).contains(&last.chars().count()), "{last}");
    let deep = format!("{}[-3 [2 9]]{}", "[".repeat(30), "]".repeat(30));
    assert!(typed(&format!("tree 'tree:{deep}'")).done().contains("pruned"));
}

#[test]
fn json_lines() {
    let run = typed("tree 'tree:[[3 5] [8 9]]' --algorithm pvs --format json");
    let records = run.json();
    let (search, visits) = records.split_last().unwrap();
    assert_eq!(search["type"], "search");
    assert_eq!((&search["score"], &search["leaves"]), (&json!(8), &json!(6)));
    assert_eq!((&search["interior"], &search["researches"]), (&json!(4), &json!(1)));
    for (number, visit) in visits.iter().enumerate() {
        assert_eq!((&visit["type"], &visit["visit"]), (&json!("visit"), &json!(number)));
    }
    let again: Vec<_> = visits.iter().filter(|visit| visit["research"] == true).collect();
    assert_eq!(again.len(), 1);
    assert_eq!((&again[0]["alpha"], &again[0]["beta"]), (&Value::Null, &json!(-3)));
    assert_eq!((&again[0]["value"], &again[0]["parent"]), (&json!(-8), &json!(0)));
}

/// The minimal tree of width 3 and depth 4 has 3^2 + 3^2 - 1 leaves, and no node without a type.
#[test]
fn all_of_the_minimal_tree_has_types() {
    let tree = "tree:ordered:width=3,depth=4,first=100,quarter=100,spread=9,seed=1";
    let run = eldest(&format!("tree {tree} --format json"));
    let records = run.json();
    let visits = || records.iter().filter(|record| record["type"] == "visit");
    assert!(visits().all(|visit| visit["node_type"].as_u64().is_some()));
    let leaves = |kind: u64| {
        visits().filter(|visit| !visit["leaf"].is_null() && visit["node_type"] == kind).count()
    };
    assert_eq!([1, 2, 3].map(leaves), [1, 8, 8]);
}

#[test]
fn graphviz_gets_a_cluster_for_each_search() {
    let run = typed("tree 'tree:[[3 5] [2 9]]' -a alpha-beta,minimax --format dot");
    let graph = run.done();
    assert!(graph.starts_with("graph tree {\n") && graph.ends_with("}\n"));
    assert_eq!(graph.matches("subgraph cluster").count(), 2);
    assert_eq!(graph.matches(" -- ").count(), 2 * 6);
    assert_eq!(graph.matches("color=gray, fontcolor=gray]\n").count(), 2, "node and edge");
    assert!(graph.contains(r#"label="≥-2\n(-∞,-3)""#), "{graph}");
}

#[test]
fn every_game_can_be_drawn_by_every_algorithm() {
    for position in ["tictactoe", "connect4:4x4 112", "nim 1,2,2", "othello:4x4"] {
        for format in ["text", "svg", "dot", "json"] {
            let line = "--depth 2 --max-nodes 2000 --algorithm minimax,negamax,alpha-beta-hard,\
                alpha-beta,scout,negascout-1983,negascout-1989,negascout-1999,pvs,pvs-from-score,\
                pvs-alpha-raised,pvs-1986,pvs-pair,mtdf,kernel";
            let run = eldest(&format!("tree {position} {line} --format {format}"));
            assert!(run.done().contains("kernel"), "{position} as {format}");
        }
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |line: &str, status: i32, reason: &str| typed(line).refused(status, reason);
    refused("tree nim 1 -d 1 -a best", 2, "possible values: minimax, negamax, alpha-beta-hard, ");
    refused("tree nim 1,2", 2, "a game needs --depth N");
    refused("tree nim 1,2 -d 0", 2, "expected a whole number from 1 to 1000");
    refused("tree 'tree:[1' -d 1", 2, "this '[' is never closed");
    refused("tree connect4 448 -d 1", 1, "position '448': column 3: found '8'; expected a column");
    refused("tree tictactoe xxx/oo./... -d 1", 1, "the game is over: there is no tree to draw");
    let many = "alpha-beta visits more than 300 nodes, too many to look at; try a smaller --depth, \
        or a larger --max-nodes";
    refused("tree connect4 -d 30", 1, many);
    refused("tree connect4 -d 30 -a kernel", 1, "kernel visits more than 300 nodes");
    refused("tree tree:uniform:width=3,depth=5 -a minimax --max-nodes 363", 1, "more than 363");
    assert_eq!(eldest("tree tree:uniform:width=3,depth=5 -a minimax --max-nodes 364").status, 0);
}

#[test]
fn the_examples_of_the_help_are_right() {
    let help = eldest("tree --help");
    let (_, examples) = help.done().split_once("Examples:\n").unwrap();
    for example in examples.lines() {
        let line = example.split(['>', '|']).next().unwrap().trim();
        typed(line.strip_prefix("eldest ").unwrap()).done();
    }
    assert_eq!(examples.lines().count(), 5);
}

#[test]
fn a_closed_pipe_is_success() {
    for format in ["text", "svg", "dot", "json"] {
        let mut child =
            program(&format!("tree othello --depth 3 --format {format}")).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    }
}

const PAGE: &str = include_str!("../../../../docs/trees.md");

/// Returns the commands of the page, each with the text after it.
fn commands() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGE.split("```sh\n").skip(1).map(|block| block.split_once("\n```\n").unwrap())
}

/// `UPDATE_EXPECT=1` redraws them.
#[test]
fn the_pictures_of_the_page_are_those_that_its_commands_draw() {
    let mut drawn = 0;
    for (command, rest) in commands() {
        let Some((command, path)) = command.split_once(" > ") else { continue };
        let name = path.strip_prefix("docs/").unwrap();
        assert!(rest.contains(&format!("({name})")), "the page does not show {name}");
        let run = typed(command.strip_prefix("eldest ").unwrap());
        expect_file![format!("../../../../{path}")].assert_eq(run.done());
        drawn += 1;
    }
    assert_eq!(drawn, PAGE.matches("](img/").count());
}

#[test]
fn the_text_of_the_page_is_the_output_of_its_commands() {
    let mut written = 0;
    for (command, rest) in commands() {
        let Some(rest) = rest.strip_prefix("```text\n") else { continue };
        let text = rest.split("```").next().unwrap();
        let run = typed(command.strip_prefix("eldest ").unwrap());
        assert_eq!(text, run.done(), "{command}");
        written += 1;
    }
    assert!(written > 0);
}
