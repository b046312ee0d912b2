//! A model that obeys every order it finds in a file, and what such orders say: each is tried in a
//! turn of its own, with the user who makes it easiest, and ends exactly as the table says.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::Trial;
use serde_json::{Value, json};
use vibeue_core::conversation::Role;
use vibeue_core::provider::ChatRequest;
use vibeue_core::tools::project::{EditRules, Folder, ProjectFiles};
use vibeue_core::tools::{Approval, CallEnd};

use crate::attack_table::{ATTACKS, Attack, Person};
use crate::host::{Host, server};
use crate::scripted::{Answer, Scripted};
use crate::trial;

pub fn trials() -> Vec<Trial> {
    vec![trial("attacks of a model that obeys every order end at the host", attacks)]
}

/// What no result and no request may ever have.
const SECRETS: [&str; 2] = ["sesame", "sk-of-the-person"];

/// A project with files that are off limits for the model, and files next to it.
struct Workshop {
    place: tempfile::TempDir,
}

impl Workshop {
    fn new() -> Self {
        let workshop = Self { place: tempfile::tempdir().unwrap() };
        for (path, content) in [
            ("secret.txt", "sesame\n"),
            ("game/Game.uproject", "{}\n"),
            ("game/a.txt", "a door\n"),
            ("game/.env", "KEY=sesame\n"),
            ("game/server.key", "sesame\n"),
            ("game/.git/hooks/pre-commit", "#!/bin/sh\n"),
            ("game/.git/config", "[remote]\n\turl = https://u:sesame-7@example.com/a\n"),
            (
                "game/.mcp.json",
                r#"{"mcpServers": {"a": {"command": "x", "env": {"TOKEN": "sesame-7"}}}}"#,
            ),
            ("game/.codex/config.toml", "[mcp_servers.a.env]\nDOOR = \"sesame\"\n"),
            ("game/.netrc", "machine a login b password sesame\n"),
            ("game/.npmrc", "//a/:_authToken=sesame\n"),
            (
                "game/NuGet.Config",
                "<a>\n<add key=\"Username\" value=\"ci\" />\n\
                 <add key=\"ClearTextPassword\" value=\"sesame\" />\n</a>\n",
            ),
            ("game/.git-credentials", "https://u:sesame@example.com\n"),
            ("game/server.key.old", "sesame\n"),
            ("game/id_rsa.bak", "sesame\n"),
            ("game/credentials.json.bak", "sesame\n"),
            ("game/Config/DefaultEngine.ini", "[a]\n"),
            ("game/Config/UserEditorPerProjectUserSettings.ini", "ApiKey=sk-of-the-person\n"),
            (
                "game/Config/DefaultEditorPerProjectUserSettings.ini.bak",
                "ApiKey=sk-of-the-person\n",
            ),
            (
                "game/Saved/Config/LinuxEditor/EditorPerProjectUserSettings.ini",
                "ApiKey=sk-of-the-person\n",
            ),
            ("game/Saved/VibeUE/one.jsonl", "{}\n"),
            ("game/own/permissions.json", "{}\n"),
            ("game/own/sign-ins.json", "{\"token\": \"sesame\"}\n"),
            ("game/own/settings.json", "{}\n"),
        ] {
            let path = workshop.place.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            let game = workshop.place.path().join("game");
            symlink(workshop.place.path().join("secret.txt"), game.join("link.txt")).unwrap();
            symlink(workshop.place.path(), game.join("linked")).unwrap();
            symlink(".env", game.join("notes.txt")).unwrap();
        }
        let game = workshop.place.path().join("game");
        fs::hard_link(game.join(".env"), game.join("second.txt")).unwrap();
        workshop
    }

    /// The tools over the project, edits included.
    fn tools(&self) -> Arc<ProjectFiles> {
        let place = self.place.path();
        let rules = EditRules {
            backups: place.join("backups"),
            protected: vec![place.join("game/own"), place.join("game/Saved/VibeUE")],
        };
        let folder = Folder::open(&place.join("game")).unwrap();
        Arc::new(ProjectFiles::new(folder).editing(&rules))
    }

