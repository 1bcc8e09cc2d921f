//! Every check of an evaluator can fail: one deliberately broken evaluator for each.

use super::{Flaw as GameFlaw, Heap};
use crate::conformance::{Broken, Violation, check_evaluator};
use crate::selective::Selector;
use crate::{Evaluator, Moves, Position, Score};
use std::cell::Cell;

/// The flaw of an evaluator.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Flaw {
    None,
    Unstable,
    State,
    Undo,
    Evaluation,
    Twice,
    NoisyIllegal,
    SameKey,
    Panicked,
    Pass,
    Kind,
    Endangers,
}

/// Counts the pieces left in the heap; taking two is noisy.
struct Left {
    flaw: Flaw,
    asked: Cell<i32>,
}

impl Evaluator<Heap> for Left {
    type State = u32;

    const SELECTS: bool = true;

    fn start(&self, heap: &Heap) -> u32 {
        heap.left
    }

    fn evaluate(&self, heap: &Heap, left: &u32) -> Score {
        self.asked.set(self.asked.get() + 1);
        Score::new(match self.flaw {
            Flaw::Unstable => self.asked.get(),
            Flaw::Evaluation if heap.left == 3 => Score::MAX_VALUE.get() + 1,
            Flaw::SameKey => heap.side.index() as i32,
            Flaw::Panicked if heap.left == 3 => panic!("three is too much"),
            _ => *left as i32,
        })
    }

    fn play(&self, _: &Heap, taken: u32, left: &mut u32) {
        // Wrong by one if two are taken.
        *left -= if self.flaw == Flaw::State { 1 } else { taken };
    }

    fn undo(&self, _: &Heap, taken: u32, left: &mut u32) {
        *left += if matches!(self.flaw, Flaw::State | Flaw::Undo) { 1 } else { taken };
    }

    fn quiescence_plies(&self) -> u16 {
        1
    }

    fn noisy_moves(&self, heap: &Heap, out: &mut Moves<'_, u32>) {
        let all = Moves::collect(|out| heap.moves(out));
        all.into_iter().filter(|taken| *taken == 2).for_each(|taken| out.push(taken));
        match self.flaw {
            Flaw::Twice => (0..2).for_each(|_| out.push(1)),
            Flaw::NoisyIllegal if heap.left == 1 => out.push(2),
            _ => {}
        }
    }

    fn selector(&self) -> impl Selector<Heap> {
        self
    }
}

impl Selector<Heap> for &Left {
    /// The key does not include the side to move.
    fn pass(&self, heap: &mut Heap) -> Option<u32> {
        heap.side = if self.flaw == Flaw::Pass { heap.side.other() } else { heap.side };
        (self.flaw == Flaw::Pass).then_some(heap.left)
    }

    fn take_back_pass(&self, heap: &mut Heap, _: u32) {
        heap.side = heap.side.other();
    }

    fn endangers(&self, _: &Heap, _: u32) -> bool {
        self.flaw == Flaw::Endangers
    }

    fn kind(&self, _: &Heap, taken: u32) -> u16 {
        if self.flaw == Flaw::Kind { 512 } else { taken as u16 }
    }
}

fn check(flaw: Flaw) -> Result<usize, Box<Violation<u32>>> {
    check_from(&Heap::new(GameFlaw::None, 9), flaw)
}

fn check_from(heap: &Heap, flaw: Flaw) -> Result<usize, Box<Violation<u32>>> {
    check_evaluator(heap, &Left { flaw, asked: Cell::new(0) }, 200)
}

#[test]
fn every_check_of_an_evaluator_can_fail() {
    use Flaw::*;
    for flaw in [
        Unstable,
        State,
        Undo,
        Evaluation,
        Twice,
        NoisyIllegal,
        SameKey,
        Panicked,
        Pass,
        Kind,
        Endangers,
    ] {
        let violation = check(flaw).expect_err("a flaw");
        let broken = format!("{:?}", violation.broken);
        let name = broken.split(|c: char| !c.is_alphanumeric()).next().unwrap();
        assert_eq!(name, format!("{flaw:?}"), "{violation}");
    }
}

#[test]
fn a_sound_evaluator_is_asked_as_often_as_wanted() {
    let checked = check(Flaw::None).expect("no flaw");
    assert!((200..210).contains(&checked), "{checked}");
    let over = Heap::new(GameFlaw::None, 0);
    assert_eq!(check_evaluator(&over, &|_: &Heap| Score::DRAW, 200), Ok(0));
}

#[test]
fn a_violation_of_an_evaluator_reports_the_path() {
    let violation = check(Flaw::State).unwrap_err();
    assert_eq!(violation.path, [2]);
    let text = violation.to_string();
    assert!(text.ends_with("`evaluate` was Score(7), is Score(8)"), "{text}");
}

#[test]
fn a_panic_of_an_evaluator_reports_the_path_too() {
    let Violation { path, broken } = *check(Flaw::Panicked).unwrap_err();
    assert_eq!(path.iter().sum::<u32>(), 6);
    assert_eq!(broken, Broken::Panicked { message: "three is too much".to_owned() });
    let start = check_from(&Heap::new(GameFlaw::None, 3), Flaw::Panicked).unwrap_err();
    assert_eq!(*start, Violation { path: Vec::new(), broken });
}

#[test]
fn what_is_wrong_with_the_game_itself_is_a_violation_too() {
    let check = |game| *check_from(&Heap::new(game, 6), Flaw::None).unwrap_err();
    let stuck = check(GameFlaw::NoMoves);
    assert_eq!((stuck.path.iter().sum(), stuck.broken), (3, Broken::NoMoves));
    for game in [GameFlaw::Panicked, GameFlaw::PanicsInPlay] {
        let panicked = check(game);
        let Broken::Panicked { message } = panicked.broken else { panic!("another promise") };
        assert_eq!((panicked.path.iter().sum::<u32>(), &*message), (3, "three is too much"));
    }
}
