//! Games that may never end: minimax to the end finds almost no value.

use super::super::*;
use crate::{Moves, Score, Side};

/// A stone that goes round a ring of seven, until a move takes it off.
#[derive(Clone, Debug)]
struct Ring {
    at: Option<u8>,
    side: Side,
    /// Whether it can be taken off.
    may_end: bool,
}

impl Position for Ring {
    type Move = bool;
    /// So large that thousands of plies would overflow the stack of a test.
    type Undo = (Self, [u64; 256]);

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        u64::from(self.at.map_or(7, |at| at % 7))
    }

    fn over(&self) -> Option<Score> {
        self.at.is_none().then_some(Score::LOSS)
    }

    fn moves(&self, out: &mut Moves<'_, bool>) {
        out.push(false);
        if self.may_end {
            out.push(true);
        }
    }

    fn play(&mut self, takes: bool) -> Self::Undo {
        let next = self.at.filter(|_| !takes).map(|at| (at + 1) % 7);
        let before = std::mem::replace(self, Self { at: next, side: self.side.other(), ..*self });
        (before, [0; 256])
    }

    fn undo(&mut self, _: bool, (before, _): Self::Undo) {
        *self = before;
    }
}

#[test]
fn a_game_that_may_never_end_can_be_checked() {
    let summary = assert_conforms(&Ring { at: Some(0), side: Side::First, may_end: true }, 1_000);
    assert!(summary.solved > 0 && summary.repeated_keys > 0, "{summary:?}");
}

/// It would overflow the stack if each ply took some of it.
#[test]
fn an_evaluator_of_a_game_that_never_ends_can_be_checked() {
    let position = Ring { at: Some(0), side: Side::First, may_end: false };
    let even = |_: &Ring| Score::DRAW;
    let checked = check_evaluator(&position, &even, 4_000).expect("no flaw");
    assert!((4_000..4_010).contains(&checked), "{checked}");
}

/// Two runners. The mover's runner takes a step or rests; reaching the end of the track wins.
#[derive(Clone, Debug)]
struct Race {
    left: [u8; 2],
    side: Side,
    key_shows_side: bool,
}

impl Position for Race {
    type Move = bool;
    type Undo = ();
    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let side = if self.key_shows_side { self.side.index() } else { 0 };
        u64::from_le_bytes([self.left[0], self.left[1], side as u8, 0, 0, 0, 0, 0])
    }

    fn over(&self) -> Option<Score> {
        (self.left[self.side.other().index()] == 0).then_some(Score::LOSS)
    }

    fn moves(&self, out: &mut Moves<'_, bool>) {
        out.push(true);
        out.push(false);
    }

    fn play(&mut self, steps: bool) {
        self.left[self.side.index()] -= u8::from(steps);
        self.side = self.side.other();
    }

    fn undo(&mut self, steps: bool, (): ()) {
        self.side = self.side.other();
        self.left[self.side.index()] += u8::from(steps);
    }
}

/// A side that may rest can always go on: only finished games are solved, and those agree.
#[test]
fn a_key_that_forgets_the_side_is_found_out_before_the_end() {
    let race = |key_shows_side| Race { left: [4, 4], side: Side::First, key_shows_side };
    let summary = assert_conforms(&race(true), 1_000);
    assert!((1..=summary.games).contains(&summary.solved), "{summary:?}");
    let Broken::SameKey { difference, .. } = check(&race(false), 1_000).unwrap_err().broken else {
        panic!("another promise");
    };
    assert!(difference.what.starts_with("value at depth"), "{difference}");
}
