//! A client that nobody here wrote: `.ci/mcp` installs it and names its folder
//! in `VIBEUE_MCP_SERVERS`. Without it the test says that it was skipped.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use vibeue_core::tools::{Approval, Policy};

use crate::host::Host;

const PROGRAM: &str = include_str!("foreign.py");

#[test]
fn a_foreign_client_lists_calls_and_is_denied() {
    let Some(folder) = std::env::var_os("VIBEUE_MCP_SERVERS").map(PathBuf::from) else {
        let words = "skipped: VIBEUE_MCP_SERVERS names no folder of servers; .ci/mcp makes one";
        let _ = writeln!(std::io::stdout(), "{words}");
        return;
    };
    let host = Host::new(Policy::default());
    let server = host.serve();
    let child = Command::new(folder.join("python/bin/python"))
        .args(["-c", PROGRAM, &server.url(), server.token().reveal()])
        .env("NO_PROXY", "127.0.0.1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (question, answer) = host.patient_question();
    assert_eq!(question.caller.declared_name, "foreign 1");
    answer.send(Approval::Allow).unwrap();
    let (_, answer) = host.question();
    answer.send(Approval::Deny { reason: Some("enough".to_owned()) }).unwrap();
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let expected = "[\"say\", \"picture\", \"wait\", \"hang\", \"write\", \"remove\"]\n\
        [\"hi\", false]\n[\"wrote hi\", false]\n[\"denied by the user: enough. Do not repeat the \
        call; ask what is wanted instead\", true]\n";
    assert_eq!(told, expected, "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(host.written(), 1);
}
