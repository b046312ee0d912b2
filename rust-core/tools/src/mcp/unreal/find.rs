//! Looks for the editor of a project.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use vibeue_conversation::{Error, ErrorKind, Result};

use super::{UnrealEditor, UnrealSettings, matches};
use crate::mcp::{Lifecycle, McpServers, Reach, ServerConfig, ServerReport, ServerState};

/// How long connecting to a port of this machine may take. An unused one refuses at once.
const KNOCK: Duration = Duration::from_millis(300);

/// How long an editor may take to identify itself.
const GREETING: Duration = Duration::from_secs(15);

/// How long one call may take: while shaders are being compiled, calls wait for minutes.
const CALL: Duration = Duration::from_secs(300);

/// How it is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindOptions {
    /// Ports that are tried besides the one in the settings.
    pub ports: RangeInclusive<u16>,
    /// How long a program that answers at one may take to identify itself.
    pub patience: Duration,
}

impl FindOptions {
    /// Only the port in the project's settings, for a second: a quick check during a larger search.
    pub fn glance() -> Self {
        let (first, last) = (1, 0);
        Self { ports: first..=last, patience: Duration::from_secs(1) }
    }
}

impl Default for FindOptions {
    /// The ports that several editors on one machine use, and five seconds: a busy editor does not
    /// answer at all.
    fn default() -> Self {
        Self { ports: 8000..=8015, patience: Duration::from_secs(5) }
    }
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Discovery {
    /// The project's settings.
    pub settings: UnrealSettings,
    /// The conclusion.
    #[serde(flatten)]
    pub state: UnrealState,
    /// The programs that answer at the ports.
    pub answering: Vec<FoundEditor>,
}

impl Discovery {
    /// The entry for the project's editor, whether it is running or will be started later: with the
    /// address that was found, or the one in the settings.
    pub fn server(&self) -> ServerConfig {
        let url = match &self.state {
            UnrealState::Running { url } => url.clone(),
            _ => self.settings.url(),
        };
        let reach = Reach::Address { url, headers: Default::default() };
        ServerConfig {
            lifecycle: Lifecycle::Initialize,
            start_limit: GREETING,
            call_limit: CALL,
            unreal: Some(UnrealEditor { project: Some(self.settings.project.clone()) }),
            ..ServerConfig::new("unreal", reach)
        }
    }
}

/// The state of the engine's server for a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum UnrealState {
    /// The project's editor answers.
    Running {
        /// Where.
        url: String,
    },
    /// The project does not turn the plugin on.
    NotInstalled,
    /// The plugin is on, but no editor answers.
    Off,
    /// Editors of other projects answer.
    OtherProject,
    /// An editor answers that does not say which project it has open.
    UnknownProject {
        /// Where.
        url: String,
    },
    /// Something answers at the project's port that is not the engine's server.
    Taken {
        /// Where.
        url: String,
        /// What it is, as far as it says.
        what: String,
    },
}

/// A program that answers at a port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FoundEditor {
    /// Where.
    pub url: String,
    /// What it is.
    #[serde(flatten)]
    pub is: EditorState,
}

/// What answers at a port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum EditorState {
    /// The editor of the project.
    ThisProject,
    /// The editor of another one.
    OtherProject {
        /// Its `.uproject` file.
        project: String,
    },
    /// An editor that does not say which project it has open.
    UnknownProject,
    /// Not the engine's server, or one that does not respond.
    SomethingElse {
        /// The reason for this conclusion.
        what: String,
    },
}

/// Looks for the editor of a project: reads its settings, and asks the programs
/// that answer at the ports of this machine what they are. Nothing is started.
///
/// `project` is a `.uproject` file, or a folder with one.
///
/// # Errors
/// [`ErrorKind::Input`] if it is neither, [`ErrorKind::Io`] if a thread cannot be spawned.
pub fn find(project: &Path, options: &FindOptions) -> Result<Discovery> {
    find_while(project, options, &|| true)
}

