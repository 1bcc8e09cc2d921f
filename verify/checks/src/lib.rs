//! The inputs and assertions of the fuzz targets.
//!
//! Each target is a function over [`arbitrary::Unstructured`] that runs in three ways: under
//! libFuzzer (`fuzz/`), as an ordinary test on the checked-in corpus and on fresh inputs
//! (`verify/checks/tests/`), and as a long soak from the command line (`cargo run --release -p
//! eldest-checks`).

pub mod answers;
mod any_table;
#[cfg(not(schedule))]
pub mod case;
pub mod chance;
pub mod contract;
mod decorated;
pub mod deeper;
pub mod definition;
pub mod findings;
pub mod fuse;
pub mod graph;
pub mod interrupted;
mod meetings;
pub mod passing;
pub mod pauses;
#[cfg(feature = "runner")]
pub mod program;
pub mod questions;
#[cfg(feature = "certificates")]
pub mod raw;
pub mod recalled;
pub mod selected;
pub mod selecting;
pub mod shares;
pub mod sharing;
mod shown;
#[cfg(feature = "prove")]
pub mod simulated;
#[cfg(feature = "targets")]
pub mod soak;
#[cfg(feature = "targets")]
pub mod target;
#[cfg(feature = "targets")]
pub mod targets;
pub mod timeline;
pub mod trial;
#[cfg(feature = "targets")]
mod watch;

#[cfg(all(feature = "targets", not(schedule)))]
pub use any_table::ExchangeTable;
pub use any_table::{AnyTable, Hints};
pub use chance::{Chance, SplitMix64};
pub use decorated::{DecoratedTable, Decorator};
pub use graph::GameGraph;
pub use meetings::{Meetings, PastMeetings};
pub use shown::{InterruptedDepth, Iterations};
#[cfg(feature = "targets")]
pub use target::{FuzzTarget, TARGETS};
pub use trial::{GameTrial, Truth};
