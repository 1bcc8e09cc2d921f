//! Young Brothers Wait, PV-splitting and root splitting: when a node is split, and what its owner
//! does.

use super::split_point::{Above, SplitPoint, Start, Waited};
use super::{Parallel, SplitPointOf};
use crate::position::without_ranks;
use crate::search::Aborted;
use crate::search::algorithm::At;
use crate::search::limit_check::TIME_UNREPORTED;
use crate::search::node::{Node, NodeType};
use crate::search::resolve::RootFinding;
use crate::search::selectivity::Branch;
use crate::search::stop::StopToken;
use crate::search::timeline::{SpanOutcome, SplitId};
use crate::search::worker::{Move, SearchTypes, Worker};
use crate::sync::{Arc, look, now, share};
use std::mem::replace;

/// The number of workers that one worker wakes before it continues its own work.
const MOST_INVITED: usize = 2;

impl<C: SearchTypes<Policy = Parallel>> Worker<C> {
    /// Whether the siblings from `index` on are to be searched in parallel. The first child is done
    /// without a cutoff. Idle workers are sent to older split points first: larger tasks mean fewer
    /// wake-ups.
    pub(super) fn may_split(&mut self, at: At, node: &Node<Move<C>>, index: usize) -> bool {
        if node.end - index < 2 || !self.splits_at(at, node, index) {
            return false;
        }
        let split = self.link.split.as_ref();
        split.into_iter().for_each(|split| self.fill_from_above(split));
        !self.link.team.sharing.only_when_idle || self.is_any_worker_free(split)
    }

    /// The only decision in which the three algorithms differ.
    fn splits_at(&self, at: At, node: &Node<Move<C>>, index: usize) -> bool {
        match at {
            At::Root => node.is_root,
            At::Pv => node.kind == NodeType::Pv,
            At::Any => self.is_promising(node, index),
        }
    }

    /// Invites idle workers to the split points down to `split` that have work, the oldest first;
    /// as far as [`open_lineage`](SplitPoint::open_lineage) goes.
    pub(super) fn fill_from_above(&self, split: &Arc<SplitPointOf<C>>) {
        if self.is_any_worker_free(Some(split)) {
            for split in split.open_lineage().into_iter().rev() {
                self.invite(split);
            }
        }
    }

    /// Whether a worker is idle and may help below `split`: a helper, or the owner of an enclosing
    /// split point.
    fn is_any_worker_free(&self, split: Option<&Arc<SplitPointOf<C>>>) -> bool {
        self.link.team.idle.any()
            || split.is_some_and(|split| split.is_owner_idle() || split.is_owner_above_idle())
    }

    /// Opens a split point for the siblings from `index` on, searches some, and waits until all are
    /// done; meanwhile it helps below.
    pub(super) fn split<const NULL: bool>(
        &mut self,
        node: &mut Node<Move<C>>,
        index: usize,
    ) -> Result<(), Aborted> {
        self.statistics.splits += 1;
        let split = self.open::<NULL>(node, index);
        let siblings = node.end - index;
        let mark = self.log.begin(self.statistics.nodes, || split.facts.opened(siblings));
        let outer = self.go_below(Some(share(&split)), split.stop.clone());
        loop {
            let worked = self.search_claims::<NULL>(&split, index);
            self.help_below(&split);
            if worked.is_err() || !split.goes_on() {
                break;
            }
        }
        self.go_below(outer.0, outer.1);
        let closed = self.close(node, &split);
        let outcome = if closed.is_ok() && node.is_cut() {
            SpanOutcome::Cutoff
        } else {
            SpanOutcome::of(&closed)
        };
        self.log.end(mark, self.statistics.nodes, outcome);
        closed
    }

    /// Searches siblings as the owner, as long as there is one to claim.
    fn search_claims<const NULL: bool>(
        &mut self,
        split: &Arc<SplitPointOf<C>>,
        first: usize,
    ) -> Result<(), Aborted> {
        while let Some(sibling) = split.claim() {
            self.fill_from_above(split);
            let searched = self.search_claimed::<NULL>(split, first, sibling);
            self.drain_results(split);
            searched?;
        }
        Ok(())
    }

    /// Creates a split point for the siblings from `index` on.
    pub(super) fn open<const NULL: bool>(
        &mut self,
        node: &Node<Move<C>>,
        index: usize,
    ) -> Arc<SplitPointOf<C>> {
        let moves = without_ranks(&self.path.moves[index..node.end]);
        // Where positions are not kept for others, nothing is gained by putting moves off.
        let is_kept = self.is_kept(self.plies_left(node.depth).saturating_sub(1));
        let key = |(at, mv): (u64, &_)| if is_kept { self.child_ahead(*mv).key } else { at };
        let keys = (0..).zip(&moves).map(key).collect();
        let start = Start {
            position: self.path.position.clone(),
            state: self.path.state.clone(),
            selecting: self.selecting,
            surveys: self.surveys(),
            kinds: self.ordering.memory.continuations.last(self.path.ply),
            move_code: self.ordering.memory.last(self.path.ply),
            moves,
        };
        let sharing = &self.link.team.sharing;
        let above = Above {
            id: SplitId { owner: self.link.worker, number: self.statistics.splits },
            parent: self.link.split.as_ref().map(share),
            stop: self.limits.stop.clone(),
            ply: self.path.ply,
            limited: self.limits.limited,
            most_workers: sharing.split_workers,
            join_work: self.link.least_work,
            guess: (self.statistics.nodes - node.before) / (index - node.first).max(1) as u64,
            keys,
        };
        SplitPoint::new(above, node.clone(), start, NULL)
    }

