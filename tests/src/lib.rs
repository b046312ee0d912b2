//! Compiles the plugin's sources, and the project's own samples, against a
//! stand-in for the Unreal Engine, and runs their automation specs.
//!
//! [`compile`] is the harness: it finds the C++ compiler, compiles with a cache
//! by content, links, lists and runs spec cases. The stand-in itself is C++ and
//! described in `tests/standin/README.md`.

pub mod compile;
