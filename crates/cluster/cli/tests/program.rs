//! The program as its users run it, over a server of this machine's loopback. Without one the tests are skipped.
#![allow(clippy::print_stderr)]

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// A server and a worker.
struct Here {
    server: Child,
    worker: Child,
    url: String,
    folder: TempDir,
}

impl Here {
    fn begin() -> Option<Self> {
        let Some(program) = server() else {
            eprintln!("skipped: there is no nats-server on the PATH");
            return None;
        };
        let folder = TempDir::new().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut server = Command::new(program);
        server.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]);
        let server = quiet(server.arg(folder.path().join("js")));
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            sleep(Duration::from_millis(50));
        }
        let url = format!("nats://127.0.0.1:{port}");
        let worker = quiet(program_of(&["worker", &url, "--threads", "2", "--table-mib", "4"]));
        Some(Self { server, worker, url, folder })
    }

    /// Runs `eldest-cluster LINE --cluster URL`: its exit status, and what it writes to stdout and stderr.
    fn run(&self, line: &str) -> (i32, String, String) {
        let words: Vec<_> = line.split_whitespace().chain(["--cluster", &self.url]).collect();
        let ran = program_of(&words).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (ran.status.code().unwrap(), text(ran.stdout), text(ran.stderr))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        for child in [&mut self.worker, &mut self.server] {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}

fn program_of(words: &[&str]) -> &'static mut Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eldest-cluster"));
    command.args(words).stdin(Stdio::null());
    Box::leak(Box::new(command))
}

fn quiet(command: &mut Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// On the PATH, or where `.ci/outer` has installed it.
fn server() -> Option<PathBuf> {
    let installed =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target/python/bin/nats-server");
    let runs = |path: &PathBuf| Command::new(path).arg("--version").output().is_ok();
    [PathBuf::from("nats-server"), installed].into_iter().find(runs)
}

#[test]
fn a_proof_is_that_of_the_other_program() {
    let Some(here) = Here::begin() else { return };
    let store = here.path("proof");
    let line = format!(
        "prove connect4 45461667 --budget 500 --facts 8 --check 10 --store {}",
        store.display()
    );
    // Nothing but a second worker may check the answers of the first.
    let (status, told, said) = here.run(&line);
    assert_eq!((status, told.as_str()), (5, "45461667 11\n"));
    assert!(
        said.contains("not checked: the run ended before, or there was no other worker"),
        "{said}"
    );
    let words = ["worker", &here.url, "--threads", "1", "--table-mib", "4", "--name", "second"];
    let mut second = quiet(program_of(&words));
    let is_confirmed = (0..60).any(|_| here.run(&line) == (0, told.clone(), String::new()));
    second.kill().unwrap();
    second.wait().unwrap();
    assert!(is_confirmed);
    // It is complete: no worker is needed any more.
    assert_eq!(here.run(&line).1, told);
    // Nor to look at it.
    let store = here.path("proof").display().to_string();
    let ran = program_of(&["prove", "--status", &store]).output().unwrap();
    assert!(ran.status.success() && !ran.stdout.is_empty(), "{ran:?}");
    let (status, told, said) = here.run("prove connect4 - --budget 500 --nodes 1000");
    assert_eq!((status, told.starts_with("- [")), (3, true), "{told}{said}");
    let (status, _, said) = here.run("prove chess:full");
    assert!(status == 1 && said.contains("depend on the way"), "{said}");
}

#[test]
fn jobs_begin_small_where_there_is_room_for_several() {
    let Some(here) = Here::begin() else { return };
    // Of two questions side by side each would have a place to itself.
    let (_, told, _) = here.run("prove connect4 454616671 --least=-4 --format json");
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    let [nodes, positions] = ["nodes", "positions"].map(|name| told[name].as_u64().unwrap());
    // One job would decide it.
    assert!((200_000..50_000_000).contains(&nodes) && positions > 1, "{told}");
}

#[test]
fn positions_are_solved_in_their_order_and_kept() {
    let Some(here) = Here::begin() else { return };
    let (input, store) = (here.path("input"), here.path("store"));
    fs::write(&input, "3,4,5 easy\n# nothing\n9,x\n1,2\n7\n").unwrap();
    let line =
        format!("solve nim --input {} --store {} --best-move", input.display(), store.display());
    let (status, told, said) = here.run(&line);
    assert_eq!(status, 1, "{said}");
    let lines: Vec<_> = told.lines().collect();
    assert!(lines[0].starts_with("3,4,5 W11 ") && lines[1].starts_with("1,2 W3 "), "{told}");
    assert_eq!((lines[2].starts_with("7 W1 "), lines.len()), (true, 3), "{told}");
    assert!(said.contains("input:3:3: "), "{said}");
    assert_eq!(here.run(&line), (status, told, said));
    let other = line.replace("solve nim", "solve connect4");
    assert!(here.run(&other).2.contains("the store belongs to another proof: the game is 'nim'"));
    let (status, told, said) = here.run("solve connect4 - --nodes 1000");
    assert_eq!(status, 3, "{told}{said}");
    assert!(told.starts_with("- [") && said.contains("1 position is not solved"), "{told}{said}");
}

#[test]
fn the_help_says_what_each_command_does() {
    for (words, said) in [
        (vec!["--help"], "solve   Solves many positions"),
        (vec!["solve", "--help"], "Solves many positions"),
        (vec!["prove", "--help"], "Proves the value"),
    ] {
        let told = String::from_utf8(program_of(&words).output().unwrap().stdout).unwrap();
        assert!(told.contains(said) && !told.contains("Where the workers are found"), "{told}");
    }
}

#[test]
fn what_is_wrong_is_told() {
    let run = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        let ran = program_of(&words).output().unwrap();
        (ran.status.code().unwrap(), String::from_utf8(ran.stderr).unwrap())
    };
    let (status, said) = run("worker http://user:secret@host");
    assert!(
        status == 1 && said.contains("http:// is not known") && !said.contains("secret"),
        "{said}"
    );
    assert!(said.starts_with("eldest-cluster: "), "{said}");
    let (status, said) = run("prove connect4");
    assert!(status == 2 && said.contains("--cluster"), "{said}");
    let (status, said) = run("prove --play no-such-file");
    assert!(status == 2 && said.contains("expected eldest check --play"), "{said}");
    let (status, said) = run("worker nats://host --user ada");
    assert!(status == 2 && said.contains("--password"), "{said}");
}
