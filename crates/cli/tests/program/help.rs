use crate::run::eldest;

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
