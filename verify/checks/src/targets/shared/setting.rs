//! [`TablesAndEngines`]: the tables, and the engines with their games and evaluators.

use super::engine::{ErasedEngine, GraphEngine};
use super::owner::{OwnedTable, Player};
use crate::case::CaseTable;
use crate::graph::{FusedJudge, seeded_estimate};
use crate::sharing::{options, shared_options};
use crate::{AnyTable, Chance, GameGraph};
use arbitrary::{Result, Unstructured};
use eldest::table::{MapTable, NoTable, OneWordTable};
use eldest::{DepthMatch, Options, Position};

/// The number of games of each engine.
pub(super) const GAMES: usize = 2;
/// The numbers of nodes and plies of each game.
const SIZE: (u16, u16) = (14, 5);

/// A game whose wins count their distance, and in which a player may move twice.
type Twice = GameGraph<false, true>;
/// A game with strict alternation, decoded from the same bytes.
type InTurn = GameGraph<true, false>;

/// The tables, and the engines.
pub(super) struct TablesAndEngines {
    pub(super) tables: [OwnedTable; 2],
    pub(super) players: Vec<Player>,
    /// Whether deeper entries count in most searches.
    pub(super) deeper: bool,
}

impl TablesAndEngines {
    /// Two tables, and two or three engines, most of them at the first table; the games are decoded
    /// from `bytes`.
    pub(super) fn some(chance: &mut impl Chance, bytes: &mut Unstructured<'_>) -> Result<Self> {
        let (twice, in_turn) = some_games(bytes)?;
        let mut shared = || OwnedTable::new(some_table(chance, &twice[0]));
        let tables = [shared(), shared()];
        let (deeper, mut players) = (chance.odds(30), Vec::new());
        for number in 0..2 + chance.below(2) as usize {
            let table = usize::from(chance.odds(20));
            let mut engine = some_engine(chance, &tables[table].table, &twice, &in_turn);
            engine.set_options(some_options(chance, deeper));
            players.push(Player { engine, number, table });
        }
        Ok(Self { tables, players, deeper })
    }
}

/// Random options, sometimes with several threads or with thread-local tables. Deeper entries count
/// as given by `deeper`, with few exceptions.
pub(super) fn some_options(chance: &mut impl Chance, deeper: bool) -> Options {
    let (other, near) = (chance.odds(15), chance.odds(25));
    let options = if chance.odds(40) { shared_options(chance) } else { options(chance) };
    options.with(|options| {
        if deeper != other {
            options.depth_match = DepthMatch::AtLeast;
        }
        if near {
            (options.local_table_from, options.local_table_bytes, options.table_from) =
                (Some(0), 4096, 20);
        }
    })
}

/// Games of two types. The first games of both types are decoded from the same bytes, and may
/// declare the same.
fn some_games(bytes: &mut Unstructured<'_>) -> Result<([Twice; GAMES], [InTurn; GAMES])> {
    let mut same = Unstructured::new(bytes.peek_bytes(bytes.len()).unwrap_or_default());
    let in_turn = InTurn::arbitrary_within(&mut same, SIZE.0, SIZE.1)?;
    let mut twice = || Twice::arbitrary_within(bytes, SIZE.0, SIZE.1);
    let (first, second) = (twice()?, twice()?);
    // The second game may declare the same as the first, except that its keys include points.
    let turned = first.taken().is_some() && second.size() % 2 == 1;
    let second = if turned { first.with_points_in_its_keys() } else { second };
    Ok(([first, second], [in_turn.clone(), in_turn]))
}

/// A random table: of a few cache lines, unbounded, or the dense one if it serves `game`.
fn some_table(chance: &mut impl Chance, game: &Twice) -> AnyTable {
    let size = chance.pick(&[1024, 128, 256, 4096]);
    match chance.below(8) {
        1 | 2 => AnyTable::Map(MapTable::new()),
        3 => AnyTable::No(NoTable),
        4 if let Ok(table) = OneWordTable::new(size, game) => AnyTable::OneWord(table),
        _ => AnyTable::shared(size),
    }
}

/// An engine of one of several types, mostly the first, with one of several evaluators.
fn some_engine(
    chance: &mut impl Chance,
    table: &CaseTable,
    twice: &[Twice],
    in_turn: &[InTurn],
) -> Box<dyn ErasedEngine> {
    let seeded = FusedJudge::seeded;
    match chance.below(8) {
        5 => Box::new(GraphEngine::new(table, twice, seeded(1), |node| seeded_estimate(1, node))),
        // An equal evaluator as a closure, which declares no fingerprint.
        6 => {
            let closure = |node: &Twice| seeded_estimate(2, node);
            Box::new(GraphEngine::new(table, twice, closure, closure))
        }
        7 => Box::new(GraphEngine::new(table, in_turn, seeded(0), |node| seeded_estimate(0, node))),
        _ => Box::new(GraphEngine::new(table, twice, seeded(0), |node| seeded_estimate(0, node))),
    }
}
