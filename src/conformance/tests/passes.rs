//! Every flaw of a pass is detected.

use crate::conformance::{Broken, check_evaluator};
use crate::selective::Selector;
use crate::{Evaluator, Moves, Position, Score, Side};

/// The flaw of a pass.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Flaw {
    None,
    SameSide,
    SameKey,
    StateOfAnother,
    SideKept,
    KeyKept,
    JudgedAnew,
}

/// A heap of which each side takes one or two.
#[derive(Clone, Debug)]
struct Heap {
    left: u32,
    side: Side,
    /// Whether the key shows the wrong side.
    is_turned: bool,
    /// The number of passes taken back.
    passes: i32,
}

impl Position for Heap {
    type Move = u32;
    type Undo = ();

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        u64::from(self.left) << 1 | (self.side.index() as u64 ^ u64::from(self.is_turned))
    }

    fn over(&self) -> Option<Score> {
        (self.left == 0).then_some(Score::LOSS)
    }

    fn moves(&self, out: &mut Moves<'_, u32>) {
        (1..=self.left.min(2)).for_each(|taken| out.push(taken));
    }

    fn play(&mut self, taken: u32) {
        (self.left, self.side) = (self.left - taken, self.side.other());
    }

    fn undo(&mut self, taken: u32, (): ()) {
        (self.left, self.side) = (self.left + taken, self.side.other());
    }
}

/// Counts the pieces left. Its state may include the side, too.
struct Left(Flaw);

impl Left {
    fn state(&self, left: u32, side: Side) -> i32 {
        let is_sided = self.0 == Flaw::StateOfAnother;
        left as i32 + if is_sided { 100 * side.index() as i32 } else { 0 }
    }
}

impl Evaluator<Heap> for Left {
    type State = i32;

    const SELECTS: bool = true;

    fn start(&self, heap: &Heap) -> i32 {
        self.state(heap.left, heap.side)
    }

    fn evaluate(&self, heap: &Heap, state: &i32) -> Score {
        let anew = if self.0 == Flaw::JudgedAnew { heap.passes } else { 0 };
        Score::new(state + anew)
    }

    fn play(&self, heap: &Heap, taken: u32, state: &mut i32) {
        *state = self.state(heap.left - taken, heap.side.other());
    }

    fn undo(&self, heap: &Heap, _: u32, state: &mut i32) {
        *state = self.state(heap.left, heap.side);
    }

    fn selector(&self) -> impl Selector<Heap> {
        self
    }
}

impl Selector<Heap> for &Left {
    fn pass(&self, heap: &mut Heap) -> Option<()> {
        match self.0 {
            Flaw::SameSide => heap.left += 1,
            Flaw::SameKey => (heap.side, heap.is_turned) = (heap.side.other(), !heap.is_turned),
            _ => heap.side = heap.side.other(),
        }
        Some(())
    }

    fn take_back_pass(&self, heap: &mut Heap, (): ()) {
        heap.passes += 1;
        match self.0 {
            Flaw::SideKept => heap.is_turned = !heap.is_turned,
            Flaw::KeyKept => (heap.side, heap.left) = (heap.side.other(), heap.left + 1),
            _ => heap.side = heap.side.other(),
        }
    }
}

#[test]
fn everything_that_may_be_wrong_with_a_pass_is_noticed() {
    let heap = Heap { left: 9, side: Side::First, is_turned: false, passes: 0 };
    let check = |flaw| check_evaluator(&heap, &Left(flaw), 200);
    assert!(check(Flaw::None).is_ok());
    for (flaw, wrong) in [
        (Flaw::SameSide, "the same side is to move"),
        (Flaw::SameKey, "the key is the same"),
        (Flaw::StateOfAnother, "the state that was kept judges another position"),
        (Flaw::SideKept, "taking it back does not lead back"),
        (Flaw::KeyKept, "taking it back does not lead back"),
    ] {
        let broken = check(flaw).expect_err(wrong).broken;
        assert_eq!(broken, Broken::Pass { what: wrong }, "{flaw:?}");
    }
    let broken = check(Flaw::JudgedAnew).expect_err("it is judged anew").broken;
    assert!(matches!(&broken, Broken::Unstable(found) if found.what == "evaluate"), "{broken}");
}
