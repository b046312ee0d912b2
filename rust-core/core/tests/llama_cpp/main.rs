//! The three wires that llama.cpp's own server speaks, with a model of random weights that is made
//! for the test.
//!
//! It needs a Python with the package `xllamacpp`, which `VIBEUE_LLAMA_PYTHON` names, else the one
//! in `target/llama`; nothing is ever downloaded by a test. Without it every test reports that and
//! checks nothing; with `VIBEUE_LLAMA_PYTHON` set it must be there.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod gguf;
mod server;
mod session;
mod wires;
