//! Compiles the sources of the library over loom, and declares their optional features.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cfg=loom");
    println!(
        "cargo::rustc-check-cfg=cfg(feature, values(\"huge-pages\", \"map\", \"rayon\", \"save\", \"serde\"))"
    );
}
