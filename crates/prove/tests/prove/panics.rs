//! Games that panic, and workers that never answer.

use eldest::batch::Executor;
use eldest::doc::Countdown;
use eldest::{Engine, Position, StopToken};
use eldest_checks::simulated::{Faults, Workers};
use eldest_prove::{
    Error, Job, JobEnd, JobReport, ProofManager, ProofOptions, TextGame, Texts, Threads,
};
use std::panic::{catch_unwind, set_hook, take_hook};
use std::sync::Mutex;

/// Heaps, one of which panics.
struct Cursed {
    read: bool,
    heap: u8,
}

impl Texts<Countdown> for Cursed {
    fn read(&self, text: &str) -> Result<Countdown, String> {
        let left = text.parse().map_err(|_| "expected a number".to_owned())?;
        assert!(!self.read || left != self.heap, "the heap of {left} is cursed");
        Ok(Countdown::new(left))
    }

    fn write(&self, heap: &Countdown, _: &str, _: Option<&str>) -> String {
        assert!(self.read || heap.left() != self.heap, "the heap of {} is cursed", heap.left());
        heap.left().to_string()
    }

    fn write_move(&self, _: &Countdown, taken: u8) -> String {
        taken.to_string()
    }
}

/// The panic hook belongs to the whole process.
static QUIET: Mutex<()> = Mutex::new(());

/// Runs `work` without output on stderr.
fn quietly<T>(work: impl FnOnce() -> T + std::panic::UnwindSafe) -> T {
    let _held = QUIET.lock();
    let hook = take_hook();
    set_hook(Box::new(|_| ()));
    let done = catch_unwind(work);
    set_hook(hook);
    done.expect("no panic comes out")
}

fn prove(texts: Cursed) -> Result<(), Error> {
    let game = TextGame::new("heaps", 1, texts);
    let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 16).build().unwrap();
    let options = ProofOptions::default().with(|o| o.budget = 5);
    let mut manager = ProofManager::new(&game, "60", options)?;
    let mut threads = Threads::new(&mut engine, &game);
    manager.run(&mut threads, &StopToken::new(), &mut |_| ()).map(drop)
}

#[test]
fn a_panic_of_the_game_ends_the_proof_with_an_error() {
    for (read, heap) in [(true, 60), (true, 57), (false, 60), (false, 50)] {
        let proved = quietly(|| prove(Cursed { read, heap }));
        let message = proved.expect_err("it cannot be proved").to_string();
        assert!(message.contains("panicked"), "{message}");
    }
    prove(Cursed { read: true, heap: 200 }).unwrap();
}

fn heap(left: u8, job: &Job) -> JobReport {
    let heap: u8 = job.position.parse().unwrap();
    assert!(heap <= left);
    let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 10).build().unwrap();
    let report = engine
        .query(&Countdown::new(heap))
        .decide(eldest::Score::new(job.least.unwrap()))
        .run()
        .unwrap();
    JobReport::new(report.bounds, report.progress.nodes, JobEnd::Decided)
}

fn manager(game: &TextGame<Countdown, Cursed>) -> ProofManager<'_> {
    ProofManager::new(game, "20", ProofOptions::default()).unwrap()
}

fn game() -> TextGame<Countdown, Cursed> {
    TextGame::new("heaps", 1, Cursed { read: true, heap: 200 })
}

#[test]
fn workers_that_never_answer_are_given_up() {
    let game = game();
    let faults = Faults::default().with(|f| f.silent = 1.0);
    let mut workers = Workers::new(2, |job| heap(20, job)).faulty(faults, 1);
    let ended = manager(&game).run(&mut workers, &StopToken::new(), &mut |_| ());
    assert!(matches!(ended, Err(Error::Lost { lost: 1000 })), "{ended:?}");
}

#[test]
fn what_fails_again_and_again_is_named() {
    let game = game();
    let mut tries = 0;
    let mut workers = Workers::new(1, |_| {
        tries += 1;
        JobReport::nothing(JobEnd::Failed("no memory".to_owned()))
    });
    let ended = manager(&game).run(&mut workers, &StopToken::new(), &mut |_| ());
    assert_eq!(ended.unwrap_err().to_string(), "position '20' could not be searched: no memory");
    drop(workers);
    assert_eq!(tries, 3);
}

#[test]
fn outcomes_of_another_version_do_not_count() {
    let game = game();
    let mut workers = Workers::new(1, |job| heap(20, job).with(|o| o.version = "9.9.9".to_owned()));
    let ended = manager(&game).run(&mut workers, &StopToken::new(), &mut |_| ());
    assert!(ended.unwrap_err().to_string().contains("the report has version 9.9.9; expected "));
}

/// Counts the open jobs of an executor.
struct Counted<X> {
    executor: X,
    open: usize,
    most: usize,
}

impl<X: Executor<Job, Answer = JobReport>> Executor<Job> for Counted<X> {
    type Answer = JobReport;

    fn capacity(&self) -> usize {
        self.executor.capacity()
    }

    fn begin(&mut self, number: usize, job: Job) {
        self.open += 1;
        self.most = self.most.max(self.open);
        self.executor.begin(number, job);
    }

    fn answer(&mut self) -> Option<(usize, JobReport)> {
        let answer = self.executor.answer()?;
        self.open -= 1;
        Some(answer)
    }
}

impl<X: Executor<Job, Answer = JobReport>> eldest_prove::JobExecutor for Counted<X> {}

#[test]
fn nothing_is_under_way_when_a_run_is_over() {
    let game = game();
    for (nodes, stop) in [(None, false), (Some(1), false), (None, true)] {
        let token = StopToken::new();
        let options = ProofOptions::default().with(|o| (o.budget, o.nodes) = (2, nodes));
        let mut manager = ProofManager::new(&game, "20", options).unwrap();
        let executor = Workers::new(3, |job| {
            let outcome = heap(20, job);
            let is_short = outcome.nodes <= job.budget;
            let exhausted = JobReport::new(eldest::Bounds::FULL, job.budget, JobEnd::Exhausted);
            if is_short { outcome } else { exhausted }
        });
        let mut counted = Counted { executor, open: 0, most: 0 };
        let mut steps = 0;
        let ending = manager.run(&mut counted, &token, &mut |_| {
            steps += 1;
            if stop && steps == 4 {
                token.stop();
            }
        });
        assert!(ending.is_ok());
        assert_eq!(counted.open, 0, "after {ending:?}");
        assert!(counted.most <= 3);
    }
    assert!(Countdown::new(20).plies_left().is_some());
}
