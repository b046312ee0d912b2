//! Where a model server of this machine may be.

use vibeue_conversation::{Error, ErrorKind, Result};

use crate::Preset;
use crate::http::Endpoint;

/// The environment variable that says where servers are looked for.
pub(super) const VARIABLE: &str = "VIBEUE_LOCAL_SERVERS";

/// Where a model server of this machine may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerPlace {
    /// Which program is expected there.
    pub preset: &'static Preset,
    /// Its base address, on loopback.
    pub base_url: String,
}

impl ServerPlace {
    /// Reads `ollama=http://127.0.0.1:11435`.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] if the program is not known, or the address is
    /// not one of this machine.
    pub(super) fn read(text: &str) -> Result<Self> {
        let fault = |what: String, hint: &str| {
            Error::new(ErrorKind::Settings, what).at(VARIABLE).hint(hint)
        };
        let form = "write provider=address, such as ollama=http://127.0.0.1:11435";
        let (name, address) = text
            .split_once('=')
            .ok_or_else(|| fault(format!("`{}` does not give an address", text.trim()), form))?;
        let preset = Preset::find(name.trim())
            .ok_or_else(|| fault(format!("there is no provider `{}`", name.trim()), form))?;
        let endpoint = Endpoint::new(address.trim(), false)?;
        if !endpoint.is_loopback() {
            let what = format!("{} is not on this machine", endpoint.shown());
            return Err(fault(what, "only servers on this machine are searched for"));
        }
        Ok(Self { preset, base_url: endpoint.shown() })
    }
}
