//! Runs the real program in a folder of its own.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use libtest_mimic::Trial;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The key of the chats.
pub(crate) const KEY: &str = "sk-test-0123456789abcdef";

/// A folder in which the program runs.
pub(crate) struct Workshop {
    folder: TempDir,
}

/// What the program answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Answer {
    pub(crate) fn of(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs a command and types this into it.
    pub(crate) fn typed(command: &mut Command, input: impl AsRef<[u8]>) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_ref()).unwrap();
        Self::of(child.wait_with_output().unwrap())
    }
}

impl Workshop {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).unwrap();
    }

    pub(crate) fn write_json(&self, name: &str, content: &Value) {
        self.write(name, content.to_string());
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn read_json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    /// Names of the files, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vibeue"));
        command.args(args).current_dir(self.folder.path()).stdin(Stdio::null());
        // The preferences of whoever runs the tests must not affect them.
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        for (variable, _) in std::env::vars_os() {
            if variable.to_string_lossy().starts_with("VIBEUE_") {
                command.env_remove(variable);
            }
        }
        command.env("VIBEUE_CONFIG", "");
        // The same goes for that user's keys.
        command.env("VIBEUE_CREDENTIAL_STORE", "none");
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Answer {
        Answer::of(self.command(args).output().unwrap())
    }

    /// A chat with a model server of the tests, which speaks OpenAI's protocol.
    pub(crate) fn chat(&self, server: &str, more: &[&str]) -> Command {
        let base = format!("{server}/v1");
        let mut args =
            vec!["chat", "--provider", "openai", "--base-url", &base, "--model", "scripted"];
        args.extend(more);
        let mut command = self.command(&args);
        command.env("VIBEUE_API_KEY", KEY);
        command
    }

    /// Runs with `--json` what must go well.
    pub(crate) fn json(&self, args: &[&str]) -> Value {
        let answer = self.run(&[args, &["--json"]].concat());
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{args:?}");
        serde_json::from_str(&answer.out).unwrap()
    }
}

/// A test of a name in a program with its own `main`; what it asserts panics.
pub(crate) fn trial(name: &str, test: fn()) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

/// The folder with the samples that ship with the project.
pub(crate) fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data")
}

pub(crate) fn sample(name: &str) -> String {
    samples().join(name).display().to_string()
}

pub(crate) fn user(text: &str) -> Value {
    json!({ "role": "user", "content": text })
}

pub(crate) fn assistant(text: &str) -> Value {
    json!({ "role": "assistant", "content": text })
}

pub(crate) fn call(id: &str, name: &str, arguments: &str) -> Value {
    json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } })
}

pub(crate) fn calls(calls: &[Value]) -> Value {
    json!({ "role": "assistant", "content": null, "tool_calls": calls })
}

pub(crate) fn result(id: &str, text: &str) -> Value {
    json!({ "role": "tool", "tool_call_id": id, "content": text })
}

/// Thirty questions about files with long answers: 4,900 tokens, 60 messages.
pub(crate) fn talk() -> Value {
    let turn = |n: usize| {
        [
            user(&format!("Please look at Source/File{n}.cpp and tell me about line {}.", n * 7)),
            assistant(&format!("File {n} is about doors. ").repeat(20)),
        ]
    };
    Value::Array((0..30).flat_map(turn).collect())
}
