//! Certificates: files that prove a bound on a value, and their check by the rules alone.

use crate::fault::{Fault, guard};
use crate::place::At;
use crate::request::converted;
use crate::searcher::EngineOf;
use crate::{Engine, Error, Game, Position, Result, SearchLimits, Value};
use eldest::{Bounds, Limits, Position as _, Score, Side, StopToken, Table};
use eldest_catalog::codec::GameCodec;
use eldest_catalog::games::{self, Visitor};
use eldest_certify::SearchOracle;
use eldest_check::{CheckedProof, Meeting, Options, Reader, meet};
use std::fs::File;
use std::io::{BufWriter, Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// What a certificate proves: that the value is within a bound.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The value for the side to move is at least this.
    AtLeast(i32),
    /// The value for the side to move is at most this.
    AtMost(i32),
}

impl Claim {
    /// Returns the claim in the terms of the file.
    fn about(self, side: Side) -> Result<eldest_check::Claim> {
        let (Self::AtLeast(number) | Self::AtMost(number)) = self;
        let most = Score::WIN.get();
        if number.unsigned_abs() > most.unsigned_abs() {
            let reason = format!("a claim about {number}; expected a value within ±{most}");
            return Err(Error::Option(reason));
        }
        let score = Score::new(number);
        Ok(match self {
            Self::AtLeast(_) => eldest_check::Claim { prover: side, least: score },
            Self::AtMost(_) => eldest_check::Claim { prover: side.other(), least: -score },
        })
    }
}

/// A certificate that was written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The positions in it.
    pub records: u64,
    /// The size of the file, in bytes.
    pub bytes: u64,
}

/// A certificate that was checked, or several about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The name of the game.
    pub game: String,
    /// The position, as text.
    pub position: String,
    /// What all files together prove about the value, for the player who begins the game.
    pub value: Value,
    /// The positions that were checked.
    pub records: u64,
}

/// Proves a claim about a position with the searches of `engine`, and writes the proof to `out`,
/// which is replaced only by a complete proof. The limits apply to each search.
///
/// # Errors
/// [`Error::False`] if the claim is false, [`Error::Unfinished`] if a limit or the stop ended it,
/// [`Error::Unsupported`] for games without certificates, [`Error::File`], and those of
/// [`Engine::solve`].
pub fn certify(
    engine: &Engine,
    position: &Position,
    claim: Claim,
    out: &Path,
    limits: &SearchLimits,
) -> Result<Written> {
    let plan = Plan {
        claim,
        out,
        limits: converted(limits)?,
        stop: limits.stop.clone().unwrap_or_default(),
    };
    let core = engine.core();
    let _pass = core.enter()?;
    let place = position.with(|place| Ok(place.copy()))?;
    guard(|| core.searcher().certify(&*place, &plan))
}

/// A proof to be written.
pub(crate) struct Plan<'a> {
    claim: Claim,
    out: &'a Path,
    limits: Limits,
    stop: StopToken,
}

impl Plan<'_> {
    /// Writes the proof with the searches of `engine`.
    pub(crate) fn run<G: games::Game, T: Table + 'static>(
        &self,
        engine: &mut EngineOf<G, T>,
        root: &At<G>,
    ) -> Result<Written> {
        if G::Position::PATH_DEPENDENT {
            return Err(Error::Unsupported(eldest_check::Error::PathDependent.to_string()));
        }
        let fault = Fault::default();
        let position = root.rooted(&fault);
        let claim = self.claim.about(position.side())?;
        let (part, file) = Part::create(self.out)?;
        let mut oracle = SearchOracle::new(engine, &self.limits);
        let watch = &mut |_: &eldest_certify::Progress| flow(&self.stop);
        let (codec, options) = (GameCodec(&root.game), Options::new());
        let mut to = BufWriter::new(&file);
        let written =
            eldest_certify::write(&codec, &position, claim, &mut oracle, &options, &mut to, watch);
        let written = fault.instead(written.map_err(|error| self.refused(error)))?;
        to.flush().map_err(|error| unwritable(self.out, &error))?;
        drop(to);
        part.publish(self.out)?;
        Ok(Written { records: written.records, bytes: written.bytes })
    }

    fn refused(&self, error: eldest_certify::Error) -> Error {
        use eldest_certify::Error as Refusal;
        match error {
            Refusal::Io(error) => unwritable(self.out, &error),
            Refusal::Search(error) => Error::of_search(&error),
            Refusal::False { .. } | Refusal::Contradiction { .. } => {
                Error::False(error.to_string())
            }
            Refusal::Unfinished | Refusal::Stopped => Error::Unfinished(error.to_string()),
            error => Error::Unsupported(error.to_string()),
        }
    }
}

