//! Proves hard positions by many searches: resumable, over any executor.
//!
//! A [`ProofManager`] finds the value of a position by null windows. It keeps a graph of positions
//! with proved bounds, hands out [jobs](Job) with a limited number of nodes, and propagates their
//! [results](JobReport) up to the root. Each result is in a file before it counts
//! ([`ProofManager::keep`]), so a proof resumes where it stopped, even after a crash.
//!
//! A [`JobExecutor`] does the searches: [`Threads`] of this process, over one table, or one that
//! you write. Jobs and reports are plain data.
//!
//! The manager sees a game as [`GameRules`], in which positions and moves are text. [`TextGame`]
//! implements them for any [`Position`](eldest::Position) that has a [text form](Texts).
//!
//! ```
//! use eldest::{Engine, StopToken};
//! use eldest_prove::{Ending, ProofManager, ProofOptions, TextGame, Threads};
//! # use eldest_prove::doc::{Countdown, Heaps};
//!
//! let game = TextGame::new("countdown", 1, Heaps);
//! let file = std::env::temp_dir().join(format!("countdown-{}.proof", std::process::id()));
//! let options = ProofOptions::default().with(|o| o.budget = 100);
//! let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
//!
//! // Repeat until the value is known.
//! for sessions in 1.. {
//!     let options = options.clone().with(|o| o.nodes = Some(200));
//!     let mut manager = ProofManager::new(&game, "100", options)?.keep(&file)?;
//!     let mut threads = Threads::new(&mut engine, &game);
//!     let ending = manager.run(&mut threads, &StopToken::new(), &mut |_| ())?;
//!     if ending == Ending::Settled {
//!         assert_eq!(manager.known().to_string(), "loss in 50");
//!         break;
//!     }
//! }
//! # std::fs::remove_file(file)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/proving.md` describes the store, the guarantees and the cost.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod error;
mod game;
mod graph;
mod job;
mod manager;
mod options;
#[doc(hidden)]
pub mod part;
mod rules;
mod store;
// It blocks on channels, which the deterministic scheduler does not model.
#[cfg(not(schedule))]
mod threads;

pub use error::{Contradiction, Error, NamedResult};
pub use game::{TextGame, Texts};
pub use job::{Fact, Job, JobEnd, JobExecutor, JobReport, VERSION};
pub use manager::{Ending, GrowthSample, ProofManager, ProofStatus};
pub use options::ProofOptions;
pub use rules::{About, GameRules, GraphPosition, Reply};
pub use store::{AnswerStore, Origin, StoreError};
#[cfg(not(schedule))]
pub use threads::{Exchange, Finding, NewsSlot, SharingTable, Threads};

/// A tiny game for examples.
#[doc(hidden)]
pub mod doc {
    pub use eldest::doc::Countdown;

    use crate::Texts;

    /// The text form of a heap: the number of objects left.
    #[derive(Copy, Clone, Debug, Default)]
    pub struct Heaps;

    impl Texts<Countdown> for Heaps {
        fn read(&self, text: &str) -> Result<Countdown, String> {
            let left = text.parse().map_err(|_| "expected a number from 0 to 255".to_owned());
            left.map(Countdown::new)
        }

        fn write(&self, heap: &Countdown, _: &str, _: Option<&str>) -> String {
            heap.left().to_string()
        }

        fn write_move(&self, _: &Countdown, taken: u8) -> String {
            taken.to_string()
        }
    }
}
