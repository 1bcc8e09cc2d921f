//! The search says which promise a game has broken, where it can see it: in debug builds it looks
//! at every node.
use eldest::table::NoTable;
use eldest::{Bounds, Engine, Error, Limits, Moves, Position, Score, Side, Window};
use std::sync::atomic::{AtomicU64, Ordering};

/// Take one or two; taking the last one loses. One promise is broken on the way.
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
    SidesAlternate,
    ScoresAreWithinReach,
    ScoresAreThoseOfTheEnd,
    GranularityIsPositive,
    ValuesAreOnTheGrid,
    ValuesAreInRange,
    ScoresAreInRange,
    BoundsAreInRange,
    MovesAreNamedOnce,
    RelevantMovesAreLegal,
}

impl Heap {
    fn new(broken: Promise) -> Self {
        Self { left: 9, side: Side::First, broken, asked: AtomicU64::new(0), undone: 0 }
    }

    fn other(&self) -> Side {
        if self.broken == Promise::SidesAlternate { self.side } else { self.side.other() }
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

    const ALTERNATES: bool = true;
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
        (self.left == 0).then_some(match self.broken {
            Promise::ScoresAreWithinReach => Score::new(Score::MAX_VALUE.get() + 1),
            Promise::ScoresAreThoseOfTheEnd => Score::win_in(3),
            _ => Score::new(1),
        })
    }

    fn bounds(&self) -> Bounds {
        // With two left the mover leaves one, and wins.
        let lie = self.broken == Promise::BoundsAreTrue && self.left == 2;
        if self.broken == Promise::BoundsAreInRange && self.left == 2 {
            return Bounds::new(Score::new(2), Score::new(3));
        }
        let over = self.over().filter(|_| self.broken != Promise::BoundsKnowTheEnd);
        let known = over.map_or(Bounds::FULL, Bounds::exact);
        if lie { Bounds::new(Score::new(-1), Score::new(0)) } else { known }
    }

    fn bounds_for(&self, _: Window) -> Bounds {
        let known = self.broken != Promise::TheEndIsAnAnswer;
        if known { self.bounds() } else { self.range() }
    }

    fn range(&self) -> Bounds {
        let (lower, upper) = match self.broken {
            // As if the sign did not change on the way up.
            Promise::ValuesAreInRange => (1, 3),
            Promise::ScoresAreInRange => (-1, 0),
            _ => (-1, 1),
        };
        Bounds::new(Score::new(lower), Score::new(upper))
    }

    fn granularity(&self) -> u32 {
        match self.broken {
            Promise::GranularityIsPositive => 0,
            Promise::ValuesAreOnTheGrid => 7,
            _ => 2,
        }
    }

    fn moves(&self, out: &mut Moves<'_, u8>) {
        let stuck = self.broken == Promise::ThereAreMoves && self.left == 2;
        (1..=self.left.min(2)).filter(|_| !stuck).for_each(|taken| out.push(taken));
        if self.broken == Promise::MovesAreNamedOnce {
            out.push(1);
        }
    }

    fn relevant_moves(&self, out: &mut Moves<'_, u8>) {
        if self.broken != Promise::SomeMoveIsRelevant || self.left != 2 {
            self.moves(out);
        }
        if self.broken == Promise::RelevantMovesAreLegal && self.left == 2 {
            out.push(3);
        }
    }

    fn play(&mut self, taken: u8) {
        (self.left, self.side) = (self.left.saturating_sub(taken), self.other());
    }

    fn undo(&mut self, taken: u8, (): ()) {
        (self.left, self.side) = (self.left + taken, self.other());
        self.undone += 1;
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.left.into())
    }
}

/// What a search to the end says, or one to depth 12, which comes there too.
fn said(heap: &Heap, to_end: bool) -> String {
    let mut engine = Engine::<Heap>::builder().table(NoTable).build().expect("an engine");
    let limits = Limits::new().depth(12);
    let outcome = if to_end { engine.solve(heap, &limits) } else { engine.search(heap, &limits) };
    match outcome {
        Ok(report) => format!("{:?}", report.value()),
        Err(Error::BrokenContract { message }) => message,
        Err(error) => panic!("{error}"),
    }
}

const OVER: &str = "expected at most 4000000 either way, or WIN or LOSS";
const VALUE: &str = "Some(Score(1))";

#[test]
fn a_broken_promise_is_named() {
    let cases = [
        (Promise::None, VALUE),
        (Promise::KeyIsOfThePosition, "`key` changes from call to call"),
        (Promise::UndoRestores, "the key is not what it was"),
        (Promise::BoundsAreTrue, "`bounds` gave"),
        (Promise::BoundsKnowTheEnd, "the game is over with 1, but `bounds` gave"),
        (Promise::TheEndIsAnAnswer, "but `bounds_for` left a null window open"),
        (Promise::SomeMoveIsRelevant, "`relevant_moves` gave none"),
        (Promise::ThereAreMoves, "no moves, but the game is not over; the conformance check names"),
        (Promise::SidesAlternate, "`ALTERNATES` is true, but the same side moves twice"),
        (Promise::ScoresAreWithinReach, OVER),
        (Promise::ScoresAreThoseOfTheEnd, OVER),
        (Promise::GranularityIsPositive, "`granularity` gave 0"),
        (Promise::ValuesAreOnTheGrid, "is no multiple of 7, `granularity`, above -1"),
        (Promise::ValuesAreInRange, "`range` gave [1, 3], but Upper -1 was found"),
        (Promise::ScoresAreInRange, "`range` gave [-1, 0], but Exact 1 was found"),
        (Promise::BoundsAreInRange, "`bounds` gave [2, 3], outside of `range`"),
        (Promise::MovesAreNamedOnce, "`moves` gave 1 twice"),
        (Promise::RelevantMovesAreLegal, "`relevant_moves` gave 3, which `moves` did not"),
    ];
    for (promise, words) in cases {
        let said = said(&Heap::new(promise), true);
        assert!(said.contains(words), "{promise:?}: {said}");
    }
}

#[test]
fn a_broken_promise_is_named_at_a_fixed_depth_too() {
    let cases = [
        (Promise::None, VALUE),
        (Promise::KeyIsOfThePosition, "`key` changes from call to call"),
        (Promise::UndoRestores, "the key is not what it was"),
        (Promise::ThereAreMoves, "no moves, but the game is not over; the conformance check names"),
        (Promise::SidesAlternate, "`ALTERNATES` is true, but the same side moves twice"),
        (Promise::ScoresAreWithinReach, OVER),
        (Promise::ScoresAreThoseOfTheEnd, OVER),
        (Promise::MovesAreNamedOnce, "`moves` gave 1 twice"),
    ];
    for (promise, words) in cases {
        let said = said(&Heap::new(promise), false);
        assert!(said.contains(words), "{promise:?}: {said}");
    }
}

#[test]
fn a_game_that_is_over_already_keeps_its_promises_too() {
    let over = |promise| Heap { left: 0, ..Heap::new(promise) };
    assert_eq!(said(&over(Promise::None), true), VALUE);
    for to_end in [true, false] {
        let said = said(&over(Promise::ScoresAreThoseOfTheEnd), to_end);
        assert!(said.contains(OVER), "{said}");
    }
    let said = said(&over(Promise::ScoresAreInRange), true);
    assert!(said.contains("`range` gave [-1, 0], but Exact 1 was found"), "{said}");
}
