//! [`ErasedEngine`]: an engine of any type, with the values of its games.

use super::gate::Gate;
use crate::answers::{check_legal, check_report};
use crate::case::{CaseTable, check_entries_of};
use crate::deeper::DeeperOracle;
use crate::graph::{GraphJudge, GraphValues, StandPat};
use crate::interrupted::{check_deepening, check_proof};
use crate::trial::{EngineEvaluator, limits};
use crate::{AnyTable, GameGraph};
use eldest::background::BorrowedSearch;
use eldest::{Bounds, Depth, DepthMatch, Engine, Error, Options, Position, Report, Score, Table};
use std::any::TypeId;
use std::fmt::from_fn;

/// The cap on plies; no graph here is higher.
const MAX_PLY: u32 = 16;

/// A query of an engine.
#[derive(Copy, Clone, Debug)]
pub(super) struct NodeQuestion {
    /// The index of the game.
    pub(super) game: usize,
    /// The number of the node.
    pub(super) at: u16,
    pub(super) depth: Depth,
    /// The limit on nodes.
    pub(super) nodes: Option<u64>,
}

/// The identity of the entries that a search stores.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    types: TypeId,
    rules: u64,
    /// Whether points are left out of the keys.
    points: bool,
    evaluator: u64,
    /// Whether deeper entries count.
    pub(super) deeper: bool,
}

/// An engine with its types erased.
pub(super) trait ErasedEngine {
    /// Whether the table can hold the keys and values of a game.
    fn serves(&self, game: usize) -> bool;

    /// The identity of entries that a search of a game stores.
    fn identity(&self, game: usize) -> Identity;

    /// Starts a search.
    fn start(
        &mut self,
        question: &NodeQuestion,
        gate: &Gate,
    ) -> Result<BorrowedSearch<'_, u16>, Error>;

    /// Checks a report. Less is required if the search was `cut` short.
    fn check(&self, question: &NodeQuestion, report: &Report<u16>, cut: bool);

    /// Checks that the entries of `table` are true for a game. Returns their number.
    fn check_entries(&self, table: &AnyTable, game: usize, deeper: bool) -> u64;

    fn set_options(&mut self, options: Options);
    fn set_table(&mut self, table: &CaseTable);
    fn new_game(&mut self);
    fn clear(&mut self);
}

/// An engine, its games, and their values for its evaluator.
pub(super) struct GraphEngine<const A: bool, const D: bool, E> {
    engine: Engine<GameGraph<A, D>, E, CaseTable>,
    games: Vec<(GameGraph<A, D>, GraphValues)>,
    declares: u64,
}

impl<const A: bool, const D: bool, E: EngineEvaluator<GameGraph<A, D>>> GraphEngine<A, D, E> {
    /// An engine on `table`, whose evaluator returns `estimate` for each node.
    pub(super) fn new(
        table: &CaseTable,
        games: &[GameGraph<A, D>],
        evaluator: E,
        estimate: impl Fn(&GameGraph<A, D>) -> Score,
    ) -> Self {
        let declares = evaluator.fingerprint();
        let judge = GraphJudge { plies: 0, standing: StandPat::Always };
        let known = |game: &GameGraph<A, D>| {
            let by_number = |at| estimate(&game.node_at(at));
            (game.clone(), GraphValues::estimated(game, judge, u16::MAX, by_number))
        };
        let builder = Engine::<GameGraph<A, D>>::builder().evaluator(evaluator).max_ply(MAX_PLY);
        let engine = builder.table(table.clone()).build().expect("an engine");
        Self { engine, games: games.iter().map(known).collect(), declares }
    }

    fn position(&self, question: &NodeQuestion) -> GameGraph<A, D> {
        let (graph, _) = &self.games[question.game];
        graph.node_at(question.at % graph.size())
    }
}

impl<const A: bool, const D: bool, E: EngineEvaluator<GameGraph<A, D>>> ErasedEngine
    for GraphEngine<A, D, E>
{
    fn serves(&self, game: usize) -> bool {
        let (graph, _) = &self.games[game];
        self.engine.table().serves(graph.key_kind(), graph.range())
    }

    fn identity(&self, game: usize) -> Identity {
        Identity {
            types: TypeId::of::<(GameGraph<A, D>, E)>(),
            rules: self.games[game].0.fingerprint(),
            points: self.games[game].0.taken().is_some(),
            evaluator: self.declares,
            deeper: self.engine.options().depth_match == DepthMatch::AtLeast,
        }
    }

    fn start(
        &mut self,
        question: &NodeQuestion,
        gate: &Gate,
    ) -> Result<BorrowedSearch<'_, u16>, Error> {
        let position = self.position(question);
        let limits = limits(question.depth);
        let limits = question.nodes.map_or(limits.clone(), |nodes| limits.nodes(nodes));
        let query = self.engine.query(&position).limits(&limits).observer(gate.clone());
        if question.depth.is_end() { query.to_end().start() } else { query.start() }
    }

    fn check(&self, question: &NodeQuestion, report: &Report<u16>, cut: bool) {
        let (position, values) = (&self.position(question), &self.games[question.game].1);
        let (options, depth) = (self.engine.options(), question.depth);
        let about =
            from_fn(|f| write!(f, "{question:?} of {position} with {options:?}: {report:#?}"));
        if position.over().is_some() {
            let end = values.value(position.number(), Depth::END);
            return assert_eq!(report.value(), Some(end), "{about}");
        }
        let deeper = options.depth_match == DepthMatch::AtLeast && !depth.is_end();
        check_legal(report, position, &about);
        match (deeper, cut) {
            (true, true) => DeeperOracle::new(values, position).check_report(report, &about),
            (true, false) => DeeperOracle::new(values, position).check_whole(report, depth, &about),
            (false, true) if depth.is_end() => check_proof(values, position, report, &about),
            (false, true) => check_deepening(values, position, report, &about),
            (false, false) => {
                let searched = report.depth.expect("no limit but depth");
                let value = values.value(position.number(), searched);
                assert_eq!(report.value(), Some(value), "{about}");
                check_report(values, report, position, depth, !depth.is_end(), options);
            }
        }
    }

    fn check_entries(&self, table: &AnyTable, game: usize, deeper: bool) -> u64 {
        let (graph, values) = &self.games[game];
        let spans = |at, depth| values.spans(graph).span(at, depth);
        let value = |at, depth| Bounds::exact(values.value(at, depth));
        let probe = |key, depth| table.probe(key, depth);
        check_entries_of(&probe, graph, if deeper { &spans } else { &value })
    }

    fn set_options(&mut self, options: Options) {
        self.engine.set_options(options);
    }

    fn set_table(&mut self, table: &CaseTable) {
        self.engine.set_table(table.clone());
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn clear(&mut self) {
        self.engine.clear();
    }
}
