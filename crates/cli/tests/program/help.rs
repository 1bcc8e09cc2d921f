use crate::run::eldest;
use eldest::Algorithm;

#[test]
fn completions_and_help() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = eldest(&format!("completions {shell}"));
        assert!(run.done().contains("best-move"));
        // Powershell and Elvish complete no values.
        let knows_games = run.stdout.contains("domineering");
        assert!(knows_games || matches!(shell, "elvish" | "powershell"), "{shell}");
    }
    let help = eldest("--help");
    assert!(
        help.done()
            .starts_with("Solve, search and play two-player games with the eldest search core")
    );
    assert!(help.stdout.contains("Exit status:"));
    assert!(eldest("solve --help").done().contains("--best-move"));
    assert!(eldest("--version").done().starts_with("eldest "));
}

#[test]
fn the_table_of_the_documentation_has_every_algorithm() {
    let page = include_str!("../../../../docs/parallel.md");
    let table = page.split("| `Algorithm` | `--algorithm` |").nth(1).expect("a table");
    let rows: Vec<_> = table.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), Algorithm::ALL.len(), "{rows:#?}");
    for algorithm in Algorithm::ALL {
        let cells = format!("| `{algorithm:?}` | `{algorithm}` |");
        assert!(rows.iter().any(|row| row.starts_with(&cells)), "{cells}");
    }
}
