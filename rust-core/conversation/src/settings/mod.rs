//! Every knob, once: its default, range, unit, meaning and name in the
//! editor.
//!
//! [`Settings`] holds the values, [`SETTINGS`] says what they mean. The check
//! of a value reads its range from that table, so that documentation, command
//! line, editor page and check cannot disagree.
//!
//! Values come in three ways, all of them checked:
//!
//! ```
//! use vibeue_conversation::settings::Settings;
//!
//! // As one JSON object.
//! let settings = Settings::from_json(&serde_json::json!({ "threshold": 0.75 }))?;
//! assert_eq!(settings.threshold, 0.75);
//!
//! // As names and texts: a command line, an environment, an ini file.
//! let settings = Settings::from_pairs([("recent_messages_to_keep", "20")])?;
//! assert_eq!(settings.recent_messages_to_keep, 20);
//!
//! // One by one; `validate` then looks for contradictions.
//! let mut settings = Settings::default();
//! let problem = settings.set("threshold", "80").unwrap_err();
//! assert_eq!(problem.fix, "use 0.8: a share, not a percentage");
//! # Ok::<(), vibeue_conversation::Error>(())
//! ```

mod aim;
mod entry;
mod info;
mod load;
mod mode;
mod named;
mod nearest;
mod presets;
mod problem;
mod range;
mod settings_preset;
mod slot;
mod table;
mod validate;
mod values;

pub use info::{SettingInfo, SettingKind};
pub use mode::Mode;
pub use nearest::nearest;
pub use presets::{PRESETS, PresetInfo};
pub use problem::SettingsProblem;
pub use range::MOST_LINES;
pub use settings_preset::SettingsPreset;
pub use table::{SETTINGS, Settings};
