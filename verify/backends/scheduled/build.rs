//! Puts the deterministic scheduler under `src/sync.rs`. Other packages run it too, so it names a
//! file that each of them has: one that is missing would count as changed, and all be compiled anew
//! every time.

fn main() {
    println!("cargo::rustc-cfg=schedule");
    println!("cargo::rerun-if-changed=Cargo.toml");
}
