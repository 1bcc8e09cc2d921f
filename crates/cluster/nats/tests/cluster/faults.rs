//! Workers, servers and folders that go.

use crate::here::{Here, LEASE, Working, answer, asked, here, subject, until, value_of, version};
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, AckKind};
use eldest::batch::Executor;
use eldest_nats::{Cluster, Worker};
use eldest_prove::{JobEnd, JobReport};
use futures_util::StreamExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::runtime::Runtime;

fn stream_name() -> String {
    format!("eldest-{}", version())
}

/// The consumer of all workers.
async fn consumer(client: async_nats::Client) -> PullConsumer {
    let stream = jetstream::new(client).get_stream(stream_name()).await.unwrap();
    stream.get_consumer("workers").await.unwrap()
}

/// The next job, for somebody who does not do it.
async fn taken(consumer: &PullConsumer) -> jetstream::Message {
    let batch = consumer.batch().max_messages(1).expires(Duration::from_secs(10));
    batch.messages().await.unwrap().next().await.unwrap().unwrap()
}

/// Until so many jobs wait in the stream.
fn until_there_wait(here: &Here, jobs: u64) {
    until("they are there", || {
        Runtime::new().unwrap().block_on(async {
            consumer(here.stranger().await).await.info().await.unwrap().num_pending == jobs
        })
    });
}

#[test]
fn what_a_worker_leaves_behind_goes_to_another() {
    let here = here!();
    let mut cluster = here.cluster();
    cluster.begin(0, value_of(21));
    Runtime::new().unwrap().block_on(async {
        taken(&consumer(here.stranger().await).await).await;
    });
    let _working = here.worker();
    assert_eq!(answer(&mut cluster).1.end, JobEnd::Decided);
}

#[test]
fn what_a_stopped_worker_has_goes_to_another_at_once() {
    let here = here!();
    let lease = Duration::from_secs(600);
    let mut cluster = Cluster::at(&here.server()).lease(lease).connect().unwrap();
    let sits = Arc::new(AtomicBool::new(false));
    let sitting = Arc::clone(&sits);
    let idler = Worker::new(&here.server(), move |_, desk| {
        sitting.store(true, Ordering::Relaxed);
        // It has the job, and does nothing.
        std::thread::sleep(Duration::from_secs(10));
        drop(desk);
        Ok(())
    });
    let working = Working::begin(idler.threads(1).lease(lease));
    cluster.begin(0, value_of(21));
    until("it is begun", || sits.load(Ordering::Relaxed));
    drop(working);
    let _working = here.worker_with(|worker| worker.lease(lease));
    let is_done =
        |(number, outcome): (usize, JobReport)| number == 0 && outcome.end == JobEnd::Decided;
    until("another has done it", || cluster.answer_now().is_some_and(is_done));
}

/// A server that is told to forget a job that it has handed out is not to forget those that wait.
#[test]
fn jobs_that_wait_are_done_when_another_is_withdrawn() {
    let here = here!();
    let mut cluster = here.cluster();
    (0..3).for_each(|number| cluster.begin(number, value_of(9)));
    until_there_wait(&here, 3);
    Runtime::new().unwrap().block_on(async {
        taken(&consumer(here.stranger().await).await).await;
    });
    cluster.withdraw(0);
    assert_eq!(answer(&mut cluster).0, 0);
    until_there_wait(&here, 2);
    let _working = here.worker();
    let is_answer = |(number, _)| number < 3;
    for _ in 1..3 {
        until("a job is done", || cluster.answer_now().is_some_and(is_answer));
    }
}

#[test]
fn a_job_that_kills_its_workers_fails() {
    let here = here!();
    let mut cluster = here.cluster();
    cluster.begin(0, value_of(21));
    Runtime::new().unwrap().block_on(async {
        let consumer = consumer(here.stranger().await).await;
        for _ in 0..10 {
            taken(&consumer).await.ack_with(AckKind::Nak(None)).await.unwrap();
        }
        here.stranger().await.flush().await.unwrap();
    });
    let _working = here.worker();
    let (_, outcome) = answer(&mut cluster);
    assert!(
        matches!(&outcome.end, JobEnd::Failed(why) if why.contains("10 workers")),
        "{outcome:?}"
    );
}

#[test]
fn a_server_that_comes_back_has_all_jobs() {
    let mut here = here!();
    let mut cluster = here.cluster();
    (0..20).for_each(|number| cluster.begin(number, value_of(number)));
    until_there_wait(&here, 20);
    here.kill();
    (20..30).for_each(|number| cluster.begin(number, value_of(number)));
    here.start_again();
    let working = here.worker();
    let mut numbers: Vec<_> = (0..15).map(|_| answer(&mut cluster)).collect();
    here.kill();
    here.start_again();
    numbers.extend((15..30).map(|_| answer(&mut cluster)));
    assert!(numbers.iter().all(|(_, outcome)| outcome.end == JobEnd::Decided), "{numbers:?}");
    numbers.sort_by_key(|(number, _)| *number);
    assert!(numbers.iter().map(|(number, _)| *number).eq(0..30));
    drop(working);
}

#[test]
fn what_a_server_has_forgotten_is_told_as_lost_and_can_be_asked_again() {
    let mut here = here!();
    let mut cluster = here.cluster();
    (0..5).for_each(|number| cluster.begin(number, value_of(number)));
    until_there_wait(&here, 5);
    here.kill();
    here.delete_folder();
    here.start_again();
    for _ in 0..5 {
        assert_eq!(answer(&mut cluster).1.end, JobEnd::Lost);
    }
    let _working = here.worker();
    assert_eq!(asked(&mut cluster, value_of(21)).end, JobEnd::Decided);
}

#[test]
fn a_folder_deleted_under_the_server_hinders_nobody_for_ever() {
    let mut here = here!();
    let _working = here.worker();
    let mut cluster = here.cluster();
    assert_eq!(asked(&mut cluster, value_of(20)).end, JobEnd::Decided);
    here.delete_folder();
    std::thread::sleep(LEASE);
    here.kill();
    here.start_again();
    let ended = (0..20).map(|_| asked(&mut cluster, value_of(21)).end);
    assert!(ended.into_iter().any(|end| end == JobEnd::Decided));
}

/// Whoever came first has made the stream again, and nothing that hands its jobs out.
#[test]
fn a_stream_without_its_consumer_gets_one() {
    let mut here = here!();
    let _working = here.worker();
    let mut cluster = here.cluster();
    assert_eq!(asked(&mut cluster, value_of(20)).end, JobEnd::Decided);
    here.kill();
    here.delete_folder();
    here.start_again();
    Runtime::new().unwrap().block_on(async {
        let config = jetstream::stream::Config {
            name: stream_name(),
            subjects: vec![subject("jobs", ">")],
            retention: jetstream::stream::RetentionPolicy::WorkQueue,
            ..Default::default()
        };
        jetstream::new(here.stranger().await).get_or_create_stream(config).await.unwrap();
    });
    cluster.begin(1, value_of(21));
    until("the job is done", || cluster.answer_now().is_some_and(|(number, _)| number == 1));
}
