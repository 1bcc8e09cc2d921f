//! Selects the deterministic scheduler as the back end of `src/sync.rs`. Other packages use this
//! script, too, so it names a file that each of them has: a missing file would count as changed,
//! and every build would compile everything again.

fn main() {
    println!("cargo::rustc-cfg=schedule");
    println!("cargo::rerun-if-changed=Cargo.toml");
}
