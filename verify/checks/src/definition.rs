//! V(p, d) as the documentation of [`Position`] defines it, using nothing of the library but its
//! traits.

use eldest::{Bounds, Depth, Evaluator, Moves, Position, Score};

/// V(`position`, `depth`).
///
/// # Panics
/// If a position has no moves, but the game is not over.
pub fn value<P: Position, E: Evaluator<P>>(position: &P, evaluator: &E, depth: Depth) -> Score {
    if let Some(score) = position.over() {
        return score;
    }
    if depth.is_horizon() {
        return quiescence(position, evaluator, evaluator.quiescence_plies());
    }
    let moves = Moves::collect(|out| position.moves(out));
    let values = moves
        .into_iter()
        .map(|mv| after(position, mv, |child| value(child, evaluator, depth.below())));
    values.max().expect("a move")
}

/// The remaining part, as stored in tables, of values within `whole` at `position`.
pub fn bounds_to_come<P: Position>(position: &P, whole: Bounds) -> Bounds {
    let [lower, upper] = [whole.lower(), whole.upper()].map(|end| to_come(position, end));
    Bounds::new(lower, upper)
}

/// The remaining part of `whole` at `position`: without the points already taken.
pub fn to_come<P: Position>(position: &P, whole: Score) -> Score {
    position.taken().map_or(whole, |taken| less(whole, taken))
}

/// The score minus these points; wins and losses are unchanged.
pub(crate) fn less(score: Score, points: i32) -> Score {
    let most = Score::MAX_VALUE.get();
    if (-most..=most).contains(&score.get()) {
        Score::new((score.get() - points).clamp(-most, most))
    } else {
        score
    }
}

/// A win or loss, one ply more distant; other scores are unchanged.
pub(crate) fn one_ply_up(score: Score) -> Score {
    match score.distance() {
        Some(plies) if score > Score::DRAW => Score::win_in(plies + 1),
        Some(plies) => Score::loss_in(plies + 1),
        None => score,
    }
}

/// Q(p, k) as the documentation of [`Evaluator`] defines it.
fn quiescence<P: Position, E: Evaluator<P>>(position: &P, evaluator: &E, plies: u16) -> Score {
    if let Some(score) = position.over() {
        return score;
    }
    let noisy = Moves::collect(|out| evaluator.noisy_moves(position, out));
    let mut values = Vec::new();
    if evaluator.stands_pat(position) || noisy.is_empty() || plies == 0 {
        values.push(evaluator.evaluate(position, &evaluator.start(position)));
    }
    if plies > 0 {
        values.extend(
            noisy
                .into_iter()
                .map(|mv| after(position, mv, |child| quiescence(child, evaluator, plies - 1))),
        );
    }
    values.into_iter().max().expect("a value")
}

/// The `value` of the position after `mv`, as `position` sees it.
pub fn after<P: Position>(position: &P, mv: P::Move, value: impl FnOnce(&P) -> Score) -> Score {
    let mut child = position.clone();
    child.play(mv);
    let found = if P::WIN_DISTANCE { one_ply_up(value(&child)) } else { value(&child) };
    if child.side() == position.side() { found } else { -found }
}
