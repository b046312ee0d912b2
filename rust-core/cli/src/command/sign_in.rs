//! `vibeue mcp login` and `vibeue mcp logout`

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;
use vibeue_core::tools::mcp::{
    Forgotten, McpServers, Reach, ServerConfig, ServerState, SignIns, SignOut,
};

use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::Printable;
use crate::servers::{self, Known};

/// How often to check whether the browser has returned.
const GLANCE: Duration = Duration::from_millis(50);

/// No server takes longer to start.
const FOREVER: Duration = Duration::from_secs(24 * 60 * 60);

/// Where to find a server, and where sign-ins are kept.
pub(super) struct Place<'p> {
    /// The server's name.
    pub(super) name: &'p str,
    /// The lists.
    pub(super) files: &'p [PathBuf],
    /// Where sign-ins are kept.
    pub(super) sign_ins: Option<SignIns>,
}

impl Place<'_> {
    /// The server's configuration.
    fn find(&self, variables: &Known<'_>, console: &mut Console) -> Result<ServerConfig> {
        let mut list = servers::read_all(self.files, variables, console)?;
        list.retain(|server| server.name == self.name);
        let Some(mut server) = list.pop() else {
            let what = format!("there is no server {:?} in the list", self.name);
            return Err(Failure::input(what, "`vibeue mcp check` shows the names of a list"));
        };
        if self.sign_ins.is_none() {
            let hint = "set HOME, or name a settings file with --config";
            return Err(Failure::input("there is nowhere to store a sign-in", hint));
        }
        if !matches!(server.reach, Reach::Address { .. }) {
            let what = format!("{} is a program on this machine", self.name);
            return Err(Failure::input(what, "only servers on the network need a sign-in"));
        }
        server.sign_ins.clone_from(&self.sign_ins);
        Ok(server)
    }
}

/// Signs the user in to a server.
///
/// # Errors
/// If there is no such server, or the sign-in was not completed.
pub(super) fn login(
    place: &Place<'_>,
    opens_browser: bool,
    json: bool,
    variables: &Known<'_>,
    console: &mut Console,
) -> Result {
    let server = place.find(variables, console)?;
    let started = servers::start(vec![server])?;
    console.status(Some("asking the server"));
    started.wait_until_started(FOREVER, || true);
    console.status(None);
    let before = state(&started);
    let asked = started.sign_in(place.name);
    let after = if asked { follow(&started, opens_browser, console)? } else { before };
    servers::stop(&started);
    let is_done = matches!(after, ServerState::Ready { .. });
    if json {
        console.json(&json!({"server": place.name, "signed_in": is_done, "state": after}))?;
    } else {
        let words = match &after {
            ServerState::Ready { .. } if asked => format!("signed in to {}", place.name),
            ServerState::Ready { .. } => format!("{} does not require a sign-in", place.name),
            other => format!("{}: {other}", place.name),
        };
        writeln!(console.out, "{}", Printable(&words))?;
    }
    console.finish()?;
    if is_done { Ok(()) } else { Err(Failure::Reported(Failure::PROVIDER)) }
}

fn state(servers: &McpServers) -> ServerState {
    servers.reports().pop().map_or(ServerState::Stopped, |report| report.state)
}

/// Shows the page, and waits until the browser has returned.
fn follow(servers: &McpServers, opens_browser: bool, console: &mut Console) -> Result<ServerState> {
    let mut shown = String::new();
    loop {
        match state(servers) {
            ServerState::SigningIn { page } => {
                if !page.is_empty() && page != shown {
                    let is_open = opens_browser && open(&page);
                    let what = if is_open { "if no browser opens, open" } else { "open" };
                    console.note(format!("to sign in, {what} this page: {page}"));
                    shown = page;
                }
            }
            ServerState::Starting => {}
            state => return Ok(state),
        }
        std::thread::sleep(GLANCE);
    }
}

/// Opens a page in the user's browser; returns whether that was started.
fn open(page: &str) -> bool {
    // Only web addresses, and nothing that a shell could interpret.
    if !page.starts_with("https://") && !page.starts_with("http://") {
        return false;
    }
    let mut command = if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.args(["url.dll,FileProtocolHandler", page]);
        command
    } else if cfg!(target_os = "macos") {
        let mut command = Command::new("open");
        command.arg(page);
        command
    } else {
        let has_screen = |name: &str| std::env::var_os(name).is_some_and(|it| !it.is_empty());
        if !has_screen("DISPLAY") && !has_screen("WAYLAND_DISPLAY") {
            return false;
        }
        let mut command = Command::new("xdg-open");
        command.arg(page);
        command
    };
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}

/// Forgets a sign-in to a server, and revokes it there.
///
/// # Errors
/// If there is no such server, or the file cannot be written.
pub(super) fn logout(
    place: &Place<'_>,
    json: bool,
    variables: &Known<'_>,
    console: &mut Console,
) -> Result {
    let server = place.find(variables, console)?;
    let forgotten = match &server.sign_ins {
        Some(sign_ins) => sign_ins.forget(&server.origin())?,
        None => None,
    };
    console.status(forgotten.is_some().then_some("notifying the authorization server"));
    let end = forgotten.map(Forgotten::revoke);
    console.status(None);
    if json {
        let why = match &end {
            Some(SignOut::StillValid { why }) => Some(why),
            _ => None,
        };
        console.json(&json!({"server": place.name, "was_signed_in": end.is_some(),
            "revoked": end == Some(SignOut::Revoked), "why_not": why}))?;
    } else {
        let words = match end {
            Some(end) => format!("signed out of {}: {end}", place.name),
            None => format!("you were not signed in to {}", place.name),
        };
        writeln!(console.out, "{}", Printable(&words))?;
    }
    console.finish()
}
