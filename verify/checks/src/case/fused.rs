//! [`FusedGraph`] and [`FusedJudge`]: a graph whose rules and evaluator have a [`Fuse`].

use super::fuse::{Fuse, UserCall};
use crate::GameGraph;
use crate::graph::GraphJudge;
use eldest::{Bounds, Evaluator, Moves, Position, Score, Window, forward_position};

/// A graph whose rules have a fuse.
#[derive(Debug)]
pub struct FusedGraph<const A: bool, const D: bool> {
    /// The graph.
    pub graph: GameGraph<A, D>,
    /// Its fuse.
    pub fuse: Fuse,
}

/// The evaluator of graphs, with a fuse.
#[derive(Clone, Debug)]
pub struct FusedJudge {
    judge: GraphJudge,
    fuse: Fuse,
}

impl<const A: bool, const D: bool> FusedGraph<A, D> {
    /// `graph` with `fuse`.
    #[must_use]
    pub fn new(graph: GameGraph<A, D>, fuse: &Fuse) -> Self {
        Self { graph, fuse: fuse.clone() }
    }
}

impl FusedJudge {
    /// `judge` with `fuse`.
    #[must_use]
    pub fn new(judge: GraphJudge, fuse: &Fuse) -> Self {
        Self { judge, fuse: fuse.clone() }
    }
}

impl<const A: bool, const D: bool> Clone for FusedGraph<A, D> {
    fn clone(&self) -> Self {
        self.fuse.count(UserCall::Clone);
        Self { graph: self.graph.clone(), fuse: self.fuse.clone() }
    }
}

impl<const A: bool, const D: bool> Position for FusedGraph<A, D> {
    forward_position!(self.graph: GameGraph<A, D>; except
        key, over, moves, play, undo, relevant_moves, bounds, bounds_for);

    fn key(&self) -> u64 {
        self.fuse.count(UserCall::Key);
        self.graph.key()
    }

    fn over(&self) -> Option<Score> {
        self.fuse.count(UserCall::Over);
        self.graph.over()
    }

    fn moves(&self, out: &mut Moves<'_, u16>) {
        self.fuse.count(UserCall::Moves);
        self.graph.moves(out);
    }

    fn play(&mut self, mv: u16) -> u16 {
        self.fuse.count(UserCall::Play);
        self.fuse.note_played(1);
        self.graph.play(mv)
    }

    fn undo(&mut self, mv: u16, before: u16) {
        self.fuse.count(UserCall::Undo);
        self.fuse.note_played(-1);
        self.graph.undo(mv, before);
    }

    fn relevant_moves(&self, out: &mut Moves<'_, u16>) {
        self.fuse.count(UserCall::Moves);
        self.graph.relevant_moves(out);
    }

    fn bounds(&self) -> Bounds {
        self.fuse.count(UserCall::Over);
        self.graph.bounds()
    }

    fn bounds_for(&self, window: Window) -> Bounds {
        self.fuse.count(UserCall::Over);
        self.fuse.note_asked(self.side(), window);
        self.graph.bounds_for(window)
    }
}

impl<const A: bool, const D: bool> Evaluator<FusedGraph<A, D>> for FusedJudge {
    type State = u64;

    fn start(&self, position: &FusedGraph<A, D>) -> u64 {
        self.fuse.meet();
        self.fuse.count(UserCall::Start);
        self.judge.start(&position.graph)
    }

    fn evaluate(&self, position: &FusedGraph<A, D>, state: &u64) -> Score {
        self.fuse.count(UserCall::Evaluate);
        self.judge.evaluate(&position.graph, state)
    }

    fn play(&self, before: &FusedGraph<A, D>, mv: u16, state: &mut u64) {
        self.fuse.count(UserCall::Step);
        self.fuse.note_stepped(1);
        self.judge.play(&before.graph, mv, state);
    }

    fn undo(&self, before: &FusedGraph<A, D>, mv: u16, state: &mut u64) {
        self.fuse.note_stepped(-1);
        self.judge.undo(&before.graph, mv, state);
    }

    fn quiescence_plies(&self) -> u16 {
        Evaluator::<GameGraph<A, D>>::quiescence_plies(&self.judge)
    }

    fn noisy_moves(&self, position: &FusedGraph<A, D>, out: &mut Moves<'_, u16>) {
        self.judge.noisy_moves(&position.graph, out);
    }

    fn stands_pat(&self, position: &FusedGraph<A, D>) -> bool {
        self.judge.stands_pat(&position.graph)
    }

    fn fingerprint(&self) -> u64 {
        Evaluator::<GameGraph<A, D>>::fingerprint(&self.judge)
    }
}
