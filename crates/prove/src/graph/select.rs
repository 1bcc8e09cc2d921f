//! Which leaf is asked next.
//!
//! A search in the order of what it is likely to cost in vain: of several moves the first before its siblings,
//! siblings by the effort that they have taken so far, the most first: what has been begun is gone on with, as a
//! search would, and those that nobody has looked at keep their order. Where moves have been tried and were not good
//! enough, all of the others will probably have to be looked at, side by side; where none has, the first will probably
//! do, and another is a guess.

use super::{Graph, Id};
use crate::job::settled;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// What it costs to look at a move beside the one before it, where all must be looked at.
const BESIDE: u32 = 1;
/// The same where it is not known yet whether the first move will do: if it will probably not, and if it will. Another question
/// of the root costs as much as the latter.
const EARLY: u32 = 3;
const GUESS: u32 = 8;

/// A position, and what is to be known about it: whether its value is at least so much.
pub(crate) type GraphQuery = (Id, i32);

/// A leaf that is worth a search: the questions that lead to it from the root's on, itself the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) path: Vec<GraphQuery>,
}

impl Leaf {
    pub(crate) fn question(&self) -> GraphQuery {
        *self.path.last().expect("it begins with the root")
    }
}

/// A question on the way down. Of those that cost the same the deepest comes first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DescentStep {
    cost: Reverse<u32>,
    depth: u32,
    place: Reverse<u32>,
    question: GraphQuery,
    /// The way that led here.
    from: Option<usize>,
    /// Whether the answer is expected to be yes.
    expected: bool,
}

/// A search for leaves.
struct Descent {
    steps: BinaryHeap<DescentStep>,
    /// Questions that were passed on, each with the one that it came from.
    ways: Vec<(GraphQuery, Option<usize>)>,
}

impl Graph {
    /// Up to `most` leaves that are worth a search for whoever wants to know `asked`, the best first; none that is
    /// `taken`.
    pub(crate) fn leaves(
        &self,
        asked: &[GraphQuery],
        most: usize,
        taken: impl Fn(GraphQuery) -> bool,
    ) -> Vec<Leaf> {
        let mut descent = Descent::from(asked);
        let (mut seen, mut found) = (HashSet::new(), Vec::new());
        while found.len() < most
            && let Some(step) = descent.steps.pop()
        {
            let (at, _) = step.question;
            if self.is_settled(step.question) || !seen.insert(step.question) {
                continue;
            }
            if !self.node(at).is_leaf() {
                self.go_down(step, &mut descent);
            } else if !taken(step.question) {
                found.push(Leaf { path: descent.path(step) });
            }
        }
        found
    }

    /// The questions that `step` leads to.
    fn go_down(&self, step: DescentStep, descent: &mut Descent) {
        let (at, least) = step.question;
        let edges = self.node(at).edges();
        let mut open: Vec<(usize, u64)> = (0..edges.len())
            .filter(|&index| self.says_yes(&edges[index], least).is_none())
            .map(|index| (index, self.node(edges[index].to).effort))
            .collect();
        let first_is_open = open.first().is_some_and(|&(index, _)| index == 0);
        open[usize::from(first_is_open)..].sort_by_key(|&(_, effort)| Reverse(effort));
        // Where the first move did not do, probably none will.
        let expected = step.expected && first_is_open;
        let each = match (first_is_open, expected) {
            (false, _) => BESIDE,
            (true, false) => EARLY,
            (true, true) => GUESS,
        };
        descent.ways.push((step.question, step.from));
        for (place, (index, _)) in (0..).zip(open) {
            let (edge, yes) = (&edges[index], expected && place == 0);
            descent.steps.push(DescentStep {
                cost: Reverse(step.cost.0.saturating_add(each.saturating_mul(place))),
                depth: step.depth + 1,
                place: Reverse(place),
                question: (edge.to, self.passed_on(edge, least)),
                from: Some(descent.ways.len() - 1),
                expected: yes != edge.turns,
            });
        }
    }

    fn is_settled(&self, (at, least): GraphQuery) -> bool {
        settled(self.node(at).known, least).is_some()
    }

    /// Whether what came of `leaf` would still be of use to whoever wants to know `asked`.
    pub(crate) fn matters(&self, asked: &[GraphQuery], leaf: &Leaf) -> bool {
        asked.contains(&leaf.path[0])
            && leaf.path.iter().all(|question| !self.is_settled(*question))
    }
}

impl Descent {
    fn from(asked: &[GraphQuery]) -> Self {
        let step = |(place, question): (u32, &GraphQuery)| DescentStep {
            cost: Reverse(GUESS * place),
            depth: 0,
            place: Reverse(place),
            question: *question,
            from: None,
            expected: true,
        };
        Self { steps: (0..).zip(asked).map(step).collect(), ways: Vec::new() }
    }

    /// The questions from the root's to that of `step`.
    fn path(&self, step: DescentStep) -> Vec<GraphQuery> {
        let mut path = vec![step.question];
        let mut from = step.from;
        while let Some(way) = from {
            let (question, before) = self.ways[way];
            path.push(question);
            from = before;
        }
        path.reverse();
        path
    }
}
