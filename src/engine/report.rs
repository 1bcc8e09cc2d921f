//! [`Report`]: the result of a search.

use crate::position::Position;
use crate::search::Statistics;
use crate::search::observer::Progress;
use crate::search::root_moves::RootMove;
use crate::{Bounds, Depth, Score};

/// Why a search ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum StopReason {
    /// The depth limit is reached, the question of [`decide`](crate::Query::decide) is answered, or
    /// the [soft time limit](crate::Limits::soft_time) permits no further iteration.
    Complete,
    /// The value is that of the game itself: a deeper search cannot change it.
    Proved,
    /// The node limit was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// The stop token was set.
    Stopped,
    /// The cap on plies was reached: the next iteration went deeper than
    /// [`Builder::max_ply`](crate::Builder::max_ply), or, if the limits were raised to more than
    /// 1,000 plies during the search, deeper than the stack permits.
    TooDeep,
    /// The rules are wrong: the game went on for more plies than
    /// [`Position::plies_left`](crate::Position::plies_left) returned. Run
    /// [`conformance::check`](crate::conformance::check) to find where.
    BeyondPliesLeft,
}

/// How a line ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum LineEnd {
    /// The game is over, or its value is known ([`Position::over`]).
    GameOver,
    /// At the horizon, where the evaluator gives the value.
    Horizon,
    /// At a position whose value the static bounds give ([`Position::bounds`]).
    Decided,
    /// Before the end of best play: after a fail-high, in an interrupted search, or because no line
    /// was requested.
    Unfinished,
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Line<M> {
    /// The moves, from the root on. All are legal.
    pub moves: Vec<M>,
    /// How it ends.
    pub end: LineEnd,
}

impl<M: Copy> Line<M> {
    /// Creates the line of `moves` from `root` on, searched to `depth`.
    pub(super) fn new<P: Position<Move = M>>(root: &P, moves: Vec<M>, depth: Depth) -> Self {
        let mut last = root.clone();
        for &mv in &moves {
            let _ = last.play(mv);
        }
        let end = if last.over().is_some() {
            LineEnd::GameOver
        } else if depth.to_plies().is_some_and(|plies| usize::from(plies) == moves.len()) {
            LineEnd::Horizon
        } else if depth.is_end() && last.bounds().value().is_some() {
            LineEnd::Decided
        } else {
            LineEnd::Unfinished
        };
        Self { moves, end }
    }

    /// Marks a complete line as ending at a horizon, which need not be the depth of the search: in
    /// a selective search lines can be longer or shorter.
    pub(super) fn ends_at_horizon(&mut self) {
        if self.end == LineEnd::Unfinished {
            self.end = LineEnd::Horizon;
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report<M> {
    /// The best move; `None` only if the game is over. After a stopped search, it may come from an
    /// iteration that was not completed but found it to be better: see its [`RootMove::depth`].
    pub best_move: Option<M>,
    /// Bounds on the value at [`depth`](Self::depth); for a stopped search to the end, proved
    /// bounds.
    pub bounds: Bounds,
    /// The depth of the last completed iteration; `None` if there is none.
    pub depth: Option<Depth>,
    /// The line of best play.
    pub line: Line<M>,
    /// All moves at the root, the best first. Those that multi-PV requested have exact values and
    /// lines.
    pub moves: Vec<RootMove<M>>,
    /// Whether the value is that of the game itself: no horizon contributed to it, or it is a win
    /// or a loss within the depth searched, which no deeper search can change. With multi-PV, the
    /// same holds for each of its moves.
    pub proved: bool,
    /// Whether the value is exactly the one that [`Position`] defines, whatever the table held. Not
    /// so if deeper entries counted, if the search was selective, or if the game's values depend on
    /// the path.
    pub exact: bool,
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// Nodes, time and fill of the table.
    pub progress: Progress,
    /// Statistics of the search, summed over all threads.
    pub statistics: Statistics,
    /// Statistics of each thread. The first is the thread that produced this report.
    pub workers: Vec<Statistics>,
}

impl<M> Report<M> {
    /// Returns the value, if it is known exactly.
    ///
    /// Returns `None` for a search that a limit ended before its first iteration was completed, and
    /// for a [decision](crate::Query::decide). The [`bounds`](Self::bounds) are then the result to
    /// show: those of a stopped search to the end are proved. There is a
    /// [`best_move`](Self::best_move) all the same.
    ///
    /// ```
    /// use eldest::{Engine, Limits};
    /// # use eldest::doc::Countdown;
    ///
    /// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
    /// let report = engine.solve(&Countdown::new(40), &Limits::new().nodes(10))?;
    /// assert_eq!(report.value(), None);
    /// assert_eq!(report.bounds.to_string(), "unknown"); // or "at least 3", "-2 to 5"
    /// let report = engine.solve(&Countdown::new(5), &Limits::new())?;
    /// assert_eq!(report.bounds.to_string(), "win in 3");
    /// # Ok::<(), eldest::Error>(())
    /// ```
    #[must_use]
    pub fn value(&self) -> Option<Score> {
        self.depth.and_then(|_| self.bounds.value())
    }

    /// Whether the value is at least `least`, according to the [`bounds`](Self::bounds); `None` if
    /// they permit either. After [`Query::decide`](crate::Query::decide), `None` only if a limit
    /// ended the search first.
    ///
    /// ```
    /// use eldest::{Engine, Limits, Score};
    /// # use eldest::doc::Countdown;
    ///
    /// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
    /// let report = engine.solve(&Countdown::new(5), &Limits::new())?;
    /// assert_eq!(report.decides(Score::win_in(3)), Some(true));
    /// assert_eq!(report.decides(Score::win_in(1)), Some(false));
    /// # Ok::<(), eldest::Error>(())
    /// ```
    #[must_use]
    pub fn decides(&self, least: Score) -> Option<bool> {
        let is_clear = self.bounds.lower() >= least || self.bounds.upper() < least;
        is_clear.then(|| self.bounds.lower() >= least)
    }
}
