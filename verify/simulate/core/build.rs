//! Selects the simulated machine as the back end of `src/sync.rs`.

fn main() {
    println!("cargo::rustc-cfg=simulate");
    println!("cargo::rerun-if-changed=Cargo.toml");
}