/// As [`find`]; `watch` is called now and then and returns whether to keep waiting for those that
/// have not identified themselves.
///
/// # Errors
/// Those of [`find`].
pub fn find_while(
    project: &Path,
    options: &FindOptions,
    watch: &dyn Fn() -> bool,
) -> Result<Discovery> {
    let project = project_file(project)?;
    let settings = UnrealSettings::read(&project);
    let mut ports = vec![settings.port];
    ports.extend(options.ports.clone().filter(|port| *port != settings.port));
    let open = |port: &u16| {
        let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), *port);
        TcpStream::connect_timeout(&address, KNOCK).is_ok()
    };
    let open = |port: &u16| watch() && open(port);
    let urls: Vec<String> =
        ports.iter().filter(|port| open(port)).map(|port| settings.url_at(*port)).collect();
    let answering = ask(&urls, &project, options.patience, watch)?;
    let state = state(&settings, &answering);
    Ok(Discovery { settings, state, answering })
}

/// The one `.uproject` file of a path.
fn project_file(path: &Path) -> Result<PathBuf> {
    let place = path.display().to_string();
    let wrong =
        |what: &str, hint: &str| Error::new(ErrorKind::Input, what).at(place.clone()).hint(hint);
    let is_project =
        |path: &Path| path.extension().is_some_and(|it| it.eq_ignore_ascii_case("uproject"));
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    if is_project(&whole) && whole.is_file() {
        return Ok(whole);
    }
    let entries = std::fs::read_dir(&whole)
        .map_err(|_| wrong("there is no such project", "give a .uproject file or its folder"))?;
    let mut found: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| is_project(path)).collect();
    found.sort();
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => Err(wrong("has no .uproject file", "give a .uproject file or its folder")),
        _ => Err(wrong("has several .uproject files", "name one of them")),
    }
}

/// Asks the programs that answer what they are, all at the same time.
fn ask(
    urls: &[String],
    project: &Path,
    patience: Duration,
    watch: &dyn Fn() -> bool,
) -> Result<Vec<FoundEditor>> {
    if urls.is_empty() {
        return Ok(Vec::new());
    }
    let config = |url: &String| {
        let reach = Reach::Address { url: url.clone(), headers: Default::default() };
        ServerConfig {
            lifecycle: Lifecycle::Initialize,
            start_limit: patience,
            unreal: Some(UnrealEditor::default()),
            ..ServerConfig::new(url, reach)
        }
    };
    let servers = McpServers::start(urls.iter().map(config).collect())?;
    // Handshake, list and project: each has its time limit.
    servers.wait_until_started(patience * 3 + KNOCK, watch);
    let reports = servers.reports();
    servers.stop();
    Ok(reports.into_iter().map(|report| found(report, project)).collect())
}

fn found(report: ServerReport, project: &Path) -> FoundEditor {
    let is = match (report.state, report.project) {
        (ServerState::Ready { .. }, Some(named)) if matches(&named, project) => {
            EditorState::ThisProject
        }
        (ServerState::Ready { .. }, Some(named)) => EditorState::OtherProject { project: named },
        (ServerState::Ready { .. }, None) => EditorState::UnknownProject,
        (ServerState::Failed { why }, _) => EditorState::SomethingElse { what: why },
        (ServerState::NeedsSignIn { why }, _) => {
            EditorState::SomethingElse { what: format!("it requires a sign-in: {why}") }
        }
        (ServerState::Starting | ServerState::SigningIn { .. } | ServerState::Stopped, _) => {
            EditorState::SomethingElse { what: "it does not answer".to_owned() }
        }
    };
    FoundEditor { url: report.origin, is }
}

fn state(settings: &UnrealSettings, answering: &[FoundEditor]) -> UnrealState {
    let at = |wanted: &dyn Fn(&EditorState) -> bool| {
        answering.iter().find(|found| wanted(&found.is)).map(|found| found.url.clone())
    };
    if let Some(url) = at(&|is| *is == EditorState::ThisProject) {
        return UnrealState::Running { url };
    }
    if let Some(url) = at(&|is| *is == EditorState::UnknownProject) {
        return UnrealState::UnknownProject { url };
    }
    let own = settings.url();
    for found in answering.iter().filter(|found| found.url == own) {
        if let EditorState::SomethingElse { what } = &found.is {
            return UnrealState::Taken { url: own, what: what.clone() };
        }
    }
    if at(&|is| matches!(is, EditorState::OtherProject { .. })).is_some() {
        return UnrealState::OtherProject;
    }
    if settings.has_plugin { UnrealState::Off } else { UnrealState::NotInstalled }
}

