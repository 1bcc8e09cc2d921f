//! [`CertificateRecord`]: the printed record of a certificate.

use eldest::Side;
use eldest_check::{CheckedProof, Claim, Written};
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// A certificate that was written, or accepted.
#[derive(Debug, Serialize)]
pub struct CertificateRecord {
    game: String,
    rules: String,
    position: String,
    prover: &'static str,
    least: i32,
    trusts_bounds: bool,
    records: u64,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u32>,
    seconds: f64,
    /// The name of the prover in the game.
    #[serde(skip)]
    player: &'static str,
    #[serde(skip)]
    claim: String,
    #[serde(skip)]
    verb: &'static str,
}

impl CertificateRecord {
    /// Creates the record of an accepted proof.
    pub fn proof(proof: &CheckedProof, players: [&'static str; 2], took: Duration) -> Self {
        let Claim { prover, least } = proof.claim;
        Self {
            game: proof.game.clone(),
            rules: format!("{:016x}", proof.rules),
            position: proof.position.clone(),
            prover: word(prover),
            least: least.get(),
            trusts_bounds: proof.trusts_bounds,
            records: proof.records,
            bytes: proof.bytes,
            height: Some(proof.height),
            seconds: took.as_secs_f64(),
            player: players[prover.index()],
            claim: format!("{least:#}"),
            verb: "proved",
        }
    }

    /// Creates the record of a written proof with this header.
    pub fn written(
        header: eldest_check::Header,
        written: Written,
        players: [&'static str; 2],
        took: Duration,
    ) -> Self {
        let Claim { prover, least } = header.claim;
        Self {
            game: header.game,
            rules: format!("{:016x}", header.rules),
            position: header.position,
            prover: word(prover),
            least: least.get(),
            trusts_bounds: header.trusts_bounds,
            records: written.records,
            bytes: written.bytes,
            height: None,
            seconds: took.as_secs_f64(),
            player: players[prover.index()],
            claim: format!("{least:#}"),
            verb: "written",
        }
    }
}

/// Returns the name of a side in certificates.
fn word(side: Side) -> &'static str {
    if side == Side::First { "first" } else { "second" }
}

impl fmt::Display for CertificateRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { verb, game, position, player, claim, records, bytes, seconds, .. } = self;
        write!(f, "{verb}: {game} {position}: {player} gets at least {claim}")?;
        f.write_str(if self.trusts_bounds { ", if static bounds are right" } else { "" })?;
        let each = *bytes as f64 / (*records).max(1) as f64;
        write!(f, " ({records} positions, {bytes} bytes, {each:.1} a position, {seconds:.1} s)")
    }
}
