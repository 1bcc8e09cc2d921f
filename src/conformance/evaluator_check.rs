//! [`check_evaluator`]: checks the promises of an evaluator.

use super::SplitMix;
use super::points::check_estimate;
use super::snapshot::{differ, first_repeated};
use super::violation::{Broken, Difference, Verdict, Violation, caught};
use crate::position::{MOST_KINDS, Points, Selector};
use crate::{Evaluator, Moves, Position, Score};
use std::collections::HashMap;

/// Plays random games from `position`, calls `evaluator` on `budget` positions or a few more, and
/// checks every promise of [`Evaluator`]: results equal those with a fresh state from `start`;
/// `undo` reverts `play`; positions with equal keys are judged alike (unless the game is
/// [`PATH_DEPENDENT`](Position::PATH_DEPENDENT)); scores lie within ±[`Score::MAX_VALUE`]; noisy
/// moves are legal. For selective evaluators ([`Selective`](crate::selective::Selective)), also
/// checks the answers of the game: a pass changes the side to move and the key, and can be taken
/// back; a side put in danger by a move is in danger afterwards; kinds of moves are below 512.
/// Returns the number of positions: 0 if the game is over.
///
/// ```
/// use eldest::conformance::check_evaluator;
/// use eldest::{Position, Score, Side};
/// # use eldest::doc::Countdown;
///
/// let left = |position: &Countdown| Score::new(position.left().into());
/// assert!(check_evaluator(&Countdown::new(9), &left, 100).is_ok());
/// // The key does not include the side to move.
/// let white = |position: &Countdown| Score::new(i32::from(position.side() == Side::First));
/// assert!(check_evaluator(&Countdown::new(9), &white, 100).is_err());
/// ```
///
/// # Errors
/// The first broken promise, and the moves that lead there. A panic of the evaluator or of the game
/// is [`Broken::Panicked`].
pub fn check_evaluator<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: &E,
    budget: usize,
) -> Result<usize, Box<Violation<P::Move>>> {
    let (path, seen) = (Vec::new(), HashMap::new());
    let mut check =
        EvaluatorCheck { evaluator, budget, path, seen, random: SplitMix(0), checked: 0 };
    match caught(|| check.games(position)) {
        Ok(()) => Ok(check.checked),
        Err(broken) => Err(Box::new(Violation { path: check.path, broken })),
    }
}

/// The results of an evaluator for a position; noisy moves by their move codes, which symmetry
/// leaves alone.
#[derive(Clone, Debug)]
pub(super) struct Judgement {
    pub(super) score: Score,
    pub(super) stands_pat: bool,
    pub(super) noisy: Vec<u16>,
    pub(super) urgent: bool,
    /// By their move codes.
    pub(super) quiet: Vec<u16>,
}

impl Judgement {
    fn of<P: Position, E: Evaluator<P>>(evaluator: &E, position: &P, state: &E::State) -> Self {
        let codes = |moves: Vec<P::Move>| {
            let mut codes: Vec<u16> = moves.iter().map(|mv| position.move_code(*mv)).collect();
            codes.sort_unstable();
            codes
        };
        let all = || Moves::collect(|out| position.moves(out));
        let mut quiet = if E::SELECTS { all() } else { Vec::new() };
        quiet.retain(|mv| evaluator.selector().is_quiet(position, *mv));
        Self {
            score: evaluator.evaluate(position, state),
            stands_pat: evaluator.stands_pat(position),
            noisy: codes(Moves::collect(|out| evaluator.noisy_moves(position, out))),
            urgent: evaluator.selector().is_urgent(position),
            quiet: codes(quiet),
        }
    }

    pub(super) fn compare(&self, now: &Self) -> Result<(), Difference> {
        differ("evaluate", &self.score, &now.score)?;
        differ("stands_pat", &self.stands_pat, &now.stands_pat)?;
        differ("noisy_moves", &self.noisy, &now.noisy)?;
        differ("is_urgent", &self.urgent, &now.urgent)?;
        differ("the moves that are quiet", &self.quiet, &now.quiet)
    }
}

struct EvaluatorCheck<'e, P: Position, E> {
    evaluator: &'e E,
    budget: usize,
    path: Vec<P::Move>,
    /// The first position with each key: the moves that led there, and its judgement.
    seen: HashMap<u64, (Vec<P::Move>, Judgement)>,
    random: SplitMix,
    checked: usize,
}

/// A move that has been played, and the judgement before it.
struct PlayedMove<P: Position> {
    mv: P::Move,
    undo: P::Undo,
    before: Judgement,
}

