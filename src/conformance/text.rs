//! [`check_text`]: what is written can be read back.

use super::Random;
use super::look::Look;
use super::violation::{Broken, Violation};
use crate::{Moves, Position};
use std::fmt::Display;

/// Plays random games from `position`, writes about `budget` positions with `print`, reads them with
/// `parse`, and compares all that they say of themselves. Returns how many there were.
///
/// ```
/// # use eldest::conformance::check_text;
/// # use eldest::doc::Countdown;
/// let print = |position: &Countdown| position.left().to_string();
/// let parse = |text: &str| text.parse().map(Countdown::new);
/// // `print` forgets who is to move, so the second position comes back as another one.
/// let violation = check_text(&Countdown::new(9), 100, print, parse).unwrap_err();
/// assert_eq!(violation.path.len(), 1);
/// ```
///
/// # Errors
/// The first position that cannot be read, or is another one when read.
pub fn check_text<P: Position, E: Display>(
    position: &P,
    budget: usize,
    print: impl Fn(&P) -> String,
    parse: impl Fn(&str) -> Result<P, E>,
) -> Result<usize, Box<Violation<P::Move>>> {
    let mut random = Random(0);
    let mut checked = 0;
    while checked < budget {
        let mut here = position.clone();
        let mut path = Vec::new();
        loop {
            read_back(&here, print(&here), &parse)
                .map_err(|broken| Violation { path: path.clone(), broken })?;
            checked += 1;
            let moves = Moves::collect(|out| here.moves(out));
            if here.over().is_some() || moves.is_empty() || checked >= budget {
                break;
            }
            let mv = moves[random.below(moves.len())];
            here.play(mv);
            path.push(mv);
        }
    }
    Ok(checked)
}

/// Reads `text`, which was written for `position`, and compares.
fn read_back<P: Position, E: Display>(
    position: &P,
    text: String,
    parse: impl Fn(&str) -> Result<P, E>,
) -> Result<(), Broken<P::Move>> {
    match parse(&text) {
        Ok(read) => Look::at(position)
            .compare(&Look::at(&read))
            .map_err(|difference| Broken::Text { text, difference }),
        Err(error) => Err(Broken::Unreadable { text, error: error.to_string() }),
    }
}
