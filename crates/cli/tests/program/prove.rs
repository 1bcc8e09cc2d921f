//! Proofs with a store, which can be resumed.

use crate::run::{Run, eldest, eldest_reading};
#[cfg(unix)]
use crate::terminal::Watched;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A position that takes ten thousand nodes.
const EASY: &str = "45461667";
const PROVED: &str = "45461667 11\n";

fn folder() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("c4.proof");
    (folder, path)
}

/// Runs `eldest prove connect4 POSITION`, with one thread, a small table and small jobs.
fn prove(more: &str) -> Run {
    eldest(&format!("prove connect4 {EASY} --threads 1 --table-mib 1 --budget 500 {more}"))
}

fn status(path: &Path) -> serde_json::Value {
    let run = eldest(&format!("prove --status {} --format json", path.display()));
    run.done();
    run.json().remove(0)
}

#[test]
fn the_value_is_that_of_solve() {
    for (line, expected) in [
        ("connect4 45461667", PROVED),
        ("connect4 45461667 --budget 300", PROVED),
        ("connect4 45461667 --budget 300 --threads 2 --check 100", PROVED),
        ("nim 3,4,5 --budget 20", "3,4,5 W11\n"),
        ("tictactoe --budget 50", ".../.../... 0\n"),
        ("othello:4x4 --budget 200", "-----OX--XO----- X -10\n"),
        ("kalah:2x2 --budget 10", ""),
        ("dots:2x2 --budget 50", ""),
        ("tree:dag:width=3,depth=8,seed=1 - --budget 10", ""),
        ("tree:[[3 5] [2 9]]", "- 3\n"),
    ] {
        let line = line.replace("[[3 5] [2 9]]", "[[3,5],[2,9]]");
        let solved = eldest(&format!("solve {}", line.split(" --").next().unwrap()));
        let proved = eldest(&format!("prove {line}"));
        assert_eq!(proved.done(), solved.done(), "{line}");
        assert!(expected.is_empty() || proved.stdout == expected, "{line}: {}", proved.stdout);
    }
}

#[test]
fn one_question_is_answered_with_bounds() {
    assert_eq!(prove("--least 11").done(), "45461667 [11,16] at least 11? yes\n");
    assert_eq!(prove("--least 12").done(), "45461667 [-15,11] at least 12? no\n");
    let beyond = eldest("prove connect4 - --least 99");
    assert_eq!(beyond.done(), "- [-18,18] at least 99? no\n");
    let run = eldest("prove connect4 - --least 1 --threads 1 --budget 500 --nodes 1");
    assert!(run.status == 3 && run.stdout.ends_with("] at least 1? open\n"), "{run:?}");
    let run = eldest("prove nim 3,4,5 --least W11");
    assert_eq!(run.done(), "3,4,5 [W11,W0] at least W11? yes\n");
    eldest("prove nim 3,4,5 --least won").refused(2, "expected a score such as 3 or -12, or W5");
}

/// This also holds for a root solved by one search, and for a resumed proof.
#[test]
fn the_best_move_is_one_of_the_same_value() {
    let (_folder, path) = folder();
    let value = |position: &str| {
        let run = eldest(&format!("solve connect4 {position} --format json"));
        run.done();
        run.json()[0]["score"].as_i64().unwrap()
    };
    for budget in [500, 50_000_000] {
        let store = path.with_extension(budget.to_string());
        let line = format!("connect4 {EASY} --budget {budget} --store {}", store.display());
        let run = eldest(&format!("prove {line} --format json --threads 1"));
        run.done();
        let (record, kept) = (&run.json()[0], status(&store));
        let best = record["best_move"].as_str().unwrap_or_else(|| panic!("{record}"));
        assert_eq!(
            (best, value(&format!("{EASY}{best}"))),
            (record["line"][0].as_str().unwrap(), -11)
        );
        assert_eq!(record["line"], kept["line"]);
    }
    let run = eldest("prove tictactoe --format json");
    run.done();
    assert!(run.json()[0]["best_move"].is_string(), "{}", run.stdout);
}

#[test]
fn the_status_has_the_question_and_its_answer() {
    let (_folder, path) = folder();
    for (least, is_so) in [(11, true), (12, false)] {
        let run = prove(&format!("--least {least} --format json --store {}", path.display()));
        run.done();
        for record in [&run.json()[0], &status(&path)] {
            assert_eq!(
                (record["least"].as_i64(), record["answer"].as_bool()),
                (Some(least), Some(is_so))
            );
            assert!(record["open_question"].is_null(), "{record}");
        }
        let text = eldest(&format!("prove --status {}", path.display()));
        let word = if is_so { "yes" } else { "no" };
        assert!(
            text.done().contains(&format!("\nquestion   at least {least}? {word}\n")),
            "{text:?}"
        );
    }
    prove(&format!("--store {}", path.display())).done();
    assert!(status(&path)["least"].is_null() && status(&path)["answer"].is_null());
}

