//! [`Explorer`]: plays a small tree, then random games, with all checks at every position.

use super::keys::Keys;
use super::oracle::Oracle;
use super::points::{Worth, check_taken, check_to_come};
use super::repetition::explained;
use super::sides::Sides;
use super::snapshot::{Constants, Snapshot, first_repeated, is_on_grid};
use super::violation::{Broken, Verdict, Violation, caught};
use super::{SplitMix, Summary};
use crate::position::KeyKind;
use crate::{Bounds, Moves, Position, Score, Window};
use std::collections::HashSet;
use std::fmt::Debug;

/// The nodes that minimax may visit at the end of each game.
const ORACLE_NODES: usize = 4_000;
/// The tree's share of the budget: one in this many.
const TREE_SHARE: usize = 4;
/// The number of null windows tested on each side of a value.
const AROUND: i32 = 4;

#[derive(Debug)]
pub(super) struct Explorer<'a, P: Position> {
    root: &'a P,
    /// The root before any move.
    start: Snapshot<P::Move>,
    budget: usize,
    constants: Constants,
    path: Vec<P::Move>,
    keys: Keys<'a, P>,
    random: SplitMix,
    summary: Summary,
}

impl<'a, P: Position> Explorer<'a, P> {
    /// Examines about `budget` positions; all calls of the game are made in here.
    pub(super) fn run(root: &'a P, budget: usize) -> Result<Summary, Box<Violation<P::Move>>> {
        let at = |path, broken| Box::new(explained(root, Violation { path, broken }));
        let mut explorer =
            caught(|| Ok(Self::new(root, budget))).map_err(|broken| at(Vec::new(), broken))?;
        match caught(|| explorer.walk()) {
            Ok(()) => Ok(explorer.summary),
            Err(broken) => Err(at(explorer.path, broken)),
        }
    }

    fn new(root: &'a P, budget: usize) -> Self {
        Self {
            root,
            start: Snapshot::at(root),
            budget,
            constants: Constants::of(root),
            path: Vec::new(),
            keys: Keys::new(root),
            random: SplitMix(0),
            summary: Summary::default(),
        }
    }

    fn walk(&mut self) -> Verdict<P> {
        self.constants.check()?;
        let mut root = self.root.clone();
        let mut plies = 0;
        while self.summary.positions < self.budget / TREE_SHARE && plies < 64 {
            self.tree(&mut root, plies)?;
            plies += 1;
        }
        while self.summary.positions < self.budget {
            self.game(&mut self.root.clone())?;
            self.summary.games += 1;
        }
        if !P::PATH_DEPENDENT {
            self.summary.sides = Sides::run(self.root, self.budget, &mut self.path)?;
        }
        Ok(())
    }

    /// Examines every position exactly `plies` away.
    fn tree(&mut self, position: &mut P, plies: u32) -> Verdict<P> {
        if self.summary.positions >= self.budget / TREE_SHARE {
            return Ok(());
        }
        if plies == 0 {
            return self.examine(position);
        }
        if position.over().is_some() {
            return Ok(());
        }
        for mv in Moves::collect(|out| position.moves(out)) {
            self.step(position, mv, |walk, child| walk.tree(child, plies - 1))?;
        }
        Ok(())
    }

    /// Plays one random game; the values at its end are compared on the way back.
    fn game(&mut self, position: &mut P) -> Verdict<P> {
        let (mut undos, mut seen) = (Vec::new(), HashSet::new());
        self.examine(position)?;
        while position.over().is_none() && self.summary.positions < self.budget {
            let moves = Moves::collect(|out| position.moves(out));
            let mv = moves[self.random.below(moves.len())];
            seen.insert((position.key(), position.side()));
            undos.push(position.play(mv));
            self.path.push(mv);
            self.examine(position)?;
            self.summary.repetitions +=
                usize::from(seen.contains(&(position.key(), position.side())));
        }
        self.start.compare(&Snapshot::at(self.root)).map_err(Broken::CloneShares)?;
        let mut oracle = Oracle::new(ORACLE_NODES);
        while self.solve(position, &mut oracle)?.is_some() {
            let Some((mv, undo)) = self.path.pop().zip(undos.pop()) else { break };
            position.undo(mv, undo);
        }
        self.path.clear();
        Ok(())
    }

    /// Plays `mv`, calls `visit` on the child, takes it back. On a violation the path stays.
    fn step(
        &mut self,
        position: &mut P,
        mv: P::Move,
        visit: impl FnOnce(&mut Self, &mut P) -> Verdict<P>,
    ) -> Verdict<P> {
        let undo = position.play(mv);
        self.path.push(mv);
        visit(self, position)?;
        self.path.pop();
        position.undo(mv, undo);
        Ok(())
    }

    /// Makes all checks that do not need the value.
    fn examine(&mut self, position: &mut P) -> Verdict<P> {
        self.summary.positions += 1;
        self.summary.longest = self.summary.longest.max(self.path.len());
        let look = Snapshot::at(position);
        look.compare(&Snapshot::at(position)).map_err(Broken::Unstable)?;
        self.constants.compare(&Constants::of(position)).map_err(Broken::Changes)?;
        self.constants.check_endless(look.side)?;
        self.check_key(&look)?;
        check_taken(look.taken)?;
        match look.over {
            Some(score) => {
                check_over(position, score, look.bounds)?;
                check_to_come(look.taken, score, self.constants.range)?;
            }
            None => {
                check_moves(&look)?;
                look.moves.iter().try_for_each(|mv| check_move(position, *mv, &look))?;
            }
        }
        self.check_range(look.bounds)?;
        check_answers(position, look.bounds)?;
        self.summary.repeated_move_codes += usize::from(first_repeated(&look.move_codes).is_some());
        let repeated = self.keys.meet(position, &self.path, &look)?;
        self.summary.repeated_keys += usize::from(repeated);
        Ok(())
    }

