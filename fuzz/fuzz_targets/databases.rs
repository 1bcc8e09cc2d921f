#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| eldest_checks::target::run("databases", data));
