//! Fixtures of the tests: a server, a worker, a game.

use eldest::batch::Executor;
use eldest::{Engine, SharedTable, StopToken};
use eldest_nats::{Assignment, Cluster, Error, Notice, Server, Worker};
use eldest_prove::doc::{Countdown, Heaps};
use eldest_prove::{Job, JobReport, SharingTable, TextGame, Threads, VERSION};
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, sleep};
use std::time::Duration;
use tempfile::TempDir;

/// The lease of the tests.
pub(crate) const LEASE: Duration = Duration::from_secs(1);
/// The number of polls before a test fails.
const LONG: usize = 1200;

/// A server with its own port and folder.
pub(crate) struct Here {
    child: Option<Child>,
    port: u16,
    server: Server,
    pub(crate) folder: TempDir,
    more: Vec<String>,
}

/// Starts a server; returns from the test if none is installed.
macro_rules! here {
    () => {
        match $crate::here::Here::begin(&[]) {
            Some(here) => here,
            None => return,
        }
    };
}
pub(crate) use here;

impl Here {
    pub(crate) fn begin(more: &[&str]) -> Option<Self> {
        Self::begin_at(more, |port| Server::at(&format!("nats://127.0.0.1:{port}")).unwrap())
    }

    /// Starts a server that clients reach as `server` specifies for its port.
    pub(crate) fn begin_at(more: &[&str], server: impl FnOnce(u16) -> Server) -> Option<Self> {
        let Some(program) = program() else {
            eprintln!("skipped: there is no nats-server on the PATH");
            return None;
        };
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let more = more.iter().map(ToString::to_string).collect();
        let (server, folder) = (server(port), TempDir::new().unwrap());
        let mut here = Self { child: None, port, server, folder, more };
        here.start(&program);
        Some(here)
    }

    fn start(&mut self, program: &Path) {
        let mut command = Command::new(program);
        command.args(["-js", "-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"]);
        command.arg(self.folder.path().join("js")).args(&self.more);
        // Without its folder, server 2.9 writes into the current one.
        command.current_dir(self.folder.path());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        self.child = Some(command.spawn().unwrap());
        self.until_it_listens();
    }

    fn until_it_listens(&self) {
        let listens = || std::net::TcpStream::connect(("127.0.0.1", self.port)).is_ok();
        until("the server listens", listens);
    }

    /// Kills the server, as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        let mut child = self.child.take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    pub(crate) fn start_again(&mut self) {
        self.start(&program().unwrap());
    }

    /// Deletes the server's data, even while it runs and may write more.
    pub(crate) fn delete_folder(&self) {
        self.delete(Path::new(""));
    }

    /// Deletes a file or a folder of the server's data.
    pub(crate) fn delete(&self, part: &Path) {
        let data = self.folder.path().join("js").join(part);
        let is_deleted = || fs::remove_file(&data).is_ok() || fs::remove_dir_all(&data).is_ok();
        until("it is deleted", || is_deleted() || !data.exists());
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn server(&self) -> Server {
        self.server.clone()
    }

    pub(crate) fn cluster(&self) -> Cluster {
        Cluster::at(&self.server()).lease(LEASE).connect().unwrap()
    }

    /// Starts a worker of one thread.
    pub(crate) fn worker(&self) -> Working {
        self.worker_with(|worker| worker)
    }

    pub(crate) fn worker_with(&self, change: impl FnOnce(Worker) -> Worker) -> Working {
        let worker =
            Worker::new(&self.server(), serve).threads(1).table_bytes(1 << 20).lease(LEASE);
        Working::begin(change(worker))
    }

    /// Starts a worker of one thread that also does checks.
    pub(crate) fn checking(&self) -> Working {
        let worker = Worker::new(&self.server(), serve_checking);
        Working::begin(worker.threads(1).table_bytes(1 << 20).lease(LEASE))
    }

    /// Connects another client.
    pub(crate) async fn stranger(&self) -> async_nats::Client {
        async_nats::connect(format!("nats://127.0.0.1:{}", self.port)).await.unwrap()
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        if self.child.is_some() {
            self.kill();
        }
    }
}

