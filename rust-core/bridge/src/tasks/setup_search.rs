//! A search for what a machine offers for a first setup.

use std::path::Path;
use std::time::Duration;

use vibeue_agents::KnownAgent;
use vibeue_core::Result;
use vibeue_core::provider::{FoundKey, FoundServer, ServerSearch, find_keys, preset_of_key};
use vibeue_core::tools::mcp::{FindOptions, UnrealState, find_while};

use super::job::{Cancel, Job};
use crate::fence::fenced;
use crate::ffi::ffi::{SetupKind, SetupModel, SetupOffer, SetupReport, Status, StatusCode};
use crate::status;

/// How long the end of a search waits for the operating system.
const FAREWELL: Duration = Duration::from_millis(100);

/// A search for what a machine offers, which runs in the background.
#[derive(Debug)]
pub struct SetupSearch {
    job: Job<SetupReport>,
}

pub(crate) fn start_setup_search(project_folder: &str) -> Box<SetupSearch> {
    let project = project_folder.to_owned();
    let broken = status::failed(
        StatusCode::Internal,
        "this machine could not be searched",
        "see the log, and close other programs",
    );
    let job = Job::start("vibeue-setup", report(broken), move |cancel| run(&project, cancel));
    Box::new(SetupSearch { job })
}

pub(crate) fn offer_of_key(key: &str) -> SetupOffer {
    let none = |_| offer(SetupKind::Key, "");
    fenced(none, || match preset_of_key(key) {
        Some(preset) => of_key(FoundKey { preset, variable: String::new() }),
        None => offer(SetupKind::Key, ""),
    })
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl SetupSearch {
    pub fn is_finished(&self) -> bool {
        self.job.result().is_some()
    }

    pub fn report(&self) -> SetupReport {
        self.job.result().cloned().unwrap_or_else(|| report(status::running()))
    }
}

fn report(status: Status) -> SetupReport {
    SetupReport { status, offers: Vec::new() }
}

fn run(project: &str, cancel: &Cancel) -> SetupReport {
    let variable = |name: &str| std::env::var(name).ok();
    let (servers, engine) = std::thread::scope(|scope| {
        let engine = std::thread::Builder::new()
            .name("vibeue-setup-engine".to_owned())
            .spawn_scoped(scope, || engine(project, cancel));
        let search = ServerSearch::read(variable(ServerSearch::VARIABLE).as_deref());
        let servers = search.and_then(|search| servers(&search, cancel));
        (servers, engine.ok().and_then(|thread| thread.join().ok()).flatten())
    });
    if cancel.is_cancelled() {
        // Nobody reads it; a folder of PATH may take long.
        return report(status::running());
    }
    let (status, servers) = match servers {
        Ok(servers) => (status::ok(), servers),
        Err(error) => (status::of(&error), Vec::new()),
    };
    let mut offers: Vec<SetupOffer> = servers.into_iter().map(of_server).collect();
    offers.extend(find_keys(&variable).into_iter().map(of_key));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let goes_on = || !cancel.is_cancelled();
    offers.extend(KnownAgent::installed_while(&path, &goes_on).into_iter().map(of_agent));
    offers.extend(engine);
    SetupReport { status, offers }
}

fn servers(search: &ServerSearch, cancel: &Cancel) -> Result<Vec<FoundServer>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| {
        let what = format!("the network cannot be started: {error}");
        vibeue_core::Error::new(vibeue_core::ErrorKind::Io, what).hint("close other programs")
    })?;
    let found = runtime.block_on(async {
        tokio::select! {
            found = search.run() => found,
            () = cancel.cancelled() => Vec::new(),
        }
    });
    runtime.shutdown_timeout(FAREWELL);
    Ok(found)
}

/// The engine's own server, if it is running in this project's editor.
fn engine(project: &str, cancel: &Cancel) -> Option<SetupOffer> {
    if project.is_empty() {
        return None;
    }
    let watch = || !cancel.is_cancelled();
    let found = find_while(Path::new(project), &FindOptions::glance(), &watch).ok()?;
    match found.state {
        UnrealState::Running { url } => {
            Some(SetupOffer { place: url, ..offer(SetupKind::EngineTools, "Unreal Engine") })
        }
        _ => None,
    }
}

fn offer(kind: SetupKind, title: &str) -> SetupOffer {
    SetupOffer {
        kind,
        title: title.to_owned(),
        provider: String::new(),
        base_url: String::new(),
        place: String::new(),
        models: Vec::new(),
        command: String::new(),
    }
}

fn of_server(server: FoundServer) -> SetupOffer {
    let preset = server.preset;
    let is_usual = server.base_url == preset.base_url;
    SetupOffer {
        provider: preset.name.to_owned(),
        base_url: if is_usual { String::new() } else { server.base_url.clone() },
        place: server.base_url,
        models: server
            .models
            .into_iter()
            .map(|info| SetupModel { id: info.id, window: info.context_length.unwrap_or(0) })
            .collect(),
        ..offer(SetupKind::Server, preset.title)
    }
}

fn of_key(key: FoundKey) -> SetupOffer {
    let preset = key.preset;
    SetupOffer {
        provider: preset.name.to_owned(),
        place: key.variable,
        models: vec![SetupModel { id: preset.first_model.to_owned(), window: 0 }],
        ..offer(SetupKind::Key, preset.title)
    }
}

fn of_agent(agent: &KnownAgent) -> SetupOffer {
    SetupOffer {
        place: agent.line.to_owned(),
        command: agent.line.to_owned(),
        ..offer(SetupKind::Agent, agent.title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keys_form_names_its_service_with_a_model_and_never_the_key() {
        let found = offer_of_key(" sk-ant-api03-abcdefgh ");
        assert_eq!(
            found,
            SetupOffer {
                provider: "anthropic".to_owned(),
                models: vec![SetupModel { id: "claude-sonnet-5-5".to_owned(), window: 0 }],
                ..offer(SetupKind::Key, "Anthropic")
            }
        );
        assert_eq!(offer_of_key("sk-0123456789abcdef"), offer(SetupKind::Key, ""));
    }

    #[test]
    fn a_project_that_is_not_there_offers_nothing_and_a_search_can_be_dropped_at_once() {
        assert_eq!(engine("", &Cancel::default()), None);
        assert_eq!(engine("/nowhere/at/all", &Cancel::default()), None);
        // Dropping waits for its thread, which is cancelled.
        drop(start_setup_search("/nowhere/at/all"));
    }
}
