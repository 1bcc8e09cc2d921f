//! What is printed when a search cannot go on: of a panic, what the program's panic hook prints; of
//! a broken promise, nothing.

use crate::alone;
use eldest::table::NoTable;
use eldest::{Algorithm, Engine, Error, Limits, Moves, Position, Report, Score, Side};
use eldest_checks::sharing::team;
use std::panic::set_hook;
use std::sync::Mutex;

/// Take one or two; taking the last one wins. With a `fault`, the game breaks on the way.
#[derive(Clone, Debug)]
struct Heap {
    left: u8,
    side: Side,
    fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    Panics,
    HasNoMoves,
}

const SAID: &str = "two is too few";

impl Position for Heap {
    type Move = u8;
    type Undo = ();

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.left.into()
    }

    fn over(&self) -> Option<Score> {
        (self.left == 0).then_some(Score::LOSS)
    }

    fn moves(&self, out: &mut Moves<'_, u8>) {
        let most = if self.left == 2 { self.at_two() } else { self.left.min(2) };
        (1..=most).for_each(|taken| out.push(taken));
    }

    fn play(&mut self, taken: u8) {
        (self.left, self.side) = (self.left - taken, self.side.other());
    }

    fn undo(&mut self, taken: u8, (): ()) {
        (self.left, self.side) = (self.left + taken, self.side.other());
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.left.into())
    }
}

impl Heap {
    fn at_two(&self) -> u8 {
        match self.fault {
            Fault::None => 2,
            Fault::Panics => panic!("{SAID}"),
            Fault::HasNoMoves => 0,
        }
    }
}

/// The messages that the hook has received.
static MESSAGES: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn messages() -> Vec<String> {
    std::mem::take(&mut *MESSAGES.lock().expect("the hook does not panic"))
}

/// Solves with `threads`, which share even the smallest nodes.
fn solve(fault: Fault, threads: usize) -> Result<Report<u8>, Error> {
    let options = team(Algorithm::YoungBrothersWait, threads);
    let builder = Engine::<Heap>::builder().table(NoTable).options(options);
    let heap = Heap { left: 12, side: Side::First, fault };
    builder.build().expect("an engine").solve(&heap, &Limits::new())
}

#[test]
fn the_hook_gets_panics_but_no_broken_contracts() {
    let _turn = alone();
    set_hook(Box::new(|panic| {
        let text = panic.payload_as_str().unwrap_or("no text").to_owned();
        MESSAGES.lock().expect("the hook does not panic").push(text);
    }));
    for threads in [1, 4] {
        assert!(solve(Fault::None, threads).is_ok());
        let broken = solve(Fault::HasNoMoves, threads).expect_err("a broken promise");
        assert_eq!(messages(), [""; 0], "{broken}");
        let Error::BrokenContract { message } = &broken else { panic!("{broken:?}") };
        assert!(message.starts_with("the position has no moves"), "{message}");
        assert_eq!(broken.to_string(), format!("broken contract: {message}"));

        let panicked = solve(Fault::Panics, threads).expect_err("a panic");
        assert!(matches!(&panicked, Error::Panicked { message } if message == SAID), "{panicked}");
        let messages = messages();
        assert!(!messages.is_empty() && messages.iter().all(|text| text == SAID), "{messages:?}");
    }
}
