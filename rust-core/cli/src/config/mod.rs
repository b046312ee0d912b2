//! What configures the program: the user's settings file, the
//! environment and the command line, and which word wins.
//!
//! Later words win: defaults, the file, `VIBEUE_*` variables, `--set` and the
//! options that have a name of their own. Files that lie beside the
//! conversation are never read: a folder that somebody else made must not be
//! able to choose where the conversation and the key go.

mod connection;
mod effective;
mod environment;
mod file;
mod setting_source;
mod variable;

pub(crate) use connection::{CONNECTION, Connection};
pub(crate) use effective::Config;
pub(crate) use environment::Environment;
pub(crate) use file::SettingsFile;
pub(crate) use setting_source::{SettingSource, SourcedSetting};
