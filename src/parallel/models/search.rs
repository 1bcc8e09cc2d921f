//! A whole search, of a few nodes, by two.

use super::{team, worker};
use crate::doc::Countdown;
use crate::parallel::helper::serve;
use crate::parallel::team::Team;
use crate::search::Aborted;
use crate::sync::Arc;
use crate::{Depth, Score, Window};
use loom::thread::spawn;

/// Two search together, and find the value; then both go home.
pub fn two_find_the_value() {
    assert_eq!(together(|_| ()), Ok(Score::win_in(1)));
}

/// The same, while somebody stops the search: the value, or none.
pub fn two_are_stopped() {
    let value = together(|team| {
        let team = Arc::clone(team);
        drop(spawn(move || team.stop()));
    });
    assert!(value.is_ok_and(|value| value == Score::win_in(1)) || value.is_err());
}

fn together(meanwhile: fn(&Arc<Team<Countdown, ()>>)) -> Result<Score, Aborted> {
    let team = team(2);
    let (mut first, second) = (worker(&team, 0), worker(&team, 1));
    let helping = Arc::clone(&team);
    let helper = spawn(move || serve(&helping, 1, || second));
    meanwhile(&team);
    let value = first.search_root(Window::FULL, Depth::END);
    let (_, panic) = team.dismiss();
    assert!(panic.is_none());
    helper.join().unwrap();
    value
}
