//! Split points, and how work and idle workers meet.

mod parking;
mod split_point;

pub use parking::*;
pub use split_point::*;

use super::helper::serve;
use super::split_point::{SplitPoint, Waited};
use super::team::{Fan, Team};
use super::{Parallel, TeamLink};
use crate::doc::Countdown;
use crate::position::Ranked;
use crate::search::Aborted;
use crate::search::algorithm::Algorithm;
use crate::search::control::{Control, Limits};
use crate::search::memory::MoveMemory;
use crate::search::node::{Node, NodeType};
use crate::search::observer::NoTracer;
use crate::search::options::{Options, Sharing};
use crate::search::resolve::RootFinding;
use crate::search::root_moves::RootMoves;
use crate::search::worker::{Types, Worker, WorkerContext};
use crate::sync::Arc;
use crate::table::NoTable;
use crate::{Depth, Score, Window, ZeroEvaluator};
use loom::thread::spawn;
use std::time::Duration;

type Tiny = Types<Countdown, ZeroEvaluator, NoTable, Parallel, NoTracer, true>;

/// A heap of three: the first child and two younger siblings.
const HEAP: u8 = 3;

fn team(workers: usize) -> Arc<Team<Countdown, ()>> {
    let sharing = Sharing::default().with(|sharing| {
        (sharing.split_depth, sharing.split_work, sharing.split_workers) = (0, 0, 3);
        sharing.only_when_idle = false;
    });
    let control = Arc::new(Control::new(&Limits::new()));
    Team::new(
        Algorithm::YoungBrothersWait.scheme(),
        sharing,
        control,
        Fan { helpers: workers - 1, each: 2 },
    )
}

/// Creates a worker at the root.
fn worker(team: &Arc<Team<Countdown, ()>>, number: usize) -> Worker<Tiny> {
    let (control, link) = (Arc::clone(&team.control), TeamLink::new(team, number, None));
    let context = WorkerContext::bare(ZeroEvaluator, control, Options::default(), link);
    Worker::new(
        Countdown::new(HEAP),
        RootMoves::new(&[1, 2, 3], false),
        context,
        MoveMemory::default(),
    )
}

/// Opens a split point of `worker` for the younger siblings of its root, with the upper end `beta`.
fn open(worker: &mut Worker<Tiny>, beta: Score) -> Arc<SplitPoint<Countdown, ()>> {
    worker.path.moves.extend([1, 2, 3].map(|mv| Ranked { mv, rank: 0 }));
    let window = Window { beta, ..Window::FULL };
    let node = Node::new(window, Depth::END, NodeType::Pv, 0..worker.path.moves.len(), 0, 0);
    worker.open::<false>(&node, 1)
}

/// Waits as the owner of `split` does after it has offered itself.
fn wait(split: &SplitPoint<Countdown, ()>) -> Option<Arc<SplitPoint<Countdown, ()>>> {
    loop {
        if let Waited::Until(invitation) = split.wait(Duration::MAX) {
            return invitation;
        }
    }
}

/// Returns the value of sibling `index`.
fn worth(index: usize) -> Score {
    Score::new(10 * (index as i32 + 1))
}

/// Claims siblings one after the other, and finishes each; abandons the sibling if stopped.
fn search(split: &SplitPoint<Countdown, ()>) {
    while let Some(sibling) = split.claim() {
        if split.stop.is_stopped() {
            return split.abandon(sibling);
        }
        finish(split, sibling);
    }
}

fn finish(split: &SplitPoint<Countdown, ()>, sibling: usize) {
    let (mv, asked) = (sibling as u8 + 2, Window::FULL);
    let found = RootFinding { mv, value: worth(sibling), asked, raises: false, nodes: 1 };
    split.finish::<false>(sibling, found, false, &[]);
}

/// Two workers search together, and find the value; then both leave.
pub fn two_find_the_value() {
    assert_eq!(together(|_| ()), Ok(Score::win_in(1)));
}

/// The same, while another thread stops the search: the value, or none.
pub fn two_are_stopped() {
    let value = together(|team| {
        let team = Arc::clone(team);
        drop(spawn(move || team.stop()));
    });
    assert!(value.is_ok_and(|value| value == Score::win_in(1)) || value.is_err());
}

fn together(meanwhile: fn(&Arc<Team<Countdown, ()>>)) -> Result<Score, Aborted> {
    let team = team(2);
    let (mut first, second) = (worker(&team, 0), worker(&team, 1));
    let helping = Arc::clone(&team);
    let helper = spawn(move || serve(&helping, 1, || second));
    meanwhile(&team);
    let value = first.search_root(Window::FULL, Depth::END);
    let (_, panic) = team.dismiss();
    assert!(panic.is_none());
    helper.join().unwrap();
    value
}
