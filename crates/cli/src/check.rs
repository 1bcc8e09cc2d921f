//! `eldest check`: checks proofs, and plays against them.

use crate::certificate_args::CheckArgs;
use crate::play;
use anyhow::{Context, Result};
use eldest::Bounds;
use eldest_catalog::codec::GameCodec;
use eldest_catalog::games::{Catalog, Game, Visitor};
use eldest_catalog::input;
use eldest_catalog::input::STDIN;
use eldest_catalog::text::Value;
use eldest_check::{
    BEGINNING, CertificateReader, CheckOptions, CheckProgress, CheckedProof, Error, Meeting, meet,
    printable,
};
use eldest_jobs::CertificateRecord;
use eldest_terminal::typed::refuse;
use eldest_terminal::{Interrupt, Output, Status, complain, progress};
use serde::Serialize;
use std::env::temp_dir;
use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read, Seek, SeekFrom, Write, stdin};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// Checks the proofs that `args` name.
pub(crate) fn run<C: Catalog>(args: &CheckArgs, interrupt: &Interrupt) -> Result<Status> {
    if args.play && args.files.len() > 1 {
        let reason = "--play plays against one proof; expected one file";
        refuse::<CheckArgs>("check", clap::error::ErrorKind::ArgumentConflict, reason)
    }
    let stdin = args.files.iter().filter(|path| *path == Path::new(STDIN)).count();
    if stdin > usize::from(!args.play) {
        let reason = match args.play {
            true => "--play reads moves from stdin; expected a proof in a file",
            false => "stdin holds only one proof; expected - once",
        };
        refuse::<CheckArgs>("check", clap::error::ErrorKind::ArgumentConflict, reason)
    }
    let mut proofs = Vec::new();
    for file in &args.files {
        match accepted::<C>(args, file, interrupt)? {
            Ok(proof) => proofs.push(proof),
            Err(status) => return Ok(status),
        }
    }
    match &proofs[..] {
        [one, other] => together(args, [&one.proof, &other.proof], one.players[0]),
        [one] if args.play => against::<C>(one, args, interrupt),
        _ => Ok(Status::Done),
    }
}

/// A proof that was accepted.
struct Checked {
    proof: CheckedProof,
    file: File,
    /// The names of the players.
    players: [&'static str; 2],
}

/// A checked proof, or the exit status without one.
type Accepted = Result<Checked, Status>;

/// The maximum number of characters printed of a path, and of a message that quotes a file.
const MOST_SHOWN: usize = 4096;

/// Opens the certificate at `path`, and returns it with its game, or the reason for the failure.
fn opened<C: Catalog>(
    path: &Path,
    interrupt: &Interrupt,
) -> std::result::Result<(File, C), String> {
    let file = interrupt.while_waiting(|| open(path)).map_err(|error| error.to_string())?;
    let game = game_of(CertificateFile::new(&file, interrupt).map_err(|error| error.to_string())?)?;
    Ok((file, game))
}

fn game_of<C: Catalog>(file: CertificateFile<'_>) -> std::result::Result<C, String> {
    let reader = CertificateReader::new(file).map_err(|error| error.to_string())?;
    let game = reader.header().game.parse::<C>();
    game.map_err(|error| printable(&error.to_string(), MOST_SHOWN))
}

/// Checks one proof, and prints the result.
fn accepted<C: Catalog>(args: &CheckArgs, path: &Path, interrupt: &Interrupt) -> Result<Accepted> {
    let begun = Instant::now();
    let name = printable(&path.to_string_lossy(), MOST_SHOWN);
    let (opened, game) = match opened::<C>(path, interrupt) {
        Ok(opened) => opened,
        Err(_) if interrupt.is_raised() => return Ok(Err(Status::Interrupted)),
        Err(reason) => {
            complain(format_args!("{name}: {reason}"));
            return Ok(Err(Status::Unreadable));
        }
    };
    let file = CertificateFile::new(&opened, interrupt).with_context(|| name.clone())?;
    let bar = progress::bar(Some(file.length().max(2)));
    let output = Output::new(args.format, bar.clone());
    let options =
        CheckOptions::new().memory_bytes(args.memory.bytes()).trust_bounds(args.trust_bounds);
    let mut watch = |progress: &CheckProgress| {
        bar.set_position(progress.bytes);
        if interrupt.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let (checked, players) =
        game.visit(CheckVisitor { file, options: &options, watch: &mut watch });
    match checked {
        Ok(proof) => {
            output.put(&CertificateRecord::proof(&proof, players, begun.elapsed()))?;
            Ok(Ok(Checked { proof, file: opened, players }))
        }
        Err(_) if interrupt.is_raised() => Ok(Err(Status::Interrupted)),
        Err(error @ Error::Temporary { .. }) => {
            output.complain(error);
            Ok(Err(Status::Unreadable))
        }
        Err(error) => {
            output.complain(format_args!("{name}: {error}"));
            let is_refusal = error.is_refusal();
            Ok(Err(if is_refusal { Status::Failed } else { Status::Unreadable }))
        }
    }
}

/// Checks a file by the rules of a game.
struct CheckVisitor<'a> {
    file: CertificateFile<'a>,
    options: &'a CheckOptions,
    watch: &'a mut dyn FnMut(&CheckProgress) -> ControlFlow<()>,
}

impl Visitor for CheckVisitor<'_> {
    type Output = (Result<CheckedProof, Error>, [&'static str; 2]);

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let Self { file, options, watch } = self;
        (eldest_check::check(&GameCodec(game), file, options, watch), game.players())
    }
}

/// Prints the combined result of two proofs.
fn together(
    args: &CheckArgs,
    [one, other]: [&CheckedProof; 2],
    player: &'static str,
) -> Result<Status> {
    let reason = match meet(one, other) {
        Meeting::Within(bounds) => {
            let output = Output::new(args.format, progress::bar(Some(1)));
            output.put(&Together::new(bounds, player))?;
            return Ok(Status::Done);
        }
        Meeting::Contradiction => {
            "both proofs are accepted but contradict each other: the rules or the checker must be wrong"
        }
        _ => "the proofs are about different positions or different rules",
    };
    complain(reason);
    Ok(Status::Failed)
}

/// Plays against an accepted proof.
fn against<C: Catalog>(
    checked: &Checked,
    args: &CheckArgs,
    interrupt: &Interrupt,
) -> Result<Status> {
    let reader = CertificateReader::new(checked.file.try_clone()?)?;
    let game: C = reader.header().game.parse()?;
    play::play_against::<C>(&game, reader, args.format, interrupt)
}

/// The combined result of two proofs.
#[derive(Debug, Serialize)]
struct Together {
    #[serde(flatten)]
    value: Value,
    #[serde(skip)]
    player: &'static str,
}

impl Together {
    /// The value is within `bounds` for `player`, the one to move first in the game.
    fn new(bounds: Bounds, player: &'static str) -> Self {
        Self { value: bounds.into(), player }
    }
}

impl fmt::Display for Together {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "value for {}: {}", self.player, self.value)
    }
}

