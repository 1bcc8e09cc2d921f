//! The value that threads find together is that of minimax, and everything else that a report says
//! is as true as with one: for every algorithm, at every depth and to the end, whatever the table
//! holds.

use crate::common::engines::{Case, Evaluates, Game, Trial, Visitor, every_kind, limits, options};
use crate::common::{AnyTable, Chance, Leaves, Noisy, Numbered, Random, Shape, patient, restless};
use eldest::table::{NoTable, OneWordTable};
use eldest::{Algorithm, Depth, DepthMatch, Engine, Limits, Options, Report, SharedTable, Table};
use eldest_checks::answers::check_report;
use eldest_checks::questions::ask_value;
use eldest_checks::sharing::{SharingTally, check_counts, shared_options, team};
use eldest_games::trees::{Synthetic, Tree};

/// Questions to one engine, about several positions of one game.
const QUESTIONS: u64 = 4;

#[derive(Default)]
struct EveryAlgorithm {
    tally: SharingTally,
}

impl Visitor for EveryAlgorithm {
    fn visit<P: Game, E: Evaluates<P>>(&mut self, case: &mut Case<P, E>) {
        let table = restless(AnyTable::some(&mut case.random));
        let mut engine = case.engine(table);
        for _ in 0..QUESTIONS {
            engine.set_options(shared_options(&mut case.random));
            let (position, depth) = (case.some_position(), case.some_depth());
            self.ask(case, &mut engine, &position, depth);
        }
    }
}

impl EveryAlgorithm {
    /// Every iteration has the value of its depth, and the report is true.
    fn ask<P: Game, E: Evaluates<P>, T: Table + 'static>(
        &mut self,
        case: &mut Case<P, E>,
        engine: &mut Engine<P, E, T>,
        position: &P,
        depth: Depth,
    ) -> Report<P::Move> {
        let (options, with_line) = (*engine.options(), case.random.odds(60));
        let report = ask_value(case, engine, position, depth, with_line);
        self.tally.add(&options, &report);
        if position.over().is_none() {
            check_counts(&report, options.threads);
            check_report(case, &report, position, depth, with_line, &options);
        }
        report
    }
}

#[test]
fn threads_together_find_the_value_of_minimax() {
    let mut every = EveryAlgorithm::default();
    every_kind(600, &mut every);
    every.tally.check(5);
}

/// An owner that waits for its helpers helps them: it leaves its node and comes back to it.
#[test]
fn an_owner_that_has_helped_is_where_it_was() {
    let mut every = EveryAlgorithm::default();
    let shape = Shape { width: 4, depth: 6, stop: 10, again: 20, leaves: Leaves::Ties };
    // How often it happens depends on the machine: until it has happened often enough.
    let (mut helped, mut seeds) = (0, 0..6_000);
    while let Some(seed) = seeds.next().filter(|seed| *seed < 300 || helped <= 100) {
        let mut random = Random(seed);
        let position = Tree::from(shape.branch(&mut random));
        let (evaluator, about) = (Noisy { plies: 2, stands_pat: true }, position.to_string());
        let mut case = Case { position: position.clone(), evaluator, random, about };
        let mut engine = case.engine(patient(NoTable, 20));
        engine.set_options(team(Algorithm::YoungBrothersWait, 3));
        let report = every.ask(&mut case, &mut engine, &position, Depth::plies(4));
        helped += report.workers[0].steals;
    }
    assert!(helped > 100, "{helped}");
}

/// The one-word table takes games with few values and unique keys, to the end only.
#[test]
fn threads_find_the_value_with_the_one_word_table() {
    let mut every = EveryAlgorithm::default();
    for seed in 0..300 {
        let kind = ["dag:width=3,depth=5,again=20", "uneven:width=3,depth=6,again=20"];
        let (kind, range) = (kind[seed as usize % 2], [1, 2, 20, 127][seed as usize / 2 % 4]);
        let about = format!("{kind},range={range},seed={seed}");
        let tree: Synthetic = about.parse().expect("a spec");
        let position = Numbered::new(tree);
        let bytes = [128, 192, 4096][seed as usize % 3];
        let table = restless(OneWordTable::new(bytes, &position).expect("few values"));
        let evaluator = |node: &Numbered<Synthetic>| node.inner.estimate();
        let mut case = Case { position, evaluator, random: Random(seed), about };
        let mut engine = case.engine(table);
        for _ in 0..QUESTIONS {
            engine.set_options(shared_options(&mut case.random));
            let position = case.some_position();
            every.ask(&mut case, &mut engine, &position, Depth::END);
        }
    }
    every.tally.check(0);
}

/// Where deeper entries count too, a value to the end is still the value.
#[test]
fn deeper_entries_do_no_harm_to_the_end() {
    let mut every = EveryAlgorithm::default();
    for seed in 0..200 {
        let about = format!("dag:width=3,depth=6,range=20,seed={seed}");
        let position: Synthetic = about.parse().expect("a spec");
        let evaluator = Synthetic::estimate as fn(&_) -> _;
        let mut case = Case { position, evaluator, random: Random(seed), about };
        let table = restless(AnyTable::some(&mut case.random));
        let mut engine = case.engine(table);
        let deeper = |o: &mut Options| o.depth_match = DepthMatch::AtLeast;
        engine.set_options(shared_options(&mut case.random).with(deeper));
        engine.search(&position, &Limits::new().depth(4)).expect("a report");
        every.ask(&mut case, &mut engine, &position, Depth::END);
    }
}

/// One thread searches as the serial algorithm does, node for node.
struct OneThread;

impl Visitor for OneThread {
    fn visit<P: Game, E: Evaluates<P>>(&mut self, case: &mut Case<P, E>) {
        let serial = options(&mut case.random);
        let (position, depth) = (case.some_position(), case.some_depth());
        let search = |options| {
            let mut engine = case.engine(SharedTable::new(1024).expect("a table"));
            engine.set_options(options);
            let query = engine.query(&position).limits(&limits(depth));
            let query = if depth.is_end() { query.to_end() } else { query };
            let report = query.run().expect("a report");
            (report.statistics.nodes, report.best_move, report.moves, report.line)
        };
        let expected = search(serial);
        for algorithm in Algorithm::ALL {
            let sharing = team(algorithm, 1).sharing;
            let alone = serial.with(|o| (o.algorithm, o.sharing) = (algorithm, sharing));
            assert_eq!(search(alone), expected, "{position:?} to {depth} with {alone:?}");
        }
    }
}

#[test]
fn one_thread_of_any_algorithm_searches_as_the_serial_one() {
    every_kind(100, &mut OneThread);
}

/// A tree large enough that it is shared without any encouragement.
#[test]
fn the_default_settings_share_a_larger_tree() {
    let tree: Synthetic = "uniform:width=5,depth=8,range=1000".parse().expect("a spec");
    let search = |options: Options| {
        let builder = Engine::<Synthetic>::builder().evaluator(Synthetic::estimate as fn(&_) -> _);
        let mut engine = builder.table_bytes(1 << 16).options(options).build().expect("an engine");
        engine.search(&tree, &Limits::new().depth(8)).expect("a report")
    };
    let serial = search(Options::default());
    for algorithm in Algorithm::ALL {
        let report = search(Options::default().with(|o| (o.algorithm, o.threads) = (algorithm, 3)));
        assert_eq!(report.value(), serial.value(), "{algorithm:?}");
        assert!(report.statistics.steals > 0, "{algorithm:?}: {report:?}");
        check_counts(&report, 3);
    }
}
