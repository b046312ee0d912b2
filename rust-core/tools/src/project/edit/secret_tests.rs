//! Edits of files that hold what a model is not shown.

use serde_json::json;

use super::{Project, swap};
use crate::project::FileHash;
use crate::project::edit::{EDIT, EDIT_GUARDED};

const LIST: &str = r#"{"mcpServers": {
  "git": {
    "command": "npx",
    "env": {"GITHUB_TOKEN": "open-sesame-1"}
  }
}}
"#;

fn project() -> Project {
    let project = Project::new();
    project.put(".mcp.json", LIST);
    project
}

#[test]
fn what_surrounds_an_edit_of_a_list_of_servers_is_shown_without_keys() {
    let project = project();
    let change = || swap(".mcp.json", "\"npx\"", "\"node\"");
    let preview = project.preview(EDIT_GUARDED, change());
    // The user sees what is in the file, the model what it is shown.
    assert!(preview.text.contains("sesame"), "{}", preview.text);
    let told = preview.model_text();
    assert!(
        told.contains(
            "+    \"command\": \"node\",\n     \"env\": {\"GITHUB_TOKEN\": \"[secret]\"}"
        )
    );
    assert!(!told.contains("sesame"), "{told}");
    let told = project.call(EDIT_GUARDED, change()).unwrap();
    assert!(told.ends_with(
        "3\t    \"command\": \"node\",\n4\t    \"env\": {\"GITHUB_TOKEN\": \"[secret]\"}\n5\t  }\n"
    ));
    assert_eq!(project.holds(".mcp.json"), LIST.replace("npx", "node"));
}

#[test]
fn a_key_is_not_guessed_sign_by_sign() {
    let project = project();
    let told = |old: &str| project.preview(EDIT_GUARDED, swap(".mcp.json", old, "x")).would_fail;
    for old in ["\"GITHUB_TOKEN\": \"o", "open", "sesame-1\"", "e-1"] {
        assert!(told(old), "{old}");
    }
    for old in ["\"GITHUB_TOKEN\": \"", "open-sesame-1", LIST] {
        assert!(!told(old), "{old}");
    }
    project.put(".env", "KEY=sesame\nPORT=1\n");
    let told = |old: &str| project.preview(EDIT, swap(".env", old, "x")).would_fail;
    for old in ["KEY=s", "PORT", "1\n"] {
        assert!(told(old), "{old}");
    }
    assert!(!told("PORT=1\n"));
}

#[test]
fn the_mark_of_a_key_does_not_take_its_place() {
    let project = project();
    let hash = FileHash::of(LIST.as_bytes()).to_string();
    let content = LIST.replace("open-sesame-1", "[secret]");
    let whole = json!({"path": ".mcp.json", "content": content, "expected_hash": hash});
    assert_eq!(
        project.call(EDIT_GUARDED, whole),
        Err(
            ".mcp.json: not changed: [secret] is what you were shown in place of a value, not the \
             value: change only the text around it, with old_text and new_text"
                .to_owned()
        )
    );
    assert_eq!(project.holds(".mcp.json"), LIST);
    // To have been shown the rest is not to know the file.
    project.call("read_file", json!({"path": ".mcp.json"})).unwrap();
    let whole = json!({"path": ".mcp.json", "content": "{}\n"});
    let told = project.call(EDIT_GUARDED, whole).unwrap_err();
    assert!(told.contains("you have not seen all of it"), "{told}");
}

#[test]
fn a_preview_of_a_file_with_secrets_tells_a_model_none_of_its_lines() {
    let project = Project::new();
    project.put(".env", "KEY=sesame\nPORT=1\n");
    let preview = project.preview(EDIT, swap(".env", "PORT=1", "PORT=2"));
    assert!(preview.text.contains(" KEY=sesame\n-PORT=1\n+PORT=2\n"), "{}", preview.text);
    let told = "[its lines are not shown: a file of that name usually holds secrets]\n";
    assert_eq!(preview.model_text(), told);
}

#[test]
fn a_hard_link_to_a_file_with_secrets_is_told_as_little_of() {
    let project = Project::new();
    project.put("sub/.env", "KEY=sesame\nPORT=1\n");
    std::fs::hard_link(project.at("sub/.env"), project.at("notes.txt")).unwrap();
    let told = project.call("read_file", json!({"path": "notes.txt"})).unwrap_err();
    assert!(told.starts_with("notes.txt is not shown: "), "{told}");
    let told = project.edit(swap("notes.txt", "PORT=1", "PORT=2")).unwrap();
    assert!(!told.contains("sesame"), "{told}");
}
