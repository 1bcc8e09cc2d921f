//! What an engine remembers from one search to the next, and that the same questions in the same
//! order cost the same nodes: in another engine, after `clear`, again and again.

use crate::common::Chance;
use crate::common::Random;
use crate::common::engines::{Case, Evaluates, Game, Trial, Visitor, every_kind, limits, options};
use eldest::report::Statistics;
use eldest::table::NoTable;
use eldest::{
    Algorithm, Depth, Engine, Error, Limits, Options, Position, Score, SharedTable, Table,
};
use eldest_games::trees::Synthetic;

/// A few questions, always the same ones for the same chance.
fn ask<P: Game, E: Evaluates<P>, T: Table + 'static>(
    case: &mut Case<P, E>,
    engine: &mut Engine<P, E, T>,
    chance: u64,
) -> Vec<(Option<P::Move>, Statistics)> {
    case.random = Random(chance);
    let questions = (0..3).map(|_| {
        engine.set_options(options(&mut case.random));
        let (position, depth) = (case.some_position(), case.some_depth());
        let query = engine.query(&position).limits(&limits(depth));
        let query = if depth.is_end() { query.to_end() } else { query };
        let report = query.run().expect("a report");
        (report.best_move, report.statistics)
    });
    questions.collect()
}

struct Determined;

impl Visitor for Determined {
    fn visit<P: Game, E: Evaluates<P>>(&mut self, case: &mut Case<P, E>) {
        let chance = case.random.below(u64::MAX);
        let bytes = [128, 1024, 65_536][chance as usize % 3];
        let table = || SharedTable::new(bytes).expect("a table");
        let mut engine = case.engine(table());
        let first = ask(case, &mut engine, chance);
        let again = ask(case, &mut case.engine(table()), chance);
        assert_eq!(again, first, "another engine: {}", case.about);
        for _ in 0..2 {
            engine.clear();
            assert_eq!(ask(case, &mut engine, chance), first, "after clear: {}", case.about);
        }
    }
}

#[test]
fn the_same_questions_cost_the_same_nodes() {
    every_kind(400, &mut Determined);
}

/// After more searches than a table has generations, a cleared engine is still as new.
#[test]
fn generations_that_come_round_change_nothing() {
    let mut engine = engine(SharedTable::new(256).expect("a table"));
    let first = nodes(&mut engine);
    for _ in 0..70 {
        engine.clear();
        assert_eq!(nodes(&mut engine), first);
    }
}

fn tree() -> Synthetic {
    "dag:width=4,depth=7,range=50".parse().expect("a spec")
}

fn engine<T: Table + 'static>(
    table: T,
) -> Engine<Synthetic, impl Fn(&Synthetic) -> Score + Send + Sync, T> {
    let builder = Engine::<Synthetic>::builder().evaluator(Synthetic::estimate as fn(&_) -> _);
    builder.table(table).build().expect("an engine")
}

/// What a search to the fifth ply costs.
fn nodes<F, T>(engine: &mut Engine<Synthetic, F, T>) -> u64
where
    F: Fn(&Synthetic) -> Score + Send + Sync + 'static,
    T: Table + 'static,
{
    engine.search(&tree(), &Limits::new().depth(5)).expect("a report").statistics.nodes
}

fn large() -> SharedTable {
    SharedTable::new(1 << 20).expect("a table")
}

#[test]
fn history_is_kept_until_a_new_game() {
    let mut engine = engine(NoTable);
    let first = nodes(&mut engine);
    assert_ne!(nodes(&mut engine), first, "history changes the order");
    engine.new_game();
    assert_eq!(nodes(&mut engine), first);
    engine.clear();
    assert_eq!(nodes(&mut engine), first);
}

/// While another holder has the table. Two threads, of which the second is never called, cost the
/// same each time.
#[test]
fn a_search_that_is_refused_forgets_nothing() {
    for threads in [1, 2] {
        let mut engine = engine(large());
        engine.set_options(Options::default().with(|options| {
            (options.algorithm, options.threads) = (Algorithm::YoungBrothersWait, threads);
            options.sharing.call_after = u64::MAX;
        }));
        let mut twice = |refused: bool| {
            engine.clear();
            let first = nodes(&mut engine);
            if refused {
                engine.table().bind(7).expect("the table is free");
                let outcome = engine.search(&tree(), &Limits::new());
                assert!(matches!(outcome, Err(Error::TableInUse(_))), "{outcome:?}");
                engine.table().release();
            }
            engine.table().clear();
            (first, nodes(&mut engine))
        };
        let kept = twice(false);
        assert_ne!(kept.0, kept.1, "history changes the order");
        assert_eq!(twice(true), kept);
    }
}

/// Killers alone leave nothing behind.
#[test]
fn killers_are_forgotten_before_the_next_search() {
    let mut engine = engine(NoTable);
    engine.set_options(Options::ranked_only().with(|o| o.killers = true));
    let first = nodes(&mut engine);
    assert_eq!(nodes(&mut engine), first);
}

#[test]
fn the_table_is_kept_in_a_new_game_but_not_after_clear() {
    let mut engine = engine(large());
    let first = nodes(&mut engine);
    engine.new_game();
    assert!(knows_a_child(engine.table()));
    assert!(nodes(&mut engine) < first, "the table answers");
    engine.clear();
    assert!(!knows_a_child(engine.table()));
    assert_eq!(nodes(&mut engine), first);
}

/// Whether `table` knows the root's first child, which every search visits.
fn knows_a_child(table: &SharedTable) -> bool {
    let mut child = tree();
    child.play(0);
    table.probe(table.slot(child.key()), Depth::plies(4)).is_some()
}

#[test]
fn another_table_is_empty_and_history_stays() {
    let mut engine = engine(large());
    let first = nodes(&mut engine);
    engine.set_table(large());
    assert!(!knows_a_child(engine.table()));
    let with_history = nodes(&mut engine);
    assert_ne!(with_history, first);
    engine.clear();
    nodes(&mut engine);
    engine.resize(1 << 20).expect("a table");
    assert!(!knows_a_child(engine.table()));
    assert_eq!(nodes(&mut engine), with_history);
}

#[test]
fn a_table_that_cannot_be_made_leaves_the_old_one() {
    let mut engine = engine(large());
    let first = nodes(&mut engine);
    assert!(engine.resize(64).is_err());
    assert_eq!(engine.table().bytes(), large().bytes());
    assert!(nodes(&mut engine) < first);
}
