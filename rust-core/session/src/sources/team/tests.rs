use std::fs;
use std::path::{Path, PathBuf};

use super::*;

const HEAD: &str = "[/Script/VibeUE.VibeUESettings]";

fn text(name: &str, value: &str) -> PageField {
    PageField { unreal_name: name.to_owned(), texts: vec![value.to_owned()], is_list: false }
}

fn list(name: &str, values: &[&str]) -> PageField {
    let texts = values.iter().map(|value| (*value).to_owned()).collect();
    PageField { unreal_name: name.to_owned(), texts, is_list: true }
}

fn wrote(written: &[&str], removed: &[&str]) -> Result<Shared, SharingRefusal> {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Ok(Shared { written: owned(written), removed: owned(removed) })
}

/// A folder with a project's file of this text.
fn project(content: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("DefaultEditorPerProjectUserSettings.ini");
    fs::write(&file, content).unwrap();
    (folder, file)
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap()
}

/// What the file gives to these fields, and what they take of it.
fn taken(file: &Path, memory: &str, page: &[PageField]) -> (Vec<PageField>, Vec<PageField>) {
    let found = TeamValues::take(file, memory, page);
    (found.values, found.changes)
}

#[test]
fn only_instructions_and_how_to_work_are_shared() {
    let shared = shared_settings();
    assert_eq!(
        shared[shared.len() - 7..],
        [
            "SystemPrompt",
            "PinnedRules",
            "bLearnReserveTokens",
            "bOfferEditorTools",
            "bOfferFileTools",
            "bUseToolServers",
            "bUseEngineServer",
        ]
    );
    for name in ["Preset", "SummarizationThreshold", "KeepPhrases", "DollarsPerTurn"] {
        assert!(shared.contains(&name), "{name}");
    }
    for name in [
        "Provider",
        "Model",
        "BaseUrl",
        "Protocol",
        "ApiKeyVariable",
        "ApiKey",
        "Headers",
        "bKeyInCredentialStore",
        "bAllowInsecure",
        "ContextWindow",
        "AgentCommand",
        "AgentVariables",
        "SummarizationModels",
        "ToolServerFiles",
        "bServeTools",
        "bAskBeforeReading",
        "AllowedConsoleCommands",
        "bAskBeforeToolsRun",
        "AlwaysAllowedTools",
        "bShowTokenCount",
        "NoticeSeconds",
        "TextScale",
        "SeenOfProject",
    ] {
        assert!(!shared.contains(&name), "{name}");
    }
}

#[test]
fn only_what_differs_is_written_and_nothing_personal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Config").join("settings.ini");
    let page = [
        text("ApiKey", "sk-secret"),
        text("Model", "mine"),
        text("bAskBeforeToolsRun", "false"),
        text("SystemPrompt", "Say \"please\".\nC:\\Maps"),
        list("PinnedRules", &["Metric units", "BP_Door", "BP_Door"]),
        text("Preset", "long_memory"),
        text("SummarizationThreshold", "0.9"),
        text("SummarizationResetRatio", "0.70"),
        text("bAutoSummarize", "true"),
        text("bOfferFileTools", "false"),
        list("KeepPhrases", &[]),
        text("ReserveTokens", "0"),
    ];
    let written =
        ["SystemPrompt", "PinnedRules", "Preset", "SummarizationThreshold", "bOfferFileTools"];
    assert_eq!(share(&file, &page), wrote(&written, &[]));
    let expected = [
        HEAD,
        "SystemPrompt=\"Say \\\"please\\\".\\nC:\\\\Maps\"",
        "+PinnedRules=\"Metric units\"",
        "+PinnedRules=BP_Door",
        ".PinnedRules=BP_Door",
        "Preset=LongMemory",
        "SummarizationThreshold=0.9",
        "bOfferFileTools=False",
        "",
    ];
    assert_eq!(read(&file), expected.join("\n"));
    let given = page.iter().filter(|it| written.contains(&it.unreal_name.as_str()));
    assert_eq!(taken(&file, "", &page), (given.cloned().collect(), Vec::new()));
    assert_eq!(share(&file, &page), wrote(&[], &[]));
}

