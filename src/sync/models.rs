//! A job that comes while its thread ends.

use super::{Arc, Background, Inbox, lock};
use loom::thread::spawn;

/// It is run, or dropped: nothing keeps it, nor the inbox that it refers to.
pub fn a_late_job_is_run_or_dropped() {
    give_while_it_ends(|inbox, held| inbox.run(Box::new(move || drop(held))));
}

/// The same, if it were put into the inbox whether its thread has ended or not.
pub fn wrong_without_a_look_at_the_end() {
    give_while_it_ends(|inbox, held| {
        let job = Box::new(move || drop(held));
        lock(&inbox.jobs).waiting.push_back(job);
        inbox.wake_up.notify_one();
    });
}

fn give_while_it_ends(give: fn(&Inbox, Arc<Inbox>)) {
    let thread = Background::new(0).expect("a thread");
    let inbox = thread.inbox();
    let theirs = Arc::clone(&inbox);
    let other = spawn(move || give(&theirs, Arc::clone(&theirs)));
    drop(thread);
    other.join().unwrap();
    assert_eq!(Arc::strong_count(&inbox), 1, "the job is kept");
}