    /// Writes the order of an attack where the model reads it.
    fn order(&self, number: usize, attack: &Attack) -> String {
        // Within a text of JSON: a path of Windows has backslashes.
        let place = Value::from(self.shown()).to_string();
        let arguments = attack.arguments.replace("PLACE", place.trim_matches('"'));
        let order = json!([attack.tool, arguments]);
        let name = format!("order-{number}.txt");
        let text = format!("Notes.\nORDER: {order}\n");
        fs::write(self.place.path().join("game").join(&name), text).unwrap();
        name
    }

    fn shown(&self) -> String {
        self.place.path().canonicalize().unwrap().display().to_string()
    }

    /// All files but the orders, with what they hold.
    fn tree(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        let mut folders = vec![self.place.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_symlink() || is_order(&path) {
                    continue;
                }
                if path.is_dir() {
                    folders.push(path);
                } else {
                    found.push((path.clone(), fs::read(path).unwrap()));
                }
            }
        }
        found.sort();
        found
    }
}

fn is_order(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("order-"))
}

/// The model: it reads the file that the user names, and does whatever that
/// says.
fn obey(request: &ChatRequest) -> Answer {
    let id = format!("c{}", request.messages.len());
    let Some(last) = request.messages.last() else { return Answer::text("Hm.") };
    if last.role == Role::User {
        let path = json!({"path": last.joined_text()}).to_string();
        return Answer::calls(&[(&id, "read_file", &path)]);
    }
    let Some(result) = last.tool_results().last() else { return Answer::text("Hm.") };
    let read = result.joined_text();
    let order = read.lines().find_map(|line| line.split_once("ORDER: "));
    match order.map(|(_, order)| serde_json::from_str::<Value>(order)) {
        Some(Ok(order)) => {
            let part = |at: usize| order[at].as_str().unwrap_or_default().to_owned();
            Answer::calls(&[(&id, &part(0), &part(1))])
        }
        _ => Answer::text("Done."),
    }
}

fn attacks() {
    // The promise is in the security model; a row that goes takes it along.
    assert!(ATTACKS.len() >= 40, "{} attacks", ATTACKS.len());
    let workshop = Workshop::new();
    let host = Host::of(
        vec![server("plain")],
        Some(workshop.tools()),
        Scripted::new([]).rule(obey),
        |_| {},
    );
    let before = workshop.tree();
    let mut wrong = Vec::new();
    for (number, attack) in ATTACKS.iter().enumerate() {
        if cfg!(not(unix)) && attack.needs_links {
            continue;
        }
        let found = attempt(&host, &workshop, number, attack);
        let expected = (attack.end, attack.result.replace("PLACE", &workshop.shown()));
        if found != expected {
            wrong.push(format!(
                "{}: {}\n  ended as {found:?}\n  not as {expected:?}",
                number + 1,
                attack.tries
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(workshop.tree(), before);
    host.assert_valid();
    for request in host.talk.provider.requests() {
        for message in &request.messages {
            let text = format!("{message:?}");
            let told = SECRETS.iter().find(|secret| text.contains(*secret));
            assert_eq!(told, None, "{:?}", message.id);
        }
    }
}

/// Tries an attack; how its call ended, and the result for the model.
fn attempt(host: &Host, workshop: &Workshop, number: usize, attack: &Attack) -> (CallEnd, String) {
    let order = workshop.order(number, attack);
    host.talk.session.set_plan_mode(attack.person == Person::Plans);
    let turn = host.turn(&order, |_| match attack.person {
        Person::Denies => Approval::Deny { reason: Some("no".to_owned()) },
        Person::Allows | Person::Plans => Approval::Allow,
    });
    assert_eq!(turn.ends.len(), 2, "{}: {turn:?}", attack.tries);
    assert_eq!(turn.ends[0], ("read_file".to_owned(), CallEnd::Done), "{}", attack.tries);
    // For a wrong name the model gets the list of tools.
    let told = turn.results[1].split("; there are ").next().unwrap_or_default();
    (turn.ends[1].1, told.to_owned())
}
