//! Puts loom under the sources of the library, which know its optional features by name.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cfg=loom");
    println!(
        "cargo::rustc-check-cfg=cfg(feature, values(\"huge-pages\", \"map\", \"rayon\", \"save\", \"serde\"))"
    );
}
