//! Selects the leaves to search next.
//!
//! Best-first search by the expected wasted work. The first move comes before its siblings.
//! Siblings are ordered by the effort spent on them, the most first, so started work is continued;
//! unsearched moves keep their order. Where the first move has failed, all others must probably be
//! searched, so they may run side by side. Where no move has failed, the first is probably enough
//! and any other is a guess.

use super::{Graph, Id};
use crate::job::settled;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// The cost of searching a move beside the one before it, where all moves must be searched.
const BESIDE: u32 = 1;
/// The cost where the first move is still open, but will probably fail.
const EARLY: u32 = 3;
/// The cost where the first move is open and will probably succeed, and that of another question at
/// the root.
const GUESS: u32 = 8;

/// A position, and the number for the question whether its value is at least this.
pub(crate) type GraphQuery = (Id, i32);

/// A leaf to search: the questions on the path from the root to it, its own the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) path: Vec<GraphQuery>,
}

impl Leaf {
    pub(crate) fn question(&self) -> GraphQuery {
        *self.path.last().expect("it begins with the root")
    }
}

/// A question on the path down. Among steps of equal cost, the deepest comes first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DescentStep {
    cost: Reverse<u32>,
    depth: u32,
    place: Reverse<u32>,
    question: GraphQuery,
    /// The index of the parent in `Descent::ways`.
    from: Option<usize>,
    /// Whether the answer is expected to be yes.
    expected: bool,
}

/// A search for leaves.
struct Descent {
    steps: BinaryHeap<DescentStep>,
    /// Expanded questions, each with the index of its parent.
    ways: Vec<(GraphQuery, Option<usize>)>,
}

impl Graph {
    /// Returns up to `most` leaves that help to answer `asked`, the best first, without those that
    /// are `taken`.
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

    /// Pushes the open questions below `step`.
    fn go_down(&self, step: DescentStep, descent: &mut Descent) {
        let (at, least) = step.question;
        let edges = self.node(at).edges();
        let mut open: Vec<(usize, u64)> = (0..edges.len())
            .filter(|&index| self.says_yes(&edges[index], least).is_none())
            .map(|index| (index, self.node(edges[index].to).effort))
            .collect();
        let first_is_open = open.first().is_some_and(|&(index, _)| index == 0);
        open[usize::from(first_is_open)..].sort_by_key(|&(_, effort)| Reverse(effort));
        // If the first move has failed, probably all will.
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

    /// Returns whether the result of `leaf` would still help to answer `asked`.
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

    /// Returns the questions from the root to `step`.
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
