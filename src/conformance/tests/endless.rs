//! Games that may never end: minimax to the end finds almost no value.

use super::super::*;
use super::{Flaw, Heap};
use crate::{Bounds, Moves, Score, Side, forward_position};

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
    declared: Declared,
}

/// The declared worth of a race without end.
#[derive(Copy, Clone, Debug)]
enum Declared {
    Nothing,
    /// A score of the first player.
    ForFirst(Score),
    /// The same score for either side to move.
    ForMover(Score),
}

impl Race {
    fn new(left: u8, declared: Declared) -> Self {
        Self { left: [left; 2], side: Side::First, key_shows_side: true, declared }
    }
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

    fn endless(&self) -> Option<Score> {
        match (self.declared, self.side) {
            (Declared::Nothing, _) => None,
            (Declared::ForFirst(score), Side::Second) => Some(-score),
            (Declared::ForFirst(score) | Declared::ForMover(score), _) => Some(score),
        }
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
    let race = |key_shows_side| Race { key_shows_side, ..Race::new(4, Declared::Nothing) };
    let summary = assert_conforms(&race(true), 1_000);
    assert!((1..=summary.games).contains(&summary.solved), "{summary:?}");
    let Broken::SameKey { difference, .. } = check(&race(false), 1_000).unwrap_err().broken else {
        panic!("another promise");
    };
    assert!(difference.what.starts_with("value at depth"), "{difference}");
}

/// Returns the broken promise of a race with this declaration.
fn verdict(declared: Declared) -> Result<(), Broken<bool>> {
    check(&Race::new(4, declared), 1_000).map(|_| ()).map_err(|violation| violation.broken)
}

#[test]
fn the_worth_of_endless_play_belongs_to_the_first_player() {
    for sound in [Score::DRAW, Score::new(3), -Score::MAX_VALUE] {
        assert_eq!(verdict(Declared::ForFirst(sound)), Ok(()));
    }
    assert_eq!(verdict(Declared::ForMover(Score::DRAW)), Ok(()));
    let Err(Broken::Changes(difference)) = verdict(Declared::ForMover(Score::new(3))) else {
        panic!("another promise");
    };
    let found = (difference.what, &*difference.was, &*difference.is);
    let sought = ("endless as the first player sees it", "Some(Score(3))", "Some(Score(-3))");
    assert_eq!(found, sought);
}

#[test]
fn the_worth_of_endless_play_is_no_win_and_no_unused_score() {
    for unsound in [Score::WIN, Score::loss_in(9), Score::new(4_000_001), -Score::INFINITY] {
        let broken = verdict(Declared::ForFirst(unsound)).expect_err("no value");
        assert!(matches!(broken, Broken::Endless { score, .. } if score == unsound), "{broken}");
    }
}

/// A heap whose moves always end; here only the declared worth of endless play counts. Its values
/// lie within two points, on a grid of two.
#[derive(Clone)]
struct EndlessHeap(Heap, Score);

impl Position for EndlessHeap {
    forward_position!(self.0: Heap; except endless, granularity, over, bounds, bounds_for);

    fn over(&self) -> Option<Score> {
        self.0.over().map(|_| Score::DRAW)
    }

    fn endless(&self) -> Option<Score> {
        Some(if self.side() == Side::First { self.1 } else { -self.1 })
    }

    fn granularity(&self) -> u32 {
        2
    }
}

#[test]
fn the_worth_of_endless_play_lies_in_the_range_and_on_the_grid() {
    let verdict = |worth| {
        let game = EndlessHeap(Heap::new(Flaw::None, 9), Score::new(worth));
        check(&game, 400).map(|_| ()).map_err(|violation| (violation.path, violation.broken))
    };
    let range = Bounds::new(Score::new(-2), Score::new(2));
    for sound in [-2, 0, 2] {
        assert_eq!(verdict(sound), Ok(()));
    }
    for unsound in [-4, -1, 1, 3, 4] {
        let broken = Broken::Endless { score: Score::new(unsound), range, granularity: 2 };
        assert_eq!(verdict(unsound), Err((Vec::new(), broken)));
    }
}
