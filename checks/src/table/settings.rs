//! How searches are set up: every switch by chance.

use crate::Chance;
use eldest::{Algorithm, DepthMatch, Driver, Options, Sharing};

/// Those with several threads.
const PARALLEL: [Algorithm; 6] = [
    Algorithm::YoungBrothersWait,
    Algorithm::RootSplit,
    Algorithm::PvSplit,
    Algorithm::Abdada,
    Algorithm::SimplifiedAbdada,
    Algorithm::LazySmp,
];

/// Any switches; one thread as often as several, which are eager to share. Entries count at equal
/// depth.
pub(super) fn options(chance: &mut impl Chance) -> Options {
    let options = switches(chance);
    if !chance.odds(50) {
        return options;
    }
    let sharing = eager(chance);
    options.with(|options| {
        (options.algorithm, options.sharing) = (chance.pick(&PARALLEL), sharing);
        options.threads = chance.pick(&[2, 2, 3, 3, 4, 1]);
    })
}

fn driver(chance: &mut impl Chance) -> Driver {
    let narrow = Driver::Aspiration { delta: chance.pick(&[1, 0, 3, 50, u32::MAX]) };
    chance.pick(&[Driver::Pvs, narrow, Driver::MtdF, Driver::Bisection])
}

fn switches(chance: &mut impl Chance) -> Options {
    Options::default().with(|o| {
        (o.driver, o.prover) = (driver(chance), driver(chance));
        o.depth_match = DepthMatch::Exact;
        let bits = chance.below(256);
        let flag = |bit: u32| bits >> bit & 1 == 0;
        (o.table_move, o.ranks, o.killers) = (flag(0), flag(1), flag(2));
        (o.history, o.countermove, o.iid) = (flag(3), flag(4), !flag(5));
        o.etc = [None, Some(0), None, Some(2)][(bits >> 6) as usize];
        o.table_from = chance.pick(&[0, 0, 1, 3]);
    })
}

fn eager(chance: &mut impl Chance) -> Sharing {
    Sharing::default().with(|sharing| {
        sharing.split_depth = chance.pick(&[0, 0, 1, 2]);
        sharing.split_work = chance.pick(&[0, 0, 0, 3]);
        sharing.call_after = chance.pick(&[0, 0, 0, 5]);
        sharing.only_when_idle = chance.odds(30);
        sharing.split_workers = chance.pick(&[usize::MAX, 2, 3]);
        sharing.cut_brothers = chance.pick(&[None, Some(0), Some(1), Some(2)]);
        sharing.defer_depth = chance.pick(&[Some(0), Some(1), Some(2), None]);
        sharing.common_history = chance.odds(30);
    })
}
