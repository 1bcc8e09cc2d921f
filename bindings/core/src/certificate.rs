//! Certificates: files that prove a bound on a value, and their check by the rules alone.

use crate::fault::guard;
use crate::proof::{Plan, flow, unwritable};
use crate::request::converted;
use crate::{Engine, Error, Game, Position, Result, SearchLimits, Value};
use eldest::{Bounds, StopToken};
use eldest_catalog::codec::GameCodec;
use eldest_catalog::games::{self, Visitor};
use eldest_check::{CertificateReader, CheckOptions, CheckedProof, Meeting, may_replace, meet};
use std::fs::File;
use std::io::Seek;
use std::path::Path;

pub use crate::proof::{Claim, Written};

/// A certificate that was checked, or several about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The name of the game.
    pub game: String,
    /// The position, as text.
    pub position: String,
    /// What all files together prove about the value, for the player that begins the game.
    pub value: Value,
    /// The positions that were checked.
    pub records: u64,
}

/// Proves a claim about a position with the searches of `engine`, and writes the proof to `out`,
/// which is replaced only if it is a certificate or empty, and by a complete proof. The limits apply
/// to each search.
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
    leave_others(out)?;
    let plan = Plan {
        claim,
        out,
        limits: converted(limits)?,
        stop: limits.stop.clone().unwrap_or_default(),
    };
    let core = engine.core();
    let _permit = core.enter()?;
    let erased = position.with(|erased| Ok(erased.copy()))?;
    let certify = || guard(|| core.searcher().certify(&*erased, &plan));
    let work = &core.gate().work;
    work.awaited(|| work.run(certify))?
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
    let reader = CertificateReader::new(open(path)?).map_err(|error| refused(path, &error))?;
    Game::open(&reader.header().game)
}

/// Refuses to replace a file that is neither a certificate nor empty.
fn leave_others(out: &Path) -> Result<()> {
    if may_replace(out).map_err(|error| unwritable(out, &error))? {
        return Ok(());
    }
    let message = "exists and is not a certificate; it was left unchanged: remove it, or name \
                   another file";
    Err(Error::File(format!("{} {message}", out.display())))
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
        let watch = &mut |_: &eldest_check::CheckProgress| flow(self.stop);
        let checked = eldest_check::check(&GameCodec(game), file, &CheckOptions::new(), watch);
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