impl<P: Position, E: Evaluator<P>> EvaluatorCheck<'_, P, E> {
    /// Plays random games from `start`, until the budget is spent.
    fn games(&mut self, start: &P) -> Verdict<P> {
        while self.checked < self.budget && start.over().is_none() {
            let mut state = self.evaluator.start(start);
            self.game(&mut start.clone(), &mut state)?;
        }
        Ok(())
    }

    /// Plays one random game, examines all children on the way, and takes it back. Uses no
    /// recursion, so that long games need no more stack.
    fn game(&mut self, position: &mut P, state: &mut E::State) -> Verdict<P> {
        let mut steps = Vec::new();
        while position.over().is_none() {
            self.judge(position, state)?;
            let moves = Moves::collect(|out| position.moves(out));
            moves.iter().try_for_each(|mv| self.child(position, *mv, state))?;
            if self.checked >= self.budget {
                break;
            }
            let mv = moves[self.random.below(moves.len())];
            steps.push(self.play(position, mv, state));
        }
        steps.into_iter().rev().try_for_each(|step| self.undo(position, step, state))
    }

    /// Judges the position after `mv`, unless the game is over there.
    fn child(&mut self, position: &mut P, mv: P::Move, state: &mut E::State) -> Verdict<P> {
        let step = self.play(position, mv, state);
        if position.over().is_none() {
            self.judge(position, state)?;
        }
        self.undo(position, step, state)
    }

    /// Plays `mv`. If a violation follows before it is taken back, the move stays on the path.
    fn play(&mut self, position: &mut P, mv: P::Move, state: &mut E::State) -> PlayedMove<P> {
        let before = Judgement::of(self.evaluator, position, state);
        self.evaluator.play(position, mv, state);
        let undo = position.play(mv);
        self.path.push(mv);
        PlayedMove { mv, undo, before }
    }

    fn undo(&mut self, position: &mut P, step: PlayedMove<P>, state: &mut E::State) -> Verdict<P> {
        let PlayedMove { mv, undo, before } = step;
        self.path.pop();
        position.undo(mv, undo);
        self.evaluator.undo(position, mv, state);
        let after = Judgement::of(self.evaluator, position, state);
        before.compare(&after).map_err(|difference| Broken::Undo { mv, difference })
    }

    /// Checks all promises about one position.
    fn judge(&mut self, position: &mut P, state: &mut E::State) -> Verdict<P> {
        self.checked += 1;
        let fresh = || Judgement::of(self.evaluator, position, &self.evaluator.start(position));
        let judgement = fresh();
        judgement.compare(&fresh()).map_err(Broken::Unstable)?;
        let kept = Judgement::of(self.evaluator, position, state);
        judgement.compare(&kept).map_err(Broken::State)?;
        if judgement.score.get().abs() > Score::MAX_VALUE.get() {
            return Err(Broken::Evaluation { score: judgement.score });
        }
        self.check_moves(position)?;
        if E::SELECTS {
            self.check_kinds(position)?;
            self.check_dangers(position)?;
            self.check_pass(position, state, &judgement)?;
        }
        let taken = Points::at(position);
        check_estimate(taken, judgement.score)?;
        let to_come = taken.to_come(judgement.score);
        self.meet(position.key(), Judgement { score: to_come, ..judgement })
    }

    /// Checks that kinds are within their range.
    fn check_kinds(&self, position: &P) -> Verdict<P> {
        let kinds = Moves::collect(|out| position.moves(out)).into_iter();
        let mut kinds = kinds.map(|mv| (mv, self.evaluator.selector().kind(position, mv)));
        let broken = kinds.find(|(_, kind)| *kind >= MOST_KINDS);
        broken.map_or(Ok(()), |(mv, kind)| Err(Broken::Kind { mv, kind }))
    }

    /// Checks that a side put in danger is in danger.
    fn check_dangers(&self, position: &P) -> Verdict<P> {
        let is_wrong = |mv: &P::Move| {
            let mut child = position.clone();
            let _ = child.play(*mv);
            self.evaluator.selector().endangers(position, *mv)
                && !self.evaluator.selector().is_urgent(&child)
        };
        let broken = Moves::collect(|out| position.moves(out)).into_iter().find(is_wrong);
        broken.map_or(Ok(()), |mv| Err(Broken::Endangers { mv }))
    }

    /// Checks that a pass changes the side to move, keeps the state valid, and can be taken back.
    fn check_pass(&self, position: &mut P, state: &E::State, before: &Judgement) -> Verdict<P> {
        let (side, key) = (position.side(), position.key());
        let Some(undo) = self.evaluator.selector().pass(position) else { return Ok(()) };
        let passed = (position.side(), position.key());
        let state_holds = position.over().is_some() || {
            let fresh = self.evaluator.start(position);
            self.evaluator.evaluate(position, state) == self.evaluator.evaluate(position, &fresh)
        };
        self.evaluator.selector().take_back_pass(position, undo);
        let broken = |what| Err(Broken::Pass { what });
        if passed.0 == side {
            return broken("the same side is to move");
        } else if passed.1 == key {
            return broken("the key is the same");
        } else if !state_holds {
            return broken("the state that was kept judges another position");
        } else if (position.side(), position.key()) != (side, key) {
            return broken("taking it back does not lead back");
        }
        let after = Judgement::of(self.evaluator, position, state);
        before.compare(&after).map_err(Broken::Unstable)
    }

    /// Checks that there is a move, and that the noisy moves are legal.
    fn check_moves(&self, position: &P) -> Verdict<P> {
        let legal = Moves::collect(|out| position.moves(out));
        if legal.is_empty() {
            return Err(Broken::NoMoves);
        }
        let noisy = Moves::collect(|out| self.evaluator.noisy_moves(position, out));
        if let Some(mv) = first_repeated(&noisy) {
            return Err(Broken::Twice { mv });
        }
        let illegal = noisy.into_iter().find(|mv| !legal.contains(mv));
        illegal.map_or(Ok(()), |mv| Err(Broken::NoisyIllegal { mv }))
    }

    /// Compares with the judgement of the first position with `key`.
    fn meet(&mut self, key: u64, judgement: Judgement) -> Verdict<P> {
        if P::PATH_DEPENDENT {
            return Ok(());
        }
        let first = || (self.path.clone(), judgement.clone());
        let (other, first) = self.seen.entry(key).or_insert_with(first);
        let same = first.compare(&judgement);
        same.map_err(|difference| Broken::SameKey { other: other.clone(), difference })
    }
}
