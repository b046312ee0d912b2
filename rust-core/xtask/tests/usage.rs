//! What the generators' program says to who calls it wrongly.

use std::process::Command;

#[test]
fn an_unknown_command_is_answered_with_the_commands_there_are() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask")).arg("deploy").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    let said = String::from_utf8(output.stderr).unwrap();
    for command in ["generate", "bridge", "package", "reproduce", "size", "settings", "vocab"] {
        assert!(said.contains(&format!("cargo xtask {command}")), "{command} is missing in {said}");
    }
}
