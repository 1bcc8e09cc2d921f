//! Measures the end-to-end latency of tiny jobs, with workers of `worker.rs`: `latency nats://HOST
//! JOBS`.
#![allow(clippy::print_stdout)]

use eldest::batch::Executor;
use eldest_nats::{Cluster, Error, Server};
use eldest_prove::Job;
use std::time::{Duration, Instant};

/// Runs `jobs` jobs, `outstanding` at a time. Returns the total milliseconds, and those of each
/// job.
fn measured(cluster: &mut Cluster, jobs: usize, outstanding: usize) -> (f64, Vec<f64>) {
    let begun = Instant::now();
    let (mut next, mut since, mut took) = (0, vec![begun; jobs], Vec::new());
    while took.len() < jobs {
        while next < jobs && next - took.len() < outstanding {
            since[next] = Instant::now();
            cluster.begin(next, Job::new("heaps", 1, "9", 1, 1000));
            next += 1;
        }
        let Some((number, _)) = cluster.answer() else { break };
        took.extend(since.get(number).map(|since| millis(since.elapsed())));
    }
    took.sort_by(f64::total_cmp);
    (millis(begun.elapsed()), took)
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn main() -> Result<(), Error> {
    let mut words = std::env::args().skip(1);
    let address = words.next().unwrap_or_else(|| "nats://localhost".to_owned());
    let jobs = words.next().and_then(|jobs| jobs.parse().ok()).unwrap_or(1000);
    let mut cluster = Cluster::at(&Server::at(&address)?).connect()?;
    measured(&mut cluster, 10, 1);
    for outstanding in [1, 64] {
        let (all, each) = measured(&mut cluster, jobs, outstanding);
        let (median, last) = (each[jobs / 2], each[jobs * 99 / 100]);
        let per_job = all / jobs as f64;
        println!("| {outstanding} | {jobs} | {per_job:.2} | {median:.2} | {last:.2} |");
    }
    Ok(())
}
