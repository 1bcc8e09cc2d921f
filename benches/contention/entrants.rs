//! The contestants.

use crate::accesses::Accesses;
use crate::contestants::{Contestant, Keys, Mapped, Plain, Tabled};
use crate::race::{Run, race};
use eldest::table::{MapTable, OneWordTable};
use eldest::{KeyKind, Position, SharedTable};
use eldest_games::connect4::ConnectFour;
use std::sync::Arc;

const TABLE_BYTES: usize = 64 << 20;
/// Of one thread in one race: 20 milliseconds or more.
const STEPS: u64 = 1 << 21;
/// Maps take longer.
const MAP_STEPS: u64 = STEPS / 8;
/// The table has 2^22 entries; there are four times as many positions.
const SHARED: Keys = Keys { space: 24, bits: 64 };

/// A contestant's name, the number of positions probed at once, and its race, by a number of
/// threads from a seed.
pub(crate) struct Entrant {
    pub(crate) name: &'static str,
    pub(crate) ahead: usize,
    pub(crate) race: Box<dyn Fn(usize, u64) -> Run>,
}

impl Entrant {
    fn new<const AHEAD: usize, C: Contestant + 'static>(
        name: &'static str,
        contestant: &Arc<C>,
        steps: u64,
    ) -> Self {
        let contestant = contestant.clone();
        let race = move |threads, number| race::<AHEAD>(&*contestant, steps, threads, number);
        Self { name, ahead: AHEAD, race: Box::new(race) }
    }
}

/// Makes a contestant ready: every position is stored once, and runs one race on no clock.
fn warm<C: Contestant>(contestant: C) -> Arc<C> {
    let unit = 1 << (u64::BITS - contestant.space());
    for draw in (0..1 << contestant.space()).map(|index: u64| index * unit) {
        contestant.step(contestant.slot(draw), draw);
    }
    race::<1>(&contestant, MAP_STEPS, 1, u64::from(u32::MAX));
    Arc::new(contestant)
}

/// The tables, and the memory accesses of each alone.
struct Tables {
    shared: Arc<Tabled<SharedTable>>,
    shared_accesses: Arc<Accesses<2, 8>>,
    one_word: Arc<Tabled<OneWordTable>>,
    one_word_accesses: Arc<Accesses<1, 2>>,
}

impl Tables {
    fn new() -> Self {
        let game = <ConnectFour>::default();
        let KeyKind::Unique { bits } = game.key_kind() else { unreachable!("its keys are unique") };
        // Twice the entries of the shared table.
        let keys = || Keys { space: SHARED.space + 1, bits };
        let shared = SharedTable::new(TABLE_BYTES).expect("there is memory");
        let one_word = OneWordTable::new(TABLE_BYTES, &game).expect("the key fits");
        Self {
            shared: warm(Tabled { table: shared, keys: SHARED }),
            shared_accesses: warm(Accesses::new(TABLE_BYTES, SHARED)),
            one_word: warm(Tabled { table: one_word, keys: keys() }),
            one_word_accesses: warm(Accesses::new(TABLE_BYTES, keys())),
        }
    }

    /// Each table, and right after it its accesses.
    fn entrants<const AHEAD: usize>(&self) -> [Entrant; 4] {
        [
            Entrant::new::<AHEAD, _>("SharedTable", &self.shared, STEPS),
            Entrant::new::<AHEAD, _>("  its accesses", &self.shared_accesses, STEPS),
            Entrant::new::<AHEAD, _>("OneWordTable", &self.one_word, STEPS),
            Entrant::new::<AHEAD, _>("  its accesses", &self.one_word_accesses, STEPS),
        ]
    }
}

/// The tables three times, and the maps at the end.
pub(crate) fn entrants() -> Vec<Entrant> {
    let tables = Tables::new();
    let maps = [
        Entrant::new::<1, _>("MapTable", &warm(Mapped(MapTable::new())), MAP_STEPS),
        Entrant::new::<1, _>("DashMap", &warm(Plain::default()), MAP_STEPS),
    ];
    let rows = [tables.entrants::<1>(), tables.entrants::<4>(), tables.entrants::<16>()];
    rows.into_iter().flatten().chain(maps).collect()
}
