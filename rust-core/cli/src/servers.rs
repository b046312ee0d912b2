//! Servers of the Model Context Protocol, as the program starts them.

use std::path::{Path, PathBuf};

use vibeue_core::tools::mcp::{self, Config, McpServers, ServerConfig, SignIns, Variables};

use crate::config::{Environment, SettingsFile};
use crate::console::Console;
use crate::failure::Result;
use crate::input;

/// The program's environment, for a list of servers.
pub(crate) struct Known<'e> {
    /// The variables.
    pub(crate) environment: &'e Environment,
    /// The one that has the key, if a setting names one.
    pub(crate) key_env: Option<&'e str>,
}

impl Variables for Known<'_> {
    fn get(&self, name: &str) -> Option<String> {
        self.environment.get(name).map(str::to_owned)
    }

    fn is_own_key(&self, name: &str) -> bool {
        Environment::is_own_key(name, self.key_env)
    }

    fn project(&self) -> String {
        std::env::current_dir().unwrap_or_default().display().to_string()
    }
}

/// Reads a list of servers: JSON, or TOML if the name says so.
///
/// # Errors
/// If it cannot be read, with the file's name.
pub(crate) fn read(file: &Path, variables: &Known<'_>) -> Result<Config> {
    let bytes = input::read(file)?;
    let place = input::shown(file);
    let text = String::from_utf8_lossy(&bytes);
    let config = if file.extension().is_some_and(|extension| extension == "toml") {
        mcp::parse_toml(&text, variables)
    } else {
        mcp::parse(&text, variables)
    };
    Ok(config.map_err(|error| error.at(place))?)
}

/// Reads several lists and notes what in them cannot be used; if two servers have the same name,
/// the first counts.
///
/// # Errors
/// As for [`read`].
pub(crate) fn read_all(
    files: &[PathBuf],
    variables: &Known<'_>,
    console: &mut Console,
) -> Result<Vec<ServerConfig>> {
    let mut all: Vec<ServerConfig> = Vec::new();
    for file in files {
        let config = read(file, variables)?;
        let shown = input::shown(file);
        for problem in config.problems {
            let line = problem.line.map(|line| format!(":{line}")).unwrap_or_default();
            console.note(format!("{shown}{line}: {problem}"));
        }
        for server in config.servers {
            if all.iter().any(|known| known.name == server.name) {
                console.note(format!("{shown}: there is a server {} already", server.name));
            } else {
                all.push(server);
            }
        }
    }
    Ok(all)
}

/// Where sign-ins are kept: next to the settings file.
pub(crate) fn sign_ins(settings: Option<&Path>, environment: &Environment) -> Option<SignIns> {
    let settings = SettingsFile::find(settings, environment)?;
    Some(SignIns::new(settings.path.with_file_name(SignIns::FILE_NAME)))
}

/// Gives servers access to sign-ins.
pub(crate) fn keep_sign_ins(
    list: &mut [ServerConfig],
    settings: Option<&Path>,
    environment: &Environment,
) {
    let sign_ins = sign_ins(settings, environment);
    list.iter_mut().for_each(|server| server.sign_ins.clone_from(&sign_ins));
}

/// Starts servers. This program has no other children, so it adopts the processes that they
/// abandon.
///
/// # Errors
/// If a thread cannot be spawned.
pub(crate) fn start(servers: Vec<ServerConfig>) -> Result<McpServers> {
    #[cfg(target_os = "linux")]
    mcp::adopt_orphans();
    Ok(McpServers::start(servers)?)
}

/// Ends servers, with everything that they started.
pub(crate) fn stop(servers: &McpServers) {
    servers.stop();
    #[cfg(target_os = "linux")]
    mcp::end_orphans();
}
