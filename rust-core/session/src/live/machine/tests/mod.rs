//! The machine as a function: whole values in, whole values out.

mod breaking;
mod interleaving;
mod plan;
mod purity;
mod reaching;
mod steps;
mod world;
