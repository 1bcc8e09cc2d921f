//! [`Cluster`]: an executor whose jobs are done by remote workers.

use crate::Error;
use crate::answers::{AnswerSender, Wake};
use crate::manager::{Manager, NO_JOB, Order};
use crate::notice::{Notice, NoticeReporter};
use crate::server::Server;
use eldest::StopToken;
use eldest::batch::Executor;
use eldest_prove::{Job, JobReport};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::sleep;

/// How long the worker of a job may be silent before the job is reassigned.
pub(crate) const LEASE: Duration = Duration::from_secs(10);
/// Interval between two checks of the stop token.
const GLANCE: Duration = Duration::from_millis(20);
/// Time limit for the manager to say goodbye.
const FAREWELL: Duration = Duration::from_secs(2);

/// An [executor](eldest_prove::JobExecutor) whose jobs are done by remote [workers](crate::Worker),
/// over NATS JetStream.
///
/// Each job is answered exactly once, whatever happens to workers and server. A job that is neither
/// in the stream nor with a worker is answered by [`JobEnd::Lost`](eldest_prove::JobEnd::Lost)
/// after a [lease](Connecting::lease). While the server is unreachable,
/// [`answer`](Executor::answer) blocks until it is back, or until the cluster is
/// [stopped](Connecting::stopped_by).
///
/// When a worker joins, [`answer`](Executor::answer) may return a dummy answer, to a job that was
/// never begun, so that the caller sees the greater [capacity](Executor::capacity). A
/// [`ProofManager`](eldest_prove::ProofManager) ignores it.
pub struct Cluster {
    orders: UnboundedSender<Order>,
    answers: Receiver<(usize, JobReport)>,
    open: usize,
    threads: Arc<AtomicUsize>,
    ahead: usize,
    stop: StopToken,
    /// Receives a message when the manager has said goodbye.
    ended: Receiver<()>,
    runtime: Option<Runtime>,
}

/// Builder of a [`Cluster`].
#[derive(Debug)]
#[must_use = "nothing is connected before `connect`"]
pub struct Connecting {
    server: Server,
    ahead: usize,
    lease: Duration,
    stop: StopToken,
    reporter: NoticeReporter,
    wake: Wake,
}

impl Cluster {
    /// Returns a builder of a cluster of the workers at `server`.
    pub fn at(server: &Server) -> Connecting {
        let (server, stop, reporter) =
            (server.clone(), StopToken::new(), NoticeReporter::default());
        Connecting { server, ahead: 0, lease: LEASE, stop, reporter, wake: Wake::default() }
    }

    /// Returns the number of threads of all connected workers.
    pub fn threads(&self) -> usize {
        self.threads.load(Ordering::Relaxed)
    }

    fn order(&self, order: Order) {
        // If the manager has ended, `answer` returns `None`.
        let _ = self.orders.send(order);
    }

    fn taken(&mut self, (number, outcome): (usize, JobReport)) -> (usize, JobReport) {
        self.open -= usize::from(number != NO_JOB);
        (number, outcome)
    }
}

impl Connecting {
    /// Sets the number of jobs in flight beyond one per thread, so that no thread waits for a job.
    /// The default is 0: a proof chooses its next job best when it has the result of the last.
    pub fn ahead(self, jobs: usize) -> Self {
        Self { ahead: jobs, ..self }
    }

    /// Sets how long the worker of a job may be silent before the job is reassigned; ten seconds by
    /// default. The first manager or worker to connect to a server sets it for all.
    pub fn lease(self, lease: Duration) -> Self {
        Self { lease: lease.max(Duration::from_millis(100)), ..self }
    }

    /// Withdraws all jobs when `token` is thrown.
    pub fn stopped_by(self, token: &StopToken) -> Self {
        Self { stop: token.clone(), ..self }
    }

    /// Sets the callback for notices. It must return quickly.
    pub fn on_notice(self, report: impl Fn(&Notice) + Send + Sync + 'static) -> Self {
        Self { reporter: NoticeReporter::new(report), ..self }
    }

    /// Sets a callback for answers. It is called once per answer, when
    /// [`answer_now`](Executor::answer_now) can return it, and once more when no more answers can
    /// come. It must return quickly.
    pub fn waking(self, wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self { wake: Wake::new(wake), ..self }
    }

    /// Connects, and waits briefly for workers to report.
    ///
    /// # Errors
    /// [`Error::Connection`], [`Error::JetStream`], [`Error::Stream`], [`Error::Io`].
    pub fn connect(self) -> Result<Cluster, Error> {
        let runtime = runtime()?;
        let (orders, received) = unbounded_channel();
        let (sender, answers) = channel();
        let (end, ended) = channel();
        let threads = Arc::<AtomicUsize>::default();
        let Self { server, ahead, lease, stop, reporter, wake } = self;
        let sender = AnswerSender::new(sender, wake);
        let manager = Manager::new(&server, lease, reporter, sender, Arc::clone(&threads));
        let manager = runtime.block_on(manager)?;
        runtime.spawn(async move {
            manager.run(received).await;
            let _ = end.send(());
        });
        runtime.spawn(withdraw_when(stop.clone(), orders.clone()));
        let (open, runtime) = (0, Some(runtime));
        Ok(Cluster { orders, answers, open, threads, ahead, stop, ended, runtime })
    }
}

/// Withdraws all jobs when `stop` is thrown.
async fn withdraw_when(stop: StopToken, orders: UnboundedSender<Order>) {
    while !stop.is_stopped() {
        sleep(GLANCE).await;
    }
    // A manager that has ended has nothing to withdraw.
    let _ = orders.send(Order::WithdrawAll);
}

/// Starts a runtime of two threads, which only forward messages.
pub(crate) fn runtime() -> Result<Runtime, Error> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    Ok(builder.worker_threads(2).thread_name("nats").enable_all().build()?)
}

impl Executor<Job> for Cluster {
    type Answer = JobReport;

    /// Returns the number of threads of all workers, at least 1, plus the jobs
    /// [ahead](Connecting::ahead).
    fn capacity(&self) -> usize {
        self.threads().max(1) + self.ahead
    }

    fn begin(&mut self, number: usize, job: Job) {
        self.open += 1;
        self.order(Order::Begin(number, Box::new(job)));
        if self.stop.is_stopped() {
            self.order(Order::Withdraw(number));
        }
    }

    fn answer(&mut self) -> Option<(usize, JobReport)> {
        let answer = if self.open > 0 { self.answers.recv().ok()? } else { return None };
        Some(self.taken(answer))
    }

    fn answer_now(&mut self) -> Option<(usize, JobReport)> {
        let answer = self.answers.try_recv().ok()?;
        Some(self.taken(answer))
    }

    fn withdraw(&mut self, number: usize) {
        self.order(Order::Withdraw(number));
    }
}

impl eldest_prove::JobExecutor for Cluster {
    fn contradicted(&mut self, workers: &[String]) {
        self.order(Order::Contradicted(workers.to_vec()));
    }
}

/// Withdraws open jobs, and deletes them from the server.
impl Drop for Cluster {
    fn drop(&mut self) {
        self.order(Order::End);
        let _ = self.ended.recv_timeout(FAREWELL);
        self.runtime.take().into_iter().for_each(Runtime::shutdown_background);
    }
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Cluster");
        shown.field("open", &self.open).field("threads", &self.threads()).finish_non_exhaustive()
    }
}
