#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| eldest_checks_scheduled::target::run("selections", data));
