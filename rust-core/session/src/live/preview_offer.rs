//! Who could write the summary of a preview, and at what cost.

use serde::{Deserialize, Serialize};

use vibeue_conversation::settings::Mode;

/// Who could write the summary of a preview, and roughly what that would cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PreviewOffer {
    /// The strategy.
    pub strategy: Mode,
    /// The model that would be asked first; `None` if only rules write.
    pub model: Option<String>,
    /// Roughly how many tokens it would read.
    pub reads: u64,
    /// Roughly how many it would write.
    pub writes: u64,
    /// About what that would cost, in US dollars; 0 for rules, `None` if the price is not known.
    pub dollars: Option<f64>,
    /// Why no model would be asked at the moment.
    pub obstacle: Option<String>,
}
