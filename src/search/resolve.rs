//! The exact value of the root, by the windows that a [`Driver`](super::driver::Driver) chooses.

use super::Aborted;
use super::worker::{SearchTypes, SiblingPolicy, Worker};
use crate::position::Position;
use crate::{Bounds, Depth, Score, Window};

impl<C: SearchTypes> Worker<C> {
    /// Finds the exact value of the root at `depth` among the open moves, given that it lies in
    /// `known`. `known` is tightened pass by pass, and stays true if the search is aborted.
    pub(crate) fn resolve(
        &mut self,
        depth: Depth,
        guess: Score,
        known: &mut Bounds,
    ) -> Result<Score, Aborted> {
        (self.root.lined, self.root.raised) = (false, false);
        let tainted = C::Policy::close_in(self, depth, guess, known)?;
        if self.selects() {
            return self.shown(depth, known);
        }
        let value = known.lower;
        if !self.root.raised && value > self.range(depth).lower {
            // Static bounds gave the value, so that no pass had to show which move is worth it.
            self.pass(Window::null(value.previous()), depth)?;
        } else if !self.root.raised {
            self.root.promote_most_searched();
        }
        self.tainted = tainted;
        self.root.set_value(value, depth);
        Ok(value)
    }

    /// Passes until one value is left in `known`; whether it depends on a horizon. Not inlined, as all that is done
    /// once a pass: there is one such piece of code for each way to search a game.
    #[inline(never)]
    pub(crate) fn close_in(
        &mut self,
        depth: Depth,
        mut guess: Score,
        known: &mut Bounds,
    ) -> Result<bool, Aborted> {
        let driver = if C::TO_END { self.options.driver_to_end } else { self.options.driver };
        let mut tainted = false;
        for pass in 0.. {
            let window = driver.window(*known, guess, pass);
            guess = self.pass(window, depth)?;
            // An exact value rests on this pass alone, two bounds that meet on both of theirs.
            tainted = self.tainted || (tainted && !window.contains(guess));
            let agrees = self.tighten(known, window, guess, depth);
            if !agrees || known.lower == known.upper {
                break;
            }
        }
        Ok(tainted)
    }

    /// What `value`, found with `window`, leaves of `known`; whether the two agree. Values that contradict each
    /// other, as they may when deeper entries count, give way to the last. In a selective search they leave
    /// nothing known: neither needs to be the value of a position.
    fn tighten(&mut self, known: &mut Bounds, window: Window, value: Score, depth: Depth) -> bool {
        let found = Bounds::from_bound(value, window.classify(value));
        let both = known.intersect(found);
        let agrees = both.is_some();
        let at_odds = if self.selects() { self.range(depth) } else { Bounds::exact(value) };
        let both = both.unwrap_or(at_odds);
        *known = if depth.is_end() { self.on_grid(both) } else { both };
        // Of the moves after the best it is not the value of the root.
        if self.root.fixed == 0 {
            self.observer.bounds(depth, *known);
        }
        agrees
    }

    /// Bounds moved inwards to the next values that the game can have.
    fn on_grid(&self, bounds: Bounds) -> Bounds {
        self.grid().inwards(bounds)
    }

    /// The values that the game can have.
    pub(crate) fn grid(&self) -> Grid {
        let step = self.path.position.granularity().clamp(1, i32::MAX as u32) as i32;
        Grid { origin: self.path.position.range().lower.get(), step }
    }

    /// Whether the value of the root, which lies in `known`, is at least `least`: one null window. `known` is
    /// tightened as far as that has shown, which may be more than a yes or a no: what is tainted, and what is
    /// final, is the value that was found.
    pub(crate) fn decide(
        &mut self,
        least: Score,
        depth: Depth,
        known: &mut Bounds,
    ) -> Result<(), Aborted> {
        let asked = least.clamp(known.lower, known.upper.next());
        let window = Window::null(asked.previous());
        let value = self.pass(window, depth)?;
        self.tainted &= !self.is_final(value, depth);
        self.tighten(known, window, value, depth);
        Ok(())
    }

    /// The line of the best move, of which the value is known: one pass around it, if the driver's
    /// passes have not given one.
    pub(crate) fn complete_line(&mut self, value: Score, depth: Depth) -> Result<(), Aborted> {
        if !self.root.lined {
            let window = Window { alpha: value.previous(), beta: value.next() };
            let tainted = self.tainted;
            let found = self.pass(window, depth)?;
            // Deeper entries may have made something else of it meanwhile, which proves nothing of the value.
            self.tainted = tainted && (self.tainted || found != value);
            self.root.set_value(value, depth);
        }
        Ok(())
    }
}

/// Values in steps from an origin.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) origin: i32,
    pub(crate) step: i32,
}

impl Grid {
    /// `bounds` moved inwards to the next of these values.
    pub(crate) fn inwards(self, bounds: Bounds) -> Bounds {
        bounds.on_grid(Score::new(self.origin), self.step as u32)
    }
}
