//! Counts what a case contains.

use super::drawn::WorldSize;

use super::{DatabaseCase, Form};
use crate::shares::Coverage;
use eldest::Score;
use std::collections::BTreeSet;

/// The positions for which the first table of an enumeration has room, at most.
const ROOM: usize = 870;

/// Counts the events of a case.
pub(super) fn count(case: &DatabaseCase, met: &mut Coverage) {
    let (nodes, world) = (&case.world.nodes, &case.world);
    let mut add = |what, holds: &dyn Fn(usize) -> bool| {
        met.add(what, (0..nodes.len()).filter(|&at| case.held[at] && holds(at)).count() as u64);
    };
    let goes_on = |at: usize| nodes[at].over.is_none();
    let only_decided = nodes.iter().all(|node| node.over != Some(Score::DRAW));
    add("draws by endless play", &|at| only_decided && case.values[at] == Score::DRAW);
    add("known values at ends", &|at| {
        nodes[at].over.is_some_and(|score| score.distance() > Some(0))
    });
    add("losses settled by exits", &|at| {
        goes_on(at) && is_lost(case, at) && exits(case, at).count() == nodes[at].edges.len()
    });
    add("tentative wins shortened", &|at| {
        goes_on(at)
            && exits(case, at)
                .max()
                .is_some_and(|best| best > Score::DRAW && case.values[at] > best)
    });
    add("double moves", &|at| {
        goes_on(at) && nodes[at].edges.iter().any(|&edge| !world.turns(at, edge))
    });
    add("mirror images", &|at| goes_on(at) && nodes[at].edges.iter().any(|edge| edge.mirrors));
    count_files(case, met);
}

fn is_lost(case: &DatabaseCase, at: usize) -> bool {
    case.values[at] < Score::DRAW
}

/// Returns the values of the moves that leave the slice of a node.
fn exits(case: &DatabaseCase, at: usize) -> impl Iterator<Item = Score> + '_ {
    let slice = |at: usize| case.world.nodes[at].place.map(|place| place.slice);
    let is_exit = move |to| case.form == Form::Dense && slice(to) != slice(at);
    let edges = case.world.nodes[at].edges.iter().filter(move |edge| is_exit(edge.to));
    edges.map(move |&edge| case.world.seen(at, edge, case.values[edge.to]))
}

fn count_files(case: &DatabaseCase, met: &mut Coverage) {
    let held = case.held.iter().filter(|&&held| held).count();
    let values: BTreeSet<Score> =
        case.values.iter().zip(&case.held).filter(|(_, held)| **held).map(|(v, _)| *v).collect();
    met.add("more than 256 values", (values.len() > 256).into());
    met.add("tables that grew", (case.form == Form::Keyed && held > ROOM).into());
    if case.form == Form::Keyed {
        return met.add("files of several blocks", (held > 256).into());
    }
    let lens = || case.world.slices.iter().map(|slice| slice.len);
    met.add("files of several blocks", lens().filter(|len| *len > 512).count() as u64);
    met.add("slices that are not held in memory", (case.size == WorldSize::Wide).into());
    met.add("finished games without a number", (case.held.len() - held) as u64);
    met.add("numbers without a position", lens().sum::<u64>() - held as u64);
}
