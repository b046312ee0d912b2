//! The editor of a project, found among everything that answers.

use std::ops::RangeInclusive;
use std::time::Duration;

use libtest_mimic::Trial;
use serde_json::json;
use vibeue_core::tools::mcp::{EditorState, FindOptions, UnrealState, find};
use vibeue_scripted_server::mcp::UnrealServer;

use crate::trial;
use crate::unreal::OTHER;

/// No ports besides the one in the settings.
const NO_OTHERS: RangeInclusive<u16> = RangeInclusive::new(1, 0);

pub fn trials() -> Vec<Trial> {
    vec![trial("a project's editor is found among others, each named for what it is", found)]
}

fn found() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("Lyra.uproject");
    let plugins = json!({"Plugins": [{"Name": "ModelContextProtocol", "Enabled": true}]});
    std::fs::write(&project, plugins.to_string()).unwrap();
    let own = project.canonicalize().unwrap().display().to_string();
    let settings = |port: u16| {
        let config = folder.path().join("Config");
        std::fs::create_dir_all(&config).unwrap();
        let text = format!(
            "[/Script/ModelContextProtocolEngine.ModelContextProtocolSettings]\n\
             ServerPortNumber={port}\n"
        );
        std::fs::write(config.join("DefaultEditorPerProjectUserSettings.ini"), text).unwrap();
    };
    let patience = Duration::from_secs(20);
    let look = |ports| find(folder.path(), &FindOptions { ports, patience }).unwrap();

    let web = UnrealServer::start("web_page", "").unwrap();
    settings(web.port());
    let discovery = look(NO_OTHERS);
    let UnrealState::Taken { url, .. } = &discovery.state else { panic!("{discovery:?}") };
    assert_eq!(*url, web.url());

    let other = UnrealServer::start("plain", OTHER).unwrap();
    settings(other.port());
    let discovery = look(NO_OTHERS);
    assert_eq!(discovery.state, UnrealState::OtherProject);
    let is = EditorState::OtherProject { project: OTHER.to_owned() };
    assert_eq!(discovery.answering[0].is, is);

    // At another port than the settings say.
    let right = UnrealServer::start("stream", &own).unwrap();
    let discovery = look(right.port()..=right.port());
    assert_eq!(discovery.state, UnrealState::Running { url: right.url() });
    assert_eq!(discovery.answering[1].is, EditorState::ThisProject);
    assert!(other.calls().is_empty() && right.calls().is_empty());

    let silent = UnrealServer::start("no_log", &own).unwrap();
    settings(silent.port());
    assert_eq!(look(NO_OTHERS).state, UnrealState::UnknownProject { url: silent.url() });

    settings(right.port());
    right.stop();
    let discovery = look(NO_OTHERS);
    assert_eq!((discovery.state, discovery.answering), (UnrealState::Off, vec![]));
    std::fs::write(&project, "{}").unwrap();
    assert_eq!(look(NO_OTHERS).state, UnrealState::NotInstalled);

    let busy = UnrealServer::start("hangs_at_greeting", &own).unwrap();
    settings(busy.port());
    let options = FindOptions { ports: NO_OTHERS, patience: Duration::from_millis(300) };
    let discovery = find(&project, &options).unwrap();
    let UnrealState::Taken { what, .. } = discovery.state else { panic!("{discovery:?}") };
    assert!(what.contains("the editor may be busy"), "{what}");
}
