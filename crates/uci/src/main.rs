//! The chess engine `eldest-uci`. All of its code is in the library of this package.
#![forbid(unsafe_code)]

use clap::{Parser, Subcommand};
use eldest_uci::lines::Output;
use eldest_uci::{bench, session};
use std::fmt::Display;
use std::io::{self, BufReader, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// Play chess by the Universal Chess Interface (UCI), whose commands are read from stdin
#[derive(Debug, Parser)]
#[command(version)]
struct UciArgs {
    #[command(subcommand)]
    command: Option<UciSubcommand>,
}

#[derive(Debug, Subcommand)]
enum UciSubcommand {
    /// Search a fixed list of positions with one thread, and print the total node count, which is
    /// the same on every machine, on stdout and the nodes per second on stderr
    Bench {
        /// Search depth, in plies
        #[arg(long, default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u16).range(1..=60))]
        depth: u16,
    },
}

fn main() -> ExitCode {
    let args = match UciArgs::try_parse() {
        Ok(args) => args,
        Err(error) => return print(&error),
    };
    let stdout = Stdout::default();
    let done = match args.command {
        None => session::run(BufReader::new(io::stdin()), Output::new(stdout.clone())),
        Some(UciSubcommand::Bench { depth }) => measure(depth, &Output::new(stdout.clone())),
    };
    match (done, stdout.fault()) {
        (Err(error), _) => complain(error),
        (Ok(()), Some(fault)) => complain(format_args!("stdout: {fault}")),
        (Ok(()), None) => ExitCode::SUCCESS,
    }
}

/// Prints the nodes of the bench on `out`, and the speed on stderr, so that `out` can be compared.
#[expect(clippy::print_stderr, reason = "the speed is for people")]
fn measure(depth: u16, out: &Output) -> Result<(), eldest::Error> {
    let (nodes, time) = bench::run(depth)?;
    let seconds = time.as_secs_f64();
    out.line(format_args!("{nodes} nodes"));
    eprintln!("{:.0} nodes per second, {seconds:.2} s", nodes as f64 / seconds);
    Ok(())
}

/// Prints a message about the command line, or a help text; returns the exit status.
fn print(error: &clap::Error) -> ExitCode {
    match error.print().and_then(|()| io::stdout().flush()) {
        Err(fault) if !error.use_stderr() && fault.kind() != ErrorKind::BrokenPipe => {
            complain(format_args!("stdout: {fault}"))
        }
        _ => ExitCode::from(error.exit_code() as u8),
    }
}

#[expect(clippy::print_stderr, reason = "errors are for people")]
fn complain(error: impl Display) -> ExitCode {
    eprintln!("eldest-uci: {error}");
    ExitCode::FAILURE
}

/// The standard output, which keeps its first error. A closed pipe is no error: the input then
/// ends, too.
#[derive(Clone, Default)]
struct Stdout(Arc<Mutex<Option<io::Error>>>);

impl Stdout {
    fn fault(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn keep<T>(&self, done: io::Result<T>) -> io::Result<T> {
        done.inspect_err(|error| {
            if error.kind() != ErrorKind::BrokenPipe {
                let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert_with(|| {
                    let code = error.raw_os_error();
                    code.map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
                });
            }
        })
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.keep(io::stdout().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.keep(io::stdout().flush())
    }
}
