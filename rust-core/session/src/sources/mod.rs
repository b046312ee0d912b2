//! Where settings come from besides a host's own page: the user's settings file and the
//! environment, and which value wins.
//!
//! For a program, in ascending precedence: defaults, the file, `VIBEUE_*` variables, its command
//! line ([`EffectiveSettings`]). For an editor, whose project and user have settings of their own:
//! defaults, the file, the project's settings, `VIBEUE_*` variables, the user's own
//! ([`OutsideSettings`]). Files next to a conversation are never read: a folder from somebody else
//! must not be able to choose where the conversation and the key go.
//!
//! What a team shares of an editor's settings, in a file of its project, is written by [`share`] and
//! read by [`TeamValues`].

mod check;
mod connection_settings;
mod effective_settings;
mod environment;
mod outside_settings;
mod project_settings;
mod setting_source;
mod settings_file;
mod team;
mod token_number;

pub use connection_settings::{CONNECTION, ConnectionInfo, ConnectionSettings};
pub use effective_settings::EffectiveSettings;
pub use environment::Environment;
pub use outside_settings::{OutsideSettings, SourceProblem};
pub use project_settings::ProjectSettings;
pub use setting_source::{SettingSource, SourcedSetting};
pub use settings_file::SettingsFile;
pub use team::{PageField, Shared, SharingRefusal, TeamValues, share, shared_settings};
pub use token_number::{some_tokens, tokens};
