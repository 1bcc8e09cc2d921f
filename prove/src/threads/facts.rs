//! What is proved of positions below one that was searched.

use crate::job::Fact;
use crate::rules::{Reply, Rules};
use eldest::Bounds;

/// Plies below the position in which facts are looked for.
const PLIES: u32 = 2;

/// Up to `most` facts about positions below the one that is written `root`, those that are nearest to it first, as
/// `known` tells them. What the rules know at a glance is none.
pub(super) fn below(
    root: &str,
    rules: &dyn Rules,
    known: &dyn Fn(&str) -> Option<Bounds>,
    most: usize,
) -> Vec<Fact> {
    let (mut facts, mut row) = (Vec::new(), vec![root.to_owned()]);
    for _ in 0..PLIES {
        if facts.len() >= most {
            break;
        }
        let replies: Vec<Reply> =
            row.iter().flat_map(|text| rules.replies(text).unwrap_or_default()).collect();
        let found = replies.iter().filter_map(|reply| fact(reply, known(&reply.place.text)?));
        facts.extend(found.take(most - facts.len()));
        row = replies.into_iter().map(|reply| reply.place.text).collect();
    }
    facts
}

fn fact(reply: &Reply, known: Bounds) -> Option<Fact> {
    let both = reply.place.bounds.intersect(known).filter(|both| *both != reply.place.bounds)?;
    Some(Fact::new(reply.place.text.as_str(), both))
}
