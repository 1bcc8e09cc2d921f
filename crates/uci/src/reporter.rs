//! [`Reporter`]: writes `info` lines about a search.

use crate::Move;
use crate::info::{MoveWriter, bound, counts, score};
use crate::lines::Output;
use crate::timer::Timer;
use eldest::observe::{Iteration, Observer, Progress};
use eldest::report::RootMove;
use eldest::{Bound, Bounds, Depth};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time at the start of a search in which only iterations are reported: more could not be read.
const QUIET: Duration = Duration::from_secs(1);
/// The interval between reports of the counters.
const REPEATED: Duration = Duration::from_secs(1);

/// Writes lines on the searching thread, and passes iterations to the timer.
#[derive(Debug)]
pub struct Reporter {
    out: Output,
    writer: MoveWriter,
    timer: Arc<Timer>,
    multi_pv: usize,
    begun: Instant,
    /// The time of the last report of the counters.
    reported: Instant,
    /// The number of root moves searched in this pass.
    searched: usize,
    last: Progress,
}

impl Reporter {
    /// Creates a reporter that writes the `multi_pv` best moves to `out`.
    #[must_use]
    pub fn new(out: Output, writer: MoveWriter, timer: Arc<Timer>, multi_pv: usize) -> Self {
        let (begun, last) = (Instant::now(), Progress::default());
        Self { out, writer, timer, multi_pv, begun, reported: begun, searched: 0, last }
    }

    fn is_quiet(&self) -> bool {
        self.begun.elapsed() < QUIET
    }
}

impl Observer<Move> for Reporter {
    fn iteration(&mut self, iteration: &Iteration<Move>) {
        self.timer.iteration(iteration);
        (self.last, self.searched) = (iteration.progress, 0);
        let best = iteration.moves.iter().take(self.multi_pv);
        for (rank, found) in (1..).zip(best).filter(|(_, found)| found.bound == Bound::Exact) {
            self.out.line(self.writer.found(found, rank, &iteration.progress));
        }
    }

    fn root_move(&mut self, searched: &RootMove<Move>) {
        self.searched += 1;
        if !self.is_quiet() {
            let depth = searched.depth.to_plies().unwrap_or_default();
            let (mv, number) = (self.writer.mv(searched.mv), self.searched);
            self.out.line(format_args!("info depth {depth} currmove {mv} currmovenumber {number}"));
        }
    }

    fn line(&mut self, better: &RootMove<Move>) {
        if !self.is_quiet() {
            self.out.line(self.writer.found(better, 1, &self.last));
        }
    }

    /// Reports the upper bound of a pass that failed low, which no root move shows.
    fn bounds(&mut self, depth: Depth, known: Bounds) {
        self.searched = 0;
        let is_low = known.lower() == Bounds::FULL.lower() && known.upper() < Bounds::FULL.upper();
        if is_low && !self.is_quiet() {
            let (depth, value) = (depth.to_plies().unwrap_or_default(), score(known.upper()));
            let (side, counts) = (bound(Bound::Upper), counts(&self.last));
            self.out.line(format_args!("info depth {depth} score {value}{side} {counts}"));
        }
    }

    fn progress(&mut self, progress: &Progress) {
        self.last = *progress;
        self.timer.progress(progress);
        if self.reported.elapsed() >= REPEATED {
            self.reported = Instant::now();
            self.out.line(format_args!("info {}", counts(progress)));
        }
    }
}
