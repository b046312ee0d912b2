//! Estimates token counts if no vocabulary is available.
//!
//! Two tools, used together: [`Sketch`] guesses what `o200k_base` would count
//! from the shape of a text's pieces alone (no vocabulary, one pass), and
//! [`ClassRatios`] says by what factor another family's tokenizer differs from
//! `o200k_base` in each class of text. With `o200k_base` loaded, an estimate
//! for another family is the exact `o200k_base` count times the ratio for the
//! mix of classes that the sketch found; without it, the sketch times the same
//! ratio.

mod class;
mod feature;
mod kind;
mod ratios;
mod scanner;
mod sketch;
mod weights;

pub(crate) use ratios::ClassRatios;
pub(crate) use sketch::Sketch;
