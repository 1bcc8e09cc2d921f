//! Others at the same server: of another version, mad, or wicked.

use crate::here::{Here, answer, asked, here, subject, until, value_of};
use eldest::batch::Executor;
use eldest_nats::{Cluster, Notice};
use eldest_prove::{Job, JobEnd, JobReport, VERSION};
use futures_util::StreamExt;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::runtime::Runtime;

fn reason(outcome: &JobReport) -> &str {
    match &outcome.end {
        JobEnd::Failed(reason) => reason,
        end => panic!("{end:?}"),
    }
}

#[test]
fn what_cannot_be_done_is_told_with_the_reason() {
    let here = here!();
    let working = here.worker_with(|worker| worker.most_nodes(100));
    let mut cluster = here.cluster();
    let mut told = |job: Job| asked(&mut cluster, job);
    let other = told(value_of(3).with(|job| job.game = "go".into()));
    assert_eq!(reason(&other), "no game is called 'go'");
    assert!(
        reason(&told(value_of(3).with(|job| job.rules = 2))).contains("with rules 2; expected")
    );
    assert!(reason(&told(value_of(900))).contains("expected a number from 0 to 255"));
    let large = told(value_of(3).with(|job| job.position = "3".repeat(70_000)));
    assert!(reason(&large).contains("expected 65536 at most"));
    let afresh = told(value_of(3).with(|job| job.afresh = true));
    assert!(reason(&afresh).contains("no engine for searches afresh"));
    assert_eq!(told(value_of(250)).end, JobEnd::Exhausted);
    assert_eq!(told(value_of(3)).end, JobEnd::Decided);
    working.tells("it has failed", |notice| matches!(notice, Notice::Failed { .. }));
}

#[test]
fn who_has_another_version_is_told_so_on_both_sides() {
    let here = here!();
    let working = here.worker();
    let heard = Arc::<Mutex<Vec<Notice>>>::default();
    let hears = Arc::clone(&heard);
    let hear = move |notice: &Notice| hears.lock().unwrap().push(notice.clone());
    let cluster = Cluster::at(&here.server()).telling(hear).connect().unwrap();
    until("one is known", || cluster.threads() == 1);
    Runtime::new().unwrap().block_on(async {
        let stranger = here.stranger().await;
        let worker = r#"{"worker": "old", "version": "0.0.1", "threads": 64}"#;
        stranger.publish("eldest.workers.old", worker.into()).await.unwrap();
        let manager = r#"{"token": "old", "version": "0.0.1"}"#;
        stranger.publish("eldest.managers", manager.into()).await.unwrap();
        stranger.flush().await.unwrap();
    });
    until("the manager knows", || {
        let is_it = |notice: &Notice| matches!(notice, Notice::OtherWorker { worker, .. } if worker == "old");
        heard.lock().unwrap().iter().any(is_it)
    });
    working.tells("the worker knows", |notice| {
        *notice == Notice::OtherManager { version: "0.0.1".to_owned() }
    });
    assert_eq!(cluster.threads(), 1);
}

/// Says `said` at `subject`, as JSON.
fn say(here: &Here, subject: &'static str, said: &[String]) {
    say_each(here, said.iter().map(|said| (subject.to_owned(), said.clone())));
}

/// Workers say that they are there, each in its own name.
fn join(here: &Here, workers: impl Iterator<Item = (String, String)>) {
    say_each(here, workers.map(|(name, said)| (format!("eldest.workers.{name}"), said)));
}

fn say_each(here: &Here, said: impl Iterator<Item = (String, String)>) {
    Runtime::new().unwrap().block_on(async {
        let stranger = here.stranger().await;
        for (subject, said) in said {
            stranger.publish(subject, said.into()).await.unwrap();
        }
        stranger.flush().await.unwrap();
    });
}

#[test]
fn who_says_much_is_overlooked() {
    let here = here!();
    let working = here.worker_with(|worker| worker.patience(Duration::from_secs(5)));
    let heard = Arc::<Mutex<Vec<Notice>>>::default();
    let hears = Arc::clone(&heard);
    let hear = move |notice: &Notice| hears.lock().unwrap().push(notice.clone());
    let cluster = Cluster::at(&here.server()).telling(hear).connect().unwrap();
    until("one is known", || cluster.threads() == 1);
    let long = "x".repeat(65);
    let manager =
        |token: &str, version: &str| format!(r#"{{"token":"{token}","version":"{version}"}}"#);
    let worker = |name: &str, version: &str| {
        format!(r#"{{"worker":"{name}","version":"{version}","threads":1}}"#)
    };
    let mut said = vec![manager("old", &long), manager(&long, "0.0.1"), manager("*", "0.0.2")];
    said.extend((0..100).map(|minor| manager("many", &format!("7.{minor}"))));
    say(&here, "eldest.managers", &said);
    let said = |name: &str, version: &str| (name.to_owned(), worker(name, version));
    let odd = [said("old", &long), said(&long, VERSION), ("other".into(), worker("w", VERSION))];
    let many = (0..1000).map(|number| said(&format!("w{number}"), "0.0.1"));
    join(&here, odd.into_iter().chain(many).chain([said("last", VERSION)]));
    until("the last is known", || cluster.threads() == 2);
    let is_other = |notice: &&Notice| matches!(notice, Notice::OtherWorker { .. });
    assert_eq!(heard.lock().unwrap().iter().filter(is_other).count(), 64);
    let versions = || {
        working.notices(|notice| match notice {
            Notice::OtherManager { version } => Some(version.clone()),
            _ => None,
        })
    };
    until("versions are told", || versions().len() >= 16);
    assert!(versions().iter().all(|version| version.starts_with("7.")), "{:?}", versions());
    assert_eq!(versions().len(), 16);
    // They are forgotten in time, so that there is room for others.
    until("there is room", || {
        say(&here, "eldest.managers", &[manager("new", "0.0.9")]);
        versions().contains(&"0.0.9".to_owned())
    });
}

#[test]
fn garbage_hinders_nobody() {
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
                subject("withdrawn", "nobody"),
                subject("jobs", &format!("{token}.77")),
                subject("jobs", "x.y.z"),
                subject("jobs", "nobody.1"),
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
fn what_is_answered_twice_counts_once() {
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
            // It is confirmed each time, so that nobody tells it for ever.
            stranger.request(subject("answers", &format!("{token}.w")), answer.clone().into()).await.unwrap();
        }
    });
    assert_eq!(answer(&mut cluster).0, 3);
    assert!(cluster.answer_now().is_none() && cluster.answer().is_none());
}

#[test]
fn jobs_of_a_manager_that_is_not_there_are_dropped() {
    let here = here!();
    let working = here.worker_with(|worker| worker.patience(Duration::from_secs(2)));
    let job = serde_json::to_vec(&value_of(9)).unwrap();
    Runtime::new().unwrap().block_on(async {
        let stranger = here.stranger().await;
        for number in 0..4 {
            let subject = subject("jobs", &format!("nobody.{number}"));
            until_published(&stranger, &subject, &job).await;
        }
    });
    working.tells(
        "they are dropped",
        |notice| matches!(notice, Notice::Abandoned { jobs } if *jobs > 0),
    );
    assert_eq!(asked(&mut here.cluster(), value_of(5)).end, JobEnd::Decided);
}

/// The worker may be about to make the stream.
async fn until_published(client: &async_nats::Client, subject: &str, job: &[u8]) {
    while client.request(subject.to_owned(), job.to_vec().into()).await.is_err() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
