//! Searches under way: borrowed and owned engines, handles, caps on plies, a whole small engine.

mod borrowed;
mod handles;
mod owned;
mod ply_caps;
mod whole_engine;
