//! [`Executor`]: searches many positions at once; [`InOrder`]: its answers in the order of the
//! positions.

use std::collections::BTreeMap;
use std::fmt;
use std::iter::Fuse;

/// Works on many positions at once and returns each answer as soon as it is available, in any
/// order. [`InOrder`] restores the order.
///
/// This library implements it with [`Batch`](crate::batch::Batch): the threads of an engine, over
/// its table. The trait exists for other implementations: sending positions to another machine or a
/// cluster takes files, networks and formats, which this library leaves to you. So it requires as
/// little as possible. The limits and the kind of search are fixed when an executor is created, and
/// the executor defines the type of its [answers](Self::Answer), since a complete
/// [`Report`](crate::Report) need not travel. Dropping an executor abandons the positions that it
/// has not answered.
///
/// ```
/// use eldest::batch::{Executor, InOrder};
/// use eldest::textbook::{GameTree, negamax};
/// use eldest::{Depth, Score, ZeroEvaluator};
/// use std::collections::VecDeque;
/// # use eldest::doc::Countdown;
///
/// /// Uses minimax, and answers the latest position first.
/// #[derive(Default)]
/// struct Patient(VecDeque<(usize, Countdown)>);
///
/// impl Executor<Countdown> for Patient {
///     type Answer = Score;
///
///     fn capacity(&self) -> usize { 3 }
///     fn begin(&mut self, number: usize, heap: Countdown) { self.0.push_front((number, heap)) }
///     fn answer(&mut self) -> Option<(usize, Score)> {
///         let (number, heap) = self.0.pop_front()?;
///         Some((number, negamax(&mut GameTree::new(heap, &ZeroEvaluator), Depth::END)))
///     }
/// }
///
/// let heaps = [3, 4, 5, 8, 9].map(Countdown::new);
/// let wins = InOrder::new(Patient::default(), heaps).map(|value| value > Score::DRAW);
/// assert_eq!(wins.collect::<Vec<_>>(), [true, false, true, false, true]);
/// ```
pub trait Executor<P> {
    /// The result for a position.
    type Answer;

    /// Returns how many positions the executor should hold at a time to stay busy: a small multiple
    /// of those that it works on at once. [`InOrder`] keeps at most this many positions begun
    /// beyond those whose answers it has returned. 0 is treated as 1.
    fn capacity(&self) -> usize;

    /// Begins `position`, or queues it until there is room. `number` identifies it; no other
    /// unanswered position has the same number.
    fn begin(&mut self, number: usize, position: P);

    /// Blocks until a position is answered; returns its number and the answer. Returns `None` if no
    /// position is left. Each position is answered once, whatever happens.
    fn answer(&mut self) -> Option<(usize, Self::Answer)>;

    /// Returns an answer that is already available, without waiting. `None`, the default, does not
    /// mean that no position is left: call [`answer`](Self::answer) to find out.
    fn answer_now(&mut self) -> Option<(usize, Self::Answer)> {
        None
    }

    /// Withdraws the position of this number: it may be answered at once, with any result so far.
    /// It is still answered. Does nothing by default, and nothing if there is no such position.
    fn withdraw(&mut self, _number: usize) {}
}

/// Forwards to the boxed executor.
impl<P, X: Executor<P> + ?Sized> Executor<P> for Box<X> {
    type Answer = X::Answer;

    fn capacity(&self) -> usize {
        (**self).capacity()
    }

    fn begin(&mut self, number: usize, position: P) {
        (**self).begin(number, position);
    }

    fn answer(&mut self) -> Option<(usize, X::Answer)> {
        (**self).answer()
    }

    fn answer_now(&mut self) -> Option<(usize, X::Answer)> {
        (**self).answer_now()
    }

    fn withdraw(&mut self, number: usize) {
        (**self).withdraw(number);
    }
}

/// The answers of an [`Executor`] to an iterator of positions, in the order of the positions.
///
/// Positions are taken while there is room ([`Executor::capacity`]), only within
/// [`next`](Iterator::next). So an iterator that blocks, for instance on lines typed by a user,
/// delays answers: such a program should call the executor directly (`docs/many-positions.md`). A
/// panic of the iterator of positions propagates to the caller.
///
/// ```
/// use eldest::batch::InOrder;
/// use eldest::{Engine, Limits};
/// # use eldest::doc::Countdown;
///
/// let mut engine = Engine::<Countdown>::builder().threads(2).table_bytes(1 << 20).build()?;
/// let batch = engine.batch(|query| query.limits(&Limits::new().depth(3)));
/// let mut best_moves = Vec::new();
/// for outcome in InOrder::new(batch, (5..9).map(Countdown::new)) {
///     best_moves.push(outcome?.best_move);
/// }
/// assert_eq!((best_moves.len(), best_moves[0]), (4, Some(1)));
/// # Ok::<(), eldest::Error>(())
/// ```
#[must_use = "positions are taken only as answers are taken"]
pub struct InOrder<X: Executor<I::Item>, I: Iterator> {
    executor: X,
    positions: Fuse<I>,
    /// The numbers of positions begun and of answers returned.
    begun: usize,
    returned: usize,
    /// Answers that have arrived before earlier ones.
    early: BTreeMap<usize, X::Answer>,
}

impl<X: Executor<I::Item>, I: Iterator> InOrder<X, I> {
    /// Returns the answers of `executor` to `positions`. The executor must have no positions of its
    /// own.
    pub fn new(executor: X, positions: impl IntoIterator<IntoIter = I>) -> Self {
        let (positions, early) = (positions.into_iter().fuse(), BTreeMap::new());
        Self { executor, positions, begun: 0, returned: 0, early }
    }

    /// Takes positions while there is room.
    fn fill(&mut self) {
        while self.begun - self.returned < self.executor.capacity().max(1) {
            let Some(position) = self.positions.next() else { return };
            self.executor.begin(self.begun, position);
            self.begun += 1;
        }
    }
}

impl<X: Executor<I::Item>, I: Iterator> Iterator for InOrder<X, I> {
    type Item = X::Answer;

    fn next(&mut self) -> Option<X::Answer> {
        self.fill();
        while !self.early.contains_key(&self.returned) {
            let (number, answer) = self.executor.answer()?;
            self.early.insert(number, answer);
            self.fill();
        }
        self.returned += 1;
        self.early.remove(&(self.returned - 1))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (under_way, (least, most)) = (self.begun - self.returned, self.positions.size_hint());
        (least.saturating_add(under_way), most.and_then(|most| most.checked_add(under_way)))
    }
}

impl<X: Executor<I::Item> + fmt::Debug, I: Iterator> fmt::Debug for InOrder<X, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("InOrder");
        shown.field("executor", &self.executor).field("begun", &self.begun);
        shown.field("returned", &self.returned).finish_non_exhaustive()
    }
}
