//! [`BatchPlan`]: the positions of a batch, and the user's actions.

use super::super::case::options;
use super::super::memory::{ScheduleTable, failing};
use crate::AnyTable;
use crate::chance::Chance;
use crate::fuse::UserCall;
use crate::graph::{GameGraph, GraphSeed, GraphSize, GraphValues};
use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::{Limits, Options, Position, StopToken};
use std::sync::Arc;
use std::time::Duration;

const SIZE: GraphSize = GraphSize { least: 24, nodes: 64, height: 7 };
/// The most positions.
const MOST: u64 = 12;

/// This many more plies need a larger stack, however sizes are rounded.
pub(super) const MUCH_MORE: u32 = 3_000;

/// Calls of the rules that may panic.
const CALLS: [UserCall; 6] = [
    UserCall::Play,
    UserCall::Moves,
    UserCall::Over,
    UserCall::Undo,
    UserCall::Key,
    UserCall::Clone,
];

/// The positions of a batch, and the user's actions.
#[derive(Clone, Debug)]
pub(super) struct BatchPlan<const A: bool, const D: bool> {
    /// The graphs, one for each set of rules.
    pub(super) games: Vec<(GameGraph<A, D>, Arc<GraphValues>)>,
    pub(super) options: Options,
    pub(super) items: Vec<BatchItem>,
    /// The position whose search is held.
    pub(super) held: Option<usize>,
    /// The call at which the rules panic, and the number of calls until then.
    pub(super) panic: Option<(UserCall, u64)>,
    /// Whether the batch is dropped once all positions have begun.
    pub(super) is_dropped: bool,
    table_bytes: usize,
    fails: u32,
}

/// A position of a batch.
#[derive(Clone, Debug)]
pub(super) struct BatchItem {
    /// The index of its game.
    pub(super) game: usize,
    /// The node.
    pub(super) at: u16,
    /// The plies declared beyond those of its graph.
    pub(super) more: u32,
    pub(super) limit: ItemLimit,
    /// The actions of the user after the position has begun.
    pub(super) actions: Vec<UserAction>,
}

/// A limit of a position, apart from a token.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ItemLimit {
    None,
    Nodes(u64),
    Steps(u64),
    /// Its token is thrown before it begins.
    Stopped,
}

/// An action of the user.
#[derive(Copy, Clone, Debug)]
pub(super) enum UserAction {
    /// Idles for this many steps.
    Rest(u64),
    /// Takes a report if there is one.
    Take,
    /// Withdraws the position with this number, and waits for its report.
    Withdraw(usize),
    /// Throws the token of the position with this number, and waits for its report.
    Throw(usize),
    /// Releases the search that is held.
    Open,
}

impl ItemLimit {
    fn some(chance: &mut impl Chance) -> Self {
        match chance.below(11) {
            7 => Self::Stopped,
            8 => Self::Nodes(chance.below(60)),
            9 | 10 => Self::Steps(chance.below(800)),
            _ => Self::None,
        }
    }

    pub(super) fn limits(self, token: &StopToken) -> Limits {
        let limits = Limits::new().stop(token);
        match self {
            Self::None | Self::Stopped => limits,
            Self::Nodes(nodes) => limits.nodes(nodes),
            Self::Steps(steps) => limits.time(Duration::from_micros(steps)),
        }
    }
}

impl UserAction {
    fn some(chance: &mut impl Chance, begun: usize) -> Self {
        let number = |chance: &mut _| Chance::below(chance, begun as u64) as usize;
        match chance.below(8) {
            0 | 1 => Self::Rest(chance.below(200)),
            2 | 3 => Self::Take,
            4 | 5 => Self::Withdraw(number(chance)),
            6 => Self::Throw(number(chance)),
            _ => Self::Open,
        }
    }
}

impl BatchItem {
    fn some<const A: bool, const D: bool>(
        chance: &mut impl Chance,
        games: &[(GameGraph<A, D>, Arc<GraphValues>)],
        number: usize,
    ) -> Self {
        let game = chance.below(games.len() as u64) as usize;
        let at = chance.below(u64::from(games[game].0.size().min(12))) as u16;
        let more = chance.pick(&[0, 0, 0, 1, 0, 2, MUCH_MORE, 5 * MUCH_MORE]);
        let limit = ItemLimit::some(chance);
        let count = chance.pick(&[0, 0, 0, 1, 2]);
        let actions = (0..count).map(|_| UserAction::some(chance, number + 1)).collect();
        Self { game, at, more, limit, actions }
    }
}

impl<const A: bool, const D: bool> BatchPlan<A, D> {
    /// Decodes important choices first: if bytes run out, there are few positions and no actions.
    pub(super) fn decode(u: &mut Unstructured<'_>) -> Result<Self> {
        let (seeds, count) = (<[GraphSeed; 3]>::arbitrary(u)?, 2 + u.pick(&[0, 1, 0]));
        let options = options(u);
        let threads = if u.odds(15) { 1 } else { options.threads };
        let options = options.with(|options| options.threads = threads);
        let panic = (u.below(8) == 1).then(|| (u.pick(&CALLS), 1 + u.below(120)));
        let (is_held, is_dropped) = (u.odds(40), u.odds(12));
        let (table_bytes, fails) = (u.pick(&[4096, 192]), u.pick(&[0, 0, 0x1084_2108]));
        let mut bytes = Unstructured::new(u.bytes(ITEM_BYTES.min(u.len()))?);
        let games = seeds[..count].iter().map(|seed| {
            let graph = seed.graph(u, SIZE)?;
            let values = Arc::new(GraphValues::of(&graph));
            Ok((graph, values))
        });
        let games = games.collect::<Result<Vec<_>>>()?;
        let items = (0..2 + bytes.below(MOST - 1) as usize)
            .map(|number| BatchItem::some(&mut bytes, &games, number))
            .collect::<Vec<_>>();
        let held = is_held.then(|| bytes.below(items.len().min(3) as u64) as usize);
        Ok(Self { games, options, items, held, panic, is_dropped, table_bytes, fails })
    }

    /// The fingerprint of an item's rules. If bytes run out, two games may have the same rules.
    pub(super) fn rules(&self, number: usize) -> u64 {
        self.games[self.items[number].game].0.fingerprint()
    }

    pub(super) fn table(&self) -> ScheduleTable {
        failing(AnyTable::shared(self.table_bytes), self.fails)
    }
}

/// The bytes that determine the items of a batch.
const ITEM_BYTES: usize = 96;
