//! Split points, and how work and workers find each other.

mod parking;
mod search;
mod split_point;

pub use parking::*;
pub use search::*;
pub use split_point::*;

use super::crew::Crew;
use super::seat::Seat;
use super::split_point::{SplitPoint, Waited};
use super::together::Together;
use crate::doc::Countdown;
use crate::position::Ranked;
use crate::search::control::{Control, Limits};
use crate::search::memory::Memory;
use crate::search::node::{Kind, Node};
use crate::search::options::Options;
use crate::search::root::Found;
use crate::search::root_moves::Root;
use crate::search::sharing::{Algorithm, Sharing};
use crate::search::trace::NoTracer;
use crate::search::worker::{Gear, Of, Worker};
use crate::sync::Arc;
use crate::{Depth, Even, NoTable, Score, Window};
use std::time::Duration;

type Tiny = Of<Countdown, Even, NoTable, Together, NoTracer, true>;

/// A heap of three: the eldest brother and two young ones.
const HEAP: u8 = 3;

fn crew(workers: usize) -> Arc<Crew<Tiny>> {
    let sharing = Sharing::default().with(|sharing| {
        (sharing.split_depth, sharing.split_work, sharing.split_workers) = (0, 0, 3);
        sharing.only_when_idle = false;
    });
    let control = Arc::new(Control::new(&Limits::new()));
    Crew::new(Algorithm::YoungBrothersWait, sharing, control, workers)
}

/// A worker at the root.
fn worker(crew: &Arc<Crew<Tiny>>, number: usize) -> Worker<Tiny> {
    let gear = Gear {
        evaluator: Arc::new(Even),
        table: Arc::new(NoTable),
        control: Arc::clone(&crew.control),
        options: Options::default(),
        max_ply: 100,
        fingerprint: 0,
        stack: usize::MAX,
        tracer: NoTracer,
        observer: Box::new(()),
        seat: Seat::new(crew, number, None),
    };
    Worker::new(Countdown::new(HEAP), Root::new(&[1, 2, 3], false), gear, Memory::default())
}

/// A split point of `worker` with the young brothers of its root, asked whether they reach `beta`.
fn open(worker: &mut Worker<Tiny>, beta: Score) -> Arc<SplitPoint<Tiny>> {
    worker.moves.extend([1, 2, 3].map(|mv| Ranked { mv, rank: 0 }));
    let window = Window { beta, ..Window::FULL };
    let node = Node::new(window, Depth::END, Kind::Pv, 0..worker.moves.len(), 0, 0);
    SplitPoint::open::<false>(worker, &node, 1)
}

/// Waits as the owner of `split` does, who has offered himself.
fn wait(split: &SplitPoint<Tiny>) -> Option<Arc<SplitPoint<Tiny>>> {
    loop {
        if let Waited::Until(invitation) = split.wait(Duration::MAX) {
            return invitation;
        }
    }
}

/// What brother `index` is worth.
fn worth(index: usize) -> Score {
    Score::new(10 * (index as i32 + 1))
}

/// Claims brothers one after the other, and settles what each is worth; gives up who is stopped.
fn search(split: &SplitPoint<Tiny>) {
    while let Some(brother) = split.claim() {
        if split.stop.is_stopped() {
            return split.abandon();
        }
        settle(split, brother);
    }
}

fn settle(split: &SplitPoint<Tiny>, brother: usize) {
    let (mv, asked) = (brother as u8 + 2, Window::FULL);
    let found = Found { mv, value: worth(brother), asked, raises: false, nodes: 1 };
    split.settle::<false>(found, false, &[]);
}
