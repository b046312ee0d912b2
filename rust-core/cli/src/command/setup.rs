//! `vibeue setup`

use std::io::Write as _;
use std::path::Path;

use serde_json::json;
use vibeue_agents::KnownAgent;
use vibeue_core::provider::{FoundServer, Preset, ServerSearch, find_kept_keys, find_keys};
use vibeue_core::tools::mcp::{self, FindOptions, UnrealState};

use crate::args::SetupArgs;
use crate::config::Environment;
use crate::connect;
use crate::console::Console;
use crate::failure::Result;
use crate::output::{Printable, grouped, style};

/// Something that the user can start with.
struct Offer {
    kind: &'static str,
    /// What it is.
    title: String,
    /// Where it is: an address, a variable or a command.
    place: String,
    /// What is known about it.
    detail: String,
    /// The command that uses it; empty if it cannot be used yet.
    command: String,
}

/// Lists what this machine offers.
///
/// # Errors
/// If the variable that says where to look, or the named project, cannot be used.
pub(crate) fn run(args: &SetupArgs, console: &mut Console) -> Result {
    let environment = Environment::of_process();
    let search = ServerSearch::read(environment.get(ServerSearch::VARIABLE))?;
    let engine = engine(args.project.as_deref())?;
    console.status(Some("searching this machine"));
    let runtime = connect::runtime()?;
    let servers = runtime.block_on(search.run());
    let kept = runtime.block_on(find_kept_keys(&connect::credential_store(&environment)));
    console.status(None);
    let read = |name: &str| environment.get(name).map(str::to_owned);
    let mut offers: Vec<Offer> = servers.iter().map(of_server).collect();
    let keys = find_keys(&read);
    offers.extend(keys.iter().map(|key| of_key(key.preset, &key.variable)));
    let is_new = |preset: &&Preset| keys.iter().all(|key| key.preset != *preset);
    let store = "the system's credential store";
    offers.extend(kept.into_iter().filter(is_new).map(|preset| of_key(preset, store)));
    let path = std::env::var_os("PATH").unwrap_or_default();
    offers.extend(KnownAgent::installed(&path).into_iter().map(|agent| Offer {
        kind: "agent",
        title: agent.title.to_owned(),
        place: agent.line.to_owned(),
        detail: "its own sign-in, its own context".to_owned(),
        command: chat(&["--agent", agent.line]),
    }));
    offers.extend(engine);
    if args.json {
        let rows: Vec<_> = offers.iter().map(as_json).collect();
        console.json(&json!({ "found": rows }))?;
    } else {
        print(&offers, console)?;
    }
    console.finish()
}

fn as_json(offer: &Offer) -> serde_json::Value {
    json!({"kind": offer.kind, "title": offer.title, "place": offer.place,
        "detail": offer.detail, "command": offer.command})
}

fn print(offers: &[Offer], console: &mut Console) -> Result {
    let faint = style::FAINT;
    for offer in offers {
        let (title, place) = (Printable(&offer.title), Printable(&offer.place));
        writeln!(console.out, "{title} {faint}{place}{faint:#}")?;
        writeln!(console.out, "  {}", Printable(&offer.detail))?;
        if !offer.command.is_empty() {
            writeln!(console.out, "  {}", Printable(&offer.command))?;
        }
    }
    if offers.is_empty() {
        writeln!(
            console.out,
            "nothing was found: no model server answers on this machine, no provider's key is in \
             the environment or the credential store, and no known agent is in PATH"
        )?;
        writeln!(
            console.out,
            "start Ollama or LM Studio, set a key such as ANTHROPIC_API_KEY, or install an agent \
             with `{}`",
            KnownAgent::ALL[0].install
        )?;
    }
    Ok(())
}

/// A service, with the place of its key.
fn of_key(preset: &Preset, place: &str) -> Offer {
    Offer {
        kind: "key",
        title: preset.title.to_owned(),
        place: place.to_owned(),
        detail: preset.first_model.to_owned(),
        command: chat(&["--provider", preset.name, "--model", preset.first_model]),
    }
}

fn of_server(server: &FoundServer) -> Offer {
    let preset = server.preset;
    let mut words = vec!["--provider", preset.name];
    if server.base_url != preset.base_url {
        words.extend(["--base-url", server.base_url.as_str()]);
    }
    let (detail, command) = match server.models.first() {
        None => ("running, but has no model yet".to_owned(), String::new()),
        Some(first) => {
            // If a shell could read it as something else, the user has to add it.
            if is_plain_model(&first.id) {
                words.extend(["--model", first.id.as_str()]);
            }
            let window = match first.context_length {
                Some(tokens) => format!(", {} tokens", grouped(tokens)),
                None => String::new(),
            };
            let more = match server.models.len() - 1 {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            (format!("{}{window}{more}", first.id), chat(&words))
        }
    };
    let (title, place) = (preset.title.to_owned(), server.base_url.clone());
    Offer { kind: "server", title, place, detail, command }
}

/// The editor of a project, if it serves its tools.
fn engine(project: Option<&Path>) -> Result<Option<Offer>> {
    let found =
        match (project, mcp::find(project.unwrap_or(Path::new(".")), &FindOptions::glance())) {
            (_, Ok(found)) => found,
            // This folder need not be a project.
            (None, Err(_)) => return Ok(None),
            (Some(_), Err(error)) => return Err(error.into()),
        };
    let UnrealState::Running { url } = found.state else { return Ok(None) };
    let project = found.settings.project.display().to_string();
    let words = if project.is_empty() { vec![] } else { vec!["--unreal", project.as_str()] };
    Ok(Some(Offer {
        kind: "engine",
        title: "Unreal Editor".to_owned(),
        place: url,
        detail: "its tools, for any model".to_owned(),
        command: chat(&words),
    }))
}

/// The command that starts a chat with these options.
fn chat(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("vibeue chat {}", quoted.join(" "))
}

/// Returns whether a model's id from a server is the same word in every shell, and not an option.
fn is_plain_model(id: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._:/@-".contains(&byte);
    !id.is_empty() && !id.starts_with('-') && id.bytes().all(plain)
}

/// A word as the system's usual shell reads it.
fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:@+=".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_owned()
    } else if cfg!(windows) {
        format!("\"{}\"", word.replace('"', "\"\""))
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use vibeue_core::provider::{ModelInfo, Preset};

    use super::*;

    #[test]
    fn a_model_whose_id_a_shell_could_read_otherwise_is_in_no_command() {
        let command = |id: &str| {
            let preset = Preset::find("ollama").unwrap();
            of_server(&FoundServer {
                preset,
                base_url: preset.base_url.to_owned(),
                models: vec![ModelInfo { id: id.to_owned(), ..ModelInfo::default() }],
            })
            .command
        };
        let plain = "vibeue chat --provider ollama";
        let id = "hf.co/unsloth/Qwen3-8B_GGUF:Q4@1";
        assert_eq!(command(id), format!("{plain} --model {id}"));
        for id in ["-p", "a&calc", "%PATH%", "a\" b", "a b", "$(x)", "a\u{202e}b", ""] {
            assert_eq!(command(id), plain, "{id:?}");
        }
    }

    #[cfg(not(windows))]
    #[test]
    fn a_command_is_one_that_a_shell_reads_as_it_was_meant() {
        assert_eq!(
            chat(&["--model", "qwen3:8b", "--agent", "gemini --acp", "it's $HOME"]),
            r"vibeue chat --model qwen3:8b --agent 'gemini --acp' 'it'\''s $HOME'"
        );
    }
}
