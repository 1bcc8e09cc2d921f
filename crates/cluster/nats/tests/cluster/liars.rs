//! A worker that lies in every answer, also in those to checks.

use crate::here::{Here, countdown, here, subject, until, version};
use async_nats::Client;
use async_nats::jetstream;
use eldest::StopToken;
use eldest::{Bounds, Score};
use eldest_nats::{Cluster, Notice};
use eldest_prove::{
    Ending, Error, Job, JobEnd, JobReport, ProofManager, ProofOptions, ProofStatus, VERSION,
};
use futures_util::StreamExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::runtime::Runtime;

/// A worker that inverts every answer; it stops when it is dropped.
pub(crate) struct Liar {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Liar {
    pub(crate) fn begin(here: &Here) -> Self {
        let stop = Arc::<AtomicBool>::default();
        let (ended, url) = (Arc::clone(&stop), format!("nats://127.0.0.1:{}", here.port()));
        let lie = async move {
            let client = async_nats::connect(url).await.unwrap();
            while !ended.load(Ordering::Relaxed) {
                lie_once(&client).await;
            }
        };
        let thread = std::thread::spawn(move || Runtime::new().unwrap().block_on(lie));
        Self { stop, thread: Some(thread) }
    }
}

impl Drop for Liar {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap();
    }
}

/// Sends a heartbeat, then answers the jobs and checks that arrive within a moment.
async fn lie_once(client: &Client) {
    let here = format!(r#"{{"worker":"liar","version":"{VERSION}","threads":1}}"#);
    let mut checks = client.subscribe(subject("checks", "*")).await.unwrap();
    client.publish("eldest.workers.liar", here.into()).await.unwrap();
    let stream = jetstream::new(client.clone()).get_stream(format!("eldest-{}", version())).await;
    let Ok(stream) = stream else { return };
    let Ok(consumer) = stream.get_consumer::<jetstream::consumer::pull::Config>("workers").await
    else {
        return;
    };
    let moment = Duration::from_millis(100);
    let mut batch = consumer.batch().max_messages(1).expires(moment).messages().await.unwrap();
    while let Some(Ok(message)) = batch.next().await {
        let mut parts = message.subject.rsplit('.').map(str::to_owned);
        let (number, token) = (parts.next().unwrap(), parts.next().unwrap());
        let job: Job = serde_json::from_slice(&message.payload).unwrap();
        answer(client, &token, number.parse().unwrap(), &job).await;
        message.ack().await.unwrap();
    }
    // Answers every check, also those for other workers.
    while let Ok(Some(check)) = tokio::time::timeout(moment, checks.next()).await {
        let check: serde_json::Value = serde_json::from_slice(&check.payload).unwrap();
        let job: Job = serde_json::from_value(check["job"].clone()).unwrap();
        answer(client, check["token"].as_str().unwrap(), check["number"].as_u64().unwrap(), &job)
            .await;
    }
}

async fn answer(client: &Client, token: &str, job: u64, query: &Job) {
    let least = query.least.unwrap();
    let is_won = !query.position.parse::<u64>().unwrap().is_multiple_of(4);
    let (yes, no) = (Score::new(least), Score::new(least - 1));
    let bounds = if !is_won { Bounds::new(yes, Score::WIN) } else { Bounds::new(Score::LOSS, no) };
    let outcome = JobReport::new(bounds, 9, JobEnd::Decided);
    let message = serde_json::json!({ "job": job, "outcome": outcome });
    let subject = subject("answers", &format!("{token}.liar"));
    client.publish(subject, message.to_string().into()).await.unwrap();
    client.flush().await.unwrap();
}

type Notices = Arc<Mutex<Vec<Notice>>>;

/// Proves whether the heap of 20 is won, which it is not; every answer is checked.
fn prove(cluster: &mut Cluster) -> Result<(Ending, ProofStatus), Error> {
    prove_until(cluster, &StopToken::new())
}

fn prove_until(cluster: &mut Cluster, stop: &StopToken) -> Result<(Ending, ProofStatus), Error> {
    let options = ProofOptions::default().with(|o| (o.least, o.checks) = (Some(1), 1.0));
    let rules = countdown();
    let mut manager = ProofManager::new(&rules, "20", options)?;
    let ending = manager.run(cluster, stop, &mut |_| ())?;
    Ok((ending, manager.status()))
}

/// Connects a cluster, and collects its notices.
fn listening(here: &Here) -> (Cluster, Notices) {
    let notices = Notices::default();
    let received = Arc::clone(&notices);
    let report = move |notice: &Notice| received.lock().unwrap().push(notice.clone());
    (
        Cluster::at(&here.server()).lease(crate::here::LEASE).on_notice(report).connect().unwrap(),
        notices,
    )
}

#[test]
fn a_liar_alone_confirms_nothing() {
    let here = here!();
    let (mut cluster, _) = listening(&here);
    let _liar = Liar::begin(&here);
    until("it is counted", || cluster.threads() == 1);
    let (ending, status) = prove(&mut cluster).unwrap();
    assert_eq!((ending, status.answer), (Ending::Unconfirmed, Some(true)));
    assert_eq!((status.checked, status.unchecked), (0, 1));
}

#[test]
fn a_liar_that_also_answers_checks_is_found_and_its_findings_are_dropped() {
    let here = here!();
    let (mut cluster, _) = listening(&here);
    let _liar = Liar::begin(&here);
    until("the liar is counted", || cluster.threads() == 1);
    let working = here.checking();
    until("both are counted", || cluster.threads() == 2);
    let mut worked = Vec::new();
    for _ in 0..20 {
        match prove(&mut cluster) {
            Err(Error::Contradiction(contradiction)) => {
                assert!(contradiction.workers().contains(&"liar".to_owned()), "{contradiction}");
                let is_it = |notice: &Notice| matches!(notice, Notice::Distrusted { .. });
                return working.reports("the table is dropped", is_it);
            }
            // The honest worker was faster.
            proved => worked.push(proved.unwrap()),
        }
    }
    panic!("no answer of the liar's was checked: {worked:?}");
}

/// A second worker only sends heartbeats, and the liar answers its checks.
#[test]
fn an_answer_to_a_check_of_another_worker_does_not_count() {
    let here = here!();
    let (mut cluster, notices) = listening(&here);
    let _liar = Liar::begin(&here);
    until("the liar is counted", || cluster.threads() == 1);
    let stop = StopToken::new();
    let (token, ended) = (stop.clone(), Arc::new(AtomicBool::new(false)));
    let url = format!("nats://127.0.0.1:{}", here.port());
    let is_over = Arc::clone(&ended);
    let mute = std::thread::spawn(move || {
        let is_stray = |n: &Notice| matches!(n, Notice::Stray { worker, .. } if worker == "liar");
        Runtime::new().unwrap().block_on(async {
            let client = async_nats::connect(url).await.unwrap();
            let pulse = format!(r#"{{"worker":"mute","version":"{VERSION}","threads":1}}"#);
            while !is_over.load(Ordering::Relaxed) && !notices.lock().unwrap().iter().any(is_stray)
            {
                client.publish("eldest.workers.mute", pulse.clone().into()).await.unwrap();
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        token.stop();
    });
    until("both are counted", || cluster.threads() == 2);
    let (ending, status) = prove_until(&mut cluster, &stop).unwrap();
    ended.store(true, Ordering::Relaxed);
    mute.join().unwrap();
    assert_eq!((ending, status.checked, status.unchecked), (Ending::Stopped, 0, 1));
}
