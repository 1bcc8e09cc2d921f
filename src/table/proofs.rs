//! What a table has proved of the game played to its end, for others than searches.

use super::{NewEntry, Table};
use crate::position::Points;
use crate::{Bound, Bounds, Depth, Position, Score};

/// What `table` has proved of the value of `position`, of the game played to the end: of the whole value, with the
/// points that were [taken](Position::taken) before. `None` if it knows nothing of the position, or rests on a
/// horizon.
///
/// ```
/// use eldest::table::proved;
/// use eldest::{Engine, Limits};
/// # use eldest::doc::Countdown;
///
/// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
/// assert_eq!(proved(engine.table(), &Countdown::new(9)), None);
/// let report = engine.solve(&Countdown::new(9), &Limits::new())?;
/// let known = proved(engine.table(), &Countdown::new(9)).expect("it was searched");
/// assert!(known.contains(report.value().expect("it is known")));
/// # Ok::<(), eldest::Error>(())
/// ```
#[must_use]
pub fn proved<P: Position>(table: &impl Table, position: &P) -> Option<Bounds> {
    let entry = table.probe(table.slot(position.key()), Depth::END)?;
    let is_proved = entry.proved && entry.depth.is_end();
    is_proved.then(|| Points::at(position).whole_bounds(entry.bounds))
}

/// Lets `table` know that the value of `position`, of the game played to the end, lies in `told`: of the whole value, as
/// [`proved`] tells it. It is kept as if a search of `work` nodes had found it. Whether that was new, and can be true by
/// the rules and by what the table has proved; what cannot is not kept.
///
/// It is believed: a search that meets it says so.
///
/// ```
/// use eldest::table::{proved, teach};
/// use eldest::{Bounds, Engine, Score};
/// # use eldest::doc::Countdown;
///
/// let engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
/// let (table, heap) = (engine.table(), Countdown::new(9));
/// let told = Bounds::new(Score::win_in(5), Score::WIN);
/// assert!(teach(table, &heap, told, 1_000));
/// assert!(!teach(table, &heap, told, 1_000), "it is known");
/// assert_eq!(proved(table, &heap).map(|known| known.lower()), Some(Score::win_in(5)));
/// # Ok::<(), eldest::Error>(())
/// ```
pub fn teach<P: Position>(table: &impl Table, position: &P, told: Bounds, work: u64) -> bool {
    let own = position.bounds();
    let own = own.intersect(position.range()).unwrap_or(own);
    let before = proved(table, position).map_or(Some(own), |known| own.intersect(known));
    let now = before.and_then(|before| before.intersect(told));
    let Some(now) = now.filter(|now| before != Some(*now)) else { return false };
    let to_come = Points::at(position).bounds_to_come(now);
    let slot = table.slot(position.key());
    for (value, bound) in entries(to_come, now.lower > own.lower, now.upper < own.upper) {
        let entry = NewEntry::new(value, bound, Depth::END);
        table.store(slot, entry.with(|new| (new.proved, new.work) = (true, work)));
    }
    true
}

/// Bounds as entries: those ends that `tell` more than the rules.
fn entries(bounds: Bounds, lower: bool, upper: bool) -> impl Iterator<Item = (Score, Bound)> {
    let exact = bounds.value().map(|value| (value, Bound::Exact));
    let lower = (lower && exact.is_none()).then_some((bounds.lower, Bound::Lower));
    let upper = (upper && exact.is_none()).then_some((bounds.upper, Bound::Upper));
    exact.into_iter().chain(lower).chain(upper)
}
