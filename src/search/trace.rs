//! [`Tracer`]: who watches every node.

use super::node::NodeType;
use crate::{Depth, Score, Window};

/// Sees every node of a search: for drawings, for experiments, for learning.
///
/// The search is compiled anew for each tracer, so watching costs nothing when nobody watches. At
/// each node [`enter`](Self::enter) is called, then the same for the children, each after a call
/// of [`play`](Self::play), then [`leave`](Self::leave). A node left by an abort is not `leave`d.
/// Quiescence plays moves, but its nodes are not entered. The root is entered once for each pass.
/// The textbook algorithms can be watched too ([`GameTree::traced_by`]).
///
/// [`GameTree::traced_by`]: crate::textbook::GameTree::traced_by
///
/// ```
/// use eldest::observe::{NodeType, Tracer};
/// use eldest::{Depth, Engine, Limits, Window};
/// # use eldest::doc::Countdown;
///
/// /// How many nodes were visited at each ply.
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
    /// A node is entered, `ply` moves below the root, with `window` and remaining `depth`.
    #[inline]
    fn enter(&mut self, _ply: u32, _window: Window, _depth: Depth, _kind: NodeType) {}

    /// The node found `value`, fail-soft. It is a cutoff if `value` is at or above the window's beta.
    #[inline]
    fn leave(&mut self, _ply: u32, _value: Score) {}

    /// `mv` is played at a node `ply` moves below the root.
    #[inline]
    fn play(&mut self, _ply: u32, _mv: M) {}
}

/// Nobody watches.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct NoTracer;

impl<M> Tracer<M> for NoTracer {}