/// Finds `nats-server` on the PATH, or where `.ci/outer` installs it.
fn program() -> Option<PathBuf> {
    let installed =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target/python/bin/nats-server");
    let runs = |path: &PathBuf| Command::new(path).arg("--version").output().is_ok();
    [PathBuf::from("nats-server"), installed].into_iter().find(runs)
}

/// Returns the version as it appears in subjects.
pub(crate) fn version() -> String {
    VERSION.replace('.', "_")
}

/// Returns a subject of messages of this kind.
pub(crate) fn subject(kind: &str, rest: &str) -> String {
    format!("eldest.{}.{kind}.{rest}", version())
}

pub(crate) const FINGERPRINT: u64 = 1;

pub(crate) fn countdown() -> TextGame<Countdown, Heaps> {
    TextGame::new("countdown", FINGERPRINT, Heaps)
}

pub(crate) fn serve(game: &str, assignment: Assignment) -> Result<(), String> {
    if game != "countdown" {
        return Err(format!("no game is called '{game}'"));
    }
    let rules = countdown();
    let table = SharedTable::new(assignment.table_bytes()).map_err(|e| e.to_string())?;
    let (table, exchange) = SharingTable::new(table);
    let engine = Engine::<Countdown>::builder().threads(assignment.threads()).table(table);
    let mut engine = engine.build().map_err(|e| e.to_string())?;
    assignment.work(Threads::new(&mut engine, &rules).exchanging(exchange));
    Ok(())
}

fn serve_checking(_: &str, assignment: Assignment) -> Result<(), String> {
    let (rules, bytes) = (countdown(), assignment.table_bytes());
    let table = || SharedTable::new(bytes).map(SharingTable::new).map_err(|e| e.to_string());
    let (one, exchange) = table()?;
    let mut engine = Engine::<Countdown, _, _>::builder().table(one).build().unwrap();
    let mut other = Engine::<Countdown, _, _>::builder().table(table()?.0).build().unwrap();
    let threads = Threads::checking(&mut engine, &mut other, &rules);
    assignment.work(threads.exchanging(exchange));
    Ok(())
}

/// A running worker, which stops when it is dropped.
pub(crate) struct Working {
    stop: StopToken,
    thread: Option<JoinHandle<Result<(), Error>>>,
    notices: Arc<Mutex<Vec<Notice>>>,
}

impl Working {
    pub(crate) fn begin(worker: Worker) -> Self {
        let (stop, notices) = (StopToken::new(), Arc::<Mutex<Vec<Notice>>>::default());
        let (token, received) = (stop.clone(), Arc::clone(&notices));
        let worker = worker.on_notice(move |notice| received.lock().unwrap().push(notice.clone()));
        let thread = Some(std::thread::spawn(move || worker.run(&token)));
        Self { stop, thread, notices }
    }

    /// Returns what `of` selects from its notices.
    pub(crate) fn notices<T>(&self, of: impl Fn(&Notice) -> Option<T>) -> Vec<T> {
        self.notices.lock().unwrap().iter().filter_map(of).collect()
    }

    /// Waits for a notice.
    pub(crate) fn reports(&self, what: &str, is_it: impl Fn(&Notice) -> bool) {
        until(what, || self.notices.lock().unwrap().iter().any(&is_it));
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.stop.stop();
        let ended = self.thread.take().unwrap().join().unwrap();
        assert!(ended.is_ok() || std::thread::panicking(), "{ended:?}");
    }
}

/// Polls until `is_so`; fails the test after a time limit.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..LONG {
        if is_so() {
            return;
        }
        sleep(Duration::from_millis(50));
    }
    panic!("timeout: {what}");
}

/// Returns a job for the value of this heap.
pub(crate) fn value_of(heap: usize) -> Job {
    Job::new("countdown", FINGERPRINT, &heap.to_string(), None, 1_000_000)
}

/// Waits for the next answer to a job.
pub(crate) fn answer(cluster: &mut Cluster) -> (usize, JobReport) {
    loop {
        let (number, outcome) = cluster.answer().expect("a job is open");
        if number != usize::MAX {
            return (number, outcome);
        }
    }
}

/// Runs one job, and returns its result.
pub(crate) fn run(cluster: &mut Cluster, job: Job) -> JobReport {
    cluster.begin(7, job);
    let (number, outcome) = answer(cluster);
    assert_eq!(number, 7);
    outcome
}
