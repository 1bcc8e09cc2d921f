//! Every check can fail: one deliberately broken game for each.

mod endless;
mod evaluator;
mod fields;
mod passes;
mod points;
mod repetition;
mod sides;

use super::*;
use crate::position::KeyKind;
use crate::{Bounds, Moves, Score, Side, Window};
use std::cell::Cell;
use std::rc::Rc;

/// The flaw of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Flaw {
    None,
    Unstable,
    CloneShares,
    Undo,
    Changes,
    NoGrid,
    KeyBits,
    KeyTooWide,
    KeyAfter,
    OverScore,
    OverBounds,
    NoMoves,
    Twice,
    RelevantIllegal,
    NoRelevantMoves,
    SameSide,
    PliesLeft,
    NoPliesLeft,
    OutOfRange,
    Bounds,
    BoundsFor,
    Unanswered,
    RelevantLose,
    OffGrid,
    SameKey,
    Panicked,
    PanicsInPlay,
}

/// Take one or two from a heap; taking the last one wins as many points as the last take.
#[derive(Clone, Debug)]
struct Heap {
    flaw: Flaw,
    left: u32,
    last: u32,
    side: Side,
    asked: Cell<u32>,
    shared: Rc<Cell<u32>>,
}

impl Heap {
    fn new(flaw: Flaw, left: u32) -> Self {
        let (asked, shared) = (Cell::new(0), Rc::new(Cell::new(0)));
        Self { flaw, left, last: 0, side: Side::First, asked, shared }
    }

    fn is(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }

    /// Returns `wrong` in the broken game, `right` in all others.
    fn answer<T>(&self, flaw: Flaw, wrong: T, right: T) -> T {
        if self.is(flaw) { wrong } else { right }
    }
}

impl Position for Heap {
    type Move = u32;
    type Undo = u32;
    const ALTERNATES: bool = true;
    const WIN_DISTANCE: bool = false;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.asked.set(self.asked.get() + 1);
        let noise = match self.flaw {
            Flaw::Unstable => u64::from(self.asked.get()),
            Flaw::CloneShares => u64::from(self.shared.get()) << 8,
            _ => 0,
        };
        let last = self.answer(Flaw::SameKey, 0, u64::from(self.last));
        (u64::from(self.left) << 2 | last) + noise
    }

    fn key_kind(&self) -> KeyKind {
        match self.flaw {
            Flaw::KeyBits => KeyKind::Unique { bits: 0 },
            Flaw::KeyTooWide => KeyKind::Unique { bits: 5 },
            _ => KeyKind::Unique { bits: 64 },
        }
    }

    fn over(&self) -> Option<Score> {
        let score = Score::new(-(self.last as i32));
        let score = self.answer(Flaw::OverScore, Score::loss_in(1), score);
        (self.left == 0).then_some(score)
    }

    fn moves(&self, out: &mut Moves<'_, u32>) {
        if self.is(Flaw::NoMoves) && self.left == 3 {
            return;
        }
        assert!(!self.is(Flaw::Panicked) || self.left != 3, "three is too much");
        (1..=self.left.min(2)).for_each(|taken| out.push(taken));
        if self.is(Flaw::Twice) {
            out.push(1);
        }
    }

    fn play(&mut self, taken: u32) -> u32 {
        assert!(!self.is(Flaw::PanicsInPlay) || self.left != 3, "three is too much");
        let last = std::mem::replace(&mut self.last, taken);
        self.left -= taken;
        self.side = self.answer(Flaw::SameSide, self.side, self.side.other());
        if self.is(Flaw::CloneShares) {
            self.shared.set(self.shared.get() + 1);
        }
        last
    }

    fn undo(&mut self, taken: u32, last: u32) {
        self.left += taken;
        self.last = self.answer(Flaw::Undo, 0, last);
        self.side = self.answer(Flaw::SameSide, self.side, self.side.other());
        if self.is(Flaw::CloneShares) {
            self.shared.set(self.shared.get() - 1);
        }
    }

    fn relevant_moves(&self, out: &mut Moves<'_, u32>) {
        match self.flaw {
            Flaw::RelevantIllegal => out.push(7),
            Flaw::NoRelevantMoves => {}
            Flaw::RelevantLose => out.push(1),
            _ => self.moves(out),
        }
    }

    fn bounds(&self) -> Bounds {
        match self.over() {
            Some(score) => self.answer(Flaw::OverBounds, self.range(), Bounds::exact(score)),
            None if self.is(Flaw::Bounds) => Bounds::new(Score::new(1), Score::new(2)),
            None if self.is(Flaw::OutOfRange) => Bounds::exact(Score::new(3)),
            None => self.range(),
        }
    }

    fn bounds_for(&self, window: Window) -> Bounds {
        if self.is(Flaw::Unanswered) && self.left == 0 {
            return self.range();
        }
        let wrong = self.is(Flaw::BoundsFor) && self.left == 3;
        if wrong { Bounds { upper: window.alpha, ..self.range() } } else { self.bounds() }
    }

    fn key_after(&self, taken: u32) -> Option<u64> {
        let last = self.answer(Flaw::SameKey, 0, u64::from(taken));
        let key = u64::from(self.left - taken) << 2 | last;
        let quiet = self.is(Flaw::CloneShares) || self.is(Flaw::Unstable);
        (!quiet).then(|| self.answer(Flaw::KeyAfter, key + 1, key))
    }

    fn plies_left(&self) -> Option<u32> {
        match self.flaw {
            Flaw::PliesLeft => Some(9),
            Flaw::NoPliesLeft => Some(self.left.saturating_sub(1)),
            _ => Some(self.left),
        }
    }

    fn range(&self) -> Bounds {
        let widest = self.answer(Flaw::Changes, 2 + self.left as i32, 2);
        Bounds::new(Score::new(-widest), Score::new(widest))
    }

    fn granularity(&self) -> u32 {
        match self.flaw {
            Flaw::NoGrid => 0,
            Flaw::OffGrid => 2,
            _ => 1,
        }
    }
}

