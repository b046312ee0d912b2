//! A chat that is killed while its model edits a file.

use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use vibeue_scripted_server::{Answer, Script, Server};

use super::{Range, spin_until};

/// The colours that the model paints the door in, one after the other.
const COLOURS: [&str; 5] = ["blue", "red", "green", "white", "black"];

/// The door's file: long enough that a write takes a while.
fn door(colour: &str) -> String {
    format!("the door\nis {colour}\n{}", "and has hinges\n".repeat(20_000))
}

/// A server whose model paints the door in each colour, and then says so.
fn painter() -> Server {
    let paint = |at: usize| {
        let edit = json!({
            "path": "door.txt", "old_text": COLOURS[at], "new_text": COLOURS[at + 1]
        });
        Answer::call(&format!("c{at}"), "edit_file", &edit.to_string())
    };
    let mut answers: Vec<Answer> = (0..COLOURS.len() - 1).map(paint).collect();
    answers.push(Answer::text("Done."));
    Server::start(Script::steps(answers)).unwrap()
}

fn type_in(command: &mut Command, lines: &str) -> Child {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    // A victim that is dead already reads nothing.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child
}

impl Range {
    fn painting(&self, server: &Server) -> Command {
        let base = format!("{}/v1", server.url());
        let mut command = self.workshop.command(&[
            "chat",
            "--base-url",
            &base,
            "--model",
            "m",
            "--tools",
            "game",
            "--edit",
            "--yes",
            "--journal",
            "edits.jsonl",
        ]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// However far it came, the file is whole, and what it held before the
    /// first edit can be brought back byte for byte.
    pub(super) fn edits(&mut self) {
        let place = self.path("game/door.txt");
        std::fs::create_dir_all(self.path("game")).unwrap();
        std::fs::write(&place, door(COLOURS[0])).unwrap();
        let server = painter();
        let mut victim = type_in(&mut self.painting(&server), "paint it\n");
        // From the first request of the model's on: before that nothing is
        // edited.
        while server.exchanges().is_empty() && victim.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        spin_until(Instant::now() + Duration::from_micros(self.dice.below(120_000)));
        victim.kill().unwrap();
        let done = victim.wait().unwrap().success();
        self.count("edits.jsonl", done);
        let found = std::fs::read_to_string(&place).unwrap();
        let painted = COLOURS.iter().position(|colour| found == door(colour));
        let painted = painted.expect("the file is torn");
        if painted > 0 {
            let mut later = type_in(&mut self.painting(&server), "/undo-files 1\n/quit\n");
            assert!(later.wait().unwrap().success());
        }
        let back = std::fs::read_to_string(&place).unwrap();
        assert!(back == door(COLOURS[0]), "painted {painted} times, and not brought back");
        let left: Vec<String> = self.workshop.names();
        for name in left.iter().filter(|name| name.starts_with("edits.")) {
            let path = self.path(name);
            let _ = std::fs::remove_dir_all(&path).or_else(|_| std::fs::remove_file(&path));
        }
        std::fs::remove_dir_all(self.path("game")).unwrap();
    }
}
