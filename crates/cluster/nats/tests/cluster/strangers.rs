//! Other clients of the same server: of another version, faulty, or malicious.

use crate::here::{Here, answer, here, run, subject, until, value_of};
use eldest::batch::Executor;
use eldest_nats::{Cluster, Notice};
use eldest_prove::{Job, JobEnd, JobReport, VERSION};
use futures_util::StreamExt;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

fn reason(outcome: &JobReport) -> &str {
    match &outcome.end {
        JobEnd::Failed(reason) => reason,
        end => panic!("{end:?}"),
    }
}

#[test]
fn a_job_that_cannot_be_done_fails_with_the_reason() {
    let here = here!();
    let working = here.worker_with(|worker| worker.most_nodes(100));
    let mut cluster = here.cluster();
    let mut result = |job: Job| run(&mut cluster, job);
    let other = result(value_of(3).with(|job| job.game = "go".into()));
    assert_eq!(reason(&other), "no game is called 'go'");
    assert!(
        reason(&result(value_of(3).with(|job| job.rules = 2))).contains("with rules 2; expected")
    );
    assert!(reason(&result(value_of(900))).contains("expected a number from 0 to 255"));
    let large = result(value_of(3).with(|job| job.position = "3".repeat(70_000)));
    assert!(reason(&large).contains("expected at most 65536"));
    let afresh = result(value_of(3).with(|job| job.afresh = true));
    assert!(reason(&afresh).contains("no engine for searches afresh"));
    assert_eq!(result(value_of(250)).end, JobEnd::Exhausted);
    assert_eq!(result(value_of(3)).end, JobEnd::Decided);
    working.reports("it has failed", |notice| matches!(notice, Notice::Failed { .. }));
}

#[test]
fn another_version_is_reported_on_both_sides() {
    let here = here!();
    let working = here.worker();
    let notices = Arc::<Mutex<Vec<Notice>>>::default();
    let received = Arc::clone(&notices);
    let report = move |notice: &Notice| received.lock().unwrap().push(notice.clone());
    let cluster = Cluster::at(&here.server()).on_notice(report).connect().unwrap();
    until("one is counted", || cluster.threads() == 1);
    Runtime::new().unwrap().block_on(async {
        let stranger = here.stranger().await;
        let worker = r#"{"worker": "old", "version": "0.0.1", "threads": 64}"#;
        stranger.publish("eldest.workers.old", worker.into()).await.unwrap();
        let manager = r#"{"token": "old", "version": "0.0.1"}"#;
        stranger.publish("eldest.managers", manager.into()).await.unwrap();
        stranger.flush().await.unwrap();
    });
    until("the manager reports it", || {
        let is_it = |notice: &Notice| matches!(notice, Notice::OtherWorker { worker, .. } if worker == "old");
        notices.lock().unwrap().iter().any(is_it)
    });
    working.reports("the worker reports it", |notice| {
        *notice == Notice::OtherManager { version: "0.0.1".to_owned() }
    });
    assert_eq!(cluster.threads(), 1);
}

/// Publishes `payloads` at `subject`.
fn publish(here: &Here, subject: &'static str, payloads: &[String]) {
    publish_each(here, payloads.iter().map(|payload| (subject.to_owned(), payload.clone())));
}

/// Publishes the heartbeats of workers, each in its own name.
fn join(here: &Here, workers: impl Iterator<Item = (String, String)>) {
    publish_each(here, workers.map(|(name, pulse)| (format!("eldest.workers.{name}"), pulse)));
}

fn publish_each(here: &Here, messages: impl Iterator<Item = (String, String)>) {
    Runtime::new().unwrap().block_on(async {
        let stranger = here.stranger().await;
        for (subject, payload) in messages {
            stranger.publish(subject, payload.into()).await.unwrap();
        }
        stranger.flush().await.unwrap();
    });
}

/// Peers are removed when they have been silent this long.
const SILENCE: Duration = Duration::from_secs(5);