/// Returns the broken promise that the check reports for the game.
fn verdict(flaw: Flaw) -> String {
    match check(&Heap::new(flaw, 9), 400) {
        Ok(_) => "None".to_owned(),
        Err(violation) => format!("{:?}", violation.broken),
    }
}

#[test]
fn every_check_can_fail() {
    use Flaw::*;
    let flaws = [
        None,
        Unstable,
        CloneShares,
        Undo,
        Changes,
        NoGrid,
        KeyBits,
        KeyTooWide,
        KeyAfter,
        OverScore,
        OverBounds,
        NoMoves,
        Twice,
        RelevantIllegal,
        NoRelevantMoves,
        SameSide,
        PliesLeft,
        NoPliesLeft,
        OutOfRange,
        Bounds,
        BoundsFor,
        Unanswered,
        RelevantLose,
        OffGrid,
        SameKey,
        Panicked,
    ];
    for flaw in flaws {
        let verdict = verdict(flaw);
        let name = verdict.split(|c: char| !c.is_alphanumeric()).next().unwrap();
        assert_eq!(name, format!("{flaw:?}"), "{verdict}");
    }
}

#[test]
fn a_sound_game_is_looked_at_from_all_sides() {
    let summary = assert_conforms(&Heap::new(Flaw::None, 12), 1_000);
    assert!(summary.positions >= 1_000 && summary.games > 50, "{summary:?}");
    assert!(summary.solved > 100 && summary.repeated_keys > 100, "{summary:?}");
    assert!((8..=12).contains(&summary.longest), "{summary:?}");
    assert!(summary.repeated_move_codes > 0, "the default move_codes are all 0");
    assert_eq!(check(&Heap::new(Flaw::None, 12), 1_000), Ok(summary), "deterministic");
}

#[test]
fn violations_report_the_path() {
    let violation = check(&Heap::new(Flaw::NoMoves, 6), 400).unwrap_err();
    assert_eq!(violation.path.iter().sum::<u32>(), 3);
    assert_eq!(
        violation.to_string(),
        format!("after the moves {:?}: the game is not over, but there is no move", violation.path)
    );
}

#[test]
fn a_panic_reports_the_path_too() {
    let Violation { path, broken } = *check(&Heap::new(Flaw::Panicked, 6), 400).unwrap_err();
    assert_eq!(path.iter().sum::<u32>(), 3);
    let panicked = Broken::Panicked { message: "three is too much".to_owned() };
    assert_eq!(broken, panicked);
    let violation = check(&Heap::new(Flaw::Panicked, 3), 400).unwrap_err();
    assert_eq!(*violation, Violation { path: Vec::new(), broken: panicked });
}

#[test]
#[should_panic(expected = "ALTERNATES is true")]
fn assert_conforms_panics() {
    assert_conforms(&Heap::new(Flaw::SameSide, 6), 100);
}

#[test]
fn texts_are_read_back_or_the_difference_is_reported() {
    let print = |heap: &Heap| format!("{} {} {}", heap.left, heap.last, heap.side.index());
    let read = |text: &str| -> Result<Heap, std::num::ParseIntError> {
        let numbers: Result<Vec<u32>, _> = text.split(' ').map(str::parse).collect();
        let [left, last, side] = numbers?[..] else { panic!("three numbers") };
        let side = if side == 0 { Side::First } else { Side::Second };
        Ok(Heap { last, side, ..Heap::new(Flaw::None, left) })
    };
    let start = Heap::new(Flaw::None, 9);
    assert_eq!(check_text(&start, 200, print, read), Ok(200));
    let forgetful = |heap: &Heap| format!("{} 0 {}", heap.left, heap.side.index());
    let broken = check_text(&start, 200, forgetful, read).unwrap_err().broken;
    assert!(matches!(broken, Broken::Text { difference: Difference { what: "key", .. }, .. }));
    let broken = check_text(&start, 200, |_| "nine".to_owned(), read).unwrap_err().broken;
    assert!(matches!(broken, Broken::Unreadable { .. }));
    let broken = check_text(&start, 200, |_| "1 2".to_owned(), read).unwrap_err().broken;
    assert_eq!(broken, Broken::Panicked { message: "three numbers".to_owned() });
}
