//! Puts shuttle under the sources of the library, which know its optional features by name.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cfg=shuttle");
    println!(
        "cargo::rustc-check-cfg=cfg(feature, values(\"huge-pages\", \"map\", \"rayon\", \"save\", \"serde\"))"
    );
}
