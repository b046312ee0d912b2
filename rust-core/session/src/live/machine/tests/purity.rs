//! Nothing in the machine's folder reaches the world.

use std::fs;
use std::path::Path;

/// What a file of the machine may not name, outside its tests.
const WORLD: [&str; 31] = [
    "tokio",
    "getrandom",
    "rand::",
    "reqwest",
    "rustix",
    "std::fs",
    "std::io",
    "std::net",
    "std::env",
    "std::thread",
    "std::process",
    "std::sync::mpsc",
    "fs::",
    "io::Read",
    "io::copy",
    "stdin",
    "stdout",
    "stderr",
    "BufRead",
    "OpenOptions",
    "Path",
    "Instant",
    "SystemTime",
    "Clock",
    "crate::files",
    "crate::journal",
    "crate::library",
    "crate::live::executor",
    "crate::outside",
    "super::executor",
    "ResultFiles",
];

/// The one use of `std::io`: a sink in memory that counts what is written.
const SINK: &str = "use std::io::{self, Write};";

#[test]
fn no_file_of_the_machine_names_a_thread_a_clock_a_file_or_a_network() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/live/machine");
    let mut read = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let is_code = |line: &&str| !line.trim_start().starts_with("//") && *line != SINK;
        let lines = code.lines().filter(is_code);
        let found: Vec<(&str, &str)> = lines
            .flat_map(|line| WORLD.map(|word| (word, line)))
            .filter(|(word, line)| line.contains(word))
            .collect();
        assert_eq!(found, [], "{}", path.display());
        read += 1;
    }
    assert!(read > 30, "{read} files");
}
