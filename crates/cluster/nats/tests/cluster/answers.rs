//! Answers without faults.

use crate::here::{Here, answer, countdown, here, run, until, value_of};
use eldest::batch::Executor;
use eldest::{Engine, StopToken};
use eldest_nats::{Cluster, Server};
use eldest_prove::doc::Countdown;
use eldest_prove::{Ending, JobEnd, ProofManager, ProofOptions, Threads};
use std::collections::BTreeMap;

#[test]
fn answers_are_those_of_threads() {
    let here = here!();
    let _working = here.worker();
    let mut cluster = here.cluster();
    let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build().unwrap();
    let rules = countdown();
    let mut threads = Threads::new(&mut engine, &rules);
    for heap in 0..60 {
        let job = value_of(heap).with(|job| job.least = (heap % 3 > 0).then_some(heap as i32 - 30));
        threads.begin(heap, job.clone());
        cluster.begin(heap, job);
    }
    let remote: BTreeMap<_, _> = (0..60).map(|_| answer(&mut cluster)).collect();
    for (number, outcome) in std::iter::from_fn(|| threads.answer()) {
        let there = &remote[&number];
        assert_eq!((&there.end, &outcome.end), (&JobEnd::Decided, &JobEnd::Decided));
        let is_value = there.lower == there.upper;
        assert!(!is_value || (there.lower, there.upper) == (outcome.lower, outcome.upper));
        assert!(number % 3 > 0 || is_value, "{there:?}");
    }
    assert!(cluster.answer().is_none());
}

#[test]
fn a_proof_by_two_workers_finds_the_value() {
    let here = here!();
    let _working = [here.worker(), here.worker()];
    let mut cluster = here.cluster();
    until("both are counted", || cluster.capacity() == 2);
    let (rules, options) =
        (countdown(), ProofOptions::default().with(|o| (o.budget, o.facts) = (20, 8)));
    let mut manager = ProofManager::new(&rules, "100", options).unwrap();
    let ending = manager.run(&mut cluster, &StopToken::new(), &mut |_| ()).unwrap();
    assert_eq!((ending, manager.known().to_string()), (Ending::Settled, "loss in 50".to_owned()));
}

#[test]
fn a_worker_that_joins_is_counted_at_once() {
    let here = here!();
    let mut cluster = here.cluster();
    assert_eq!(cluster.capacity(), 1);
    cluster.begin(0, value_of(9));
    let _working = here.worker_with(|worker| worker.threads(3));
    let first = cluster.answer().unwrap();
    let second = if first.0 == 0 { None } else { cluster.answer() };
    assert!(first.0 == 0 || second.is_some_and(|(number, _)| number == 0 || number == usize::MAX));
    until("it is counted", || cluster.capacity() == 3);
}

#[test]
fn a_job_that_no_worker_has_begun_is_withdrawn_at_once() {
    let here = here!();
    let mut cluster = here.cluster();
    (0..3).for_each(|number| cluster.begin(number, value_of(9)));
    cluster.withdraw(1);
    let (number, outcome) = answer(&mut cluster);
    assert_eq!((number, outcome.end), (1, JobEnd::Withdrawn));
    let stop = StopToken::new();
    let mut stopped = Cluster::at(&here.server()).stopped_by(&stop).connect().unwrap();
    stopped.begin(0, value_of(9));
    stop.stop();
    assert_eq!(answer(&mut stopped).1.end, JobEnd::Withdrawn);
    assert_eq!(run(&mut stopped, value_of(9)).end, JobEnd::Withdrawn);
}

#[test]
fn a_refused_client_gets_the_reason() {
    let Some(here) = Here::begin(&["--user", "ada", "--pass", "secret"]) else { return };
    let refused = Cluster::at(&here.server()).connect().unwrap_err().to_string();
    assert!(refused.contains("cannot connect to nats://127.0.0.1:"), "{refused}");
    let wrong = Cluster::at(&here.server().user("ada", "guess")).connect();
    assert!(!wrong.unwrap_err().to_string().contains("guess"));
    assert!(Cluster::at(&here.server().user("ada", "secret")).connect().is_ok());
    let absent = Server::at("nats://127.0.0.1:1").unwrap();
    assert!(Cluster::at(&absent).connect().unwrap_err().to_string().contains("127.0.0.1:1"));
}

#[test]
fn a_client_with_the_token_is_let_in() {
    let Some(here) = Here::begin_at(&["--auth", "secret"], |port| at(port).token("secret")) else {
        return;
    };
    let _working = here.worker();
    assert_eq!(run(&mut here.cluster(), value_of(5)).end, JobEnd::Decided);
    for wrong in [at(here.port()), at(here.port()).token("guess")] {
        let refused = Cluster::at(&wrong).connect().unwrap_err().to_string();
        assert!(refused.contains("cannot connect to") && !refused.contains("guess"), "{refused}");
    }
}

fn at(port: u16) -> Server {
    Server::at(&format!("nats://127.0.0.1:{port}")).unwrap()
}
