//! What a search stores in its table is true, and a move from a table is no more than a hint.
//! Every finding is held against minimax at its own position and depth.

use crate::common::engines::{
    Case, Evaluates, Game, Trial, Truth, Visitor, assert_no_finding_about_restricted_roots,
    every_kind, limits, options, plain_engine,
};
use crate::common::{AnyTable, Chance};
use eldest::options::Driver;
use eldest::table::{Entry, MapTable, NewEntry, NoTable, TableInUse};
use eldest::{
    Algorithm, Bound, Bounds, Depth, Engine, Error, Evaluator, Limits, Options, Report, Score,
    SharedTable, Table,
};
use eldest_checks::Hints;
use eldest_checks::findings::{check_findings, recorded};
use eldest_games::trees::{Distances, Tree};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, Once};

/// Searches that store, one of them cut short, and the findings of all.
struct Findings {
    checked: usize,
}

impl Visitor for Findings {
    fn visit<P: Game, E: Evaluates<P>>(&mut self, case: &mut Case<P, E>) {
        let large = case.random.odds(50);
        let table = if large { AnyTable::Map(MapTable::new()) } else { AnyTable::shared(1024) };
        self.check(case, table);
    }
}

impl Findings {
    fn check<P: Game, E: Evaluates<P>>(&mut self, case: &mut Case<P, E>, table: AnyTable) {
        let (table, stored) = recorded(table);
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
        let mut engine = case.engine(AnyTable::Hints(hints));
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
    type Slot = ();

    fn slot(&self, _: u64) {}
    fn probe(&self, (): (), depth: Depth) -> Option<Entry> {
        let bounds = Bounds::exact(Score::new(Score::WIN.get() + 1_000));
        Some(Entry::new(bounds, depth))
    }
    fn store(&self, (): (), _: NewEntry) {}
    fn new_search(&self) {}
    fn clear(&self) {}
    fn hashfull(&self) -> u32 {
        0
    }
    fn bytes(&self) -> usize {
        0
    }
    fn bind(&self, _: u64) -> Result<bool, TableInUse> {
        Ok(false)
    }
    fn release(&self) {}
}

#[test]
fn a_table_beyond_all_bounds_does_no_more_than_mislead() {
    let tree: Tree = "[[[1 2] [3 4]] [[5 6] [7 8]] [[1 1] [2 2]]]".parse().expect("a tree");
    for driver in [Driver::MtdF, Driver::Bisection, Driver::Pvs] {
        let mut engine = plain_engine(Beyond);
        engine.set_options(
            Options::default().with(|o| (o.driver, o.driver_to_end) = (driver, driver)),
        );
        let report = engine.query(&tree).multi_pv(3).run().expect("a report");
        assert_eq!(report.moves.len(), 3);
        engine.query(&tree).multi_pv(3).to_end().run().expect("a report");
    }
}

/// A table binds itself to one game and one evaluator; what it knows of others is forgotten.
fn check_binding(table: &dyn Fn() -> Box<dyn DynTable>) {
    let table = table();
    assert_eq!(table.bind(3), Ok(false), "a new table has no origin");
    table.new_search();
    assert_eq!(table.bind(3), Ok(false), "the same again");
    table.store(5);
    assert!(table.bind(3) == Ok(false) && table.knows(5));
    for _ in 0..3 {
        assert!(table.bind(4) == Err(TableInUse) && table.knows(5), "the table is held");
        table.release();
    }
    assert!(table.bind(4) == Ok(true) && !table.knows(5), "another game");
}

/// The part of [`Table`] that binding needs.
trait DynTable {
    fn bind(&self, fingerprint: u64) -> Result<bool, TableInUse>;
    fn release(&self);
    fn new_search(&self);
    fn store(&self, key: u64);
    fn knows(&self, key: u64) -> bool;
}

impl<T: Table> DynTable for T {
    fn bind(&self, fingerprint: u64) -> Result<bool, TableInUse> {
        Table::bind(self, fingerprint)
    }
    fn release(&self) {
        Table::release(self);
    }
    fn new_search(&self) {
        Table::new_search(self);
    }
    fn store(&self, key: u64) {
        let (value, bound) = (Score::DRAW, Bound::Exact);
        let new = NewEntry::new(value, bound, Depth::END)
            .with(|new| (new.move_code, new.proved) = (1, true));
        Table::store(self, self.slot(key), new);
    }
    fn knows(&self, key: u64) -> bool {
        self.probe(self.slot(key), Depth::END).is_some_and(|entry| entry.bounds.value().is_some())
    }
}

#[test]
fn a_table_bound_to_another_game_is_cleared() {
    let tree: Tree = "[1 2]".parse().expect("a tree");
    check_binding(&|| Box::new(MapTable::new()));
    check_binding(&|| Box::new(SharedTable::new(1024).expect("a table")));
    check_binding(&|| Box::new(eldest::table::OneWordTable::new(1024, &tree).expect("a table")));
    assert_eq!([1, 2].map(|game| Table::bind(&NoTable, game)), [Ok(false); 2]);
}

/// Deep enough for a search to be in its midst when its evaluator is called.
fn deep_tree() -> Tree {
    "[[[1 2] [3 4]] [[5 6] [7 8]] [[1 1] [2 2]]]".parse().expect("a tree")
}

/// An evaluator that reports that it has been called, and waits for leave to go on.
fn slow_judge() -> (impl Fn(&Tree) -> Score + Send + Sync, Receiver<()>, SyncSender<()>) {
    let ((called, calls), (go_on, may)) = (sync_channel(1), sync_channel(1));
    let (first, may) = (Once::new(), Mutex::new(may));
    let judge = move |_: &Tree| {
        first.call_once(|| {
            called.send(()).expect("the receiver lives");
            may.lock().expect("no panic").recv().expect("the test lets it go on");
        });
        Score::DRAW
    };
    (judge, calls, go_on)
}

fn engine_over<E: Evaluator<Tree> + Send + Sync + 'static, T: Table + 'static>(
    table: &Arc<T>,
    evaluator: E,
) -> Engine<Tree, E, Arc<T>> {
    let builder = Engine::<Tree>::builder().table(Arc::clone(table));
    builder.evaluator(evaluator).build().expect("an engine")
}

/// While a search is under way on a table, one with other findings is refused; one with the same is
/// not.
#[test]
fn a_table_is_held_by_the_searches_of_one_evaluator() {
    let (table, tree, limits) = (Arc::new(MapTable::new()), deep_tree(), Limits::new().depth(2));
    for threads in [1, 3] {
        let (judge, calls, go_on) = slow_judge();
        let mut first = engine_over(&table, judge);
        let mut other = engine_over(&table, |_: &Tree| Score::new(100));
        let options = Options::default().with(|options| {
            options.algorithm = Algorithm::YoungBrothersWait;
            options.threads = threads;
        });
        first.set_options(options);
        let running = first.query(&tree).limits(&limits).start().expect("a search");
        calls.recv().expect("the search calls its evaluator");
        let refused = other.search(&tree, &limits);
        assert!(matches!(refused, Err(Error::TableInUse(_))), "{refused:?}");
        go_on.send(()).expect("the search waits");
        assert_eq!(running.wait().expect("a report").value(), Some(Score::DRAW));
        let report = other.search(&tree, &limits).expect("the table is free again");
        assert_eq!(report.value(), Some(Score::new(100)));
    }
}

/// Closures have no fingerprint, and games need none.
#[test]
fn findings_of_two_evaluators_or_games_differ_by_their_types() {
    let (table, tree) = (Arc::new(SharedTable::new(1 << 12).expect("a table")), deep_tree());
    let mut high = engine_over(&table, |_: &Tree| Score::new(568));
    let mut low = engine_over(&table, |_: &Tree| Score::new(-622));
    let wrapped = Distances("[[[1 0]]]".parse::<Tree>().expect("a tree"));
    let evaluator = |_: &Distances<Tree>| Score::new(7);
    let builder = Engine::<Distances<Tree>>::builder().table(Arc::clone(&table));
    let mut distances = builder.evaluator(evaluator).build().expect("an engine");
    let limits = Limits::new().depth(2);
    for _ in 0..3 {
        let value = |report: Result<_, Error>| report.map(|report: Report<_>| report.value());
        assert_eq!(value(high.search(&tree, &limits)).expect("in turn"), Some(Score::new(568)));
        assert_eq!(value(low.search(&tree, &limits)).expect("in turn"), Some(Score::new(-622)));
        let found = distances.search(&wrapped, &limits).expect("in turn").value();
        assert_eq!(found, Some(Score::new(7)));
    }
}