/// A value is written as two certificates, the answer to a question as one. Both also work from a
/// store with nothing left to prove.
#[test]
fn what_is_proved_is_written_as_certificates() {
    let (folder, store) = folder();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let small = |more: &str| eldest(&format!("prove connect4:5x4 --threads 1 --budget 300 {more}"));
    let keep = format!("--store {}", store.display());
    let run = small(&format!("{keep} --certificate {} --format json", file("c4.proof")));
    run.done();
    let records = run.json();
    assert_eq!((records.len(), &records[0]["score"]), (3, &0.into()));
    let [least, most] = ["c4.least.proof", "c4.most.proof"].map(file);
    assert_eq!((&records[1]["prover"], &records[1]["least"]), (&"first".into(), &0.into()));
    assert_eq!((&records[2]["prover"], &records[2]["least"]), (&"second".into(), &0.into()));
    let checked = eldest(&format!("check {least} {most}"));
    assert!(checked.done().ends_with("value for x: 0\n"), "{}", checked.stdout);
    for (least, claim) in [("0", "x gets at least 0"), ("1", "o gets at least 0")] {
        let one = file("one");
        let run = small(&format!("{keep} --least {least} --certificate {one}"));
        assert!(run.done().lines().nth(1).is_some_and(|line| line.contains(claim)), "{run:?}");
        assert!(eldest(&format!("check {one}")).done().contains(claim));
    }
    let played = eldest_reading(&format!("prove --play {least}"), "1\n2\n3\n4\n5\n");
    assert!(played.stdout.contains("x plays "), "{}", played.stdout);
    small(&format!("--certificate {}", file("no/folder"))).refused(1, "there is no folder");
    small(&format!("--play {least}")).refused(2, "cannot be used with");
}

/// The games include one with hashed keys, and one whose keys leave out the points.
#[test]
fn games_of_every_kind_are_certified_as_far_as_they_are_proved() {
    let (folder, _) = folder();
    for game in ["othello:4x4 --budget 50", "kalah:3x2 --budget 20", "nim 3,4,5 --budget 20"] {
        let [file, least, most] =
            ["p", "p.least", "p.most"].map(|name| folder.path().join(name).display().to_string());
        let run = eldest(&format!("prove {game} --certificate {file}"));
        assert_eq!(run.done().lines().count(), 3, "{run:?}");
        let checked = eldest(&format!("check {least} {most}"));
        assert!(checked.done().contains("\nvalue for "), "{}", checked.stdout);
    }
    let run = prove(&format!("--nodes 1500 --certificate {}", folder.path().join("no").display()));
    assert_eq!((run.status, folder.path().join("no.least").exists()), (3, false), "{run:?}");
}

#[test]
fn a_proof_in_many_parts_finds_the_value() {
    let (_folder, path) = folder();
    let part = format!("--nodes 1500 --store {}", path.display());
    let first = prove(&part);
    assert_eq!((first.status, first.stdout.starts_with("45461667 [")), (3, true), "{first:?}");
    assert!(first.stderr.contains("the position is not proved: a limit came first"));
    let parts = (1..100).find(|_| prove(&part).status == 0);
    assert!(parts.is_some_and(|parts| parts > 2), "{parts:?}");
    assert_eq!(prove(&part).done(), PROVED);
    let all = status(&path);
    assert_eq!((all["score"].as_i64(), all["solved"].as_bool()), (Some(11), Some(true)));
    assert_eq!(all["game"], "connect4:7x6");
    assert!(all["results"].as_u64() > Some(10) && all["open_question"].is_null(), "{all}");
    let text = eldest(&format!("prove --status {}", path.display()));
    assert!(text.done().contains("\nvalue      11\nquestion   nothing is open\npositions  "));
}

#[test]
fn the_growth_of_the_graph_is_drawn() {
    let (folder, path) = folder();
    let [first, second] = ["a.svg", "b.svg"].map(|name| folder.path().join(name));
    prove(&format!("--store {} --report {}", path.display(), first.display())).done();
    eldest(&format!("prove --status {} --report {}", path.display(), second.display())).done();
    let drawn = fs::read_to_string(first).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("expanded"), "{drawn}");
    assert_eq!(drawn, fs::read_to_string(second).unwrap());
}

