//! Models: small pieces of what threads do together, for loom to run in every order.
//!
//! They exist in the package `eldest-loom` only, whose tests run them; `docs/model-checking.md` tells
//! what they say. Each stands beside the code that it is about. A model whose name begins with
//! `wrong` leaves something out, and loom finds that out.

pub use crate::engine::models as outcome;
pub use crate::parallel::models as parallel;
pub use crate::search::control::models as control;
pub use crate::sync::models as sync;
pub use crate::table::models as table;
