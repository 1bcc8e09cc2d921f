//! What a table has proved of the game played to its end, for others than searches.

use super::Table;
use crate::position::Points;
use crate::{Bounds, Depth, Position};

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