/// A position decided by the rules has no growth to draw; the other files are written all the same.
#[test]
fn a_picture_that_cannot_be_drawn_costs_no_certificate() {
    let (folder, _) = folder();
    let [picture, proof] = ["r.svg", "one"].map(|name| folder.path().join(name));
    let files = format!("--report {} --certificate {}", picture.display(), proof.display());
    let run = eldest(&format!("prove tictactoe xxx/oo./... --least L0 {files}"));
    assert_eq!((run.status, picture.exists()), (0, false), "{run:?}");
    assert!(run.stderr.contains("r.svg is not drawn: nothing had to be searched"), "{run:?}");
    eldest(&format!("check {}", proof.display())).done();
}

/// One of two files would be lost, whichever way it is named, so the proof does not begin.
#[test]
fn one_file_is_not_named_for_two_purposes() {
    let (folder, path) = folder();
    prove(&format!("--store {}", path.display())).done();
    let before = fs::read(&path).unwrap();
    let folded = folder.path().join(".").join("c4.proof");
    let mut ways = vec![path.clone(), folded];
    #[cfg(unix)]
    {
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        ways.push(link);
    }
    for way in ways.iter().map(|way| way.display()) {
        let store = path.display();
        for line in [
            format!("nim --store {store} --report {way}"),
            format!("nim --least 5 --store {way} --certificate {store}"),
            format!("--status {store} --report {way}"),
        ] {
            eldest(&format!("prove {line}")).refused(2, "; expected a separate file for each");
        }
    }
    eldest("prove nim --store -").refused(2, "--store - is not a file name");
    assert_eq!(fs::read(&path).unwrap(), before);
    let new = folder.path().join("new").display().to_string();
    for [first, other] in [
        ["--store FILE", "--report FILE"],
        ["--store FILE.least", "--certificate FILE"],
        ["--report FILE.most", "--certificate FILE"],
    ] {
        let line = format!("prove nim {first} {other}").replace("FILE", &new);
        let names = |words: &str| words.split_once(' ').unwrap().0.to_owned();
        let reason = format!("{} and {} name the same file", names(first), names(other));
        eldest(&line).refused(2, &reason);
    }
    assert!(!Path::new(&new).exists());
    eldest("prove nim --report -").refused(1, "- is not a file name, and stdout is for results");
}

#[test]
fn what_does_not_belong_is_refused() {
    let (_folder, path) = folder();
    let store = format!("--store {}", path.display());
    prove(&store).done();
    eldest(&format!("prove connect4 4 {store}"))
        .refused(1, "c4.proof: the store belongs to another proof: the position is");
    eldest(&format!("prove connect4:6x5 {store}"))
        .refused(1, "the game is 'connect4:7x6' there; expected 'connect4:6x5'");
    fs::write(&path, "a letter").unwrap();
    prove(&store).refused(1, "c4.proof: this is not a proof store; it was left unchanged");
    assert_eq!(fs::read(&path).unwrap(), b"a letter");
    fs::write(&path, b"redb").unwrap();
    prove(&store).refused(1, "c4.proof: the store is damaged: its beginning cannot be read;");
    fs::write(&path, b"").unwrap();
    eldest(&format!("prove --status {}", path.display()))
        .refused(1, "c4.proof: this file contains no proof");
    eldest("prove --status none").refused(1, "none: there is no such file");
    eldest("prove chess:full").refused(1, "the values of chess:full depend on the moves");
    fs::remove_file(&path).unwrap();
    eldest(&format!("prove chess:full {store}")).refused(1, "depend on the moves");
    let endless = eldest(&format!("prove chess {store}"));
    endless.refused(1, "chess cannot be proved: its rules do not limit the length of a game");
    assert!(!path.exists(), "what is refused leaves no store");
    eldest("prove --play none").refused(4, "none: there is no such file; expected a certificate");
    eldest("prove connect4 4x").refused(1, "position '4x': column 2: found 'x'");
    eldest("prove").refused(2, "<GAME>");
    eldest("prove --status x --budget 3").refused(2, "cannot be used with");
    eldest("prove nim --check 101").refused(2, "expected a number from 0 to 100");
}

/// A hard position, in jobs that take a moment.
#[cfg(unix)]
fn begin(path: &Path) -> Watched {
    let line = "prove connect4 - --threads 2 --table-mib 4 --budget 20000";
    let mut run = Watched::begin(&format!("{line} --store {}", path.display()));
    run.shows(" nodes, ");
    run
}

#[cfg(unix)]
fn until_it_has_results(run: &mut Watched, path: &Path, least: u64) {
    run.until(|| {
        let run = eldest(&format!("prove --status {} --format json", path.display()));
        run.status == 0 && run.json()[0]["results"].as_u64() >= Some(least)
    });
}

