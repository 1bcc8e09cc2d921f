//! Runs the program over a server on a loopback port. Without `nats-server` the tests are skipped.
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

    /// Runs `eldest-cluster LINE --cluster URL`. Returns its exit status, stdout and stderr.
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

/// Finds `nats-server` on the PATH, or where `.ci/outer` installs it.
fn server() -> Option<PathBuf> {
    let installed =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target/python/bin/nats-server");
    let runs = |path: &PathBuf| Command::new(path).arg("--version").output().is_ok();
    [PathBuf::from("nats-server"), installed].into_iter().find(runs)
}

#[test]
fn proofs_are_those_of_eldest() {
    let Some(here) = Here::begin() else { return };
    let store = here.path("proof");
    let line = format!(
        "prove connect4 45461667 --budget 500 --facts 8 --check 10 --store {}",
        store.display()
    );
    // Only a second worker may check the answers of the first.
    let (status, stdout, stderr) = here.run(&line);
    assert_eq!((status, stdout.as_str()), (5, "45461667 11\n"));
    assert!(
        stderr.contains("not checked: the run ended before, or there was no other worker"),
        "{stderr}"
    );
    let words = ["worker", &here.url, "--threads", "1", "--table-mib", "4", "--name", "second"];
    let mut second = quiet(program_of(&words));
    let is_confirmed = (0..60).any(|_| here.run(&line) == (0, stdout.clone(), String::new()));
    second.kill().unwrap();
    second.wait().unwrap();
    assert!(is_confirmed);
    // A complete proof needs no worker.
    assert_eq!(here.run(&line).1, stdout);
    // Its status needs none either.
    let store = here.path("proof").display().to_string();
    let ran = program_of(&["prove", "--status", &store]).output().unwrap();
    assert!(ran.status.success() && !ran.stdout.is_empty(), "{ran:?}");
    let (status, stdout, stderr) = here.run("prove connect4 - --budget 500 --nodes 1000");
    assert_eq!((status, stdout.starts_with("- [")), (3, true), "{stdout}{stderr}");
    let (status, _, stderr) = here.run("prove chess:full");
    assert!(status == 1 && stderr.contains("depend on the moves"), "{stderr}");
}

#[test]
fn jobs_start_small_with_several_threads() {
    let Some(here) = Here::begin() else { return };
    // A decision: two concurrent questions would have a thread each.
    let (_, stdout, _) = here.run("prove connect4 454616671 --least=-4 --format json");
    let proof: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let [nodes, positions] = ["nodes", "positions"].map(|name| proof[name].as_u64().unwrap());
    // A single job of the full budget would decide it.
    assert!((200_000..50_000_000).contains(&nodes) && positions > 1, "{proof}");
}

#[test]
fn positions_are_solved_in_order_and_stored() {
    let Some(here) = Here::begin() else { return };
    let (input, store) = (here.path("input"), here.path("store"));
    fs::write(&input, "3,4,5 easy\n# nothing\n9,x\n1,2\n7\n").unwrap();
    let line =
        format!("solve nim --input {} --store {} --best-move", input.display(), store.display());
    let (status, stdout, stderr) = here.run(&line);
    assert_eq!(status, 1, "{stderr}");
    let lines: Vec<_> = stdout.lines().collect();
    assert!(lines[0].starts_with("3,4,5 W11 ") && lines[1].starts_with("1,2 W3 "), "{stdout}");
    assert_eq!((lines[2].starts_with("7 W1 "), lines.len()), (true, 3), "{stdout}");
    assert!(stderr.contains("input:3:3: "), "{stderr}");
    assert_eq!(here.run(&line), (status, stdout, stderr));
    let other = line.replace("solve nim", "solve connect4");
    assert!(here.run(&other).2.contains("the store belongs to another proof: the game is 'nim'"));
    let (status, stdout, stderr) = here.run("solve connect4 - --nodes 1000");
    assert_eq!(status, 3, "{stdout}{stderr}");
    assert!(
        stdout.starts_with("- [") && stderr.contains("1 position is not solved"),
        "{stdout}{stderr}"
    );
}

#[test]
fn the_help_says_what_each_command_does() {
    for (words, expected) in [
        (vec!["--help"], "solve   Solve many positions"),
        (vec!["solve", "--help"], "Solve many positions"),
        (vec!["prove", "--help"], "Prove the value"),
    ] {
        let help = String::from_utf8(program_of(&words).output().unwrap().stdout).unwrap();
        assert!(help.contains(expected) && !help.contains("The server at which"), "{help}");
    }
}

#[test]
fn errors_name_their_cause() {
    let run = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        let ran = program_of(&words).output().unwrap();
        (ran.status.code().unwrap(), String::from_utf8(ran.stderr).unwrap())
    };
    let (status, stderr) = run("worker http://user:secret@host");
    assert!(
        status == 1 && stderr.contains("http:// is not supported") && !stderr.contains("secret"),
        "{stderr}"
    );
    assert!(stderr.starts_with("eldest-cluster: "), "{stderr}");
    let (status, stderr) = run("prove connect4");
    assert!(status == 2 && stderr.contains("--cluster"), "{stderr}");
    let (status, stderr) = run("prove --play no-such-file");
    assert!(status == 2 && stderr.contains("expected eldest check --play"), "{stderr}");
    let (status, stderr) = run("worker nats://host --user ada");
    assert!(status == 2 && stderr.contains("--password"), "{stderr}");
}
