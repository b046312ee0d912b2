//! The machine as a function: whole values in, whole values out.

mod interleaving;
mod plan;
mod purity;
mod steps;
mod world;
