//! [`QuestionSession`]: a series of queries on one engine.

use super::deeper;
use super::on_graph::{Body, GraphTrial};
use super::subject::{RecordedEngine, some_table};
use crate::answers::{check_legal, check_report};
use crate::case::CaseTable;
use crate::deeper::{DeeperOracle, check_findings as check_findings_of_deeper};
use crate::findings::check_findings;
use crate::interrupted::{check_deepening, check_proof};
use crate::pauses::{LostTurns, Patience};
use crate::questions::{ask_something, ask_value_recorded};
use crate::shares::InputEvents;
use crate::sharing::{SharingTally, check_counts, eager, lively, options};
use crate::timeline::gives_way;
use crate::trial::limits;
use crate::{Chance, DecoratedTable, GameTrial, Meetings, PastMeetings};
use eldest::options::Driver;
use eldest::report::StopReason;
use eldest::timeline::Recorder;
use eldest::{Depth, DepthMatch, Options, Position, Report, StopToken};
use std::fmt::from_fn;
use std::sync::Arc;

/// The nodes that each further thread may visit beyond a limit.
const BATCH: u64 = 1_024;

/// Runs queries, and counts the work of their searches.
pub(super) struct QuestionSession<'s> {
    /// Whether several threads search.
    threads: bool,
    tally: &'s mut SharingTally,
    happened: InputEvents,
    /// Notices when threads use entries of others.
    meetings: Arc<Meetings>,
}

impl<'s> QuestionSession<'s> {
    /// A session with one thread.
    pub(super) fn of_one(tally: &'s mut SharingTally) -> Self {
        Self { threads: false, tally, happened: InputEvents::default(), meetings: Arc::default() }
    }

    /// A session with several threads.
    pub(super) fn of_threads(tally: &'s mut SharingTally) -> Self {
        Self { threads: true, ..Self::of_one(tally) }
    }

    /// The events of the session.
    pub(super) fn happened(mut self) -> InputEvents {
        self.happened.meet(self.meetings.met());
        self.happened
    }

    /// Adds decorators to `table` that make threads lose their turn or wait for each other.
    fn busy(&self, table: CaseTable, bytes: &mut impl Chance) -> CaseTable {
        if !self.threads {
            return table;
        }
        let waits = |percent| Arc::new(Patience::new(percent));
        let table = match bytes.below(8) {
            0..=4 => table.with(waits(40)),
            5 => table.with(waits(100)),
            6 => table.with(Arc::new(LostTurns::new(1, 20))).with(waits(15)),
            _ => table,
        };
        table.with(Arc::clone(&self.meetings))
    }
}

impl Body for QuestionSession<'_> {
    fn check<const A: bool, const D: bool>(&mut self, trial: &mut GraphTrial<'_, '_, A, D>) {
        let table = some_table(trial);
        trial.end_only = table.is_end_only();
        let (table, pasts) = (DecoratedTable::new(Arc::new(table)), Arc::<PastMeetings>::default());
        let table = self.busy(table, trial.bytes).with(Arc::clone(&pasts));
        let mut subject = RecordedEngine::new(&trial.graph, table);
        for round in 0..=trial.bytes.below(5) {
            let closes_in = !self.threads && trial.graph.declared().blunt && trial.bytes.odds(60);
            let options = self.some_options(trial.bytes);
            let prover = if closes_in { Driver::MtdF } else { options.driver_to_end };
            subject.engine.set_options(options.with(|options| options.driver_to_end = prover));
            self.query(trial, &mut subject, (self.threads || closes_in) && round == 0);
        }
        self.tally.add_pasts(pasts.count());
    }
}

