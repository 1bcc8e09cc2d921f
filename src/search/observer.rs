//! [`Observer`]: reports of each iteration. [`Tracer`]: reports of each node.

use super::node::NodeType;
use super::root_moves::RootMove;
use crate::{Bounds, Depth, Score, Window};
use std::time::Duration;

/// A completed iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Iteration<M> {
    /// The completed depth.
    pub depth: Depth,
    /// The value; bounds on it for a decision.
    pub value: Bounds,
    /// The moves, the best first, with the lines of those requested.
    pub moves: Vec<RootMove<M>>,
    /// Whether the value is that of the game itself.
    pub proved: bool,
    /// The progress at its end.
    pub progress: Progress,
}

/// The progress of a search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Progress {
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// The fill of the table, in thousandths.
    pub hashfull: u32,
}

impl Progress {
    /// Returns the nodes per second; 0 before any time has passed.
    #[must_use]
    pub fn speed(&self) -> f64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { self.nodes as f64 / seconds } else { 0.0 }
    }
}

/// Receives the events of a search, on the thread that searches, so its methods should be quick.
///
/// ```
/// use eldest::observe::{Iteration, Observer};
/// use eldest::{Depth, Engine, Limits};
/// use std::sync::mpsc::{Sender, channel};
/// # use eldest::doc::Countdown;
///
/// struct Depths(Sender<Depth>);
///
/// impl<M> Observer<M> for Depths {
///     fn iteration(&mut self, iteration: &Iteration<M>) {
///         self.0.send(iteration.depth).expect("a receiver");
///     }
/// }
///
/// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
/// let (sender, depths) = channel();
/// let query = engine.query(&Countdown::new(40)).limits(&Limits::new().depth(3));
/// query.observer(Depths(sender)).run()?;
/// assert_eq!(depths.try_iter().collect::<Vec<_>>(), [1, 2, 3].map(Depth::plies));
/// # Ok::<(), eldest::Error>(())
/// ```
pub trait Observer<M> {
    /// Called when an iteration is complete.
    fn iteration(&mut self, _iteration: &Iteration<M>) {}

    /// Called when a move at the root has been searched.
    fn root_move(&mut self, _searched: &RootMove<M>) {}

    /// Called when a move at the root is better than all before it in this iteration.
    fn line(&mut self, _better: &RootMove<M>) {}

    /// Called when a pass over the root has ended: the value at `depth` lies within `known`, which
    /// narrows from pass to pass until one value is left. At [`Depth::END`] the bounds are proved
    /// for the game itself. Where deeper entries count ([`AtLeast`](crate::DepthMatch::AtLeast)),
    /// passes may contradict each other.
    fn bounds(&mut self, _depth: Depth, _known: Bounds) {}

    /// Called about ten times a second.
    fn progress(&mut self, _progress: &Progress) {}
}

/// Ignores all events.
impl<M> Observer<M> for () {}

/// Receives every node of a search: for drawings, for experiments, for learning.
///
/// The search is compiled separately for each tracer, so searches without a tracer pay nothing. At
/// each node [`enter`](Self::enter) is called, then the same for the children, each after a call of
/// [`play`](Self::play), then [`leave`](Self::leave). A node left by an abort gets no `leave`.
/// Quiescence plays moves, but its nodes are not entered. The root is entered once for each pass.
/// The textbook algorithms accept tracers too ([`GameTree::traced_by`]).
///
/// [`GameTree::traced_by`]: crate::textbook::GameTree::traced_by
///
/// ```
/// use eldest::observe::{NodeType, Tracer};
/// use eldest::{Depth, Engine, Limits, Window};
/// # use eldest::doc::Countdown;
///
/// /// The number of nodes visited at each ply.
/// #[derive(Default)]
/// struct Plies(Vec<u64>);
///
/// impl<M> Tracer<M> for Plies {
///     fn enter(&mut self, ply: u32, _: Window, _: Depth, _: NodeType) {
///         let ply = ply as usize;
///         self.0.resize(self.0.len().max(ply + 1), 0);
///         self.0[ply] += 1;
///     }
/// }
///
/// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
/// let query = engine.query(&Countdown::new(40)).limits(&Limits::new().depth(6));
/// let (report, plies) = query.trace(Plies::default())?;
/// assert_eq!(plies.0.iter().sum::<u64>(), report.statistics.nodes);
/// # Ok::<(), eldest::Error>(())
/// ```
pub trait Tracer<M> {
    /// Called when a node is entered, `ply` moves below the root, with `window` and remaining
    /// `depth`.
    #[inline]
    fn enter(&mut self, _ply: u32, _window: Window, _depth: Depth, _kind: NodeType) {}

    /// Called when the node has returned `value`, fail-soft: a cutoff if it is at or above the
    /// window's beta.
    #[inline]
    fn leave(&mut self, _ply: u32, _value: Score) {}

    /// Called when `mv` is played at a node `ply` moves below the root.
    #[inline]
    fn play(&mut self, _ply: u32, _mv: M) {}
}

/// Ignores all nodes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct NoTracer;

impl<M> Tracer<M> for NoTracer {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_is_nodes_a_second() {
        let progress =
            |nodes, millis| Progress { nodes, time: Duration::from_millis(millis), hashfull: 0 };
        assert_eq!(progress(300, 200).speed(), 1_500.0);
        assert_eq!(progress(300, 0).speed(), 0.0);
    }
}
