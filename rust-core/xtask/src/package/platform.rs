//! The platforms of the plugin.

/// A platform of the plugin, as Unreal names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Platform {
    Linux,
    Mac,
    Win64,
}

impl Platform {
    /// The platform of this machine.
    ///
    /// # Errors
    /// If the plugin has no library for it.
    pub(super) fn of_host() -> Result<Self, String> {
        match std::env::consts::OS {
            "linux" => Ok(Self::Linux),
            "macos" => Ok(Self::Mac),
            "windows" => Ok(Self::Win64),
            other => Err(format!("the plugin has no library for {other}")),
        }
    }

    /// The folder below `lib`.
    pub(super) fn folder(self) -> &'static str {
        match self {
            Self::Linux => "Linux",
            Self::Mac => "Mac",
            Self::Win64 => "Win64",
        }
    }

    /// What cargo makes.
    pub(super) fn built(self) -> &'static str {
        match self {
            Self::Win64 => "vibeue_bridge.lib",
            _ => "libvibeue_bridge.a",
        }
    }

    /// What the module's build rules link.
    pub(super) fn shipped(self) -> &'static str {
        match self {
            Self::Win64 => "vibeue_bridge.lib",
            _ => "libvibeue_bridge.a",
        }
    }

    /// What cargo is asked to build for; more than one are put together.
    pub(super) fn targets(self) -> &'static [&'static str] {
        match self {
            Self::Mac => &["aarch64-apple-darwin", "x86_64-apple-darwin"],
            Self::Win64 => &["x86_64-pc-windows-msvc"],
            Self::Linux => &["x86_64-unknown-linux-gnu"],
        }
    }
}