impl QuestionSession<'_> {
    /// Random options, in which deeper entries count at times. Such searches are comparable only to
    /// the end, and must leave nothing that is taken for exact.
    fn some_options(&self, chance: &mut impl Chance) -> Options {
        let options = if self.threads { lively_options(chance) } else { options(chance) };
        let deeper = chance.odds(15);
        options.with(|options| {
            if deeper {
                options.depth_match = DepthMatch::AtLeast;
            }
        })
    }

    /// Runs one query, for the value if `whole` is set, and checks everything that was stored.
    fn query<const A: bool, const D: bool>(
        &mut self,
        trial: &mut GraphTrial<'_, '_, A, D>,
        subject: &mut RecordedEngine<A, D>,
        whole: bool,
    ) {
        let exact = subject.engine.options().depth_match == DepthMatch::Exact || trial.end_only;
        match trial.bytes.below(8) {
            _ if whole => self.whole(trial, subject),
            0..=2 => self.whole(trial, subject),
            3 | 4 if exact => ask_something(trial, &mut subject.engine),
            3 | 4 => deeper::ask_something(trial, subject),
            5 => self.cut_short(trial, subject),
            6 => subject.plant(trial, false),
            _ => subject.between(trial),
        }
        if exact {
            check_findings(&trial.values, &trial.graph, &subject.stored);
        } else {
            check_findings_of_deeper(&trial.values, &trial.graph, &subject.stored);
        }
    }

    /// Searches with no limit but depth, and checks the whole report.
    fn whole<const A: bool, const D: bool>(
        &mut self,
        trial: &mut GraphTrial<'_, '_, A, D>,
        subject: &mut RecordedEngine<A, D>,
    ) {
        let (position, depth) = (trial.some_position(), trial.some_depth());
        let with_line = trial.bytes.odds(60);
        let options = *subject.engine.options();
        // A single thread reaches the limit of its driver where windows converge on the value of
        // the whole game.
        let closes_in = !self.threads && trial.graph.declared().blunt;
        let depth = if closes_in { Depth::END } else { depth };
        let exact = options.depth_match == DepthMatch::Exact || depth.is_end();
        let recorder = Recorder::new();
        let is_blunt = depth.is_end() && trial.graph.declared().blunt;
        let report = if exact {
            let (engine, recorded) = (&mut subject.engine, is_blunt.then_some(&recorder));
            ask_value_recorded(trial, engine, &position, (depth, with_line), recorded)
        } else {
            deeper::ask_value(trial, subject, &(position.clone(), depth), with_line)
        };
        self.tally.add_wide(gives_way(&recorder.take(), options.driver_to_end));
        self.count(&options, &report);
        if position.over().is_some() {
            return;
        }
        check_counts(&report, self.team(&options));
        if exact {
            check_report(&trial.values, &report, &position, depth, with_line, &options);
        }
    }

    /// A search that a limit on nodes or a token ends early.
    fn cut_short<const A: bool, const D: bool>(
        &mut self,
        trial: &mut GraphTrial<'_, '_, A, D>,
        subject: &mut RecordedEngine<A, D>,
    ) {
        let (position, depth) = (trial.some_position(), trial.some_depth());
        let (nodes, token) = (trial.bytes.below(120), StopToken::new());
        if trial.bytes.odds(10) {
            token.stop();
        }
        let engine = &mut subject.engine;
        let options = *engine.options();
        let limits = limits(depth).nodes(nodes).stop(&token);
        let query = engine.query(&position).limits(&limits);
        let query = if depth.is_end() { query.to_end() } else { query };
        let report = query.run().expect("a report");
        if position.over().is_some() {
            return;
        }
        self.count(&options, &report);
        let about = from_fn(|f| {
            write!(f, "{nodes} nodes of {position:?} to {depth} with {options:?}: {report:#?}")
        });
        let unsearched = report.stop_reason == StopReason::Stopped && report.depth.is_none();
        assert_eq!(token.is_stopped(), unsearched, "{about}");
        check_legal(&report, &position, &about);
        if depth.is_end() {
            let slack = BATCH * (self.team(&options) as u64 - 1);
            assert!(report.statistics.nodes <= nodes + slack, "{about}");
            check_proof(&trial.values, &position, &report, &about);
        } else if options.depth_match == DepthMatch::Exact {
            check_deepening(&trial.values, &position, &report, &about);
        } else {
            DeeperOracle::new(&trial.values, &position).check_report(&report, &about);
        }
    }

    fn count(&mut self, options: &Options, report: &Report<u16>) {
        self.tally.add(options, report);
        self.happened.begin(options.algorithm);
        self.happened.add(report);
    }

    fn team(&self, options: &Options) -> usize {
        if self.threads { options.threads } else { 1 }
    }
}

/// Random switches; mostly several threads that share eagerly.
fn lively_options(chance: &mut impl Chance) -> Options {
    let algorithm = lively(chance);
    let threads = chance.pick(&[3, 4, 2, 3, 4, 2, 8, 3, 4, 2, 3, 4, 2, 8, 3, 1]);
    let (sharing, waits) = (eager(chance), chance.odds(20));
    let table_from = chance.pick(&[0, 0, 0, 0, 1, 3]);
    options(chance).with(|options| {
        (options.algorithm, options.threads, options.sharing) = (algorithm, threads, sharing);
        options.table_from = table_from;
        if !waits {
            (options.sharing.call_after, options.sharing.split_work) = (0, 0);
            options.sharing.only_when_idle = false;
        }
    })
}
