//! Compiles the sources of the library over shuttle, and declares their optional features.

fn main() {
    println!("cargo::rerun-if-changed=Cargo.toml");
    println!("cargo::rustc-cfg=shuttle");
    println!(
        "cargo::rustc-check-cfg=cfg(feature, values(\"huge-pages\", \"map\", \"rayon\", \"save\", \"serde\"))"
    );
}
