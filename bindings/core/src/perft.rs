//! Counts the games of a number of plies: without recursion, as the caller chooses the number.

use eldest::{Moves, Position, StopToken};
use std::vec::IntoIter;

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

/// Counts the games of exactly `depth` plies; `None` if it is stopped.
pub(crate) fn perft<P: Position>(position: &mut P, depth: u32, stop: &StopToken) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let (mut count, mut path) = (0, vec![Ply::at(position)]);
    while let Some(ply) = path.last_mut() {
        if !ply.advance(position) {
            path.pop();
        } else if path.len() == depth as usize {
            count += 1;
        } else if stop.is_stopped() {
            return None;
        } else {
            path.push(Ply::at(position));
        }
    }
    Some(count)
}
