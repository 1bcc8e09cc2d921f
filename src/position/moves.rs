//! [`Moves`]: the list that a position writes its moves into, and [`MoveList`]: a reusable list.

/// A move with the rank that the game gives it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranked<M> {
    pub(crate) mv: M,
    pub(crate) rank: i32,
}

// Functions of `M` alone: what is written in a caller that has more types is compiled for each of
// them.

/// Sorts by rank, the highest first, with equal ranks in their order.
pub(crate) fn sort_by_rank<M>(moves: &mut [Ranked<M>]) {
    moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
}

/// Returns the moves without their ranks.
pub(crate) fn without_ranks<M: Copy>(moves: &[Ranked<M>]) -> Vec<M> {
    moves.iter().map(|ranked| ranked.mv).collect()
}

/// Pushes `moves` with rank 0.
pub(crate) fn push_without_ranks<M>(stack: &mut Vec<Ranked<M>>, moves: Vec<M>) {
    stack.extend(moves.into_iter().map(|mv| Ranked { mv, rank: 0 }));
}

/// The list that [`Position::moves`](crate::Position::moves) writes into.
///
/// It is the tail of a stack that the search keeps over all plies, so a list may be of any length
/// and no node allocates.
///
/// ```
/// use eldest::Moves;
///
/// let list = Moves::collect(|out| {
///     out.push('a');
///     out.push_ranked('b', 10); // searched before 'a'
/// });
/// assert_eq!(list, ['a', 'b']); // collected in the order they were pushed
/// ```
#[derive(Debug)]
pub struct Moves<'a, M> {
    stack: &'a mut Vec<Ranked<M>>,
    start: usize,
}

impl<'a, M: Copy> Moves<'a, M> {
    /// Creates a list that grows on top of `stack`.
    #[inline]
    pub(crate) fn on(stack: &'a mut Vec<Ranked<M>>) -> Self {
        let start = stack.len();
        Self { stack, start }
    }

    /// Adds a move with rank 0.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.push_ranked(mv, 0);
    }

    /// Adds a move with a rank: higher ranks are searched first. Among equal ranks, learnt ordering
    /// decides (killers, countermoves, history), then the order in which they were pushed. The rank
    /// never changes a value, only how soon it is found. Ranks beyond ±1,000,000 may be clamped.
    #[inline]
    pub fn push_ranked(&mut self, mv: M, rank: i32) {
        self.stack.push(Ranked { mv, rank });
    }

    /// Returns the number of moves pushed.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.stack.len() - self.start
    }

    /// Whether no move has been pushed.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Collects the moves that `generate` pushes, by rank, the highest first.
    pub(crate) fn collect_ranked(generate: impl FnOnce(&mut Moves<'_, M>)) -> Vec<M> {
        let mut stack = Vec::new();
        generate(&mut Moves::on(&mut stack));
        sort_by_rank(&mut stack);
        without_ranks(&stack)
    }

    /// Collects the moves that `generate` pushes into a new vector, in that order.
    pub fn collect(generate: impl FnOnce(&mut Moves<'_, M>)) -> Vec<M> {
        let mut stack = Vec::new();
        generate(&mut Moves::on(&mut stack));
        without_ranks(&stack)
    }
}

/// A list of moves that keeps its memory from one use to the next, for code that generates moves
/// again and again. [`Moves::collect`] allocates a new vector each time.
///
/// ```
/// use eldest::{MoveList, Position};
/// # use eldest::doc::Countdown;
///
/// let mut list = MoveList::default();
/// for left in [3, 9, 1] {
///     let heap = Countdown::new(left);
///     list.refill(|out| heap.moves(out));
///     assert_eq!((list.get(0), list.len()), (Some(1), left.min(3).into()));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct MoveList<M>(Vec<Ranked<M>>);

impl<M> Default for MoveList<M> {
    /// Returns an empty list.
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<M: Copy> MoveList<M> {
    /// Replaces the contents with the moves that `generate` pushes, in that order.
    #[inline]
    pub fn refill(&mut self, generate: impl FnOnce(&mut Moves<'_, M>)) {
        self.0.clear();
        generate(&mut Moves::on(&mut self.0));
    }

    /// Iterates over the moves in the order in which they were pushed.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = M> + '_ {
        self.0.iter().map(|ranked| ranked.mv)
    }

    /// Iterates over the moves, each with the rank that it was pushed with, in the same order.
    #[inline]
    pub fn iter_ranked(&self) -> impl ExactSizeIterator<Item = (M, i32)> + '_ {
        self.0.iter().map(|ranked| (ranked.mv, ranked.rank))
    }

    /// Returns the move at `index`, counted from 0.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<M> {
        self.0.get(index).map(|ranked| ranked.mv)
    }

    /// Returns the number of moves.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the list is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
