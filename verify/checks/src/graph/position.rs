//! The rules of [`GameGraph`] and its evaluator, as a search uses them.

use super::{FusedJudge, GameGraph, GraphJudge, GraphKeys, MoveCodes, PliesLeft, StandPat};
use crate::SplitMix64;
use crate::decorated::note_key;
use crate::fuse::{Fuse, UserCall};
use eldest::{Bounds, Evaluator, KeyKind, Moves, Position, Score, Side, Window};

impl<const A: bool, const D: bool> GameGraph<A, D> {
    fn key_of(&self, at: u16) -> u64 {
        let at = self.shared.node(at).past.class;
        match self.shared.declared.keys {
            GraphKeys::Hashed => SplitMix64(u64::from(at)).bits(),
            GraphKeys::Unique => u64::from(at),
        }
    }
}

impl<const A: bool, const D: bool> Position for GameGraph<A, D> {
    /// The index of an edge of the node.
    type Move = u16;
    /// The previous node.
    type Undo = u16;

    const ALTERNATES: bool = A;
    const WIN_DISTANCE: bool = D;

    fn side(&self) -> Side {
        self.node().side
    }

    fn key(&self) -> u64 {
        self.count(UserCall::Key);
        let key = self.key_of(self.at);
        note_key(key, self.taken());
        key
    }

    fn taken(&self) -> Option<i32> {
        self.shared.declared.gains.map(|_| self.node().past.taken)
    }

    fn key_kind(&self) -> KeyKind {
        match self.shared.declared.keys {
            GraphKeys::Hashed => KeyKind::Hashed,
            GraphKeys::Unique => KeyKind::Unique { bits: u32::from(self.size()).ilog2() + 1 },
        }
    }

    fn over(&self) -> Option<Score> {
        self.count(UserCall::Over);
        let node = self.node();
        (node.width == 0).then_some(node.score)
    }

    fn moves(&self, out: &mut Moves<'_, u16>) {
        self.count(UserCall::Moves);
        let edges = (0..).zip(self.edges());
        edges.for_each(|(mv, edge)| out.push_ranked(mv, edge.rank));
    }

    fn play(&mut self, mv: u16) -> u16 {
        self.count(UserCall::Play);
        self.fuse.iter().for_each(|fuse| fuse.note_played(1));
        let to = self.edge(mv).to;
        std::mem::replace(&mut self.at, to)
    }

    fn undo(&mut self, _: u16, before: u16) {
        self.count(UserCall::Undo);
        self.fuse.iter().for_each(|fuse| fuse.note_played(-1));
        self.at = before;
    }

    fn move_code(&self, mv: u16) -> u16 {
        match self.shared.declared.move_codes {
            MoveCodes::Distinct => mv + 1,
            MoveCodes::Shared => mv % 2 + 1,
            MoveCodes::Some => (mv + self.class()) % 3,
            MoveCodes::None => 0,
        }
    }

    fn relevant_moves(&self, out: &mut Moves<'_, u16>) {
        self.count(UserCall::Moves);
        let relevant = (0..).zip(self.edges()).filter(|(_, edge)| edge.relevant);
        relevant.for_each(|(mv, edge)| out.push_ranked(mv, edge.rank));
    }

    fn bounds(&self) -> Bounds {
        self.count(UserCall::Over);
        self.node().bounds
    }

    /// Some nodes decide some windows.
    fn bounds_for(&self, window: Window) -> Bounds {
        self.count(UserCall::Over);
        self.fuse.iter().for_each(|fuse| fuse.note_window(self.side(), window));
        let (node, alpha) = (self.node(), window.alpha());
        let declared = self.shared.declared;
        let decides =
            declared.blunt || declared.bounds && (i32::from(self.at) + alpha.get()) % 8 == 0;
        match decides {
            true if node.end > alpha => Bounds::new(window.beta(), node.bounds.upper()),
            true => Bounds::new(node.bounds.lower(), alpha),
            false => node.bounds,
        }
    }

    fn key_after(&self, mv: u16) -> Option<u64> {
        self.shared.declared.key_after.then(|| self.key_of(self.edge(mv).to))
    }

