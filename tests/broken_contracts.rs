//! The search says which promise a game has broken, where it can see it: in debug builds it looks at
//! every node.
#![cfg(debug_assertions)]

use eldest::{Bounds, Engine, Error, Limits, Moves, NoTable, Position, Score, Side, Window};
use std::sync::atomic::{AtomicU64, Ordering};

/// Take one or two; who takes the last one has lost. One promise is broken on the way.
#[derive(Debug)]
struct Heap {
    left: u8,
    side: Side,
    broken: Promise,
    /// How often the key has been asked for.
    asked: AtomicU64,
    /// Moves that have been taken back.
    undone: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Promise {
    None,
    KeyIsOfThePosition,
    UndoRestores,
    BoundsAreTrue,
    BoundsKnowTheEnd,
    TheEndIsAnAnswer,
    SomeMoveIsRelevant,
    ThereAreMoves,
}

impl Heap {
    fn new(broken: Promise) -> Self {
        Self { left: 9, side: Side::First, broken, asked: AtomicU64::new(0), undone: 0 }
    }
}

impl Clone for Heap {
    fn clone(&self) -> Self {
        Self { left: self.left, side: self.side, ..Self::new(self.broken) }
    }
}

impl Position for Heap {
    type Move = u8;
    type Undo = ();

    const WIN_DISTANCE: bool = false;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        match self.broken {
            Promise::KeyIsOfThePosition => asked,
            Promise::UndoRestores => u64::from(self.left) + (self.undone << 8),
            _ => self.left.into(),
        }
    }

    fn over(&self) -> Option<Score> {
        (self.left == 0).then_some(Score::new(1))
    }

    fn bounds(&self) -> Bounds {
        // With two left the mover leaves one, and wins.
        let lie = self.broken == Promise::BoundsAreTrue && self.left == 2;
        let over = self.over().filter(|_| self.broken != Promise::BoundsKnowTheEnd);
        let known = over.map_or(self.range(), Bounds::exact);
        if lie { Bounds::new(Score::new(-1), Score::new(0)) } else { known }
    }

    fn bounds_for(&self, _: Window) -> Bounds {
        let known = self.broken != Promise::TheEndIsAnAnswer;
        if known { self.bounds() } else { self.range() }
    }

    fn range(&self) -> Bounds {
        Bounds::new(Score::new(-1), Score::new(1))
    }

    fn moves(&self, out: &mut Moves<'_, u8>) {
        let stuck = self.broken == Promise::ThereAreMoves && self.left == 2;
        (1..=self.left.min(2)).filter(|_| !stuck).for_each(|taken| out.push(taken));
    }

    fn relevant_moves(&self, out: &mut Moves<'_, u8>) {
        if self.broken != Promise::SomeMoveIsRelevant || self.left != 2 {
            self.moves(out);
        }
    }

    fn play(&mut self, taken: u8) {
        (self.left, self.side) = (self.left - taken, self.side.other());
    }

    fn undo(&mut self, taken: u8, (): ()) {
        (self.left, self.side) = (self.left + taken, self.side.other());
        self.undone += 1;
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.left.into())
    }
}

/// What a search to the end says.
fn said(broken: Promise) -> String {
    let mut engine = Engine::<Heap>::builder().table(NoTable).build().expect("an engine");
    match engine.solve(&Heap::new(broken), &Limits::new()) {
        Ok(report) => format!("{:?}", report.value()),
        Err(Error::BrokenContract { message }) => message,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_broken_promise_is_named() {
    assert_eq!(said(Promise::None), format!("{:?}", Some(Score::new(1))));
    let cases = [
        (Promise::KeyIsOfThePosition, "Position::key changes from call to call"),
        (Promise::UndoRestores, "the key is not what it was"),
        (Promise::BoundsAreTrue, "Position::bounds gave"),
        (Promise::BoundsKnowTheEnd, "the game is over with 1, but Position::bounds gave"),
        (Promise::TheEndIsAnAnswer, "but Position::bounds_for left a null window open"),
        (Promise::SomeMoveIsRelevant, "Position::relevant_moves gave none"),
        (Promise::ThereAreMoves, "no moves, but the game is not over; conformance::check names"),
    ];
    for (promise, words) in cases {
        let said = said(promise);
        assert!(said.contains(words), "{promise:?}: {said}");
    }
}
