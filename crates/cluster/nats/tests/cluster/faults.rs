//! Workers, servers and folders that disappear.

use crate::here::{Here, LEASE, Working, answer, here, run, subject, until, value_of, version};
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, AckKind};
use eldest::batch::Executor;
use eldest_nats::{Cluster, Worker};
use eldest_prove::{JobEnd, JobReport};
use futures_util::StreamExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::runtime::Runtime;

fn stream_name() -> String {
    format!("eldest-{}", version())
}

/// Returns the stream's folder within the server's.
fn stream_folder() -> PathBuf {
    Path::new("jetstream/$G/streams").join(stream_name())
}

/// Returns the consumer of all workers.
async fn consumer(client: async_nats::Client) -> PullConsumer {
    let stream = jetstream::new(client).get_stream(stream_name()).await.unwrap();
    stream.get_consumer("workers").await.unwrap()
}

/// Takes the next job, which the taker does not do.
async fn taken(consumer: &PullConsumer) -> jetstream::Message {
    let batch = consumer.batch().max_messages(1).expires(Duration::from_secs(10));
    batch.messages().await.unwrap().next().await.unwrap().unwrap()
}

/// Waits until this many jobs wait in the stream.
fn until_there_wait(here: &Here, jobs: u64) {
    until("the jobs wait", || {
        Runtime::new().unwrap().block_on(async {
            consumer(here.stranger().await).await.info().await.unwrap().num_pending == jobs
        })
    });
}

#[test]
fn a_job_of_a_dead_worker_goes_to_another() {
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
fn a_job_of_a_stopped_worker_goes_to_another_at_once() {
    let here = here!();
    let lease = Duration::from_secs(600);
    let mut cluster = Cluster::at(&here.server()).lease(lease).connect().unwrap();
    let has_begun = Arc::new(AtomicBool::new(false));
    let begun = Arc::clone(&has_begun);
    let idler = Worker::new(&here.server(), move |_, assignment| {
        begun.store(true, Ordering::Relaxed);
        // It has the job, and does nothing.
        std::thread::sleep(Duration::from_secs(10));
        drop(assignment);
        Ok(())
    });
    let working = Working::begin(idler.threads(1).lease(lease));
    cluster.begin(0, value_of(21));
    until("it is begun", || has_begun.load(Ordering::Relaxed));
    drop(working);
    let _working = here.worker_with(|worker| worker.lease(lease));
    let is_done =
        |(number, outcome): (usize, JobReport)| number == 0 && outcome.end == JobEnd::Decided;
    until("another has done it", || cluster.answer_now().is_some_and(is_done));
}

/// A server that deletes a job in progress must not forget the jobs that wait.
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
fn jobs_that_a_server_has_lost_are_reported_and_can_be_repeated() {
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
    assert_eq!(run(&mut cluster, value_of(21)).end, JobEnd::Decided);
}

#[test]
fn work_goes_on_after_the_folder_is_deleted_under_the_server() {
    let mut here = here!();
    let _working = here.worker();
    let mut cluster = here.cluster();
    assert_eq!(run(&mut cluster, value_of(20)).end, JobEnd::Decided);
    here.delete_folder();
    std::thread::sleep(LEASE);
    here.kill();
    here.start_again();
    let ended = (0..20).map(|_| run(&mut cluster, value_of(21)).end);
    assert!(ended.into_iter().any(|end| end == JobEnd::Decided));
}

/// The server recovers the consumer with the deliveries of the lost stream, and hands out no job
/// whose number in the new one is smaller.
#[test]
fn jobs_are_handed_out_by_a_server_that_has_lost_its_stream_but_not_the_deliveries() {
    let lost = [&["meta.inf", "meta.sum", "msgs"][..], &["msgs"]];
    for lost in lost {
        let mut here = here!();
        let _working = here.worker();
        let mut cluster = here.cluster();
        for heap in 0..20 {
            assert_eq!(run(&mut cluster, value_of(heap)).end, JobEnd::Decided);
        }
        // The server writes deliveries with a delay.
        std::thread::sleep(LEASE);
        here.kill();
        lost.iter().for_each(|name| here.delete(&stream_folder().join(name)));
        here.start_again();
        cluster.begin(20, value_of(21));
        until("the job is done", || cluster.answer_now().is_some_and(|(number, _)| number == 20));
    }
}

/// The first job is with a worker that is gone, and all after it are acknowledged.
#[test]
fn jobs_are_handed_out_though_deliveries_of_a_lost_stream_lack_one_acknowledgement() {
    let mut here = here!();
    let mut cluster =
        Cluster::at(&here.server()).lease(Duration::from_secs(600)).connect().unwrap();
    (0..20).for_each(|number| cluster.begin(number, value_of(number)));
    until_there_wait(&here, 20);
    Runtime::new().unwrap().block_on(async {
        let consumer = consumer(here.stranger().await).await;
        taken(&consumer).await;
        for _ in 1..20 {
            taken(&consumer).await.double_ack().await.unwrap();
        }
    });
    // The server writes deliveries with a delay.
    std::thread::sleep(LEASE);
    here.kill();
    here.delete(&stream_folder().join("msgs"));
    here.start_again();
    let _working = here.worker_with(|worker| worker.lease(Duration::from_secs(600)));
    (20..25).for_each(|number| cluster.begin(number, value_of(number)));
    let (mut done, is_new) = (0, |(number, _)| (20..25).contains(&number));
    until("the jobs are done", || {
        done += usize::from(cluster.answer_now().is_some_and(is_new));
        done == 5
    });
}

/// The first client after the restart has created the stream, but no consumer.
#[test]
fn a_stream_without_its_consumer_gets_one() {
    let mut here = here!();
    let _working = here.worker();
    let mut cluster = here.cluster();
    assert_eq!(run(&mut cluster, value_of(20)).end, JobEnd::Decided);
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