    /// Continues below `split`, until `stop` is set; returns the previous split point and token.
    pub(super) fn go_below(
        &mut self,
        split: Option<Arc<SplitPointOf<C>>>,
        stop: StopToken,
    ) -> (Option<Arc<SplitPointOf<C>>>, StopToken) {
        self.link.team.post(self.link.worker, split.as_ref());
        (replace(&mut self.link.split, split), replace(&mut self.limits.stop, stop))
    }

    /// Searches a sibling that this worker has claimed; `first` is the index of the first sibling
    /// on its stack of moves.
    pub(super) fn search_claimed<const NULL: bool>(
        &mut self,
        split: &SplitPointOf<C>,
        first: usize,
        sibling: usize,
    ) -> Result<(), Aborted> {
        let branch = Branch {
            mv: self.path.moves[first + sibling].mv,
            index: split.first_index + sibling,
            depth: split.depth,
            kind: split.kind,
        };
        let line = self.path.lines.len();
        let (before, aborted) = (self.statistics.nodes, self.statistics.aborted_nodes);
        let mark = self.log.begin(before, || split.facts.claimed(branch.index));
        let searched =
            split.window().and_then(|open| self.scout::<NULL>(branch, open, || split.window()));
        let nodes = self.statistics.nodes - before;
        let mut outcome = SpanOutcome::of(&searched);
        match searched {
            Ok((value, asked)) => {
                let found = RootFinding { mv: branch.mv, value, asked, raises: false, nodes };
                let tainted = !C::TO_END && self.tainted;
                if split.finish::<NULL>(sibling, found, tainted, &self.path.lines[line..]) {
                    self.statistics.cutoff(branch.index);
                    outcome = SpanOutcome::Cutoff;
                }
            }
            Err(Aborted) => {
                split.abandon(sibling);
                self.statistics.aborts += 1;
                // The nodes aborted further below are included in these.
                self.statistics.aborted_nodes = aborted + nodes;
            }
        }
        self.log.end(mark, self.statistics.nodes, outcome);
        self.path.lines.truncate(line);
        searched.map(|_| ())
    }

    /// Invites some idle workers to join, if there is work for them here. They invite others in
    /// turn: waking a worker takes a microsecond, and thirty wake-ups in a row would take as long
    /// as the work.
    pub(super) fn invite(&self, split: &Arc<SplitPointOf<C>>) {
        for _ in 0..MOST_INVITED {
            let is_wanted = split.is_open() && self.is_any_worker_free(split.parent.as_ref());
            if !(is_wanted && split.reserve()) {
                return;
            }
            if !self.link.team.ask(self.link.worker, split) {
                split.decline();
                return;
            }
        }
    }

    /// Waits until no other worker searches at `split`, and meanwhile helps below.
    fn help_below(&mut self, split: &SplitPointOf<C>) {
        while let Some(below) = self.work_below(split) {
            self.help(&below);
        }
    }

    /// Blocks until there is something to do below `split`; `None` if the split point is over.
    /// Order matters: the owner offers itself, then looks for work; a worker that opens a split
    /// point below publishes it, then looks whether the owner is idle. So at least one of the two
    /// sees the other.
    pub(super) fn work_below(&mut self, split: &SplitPointOf<C>) -> Option<Arc<SplitPointOf<C>>> {
        while split.offer_owner() {
            if let Some(below) = self.steal(Some(split)) {
                if split.withdraw_owner() {
                    return Some(below);
                }
                below.decline();
            }
            let since = now();
            let mark = self.log.begin(self.statistics.nodes, || split.facts.awaited());
            look(self.link.team.size(), || !split.is_owner_idle());
            let waited = split.wait(TIME_UNREPORTED);
            self.log.end(mark, self.statistics.nodes, SpanOutcome::Finished);
            self.statistics.idle += now().saturating_sub(since);
            if let Waited::Until(invitation) = waited {
                return invitation;
            }
            // No worker can invite this owner while the observer is called, which may panic.
            if split.withdraw_owner() {
                self.report_at(now());
            }
        }
        None
    }

    /// Merges the results of `split` into `node`. A cutoff of its own counts, whatever has happened
    /// above; otherwise a split point has no value unless every sibling has one. The stop token
    /// does not decide: a worker at a limit gives up while another one may still be setting the
    /// flags below.
    fn close(&mut self, node: &mut Node<Move<C>>, split: &SplitPointOf<C>) -> Result<(), Aborted> {
        self.drain_results(split);
        let mut state = split.state();
        if !state.is_answered() {
            return Err(Aborted);
        }
        *node = state.node.clone();
        if let Some(line) = state.line.take() {
            self.path.lines.truncate(node.line);
            self.path.lines.extend(line);
        }
        Ok(())
    }

    /// At the root: reports the results of other workers.
    fn drain_results(&mut self, split: &SplitPointOf<C>) {
        if split.is_root {
            let unreported = std::mem::take(&mut split.state().unreported);
            for (found, line) in unreported {
                self.report_root_move(split.depth, &found, &line);
            }
        }
    }
}
