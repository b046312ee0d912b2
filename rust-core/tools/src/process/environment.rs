//! What a started process gets of this program's environment.

use std::ffi::OsString;

/// Variables about places and languages, without secrets.
const HARMLESS: [&str; 46] = [
    "APPDATA",
    "COLORTERM",
    "COMMONPROGRAMFILES",
    "COMSPEC",
    "DISPLAY",
    "FNM_DIR",
    "HOME",
    "HOMEDRIVE",
    "HOMEPATH",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "LANG",
    "LANGUAGE",
    "LD_LIBRARY_PATH",
    "LOCALAPPDATA",
    "LOGNAME",
    "NODE_EXTRA_CA_CERTS",
    "NO_PROXY",
    "NUMBER_OF_PROCESSORS",
    "NVM_DIR",
    "OS",
    "PATH",
    "PATHEXT",
    "PIP_CERT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "PROGRAMFILES(X86)",
    "PYENV_ROOT",
    "REQUESTS_CA_BUNDLE",
    "SHELL",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TERM",
    "TMP",
    "TMPDIR",
    "TZ",
    "USER",
    "USERNAME",
    "USERPROFILE",
    "UV_CACHE_DIR",
    "WAYLAND_DISPLAY",
    "WINDIR",
];

/// Prefixes of the names of harmless families.
const FAMILIES: [&str; 2] = ["LC_", "XDG_"];

/// The variables that a server's process gets: a list of harmless ones. What else it needs, and
/// every key, is in its configuration, so that a server sees only the keys that the user gave it.
pub(super) fn harmless(
    all: impl Iterator<Item = (OsString, OsString)>,
) -> impl Iterator<Item = (OsString, OsString)> {
    all.filter(|(name, _)| {
        let Some(name) = name.to_str().map(str::to_ascii_uppercase) else { return false };
        HARMLESS.contains(&name.as_str()) || FAMILIES.iter().any(|family| name.starts_with(family))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_of_this_program_or_another_goes_to_a_server() {
        let all = [
            "PATH",
            "Path",
            "http_proxy",
            "LC_ALL",
            "VIBEUE_API_KEY",
            "OPENAI_API_KEY",
            "ANTHROPIC_API_KEY",
            "GITHUB_TOKEN",
            "AWS_SECRET_ACCESS_KEY",
            "SSH_AUTH_SOCK",
            "npm_config__authToken",
        ];
        let kept: Vec<_> = harmless(all.iter().map(|name| ((*name).into(), "x".into())))
            .map(|(name, _)| name.into_string().unwrap())
            .collect();
        assert_eq!(kept, ["PATH", "Path", "http_proxy", "LC_ALL"]);
    }

    #[test]
    fn the_list_is_in_order_and_names_no_secret() {
        assert!(HARMLESS.is_sorted());
        for word in ["KEY", "TOKEN", "SECRET", "PASS", "AUTH"] {
            assert!(!HARMLESS.iter().any(|name| name.contains(word)), "{word}");
        }
    }
}
