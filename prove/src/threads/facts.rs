//! What the table has proved of positions below one that was searched.

use crate::game::Texts;
use crate::job::Fact;
use eldest::{Bounds, Depth, MoveList, Position, Score, Table};

/// Plies below the position in which facts are looked for.
const PLIES: u32 = 2;

/// Up to `most` facts about positions below `root`, those that are nearest to it first.
pub(super) fn below<P: Position>(
    root: &P,
    texts: &dyn Texts<P>,
    table: &impl Table,
    most: usize,
) -> Vec<Fact> {
    let (mut found, mut row) = (Vec::new(), vec![(root.clone(), texts.write(root, "", None))]);
    for _ in 0..PLIES {
        row = row.iter().flat_map(|(position, text)| children(position, text, texts)).collect();
        for (position, text) in &row {
            if found.len() >= most {
                return found;
            }
            found.extend(proved(position, table).map(|bounds| Fact {
                position: text.clone(),
                lower: bounds.lower().get(),
                upper: bounds.upper().get(),
            }));
        }
    }
    found
}

fn children<P: Position>(position: &P, text: &str, texts: &dyn Texts<P>) -> Vec<(P, String)> {
    if position.over().is_some() {
        return Vec::new();
    }
    let mut moves = MoveList::default();
    moves.refill(|out| position.relevant_moves(out));
    let child = |mv| {
        let mut child = position.clone();
        child.play(mv);
        let text = texts.write(&child, text, Some(&texts.write_move(position, mv)));
        (child, text)
    };
    moves.iter().map(child).collect()
}

/// What the table knows of the value of `position`, beyond what the game tells at a glance.
fn proved<P: Position>(position: &P, table: &impl Table) -> Option<Bounds> {
    let entry = table.probe(table.slot(position.key()), Depth::END)?;
    let known = position.bounds().intersect(position.range())?;
    let whole = with_points(entry.bounds, position.taken().unwrap_or(0));
    let bounds = known.intersect(whole)?;
    (entry.proved && entry.depth.is_end() && bounds != known).then_some(bounds)
}

/// The table holds what is still to come, as far as points go.
fn with_points(to_come: Bounds, taken: i32) -> Bounds {
    let most = Score::MAX_VALUE.get();
    let whole = |score: Score| {
        let is_points = score.get().abs() <= most;
        if is_points { Score::new((score.get() + taken).clamp(-most, most)) } else { score }
    };
    Bounds::new(whole(to_come.lower()), whole(to_come.upper()))
}
