//! Options of this protocol.

/// Options of Gemini's protocol.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GeminiOptions {
    /// The version in the path, if the base address has none.
    pub version: ApiVersion,
}

/// A version of Gemini's API.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum ApiVersion {
    /// `v1beta`, which has everything and which most gateways serve.
    #[default]
    V1Beta,
    /// `v1`.
    V1,
}

impl ApiVersion {
    /// Its path segment.
    pub const fn name(self) -> &'static str {
        match self {
            ApiVersion::V1Beta => "v1beta",
            ApiVersion::V1 => "v1",
        }
    }

    /// The version that is tried if this one is not served.
    pub(super) const fn other(self) -> Self {
        match self {
            ApiVersion::V1Beta => ApiVersion::V1,
            ApiVersion::V1 => ApiVersion::V1Beta,
        }
    }
}
