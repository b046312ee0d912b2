//! How programs that another one started are recognized.

/// The variable by which the descendants of a program are recognized, wherever they moved.
pub(super) const MARK: &str = "VIBEUE_MCP_PROCESS";
