//! The table of presets: settings that go together.

/// Settings that go together, and what for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PresetInfo {
    /// Its name: a choice of the setting `preset`.
    pub name: &'static str,
    /// Its name for the user.
    pub title: &'static str,
    /// What it is for and what it costs, in sentences for its user.
    pub meaning: &'static str,
    /// The settings that it decides, in the form that
    /// [`Settings::set`](super::Settings::set) reads; all others keep their
    /// defaults.
    pub values: &'static [(&'static str, &'static str)],
}

/// Every preset, in the order in which they are offered; the first is the default. `vibeue tune
/// --presets` measures what each promises, and a test checks that.
pub static PRESETS: &[PresetInfo] = &[
    PresetInfo {
        name: "balanced",
        title: "Balanced",
        meaning: "All settings at their defaults: a compaction at 80 % of the budget takes the \
                  request back to 50 %.",
        values: &[],
    },
    PresetInfo {
        name: "economical",
        title: "Economical",
        meaning: "Keeps requests short. On the sample conversation it sends at least a fifth fewer tokens \
                  than balanced, with up to 21 of 100 facts fewer at hand.",
        values: &[
            ("threshold", "0.6"),
            ("reset_ratio", "0.5"),
            ("target_ratio", "0.25"),
            ("recent_messages_to_keep", "6"),
            ("summary_share", "0.2"),
            ("ledger_share", "0.05"),
        ],
    },
    PresetInfo {
        name: "long_memory",
        title: "Long memory",
        meaning: "Keeps as much as possible available. On the sample conversation that is up to \
                  11 of 100 facts more than with balanced, for up to a quarter more tokens and \
                  45 % more cost where the provider has a cache.",
        values: &[
            ("threshold", "0.9"),
            ("reset_ratio", "0.85"),
            ("target_ratio", "0.75"),
            ("minimum_messages", "31"),
            ("recent_messages_to_keep", "30"),
            ("summary_share", "0.6"),
            ("ledger_share", "0.15"),
        ],
    },
];
