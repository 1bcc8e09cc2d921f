//! [`Cluster`]: an executor whose jobs are done by workers elsewhere.

use crate::Error;
use crate::answers::{AnswerSender, Wake};
use crate::manager::{Manager, NO_JOB, Order};
use crate::notice::{Notice, Tell};
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

/// How long a worker may say nothing about a job before another one gets it.
pub(crate) const LEASE: Duration = Duration::from_secs(10);
/// Between two looks at the stop token.
const GLANCE: Duration = Duration::from_millis(20);
/// To say goodbye.
const FAREWELL: Duration = Duration::from_secs(2);

/// An [`Executor`](eldest_prove::JobExecutor) whose jobs are done by [workers](crate::Worker) elsewhere, to whom they come over NATS
/// JetStream.
///
/// Each job is answered once, whatever becomes of workers and server. One that neither waits in the stream nor is
/// being done by anybody is answered by [`JobEnd::Lost`](eldest_prove::JobEnd::Lost) after a [lease](Connecting::lease). While there
/// is no connection to the server, answers are waited for until it is there again, or somebody
/// [stops](Connecting::stopped_by) that.
///
/// When a worker joins, an [`answer`](Executor::answer) may come that is none, to a job that was never begun: a
/// [`ProofManager`](eldest_prove::ProofManager) overlooks it, and sees that there is more [room](Executor::capacity) now.
pub struct Cluster {
    orders: UnboundedSender<Order>,
    answers: Receiver<(usize, JobReport)>,
    open: usize,
    threads: Arc<AtomicUsize>,
    ahead: usize,
    stop: StopToken,
    /// Set when the manager has said goodbye.
    gone: Receiver<()>,
    runtime: Option<Runtime>,
}

/// A cluster that is to be connected.
#[derive(Debug)]
#[must_use = "nothing is connected before `connect`"]
pub struct Connecting {
    server: Server,
    ahead: usize,
    lease: Duration,
    stop: StopToken,
    tell: Tell,
    wake: Wake,
}

impl Cluster {
    /// The workers at `server`.
    pub fn at(server: &Server) -> Connecting {
        let (server, stop, tell) = (server.clone(), StopToken::new(), Tell::default());
        Connecting { server, ahead: 0, lease: LEASE, stop, tell, wake: Wake::default() }
    }

    /// Threads of all workers that are known to be there.
    pub fn threads(&self) -> usize {
        self.threads.load(Ordering::Relaxed)
    }

    fn order(&self, order: Order) {
        // If the manager is gone there will be no answers, and that is told.
        let _ = self.orders.send(order);
    }

    fn taken(&mut self, (number, outcome): (usize, JobReport)) -> (usize, JobReport) {
        self.open -= usize::from(number != NO_JOB);
        (number, outcome)
    }
}

impl Connecting {
    /// So many jobs more than there are threads are with the workers at a time, so that none has to wait for one;
    /// none by default, since a proof chooses the next job best by what came of the last.
    pub fn ahead(self, jobs: usize) -> Self {
        Self { ahead: jobs, ..self }
    }

    /// How long a worker may say nothing about a job before another one gets it; ten seconds by default. It is that of
    /// whoever comes first to a server, and the same for all that come later.
    pub fn lease(self, lease: Duration) -> Self {
        Self { lease: lease.max(Duration::from_millis(100)), ..self }
    }

    /// All jobs are withdrawn when `token` is thrown.
    pub fn stopped_by(self, token: &StopToken) -> Self {
        Self { stop: token.clone(), ..self }
    }

    /// `hear` hears what somebody may want to know. It is to be quick.
    pub fn telling(self, hear: impl Fn(&Notice) + Send + Sync + 'static) -> Self {
        Self { tell: Tell::new(hear), ..self }
    }

    /// `wake` is called once for each answer that has come, when it can be taken [at once](Executor::answer_now); and when no
    /// more can come. It is to be quick.
    pub fn waking(self, wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self { wake: Wake::new(wake), ..self }
    }

    /// Connects, and looks for a moment who is there.
    ///
    /// # Errors
    /// [`Error::Connection`], [`Error::JetStream`], [`Error::Io`].
    pub fn connect(self) -> Result<Cluster, Error> {
        let runtime = runtime()?;
        let (orders, received) = unbounded_channel();
        let (sender, answers) = channel();
        let (goes, gone) = channel();
        let threads = Arc::<AtomicUsize>::default();
        let Self { server, ahead, lease, stop, tell, wake } = self;
        let sender = AnswerSender::new(sender, wake);
        let manager = Manager::new(&server, lease, tell, sender, Arc::clone(&threads));
        let manager = runtime.block_on(manager)?;
        runtime.spawn(async move {
            manager.run(received).await;
            let _ = goes.send(());
        });
        runtime.spawn(withdraw_when(stop.clone(), orders.clone()));
        let (open, runtime) = (0, Some(runtime));
        Ok(Cluster { orders, answers, open, threads, ahead, stop, gone, runtime })
    }
}

/// Withdraws everything when `stop` is thrown.
async fn withdraw_when(stop: StopToken, orders: UnboundedSender<Order>) {
    while !stop.is_stopped() {
        sleep(GLANCE).await;
    }
    // A manager that has ended has nothing to withdraw.
    let _ = orders.send(Order::WithdrawAll);
}

/// Two threads that only pass messages on.
pub(crate) fn runtime() -> Result<Runtime, Error> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    Ok(builder.worker_threads(2).thread_name("nats").enable_all().build()?)
}

impl Executor<Job> for Cluster {
    type Answer = JobReport;

    /// One for each thread of each worker, and those that are [ahead](Connecting::ahead).
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

/// What is open is withdrawn, and nothing is left of it at the server.
impl Drop for Cluster {
    fn drop(&mut self) {
        self.order(Order::End);
        let _ = self.gone.recv_timeout(FAREWELL);
        self.runtime.take().into_iter().for_each(Runtime::shutdown_background);
    }
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Cluster");
        shown.field("open", &self.open).field("threads", &self.threads()).finish_non_exhaustive()
    }
}
