//! Keys without the side to move, far from any value that shows it.

use super::super::*;
use crate::{Moves, Score, Side};

/// Two runners on endless roads: the mover's runner takes a step or rests. A step pays nothing, or
/// a point.
#[derive(Clone, Debug)]
struct Runners {
    steps: [u32; 2],
    side: Side,
    key_shows_side: bool,
    /// Whether both sides move the first runner, so that the side makes no difference.
    shared: bool,
}

impl Runners {
    fn new(key_shows_side: bool, shared: bool) -> Self {
        Self { steps: [0; 2], side: Side::First, key_shows_side, shared }
    }

    fn runner(&self) -> usize {
        if self.shared { 0 } else { self.side.index() }
    }
}

impl Position for Runners {
    type Move = bool;
    type Undo = ();
    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let side = if self.key_shows_side { self.side.index() } else { 0 };
        u64::from(self.steps[0]) << 32 | u64::from(self.steps[1]) << 1 | side as u64
    }

    fn over(&self) -> Option<Score> {
        None
    }

    fn moves(&self, out: &mut Moves<'_, bool>) {
        out.push(true);
        out.push(false);
    }

    fn play(&mut self, steps: bool) {
        let runner = self.runner();
        self.steps[runner] += u32::from(steps);
        self.side = self.side.other();
    }

    fn undo(&mut self, steps: bool, (): ()) {
        self.side = self.side.other();
        let runner = self.runner();
        self.steps[runner] -= u32::from(steps);
    }
}

#[test]
fn a_key_without_the_side_is_doubted_where_no_value_shows_it() {
    let summary = check(&Runners::new(false, false), 100).expect("no value differs");
    let SidesMet { keys, apart, alike, .. } = summary.sides;
    assert!(keys > 0 && apart > 0 && alike == 0, "{summary:?}");
    let doubts = summary.doubts();
    assert!(doubts.iter().any(|doubt| doubt.contains("leave out the side to move")), "{doubts:?}");
}

#[test]
#[should_panic(expected = "`key` seems to leave out the side to move")]
fn a_doubted_key_fails_a_test() {
    assert_conforms(&Runners::new(false, false), 100);
}

/// No false alarms: the key contains the side, or the side makes no difference.
#[test]
fn right_keys_are_not_doubted() {
    let summary = assert_conforms(&Runners::new(true, false), 1_000);
    assert_eq!((summary.sides.keys, summary.doubts().len()), (0, 1), "{summary:?}");
    let summary = assert_conforms(&Runners::new(false, true), 1_000);
    assert!(summary.sides.keys > 0 && summary.sides.apart == 0, "{summary:?}");
}
