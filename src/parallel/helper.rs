//! The life of a helper: it arrives when called, performs tasks, and leaves. Also how any worker
//! helps at a split point of another one.

use super::tasks::HelperTask;
use super::team::{HelperReport, Team};
use super::{Parallel, SplitPointOf};
use crate::position::{Position, push_without_ranks};
use crate::search::Aborted;
use crate::search::node::SelectionState;
use crate::search::stop::StopToken;
use crate::search::timeline::{Activity, SpanOutcome};
use crate::search::worker::{EvaluatorState, SearchTypes, Worker};
use crate::sync::{Arc, look, now, share};
use std::mem::replace;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The team of a search.
type TeamOf<C> = Team<<C as SearchTypes>::Position, EvaluatorState<C>>;

/// Serves `team` as helper number `helper` until it is dismissed; `worker` creates the worker.
pub(crate) fn serve<C: SearchTypes<Policy = Parallel>>(
    team: &Arc<TeamOf<C>>,
    helper: usize,
    worker: impl FnOnce() -> Worker<C>,
) {
    if !team.arrive() {
        // A panic while the position is dropped can no longer be reported, but the thread goes on.
        drop(catch_unwind(AssertUnwindSafe(|| drop(worker))));
        return;
    }
    let mut done = HelperReport { worker: helper, statistics: <_>::default(), memory: None };
    let served = catch_unwind(AssertUnwindSafe(|| {
        let mut worker = worker();
        worker.statistics.idle = team.control.elapsed();
        worker.log.moment(Activity::Arrive);
        let is_well = work(&mut worker);
        done.statistics = worker.statistics;
        done.memory = Some(worker.ordering.memory).filter(|_| is_well);
    }));
    if let Err(panic) = served {
        team.panicked(panic);
    }
    team.send_home(helper);
    team.leave(done);
}

/// Performs one task after the other; returns whether the game's own code has not panicked.
fn work<C: SearchTypes<Policy = Parallel>>(worker: &mut Worker<C>) -> bool {
    let team = &*Arc::clone(&worker.link.team);
    let helper = worker.link.worker;
    loop {
        while let Some(split) = worker.steal(None) {
            worker.help(&split);
        }
        let (since, nodes) = (now(), worker.statistics.nodes);
        let mark = worker.log.begin(nodes, || Activity::Idle);
        let task = wait(team, helper, nodes);
        worker.log.end(mark, nodes, SpanOutcome::Finished);
        worker.statistics.idle += now().saturating_sub(since);
        match task {
            HelperTask::Help(split) => worker.help(&split),
            HelperTask::RootPass(root_pass) => {
                if !worker.join_root_pass(&root_pass) {
                    return false;
                }
            }
            // There are leaders in searches to the end only: none of this is compiled for others.
            HelperTask::Lead(passes) => {
                if C::TO_END && !worker.lead(&passes) {
                    return false;
                }
            }
            // Only worker 0 receives news.
            HelperTask::News => {}
            HelperTask::GoHome => {
                worker.log.moment(Activity::Leave);
                return true;
            }
        }
    }
}

/// Blocks until there is something to do. Order matters: a helper enlists as idle, then looks for
/// split points; a worker publishes its split point, then looks for idle helpers. So at least one
/// of the two sees the other.
pub(super) fn wait<P: Position, S>(team: &Team<P, S>, helper: usize, at: u64) -> HelperTask<P, S> {
    team.idle.enlist(helper);
    if let Some(split) = team.steal(helper, at, None) {
        if team.idle.withdraw(helper) {
            return HelperTask::Help(split);
        }
        split.decline();
    }
    let mailbox = team.mailbox(helper);
    look(team.size(), || mailbox.is_full());
    mailbox.receive()
}

/// The state of a worker before it went to help.
struct Outer<C: SearchTypes<Policy = Parallel>> {
    position: C::Position,
    state: EvaluatorState<C>,
    selecting: SelectionState,
    split: Option<Arc<SplitPointOf<C>>>,
    stop: StopToken,
    ply: u32,
    skipped: u32,
    limited: bool,
    moves: usize,
    lines: usize,
}

impl<C: SearchTypes<Policy = Parallel>> Worker<C> {
    /// Searches siblings at `split` until none can be claimed. Afterwards the state of this worker
    /// is restored, even if the game's own code panics.
    pub(super) fn help(&mut self, split: &Arc<SplitPointOf<C>>) {
        self.statistics.steals += 1;
        let mark = self.log.begin(self.statistics.nodes, || split.facts.stolen());
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
        self.log.end(mark, self.statistics.nodes, SpanOutcome::Finished);
    }

    /// Returns a split point to help at, if one is found; only below `limit`, if given.
    pub(super) fn steal(&self, limit: Option<&SplitPointOf<C>>) -> Option<Arc<SplitPointOf<C>>> {
        self.link.team.steal(self.link.worker, self.statistics.nodes, limit)
    }

