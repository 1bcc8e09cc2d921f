//! Puts the simulated machine under `src/sync.rs`.

fn main() {
    println!("cargo::rustc-cfg=simulate");
    println!("cargo::rerun-if-changed=Cargo.toml");
}
