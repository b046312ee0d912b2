//! Makes a picture of the chat window from the plugin's real code.
//!
//! `cargo run --example picture` compiles the plugin
//! with the stand-in engine, lets the spec of the scene talk to a scripted
//! server, writes the live widgets as a page and has headless Chromium make
//! `Resources/Screenshot.png` of it.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a command-line program")]

use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use vibeue_plugin_tests::compile::{Flavour, Host, Plugin, RunOptions, package_dir};
use vibeue_scripted_server::mcp::SignInServer;
use vibeue_scripted_server::{Script, Server};

const USAGE: &str = "usage: cargo run --example picture -- \
    [--scene WORDS] [--size WIDTHxHEIGHT] [--scale FACTOR] [--out FILE.png] [--list]";

/// What room the page leaves around the window, and the height of its tab.
const AROUND: (u32, u32) = (34, 64);

/// What is asked for.
struct Request {
    scene: String,
    size: (u32, u32),
    scale: String,
    out: PathBuf,
    list: bool,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    if let [_, flag, mode] = &words[..]
        && flag == "--acp"
    {
        // As the agent that a scene starts.
        vibeue_scripted_server::acp::serve(mode);
        return ExitCode::SUCCESS;
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let request = read(std::env::args().skip(1))?;
    let browser = browser()?;
    eprintln!("Building the plugin…");
    let program = Plugin::program(Flavour::default())?;
    let scenes = Host::new(program.clone(), RunOptions::default()).cases()?;
    let mut scenes = scenes.into_iter().filter(|case| case.name.starts_with("VibeUE.Looks."));
    if request.list {
        for case in scenes {
            println!("{}", case.name.trim_start_matches("VibeUE.Looks."));
        }
        return Ok(());
    }
    let scene = scenes
        .find(|case| case.name.contains(&request.scene))
        .ok_or_else(|| format!("no scene is called \"{}\": --list names all", request.scene))?;

    let path = package_dir().join("scripts/plugin-specs.json");
    let server = Server::start(Script::from_json(&std::fs::read_to_string(path)?)?)?;
    let sign_in = SignInServer::start("plain")?;
    let folder = tempfile::tempdir()?;
    let page = folder.path().join("window.html");
    let (width, height) = request.size;
    let agent = std::env::current_exe()?.display().to_string();
    let options = RunOptions {
        modules: vec!["VibeUE".to_owned()],
        plugin: Some(Plugin::descriptor()),
        environment: vec![
            ("VIBEUE_TEST_SERVER".to_owned(), server.url()),
            ("VIBEUE_TEST_TOOL_SERVER".to_owned(), agent),
            ("VIBEUE_TEST_SIGN_IN_SERVER".to_owned(), sign_in.url()),
            ("VIBEUE_LOOKS_SIZE".to_owned(), format!("{width}x{height}")),
        ],
        render: Some(page.clone()),
        ..RunOptions::default()
    };
    eprintln!("Playing \"{}\"…", scene.name);
    let outcome = Host::new(program, options).run(&scene.name)?;
    // A scene that went wrong is seen best.
    if page.is_file() {
        photograph(&browser, &page, folder.path(), &request)?;
    }
    if !outcome.passed {
        return Err(format!("{}\n{}", scene.place, outcome.report()).into());
    }
    println!("{}", request.out.display());
    Ok(())
}

fn read(arguments: impl Iterator<Item = String>) -> Result<Request, String> {
    let mut request = Request {
        scene: "a talk about a door".to_owned(),
        size: (760, 1066),
        scale: "1.5".to_owned(),
        out: Plugin::root().join("Resources/Screenshot.png"),
        list: false,
    };
    let mut arguments = arguments;
    while let Some(name) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{name} needs a value\n{USAGE}"));
        match name.as_str() {
            "--scene" => request.scene = value()?,
            "--scale" => request.scale = value()?,
            "--out" => request.out = PathBuf::from(value()?),
            "--list" => request.list = true,
            "--size" => {
                let text = value()?;
                let sides = text
                    .split_once('x')
                    .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
                request.size = sides
                    .ok_or_else(|| format!("{text} is not a size such as 760x1066\n{USAGE}"))?;
            }
            _ => return Err(format!("{name} is not an option\n{USAGE}")),
        }
    }
    Ok(request)
}

/// Finds Chromium, or one of its kind.
fn browser() -> Result<OsString, String> {
    let named = std::env::var_os("CHROME").filter(|name| !name.is_empty());
    let known = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "microsoft-edge",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    ];
    named
        .into_iter()
        .chain(known.map(OsString::from))
        .find(|name| {
            let mut asked = Command::new(name);
            asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
            asked.status().is_ok_and(|status| status.success())
        })
        .ok_or_else(|| {
            "no browser makes the picture: install Chromium (Debian: apt install chromium), or \
             name a program of its kind in CHROME"
                .to_owned()
        })
}

fn photograph(
    browser: &OsString,
    page: &Path,
    folder: &Path,
    request: &Request,
) -> Result<(), Box<dyn Error>> {
    let shot = folder.join("shot.png");
    let (width, height) = (request.size.0 + AROUND.0, request.size.1 + AROUND.1);
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("--force-device-scale-factor={}", request.scale))
        .arg(format!("--window-size={width},{height}"))
        .arg(format!("--screenshot={}", shot.display()))
        .arg(format!("file://{}", page.display()))
        .output()?;
    if !shot.is_file() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{} made no picture: {said}", browser.display()).into());
    }
    if let Some(parent) = request.out.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::copy(&shot, &request.out)?;
    Ok(())
}
