//! [`RecordedEngine`]: the engine under test.

use super::on_graph::GraphTrial;
use crate::case::CaseTable;
use crate::definition::to_come;
use crate::findings::StoredFindings;
use crate::graph::{FusedJudge, PliesLeft};
use crate::trial::limits;
use crate::{AnyTable, Chance, DecoratedTable, GameGraph, GameTrial, Hints, Truth};
use eldest::table::{MapTable, NewEntry, NoTable, OneWordTable};
use eldest::{Bound, Bounds, Depth, Engine, Error, Limits, Position, Query, Score, Table};
use std::sync::Arc;

/// An engine, and a record of what it stores.
pub(super) struct RecordedEngine<const A: bool, const D: bool> {
    pub(super) engine: Engine<GameGraph<A, D>, FusedJudge, CaseTable>,
    pub(super) stored: Arc<StoredFindings>,
}

impl<const A: bool, const D: bool> RecordedEngine<A, D> {
    /// If the game does not declare its length, a search to the end needs a cap on plies.
    pub(super) fn new(graph: &GameGraph<A, D>, table: CaseTable) -> Self {
        let stored = Arc::<StoredFindings>::default();
        let is_unknown = graph.declared().plies_left == PliesLeft::Unknown;
        let max_ply = is_unknown.then_some(graph.height().into());
        Self { engine: engine(graph, table.with(Arc::clone(&stored)), max_ply), stored }
    }

    /// A query about `position`, to `depth`.
    pub(super) fn query(
        &mut self,
        position: &GameGraph<A, D>,
        depth: Depth,
    ) -> Query<'_, GameGraph<A, D>, FusedJudge, CaseTable> {
        let query = self.engine.query(position).limits(&limits(depth));
        if depth.is_end() { query.to_end() } else { query }
    }

    /// Plants random true entries in the table, as if a search in another order had stored them;
    /// their move codes are arbitrary. If `deeper` is set, they agree with the spans of values.
    pub(super) fn plant(&self, trial: &mut GraphTrial<'_, '_, A, D>, deeper: bool) {
        let table = self.engine.table();
        for _ in 0..=trial.bytes.below(16) {
            let (position, depth) = (trial.some_position(), trial.some_depth());
            let mut value = Truth::value(&trial.values, &position, depth);
            if deeper {
                let span = trial.values.spans(&position).span(position.number(), depth);
                value = trial.bytes.pick(&[span.lower(), value, span.upper()]);
            }
            let finding = some_finding(trial, &position, depth, value);
            let finding = finding.with(|new| new.value = to_come(&position, new.value));
            table.store(table.slot(position.key()), finding);
        }
        self.stored.lock().expect("no panic").clear();
    }

    /// An action of the user between queries.
    pub(super) fn between(&mut self, trial: &mut GraphTrial<'_, '_, A, D>) {
        match trial.bytes.below(3) {
            0 => self.engine.new_game(),
            1 => self.engine.clear(),
            _ => refuse(&trial.graph),
        }
    }
}

fn engine<const A: bool, const D: bool>(
    graph: &GameGraph<A, D>,
    table: CaseTable,
    max_ply: Option<u32>,
) -> Engine<GameGraph<A, D>, FusedJudge, CaseTable> {
    let judge = FusedJudge::new(graph.judge(), None);
    let builder = Engine::<GameGraph<A, D>>::builder().evaluator(judge).table(table);
    let builder = if let Some(plies) = max_ply { builder.max_ply(plies) } else { builder };
    builder.build().expect("an engine")
}

/// A random true entry about `position`, which has the value `value` at `depth`.
fn some_finding<const A: bool, const D: bool>(
    trial: &mut GraphTrial<'_, '_, A, D>,
    position: &GameGraph<A, D>,
    depth: Depth,
    value: Score,
) -> NewEntry {
    let end = Truth::value(&trial.values, position, Depth::END);
    let away = trial.bytes.pick(&[0, 0, 1, 3, 1_000_000]);
    let near = |by: i32| Score::new((value.get() + by).clamp(Score::LOSS.get(), Score::WIN.get()));
    let (value, bound) = match trial.bytes.below(3) {
        0 => (value, Bound::Exact),
        1 => (near(-away), Bound::Lower),
        _ => (near(away), Bound::Upper),
    };
    let holds = Bounds::from_bound(value, bound).contains(end);
    let whole = depth.to_plies().is_none_or(|plies| plies >= position.height());
    let proved = whole || (holds && trial.bytes.odds(50));
    let (move_code, work) = (trial.bytes.below(4) as u16, trial.bytes.below(256) << 4);
    NewEntry::new(value, bound, depth)
        .with(|new| (new.move_code, new.proved, new.work) = (move_code, proved, work))
}

/// A random table: of a few cache lines, unbounded, or the dense one if it serves the game.
pub(super) fn some_table<const A: bool, const D: bool>(
    trial: &mut GraphTrial<'_, '_, A, D>,
) -> AnyTable {
    let kind = trial.bytes.below(8);
    let bytes = trial.bytes.pick(&[1024, 128, 192, 4096, 16_384]);
    match kind {
        3 | 4 => AnyTable::Map(MapTable::new()),
        5 => AnyTable::No(NoTable),
        6 => AnyTable::Hints(Hints(bytes as u64)),
        7 if let Ok(table) = OneWordTable::new(bytes, &trial.graph) => AnyTable::OneWord(table),
        _ => AnyTable::shared(bytes),
    }
}

/// Checks that a search to the end of a game without a declared length is refused.
fn refuse<const A: bool, const D: bool>(graph: &GameGraph<A, D>) {
    if graph.declared().plies_left == PliesLeft::Unknown {
        let table = DecoratedTable::new(Arc::new(AnyTable::No(NoTable)));
        let mut engine = engine(graph, table, None);
        let outcome = engine.solve(graph, &Limits::new());
        assert!(matches!(outcome, Err(Error::Endless)), "{outcome:?}: {graph}");
    }
}
