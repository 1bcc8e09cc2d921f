//! Servers with unsuitable streams, and jobs that vanish from a suitable one.

use crate::here::{Here, LEASE, answer, here, run, subject, until, value_of, version};
use async_nats::jetstream::{self, stream::Config};
use eldest::batch::Executor;
use eldest_nats::{Cluster, Notice, Server};
use eldest_prove::JobEnd;
use futures_util::StreamExt;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::runtime::Runtime;

/// Without the precautions about one round in 50 failed.
const ROUNDS: usize = 30;

/// Returns why a manager refuses a server with this stream.
fn refusal(config: Config) -> String {
    let Some(here) = Here::begin(&[]) else { return String::new() };
    Runtime::new().unwrap().block_on(async {
        jetstream::new(here.stranger().await).create_stream(config).await.unwrap();
    });
    Cluster::at(&here.server()).connect().unwrap_err().to_string()
}

#[test]
fn an_unsuitable_stream_is_refused_with_the_difference() {
    here!();
    let (name, subjects) = (format!("eldest-{}", version()), vec![subject("jobs", ">")]);
    let retention = jetstream::stream::RetentionPolicy::WorkQueue;
    let narrow = Config { name, subjects: subjects.clone(), retention, ..Config::default() };
    let few = refusal(Config { max_messages: 1, ..narrow.clone() });
    assert!(few.contains("its max_msgs is 1; expected no limit"), "{few}");
    let kept = jetstream::stream::RetentionPolicy::Limits;
    let other = refusal(Config { retention: kept, ..narrow.clone() });
    assert!(other.contains("retention is Limits; expected WorkQueue"), "{other}");
    let stranger = refusal(Config { name: "strange".to_owned(), ..narrow });
    assert!(stranger.contains("another stream stores messages of the subjects"), "{stranger}");
    for refused in [few, other, stranger] {
        assert!(!refused.contains("JetStream"), "{refused}");
    }
}

#[test]
fn a_server_whose_messages_are_too_small_is_refused_with_the_size() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("small.conf");
    std::fs::write(&path, "max_payload: 2000\n").unwrap();
    let Some(here) = Here::begin(&["-c", path.to_str().unwrap()]) else { return };
    let refused = Cluster::at(&here.server()).connect().unwrap_err().to_string();
    assert!(refused.contains("max_payload is 2000 bytes; expected 66560 or more"), "{refused}");
}

#[test]
fn the_address_may_contain_a_token() {
    let at = |port| Server::at(&format!("nats://secret@127.0.0.1:{port}")).unwrap();
    let Some(here) = Here::begin_at(&["--auth", "secret"], at) else { return };
    let _working = here.worker();
    assert_eq!(run(&mut here.cluster(), value_of(5)).end, JobEnd::Decided);
}

#[test]
fn jobs_that_vanish_are_lost_and_reported() {
    let here = here!();
    let notices = Arc::<Mutex<Vec<Notice>>>::default();
    let received = Arc::clone(&notices);
    let report = move |notice: &Notice| received.lock().unwrap().push(notice.clone());
    let connecting = Cluster::at(&here.server()).lease(LEASE).on_notice(report);
    let mut cluster = connecting.connect().unwrap();
    cluster.begin(0, value_of(21));
    Runtime::new().unwrap().block_on(async {
        let jobs = jetstream::new(here.stranger().await);
        let stream = jobs.get_stream(format!("eldest-{}", version())).await.unwrap();
        let consumer = stream.get_consumer::<jetstream::consumer::pull::Config>("workers").await;
        let consumer = consumer.unwrap();
        let batch = consumer.batch().max_messages(1).expires(Duration::from_secs(10));
        let job = batch.messages().await.unwrap().next().await.unwrap().unwrap();
        job.double_ack().await.unwrap();
    });
    assert_eq!(answer(&mut cluster).1.end, JobEnd::Lost);
    until("it is reported", || notices.lock().unwrap().contains(&Notice::Vanished { jobs: 1 }));
}

#[test]
fn a_goodbye_in_the_name_of_another_is_reported() {
    let here = here!();
    let notices = Arc::<Mutex<Vec<Notice>>>::default();
    let received = Arc::clone(&notices);
    let report = move |notice: &Notice| received.lock().unwrap().push(notice.clone());
    let cluster = Cluster::at(&here.server()).lease(LEASE).on_notice(report).connect().unwrap();
    let working = here.worker_with(|worker| worker.name("honest").unwrap());
    until("it is counted", || cluster.threads() == 1);
    Runtime::new().unwrap().block_on(async {
        let stranger = here.stranger().await;
        let mut pulses = stranger.subscribe("eldest.managers").await.unwrap();
        let pulse = String::from_utf8(pulses.next().await.unwrap().payload.to_vec()).unwrap();
        let version = eldest_prove::VERSION;
        let worker =
            format!(r#"{{"worker":"honest","version":"{version}","threads":1,"ends":true}}"#);
        stranger.publish("eldest.workers.honest", worker.into()).await.unwrap();
        let manager = pulse.replace(r#""ends":false"#, r#""ends":true"#);
        stranger.publish("eldest.managers", manager.into()).await.unwrap();
        stranger.flush().await.unwrap();
    });
    let is_it = |notice: &Notice| matches!(notice, Notice::Impersonated { .. });
    working.reports("the worker reports it", is_it);
    until("the manager reports it", || {
        notices.lock().unwrap().iter().filter(|n| is_it(n)).count() >= 2
    });
}

/// Server 2.9 refuses a stream that overlaps with itself, and reports one to other clients before it
/// is complete: a consumer created then delivers nothing.
#[test]
fn clients_that_create_the_stream_at_the_same_time_get_their_jobs_done() {
    for _ in 0..ROUNDS {
        let here = here!();
        let _working = [here.worker(), here.worker(), here.worker()];
        assert_eq!(run(&mut here.cluster(), value_of(5)).end, JobEnd::Decided);
    }
}
