//! The artifact trail: what was done to which file and asset.

mod artifact;
mod artifact_trail;
mod call_touches;
mod dense;
mod literal;
mod parse;
mod python;
mod shell;
mod touch;
mod variables;

pub use artifact::{Artifact, ArtifactAction, ArtifactOutcome};
pub use artifact_trail::ArtifactTrail;
