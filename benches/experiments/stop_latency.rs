//! How long a search takes to end after it has been stopped: `docs/parallel.md`.
//!
//! `cargo run --release --example stop_latency` prints, for each algorithm and number of threads,
//! the median and the longest time from the stop to the report, over stops at different moments.
#![allow(clippy::print_stdout)]

use eldest::table::OneWordTable;
use eldest::{Algorithm, Engine, Limits};
use eldest_games::connect4::{self, ConnectFour};
use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

const STOPS: u64 = 15;

fn main() -> Result<(), Box<dyn Error>> {
    let cores = thread::available_parallelism()?.get();
    println!("{:<18} {:>7} {:>10} {:>10}", "algorithm", "threads", "median ms", "longest ms");
    for algorithm in [Algorithm::YoungBrothersWait, Algorithm::Abdada, Algorithm::LazySmp] {
        for threads in [1, cores, 256] {
            let times = stops(algorithm, threads)?;
            let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
            println!(
                "{:<18} {threads:>7} {median:>10.2} {longest:>10.2}",
                format!("{algorithm:?}")
            );
        }
    }
    Ok(())
}

/// Milliseconds from the stop to the report, in order.
fn stops(algorithm: Algorithm, threads: usize) -> Result<Vec<f64>, Box<dyn Error>> {
    let empty = <ConnectFour>::default();
    let options = connect4::options().with(|o| (o.algorithm, o.threads) = (algorithm, threads));
    let table = OneWordTable::new(64 << 20, &empty)?;
    let builder = Engine::<ConnectFour>::builder().options(options);
    let mut engine = builder.table(table).build()?;
    let mut times = Vec::new();
    for stop in 1..=STOPS {
        let running = engine.query(&empty).to_end().limits(&Limits::new()).start()?;
        thread::sleep(Duration::from_millis(20 + 7 * stop));
        let stopped = Instant::now();
        running.stop();
        running.wait()?;
        times.push(stopped.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok(times)
}