fn flow(stop: &StopToken) -> ControlFlow<()> {
    if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Error {
    Error::File(format!("{} cannot be written: {error}", path.display()))
}

/// A file under another name, which is removed unless it is published.
struct Part(PathBuf);

impl Part {
    fn create(out: &Path) -> Result<(Self, File)> {
        let mut name = out.as_os_str().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let path = PathBuf::from(name);
        let file = File::create(&path).map_err(|error| unwritable(out, &error))?;
        Ok((Self(path), file))
    }

    fn publish(self, out: &Path) -> Result<()> {
        std::fs::rename(&self.0, out).map_err(|error| unwritable(out, &error))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // It is not there any more once it has been published.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Checks certificates about one position by the rules alone. Without `game`, the shipped game that
/// the first file names.
///
/// # Errors
/// [`Error::False`] if a file proves nothing, with the place; [`Error::File`], [`Error::Game`],
/// [`Error::Option`] without a file, and [`Error::Unfinished`] if `stop` ended it.
pub fn check(paths: &[&Path], game: Option<&Game>, stop: &StopToken) -> Result<Checked> {
    let Some(first) = paths.first() else {
        return Err(Error::Option("no certificate is given; expected at least one".to_owned()));
    };
    let game = match game {
        Some(game) => game.clone(),
        None => game_of(first)?,
    };
    let checked = |path: &&Path| guard(|| game.0.visit(Check { path, stop }));
    let proofs = paths.iter().map(checked).collect::<Result<Vec<_>>>()?;
    together(&proofs)
}

/// Returns the shipped game that a certificate names.
fn game_of(path: &Path) -> Result<Game> {
    let reader = Reader::new(open(path)?).map_err(|error| refused(path, &error))?;
    Game::open(&reader.header().game)
}

fn open(path: &Path) -> Result<File> {
    let opened = File::open(path);
    opened.map_err(|error| Error::File(format!("{} cannot be read: {error}", path.display())))
}

fn refused(path: &Path, error: &eldest_check::Error) -> Error {
    let message = format!("{}: {error}", path.display());
    match error {
        eldest_check::Error::Io(_) | eldest_check::Error::Temporary { .. } => Error::File(message),
        eldest_check::Error::Stopped => Error::Unfinished(message),
        _ => Error::False(message),
    }
}

struct Check<'a> {
    path: &'a Path,
    stop: &'a StopToken,
}

impl Visitor for Check<'_> {
    type Output = Result<CheckedProof>;

    fn visit<G: games::Game>(self, game: &G) -> Self::Output {
        let mut file = open(self.path)?;
        file.rewind().map_err(|error| refused(self.path, &error.into()))?;
        let watch = &mut |_: &eldest_check::Progress| flow(self.stop);
        let checked = eldest_check::check(&GameCodec(game), file, &Options::new(), watch);
        checked.map_err(|error| refused(self.path, &error))
    }
}

/// Returns what proofs about one position prove together.
fn together(proofs: &[CheckedProof]) -> Result<Checked> {
    let first = &proofs[0];
    let mut known = Bounds::FULL;
    for proof in proofs {
        let Meeting::Within(bounds) = meet(first, proof) else {
            let reason = "the proofs are about different positions or rules, or contradict each \
                          other";
            return Err(Error::False(reason.to_owned()));
        };
        let both = known.intersect(bounds);
        known = both.ok_or_else(|| Error::False("the proofs contradict each other".to_owned()))?;
    }
    Ok(Checked {
        game: first.game.clone(),
        position: first.position.clone(),
        value: known.into(),
        records: proofs.iter().map(|proof| proof.records).sum(),
    })
}
