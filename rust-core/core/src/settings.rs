//! Every knob.

/// Settings (stand-in until the settings room is merged).
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub struct Settings {
    pub enabled: bool,
    pub threshold: f64,
    pub reset_ratio: f64,
    pub emergency_ratio: f64,
    pub cooldown_messages: u32,
    pub minimum_messages: u32,
    pub recent_messages_to_keep: u32,
    pub minimum_recent_messages: u32,
    pub max_chain_depth: u32,
    pub refresh_every_messages: u32,
    pub no_progress_limit: u32,
    pub target_ratio: f64,
    pub summary_max_tokens: u64,
    pub summary_share: f64,
    pub ledger_share: f64,
    pub preserve_error_details: bool,
}
impl Default for Settings {
    fn default() -> Self {
        Self {
            enabled: true,
            threshold: 0.8,
            reset_ratio: 0.7,
            emergency_ratio: 1.0,
            cooldown_messages: 4,
            minimum_messages: 12,
            recent_messages_to_keep: 10,
            minimum_recent_messages: 2,
            max_chain_depth: 3,
            refresh_every_messages: 0,
            no_progress_limit: 3,
            target_ratio: 0.5,
            summary_max_tokens: 8192,
            summary_share: 0.3,
            ledger_share: 0.1,
            preserve_error_details: true,
        }
    }
}
