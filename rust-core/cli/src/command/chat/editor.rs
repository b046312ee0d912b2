//! A text in the user's own editor.

use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Failure, Result};

/// The longest text that is read back, in bytes.
const LONGEST: u64 = 1 << 20;

/// Opens a text in `$VISUAL`, otherwise `$EDITOR`; returns the edited text. Errors name what can be
/// typed instead, and what stays unchanged.
///
/// # Errors
/// If neither is set, the editor cannot be started or fails, or the text cannot be read back.
pub(super) fn edit(text: &str, instead: &str, stays: &str) -> Result<String> {
    let set = |name| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let Some(editor) = set("VISUAL").or_else(|| set("EDITOR")) else {
        return Err(Failure::input(
            "neither VISUAL nor EDITOR names an editor",
            format!("set one of them, or write the text after {instead}"),
        ));
    };
    let draft = Draft::new(text).map_err(|error| {
        let folder = std::env::temp_dir();
        let what = format!("cannot create a file for the editor in {}: {error}", folder.display());
        Failure::input(what, format!("free some disk space, or write the text after {instead}"))
    })?;
    let failed = |why: String| {
        Failure::input(format!("the editor {editor:?} {why}"), format!("{stays} stays as it was"))
    };
    let status = command(&editor, &draft.path)
        .status()
        .map_err(|error| failed(format!("cannot be started: {error}")))?;
    if !status.success() {
        return Err(failed(format!("ended with {status}")));
    }
    draft.read().map_err(|error| failed(format!("left a file that cannot be read: {error}")))
}

/// The editor as a shell runs it: its name may be followed by options.
#[cfg(unix)]
fn command(editor: &str, file: &Path) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{editor} \"$@\"")).arg(editor).arg(file);
    command
}

/// The editor with its options, separated by blanks; a name with blanks is not followed by options.
#[cfg(not(unix))]
fn command(editor: &str, file: &Path) -> Command {
    let bare = editor.trim().trim_matches('"');
    let mut command = if Path::new(bare).is_file() {
        Command::new(bare)
    } else {
        let mut words = editor.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or(editor));
        command.args(words);
        command
    };
    command.arg(file);
    command
}

/// The file for the editor; it is removed with this value.
struct Draft {
    path: PathBuf,
}

impl Draft {
    /// Creates a file that only its owner can access, under a name that cannot be guessed.
    fn new(text: &str) -> io::Result<Self> {
        use std::hash::{BuildHasher as _, Hasher as _, RandomState};
        // The standard library seeds its hashers from the operating system.
        let code = RandomState::new().build_hasher().finish();
        let path = std::env::temp_dir().join(format!("vibeue-text-{code:016x}.md"));
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path)?;
        let draft = Self { path };
        file.write_all(text.as_bytes())?;
        file.write_all(b"\n")?;
        Ok(draft)
    }

    /// Reads what the editor left: by name, because many editors replace the file.
    fn read(&self) -> io::Result<String> {
        let mut text = String::new();
        let file = std::fs::File::open(&self.path)?;
        if file.take(LONGEST + 1).read_to_string(&mut text)? as u64 > LONGEST {
            let what = format!("it has more than {LONGEST} bytes");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
        }
        Ok(text)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // If it cannot be removed, it is in the system's temporary folder.
        let _ = std::fs::remove_file(&self.path);
    }
}
