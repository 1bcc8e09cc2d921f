//! [`ProofStatus`]: how far a proof is.

use super::ledger::GrowthSample;
use super::{ProofManager, ROOT};
use crate::job::settled;
use eldest::Bounds;
use serde::Serialize;

/// How far a proof is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ProofStatus {
    /// What the game is called.
    pub game: String,
    /// The position at the root.
    pub position: String,
    /// Its value is at least this, for its side to move.
    pub lower: i32,
    /// Its value is at most this.
    pub upper: i32,
    /// Whether the value is at least this is being asked, first of all; `None` if nothing is open.
    pub asked: Option<i32>,
    /// Whether the value is at least this is all that is asked ([`Options::least`](crate::Options::least)); `None` if the
    /// value is.
    pub least: Option<i32>,
    /// Whether it is at least that, once it is known.
    pub answer: Option<bool>,
    /// Positions in the graph.
    pub positions: u64,
    /// Of them, those whose value is known.
    pub proved: u64,
    /// Of them, those that have been replaced by what they lead to.
    pub expanded: u64,
    /// Of them, leaves whose value is not known.
    pub open: u64,
    /// Results that count.
    pub results: u64,
    /// Nodes that were searched for them.
    pub nodes: u64,
    /// Seconds of searching, over all sessions.
    pub seconds: f64,
    /// Nodes a second.
    pub nodes_per_second: f64,
    /// Jobs that are under way.
    pub under_way: usize,
    /// Checks that were made: results that were searched again, without anything found before.
    pub checked: u64,
    /// Results that a check was to confirm and has not, because its nodes ran out.
    pub unconfirmed: u64,
    /// Results whose first check is due ([`Options::checks`](crate::Options::checks)): no worker was there that may check them, or
    /// the run ended before. Of a store that is only looked at, 0.
    pub unchecked: u64,
    /// The moves of the principal line, as far as the graph goes. Where one search has decided the root, the best move
    /// that it told; empty if it told none.
    pub line: Vec<String>,
}

impl ProofManager<'_> {
    /// How far it is.
    #[must_use]
    pub fn status(&self) -> ProofStatus {
        let (known, counts) = (self.known(), self.graph.counts());
        let seconds = self.millis() as f64 / 1e3;
        ProofStatus {
            game: self.rules.about().game.clone(),
            position: self.root.text.clone(),
            lower: known.lower().get(),
            upper: known.upper().get(),
            asked: self.asked(),
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

    /// The answer to the only question, if there is one and it is answered.
    fn answer(&self) -> Option<bool> {
        self.options.least.and_then(|least| settled(self.known(), least))
    }

    /// How the graph grew, result by result.
    #[must_use]
    pub fn growth(&self) -> &[GrowthSample] {
        &self.ledger.growth
    }

    /// The moves of the principal line from the root as it is written: mirror images share a position of the graph, and
    /// only one of them stands there.
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

    /// A move that proves all that is known from below of the root, where that was searched at once and answers what was
    /// asked.
    fn best_move(&self) -> Option<String> {
        let (lower, mv) = self.best.as_ref()?;
        let is_all = *lower == self.graph.node(ROOT).known.lower();
        let is_yes = settled(self.known(), self.decisive()) == Some(true);
        // It is somebody's word.
        let is_legal = |reply: &crate::rules::Reply| reply.mv == *mv;
        let replies = || self.rules.replies(&self.root.text).unwrap_or_default();
        (is_all && is_yes && replies().iter().any(is_legal)).then(|| mv.clone())
    }

    /// The question whose line is the principal one: what is asked; what is known, if nothing is.
    fn decisive(&self) -> i32 {
        let known: Bounds = self.known();
        let asked = self.asked().or(self.options.least.filter(|_| self.answer().is_some()));
        asked.unwrap_or_else(|| known.lower().get())
    }
}
