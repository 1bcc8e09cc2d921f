use crate::run::eldest;

#[test]
fn completions_and_help() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(eldest(&format!("completions {shell}")).done().contains("best-move"));
    }
    assert!(eldest("--help").done().contains("Exit status:"));
    assert!(eldest("solve --help").done().contains("--best-move"));
    assert!(eldest("--version").done().starts_with("eldest "));
}
