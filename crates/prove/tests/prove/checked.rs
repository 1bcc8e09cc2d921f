//! Checks of answers: by another worker, and to the end.

use crate::kept::folder;
use eldest::{Bounds, Score, StopToken};
use eldest_checks::simulated::{Faults, Workers};
use eldest_prove::doc::{Countdown, Heaps};
use eldest_prove::{
    Ending, Error, Job, JobEnd, JobReport, ProofManager, ProofOptions, ProofStatus, TextGame,
};
use std::path::Path;

fn options() -> ProofOptions {
    ProofOptions::default().with(|o| (o.least, o.checks) = (Some(1), 1.0))
}

/// The true answer about a heap that one move decides.
fn truth(job: &Job) -> JobReport {
    let least = job.least.expect("jobs of a proof have a null window");
    let is_won = job.position.parse::<u32>().expect("a heap") % 4 > 0;
    let (yes, no) = (Score::new(least), Score::new(least - 1));
    let yes = Bounds::new(yes, Score::WIN);
    let bounds = if is_won && least <= 1 { yes } else { Bounds::new(Score::LOSS, no) };
    JobReport::new(bounds, 7, JobEnd::Decided)
}

fn prove_by(workers: &mut Workers<'_>, path: &Path) -> Result<(Ending, ProofStatus), Error> {
    let game: TextGame<Countdown, Heaps> = TextGame::new("countdown", 1, Heaps);
    let mut manager = ProofManager::new(&game, "21", options())?.keep(path)?;
    let ending = manager.run(workers, &StopToken::new(), &mut |_| ())?;
    Ok((ending, manager.status()))
}

fn liar() -> Faults {
    Faults::default().with(|faults| faults.liar = true)
}

#[test]
fn a_worker_that_confirms_its_own_lies_is_found_by_another() {
    let (_folder, path) = folder();
    let mut workers = Workers::new(2, truth).named().faulty(liar(), 1);
    let error = prove_by(&mut workers, &path).unwrap_err();
    let Error::Contradiction(contradiction) = &error else { panic!("{error}") };
    assert_eq!(contradiction.workers(), ["w0", "w1"]);
    assert!(error.to_string().contains("result 0 of worker w0 ('21' is"), "{error}");
}

#[test]
fn one_worker_alone_does_not_check_itself_and_the_next_one_does() {
    let (_folder, path) = folder();
    let mut alone = Workers::new(1, truth).named().faulty(liar(), 1);
    let (ending, status) = prove_by(&mut alone, &path).unwrap();
    assert_eq!(ending, Ending::Unconfirmed);
    assert_eq!((status.checked, status.unchecked, status.answer), (0, 1, Some(false)));
    let (ending, _) = prove_by(&mut alone, &path).unwrap();
    assert_eq!(ending, Ending::Unconfirmed, "the store has the name of the worker");
    let mut two = Workers::new(2, truth).named().faulty(liar(), 1);
    assert!(matches!(prove_by(&mut two, &path), Err(Error::Contradiction(_))));
}

/// Checks run out of nodes below this budget.
fn hard(needed: u64) -> impl Fn(&Job) -> JobReport {
    move |job| match truth(job) {
        _ if job.afresh && job.budget < needed => {
            JobReport::new(Bounds::FULL, 9, JobEnd::Exhausted)
        }
        report => report,
    }
}

#[test]
fn a_check_that_runs_out_of_nodes_is_searched_to_the_end() {
    let (_folder, path) = folder();
    let (ending, status) = prove_by(&mut Workers::new(1, hard(u64::MAX)), &path).unwrap();
    assert_eq!(ending, Ending::Settled);
    assert_eq!((status.checked, status.unconfirmed, status.unchecked), (2, 0, 0));
}

#[test]
fn a_check_that_its_worker_does_not_end_leaves_the_proof_unconfirmed_until_one_does() {
    let (_folder, path) = folder();
    let capped = |job: &Job| match truth(job) {
        _ if job.afresh => JobReport::new(Bounds::FULL, 9, JobEnd::Exhausted),
        report => report,
    };
    for checks in [2, 3] {
        let (ending, status) = prove_by(&mut Workers::new(1, capped), &path).unwrap();
        assert_eq!((ending, status.checked, status.unconfirmed), (Ending::Unconfirmed, checks, 1));
    }
    let (ending, status) = prove_by(&mut Workers::new(1, truth), &path).unwrap();
    assert_eq!((ending, status.checked, status.unconfirmed), (Ending::Settled, 4, 0));
}

#[test]
fn of_an_answer_only_what_belongs_there_is_stored() {
    let (_folder, path) = folder();
    let junk = |job: &Job| {
        let nonsense = (0..200).map(|number| format!("{number}{}", "x".repeat(5000)));
        let order = nonsense.chain(["1", "2", "1"].map(str::to_owned)).collect();
        truth(job).with(|report| {
            (report.order, report.nodes) = (order, 1 << 40);
            report.facts = vec![eldest_prove::Fact::new("x".repeat(90_000), Bounds::FULL)];
            let is_large = job.position == "21" && !job.afresh;
            report.end = if is_large { JobEnd::Exhausted } else { JobEnd::Decided };
            let open = (Score::LOSS.get(), Score::WIN.get());
            let bounds = (report.lower, report.upper);
            (report.lower, report.upper) = if is_large { open } else { bounds };
        })
    };
    let (_, status) = prove_by(&mut Workers::new(1, junk), &path).unwrap();
    assert!(status.expanded > 0 && status.nodes < 1 << 32, "{status:?}");
    let bytes = std::fs::read(&path).unwrap();
    assert!(!bytes.windows(9).any(|part| part == b"xxxxxxxxx"), "nonsense is stored");
}