/// The number of bytes copied from a pipe at a time.
const PIECE: usize = 1 << 16;

/// Opens the certificate at `path`, or stdin, so that it can be read several times. Input from a
/// pipe is copied to an unnamed temporary file, which is gone when the process ends. Blocks until
/// the end of the pipe.
///
/// # Errors
/// If the system reports an error, or the path is a folder, a device or a terminal.
fn open(path: &Path) -> io::Result<File> {
    if path == Path::new(STDIN) {
        if stdin().is_terminal() {
            return Err(other("this is a terminal; expected a certificate from a pipe or a file"));
        }
        return copied(&mut stdin().lock());
    }
    let file = input::open_or_pipe(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => io::Error::new(
            ErrorKind::NotFound,
            "there is no such file; expected a certificate written by certify or prove",
        ),
        _ => error,
    })?;
    if file.metadata()?.is_file() { Ok(file) } else { copied(&mut &file) }
}

fn other(message: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, message)
}

/// Copies `from` to a temporary file; only its beginning if that is not the one of a certificate.
fn copied(from: &mut dyn Read) -> io::Result<File> {
    let mut piece = Vec::new();
    from.take(BEGINNING.len() as u64).read_to_end(&mut piece)?;
    let mut copy = tempfile::tempfile().map_err(temporary)?;
    let may_be_certificate = piece == BEGINNING;
    while !piece.is_empty() {
        copy.write_all(&piece).map_err(temporary)?;
        piece.clear();
        if may_be_certificate {
            from.take(PIECE as u64).read_to_end(&mut piece)?;
        }
    }
    Ok(copy)
}

/// Adds the temporary folder to `error`, so that the message does not blame the certificate.
fn temporary(error: io::Error) -> io::Error {
    let folder = temp_dir();
    let folder = folder.display();
    let reason = format!("it cannot be copied to the temporary folder {folder} (TMPDIR): {error}");
    io::Error::new(error.kind(), reason)
}

/// Reads a certificate, and fails once the program is interrupted: large ones take long to read.
#[derive(Debug)]
struct CertificateFile<'a> {
    file: File,
    interrupt: &'a Interrupt,
}

impl<'a> CertificateFile<'a> {
    /// Reads `file` from its beginning.
    fn new(file: &File, interrupt: &'a Interrupt) -> io::Result<Self> {
        let mut file = file.try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Self { file, interrupt })
    }

    /// Returns its length in bytes.
    fn length(&self) -> u64 {
        self.file.metadata().map_or(0, |about| about.len())
    }
}

impl Read for CertificateFile<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.interrupt.is_raised() {
            // Not `ErrorKind::Interrupted`, after which callers try again.
            true => Err(io::Error::other("reading was stopped")),
            false => self.file.read(buffer),
        }
    }
}

impl Seek for CertificateFile<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