#[test]
fn peers_beyond_the_limits_are_ignored() {
    let here = here!();
    let working = here.worker_with(|worker| worker.patience(SILENCE));
    let notices = Arc::<Mutex<Vec<Notice>>>::default();
    let received = Arc::clone(&notices);
    let report = move |notice: &Notice| received.lock().unwrap().push(notice.clone());
    let cluster = Cluster::at(&here.server()).on_notice(report).connect().unwrap();
    until("one is counted", || cluster.threads() == 1);
    let long = "x".repeat(65);
    let manager =
        |token: &str, version: &str| format!(r#"{{"token":"{token}","version":"{version}"}}"#);
    let worker = |name: &str, version: &str| {
        format!(r#"{{"worker":"{name}","version":"{version}","threads":1}}"#)
    };
    let mut pulses = vec![manager("old", &long), manager(&long, "0.0.1"), manager("*", "0.0.2")];
    let begun = Instant::now();
    pulses.extend((0..100).map(|minor| manager("many", &format!("7.{minor}"))));
    publish(&here, "eldest.managers", &pulses);
    let pulse = |name: &str, version: &str| (name.to_owned(), worker(name, version));
    let odd = [pulse("old", &long), pulse(&long, VERSION), ("other".into(), worker("w", VERSION))];
    let many = (0..1000).map(|number| pulse(&format!("w{number}"), "0.0.1"));
    join(&here, odd.into_iter().chain(many));
    until("the last is counted", || {
        join(&here, [pulse("last", VERSION)].into_iter());
        cluster.threads() == 2
    });
    let is_other = |notice: &&Notice| matches!(notice, Notice::OtherWorker { .. });
    let others = notices.lock().unwrap().iter().filter(is_other).count();
    let versions = || {
        working.notices(|notice| match notice {
            Notice::OtherManager { version } => Some(version.clone()),
            _ => None,
        })
    };
    until("versions are reported", || versions().len() >= 16);
    assert!(versions().iter().all(|version| version.starts_with("7.")), "{:?}", versions());
    // On a slow machine the first are removed, which makes room, before the last are met.
    let counts = (others, versions().len());
    if begun.elapsed() < SILENCE {
        assert_eq!(counts, (64, 16));
    }
    // Silent peers are removed after a while, which makes room for others.
    until("there is room", || {
        publish(&here, "eldest.managers", &[manager("new", "0.0.9")]);
        versions().contains(&"0.0.9".to_owned())
    });
}

#[test]
fn malformed_messages_are_ignored() {
    let here = here!();
    let _working = here.worker();
    let mut cluster = here.cluster();
    Runtime::new().unwrap().block_on(async {
        let stranger = here.stranger().await;
        let mut pulses = stranger.subscribe("eldest.managers").await.unwrap();
        let pulse = String::from_utf8(pulses.next().await.unwrap().payload.to_vec()).unwrap();
        let token = pulse.split('"').nth(3).unwrap();
        for payload in ["", "{}", "null", "\u{0}\u{1}", r#"{"jobs": [99]}"#, r#"{"job": 5}"#] {
            for subject in [
                "eldest.workers".to_owned(),
                "eldest.managers".to_owned(),
                "eldest.workers.w".to_owned(),
                subject("answers", token),
                subject("answers", &format!("{token}.w")),
                subject("running", &format!("{token}.w")),
                subject("news", &format!("{token}.w")),
                subject("contradicted", token),
                subject("withdrawn", token),
                subject("withdrawn", "absent"),
                subject("jobs", &format!("{token}.77")),
                subject("jobs", "x.y.z"),
                subject("jobs", "absent.1"),
            ] {
                stranger.publish(subject, payload.into()).await.unwrap();
            }
        }
        stranger.flush().await.unwrap();
    });
    (0..9).for_each(|number| cluster.begin(number, value_of(number)));
    for _ in 0..9 {
        assert_eq!(answer(&mut cluster).1.end, JobEnd::Decided);
    }
}

#[test]
fn a_repeated_answer_counts_once() {
    let here = here!();
    let mut cluster = here.cluster();
    cluster.begin(3, value_of(9));
    Runtime::new().unwrap().block_on(async {
        let stranger = here.stranger().await;
        let mut pulses = stranger.subscribe("eldest.managers").await.unwrap();
        let pulse = String::from_utf8(pulses.next().await.unwrap().payload.to_vec()).unwrap();
        let token = pulse.split('"').nth(3).unwrap();
        let outcome = r#"{"lower":1,"upper":1,"nodes":1,"end":"Decided","order":[],"facts":[],"version":"0"}"#;
        let answer = format!(r#"{{"job":0,"outcome":{outcome}}}"#);
        for _ in 0..3 {
            // Every copy is confirmed, so that its sender stops.
            stranger.request(subject("answers", &format!("{token}.w")), answer.clone().into()).await.unwrap();
        }
    });
    assert_eq!(answer(&mut cluster).0, 3);
    assert!(cluster.answer_now().is_none() && cluster.answer().is_none());
}

#[test]
fn jobs_of_an_absent_manager_are_dropped() {
    let here = here!();
    let working = here.worker_with(|worker| worker.patience(Duration::from_secs(2)));
    let job = serde_json::to_vec(&value_of(9)).unwrap();
    Runtime::new().unwrap().block_on(async {
        let stranger = here.stranger().await;
        for number in 0..4 {
            let subject = subject("jobs", &format!("absent.{number}"));
            until_published(&stranger, &subject, &job).await;
        }
    });
    working.reports(
        "they are dropped",
        |notice| matches!(notice, Notice::Abandoned { jobs } if *jobs > 0),
    );
    assert_eq!(run(&mut here.cluster(), value_of(5)).end, JobEnd::Decided);
}

/// Publishes a job; retries, as the worker may not have created the stream yet.
async fn until_published(client: &async_nats::Client, subject: &str, job: &[u8]) {
    while client.request(subject.to_owned(), job.to_vec().into()).await.is_err() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
