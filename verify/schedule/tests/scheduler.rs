//! The scheduler finds concurrency bugs, and replays them bit for bit.

use eldest_schedule::{
    AtomicBool, AtomicU64, Condvar, Execution, ExecutionFailure, Mutex, Policy, Thread, lock, now,
    pass, run, spawn, turn_back, wait,
};
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

const STACK: usize = 1 << 16;
const MOST_STEPS: u64 = 10_000;

fn start<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Thread<T> {
    spawn(STACK, work).expect("within an execution")
}

/// Returns the first random execution that `is_wanted`, with its seed.
fn first<T: 'static>(
    main: fn() -> T,
    is_wanted: impl Fn(&Execution<T>) -> bool,
) -> (u64, Execution<T>) {
    let executions = (0..10_000).map(|seed| (seed, run(Policy::uniform(seed), MOST_STEPS, main)));
    executions.into_iter().find(|(_, execution)| is_wanted(execution)).expect("it happens")
}

/// Writes a pair of words one by one while another thread reads them.
fn torn() -> bool {
    let words = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
    let mine = Arc::clone(&words);
    let writer = start(move || mine.iter().for_each(|word| word.store(1, SeqCst)));
    let read = [words[0].load(SeqCst), words[1].load(SeqCst)];
    writer.join().expect("no panic");
    read[0] != read[1]
}

#[test]
fn a_torn_pair_is_seen_and_seen_again() {
    let (_, found) = first(torn, |execution| matches!(execution.result, Ok(true)));
    let whole = first(torn, |execution| matches!(execution.result, Ok(false))).1;
    assert_ne!(found.choices, whole.choices);
    let again = run(Policy::bytes(found.choices.clone(), 7), MOST_STEPS, torn);
    assert!(matches!(again.result, Ok(true)));
    assert_eq!((again.choices, again.steps), (found.choices, found.steps));
}

/// Sets a flag outside of the lock: the notification may come between the check and the sleep.
fn lost_wake_up() {
    let shared = Arc::new((AtomicBool::new(false), Mutex::new(()), Condvar::new()));
    let theirs = Arc::clone(&shared);
    let notifier = start(move || {
        theirs.0.store(true, SeqCst);
        theirs.2.notify_one();
    });
    let mut guard = lock(&shared.1);
    while !shared.0.load(SeqCst) {
        guard = wait(&shared.2, guard);
    }
    drop(guard);
    notifier.join().expect("no panic");
}

#[test]
fn a_lost_wake_up_is_a_deadlock() {
    let deadlock =
        |execution: &Execution<()>| matches!(execution.result, Err(ExecutionFailure::Deadlock(1)));
    let (_, found) = first(lost_wake_up, deadlock);
    assert!(deadlock(&run(Policy::bytes(found.choices, 0), MOST_STEPS, lost_wake_up)));
    first(lost_wake_up, |execution| execution.result.is_ok());
}

/// Does the same with the flag under the lock.
fn wake_up() {
    let shared = Arc::new((Mutex::new(0), Condvar::new()));
    let notifiers: Vec<_> = (0..2)
        .map(|_| {
            let theirs = Arc::clone(&shared);
            start(move || {
                *lock(&theirs.0) += 1;
                theirs.1.notify_one();
            })
        })
        .collect();
    let mut count = lock(&shared.0);
    while *count < 2 {
        count = wait(&shared.1, count);
    }
    drop(count);
    notifiers.into_iter().for_each(|notifier| notifier.join().expect("no panic"));
}

#[test]
fn correct_code_succeeds_under_every_schedule() {
    let mut switches = 0;
    for seed in 0..10_000 {
        let execution = run(Policy::uniform(seed), MOST_STEPS, wake_up);
        assert!(execution.result.is_ok(), "{seed}: {execution:?}");
        switches += execution.switches;
    }
    assert!(switches > 40_000, "{switches}");
}

/// Waits without a loop, which is only correct without spurious wake-ups.
fn trusting() -> bool {
    let shared = Arc::new((Mutex::new(false), Condvar::new()));
    let theirs = Arc::clone(&shared);
    let notifier = start(move || {
        *lock(&theirs.0) = true;
        theirs.1.notify_all();
    });
    let flag = lock(&shared.0);
    let is_set = if *flag { true } else { *wait(&shared.1, flag) };
    notifier.join().expect("no panic");
    is_set
}

#[test]
fn waits_sometimes_end_spuriously() {
    first(trusting, |execution| matches!(execution.result, Ok(false)));
}

#[test]
fn every_replay_is_the_same() {
    for seed in 0..1000 {
        let found = run(Policy::uniform(seed), MOST_STEPS, lost_wake_up);
        let again = run(Policy::bytes(found.choices.clone(), !seed), MOST_STEPS, lost_wake_up);
        assert_eq!((found.steps, found.switches), (again.steps, again.switches), "{seed}");
        assert_eq!(found.result.is_ok(), again.result.is_ok(), "{seed}");
    }
}

#[test]
fn joining_a_thread_returns_its_panic() {
    fn main() -> bool {
        start(|| std::panic::panic_any("expected")).join().is_err()
    }
    assert!(matches!(run(Policy::uniform(0), MOST_STEPS, main).result, Ok(true)));
    let alone = run(Policy::uniform(0), MOST_STEPS, || std::panic::panic_any("expected"));
    assert!(matches!(alone.result, Err(ExecutionFailure::Panic(_))));
}

#[test]
fn time_is_counted_in_steps() {
    let elapsed = run(Policy::uniform(0), MOST_STEPS, || {
        let flag = AtomicBool::new(false);
        (0..7).for_each(|_| flag.store(true, SeqCst));
        now()
    });
    assert_eq!(elapsed.result.expect("no failure"), Duration::from_micros(7));
}

#[test]
fn the_clock_goes_on_while_no_step_is_taken_and_may_be_turned_back() {
    let times = run(Policy::uniform(0), MOST_STEPS, || {
        let flag = AtomicBool::new(false);
        pass(Duration::from_millis(2));
        flag.store(true, SeqCst);
        let later = now();
        turn_back(Duration::from_micros(501));
        let earlier = now();
        turn_back(Duration::MAX);
        [later, earlier, now()]
    });
    let times = times.result.expect("no failure").map(|time| time.as_micros());
    assert_eq!(times, [2_001, 1_500, 0]);
    let fresh = run(Policy::uniform(0), MOST_STEPS, now);
    assert_eq!(fresh.result.expect("no failure"), Duration::ZERO);
}

#[test]
fn there_are_no_threads_outside_of_an_execution() {
    assert!(spawn(STACK, || ()).is_err());
    // All other operations work there, without steps.
    let mutex = Mutex::new(AtomicU64::new(1));
    assert_eq!(lock(&mutex).load(SeqCst), 1);
}

#[test]
fn a_thread_may_be_joined_after_its_execution() {
    fn main() -> Thread<u64> {
        AtomicBool::new(false).store(true, SeqCst);
        start(|| 7)
    }
    let handle = || run(Policy::uniform(0), MOST_STEPS, main).result.expect("no failure");
    assert_eq!(handle().join().expect("no panic"), 7);
    let earlier = handle();
    let later = run(Policy::uniform(1), MOST_STEPS, move || (start(|| 8), earlier.join()));
    assert_eq!(later.result.expect("no failure").1.expect("no panic"), 7);
}

#[test]
fn a_failure_has_the_message_of_the_panic() {
    let execution = run::<()>(Policy::uniform(0), MOST_STEPS, || panic!("so it is"));
    assert!(matches!(execution.result, Err(ExecutionFailure::Panic(text)) if text == "so it is"));
}
