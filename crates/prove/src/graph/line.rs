//! The principal line: what the proof says that both sides play.

use super::{Graph, Id};
use crate::job::settled;
use std::collections::HashSet;

impl Graph {
    /// The positions of the principal line of a proof whether the value of `root` is at least `least`, without the root:
    /// where that is decided, a move that decides it; else the one that is asked first.
    pub(crate) fn line(&self, root: Id, least: i32) -> Vec<Id> {
        let (mut at, mut least) = (root, least);
        let (mut line, mut passed) = (Vec::new(), HashSet::from([root]));
        while let Some(edge) = self.principal(at, least) {
            let edge = &self.node(at).edges()[edge];
            (at, least) = (edge.to, self.passed_on(edge, least));
            if !passed.insert(at) {
                break;
            }
            line.push(at);
        }
        line
    }

    /// The move of the principal line.
    fn principal(&self, at: Id, least: i32) -> Option<usize> {
        let edges = self.node(at).edges();
        let says = |yes| move |edge: &super::Edge| self.says_yes(edge, least) == yes;
        match settled(self.node(at).known, least) {
            None => edges.iter().position(says(None)),
            Some(true) => edges.iter().position(says(Some(true))),
            // None does: the one that comes closest.
            Some(false) => {
                (0..edges.len()).max_by_key(|&i| (self.of_move(&edges[i]).upper(), usize::MAX - i))
            }
        }
    }
}
