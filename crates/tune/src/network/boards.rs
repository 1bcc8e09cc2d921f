//! [`Boards`]: what is left of the samples: the inputs that are on, what the terms say, and what is to be predicted.

use crate::rows::Rows;
use crate::sample::Sample;
use eldest::{Evaluator, Position, Side};
use eldest_games::chess::Tuned;
use eldest_games::chess::nnue::{inputs, seen_by_black};

/// So many samples, each as the side to move sees it: its inputs, and what the terms say, in hundredths of a pawn.
pub(crate) type Boards = Rows<f32, u16>;

/// Adds what is left of `sample`.
pub(crate) fn push(boards: &mut Boards, sample: &Sample) {
    let (position, score) = (&sample.position, &sample.score);
    let (score, points) = (*score as f32, sample.points());
    let terms = Tuned::STATIC.evaluate(position, &Tuned::STATIC.start(position));
    let is_first = position.side() == Side::First;
    let (score, points) = if is_first { (score, points) } else { (-score, 1.0 - points) };
    let inputs = inputs(position).map(|i| if is_first { i } else { seen_by_black(i) });
    boards.add(inputs.map(|input| input as u16), terms.get() as f32, score, points);
}