    fn check_key(&self, look: &Snapshot<P::Move>) -> Verdict<P> {
        match self.constants.key_kind {
            KeyKind::Unique { bits } if bits < 64 && look.key >> bits != 0 => {
                Err(Broken::KeyTooWide { key: look.key, bits })
            }
            _ => Ok(()),
        }
    }

    fn check_range(&self, bounds: Bounds) -> Verdict<P> {
        let range = self.constants.range;
        let common = bounds.intersect(range);
        common.map(|_| ()).ok_or(Broken::OutOfRange { bounds, range })
    }

    /// Finds the value, if `oracle` can, and checks the promises against it.
    fn solve(
        &mut self,
        position: &mut P,
        oracle: &mut Oracle,
    ) -> Result<Option<Score>, Broken<P::Move>> {
        let Some(value) = oracle.value(position) else { return Ok(None) };
        self.summary.solved += 1;
        let look = Snapshot::at(position);
        if !look.bounds.contains(value) {
            return Err(Broken::Bounds { value, bounds: look.bounds });
        }
        check_bounds_for(position, value)?;
        self.check_range(Bounds::exact(value))?;
        check_to_come(look.taken, value, self.constants.range)?;
        self.check_grid(value)?;
        match oracle.best(position, &look.relevant) {
            Some(relevant) if relevant != value => {
                return Err(Broken::RelevantLose { value, relevant });
            }
            _ => self.keys.solved(look.key, Worth { whole: value, taken: look.taken })?,
        }
        Ok(Some(value))
    }

    fn check_grid(&self, value: Score) -> Verdict<P> {
        let Constants { granularity, range, .. } = self.constants;
        if is_on_grid(value, range, granularity) {
            return Ok(());
        }
        Err(Broken::OffGrid { value, granularity, lower: range.lower })
    }
}

/// Returns null windows around `value`, and those at the ends of the scores.
fn questions(value: Score) -> impl Iterator<Item = Window> {
    let around = (-AROUND..AROUND).map(move |distance| value.get() + distance);
    let most = Score::INFINITY.get();
    let alphas = around.chain([-most, most - 1]).filter(move |alpha| (-most..most).contains(alpha));
    alphas.map(|alpha| Window::null(Score::new(alpha)))
}

/// Checks that `bounds_for` decides every window that `bounds` decides.
fn check_answers<P: Position>(position: &P, bounds: Bounds) -> Verdict<P> {
    for window in questions(bounds.lower).chain(questions(bounds.upper)) {
        let answer = position.bounds_for(window);
        if bounds.decide(window).is_some() && answer.decide(window).is_none() {
            return Err(Broken::Unanswered { bounds, window, answer });
        }
    }
    Ok(())
}

/// Checks the bounds for null windows against the value.
fn check_bounds_for<P: Position>(position: &P, value: Score) -> Verdict<P> {
    for window in questions(value) {
        let bounds = position.bounds_for(window);
        if !bounds.contains(value) {
            return Err(Broken::BoundsFor { value, window, bounds });
        }
    }
    Ok(())
}

fn check_over<P: Position>(position: &P, score: Score, bounds: Bounds) -> Verdict<P> {
    if !score.is_outcome(P::WIN_DISTANCE) {
        return Err(Broken::OverScore { score });
    }
    if bounds != Bounds::exact(score) {
        return Err(Broken::OverBounds { score, bounds });
    }
    check_bounds_for(position, score)
}

/// Checks the lists of moves.
fn check_moves<M: Copy + Eq + Debug>(look: &Snapshot<M>) -> Result<(), Broken<M>> {
    if look.moves.is_empty() {
        return Err(Broken::NoMoves);
    }
    if look.plies_left == Some(0) {
        return Err(Broken::NoPliesLeft);
    }
    if let Some(mv) = first_repeated(&look.moves).or(first_repeated(&look.relevant)) {
        return Err(Broken::Twice { mv });
    }
    if let Some(&mv) = look.relevant.iter().find(|mv| !look.moves.contains(mv)) {
        return Err(Broken::RelevantIllegal { mv });
    }
    if look.relevant.is_empty() && look.bounds.value().is_none() {
        return Err(Broken::NoRelevantMoves { bounds: look.bounds });
    }
    Ok(())
}

/// Checks the effect of playing one move and taking it back.
fn check_move<P: Position>(
    position: &mut P,
    mv: P::Move,
    before: &Snapshot<P::Move>,
) -> Verdict<P> {
    let predicted = position.key_after(mv);
    let undo = position.play(mv);
    let (key, side, after) = (position.key(), position.side(), position.plies_left());
    position.undo(mv, undo);
    before
        .compare(&Snapshot::at(position))
        .map_err(|difference| Broken::Undo { mv, difference })?;
    if P::ALTERNATES && side == before.side {
        return Err(Broken::SameSide { mv });
    }
    match (predicted, before.plies_left) {
        (Some(predicted), _) if predicted != key => Err(Broken::KeyAfter { mv, predicted, key }),
        (_, Some(before)) if after.is_none_or(|after| after >= before) => {
            Err(Broken::PliesLeft { mv, before, after })
        }
        _ => Ok(()),
    }
}