impl UnrealState {
    /// The conclusion and what to do, for the user.
    pub fn advice(&self, settings: &UnrealSettings) -> String {
        let start = "type ModelContextProtocol.StartServer into the editor's console; for every \
                     start of the editor, turn Auto Start Server on in Editor Preferences, Model \
                     Context Protocol";
        match self {
            Self::Running { url } => format!("the project's editor answers at {url}"),
            Self::NotInstalled => "the project does not enable the engine's server: in Edit, \
                                   Plugins, turn Unreal MCP and All Toolsets on (Unreal Engine 5.8 \
                                   or later), and restart the editor"
                .to_owned(),
            Self::Off if settings.starts_with_editor => {
                "no editor answers: open the project, its editor starts the server".to_owned()
            }
            Self::Off => format!("no editor answers: open the project, then {start}"),
            Self::OtherProject => format!(
                "the editors that answer have other projects open: open this one, then type \
                 ModelContextProtocol.StartServer PORT into its console, with a port that is free \
                 (this project's settings say {})",
                settings.port
            ),
            Self::UnknownProject { url } => format!(
                "an editor answers at {url}, but does not say which project it has open: turn the \
                 plugin All Toolsets on there"
            ),
            Self::Taken { url, what } => format!(
                "what is at the project's port {url} is not the engine's server ({what}): type \
                 ModelContextProtocol.StartServer PORT into the editor's console, with a port that \
                 is free"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(has_plugin: bool) -> UnrealSettings {
        let mut settings = UnrealSettings::read(Path::new("/nowhere/A.uproject"));
        settings.has_plugin = has_plugin;
        settings
    }

    #[test]
    fn who_answers_says_what_the_state_is() {
        let at = |port: u16, is: EditorState| FoundEditor {
            url: format!("http://127.0.0.1:{port}/mcp"),
            is,
        };
        let other = || EditorState::OtherProject { project: "/b/B.uproject".to_owned() };
        let else_ = || EditorState::SomethingElse { what: "a web page".to_owned() };
        let own = "http://127.0.0.1:8000/mcp".to_owned();
        let away = "http://127.0.0.1:8001/mcp".to_owned();
        for (answering, has_plugin, wanted) in [
            (vec![], false, UnrealState::NotInstalled),
            (vec![], true, UnrealState::Off),
            (vec![at(8001, else_())], true, UnrealState::Off),
            (vec![at(8000, other())], true, UnrealState::OtherProject),
            (
                vec![at(8000, else_()), at(8001, other())],
                true,
                UnrealState::Taken { url: own, what: "a web page".to_owned() },
            ),
            (
                vec![at(8000, other()), at(8001, EditorState::UnknownProject)],
                true,
                UnrealState::UnknownProject { url: away.clone() },
            ),
            (
                vec![at(8000, other()), at(8001, EditorState::ThisProject)],
                false,
                UnrealState::Running { url: away },
            ),
        ] {
            let settings = settings(has_plugin);
            let state = state(&settings, &answering);
            assert_eq!(state, wanted);
            assert!(!state.advice(&settings).is_empty());
        }
    }

    #[test]
    fn a_folder_has_to_have_one_project() {
        let folder = tempfile::tempdir().unwrap();
        let wrong = |words: &str| {
            let told = project_file(folder.path()).unwrap_err().to_string();
            assert!(told.contains(words), "{told}");
        };
        wrong("has no .uproject file");
        let one = folder.path().join("A.uproject");
        std::fs::write(&one, "{}").unwrap();
        assert_eq!(project_file(folder.path()).unwrap(), one);
        assert_eq!(project_file(&one).unwrap(), one);
        std::fs::write(folder.path().join("B.uproject"), "{}").unwrap();
        wrong("has several");
        assert!(project_file(&folder.path().join("C.uproject")).is_err());
    }
}
