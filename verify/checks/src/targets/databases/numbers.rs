//! [`Numbers`]: the numbering of a [`World`].

use super::world::{Cyclic, World};
use eldest::{Position, Score};
use eldest_retro::{Numbering, Place, Slice};
use std::sync::Arc;

/// The numbering of a world. `BACK`: it knows predecessors, finished games among them.
#[derive(Clone, Debug)]
pub(super) struct Numbers<const BACK: bool> {
    pub(super) world: Arc<World>,
    pub(super) fingerprint: u64,
    /// Whether mirror images have no known value if it is a distant win or loss.
    pub(super) is_strict: bool,
}

impl<const BACK: bool> Numbers<BACK> {
    pub(super) fn new(world: &Arc<World>) -> Self {
        Self { world: Arc::clone(world), fingerprint: 78, is_strict: false }
    }
}

impl<const BACK: bool> Numbering for Numbers<BACK> {
    type Position = Cyclic<BACK>;
    const HAS_PREDECESSORS: bool = BACK;

    fn slices(&self) -> &[Slice] {
        &self.world.slices
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    fn place(&self, position: &Cyclic<BACK>) -> Option<Place> {
        self.world.nodes[position.at].place
    }

    fn position(&self, place: Place) -> Option<Cyclic<BACK>> {
        let at = self.world.node_at(place)?;
        Some(Cyclic { world: Arc::clone(&self.world), at, is_mirrored: false })
    }

    fn for_each_predecessor(
        &self,
        slice: usize,
        position: &Cyclic<BACK>,
        mut found: impl FnMut(u64, bool),
    ) {
        let world = &self.world;
        for edge in &world.nodes[position.at].back {
            if let Some(place) = world.nodes[edge.to].place.filter(|place| place.slice == slice) {
                let mut before = position.clone();
                (before.at, before.is_mirrored) = (edge.to, position.is_mirrored ^ edge.mirrors);
                found(place.number, before.side() != position.side());
            }
        }
    }

    fn holds(&self, position: &Cyclic<BACK>, score: Score) -> bool {
        !(self.is_strict && position.is_mirrored && score.distance() > Some(3))
    }
}