    /// Searches a claimed sibling. If the game's own code panics, all workers are stopped before
    /// the sibling is abandoned, so that the owner cannot take the remaining siblings for all.
    fn search_caught(
        &mut self,
        split: &SplitPointOf<C>,
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
            split.abandon(sibling);
            Err(Aborted)
        })
    }

    /// Moves to the node of `split`.
    fn join(&mut self, split: &Arc<SplitPointOf<C>>) -> Outer<C> {
        let start = split.join();
        let (ply, limited) = (split.ply, split.limited);
        let played = self.path.ply - self.limits.skipped;
        let (split, stop) = self.go_below(Some(share(split)), split.stop.clone());
        let outer = Outer {
            position: replace(&mut self.path.position, start.position),
            state: replace(&mut self.path.state, start.state),
            selecting: replace(&mut self.selecting, start.selecting),
            split,
            stop,
            ply: replace(&mut self.path.ply, ply),
            skipped: replace(&mut self.limits.skipped, ply - played),
            limited: replace(&mut self.limits.limited, limited),
            moves: self.path.moves.len(),
            lines: self.path.lines.len(),
        };
        push_without_ranks(&mut self.path.moves, start.moves);
        self.ordering.memory.note(self.path.ply, start.move_code);
        self.join_surveys(start.surveys);
        self.join_kinds(start.kinds);
        outer
    }

    /// Returns from it.
    fn rejoin(&mut self, outer: Outer<C>) {
        self.path.position = outer.position;
        self.path.state = outer.state;
        self.selecting = outer.selecting;
        self.go_below(outer.split, outer.stop);
        (self.path.ply, self.limits.skipped, self.limits.limited) =
            (outer.ply, outer.skipped, outer.limited);
        self.path.moves.truncate(outer.moves);
        self.path.lines.truncate(outer.lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc::Countdown;
    use crate::parallel::TeamLink;
    use crate::parallel::team::Fan;
    use crate::position::Ranked;
    use crate::search::algorithm::Algorithm;
    use crate::search::control::{Control, Limits};
    use crate::search::memory::MoveMemory;
    use crate::search::node::Survey;
    use crate::search::node::{Node, NodeType};
    use crate::search::observer::NoTracer;
    use crate::search::options::Options;
    use crate::search::options::Sharing;
    use crate::search::root_moves::RootMoves;
    use crate::search::worker::{Types, WorkerContext};
    use crate::selective::{Selection, Selective};
    use crate::table::NoTable;
    use crate::{Depth, Score, Window, ZeroEvaluator};

    type SelectionState =
        Types<Countdown, Selective<ZeroEvaluator>, NoTable, Parallel, NoTracer, false>;

    fn worker(team: &Arc<Team<Countdown, ()>>, number: usize) -> Worker<SelectionState> {
        let evaluator = Selective::new(ZeroEvaluator, Selection::default());
        let (control, link) = (Arc::clone(&team.control), TeamLink::new(team, number, None));
        let context = WorkerContext::bare(evaluator, control, Options::default(), link);
        let (start, root) = (Countdown::new(20), RootMoves::new(&[1, 2, 3], false));
        Worker::new(start, root, context, MoveMemory::default())
    }

    /// The limit of extensions, the verification of a null move, the surveys of the nodes above and
    /// the kinds of the moves there are taken over, for the time of the help only.
    #[test]
    fn a_helper_leaves_out_what_the_owner_does() {
        let control = Arc::new(Control::new(&Limits::new()));
        let (scheme, fan) = (Algorithm::YoungBrothersWait.scheme(), Fan { helpers: 1, each: 2 });
        let sharing = Sharing::default().with(|sharing| sharing.split_work = 0);
        let team = Team::new(scheme, sharing, control, fan);
        let [mut owner, mut helper] = [0, 1].map(|number| worker(&team, number));
        owner.select_to(Depth::plies(5));
        owner.path.ply = 1;
        owner.survey();
        owner.ordering.memory.continuations.note(1, 7);
        owner.path.moves.extend([1, 2, 3].map(|mv| Ranked { mv, rank: 0 }));
        let window = Window::null(Score::DRAW);
        let node = Node::new(window, Depth::plies(4), NodeType::All, 0..3, 0, 0);
        let split = owner.open::<true>(&node, 1);
        let before = helper.selecting;
        assert!(split.reserve(), "there is work for one more");
        let outer = helper.join(&split);
        assert_eq!(helper.selecting, owner.selecting);
        assert_eq!(helper.surveys(), owner.surveys());
        assert_ne!(helper.surveys()[1], Survey::default());
        assert_eq!(helper.ordering.memory.continuations.last(1), [7, 0]);
        assert_ne!(helper.selecting, before);
        helper.rejoin(outer);
        assert_eq!(helper.selecting, before);
    }
}
