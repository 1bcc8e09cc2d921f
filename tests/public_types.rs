//! Which public types cross threads, and that all can be shown.

use eldest::background::{BorrowedSearch, OwnedSearch, StartError};
use eldest::batch::{Batch, InOrder};
use eldest::observe::{Iteration, NoTracer, NodeType, Progress};
use eldest::options::Driver;
use eldest::report::{CapSource, Line, LineEnd, RootMove, Statistics, StopReason};
use eldest::table::{Entry, MapTable, NewEntry, NoTable, OneWordTable, TableError};
use eldest::timeline::{Activity, Recorder, Span, SpanOutcome, SplitId, Timeline, Track};
use eldest::{
    Bound, Bounds, Builder, Depth, Engine, Error, Handle, Limits, Options, Query, Report, Score,
    SharedTable, Side, StopToken, Window, ZeroEvaluator,
};
use eldest::{DepthMatch, KeyKind};
use eldest_games::trees::Tree;
use std::fmt::Debug;
use std::panic::{RefUnwindSafe, UnwindSafe};

fn shared<T: Send + Sync + Debug>() {}
fn plain<T: Copy + Send + Sync + Debug + Eq>() {}
fn sent<T: Send + Debug>() {}
fn shown<T: Debug>() {}
fn caught<T: UnwindSafe + RefUnwindSafe>() {}
fn error<T: std::error::Error + Send + Sync + 'static>() {}

#[test]
fn values_are_plain() {
    plain::<Score>();
    plain::<Depth>();
    plain::<Window>();
    plain::<Bound>();
    plain::<Bounds>();
    plain::<Side>();
    plain::<KeyKind>();
    plain::<NodeType>();
    plain::<ZeroEvaluator>();
    plain::<NoTracer>();
    plain::<Options>();
    plain::<Driver>();
    plain::<DepthMatch>();
    plain::<Statistics>();
    plain::<StopReason>();
    plain::<CapSource>();
    plain::<LineEnd>();
    plain::<Progress>();
    plain::<Entry>();
    plain::<NewEntry>();
    plain::<Activity>();
    plain::<SpanOutcome>();
    plain::<Span>();
    plain::<SplitId>();
}

#[test]
fn answers_cross_threads() {
    shared::<Report<u16>>();
    shared::<Line<u16>>();
    shared::<RootMove<u16>>();
    shared::<Iteration<u16>>();
    shared::<Limits>();
    shared::<StopToken>();
    shared::<Recorder>();
    shared::<Timeline>();
    shared::<Track>();
    shared::<SharedTable>();
    shared::<OneWordTable>();
    shared::<MapTable>();
    shared::<NoTable>();
    error::<Error>();
    error::<TableError>();
    #[cfg(feature = "save")]
    {
        shared::<eldest::table::Origin>();
        error::<eldest::table::SaveError>();
        error::<eldest::table::LoadError>();
    }
}

#[test]
fn engines_can_be_sent_and_running_searches_shared() {
    sent::<Engine<Tree>>();
    sent::<Engine<Tree, fn(&Tree) -> Score, MapTable>>();
    sent::<Engine<Tree, ZeroEvaluator, NoTable>>();
    shared::<BorrowedSearch<'static, u16>>();
    shared::<Handle<u16>>();
    sent::<OwnedSearch<Tree>>();
    sent::<OwnedSearch<Tree, fn(&Tree) -> Score, MapTable>>();
    error::<StartError<Tree>>();
    sent::<Batch<'static, Tree>>();
    sent::<InOrder<Batch<'static, Tree>, std::vec::IntoIter<Tree>>>();
    shown::<Builder<Tree, ZeroEvaluator, SharedTable>>();
    shown::<Query<'static, Tree, ZeroEvaluator, SharedTable>>();
}

/// What holds locks goes through `catch_unwind`, as with the locks of the standard library.
#[test]
fn what_holds_locks_may_be_caught() {
    caught::<StopToken>();
    caught::<Recorder>();
    caught::<Limits>();
    caught::<SharedTable>();
    caught::<OneWordTable>();
    caught::<Handle<u16>>();
}
