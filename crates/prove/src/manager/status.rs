//! [`ProofStatus`]: the progress of a proof.

use super::ledger::GrowthSample;
use super::{ProofManager, ROOT};
use crate::job::settled;
use eldest::Bounds;
use serde::Serialize;

/// The progress of a proof.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ProofStatus {
    /// The name of the game.
    pub game: String,
    /// The position at the root.
    pub position: String,
    /// Its value is at least this, for its side to move.
    pub lower: i32,
    /// Its value is at most this.
    pub upper: i32,
    /// The first open question: is the value at least this? `None` if nothing is open.
    pub open_question: Option<i32>,
    /// The only question of the proof ([`least`](crate::ProofOptions::least)): is the value at
    /// least this? `None` if the proof finds the value.
    pub least: Option<i32>,
    /// The answer to that question, once it is known.
    pub answer: Option<bool>,
    /// Positions in the graph.
    pub positions: u64,
    /// Positions whose value is known.
    pub proved: u64,
    /// Positions that have been expanded into their successors.
    pub expanded: u64,
    /// Leaves whose value is unknown.
    pub open: u64,
    /// The number of results.
    pub results: u64,
    /// Nodes searched for them.
    pub nodes: u64,
    /// Seconds of searching, over all sessions.
    pub seconds: f64,
    /// Nodes a second.
    pub nodes_per_second: f64,
    /// Open jobs.
    pub under_way: usize,
    /// Checks that ended: searches of a result again without earlier results.
    pub checked: u64,
    /// Results whose check ran out of nodes.
    pub unconfirmed: u64,
    /// Results whose first check is due ([`checks`](crate::ProofOptions::checks)), because no
    /// worker may do it or the run ended before. 0 for a store loaded read-only.
    pub unchecked: u64,
    /// The moves of the principal line, as far as the graph goes. Where one search has decided the
    /// root, the best move it reported; empty if there is none.
    pub line: Vec<String>,
}

impl ProofManager<'_> {
    /// Returns the progress of the proof.
    #[must_use]
    pub fn status(&self) -> ProofStatus {
        let (known, counts) = (self.known(), self.graph.counts());
        let seconds = self.millis() as f64 / 1e3;
        ProofStatus {
            game: self.rules.about().game.clone(),
            position: self.root.text.clone(),
            lower: known.lower().get(),
            upper: known.upper().get(),
            open_question: self.open_question(),
            least: self.options.least,
            answer: self.answer(),
            positions: self.graph.len(),
            proved: counts.proved,
            expanded: counts.expanded,
            open: self.graph.open(),
            results: self.ledger.len(),
            nodes: self.ledger.nodes,
            seconds,
            nodes_per_second: self.ledger.nodes as f64 / seconds.max(1e-3),
            under_way: self.run.under_way(),
            checked: self.ledger.checked,
            unconfirmed: self.ledger.unconfirmed(),
            unchecked: self.ledger.unchecked(),
            line: self.line(),
        }
    }

    /// Returns the answer to the only question, if there is one and it is answered.
    fn answer(&self) -> Option<bool> {
        self.options.least.and_then(|least| settled(self.known(), least))
    }

    /// Returns the size of the graph after each result.
    #[must_use]
    pub fn growth(&self) -> &[GrowthSample] {
        &self.ledger.growth
    }

    /// Returns the moves of the principal line, played from the text of the root: the graph may
    /// hold the mirror image of a position.
    fn line(&self) -> Vec<String> {
        let (mut text, mut line) = (self.root.text.clone(), Vec::new());
        for at in self.graph.line(ROOT, self.decisive()) {
            let replies = self.rules.replies(&text).unwrap_or_default();
            let leads =
                |place: &crate::rules::GraphPosition| self.graph.find(&place.name) == Some(at);
            let Some(reply) = replies.into_iter().find(|reply| leads(&reply.place)) else { break };
            line.push(reply.mv);
            text = reply.place.text;
        }
        if line.is_empty() { self.best_move().into_iter().collect() } else { line }
    }

    /// Returns a move that proves the lower bound of the root, if one search of the root proved it
    /// and the answer is yes.
    fn best_move(&self) -> Option<String> {
        let (lower, mv) = self.best.as_ref()?;
        let is_all = *lower == self.graph.node(ROOT).known.lower();
        let is_yes = settled(self.known(), self.decisive()) == Some(true);
        // The move is from an untrusted report.
        let is_legal = |reply: &crate::rules::Reply| reply.mv == *mv;
        let replies = || self.rules.replies(&self.root.text).unwrap_or_default();
        (is_all && is_yes && replies().iter().any(is_legal)).then(|| mv.clone())
    }

    /// Returns the question that the principal line answers: the open one, or the lower bound if
    /// none is open.
    fn decisive(&self) -> i32 {
        let known: Bounds = self.known();
        let answered = self.options.least.filter(|_| self.answer().is_some());
        let question = self.open_question().or(answered);
        question.unwrap_or_else(|| known.lower().get())
    }
}
