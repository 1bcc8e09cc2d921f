//! Searches with a database, with a part of it, and without.

use super::opened::Opened;
use super::world::Cyclic;
use super::{DatabaseCase, Files, Form};
use crate::shares::Coverage;

use crate::{Chance, SplitMix64};
use eldest::{Algorithm, Engine, Limits, Options, Position, Report, Score};
use eldest_retro::{Probe, WithDatabase};
use std::sync::Arc;

type Known = dyn Probe<Cyclic<true>>;
type GameWithDatabase = WithDatabase<Cyclic<true>, Known>;

/// A database without values.
#[derive(Debug)]
struct Nothing;

impl Probe<Cyclic<true>> for Nothing {
    fn probe(&self, _: &Cyclic<true>) -> Option<Score> {
        None
    }

    fn identity(&self) -> u64 {
        0
    }
}

/// Searches in one table, which must not mix them up.
pub(super) fn check(
    case: &DatabaseCase,
    whole: Opened,
    files: &Files,
    plan: &mut SplitMix64,
    met: &mut Coverage,
) {
    let options = Options::default().with(|options| {
        options.algorithm = plan.pick(&Algorithm::ALL);
        options.threads = plan.pick(&[1, 1, 2]);
        options.etc = plan.pick(&[None, Some(1)]);
    });
    let missing = plan.below(case.names().len() as u64) as usize;
    let builder = Engine::<GameWithDatabase>::builder().options(options).table_bytes(1 << 14);
    let mut engine = builder.build().expect("an engine");
    let questions = questions(case, plan);
    let mut search = |name, database: Arc<Known>, held: &[bool]| {
        for &(root, plies, is_mirrored) in &questions {
            let trial = SearchTrial { case, held, plies };
            trial.check(&mut engine, &database, root, is_mirrored);
            met.add(name, 1);
        }
    };
    search("searches", Arc::new(whole), &case.held);
    if let Some((part, held)) = part(case, files, missing) {
        search("searches of a part", Arc::new(part), &held);
    }
    search("searches without a database", Arc::new(Nothing), &vec![false; case.values.len()]);
}

/// Returns roots with depths, and whether they are mirrored: some positions, each followed by one
/// before it, a ply deeper.
fn questions(case: &DatabaseCase, plan: &mut SplitMix64) -> Vec<(usize, u16, bool)> {
    let mut questions = Vec::new();
    for _ in 0..2 {
        let root = plan.below(case.values.len() as u64) as usize;
        let plies = 1 + plan.below(3) as u16;
        questions.push((root, plies, plan.odds(50)));
        let back = &case.world.nodes[root].back;
        if !back.is_empty() {
            questions.push((plan.pick(back).to, plies + 1, plan.odds(50)));
        }
    }
    questions
}

/// Opens the files without that of a slice. Returns which nodes they hold.
fn part(case: &DatabaseCase, files: &Files, missing: usize) -> Option<(Opened, Vec<bool>)> {
    let mut files = files.clone();
    if case.form == Form::Keyed || files.len() < 2 {
        return None;
    }
    files.remove(&case.names()[missing]);
    let nodes = case.world.nodes.iter();
    let held = nodes.map(|node| node.place.is_some_and(|place| place.slice != missing)).collect();
    Some((case.opened("part", &files).expect("some of the files"), held))
}

/// A search to a depth, with some values known.
struct SearchTrial<'a> {
    case: &'a DatabaseCase,
    held: &'a [bool],
    plies: u16,
}

impl SearchTrial<'_> {
    fn check(
        &self,
        engine: &mut Engine<GameWithDatabase>,
        known: &Arc<Known>,
        root: usize,
        mirrored: bool,
    ) {
        let position = WithDatabase::new(self.case.position(root, mirrored), Arc::clone(known));
        let goes_on = position.over().is_none();
        let wanted = (goes_on && self.held[root]).then_some(self.case.values[root]);
        assert_eq!(position.known(), wanted, "node {root}");
        let is_marked = position.key() != position.inner().key();
        assert_eq!(is_marked, wanted.is_some(), "the key of node {root} as a root");
        let without = WithDatabase::new(position.inner().clone(), Arc::new(Nothing));
        let is_another = position.fingerprint() != without.fingerprint();
        assert_eq!(is_another, known.identity() != 0, "databases share a fingerprint");
        let limits = Limits::new().depth(self.plies);
        let report = engine.search(&position, &limits).expect("a report");
        let about = || format!("node {root} to depth {}: {report:?}", self.plies);
        let value = self.value(root, self.plies, true);
        assert_eq!(report.value(), Some(value), "{}", about());
        self.check_move(root, &report);
        let truth = self.case.values[root];
        if self.held[root] && self.held.iter().all(|held| *held) {
            assert_eq!(value, truth, "{}", about());
        }
        if let Some(plies) = value.distance() {
            let is_true = (truth > Score::DRAW) == (value > Score::DRAW);
            assert!(is_true && truth.distance() <= Some(plies), "{truth}: {}", about());
        }
        if truth.distance().is_some_and(|plies| plies <= self.plies.into()) {
            assert_eq!(value, truth, "{}", about());
        }
    }

    /// The best move keeps the value.
    fn check_move(&self, root: usize, report: &Report<u8>) {
        let node = &self.case.world.nodes[root];
        assert_eq!(report.best_move.is_some(), node.over.is_none(), "{report:?}");
        if let Some(mv) = report.best_move {
            let found = self.value_of(root, usize::from(mv), self.plies - 1);
            assert_eq!(Some(found), report.value(), "{report:?}");
        }
    }

    /// Returns the value at a depth by its definition: known values are leaves, except at the root.
    fn value(&self, at: usize, plies: u16, is_root: bool) -> Score {
        let node = &self.case.world.nodes[at];
        let known = (self.held[at] && !is_root).then_some(self.case.values[at]);
        node.over.or(known).unwrap_or_else(|| match plies.checked_sub(1) {
            None => Score::DRAW,
            Some(left) => {
                let moves = 0..node.edges.len();
                moves.map(|mv| self.value_of(at, mv, left)).max().expect("a move")
            }
        })
    }

    fn value_of(&self, at: usize, mv: usize, plies: u16) -> Score {
        let edge = self.case.world.nodes[at].edges[mv];
        self.case.world.seen(at, edge, self.value(edge.to, plies, false))
    }
}
