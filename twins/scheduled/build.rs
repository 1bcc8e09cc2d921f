//! Puts the deterministic scheduler under `src/sync.rs`.

fn main() {
    println!("cargo::rustc-cfg=schedule");
    println!("cargo::rerun-if-changed=build.rs");
}
