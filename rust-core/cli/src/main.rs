//! The `vibeue` program: the core in a terminal.
fn main() {}
