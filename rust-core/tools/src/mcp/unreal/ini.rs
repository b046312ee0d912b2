//! A project's settings for the engine's server.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

/// The section of its settings, by Epic's skills/unreal-mcp/references/setup.md.
const SECTION: &str = "/Script/ModelContextProtocolEngine.ModelContextProtocolSettings";

/// Files in a project's folder that may have the section, in ascending precedence. The last ones
/// are the user's own.
const FILES: [&str; 5] = [
    "Config/DefaultEditorPerProjectUserSettings.ini",
    "Config/UserEditorPerProjectUserSettings.ini",
    "Saved/Config/LinuxEditor/EditorPerProjectUserSettings.ini",
    "Saved/Config/MacEditor/EditorPerProjectUserSettings.ini",
    "Saved/Config/WindowsEditor/EditorPerProjectUserSettings.ini",
];

/// The maximum number of bytes of a settings file that are read.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// A project's settings for the engine's server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnrealSettings {
    /// The project's `.uproject` file.
    pub project: PathBuf,
    /// Whether the plugin is turned on in it.
    pub has_plugin: bool,
    /// Whether a plugin with tools is turned on in it.
    pub has_toolsets: bool,
    /// Whether the server is started with the editor.
    pub starts_with_editor: bool,
    /// Its port; 8000 by default.
    pub port: u16,
    /// The path of its address; `/mcp` by default.
    pub path: String,
    /// Files that contain settings for it.
    pub files: Vec<PathBuf>,
}

impl UnrealSettings {
    /// Reads a project's `.uproject` file and its settings. What is missing or cannot be read is
    /// ignored.
    pub(super) fn read(project: &Path) -> Self {
        let mut settings = Self {
            project: project.to_owned(),
            has_plugin: false,
            has_toolsets: false,
            starts_with_editor: false,
            port: 8000,
            path: "/mcp".to_owned(),
            files: Vec::new(),
        };
        let descriptor = text(project).unwrap_or_default();
        let descriptor: Value = serde_json::from_str(&descriptor).unwrap_or_default();
        let plugins = descriptor.get("Plugins").and_then(Value::as_array);
        for plugin in plugins.into_iter().flatten() {
            if plugin.get("Enabled") != Some(&Value::Bool(true)) {
                continue;
            }
            match plugin.get("Name").and_then(Value::as_str).unwrap_or_default() {
                "ModelContextProtocol" => settings.has_plugin = true,
                name if name.ends_with("Toolset") || name.ends_with("Toolsets") => {
                    settings.has_toolsets = true;
                }
                _ => {}
            }
        }
        let folder = project.parent().unwrap_or(Path::new("."));
        for file in FILES {
            let file = folder.join(file);
            if let Some(text) = text(&file)
                && settings.take(&text)
            {
                settings.files.push(file);
            }
        }
        settings
    }

    /// The server's address.
    pub fn url(&self) -> String {
        self.url_at(self.port)
    }

    /// Its address at another port.
    pub(super) fn url_at(&self, port: u16) -> String {
        format!("http://127.0.0.1:{port}{}", self.path)
    }

    /// Applies a file's settings; returns whether it has any.
    fn take(&mut self, text: &str) -> bool {
        let mut inside = false;
        let mut is_set = false;
        for line in text.lines().map(str::trim) {
            if let Some(name) = line.strip_prefix('[') {
                inside = name.trim_end_matches(']').eq_ignore_ascii_case(SECTION);
                is_set |= inside;
                continue;
            }
            let Some((key, value)) = line.split_once('=').filter(|_| inside) else { continue };
            let value = value.trim().trim_matches('"');
            match key.trim() {
                "bAutoStartServer" => {
                    self.starts_with_editor = value.eq_ignore_ascii_case("true") || value == "1";
                }
                "ServerPortNumber" => {
                    if let Some(port) = value.parse().ok().filter(|port| *port != 0) {
                        self.port = port;
                    }
                }
                "ServerUrlPath" if is_path(value) => value.clone_into(&mut self.path),
                _ => {}
            }
        }
        is_set
    }
}

/// Whether a text is a path, without anything that could change the rest of the address.
fn is_path(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte);
    text.starts_with('/') && text.len() <= 200 && text.bytes().all(plain)
}

/// A file's text, in UTF-8 or, as the editor writes if it has to, UTF-16.
fn text(file: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(file).ok()?.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    let wide = |bytes: &[u8], read: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    Some(match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        rest => String::from_utf8_lossy(rest).trim_start_matches('\u{feff}').to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_users_own_settings_take_precedence_over_the_projects() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("Lyra.uproject");
        let write = |name: &str, bytes: &[u8]| {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, bytes).unwrap();
            file
        };
        let plugins = "\u{feff}{\"Plugins\": [{\"Name\": \"ModelContextProtocol\", \"Enabled\": \
                       true}, {\"Name\": \"AllToolsets\", \"Enabled\": false}]}";
        write("Lyra.uproject", plugins.as_bytes());
        let bare = UnrealSettings::read(&project);
        assert!(bare.has_plugin && !bare.has_toolsets && !bare.starts_with_editor);
        assert_eq!((bare.url().as_str(), bare.files), ("http://127.0.0.1:8000/mcp", vec![]));

        let section = format!(
            "[Other]\nServerPortNumber=1\n[{SECTION}]\r\nbAutoStartServer=True\r\n\
                               ServerPortNumber=8003\nServerUrlPath=/engine\n[After]\nServerPortNumber=2"
        );
        let shared = write("Config/DefaultEditorPerProjectUserSettings.ini", section.as_bytes());
        let own = format!("[{SECTION}]\nServerPortNumber = 8005\nServerUrlPath=@example.com/\n");
        let wide: Vec<u8> = own.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let own = write(
            "Saved/Config/WindowsEditor/EditorPerProjectUserSettings.ini",
            &[&[0xff, 0xfe], &wide[..]].concat(),
        );
        let settings = UnrealSettings::read(&project);
        assert!(settings.starts_with_editor);
        assert_eq!(settings.url(), "http://127.0.0.1:8005/engine");
        assert_eq!(settings.files, [shared, own]);
    }

    #[test]
    fn files_that_are_not_what_they_should_be_say_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("A.uproject");
        fs::write(&project, [0xff, 0xfe, 0x00]).unwrap();
        assert_eq!(UnrealSettings::read(&project).port, 8000);
        let mut settings = UnrealSettings::read(Path::new("/nowhere/A.uproject"));
        let text = format!("[{SECTION}]\nServerPortNumber=99999\nServerPortNumber=0\n=\nx");
        assert!(settings.take(&text));
        assert_eq!(settings.port, 8000);
    }
}
