//! `eldest check`: proofs are checked, and played against.

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
    BEGINNING, CheckedProof, Error, Meeting, Options, Progress, Reader, meet, printable,
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

/// Checks what `args` name.
pub(crate) fn run<C: Catalog>(args: &CheckArgs, interrupt: &Interrupt) -> Result<Status> {
    if args.play && args.files.len() > 1 {
        let reason = "--play plays against one proof; expected one file";
        refuse::<CheckArgs>("check", clap::error::ErrorKind::ArgumentConflict, reason)
    }
    let stdin = args.files.iter().filter(|path| *path == Path::new(STDIN)).count();
    if stdin > usize::from(!args.play) {
        let reason = match args.play {
            true => "--play reads moves from stdin; expected a proof in a file",
            false => "stdin has one proof; expected - once",
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
    /// What people call the players.
    players: [&'static str; 2],
}

/// A proof; or how the program ends without it.
type Accepted = Result<Checked, Status>;

/// The most characters of a path that are shown, and of a message about what a file says.
const MOST_SHOWN: usize = 4096;

/// The certificate at `path`, and which game it is about; or what is wrong.
fn opened<C: Catalog>(
    path: &Path,
    interrupt: &Interrupt,
) -> std::result::Result<(File, C), String> {
    let file = interrupt.while_waiting(|| open(path)).map_err(|error| error.to_string())?;
    let game = game_of(CertificateFile::new(&file, interrupt).map_err(|error| error.to_string())?)?;
    Ok((file, game))
}

fn game_of<C: Catalog>(file: CertificateFile<'_>) -> std::result::Result<C, String> {
    let reader = Reader::new(file).map_err(|error| error.to_string())?;
    let game = reader.header().game.parse::<C>();
    game.map_err(|error| printable(&error.to_string(), MOST_SHOWN))
}

/// Checks one proof, and reports the result.
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
    let options = Options::new().memory_bytes(args.memory.bytes()).trust_bounds(args.trust_bounds);
    let mut watch = |progress: &Progress| {
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
    options: &'a Options,
    watch: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
}

impl Visitor for CheckVisitor<'_> {
    type Output = (Result<CheckedProof, Error>, [&'static str; 2]);

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let Self { file, options, watch } = self;
        (eldest_check::check(&GameCodec(game), file, options, watch), game.players())
    }
}

/// What two proofs say together.
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
            "both proofs are accepted, and contradict each other: the rules or the checker are wrong"
        }
        _ => "the proofs are about different positions, or different rules",
    };
    complain(reason);
    Ok(Status::Failed)
}

/// Plays against the proof, which was accepted.
fn against<C: Catalog>(
    checked: &Checked,
    args: &CheckArgs,
    interrupt: &Interrupt,
) -> Result<Status> {
    let reader = Reader::new(checked.file.try_clone()?)?;
    let game: C = reader.header().game.parse()?;
    play::play_against::<C>(&game, reader, args.format, interrupt)
}

/// What two proofs say together.
#[derive(Debug, Serialize)]
struct Together {
    #[serde(flatten)]
    value: Value,
    #[serde(skip)]
    player: &'static str,
}

impl Together {
    /// The value lies within `bounds` for `player`, who moves first in the game.
    fn new(bounds: Bounds, player: &'static str) -> Self {
        Self { value: bounds.into(), player }
    }
}

impl fmt::Display for Together {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "value for {}: {}", self.player, self.value)
    }
}

/// The bytes of a pipe that are copied at once.
const PIECE: usize = 1 << 16;

/// Opens the certificate at `path`, or stdin, so that it can be read several times: what comes
/// through a pipe is copied into a temporary file, which has no name and ends with the process. A
/// pipe keeps the caller waiting for its end.
///
/// # Errors
/// What the system says; that it is a folder, a device or a terminal.
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
            "there is no such file; expected a certificate, as certify and prove write them",
        ),
        _ => error,
    })?;
    if file.metadata()?.is_file() { Ok(file) } else { copied(&mut &file) }
}

fn other(message: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, message)
}

/// A temporary file with all that `from` has; of what is no certificate, only the beginning.
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

/// What is wrong with the temporary folder says nothing of the certificate.
fn temporary(error: io::Error) -> io::Error {
    let folder = temp_dir();
    let folder = folder.display();
    let reason =
        format!("it cannot be copied into the temporary folder {folder} (TMPDIR): {error}");
    io::Error::new(error.kind(), reason)
}

/// Reads a certificate until the program is interrupted: a large one takes long to read.
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

    /// How many bytes it has.
    fn length(&self) -> u64 {
        self.file.metadata().map_or(0, |about| about.len())
    }
}

impl Read for CertificateFile<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.interrupt.is_raised() {
            // Not `ErrorKind::Interrupted`, after which reading goes on.
            true => Err(io::Error::other("the reading was stopped")),
            false => self.file.read(buffer),
        }
    }
}

impl Seek for CertificateFile<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
