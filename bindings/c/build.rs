//! Names the shared library after the version of its interface.
#![allow(clippy::print_stdout)]

/// `ELDEST_ABI_VERSION`: a test compares them.
const ABI_VERSION: u32 = 1;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=ELDEST_SONAME=libeldest.so.{ABI_VERSION}");
    match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux") => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libeldest.so.{ABI_VERSION}");
        }
        Ok("macos") => {
            let name = format!("@rpath/libeldest.{ABI_VERSION}.dylib");
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,{name}");
        }
        _ => {}
    }
}
