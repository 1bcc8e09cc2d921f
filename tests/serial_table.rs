//! What a search tells its table is true, and what a table says about moves is no more than a hint.
//! Every finding is held against minimax at its own position and depth.

mod common;

use common::Chance;
use common::engines::{
    Case, Evaluates, Game, Trial, Truth, Visitor, assert_no_finding_about_restricted_roots,
    every_kind, limits, options, tree_engine,
};
use eldest::{
    Bound, Bounds, Depth, Driver, Entry, Finding, MapTable, NoTable, Options, Score, SharedTable,
    Table,
};
use eldest_checks::Hints;
use eldest_checks::findings::{Recorder, check_findings};
use eldest_games::trees::Tree;
use std::sync::Arc;

/// Searches that store, one of them cut short, and the findings of all.
struct Findings {
    checked: usize,
}

impl Visitor for Findings {
    fn visit<P: Game, E: Evaluates<P>>(&mut self, case: &mut Case<P, E>) {
        if case.random.odds(50) {
            self.check(case, MapTable::new());
        } else {
            self.check(case, SharedTable::new(1024).expect("a table"));
        }
    }
}

impl Findings {
    fn check<P: Game, E: Evaluates<P>, T: Table + 'static>(
        &mut self,
        case: &mut Case<P, E>,
        table: T,
    ) {
        let table = Recorder::new(table);
        let stored = Arc::clone(&table.stored);
        let mut engine = case.engine(table);
        for _ in 0..3 {
            engine.set_options(options(&mut case.random));
            let (position, depth) = (case.some_position(), case.some_depth());
            let limits = limits(depth);
            let cut = case.random.odds(30).then(|| limits.clone().nodes(case.random.below(60)));
            let query = engine.query(&position).limits(&cut.unwrap_or(limits));
            let query = if depth.is_end() { query.to_end() } else { query };
            query.multi_pv(1 + case.random.below(3) as usize).run().expect("a report");
        }
        self.checked += check_findings(case, &case.position, &stored);
    }
}

#[test]
fn every_finding_is_true() {
    let mut findings = Findings { checked: 0 };
    every_kind(500, &mut findings);
    assert!(findings.checked > 30_000, "{}", findings.checked);
}

#[test]
fn nothing_is_stored_about_a_restricted_root() {
    assert_no_finding_about_restricted_roots(|_| MapTable::new(), options);
}

struct Hostile;

impl Visitor for Hostile {
    fn visit<P: Game, E: Evaluates<P>>(&mut self, case: &mut Case<P, E>) {
        let hints = Hints(case.random.below(1 << 40));
        let mut engine = case.engine(hints);
        for _ in 0..3 {
            engine.set_options(options(&mut case.random));
            let (position, depth) = (case.some_position(), case.some_depth());
            let query = engine.query(&position).limits(&limits(depth));
            let query = if depth.is_end() { query.to_end() } else { query };
            let value = query.run().expect("a report").value();
            assert_eq!(value, Some(case.value(&position, depth)), "{position:?} to {depth}");
        }
    }
}

#[test]
fn hints_never_change_a_value() {
    every_kind(400, &mut Hostile);
}

/// Says of every position that it is won by more than can be.
#[derive(Debug)]
struct Beyond;

impl Table for Beyond {
    type Place = ();

    fn place(&self, _: u64) {}
    fn probe(&self, (): (), depth: Depth) -> Option<Entry> {
        let bounds = Bounds::exact(Score::new(Score::WIN.get() + 1_000));
        Some(Entry { bounds, depth, tag: 0, proved: false })
    }
    fn store(&self, (): (), _: Finding) {}
    fn new_search(&self) {}
    fn clear(&self) {}
    fn hashfull(&self) -> u32 {
        0
    }
    fn bytes(&self) -> usize {
        0
    }
    fn bind(&self, _: u64) -> bool {
        false
    }
}

#[test]
fn a_table_beyond_all_bounds_does_no_more_than_mislead() {
    let tree: Tree = "[[[1 2] [3 4]] [[5 6] [7 8]] [[1 1] [2 2]]]".parse().expect("a tree");
    for driver in [Driver::MtdF, Driver::Bisection, Driver::Pvs] {
        let mut engine = tree_engine(Beyond);
        engine.set_options(Options::default().with(|o| (o.driver, o.prover) = (driver, driver)));
        let report = engine.query(&tree).multi_pv(3).run().expect("a report");
        assert_eq!(report.moves.len(), 3);
        engine.query(&tree).multi_pv(3).to_end().run().expect("a report");
    }
}

/// A table binds itself to one game and one evaluator; what it knows of others is forgotten.
fn check_binding(table: &dyn Fn() -> Box<dyn DynTable>) {
    let table = table();
    assert!(!table.bind(3), "a new table belongs to nobody");
    table.new_search();
    assert!(!table.bind(3), "the same again");
    table.store(5);
    assert!(!table.bind(3) && table.knows(5));
    assert!(table.bind(4) && !table.knows(5), "another game");
}

/// The part of [`Table`] that binding needs.
trait DynTable {
    fn bind(&self, fingerprint: u64) -> bool;
    fn new_search(&self);
    fn store(&self, key: u64);
    fn knows(&self, key: u64) -> bool;
}

impl<T: Table> DynTable for T {
    fn bind(&self, fingerprint: u64) -> bool {
        Table::bind(self, fingerprint)
    }
    fn new_search(&self) {
        Table::new_search(self);
    }
    fn store(&self, key: u64) {
        let (value, bound) = (Score::DRAW, Bound::Exact);
        let finding = Finding { value, bound, depth: Depth::END, tag: 1, proved: true, work: 1 };
        Table::store(self, self.place(key), finding);
    }
    fn knows(&self, key: u64) -> bool {
        self.probe(self.place(key), Depth::END).is_some_and(|entry| entry.bounds.value().is_some())
    }
}

#[test]
fn a_table_bound_to_another_game_is_cleared() {
    let tree: Tree = "[1 2]".parse().expect("a tree");
    check_binding(&|| Box::new(MapTable::new()));
    check_binding(&|| Box::new(SharedTable::new(1024).expect("a table")));
    check_binding(&|| Box::new(eldest::OneWordTable::new(1024, &tree).expect("a table")));
    assert!(!Table::bind(&NoTable, 1) && !Table::bind(&NoTable, 2));
}
