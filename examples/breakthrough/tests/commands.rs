//! The commands of `eldest`, for a game that it does not know.

use std::process::{Command, Stdio};

/// The output of a command that succeeds.
#[track_caller]
fn done(words: &str) -> String {
    let (status, stdout, stderr) = run(words);
    assert_eq!((status, stderr.as_str()), (0, ""), "{words}: {stdout}");
    stdout
}

/// The status of a command, its output and its messages.
fn run(words: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_breakthrough"));
    let output = command.args(words.split_whitespace()).stdin(Stdio::null()).output().unwrap();
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), stdout, stderr)
}

/// The value that `docs/own-game.md` finds with the library.
#[test]
fn solve_finds_the_value_of_the_library() {
    assert_eq!(done("solve breakthrough:4x4 --threads 1"), "oooo/oooo/xxxx/xxxx x L14\n");
    let (status, _, stderr) = run("solve connect4");
    assert_eq!(status, 2);
    assert!(stderr.contains("no game is called 'connect4'; there is breakthrough"), "{stderr}");
    let (_, help, _) = run("solve --help");
    assert!(help.contains("breakthrough:VARIANT") && !help.contains("connect4"), "{help}");
}

#[test]
fn search_finds_a_win_and_draws_a_timeline() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("timeline.svg");
    let mut command = Command::new(env!("CARGO_BIN_EXE_breakthrough"));
    let command =
        command.args(["search", "breakthrough:4x4", "o..o/.x../...o/x..x x", "--depth", "6"]);
    let output = command.arg("--timeline").arg(&picture).output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(stdout.ends_with("best move b3a4, value W1, proved\n"), "{stdout}");
    assert!(std::fs::read_to_string(picture).unwrap().starts_with("<svg"));
}

#[test]
fn play_ends_with_a_winner() {
    let game = done("play breakthrough:4x4 --person none --level 3");
    assert!(game.contains("x plays ") && game.contains("o plays "), "{game}");
    assert!(game.trim_end().ends_with("wins."), "{game}");
}

#[test]
fn a_match_is_won_by_the_deeper_search() {
    let line = "match breakthrough:4x5 --a depth=5,table-mib=1 --b depth=1,table-mib=1 --games 20";
    let result = done(&format!("{line} --opening-plies 2"));
    let wins = result.split("A wins ").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
    assert!(wins.parse::<u32>().unwrap() > 10, "{result}");
}

#[test]
fn trees_are_drawn() {
    let tree = done("tree breakthrough:3x4 --depth 2 --algorithm alpha-beta,kernel");
    assert!(tree.contains("a2b3"), "{tree}");
    assert!(done("tree breakthrough:3x4 --depth 2 --format svg").starts_with("<svg"));
}

#[test]
fn algorithms_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.txt");
    std::fs::write(&file, "ooo/ooo/xxx/xxx x\n").unwrap();
    let line = "bench --scaling --threads 1,2 --algorithms ybw --game breakthrough:3x4 --input";
    let rows = done(&format!("{line} {} --table-mib 1 --format csv", file.display()));
    assert_eq!(rows.lines().count(), 3, "{rows}");
}

#[test]
fn a_proof_is_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("loss.certificate");
    let file = file.display();
    done(&format!("certify breakthrough:3x4 --most 0 --threads 1 --out {file}"));
    assert!(done(&format!("check {file}")).contains("breakthrough:3x4"));
}

/// The suite of `eldest bench` is of games that this program does not know.
#[test]
fn bench_without_positions_says_what_it_needs() {
    for words in ["bench", "bench --scaling", "bench --report page.html"] {
        let (status, _, stderr) = run(words);
        assert_eq!(status, 2, "{words}");
        let expected = "expected --scaling --game breakthrough --input FILE";
        assert!(stderr.contains(expected), "{words}: {stderr}");
    }
}
