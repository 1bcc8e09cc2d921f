//! [`check_text`]: checks that printed positions can be parsed.

use super::SplitMix;
use super::snapshot::Snapshot;
use super::violation::caught;
use super::violation::{Broken, Violation};
use crate::{Moves, Position};
use std::fmt::Display;

/// Plays random games from `position`, prints about `budget` positions with `print`, parses them
/// with `parse`, and compares all their results. Returns the number of positions.
///
/// ```
/// # use eldest::conformance::check_text;
/// # use eldest::doc::Countdown;
/// let print = |position: &Countdown| position.left().to_string();
/// let parse = |text: &str| text.parse().map(Countdown::new);
/// // `print` omits the side to move, so the second position is parsed as another one.
/// let violation = check_text(&Countdown::new(9), 100, print, parse).unwrap_err();
/// assert_eq!(violation.path.len(), 1);
/// ```
///
/// # Errors
/// The first position that cannot be parsed, or is parsed as another one, and the moves that lead
/// there. A panic on the way is [`Broken::Panicked`].
pub fn check_text<P: Position, E: Display>(
    position: &P,
    budget: usize,
    print: impl Fn(&P) -> String,
    parse: impl Fn(&str) -> Result<P, E>,
) -> Result<usize, Box<Violation<P::Move>>> {
    let (mut random, mut checked) = (SplitMix(0), 0);
    let check = |here: &P| read_back(here, print(here), &parse);
    while checked < budget {
        let mut path = Vec::new();
        let game = || game(position.clone(), budget - checked, &mut random, &mut path, check);
        match caught(game) {
            Ok(played) => checked += played,
            Err(broken) => return Err(Box::new(Violation { path, broken })),
        }
    }
    Ok(checked)
}

/// Checks the positions of one random game from `position`, at most `most`; returns how many there
/// were. The moves so far are in `path`.
fn game<P: Position>(
    mut position: P,
    most: usize,
    random: &mut SplitMix,
    path: &mut Vec<P::Move>,
    check: impl Fn(&P) -> Result<(), Broken<P::Move>>,
) -> Result<usize, Broken<P::Move>> {
    let mut checked = 0;
    loop {
        check(&position)?;
        checked += 1;
        let goes_on = checked < most && position.over().is_none();
        let moves = if goes_on { Moves::collect(|out| position.moves(out)) } else { Vec::new() };
        if moves.is_empty() {
            return Ok(checked);
        }
        let mv = moves[random.below(moves.len())];
        position.play(mv);
        path.push(mv);
    }
}

/// Parses `text`, which was printed for `position`, and compares the positions.
fn read_back<P: Position, E: Display>(
    position: &P,
    text: String,
    parse: impl Fn(&str) -> Result<P, E>,
) -> Result<(), Broken<P::Move>> {
    match parse(&text) {
        Ok(read) => Snapshot::at(position)
            .compare(&Snapshot::at(&read))
            .map_err(|difference| Broken::Text { text, difference }),
        Err(error) => Err(Broken::Unreadable { text, error: error.to_string() }),
    }
}
