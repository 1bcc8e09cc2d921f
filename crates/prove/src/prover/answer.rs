//! What is kept of an answer: a worker may write anything into it.

use super::guarded;
use crate::job::{End, Fact, Job, Outcome};
use crate::rules::Rules;
use std::collections::HashSet;

/// A reason is cut to this many characters.
const LONGEST_REASON: usize = 500;
/// No search overruns its budget by more than the budget and this many nodes.
const OVERRUN: u64 = 1 << 20;

/// A reason as a message may show it.
pub(super) fn longest(reason: &str) -> String {
    eldest_check::printable(reason, LONGEST_REASON)
}

/// What of the answer to `job` may be stored. Its bounds are valid already ([`Outcome::fault`]). Of the order legal moves stay,
/// each once; of the facts as many as the job asks for, about positions that the rules can read, in the words of the rules. The
/// nodes are those that the budget allows.
pub(super) fn validated(rules: &dyn Rules, job: &Job, mut outcome: Outcome) -> Outcome {
    outcome.order = legal(rules, &job.position, outcome.order);
    if outcome.end != End::Exhausted {
        outcome.order.truncate(1);
    }
    let facts = outcome.facts.into_iter().take(job.facts.into());
    outcome.facts = facts.filter_map(|fact| readable(rules, &fact)).collect();
    outcome.nodes = outcome.nodes.min(job.budget.saturating_mul(2).saturating_add(OVERRUN));
    outcome
}

fn legal(rules: &dyn Rules, position: &str, order: Vec<String>) -> Vec<String> {
    if order.is_empty() {
        return order;
    }
    let moves = guarded(position, || rules.moves(position)).unwrap_or_default();
    let mut left: HashSet<_> = moves.into_iter().collect();
    order.into_iter().filter(|mv| left.remove(mv)).collect()
}

fn readable(rules: &dyn Rules, fact: &Fact) -> Option<Fact> {
    let place = guarded(&fact.position, || rules.place(&fact.position)).ok()?;
    Some(Fact::new(place.text, fact.bounds()?))
}
