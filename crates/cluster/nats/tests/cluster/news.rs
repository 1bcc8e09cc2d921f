//! Findings that workers exchange while they search.

use crate::here::{FINGERPRINT, Here, here, run, subject};
use async_nats::Subscriber;
use eldest_prove::{Finding, Job, JobEnd};
use futures_util::StreamExt;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::time::{sleep, timeout};

/// Returns a job that decides whether this heap is won.
fn is_won(heap: u32) -> Job {
    Job::new("countdown", FINGERPRINT, &heap.to_string(), 1, 1_000_000)
}

/// Subscribes to findings, and waits until a manager counts this many workers.
async fn subscribe_news(here: &Here, workers: usize) -> Subscriber {
    let stranger = here.stranger().await;
    let news = stranger.subscribe(subject("news", "*.*")).await.unwrap();
    let mut pulses = stranger.subscribe("eldest.managers").await.unwrap();
    let count = format!(r#""workers":{workers},"#);
    while let Some(pulse) = pulses.next().await {
        if String::from_utf8_lossy(&pulse.payload).contains(&count) {
            break;
        }
    }
    stranger.flush().await.unwrap();
    news
}

/// Encodes the false finding that this heap is won.
fn lie(heap: u32, rules: u64) -> Vec<u8> {
    let (at_least, work) = (0_u8, 1_u64);
    postcard::to_stdvec(&(
        "countdown",
        rules,
        [(u64::from(heap), 1, at_least, 0_u16, work)].as_slice(),
    ))
    .unwrap()
}

#[test]
fn a_worker_shares_the_findings_of_a_search() {
    let here = here!();
    let _workers = [here.worker(), here.worker()];
    let mut cluster = here.cluster();
    Runtime::new().unwrap().block_on(async {
        let mut news = subscribe_news(&here, 2).await;
        assert_eq!(run(&mut cluster, is_won(250)).end, JobEnd::Decided);
        let message = timeout(Duration::from_secs(60), news.next()).await.unwrap().unwrap();
        let (game, rules, findings): (String, u64, Vec<Finding>) =
            postcard::from_bytes(&message.payload).unwrap();
        assert_eq!((game.as_str(), rules), ("countdown", FINGERPRINT));
        assert!(!findings.is_empty());
        for found in findings {
            let bounds = found.bounds().unwrap();
            let is_lost = found.key().is_multiple_of(4);
            let is_true = if is_lost { bounds.upper().get() < 0 } else { bounds.lower().get() > 0 };
            assert!(is_true, "{found:?}");
        }
    });
}

#[test]
fn a_worker_alone_shares_nothing() {
    let here = here!();
    let _working = here.worker();
    let mut cluster = here.cluster();
    Runtime::new().unwrap().block_on(async {
        let mut news = subscribe_news(&here, 1).await;
        assert_eq!(run(&mut cluster, is_won(250)).end, JobEnd::Decided);
        assert!(timeout(Duration::from_millis(500), news.next()).await.is_err());
    });
}

#[test]
fn a_worker_learns_findings_for_its_own_manager_only() {
    let here = here!();
    let _working = here.worker();
    let mut cluster = here.cluster();
    let mut is_won = |heap| run(&mut cluster, is_won(heap)).lower >= 1;
    assert!(is_won(5));
    Runtime::new().unwrap().block_on(async {
        let stranger = here.stranger().await;
        let mut pulses = stranger.subscribe("eldest.managers").await.unwrap();
        let pulse = String::from_utf8(pulses.next().await.unwrap().payload.to_vec()).unwrap();
        let token = pulse.split('"').nth(3).unwrap();
        let publish = async |token: &str, payload: Vec<u8>| {
            stranger.publish(subject("news", &format!("{token}.w")), payload.into()).await.unwrap();
            stranger.flush().await.unwrap();
            sleep(Duration::from_millis(200)).await;
        };
        let whole = lie(20, FINGERPRINT);
        for end in (0..whole.len()).step_by(4) {
            publish(token, whole[..end].to_vec()).await;
        }
        publish("absent", lie(20, FINGERPRINT)).await;
        publish(token, lie(20, FINGERPRINT + 1)).await;
        publish(token, lie(900, FINGERPRINT)).await;
        publish(token, [whole, vec![0; 300 << 10]].concat()).await;
        assert!(is_won(21));
        // A search proves the heaps below its own, and findings do not replace these: try new
        // heaps.
        for heap in (40..240).step_by(20) {
            publish(token, lie(heap, FINGERPRINT)).await;
            if !is_won(heap + 1) {
                return;
            }
        }
        panic!("nothing was learnt");
    });
}
