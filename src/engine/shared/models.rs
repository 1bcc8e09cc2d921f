//! The end of a search, and who waits for it.

use super::{Control, Error, Shared};
use crate::Limits;
use crate::sync::{Arc, lock};
use loom::thread::spawn;

/// Whoever waits for the end of a search is told, whenever it ends, and hears the outcome.
pub fn the_end_is_heard() {
    wait_for(|shared| shared.end(Err(Error::Endless), None));
}

/// The same, if nobody were woken.
pub fn wrong_without_waking() {
    wait_for(|shared| {
        let mut state = lock(&shared.state);
        (state.outcome, state.ended) = (Some(Err(Error::Endless)), true);
    });
}

fn wait_for(end: fn(&Shared<u8>)) {
    let shared = Shared::new(Arc::new(Control::new(&Limits::new())));
    let searching = Arc::clone(&shared);
    let search = spawn(move || end(&searching));
    assert!(matches!(shared.wait(), Some(Err(Error::Endless))), "no outcome");
    search.join().unwrap();
}
