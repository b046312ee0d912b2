//! The scripted server as a program, for tests that are not written in Rust.
#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use vibeue_scripted_server::mcp::{SIGN_IN_MODES, SignInServer, UNREAL_MODES, UnrealServer, agree};
use vibeue_scripted_server::{Script, Server};

const USAGE: &str = "\
usage: scripted-server [--port N] [--script FILE]
       scripted-server --unreal PROJECT [--port N] [--mode MODE]
       scripted-server --mcp MODE
       scripted-server --sign-in MODE
       scripted-server --agree ADDRESS

Answers as a model server on loopback. The first line of the output is its
address. It runs until its standard input ends or it is killed.

  --port N       the port; 0, the default, takes any that is free
  --script FILE  a script in JSON; without one, answers depend on the requests
  --unreal FILE  answer as the tool server in the editor of that .uproject file,
                 on port 8000 unless --port says otherwise
  --mode MODE    how that server behaves; plain, or one of --modes
  --modes        print all of them
  --mcp MODE     answer as a tool server on the standard streams; plain, or
                 another mode of mcp/mod.rs
  --sign-in MODE answer as a tool server on the network that requires a sign-in;
                 plain, or one of --modes
  --agree PAGE   act as the user's browser: open that page of it, agree, and
                 follow the redirect
";

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            let _ = writeln!(io::stderr(), "scripted-server: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let (mut port, mut script) = (None, Script::default());
    let (mut unreal, mut mode) = (None, "plain".to_owned());
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value\n\n{USAGE}"));
        match argument.as_str() {
            "--port" => {
                let text = value()?;
                port = Some(text.parse().map_err(|_| format!("`{text}` is not a port"))?);
            }
            "--script" => script = read(Path::new(&value()?))?,
            "--unreal" => unreal = Some(value()?),
            "--mode" => mode = value()?,
            "--mcp" => {
                vibeue_scripted_server::mcp::serve(&value()?);
                return Ok(());
            }
            "--sign-in" => {
                let server = SignInServer::start(&value()?).map_err(|error| error.to_string())?;
                return stay(&server.url());
            }
            "--agree" => {
                let page = agree(&value()?).map_err(|error| error.to_string())?;
                let _ = writeln!(io::stdout(), "{page}");
                return Ok(());
            }
            "--modes" => {
                for (name, words) in UNREAL_MODES.iter().chain(SIGN_IN_MODES) {
                    let _ = writeln!(io::stdout(), "{name}: {words}");
                }
                return Ok(());
            }
            "--help" | "-h" => {
                let _ = write!(io::stdout(), "{USAGE}");
                return Ok(());
            }
            other => return Err(format!("`{other}` is not known\n\n{USAGE}")),
        }
    }
    let closed =
        |port: u16, error: io::Error| format!("port {port} of loopback cannot be opened: {error}");
    if let Some(project) = unreal {
        let port = port.unwrap_or(8000);
        let server = UnrealServer::start_at(&mode, &project, port).map_err(|e| closed(port, e))?;
        return stay(&server.url());
    }
    let port = port.unwrap_or(0);
    let server = Server::start_at(script, port).map_err(|error| closed(port, error))?;
    stay(&server.url())
}

/// Prints an address and answers until nobody is left to ask.
fn stay(url: &str) -> Result<(), String> {
    let mut out = io::stdout();
    writeln!(out, "{url}").and_then(|()| out.flush()).map_err(|e| e.to_string())?;
    // Whoever started it holds the other end; when that closes, nobody is
    // left to ask.
    io::copy(&mut io::stdin(), &mut io::sink()).map(|_| ()).map_err(|error| error.to_string())
}

fn read(path: &Path) -> Result<Script, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    Script::from_json(&text).map_err(|error| format!("{} is not a script: {error}", path.display()))
}
