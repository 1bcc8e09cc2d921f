//! The horizon: the evaluator's score, or a small search over noisy moves.

use super::Aborted;
use super::contract::{evaluation, over, turn};
use super::worker::{SearchTypes, Worker};
use crate::position::{Evaluator, Moves, Position};
use crate::{Score, Window};

impl<C: SearchTypes> Worker<C> {
    /// Returns V(p, 0) of a game that is not over, within `window`.
    pub(crate) fn horizon(&mut self, window: Window) -> Result<Score, Aborted> {
        let value = self.quiesce(window, self.evaluator.quiescence_plies());
        self.tainted = true;
        value
    }

    /// Returns Q(p, k) of [`Evaluator`], by fail-soft alpha-beta (Knuth and Moore 1975), without a
    /// table: exactly the value of its definition, for any window.
    fn quiesce(&mut self, window: Window, plies: u16) -> Result<Score, Aborted> {
        let stands_pat = self.evaluator.stands_pat(&self.path.position);
        let mut best = -Score::INFINITY;
        if plies == 0 || stands_pat {
            best = self.evaluate();
            if plies == 0 || best >= window.beta {
                return Ok(best);
            }
        }
        let first = self.path.moves.len();
        self.evaluator.noisy_moves(&self.path.position, &mut Moves::on(&mut self.path.moves));
        let end = self.path.moves.len();
        if end == first && !stands_pat {
            best = self.evaluate();
        }
        self.order(first, 0);
        for index in first..end {
            if best >= window.beta {
                break;
            }
            let raised = Window { alpha: window.alpha.max(best), beta: window.beta };
            best = best.max(self.quiet_below(index, raised, plies - 1)?);
        }
        self.path.moves.truncate(first);
        Ok(best)
    }

    /// Returns the value of noisy move `index`, from this node's point of view.
    fn quiet_below(&mut self, index: usize, window: Window, plies: u16) -> Result<Score, Aborted> {
        let (mv, before) = (self.path.moves[index].mv, self.path.position.side());
        let undo = self.play(mv);
        let turn = turn::<C::Position>(before, self.path.position.side());
        let value = self.quiet_node(turn.window::<C::Position>(window), plies);
        self.undo(mv, undo);
        value.map(|value| turn.value::<C::Position>(value))
    }

    fn quiet_node(&mut self, window: Window, plies: u16) -> Result<Score, Aborted> {
        self.enter()?;
        self.statistics.quiescence_nodes += 1;
        match over(&self.path.position) {
            Some(score) => Ok(score),
            None => self.quiesce(window, plies),
        }
    }

    pub(super) fn evaluate(&self) -> Score {
        evaluation(&*self.evaluator, &self.path.position, &self.path.state)
    }
}
