//! The core's own table of settings, compiled in by its source: the generator
//! of the bridge's constants needs no more of the core.

/// What is known about a setting.
#[path = "../../conversation/src/settings/info.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    rustdoc::broken_intra_doc_links,
    reason = "another crate's file"
)]
pub(crate) mod info;

/// As much of the core's file of this name as the table needs. That the
/// generated constants are those of the core, a test of the bridge tells.
mod mode {
    pub(super) struct Mode(&'static str);

    #[allow(non_upper_case_globals, reason = "named as the core's variants are")]
    impl Mode {
        pub(super) const Rules: Mode = Mode("rules");
        pub(super) const Llm: Mode = Mode("llm");
        pub(super) const Hybrid: Mode = Mode("hybrid");
        pub(super) const Native: Mode = Mode("native");

        pub(super) const fn name(&self) -> &'static str {
            self.0
        }
    }
}

mod settings_preset {
    pub(super) struct SettingsPreset(&'static str);

    #[allow(non_upper_case_globals, reason = "named as the core's variants are")]
    impl SettingsPreset {
        pub(super) const Balanced: SettingsPreset = SettingsPreset("balanced");
        pub(super) const Economical: SettingsPreset = SettingsPreset("economical");
        pub(super) const LongMemory: SettingsPreset = SettingsPreset("long_memory");

        pub(super) const fn name(&self) -> &'static str {
            self.0
        }
    }
}

mod entry {
    /// The part of an entry that the generators use: the core makes fields of them, too.
    macro_rules! settings {
        ($($(#[$doc:meta])* $field:ident: $type:ty = $slot:ident { $($key:ident: $value:expr,)* })*) => {
            /// Every setting, by group, in the order in which they are shown.
            pub static SETTINGS: &[SettingInfo] =
                &[$(SettingInfo { name: stringify!($field), $($key: $value),* }),*];

            /// Returns whether a setting is several texts of one line each.
            pub fn are_lines(name: &str) -> bool {
                match name {
                    $(stringify!($field) => stringify!($slot) == "Lines",)*
                    _ => false,
                }
            }
        };
    }

    pub(super) use settings;
}

#[path = "../../conversation/src/settings/presets.rs"]
#[allow(unreachable_pub, rustdoc::broken_intra_doc_links, reason = "another crate's file")]
mod presets;

#[path = "../../conversation/src/settings/table.rs"]
#[allow(unreachable_pub, rustdoc::broken_intra_doc_links, reason = "another crate's file")]
mod table;

pub(crate) use presets::{PRESETS, PresetInfo};
pub(crate) use table::{SETTINGS, are_lines};
