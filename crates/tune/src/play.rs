//! `eldest-tune play`: games side by side, written in their order.

use crate::args::{EvaluatorArg, PlayArgs};
use crate::game::Player;
use crate::sample::Sample;
use anyhow::Result;
use eldest::Evaluator;
use eldest_games::chess::{Chess, Full, Nnue, Pesto, Tuned};
use fastrand::Rng;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// What judges positions.
trait Judge: Evaluator<Chess<Full>> + Copy + Send + Sync + 'static {}

impl<E: Evaluator<Chess<Full>> + Copy + Send + Sync + 'static> Judge for E {}

/// What a game gave, and which it was.
type Played = (u64, Result<Vec<Sample>, eldest::Error>);

/// Plays what `args` name, and writes the samples to their file.
pub(crate) fn run(args: &PlayArgs) -> Result<()> {
    match args.evaluator {
        EvaluatorArg::Pesto => play(args, Pesto::default()),
        EvaluatorArg::Tuned => play(args, Tuned::default()),
        EvaluatorArg::Nnue => play(args, Nnue::default()),
    }
}

fn play<E: Judge>(args: &PlayArgs, evaluator: E) -> Result<()> {
    let mut out = BufWriter::new(File::create(&args.out)?);
    let next = AtomicU64::new(0);
    let count = thread::scope(|scope| {
        let (sender, games) = channel();
        for _ in 0..args.threads {
            let (sender, next, player) = (sender.clone(), &next, Player::new(args, evaluator)?);
            scope.spawn(move || work(args, player, next, &sender));
        }
        drop(sender);
        write(&games, &mut out)
    })?;
    out.flush()?;
    eprintln!("{count} positions of {} games", args.games);
    Ok(())
}

/// Plays games until there are none, or nobody listens.
fn work<E: Judge>(
    args: &PlayArgs,
    mut player: Player<E>,
    next: &AtomicU64,
    sender: &Sender<Played>,
) {
    loop {
        let game = next.fetch_add(1, Ordering::Relaxed);
        let chance = Rng::with_seed(args.seed.wrapping_mul(1 << 32).wrapping_add(game));
        if game >= args.games || sender.send((game, player.play(chance))).is_err() {
            return;
        }
    }
}

/// In the order of the games; holds back what comes too early. How many positions there were.
fn write(games: &Receiver<Played>, out: &mut impl Write) -> Result<u64> {
    let (mut early, mut due, mut count) = (BTreeMap::new(), 0, 0);
    for (game, samples) in games {
        early.insert(game, samples?);
        while let Some(samples) = early.remove(&due) {
            due += 1;
            for sample in samples {
                writeln!(out, "{sample}")?;
                count += 1;
            }
        }
    }
    Ok(count)
}
