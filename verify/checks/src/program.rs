//! The command-line program: runs a target on random inputs for any length of time.
//!
//! A failing input is written to a file, minimised, and reported; the program then ends with status
//! 1.

use crate::FuzzTarget;
use crate::soak::{FailedInput, InputSource, Soak, minimised, silence, try_once};
use anyhow::{Context, Result, bail};
use clap::{Parser, ValueEnum};
use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Check eldest on random inputs.
#[derive(Debug, Parser)]
#[command(name = "eldest-checks")]
struct SoakArgs {
    /// The target, or `list`.
    target: String,
    /// Stop after this many executions.
    #[arg(long, value_name = "N")]
    executions: Option<u64>,
    /// Stop after this many minutes, or after `--executions` if that comes first.
    #[arg(long, value_name = "M")]
    minutes: Option<f64>,
    /// The seed of the random inputs.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The longest input, in bytes.
    #[arg(long, value_name = "N", default_value_t = 400)]
    longest: usize,
    /// The folder for failing inputs.
    #[arg(long, value_name = "DIR", default_value = ".")]
    artifacts: PathBuf,
    /// A folder of inputs to check first, and to mutate.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Check only this input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["executions", "minutes", "corpus"])]
    replay: Option<PathBuf>,
    /// How often to try a failing input before it counts as passing: threads interact differently
    /// each time.
    #[arg(long, value_name = "N", default_value_t = 20)]
    tries: u32,
    /// The format of the summary.
    #[arg(long, value_enum, default_value_t = SoakFormat::Text)]
    format: SoakFormat,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum SoakFormat {
    Text,
    Json,
}

/// Runs the command line with one of `targets`.
///
/// # Errors
/// If there is no such target, or if files cannot be read or written.
pub fn main(targets: &'static [FuzzTarget]) -> Result<ExitCode> {
    let args = SoakArgs::parse();
    if args.target == "list" {
        return list(targets);
    }
    let Some(target) = targets.iter().find(|target| target.name == args.target) else {
        bail!("there is no target {:?}; `list` names all", args.target);
    };
    silence();
    match &args.replay {
        Some(file) => replay(target, file, args.tries),
        None => soak(target, &args),
    }
}

fn list(targets: &[FuzzTarget]) -> Result<ExitCode> {
    for FuzzTarget { name, oracle, .. } in targets {
        writeln!(stdout(), "{name:10} {oracle}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn replay(target: &FuzzTarget, file: &PathBuf, tries: u32) -> Result<ExitCode> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    match (0..tries.max(1)).find_map(|_| try_once(target, &bytes).err()) {
        Some(message) => {
            writeln!(stdout(), "{message}")?;
            Ok(ExitCode::FAILURE)
        }
        None => {
            writeln!(stdout(), "{} passes", file.display())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn soak(target: &FuzzTarget, args: &SoakArgs) -> Result<ExitCode> {
    let inputs = InputSource::new(target, args.seed, args.longest, args.corpus.as_deref())?;
    let most = args.executions.or_else(|| args.minutes.is_none().then_some(10_000));
    let time = args.minutes.map(|minutes| Duration::from_secs_f64(minutes * 60.0));
    let soak = Soak::run(target, &inputs, most, time);
    let found = soak.failure.as_ref().map(|failure| failure.execution);
    let (executions, seconds) = (soak.executions, soak.time.as_secs_f64());
    if args.format == SoakFormat::Json {
        let found = found.map_or("null".to_owned(), |execution| execution.to_string());
        let name = target.name;
        let shares =
            soak.shares.map_or("null".to_owned(), |shares| format!("{{{}}}", shares.json()));
        writeln!(
            stdout(),
            r#"{{"target":"{name}","executions":{executions},"seconds":{seconds:.3},"found_at":{found},"shares":{shares}}}"#,
        )?;
    } else {
        let rate = executions as f64 / seconds;
        writeln!(stdout(), "{executions} executions in {seconds:.1} s, {rate:.0} a second")?;
        if let Some(shares) = &soak.shares {
            writeln!(stdout(), "{shares}")?;
        }
    }
    match soak.failure {
        Some(failure) => show(target, args, &failure),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Writes the failing input and a minimised one, and prints how to reproduce the failure.
fn show(target: &FuzzTarget, args: &SoakArgs, failure: &FailedInput) -> Result<ExitCode> {
    fs::create_dir_all(&args.artifacts)?;
    let write = |name: &str, bytes: &[u8]| -> Result<PathBuf> {
        let path = args.artifacts.join(format!("{}-{}{name}", target.name, failure.execution));
        fs::write(&path, bytes).with_context(|| path.display().to_string())?;
        Ok(path)
    };
    // Written first: minimising may take long if the failure is rare.
    write("", &failure.bytes)?;
    let spelt_out = target.spelt_out.map_or(failure.bytes.clone(), |spell| spell(&failure.bytes));
    let small = minimised(&spelt_out, |bytes| {
        (0..args.tries.max(1)).any(|_| try_once(target, bytes).is_err())
    });
    let path = write("-minimised", &small)?;
    if args.format == SoakFormat::Text {
        let again = (0..args.tries.max(1)).find_map(|_| try_once(target, &small).err());
        let message = again.as_ref().unwrap_or(&failure.message);
        let (from, to) = (failure.bytes.len(), small.len());
        writeln!(
            stdout(),
            "execution {} failed; {from} bytes, minimised to {to}:",
            failure.execution
        )?;
        writeln!(stdout(), "{message}")?;
        writeln!(
            stdout(),
            "reproduce with: eldest-checks {} --replay {}",
            target.name,
            path.display()
        )?;
    }
    Ok(ExitCode::FAILURE)
}
