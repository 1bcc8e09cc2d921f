//! How a team searches that is eager to share.

use crate::chance::Chance;
use crate::sharing::lively;
use eldest::options::{Driver, Sharing};
use eldest::{DepthMatch, Options};

/// A team that is eager to share, with any driver and every switch of the search thrown.
pub(in crate::targets) fn options(chance: &mut impl Chance) -> Options {
    let (algorithm, threads) = (lively(chance), chance.pick(&[3, 4, 3, 2]));
    let (sharing, learns) = (sharing(chance), chance.odds(12));
    let (driver, prover) = (driver(chance), prover(chance));
    let (far, near) = (chance.odds(12), chance.odds(50));
    Options::default().with(|options| {
        (options.algorithm, options.threads, options.sharing) = (algorithm, threads, sharing);
        (options.driver, options.driver_to_end) = (driver, prover);
        (options.history, options.countermove, options.killers) = (learns, learns, learns);
        (options.local_table_bytes, options.table_from) = (32, if far { 2 } else { 0 });
        options.local_table_from = (far && near).then_some(0);
        options.etc = chance.pick(&[None, Some(0)]);
        options.iid = chance.odds(12);
        if chance.odds(12) {
            options.depth_match = DepthMatch::AtLeast;
        }
        options.sharing.passes = chance.pick(&[Some(2), Some(2), Some(3), None]);
    })
}

/// Any driver; windows that fail high by more than a point are those at which threads come too
/// late.
fn driver(chance: &mut impl Chance) -> Driver {
    let narrow = Driver::Aspiration { delta: chance.pick(&[1, 3, 8, 50]) };
    chance.pick(&[narrow, Driver::Bisection, narrow, Driver::MtdF, Driver::Pvs])
}

/// Any of those that prove values; most often null windows, which tell from any other window that
/// is asked.
fn prover(chance: &mut impl Chance) -> Driver {
    if chance.odds(50) { Driver::Bisection } else { driver(chance) }
}

fn sharing(chance: &mut impl Chance) -> Sharing {
    Sharing::default().with(|sharing| {
        sharing.split_depth = chance.pick(&[0, 0, 0, 1]);
        sharing.split_work = chance.pick(&[0, 0, 0, 3]);
        sharing.only_when_idle = chance.odds(20);
        sharing.split_workers = chance.pick(&[usize::MAX, usize::MAX, 2]);
        sharing.cut_siblings = chance.pick(&[Some(0), Some(1), None, Some(2)]);
        sharing.defer_depth = chance.pick(&[Some(0), Some(0), Some(1), None]);
        sharing.call_after = chance.pick(&[0, 0, 0, 5]);
        sharing.common_history = chance.odds(50);
    })
}
