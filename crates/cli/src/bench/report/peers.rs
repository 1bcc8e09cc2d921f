//! [`Peer`]: what another solver took beside this one.

use anyhow::{Context, Result, ensure};
use eldest_catalog::input;
use serde::Deserialize;
use serde_json::Deserializer;
use std::io::BufReader;
use std::path::Path;

/// The same work done by eldest and by another solver, in turn.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Peer {
    pub(super) peer: String,
    pub(super) task: String,
    pub(super) pairs: u32,
    /// Medians over all pairs.
    pub(super) eldest_seconds: f64,
    pub(super) peer_seconds: f64,
    /// The median of the ratios, eldest's time by the other's.
    pub(super) ratio: f64,
}

/// Reads the file at `path`, an object in each line.
pub(super) fn read(path: &Path) -> Result<Vec<Peer>> {
    let name = || path.display().to_string();
    let file = BufReader::new(input::open(path).with_context(name)?);
    let peers = Deserializer::from_reader(file).into_iter().collect::<Result<Vec<Peer>, _>>();
    let peers = peers.with_context(name)?;
    for Peer { peer, task, eldest_seconds, peer_seconds, ratio, .. } in &peers {
        let all_positive =
            [eldest_seconds, peer_seconds, ratio].iter().all(|number| **number > 0.0);
        ensure!(all_positive, "{}: {peer}, {task}: expected times above zero", path.display());
    }
    Ok(peers)
}
