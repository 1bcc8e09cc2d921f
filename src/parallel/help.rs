//! A worker helps at a split point of somebody else.

use super::policy::Parallel;
use super::split_point::SplitPoint;
use crate::position::Ranked;
use crate::search::Aborted;
use crate::search::control::StopToken;
use crate::search::worker::{SearchTypes, State, Worker};
use crate::sync::Arc;
use std::mem::replace;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a worker was doing before it went to help.
struct Outer<C: SearchTypes<Policy = Parallel>> {
    position: C::Position,
    state: State<C>,
    split: Option<Arc<SplitPoint<C>>>,
    stop: StopToken,
    ply: u32,
    skipped: u32,
    limited: bool,
    moves: usize,
    lines: usize,
}

impl<C: SearchTypes<Policy = Parallel>> Worker<C> {
    /// Searches siblings at `split` until none is left. What this worker was doing before is as it
    /// was afterwards, even if the game's own code panics.
    pub(super) fn help(&mut self, split: &Arc<SplitPoint<C>>) {
        self.statistics.steals += 1;
        match catch_unwind(AssertUnwindSafe(|| self.join(split))) {
            Ok(outer) => {
                while let Some(sibling) = split.claim() {
                    self.fill_from_above(split);
                    if self.search_caught(split, outer.moves, sibling).is_err() {
                        break;
                    }
                }
                self.rejoin(outer);
            }
            Err(panic) => self.link.team.panicked(panic),
        }
        split.leave();
    }

    /// Searches a claimed sibling. If the game's own code panics, everybody is stopped before the
    /// sibling is given up, so that the owner cannot take the rest for all.
    fn search_caught(
        &mut self,
        split: &SplitPoint<C>,
        first: usize,
        sibling: usize,
    ) -> Result<(), Aborted> {
        let search = || {
            if split.null {
                self.search_claimed::<true>(split, first, sibling)
            } else {
                self.search_claimed::<false>(split, first, sibling)
            }
        };
        catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|panic| {
            self.link.team.panicked(panic);
            split.abandon();
            Err(Aborted)
        })
    }

    /// Goes to the node of `split`.
    fn join(&mut self, split: &Arc<SplitPoint<C>>) -> Outer<C> {
        let start = split.state().start.clone();
        let (ply, limited) = (split.ply, split.limited);
        let played = self.ply - self.skipped;
        let (split, stop) = self.go_below(Some(Arc::clone(split)), split.stop.clone());
        let outer = Outer {
            position: replace(&mut self.position, start.position),
            state: replace(&mut self.state, start.state),
            split,
            stop,
            ply: replace(&mut self.ply, ply),
            skipped: replace(&mut self.skipped, ply - played),
            limited: replace(&mut self.limited, limited),
            moves: self.moves.len(),
            lines: self.lines.len(),
        };
        self.moves.extend(start.moves.into_iter().map(|mv| Ranked { mv, rank: 0 }));
        self.memory.note(self.ply, start.move_code);
        outer
    }

    /// Comes back from it.
    fn rejoin(&mut self, outer: Outer<C>) {
        self.position = outer.position;
        self.state = outer.state;
        self.go_below(outer.split, outer.stop);
        (self.ply, self.skipped, self.limited) = (outer.ply, outer.skipped, outer.limited);
        self.moves.truncate(outer.moves);
        self.lines.truncate(outer.lines);
    }
}
