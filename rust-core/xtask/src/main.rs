//! Generators and checks that keep committed, generated files fresh.
fn main() {}
