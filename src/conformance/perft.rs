//! [`perft`]: counting, to compare move generators.

use crate::{Moves, Position};

/// How many games of exactly `plies` moves there are from `position`; games that end sooner do not
/// count.
///
/// The customary way to compare two implementations of the rules: the counts of many games are
/// published ("perft" of chess programs; a pass is a ply).
///
/// ```
/// use eldest::conformance::perft;
/// # use eldest::doc::Countdown;
///
/// let counts: Vec<u64> = (0..5).map(|plies| perft(&mut Countdown::new(4), plies)).collect();
/// assert_eq!(counts, [1, 3, 6, 4, 1]); // take 1, 2 or 3 of 4
/// ```
pub fn perft<P: Position>(position: &mut P, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    if position.over().is_some() {
        return 0;
    }
    let moves = Moves::collect(|out| position.moves(out));
    moves.into_iter().fold(0, |sum, mv| {
        let undo = position.play(mv);
        let below = perft(position, plies - 1);
        position.undo(mv, undo);
        sum + below
    })
}