#[test]
fn all_else_in_the_file_stays_as_it_is() {
    let content = "; of the team\r\n[Other]\r\nSystemPrompt=theirs\r\n\r\n\
                   [/script/vibeue.vibeuesettings]\r\n; ours\r\nProvider=ollama\r\n\
                   systemprompt=old \\\r\n goes on\r\nSummarizationThreshold=0.70\r\n\
                   +KeepPhrases=a\r\n-KeepPhrases=a\r\n+KeepPhrases=b\r\n\r\n[Last]\r\nx=1";
    let (_folder, file) = project(content.as_bytes());
    let page = [
        text("SystemPrompt", "new"),
        text("SummarizationThreshold", "0.7"),
        list("KeepPhrases", &[]),
        text("RecentMessagesToKeep", "12"),
    ];
    assert_eq!(
        share(&file, &page),
        wrote(&["SystemPrompt", "RecentMessagesToKeep"], &["KeepPhrases"])
    );
    let expected = "; of the team\r\n[Other]\r\nSystemPrompt=theirs\r\n\r\n\
                    [/script/vibeue.vibeuesettings]\r\n; ours\r\nProvider=ollama\r\n\
                    SummarizationThreshold=0.70\r\nSystemPrompt=new\r\nRecentMessagesToKeep=12\r\n\
                    \r\n[Last]\r\nx=1";
    assert_eq!(read(&file), expected);
}

#[test]
fn a_file_without_our_section_gets_one_at_its_end() {
    let (_folder, file) = project(b"[Other]\nx=1");
    assert_eq!(share(&file, &[text("SystemPrompt", "s")]), wrote(&["SystemPrompt"], &[]));
    assert_eq!(read(&file), format!("[Other]\nx=1\n\n{HEAD}\nSystemPrompt=s\n"));
    assert_eq!(share(&file, &[text("SystemPrompt", "")]), wrote(&[], &["SystemPrompt"]));
    assert_eq!(read(&file), format!("[Other]\nx=1\n\n{HEAD}\n"));
}

#[test]
fn a_file_keeps_its_encoding() {
    let wide = |order: fn(u16) -> [u8; 2], content: &str| -> Vec<u8> {
        format!("\u{feff}{content}").encode_utf16().flat_map(order).collect()
    };
    let before = format!("{HEAD}\nSystemPrompt=ä\n");
    let after = format!("{HEAD}\nSystemPrompt=\"ü😀\"\n");
    for (before, after) in [
        (wide(u16::to_le_bytes, &before), wide(u16::to_le_bytes, &after)),
        (wide(u16::to_be_bytes, &before), wide(u16::to_be_bytes, &after)),
        (format!("\u{feff}{before}").into_bytes(), format!("\u{feff}{after}").into_bytes()),
        (before.clone().into_bytes(), after.clone().into_bytes()),
    ] {
        let (_folder, file) = project(&before);
        assert_eq!(share(&file, &[text("SystemPrompt", "ü😀")]), wrote(&["SystemPrompt"], &[]));
        assert_eq!(fs::read(&file).unwrap(), after);
    }
}

#[test]
fn a_write_protected_file_is_refused_and_stays() {
    let (_folder, file) = project(b"; theirs\n");
    let protect = |is_read_only: bool| {
        let mut rights = fs::metadata(&file).unwrap().permissions();
        rights.set_readonly(is_read_only);
        fs::set_permissions(&file, rights).unwrap();
    };
    protect(true);
    let page = [text("SystemPrompt", "s")];
    assert_eq!(share(&file, &page), Err(SharingRefusal::ReadOnly));
    assert_eq!(share(&file, &[text("SystemPrompt", "")]), wrote(&[], &[]));
    assert_eq!(read(&file), "; theirs\n");
    protect(false);
}

#[test]
fn a_file_that_is_not_text_is_refused_and_gives_nothing() {
    let page = [text("SummarizationThreshold", "0.9")];
    for content in [&b"x=\xff"[..], b"\xff\xfe\x5b", &vec![b';'; (4 << 20) + 1]] {
        let (_folder, file) = project(content);
        let Err(SharingRefusal::Failed(error)) = share(&file, &page) else {
            panic!("it is written")
        };
        assert_eq!(error.message(), "the file is not text, or is longer than 4 MiB");
        assert_eq!(fs::read(&file).unwrap(), content);
        let memory = "SummarizationThreshold:0123";
        let nothing = TeamValues { memory: memory.to_owned(), ..TeamValues::default() };
        assert_eq!(TeamValues::take(&file, memory, &page), nothing);
    }
}

