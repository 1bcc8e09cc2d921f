//! Searches under way: borrowed and owned engines, handles, caps on plies, a whole small engine.

mod borrowed;
mod handles;
mod owned;
mod ply_caps;
mod stopped_before;
mod whole_engine;
