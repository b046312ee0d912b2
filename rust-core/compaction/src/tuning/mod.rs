//! Settings compared: the same conversations replayed under several of them,
//! with figures, the best of them, and a drawing of each.
//!
//! Pure. A [`RunReport`] is one [`Replay`](crate::replay::Replay) in figures, a
//! [`SettingReport`] all conversations under one combination of settings, a
//! [`TuneReport`] all of that. A [`Chart`] draws a combination; the host that
//! shows it paints the [`Drawing`].

mod candidate;
mod chart;
mod drawing;
mod figures;
mod peak;
mod peaks;
mod report;
mod run;
mod setting;
mod stroke;
mod trial;

pub use candidate::Candidate;
pub use chart::{COLORS, Chart, Scale};
pub use drawing::{Anchor, Drawing, Ink, Point, Shape, TextRole};
pub use figures::Figures;
pub use peak::Peak;
pub use peaks::sentences;
pub use report::{FileReport, TuneReport};
pub use run::RunReport;
pub use setting::SettingReport;
pub use stroke::Stroke;
pub use trial::{SettingChange, Trial, TrialKind};