#[test]
fn a_setting_takes_the_teams_value_until_the_user_changes_it() {
    let (_folder, file) = project(b"");
    let threshold = |value: &str| text("SummarizationThreshold", value);
    let says = |value: &str| {
        fs::write(&file, format!("{HEAD}\nSummarizationThreshold={value}\n")).unwrap();
    };
    let takes = |memory: &str, own: &str| {
        let found = TeamValues::take(&file, memory, &[threshold(own)]);
        (found.changes, found.memory)
    };
    assert_eq!(takes("", "0.8"), (Vec::new(), String::new()));
    says("0.70");
    // Saved at the default before the team had a value.
    let (changes, memory) = takes("", "0.8");
    assert_eq!(changes, [threshold("0.7")]);
    // Saved with that value, and the team goes on to another.
    says("0.6");
    assert_eq!(takes(&memory, "0.7").0, [threshold("0.6")]);
    // Or to none.
    fs::write(&file, "").unwrap();
    assert_eq!(takes(&memory, "0.7"), (vec![threshold("0.8")], String::new()));
    // The user's own, the default among them.
    says("0.6");
    assert_eq!(takes(&memory, "0.75").0, []);
    assert_eq!(takes(&memory, "0.8").0, []);
    let overridden = |own: &str| TeamValues::take(&file, &memory, &[threshold(own)]).overridden;
    assert_eq!(overridden("0.8"), ["SummarizationThreshold"]);
    assert_eq!(overridden("0.60"), [""; 0]);
    assert_eq!(takes("", "0.75").0, []);
    // A user without a file of their own has it from the editor.
    assert_eq!(takes("", "0.6").0, []);
}

#[test]
fn a_list_that_the_user_emptied_stays_empty() {
    let (_folder, file) = project(format!("{HEAD}\n+PinnedRules=a\n+PinnedRules=b c\n").as_bytes());
    let [all, none] = [&["a", "b c"][..], &[]].map(|it| list("PinnedRules", it));
    let found = TeamValues::take(&file, "", std::slice::from_ref(&all));
    assert_eq!((found.values, found.changes), (vec![all.clone()], Vec::new()));
    let emptied = TeamValues::remember(&found.memory, std::slice::from_ref(&none));
    assert!(
        emptied.chars().all(|it| it.is_ascii_alphanumeric() || "+:!".contains(it)),
        "{emptied}"
    );
    // The editor gives the project's entries to a list without a line.
    let found = TeamValues::take(&file, &emptied, std::slice::from_ref(&all));
    assert_eq!((found.changes, &found.memory), (vec![none], &emptied));
    let filled = TeamValues::remember(&emptied, std::slice::from_ref(&all));
    assert_eq!(taken(&file, &filled, std::slice::from_ref(&all)).1, []);
}

#[test]
fn what_the_file_says_is_read_as_the_editor_reads_it() {
    let (_folder, file) = project(
        format!(
            "[Other]\nSystemPrompt=theirs\n{HEAD}\n; SystemPrompt=not\npreset=Economical\n\
             bAutoSummarize=no\nbUseEngineServer=1\nSummarizationThreshold=lots\n\
             RecentMessagesToKeep = 12\nSystemPrompt=one\nSystemPrompt=\"two\\tthree\"\n\
             +KeepPhrases=a\n+KeepPhrases=a\n.KeepPhrases=b\n!PinnedRules=ClearArray\n\
             +PinnedRules=x\nModel=theirs\nDollarsPerTurn\n"
        )
        .as_bytes(),
    );
    let page = [
        text("Preset", "balanced"),
        text("bAutoSummarize", "true"),
        text("bUseEngineServer", "false"),
        text("SummarizationThreshold", "0.8"),
        text("RecentMessagesToKeep", "10"),
        text("SystemPrompt", ""),
        list("KeepPhrases", &[]),
        list("PinnedRules", &["own"]),
        text("Model", "mine"),
        text("DollarsPerTurn", "0"),
    ];
    let given = [
        text("Preset", "economical"),
        text("bAutoSummarize", "false"),
        text("bUseEngineServer", "true"),
        text("RecentMessagesToKeep", "12"),
        text("SystemPrompt", "two\tthree"),
        list("KeepPhrases", &["a", "b"]),
        list("PinnedRules", &["x"]),
    ];
    assert_eq!(taken(&file, "", &page), (given.to_vec(), given[..6].to_vec()));
}
