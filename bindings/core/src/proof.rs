//! [`Plan`]: writes the proof of a claim.

use crate::builder::EngineOf;
use crate::erased::GamePosition;
use crate::fault::Fault;
use crate::{Error, Result};
use eldest::{Limits, Position as _, Score, Side, StopToken, Table};
use eldest_catalog::codec::GameCodec;
use eldest_catalog::games;
use eldest_certify::SearchOracle;
use eldest_check::CheckOptions;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use tempfile::NamedTempFile;

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

/// A proof to be written.
pub(crate) struct Plan<'a> {
    pub(crate) claim: Claim,
    pub(crate) out: &'a Path,
    pub(crate) limits: Limits,
    pub(crate) stop: StopToken,
}

impl Plan<'_> {
    /// Writes the proof with the searches of `engine`.
    pub(crate) fn run<G: games::Game, T: Table + 'static>(
        &self,
        engine: &mut EngineOf<G, T>,
        root: &GamePosition<G>,
    ) -> Result<Written> {
        let fault = Fault::default();
        let position = root.rooted(&fault);
        let claim = self.claim.about(position.side())?;
        let part = part_of(self.out).map_err(|error| unwritable(self.out, &error))?;
        let mut oracle = SearchOracle::new(engine, &self.limits);
        let watch = &mut |_: &eldest_certify::WriteProgress| flow(&self.stop);
        let (codec, options) = (GameCodec(&root.game), CheckOptions::new());
        let mut to = BufWriter::new(part.as_file());
        let written =
            eldest_certify::write(&codec, &position, claim, &mut oracle, &options, &mut to, watch);
        let written = fault.instead(written.map_err(|error| self.refused(error)))?;
        to.flush().map_err(|error| unwritable(self.out, &error))?;
        drop(to);
        part.persist(self.out).map_err(|error| unwritable(self.out, &error.error))?;
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
            Refusal::NoCode => Error::Unsupported(NO_TEXTS.to_owned()),
            Refusal::Unfinished | Refusal::Stopped => Error::Unfinished(error.to_string()),
            error => Error::Unsupported(error.to_string()),
        }
    }
}

const NO_TEXTS: &str = "positions of this game have no texts, so that a certificate cannot name \
                        them; add text and parse to its rules";

/// Ends the work when `stop` is stopped.
pub(crate) fn flow(stop: &StopToken) -> ControlFlow<()> {
    if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Error {
    Error::File(format!("{} cannot be written: {error}", path.display()))
}

/// Creates an empty file beside `out`, readable by others as the system's defaults allow.
fn part_of(out: &Path) -> io::Result<NamedTempFile> {
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(out.file_name().unwrap_or_default()).suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}
