//! Counts of games. There is no recursion: the caller chooses the number of plies, and no stack
//! suffices for all of them.

use crate::{Moves, Position, StopToken};
use std::vec::IntoIter;

/// Returns the number of games of exactly `plies` moves from `position`; games that end sooner do
/// not count.
///
/// This is the customary way to compare two implementations of the rules: the counts of many games
/// are published ("perft" of chess programs; a pass is a ply).
///
/// ```
/// use eldest::conformance::perft;
/// # use eldest::doc::Countdown;
///
/// let counts: Vec<u64> = (0..5).map(|plies| perft(&mut Countdown::new(4), plies)).collect();
/// assert_eq!(counts, [1, 3, 6, 4, 1]); // take 1, 2 or 3 of 4
/// ```
pub fn perft<P: Position>(position: &mut P, plies: u32) -> u64 {
    perft_until(position, plies, &StopToken::new()).expect("this token is never set")
}

/// Returns what [`perft`] does, or `None` once `stop` is set; then `position` is not the one it was.
///
/// ```
/// use eldest::StopToken;
/// use eldest::conformance::perft_until;
/// # use eldest::doc::Countdown;
///
/// let stop = StopToken::new();
/// assert_eq!(perft_until(&mut Countdown::new(4), 2, &stop), Some(6));
/// stop.stop();
/// assert_eq!(perft_until(&mut Countdown::new(4), 2, &stop), None);
/// ```
pub fn perft_until<P: Position>(position: &mut P, plies: u32, stop: &StopToken) -> Option<u64> {
    if plies == 0 {
        return Some(1);
    }
    let (mut count, mut path) = (0, vec![Ply::at(position)]);
    while let Some(ply) = path.last_mut() {
        if !ply.advance(position) {
            path.pop();
        } else if path.len() == plies as usize {
            count += 1;
        } else if stop.is_stopped() {
            return None;
        } else {
            path.push(Ply::at(position));
        }
    }
    Some(count)
}

/// A position on the way, with the moves that are still to be counted.
struct Ply<P: Position> {
    moves: IntoIter<P::Move>,
    /// The move that led to the next position.
    played: Option<(P::Move, P::Undo)>,
}

impl<P: Position> Ply<P> {
    fn at(position: &P) -> Self {
        let moves = match position.over() {
            Some(_) => Vec::new(),
            None => Moves::collect(|out| position.moves(out)),
        };
        Self { moves: moves.into_iter(), played: None }
    }

    /// Plays the next move, after the last one was taken back; returns whether there is one.
    fn advance(&mut self, position: &mut P) -> bool {
        if let Some((mv, undo)) = self.played.take() {
            position.undo(mv, undo);
        }
        self.played = self.moves.next().map(|mv| (mv, position.play(mv)));
        self.played.is_some()
    }
}
