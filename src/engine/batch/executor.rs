//! [`Executor`]: what works on many positions at once; [`InOrder`]: its answers, in the order of the questions.

use std::collections::BTreeMap;
use std::fmt;
use std::iter::Fuse;

/// Something that works on many positions at once, and hands each answer back when it is there, in whatever
/// order that is. [`InOrder`] puts the answers in order again.
///
/// [`Batch`](crate::batch::Batch) is the one of this library: the threads of an engine, over its table. The
/// trait is there for others, and open for that reason: to send positions to another machine, or to a cluster of
/// them, takes files, networks and formats, with which this library does not meddle. So it asks as little as it
/// can. What is asked about the positions, and within which limits, is settled when an executor is made; what an
/// answer is, it says itself ([`Answer`](Self::Answer)), since a [`Report`](crate::Report) with all that is in
/// it need not travel. To drop an executor gives up what it has not answered.
///
/// ```
/// use eldest::batch::{Executor, InOrder};
/// use eldest::textbook::{GameTree, negamax};
/// use eldest::{Depth, Score, ZeroEvaluator};
/// use std::collections::VecDeque;
/// # use eldest::doc::Countdown;
///
/// /// Believes in minimax, and answers the last question first.
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
    /// What comes of a position.
    type Answer;

    /// How many positions are to be with it at a time, so that it always has something to do: a small multiple
    /// of those that it works on at once. [`InOrder`] takes no more positions than that before it has given the
    /// first answer of them. 0 is taken as 1.
    fn capacity(&self) -> usize;

    /// Begins with `position`, or does so when there is room. `number` is the caller's name for it, and that of
    /// no other position which is not answered yet.
    fn begin(&mut self, number: usize, position: P);

    /// Blocks until a position is answered: its number, and what came of it. `None` if none is left. Each
    /// position is answered once, whatever comes of it.
    fn answer(&mut self) -> Option<(usize, Self::Answer)>;

    /// An answer that has come already, without waiting for one. `None`, the default, says nothing about what is
    /// left: whoever wants to know asks for an [`answer`](Self::answer).
    fn answer_now(&mut self) -> Option<(usize, Self::Answer)> {
        None
    }

    /// Nobody wants to know any more what comes of the position of this number: it may be answered at once, with
    /// whatever is known of it. It is answered in any case. Does nothing by default, and nothing where no such position
    /// is left.
    fn withdraw(&mut self, _number: usize) {}
}

/// As the executor in the box.
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
/// Positions are taken while there is room for them ([`Executor::capacity`]), within
/// [`next`](Iterator::next) and nowhere else. So an iterator of positions that waits, for lines that somebody
/// types, holds up answers: a program of that kind asks the executor itself (`docs/many-positions.md`). A panic of
/// the iterator of positions goes on to the caller.
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
#[must_use = "positions are taken only as answers are asked for"]
pub struct InOrder<X: Executor<I::Item>, I: Iterator> {
    executor: X,
    positions: Fuse<I>,
    /// So many positions were taken, and so many answers given.
    begun: usize,
    told: usize,
    /// Answers that came before others that are to be told first.
    early: BTreeMap<usize, X::Answer>,
}

impl<X: Executor<I::Item>, I: Iterator> InOrder<X, I> {
    /// The answers of `executor` to `positions`. The executor has none of its own to answer.
    pub fn new(executor: X, positions: impl IntoIterator<IntoIter = I>) -> Self {
        let (positions, early) = (positions.into_iter().fuse(), BTreeMap::new());
        Self { executor, positions, begun: 0, told: 0, early }
    }

    /// Takes positions while there is room.
    fn fill(&mut self) {
        while self.begun - self.told < self.executor.capacity().max(1) {
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
        while !self.early.contains_key(&self.told) {
            let (number, answer) = self.executor.answer()?;
            self.early.insert(number, answer);
            self.fill();
        }
        self.told += 1;
        self.early.remove(&(self.told - 1))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (under_way, (least, most)) = (self.begun - self.told, self.positions.size_hint());
        (least.saturating_add(under_way), most.and_then(|most| most.checked_add(under_way)))
    }
}

impl<X: Executor<I::Item> + fmt::Debug, I: Iterator> fmt::Debug for InOrder<X, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("InOrder");
        shown.field("executor", &self.executor).field("begun", &self.begun);
        shown.field("told", &self.told).finish_non_exhaustive()
    }
}
