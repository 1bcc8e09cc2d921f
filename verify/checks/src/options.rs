//! Every switch of the search thrown by chance.

use crate::Chance;
use eldest::options::Driver;
use eldest::{DepthMatch, Options};

/// One of the drivers.
pub fn driver(chance: &mut impl Chance) -> Driver {
    let narrow = Driver::Aspiration { delta: chance.pick(&[0, 1, 3, 50, u32::MAX]) };
    chance.pick(&[Driver::Pvs, narrow, Driver::MtdF, Driver::Bisection])
}

/// Every switch thrown by chance; entries count at equal depth.
pub fn options(chance: &mut impl Chance) -> Options {
    Options::default().with(|o| {
        o.driver = driver(chance);
        o.driver_to_end = driver(chance);
        o.depth_match = DepthMatch::Exact;
        o.table_move = chance.odds(70);
        o.ranks = chance.odds(50);
        o.killers = chance.odds(50);
        o.history = chance.odds(50);
        o.countermove = chance.odds(50);
        o.iid = chance.odds(50);
        o.etc = chance.pick(&[None, Some(0), Some(2)]);
        o.table_from = chance.pick(&[0, 0, 1, 3, 6]);
        o.local_table_from = chance.pick(&[None, Some(0), Some(2)]);
        o.local_table_bytes = chance.pick(&[0, 128, 4096]);
    })
}
