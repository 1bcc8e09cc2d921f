//! [`Report`]: what a search has found out.

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
    /// The depth that was asked for is completed, or the question answered, or the
    /// [soft limit on time](crate::Limits::soft_time) lets no further iteration begin.
    Complete,
    /// The value is that of the game itself: looking deeper cannot change it.
    Proved,
    /// The limit on nodes.
    Nodes,
    /// The limit on time.
    Time,
    /// The stop token.
    Stopped,
    /// The cap on plies: the next iteration went deeper than [`Builder::max_ply`](crate::Builder::max_ply);
    /// or, if limits were raised to more than 1,000 plies meanwhile, deeper than the stack was sized for when the
    /// search began.
    TooDeep,
    /// The rules are wrong: the game went on for more plies than
    /// [`Position::plies_left`](crate::Position::plies_left) gave.
    /// [`conformance::check`](crate::conformance::check) tells where.
    BeyondPliesLeft,
}

/// How a line ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum LineEnd {
    /// The game is over.
    GameOver,
    /// At the horizon: the evaluator has the last word.
    Horizon,
    /// At a position whose value static bounds give ([`Position::bounds`]).
    Decided,
    /// The search has shown no more: a fail-high, an interrupted search, or no line was asked for.
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
    /// `moves` from `root` on, searched to `depth`.
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

    /// It has been searched through, to a horizon that need not lie at the depth of the search: in a selective
    /// search lines are longer and shorter than that.
    pub(super) fn ends_at_horizon(&mut self) {
        if self.end == LineEnd::Unfinished {
            self.end = LineEnd::Horizon;
        }
    }
}

/// What a search has found out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report<M> {
    /// The best move; `None` only if the game is over. Of a search that was stopped, it may be one that a
    /// depth that is not completed has shown to be better: its [`RootMove::depth`] tells.
    pub best_move: Option<M>,
    /// What is known of the value at [`depth`](Self::depth); of a search to the end that was
    /// stopped, proved bounds.
    pub bounds: Bounds,
    /// The depth of the last completed iteration; `None` if there is none.
    pub depth: Option<Depth>,
    /// The line of best play.
    pub line: Line<M>,
    /// All moves at the root, the best first. Those that multi-PV asked for come with exact values
    /// and lines.
    pub moves: Vec<RootMove<M>>,
    /// Whether the value is that of the game itself: no horizon lies below, or it is a win or a loss within
    /// the depth that was searched, which no deeper search can change.
    pub proved: bool,
    /// Whether the value is the one that its definition gives ([`Position`]), whatever the table
    /// held: not so if deeper entries counted, or the game's values depend on the path.
    pub exact: bool,
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// Nodes, time, table.
    pub progress: Progress,
    /// What the search has done, all threads together.
    pub statistics: Statistics,
    /// What each thread has done. The first is the one that answers the question.
    pub workers: Vec<Statistics>,
}

impl<M> Report<M> {
    /// The value, if it is known exactly.
    ///
    /// `None` is the answer of a search that a limit ended before its first depth was completed, and of
    /// a [decision](crate::Query::decide). What is known of the value then are the
    /// [`bounds`](Self::bounds), and they are what a program shows: a search to the end that was stopped
    /// has proved them. There is a [`best_move`](Self::best_move) all the same.
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

    /// Whether the value is at least `least`, as far as the [`bounds`](Self::bounds) tell; `None`
    /// if it may lie on either side. After [`Query::decide`](crate::Query::decide), `None` only if
    /// a limit ended the search first.
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
