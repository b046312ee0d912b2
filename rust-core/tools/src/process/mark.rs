//! How programs that another one started are known.

/// The variable by which what a program started is known, wherever it went.
pub(super) const MARK: &str = "VIBEUE_MCP_PROCESS";