/// Ctrl-C prints what is proved, and loses nothing.
#[cfg(unix)]
#[test]
fn a_proof_that_is_interrupted_goes_on() {
    let (_folder, path) = folder();
    let mut run = begin(&path);
    until_it_has_results(&mut run, &path, 5);
    run.interrupt();
    let run = run.end();
    assert_eq!((run.status, run.stdout.starts_with("- [")), (130, true), "{run:?}");
    let before = status(&path);
    let run = eldest(&format!(
        "prove connect4 - --table-mib 4 --budget 20000 --nodes 1 --format json --store {}",
        path.display()
    ));
    assert_eq!(run.status, 3);
    let after = &run.json()[0];
    assert!(after["results"].as_u64() > before["results"].as_u64(), "{before} and {after}");
    assert!(after["nodes"].as_u64() > before["nodes"].as_u64());
}

/// A killed process loses only the jobs under way. `--status` reads a consistent snapshot
/// meanwhile.
#[cfg(unix)]
#[test]
fn a_proof_whose_process_is_killed_goes_on() {
    let (_folder, path) = folder();
    let mut least = 3;
    for _ in 0..5 {
        let mut run = begin(&path);
        until_it_has_results(&mut run, &path, least);
        run.kill();
        let kept = status(&path)["results"].as_u64().unwrap();
        assert!(kept >= least, "{kept} of {least}");
        least = kept + 3;
    }
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing else is left");
}

#[cfg(unix)]
#[test]
fn a_second_process_on_the_same_store_is_refused() {
    let (_folder, path) = folder();
    let run = begin(&path);
    eldest(&format!("prove connect4 - --store {}", path.display()))
        .refused(1, "c4.proof: the store is in use by another process");
    run.kill();
}

/// On a full file system, results that could not be written do not count, and the proof can be
/// resumed when there is room.
#[cfg(target_os = "linux")]
#[test]
fn a_store_that_cannot_grow_loses_nothing() {
    let (_folder, path) = folder();
    let part = |limit: &str| {
        let mut shell = std::process::Command::new("sh");
        let script = format!("ulimit -f {limit}; trap '' XFSZ; exec \"$0\" \"$@\"");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_eldest"), "prove", "connect4", EASY]);
        shell.args(["--table-mib", "1", "--budget", "200", "--threads", "1", "--store"]);
        Run::from(shell.arg(&path).output().unwrap())
    };
    let full = part("80");
    assert_eq!((full.status, full.stdout.as_str()), (1, ""), "{full:?}");
    assert!(full.stderr.contains("c4.proof: "), "{full:?}");
    if path.metadata().is_ok_and(|data| data.len() > 0) {
        let run = part("unlimited");
        assert_eq!((run.status, run.stdout.as_str()), (0, PROVED), "{run:?}");
    }
}

/// A panic would print a second line.
#[test]
fn a_damaged_store_is_reported_in_one_line() {
    let (_folder, path) = folder();
    prove(&format!("--store {}", path.display())).done();
    let whole = fs::read(&path).unwrap();
    let (mut refused, step) = (0, whole.len() / 230);
    for at in (4..whole.len()).step_by(step) {
        let mut bytes = whole.clone();
        // A run of bytes in the header, or in a page.
        bytes[at..].iter_mut().take(1 + at % 60).for_each(|byte| *byte = !*byte);
        fs::write(&path, bytes).unwrap();
        let run = eldest(&format!("prove --status {}", path.display()));
        assert!(run.stderr.lines().count() <= 1 && !run.stderr.contains("panicked"), "{run:?}");
        refused += usize::from(run.status == 1);
    }
    assert!(refused > 10, "{refused}");
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused_and_not_waited_for() {
    let (folder, path) = folder();
    let pipe = path.display();
    rustix::fs::mkfifoat(rustix::fs::CWD, &path, rustix::fs::Mode::RWXU).unwrap();
    let input = folder.path().join("table");
    let lock = folder.path().join("table.lock");
    rustix::fs::mkfifoat(rustix::fs::CWD, &lock, rustix::fs::Mode::RWXU).unwrap();
    for line in [
        format!("prove --status {pipe}"),
        format!("prove nim 3,4,5 --store {pipe}"),
        format!("prove nim 3,4,5 --report {pipe}"),
        format!("solve nim 3,4,5 --load {pipe}"),
        format!("solve nim 3,4,5 --save {pipe}"),
        format!("solve nim 3,4,5 --save {}", input.display()),
    ] {
        let run = eldest(&line);
        assert!(run.status == 1 && run.stdout.is_empty(), "{line}: {run:?}");
        assert!(
            run.stderr.contains("regular file") || run.stderr.contains("is not a file"),
            "{run:?}"
        );
    }
}
