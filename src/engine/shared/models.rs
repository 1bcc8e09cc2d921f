//! The end of a search, and who waits for it.

use super::{Control, Error, Shared};
use crate::Limits;
use crate::sync::{Arc, lock};
use loom::thread::{JoinHandle, spawn};
use std::time::Duration;

/// Whoever waits for the end of a search is told, whenever it ends, and hears the outcome.
pub fn the_end_is_heard() {
    wait_for(|shared| shared.end(Err(Error::Endless), None));
}

/// The same, of who waits for so long at most, and then asks for the outcome.
pub fn the_end_is_heard_in_time() {
    let (shared, search) = search(|shared| shared.end(Err(Error::Endless), None));
    assert!(shared.wait_timeout(Duration::MAX), "it has ended");
    assert!(matches!(shared.wait(), Some(Err(Error::Endless))), "no outcome");
    search.join().unwrap();
}

/// The same, if nobody were woken.
pub fn wrong_without_waking() {
    wait_for(|shared| {
        let mut state = lock(&shared.state);
        (state.outcome, state.ended) = (Some(Err(Error::Endless)), true);
    });
}

fn wait_for(end: fn(&Shared<u8>)) {
    let (shared, search) = search(end);
    assert!(matches!(shared.wait(), Some(Err(Error::Endless))), "no outcome");
    search.join().unwrap();
}

/// A search that does no more than end.
fn search(end: fn(&Shared<u8>)) -> (Arc<Shared<u8>>, JoinHandle<()>) {
    let shared = Shared::new(Arc::new(Control::new(&Limits::new())));
    let searching = Arc::clone(&shared);
    let search = spawn(move || end(&searching));
    (shared, search)
}
