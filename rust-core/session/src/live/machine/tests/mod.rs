//! The machine as a function: whole values in, whole values out.

mod breaking;
mod call_times;
mod interleaving;
mod long_results;
mod plan;
mod purity;
mod reaching;
mod reasoning;
mod steps;
mod world;
