//! The value that an engine finds is that of minimax: at every depth and to the end, whatever the
//! table holds, whichever way it is searched.

use crate::common::engines::{Case, Evaluates, Game, Trial, Visitor, every_kind, options};
use crate::common::{AnyTable, Chance, Numbered, Random};
use eldest::table::{MapTable, NoTable, OneWordTable};
use eldest::{Depth, DepthMatch, Engine, Limits, Options, Score, SharedTable};
use eldest_checks::questions::ask_value;
use eldest_games::trees::{Synthetic, Tree};

/// Questions to one engine, about several positions of one game.
const QUESTIONS: u64 = 4;

struct EveryTable;

impl Visitor for EveryTable {
    fn visit<P: Game, E: Evaluates<P>>(&mut self, case: &mut Case<P, E>) {
        match case.random.below(4) {
            0 => ask_all(case, AnyTable::Map(MapTable::new())),
            1 => ask_all(case, AnyTable::No(NoTable)),
            2 => ask_all(case, AnyTable::shared(128)),
            _ => ask_all(case, AnyTable::shared(4096)),
        }
    }
}

/// One engine, so that later questions find the table and the memory of earlier ones.
fn ask_all<P: Game, E: Evaluates<P>>(case: &mut Case<P, E>, table: AnyTable) {
    let mut engine = case.engine(table);
    for _ in 0..QUESTIONS {
        let mut options = options(&mut case.random);
        if case.random.odds(20) {
            options.depth_match = DepthMatch::AtLeast;
        }
        engine.set_options(options);
        let (position, depth) = (case.some_position(), case.some_depth());
        let with_line = case.random.odds(50);
        ask_value(case, &mut engine, &position, depth, with_line);
    }
}

#[test]
fn the_value_is_that_of_minimax() {
    every_kind(800, &mut EveryTable);
}

/// Many ways lead to one position: where a worker has a small table of its own, its findings spare
/// nodes.
#[test]
fn small_tables_of_workers_spare_nodes_and_no_values() {
    let solve = |engine: &mut Engine<Synthetic>, seed, local_table_from| {
        let tree: Synthetic = format!("dag:width=5,depth=9,seed={seed}").parse().expect("a spec");
        engine.set_options(
            Options::default().with(|o| (o.table_from, o.local_table_from) = (6, local_table_from)),
        );
        let report = engine.solve(&tree, &Limits::new()).expect("a report");
        (report.value(), report.progress.nodes, report.statistics.table_cutoffs)
    };
    let engine = || Engine::builder().table_bytes(1 << 16).build().expect("an engine");
    let mut kept = engine();
    for seed in 0..50 {
        let (value, all, without) = solve(&mut engine(), seed, None);
        let (same, fewer, with) = solve(&mut kept, seed, Some(1));
        assert_eq!(same, value, "seed {seed}");
        assert!(fewer < all && with > without, "seed {seed}: {fewer} of {all} nodes");
    }
}

/// The one-word table takes games with few values and unique keys, to the end only.
#[test]
fn the_one_word_table_gives_the_value() {
    let mut asked = 0;
    let mut ask = |tree: Synthetic, seed| {
        let position = Numbered::new(tree);
        let bytes = [128, 192, 4096][seed as usize % 3];
        let table = OneWordTable::new(bytes, &position).expect("few values");
        let evaluator = |node: &Numbered<Synthetic>| node.inner.estimate();
        let about = tree.spec().to_string();
        let mut case = Case { position, evaluator, random: Random(seed), about };
        let mut engine = case.engine(table);
        for _ in 0..QUESTIONS {
            engine.set_options(options(&mut case.random));
            let position = case.some_position();
            let with_line = case.random.odds(50);
            ask_value(&case, &mut engine, &position, Depth::END, with_line);
            asked += 1;
        }
    };
    for seed in 0..600 {
        for kind in ["dag:width=3,depth=5,again=20", "uneven:width=3,depth=6,again=20"] {
            let range = [1, 2, 20, 127][seed as usize % 4];
            ask(format!("{kind},range={range},seed={seed}").parse().expect("a spec"), seed);
        }
    }
    assert_eq!(asked, 600 * 2 * QUESTIONS);
}

/// What was found while deeper entries counted is no value of its depth, and must not count as one.
#[test]
fn findings_that_rest_on_deeper_ones_do_not_count_as_exact() {
    let kind = "dag:width=3,depth=7,range=20";
    for seed in 0..300 {
        let tree: Synthetic = format!("{kind},seed={seed}").parse().expect("a spec");
        let evaluator = Synthetic::estimate as fn(&_) -> _;
        let about = tree.spec().to_string();
        let mut case = Case { position: tree, evaluator, random: Random(seed), about };
        let mut engine = case.engine(SharedTable::new(1 << 16).expect("a table"));
        engine.set_options(Options::default().with(|o| o.depth_match = DepthMatch::AtLeast));
        for plies in [5, 3, 4] {
            engine.search(&tree, &Limits::new().depth(plies)).expect("a report");
        }
        engine.set_options(Options::default().with(|o| {
            o.table_from = 2;
            o.iid = false;
        }));
        for plies in [3, 4] {
            let with_line = case.random.odds(50);
            ask_value(&case, &mut engine, &tree, Depth::plies(plies), with_line);
        }
    }
}

/// Trees whose values are spread from one end of the scores to the other, and with a wide window.
#[test]
fn the_largest_scores_are_values() {
    for top in [Score::MAX_VALUE.get(), Score::MAX_VALUE.get() - 1] {
        for seed in 0..200 {
            let leaf = |random: &mut Random| random.pick(&[-top, top, 0]);
            let mut random = Random(seed);
            let tree: Tree =
                [[leaf(&mut random), leaf(&mut random)], [leaf(&mut random), leaf(&mut random)]]
                    .into();
            let evaluator = Tree::estimate as fn(&_) -> _;
            let about = tree.to_string();
            ask_all(
                &mut Case { position: tree, evaluator, random, about },
                AnyTable::Map(MapTable::new()),
            );
        }
    }
}
