//! What an entry of the table of settings becomes.

/// Makes the fields and their names from the entries.
macro_rules! settings {
    ($($(#[$doc:meta])* $field:ident: $type:ty = $slot:ident { $($key:ident: $value:expr,)* })*) => {
        /// How a conversation is kept within its window; see [`SETTINGS`](super::SETTINGS) for
        /// range, unit and meaning of each.
        ///
        /// Deserializing checks names and types only; [`Settings::from_json`]
        /// checks everything.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Settings {
            $($(#[$doc])* pub $field: $type,)*
        }

        /// Every setting, by group, in the order in which they are shown.
        pub static SETTINGS: &[SettingInfo] =
            &[$(SettingInfo { name: stringify!($field), $($key: $value),* }),*];

        impl Settings {
            /// The one place that ties names to fields.
            pub(super) fn slot(&mut self, name: &str) -> Option<super::slot::Slot<'_>> {
                match name {
                    $(stringify!($field) => Some(super::slot::Slot::$slot(&mut self.$field)),)*
                    _ => None,
                }
            }

            /// Before the defaults are read.
            pub(super) fn unset() -> Self {
                Self { $($field: <$type>::default()),* }
            }
        }
    };
}

pub(super) use settings;
