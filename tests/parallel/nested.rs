//! Split points within each other, as deep as a game is long.

use eldest::report::StopReason;
use eldest::{Algorithm, Engine, Limits, Moves, Position, Score, Side, StopToken};
use eldest_checks::sharing::team;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;

/// Plies of the longest line.
const LONGEST: u32 = 30_000;

/// A line in which each side may end the game and lose five points, by two moves of three. The
/// thread that gets to its end waits until the search has been stopped.
#[derive(Clone)]
struct Ladder {
    ply: u32,
    is_over: bool,
    gate: Arc<Gate>,
}

struct Gate {
    is_passed: AtomicBool,
    reached: Barrier,
    stopped: Barrier,
}

impl Gate {
    fn new() -> Self {
        Self {
            is_passed: AtomicBool::new(false),
            reached: Barrier::new(2),
            stopped: Barrier::new(2),
        }
    }

    fn pass(&self) {
        if !self.is_passed.swap(true, Ordering::SeqCst) {
            self.reached.wait();
            self.stopped.wait();
        }
    }
}

impl Position for Ladder {
    type Move = u8;
    type Undo = ();

    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn key(&self) -> u64 {
        u64::from(self.ply) << 1 | u64::from(self.is_over)
    }

    fn over(&self) -> Option<Score> {
        let is_end = self.ply == LONGEST && !self.is_over;
        if is_end {
            self.gate.pass();
        }
        (is_end || self.is_over).then(|| Score::new(if self.is_over { 5 } else { 0 }))
    }

    fn moves(&self, out: &mut Moves<'_, u8>) {
        (0..3).for_each(|mv| out.push(mv));
    }

    fn play(&mut self, mv: u8) {
        (self.ply, self.is_over) = (self.ply + 1, mv != 1);
    }

    fn undo(&mut self, _: u8, (): ()) {
        (self.ply, self.is_over) = (self.ply - 1, false);
    }

    fn plies_left(&self) -> Option<u32> {
        Some(LONGEST + 1 - self.ply)
    }
}

/// A split point at each of 30,000 plies, and a thread with a small stack that stops them all.
#[test]
fn a_small_stack_stops_split_points_within_each_other() {
    let (gate, token) = (Arc::new(Gate::new()), StopToken::new());
    let (stops, stopper) = (Arc::clone(&gate), token.clone());
    let stopping = thread::Builder::new().stack_size(1 << 16).spawn(move || {
        stops.reached.wait();
        stopper.stop();
        stops.stopped.wait();
    });
    let mut engine = Engine::<Ladder>::builder().table_bytes(1 << 16).build().expect("an engine");
    engine.set_options(team(Algorithm::YoungBrothersWait, 2));
    let ladder = Ladder { ply: 0, is_over: false, gate };
    let report = engine.solve(&ladder, &Limits::new().stop(&token)).expect("a report");
    stopping.expect("a thread").join().expect("no panic");
    assert_eq!(report.stop_reason, StopReason::Stopped);
    let splits = report.statistics.splits;
    assert!(splits >= u64::from(LONGEST / 2), "{splits} split points");
}