    fn plies_left(&self) -> Option<u32> {
        let height = u32::from(self.node().height);
        match self.shared.declared.plies_left {
            PliesLeft::Exact => Some(height),
            PliesLeft::Loose => Some(2 * height),
            PliesLeft::Unknown => None,
        }
    }

    fn range(&self) -> Bounds {
        if self.shared.declared.range { self.shared.range } else { Bounds::FULL }
    }

    fn granularity(&self) -> u32 {
        if self.shared.declared.range { self.shared.granularity } else { 1 }
    }

    fn fingerprint(&self) -> u64 {
        self.shared.fingerprint
    }
}

impl<const A: bool, const D: bool> Evaluator<GameGraph<A, D>> for GraphJudge {
    type State = u64;

    fn start(&self, graph: &GameGraph<A, D>) -> u64 {
        u64::from(graph.at)
    }

    fn evaluate(&self, graph: &GameGraph<A, D>, state: &u64) -> Score {
        graph.shared.nodes[*state as usize].score
    }

    fn play(&self, before: &GameGraph<A, D>, mv: u16, state: &mut u64) {
        *state += u64::from(before.edge(mv).to - before.at);
    }

    fn undo(&self, before: &GameGraph<A, D>, mv: u16, state: &mut u64) {
        *state -= u64::from(before.edge(mv).to - before.at);
    }

    fn quiescence_plies(&self) -> u16 {
        self.plies
    }

    fn noisy_moves(&self, graph: &GameGraph<A, D>, out: &mut Moves<'_, u16>) {
        let noisy = (0..).zip(graph.edges()).filter(|(_, edge)| edge.noisy);
        noisy.for_each(|(mv, edge)| out.push_ranked(mv, edge.rank));
    }

    fn stands_pat(&self, graph: &GameGraph<A, D>) -> bool {
        match self.standing {
            StandPat::Always => true,
            StandPat::Never => false,
            StandPat::ByNode => graph.node().may_stand,
        }
    }

    fn fingerprint(&self) -> u64 {
        u64::from(self.plies) << 2 | self.standing as u64
    }
}

impl<const A: bool, const D: bool> Evaluator<GameGraph<A, D>> for FusedJudge {
    type State = u64;

    fn start(&self, position: &GameGraph<A, D>) -> u64 {
        self.fuse.iter().for_each(Fuse::meet);
        self.count(UserCall::Start);
        self.judge.start(position)
    }

    fn evaluate(&self, position: &GameGraph<A, D>, state: &u64) -> Score {
        self.count(UserCall::Evaluate);
        match self.seed {
            Some(seed) => seeded_estimate(seed, position),
            None => self.judge.evaluate(position, state),
        }
    }

    fn play(&self, before: &GameGraph<A, D>, mv: u16, state: &mut u64) {
        self.count(UserCall::Step);
        self.fuse.iter().for_each(|fuse| fuse.note_stepped(1));
        self.judge.play(before, mv, state);
    }

    fn undo(&self, before: &GameGraph<A, D>, mv: u16, state: &mut u64) {
        self.fuse.iter().for_each(|fuse| fuse.note_stepped(-1));
        self.judge.undo(before, mv, state);
    }

    fn quiescence_plies(&self) -> u16 {
        Evaluator::<GameGraph<A, D>>::quiescence_plies(&self.judge)
    }

    fn noisy_moves(&self, position: &GameGraph<A, D>, out: &mut Moves<'_, u16>) {
        self.judge.noisy_moves(position, out);
    }

    fn stands_pat(&self, position: &GameGraph<A, D>) -> bool {
        self.judge.stands_pat(position)
    }

    fn fingerprint(&self) -> u64 {
        self.seed.unwrap_or_else(|| Evaluator::<GameGraph<A, D>>::fingerprint(&self.judge))
    }
}

/// An estimate by `seed`, the same for all nodes of a class except for the points that distinguish
/// them.
#[must_use]
pub fn seeded_estimate<const A: bool, const D: bool>(seed: u64, node: &GameGraph<A, D>) -> Score {
    let estimate = SplitMix64(seed << 16 | u64::from(node.class())).bits() as i32 % 20;
    Score::new(estimate + node.apart())
}
