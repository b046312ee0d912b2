//! Makes a picture of the chat window from the plugin's real code.
//!
//! `cargo run --example picture` compiles the plugin
//! with the stand-in engine, lets the spec of the scene talk to a scripted
//! server, writes the live widgets as a page and has headless Chromium make
//! `Resources/Screenshot.png` of it. `--gallery DIR` makes a picture of every
//! scene, and a page with all of them; `--docs` those of `docs/gallery.md`, and a
//! list of how every scene looks, and the picture of README. `--check` fails
//! unless every scene looks as that list says.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a command-line program")]

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use unreal_standin::compile::{Case, Flavour, Host, Outcome, Plugin, Program, RunOptions};
use unreal_standin::page::gallery;
use vibeue_scripted_server::mcp::SignInServer;
use vibeue_scripted_server::{Script, Server};

const USAGE: &str = "usage: cargo run --example picture -- \
    [--scene WORDS] [--size WIDTHxHEIGHT] [--theme light] [--scale FACTOR] [--out FILE.png] \
    [--list] [--gallery DIR] [--docs] [--check]";

/// What room the page leaves around the window, and the height of its tab.
const AROUND: (u32, u32) = (34, 64);

/// What is asked for.
struct Request {
    scene: String,
    size: (u32, u32),
    scale: String,
    out: PathBuf,
    list: bool,
    gallery: Option<PathBuf>,
    theme: String,
    docs: bool,
    check: bool,
}

/// The theme of an editor that was just installed.
const DARK: &str = "dark";

/// How often a scene is played at most until it is known how it looks.
const MOST_PLAYS: usize = 3;

/// Further sizes of scenes in a gallery: words of the scene, width, height.
const FURTHER: [(&str, u32, u32); 6] = [
    ("a talk about a door", 360, 900),
    ("a talk about a door", 1600, 900),
    ("German.an empty conversation", 900, 760),
    ("German.a conversation is summarized", 360, 900),
    ("German.the context panel", 360, 900),
    ("German.the first time", 900, 640),
];

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
    let browser = if request.check || request.list { OsString::new() } else { browser()? };
    eprintln!("Building the plugin…");
    let program = Plugin::program(Flavour::default())?;
    let cases = Host::new(program.clone(), RunOptions::default()).cases()?;
    let (scenes, others): (Vec<Case>, Vec<Case>) =
        cases.into_iter().partition(|case| case.name.starts_with("VibeUE.Looks."));
    if request.list {
        for case in scenes {
            println!("{}", case.name.trim_start_matches("VibeUE.Looks."));
        }
        return Ok(());
    }
    // Any case that draws itself will do, as the day of README's picture does.
    let asked =
        || {
            scenes.iter().chain(&others).find(|case| case.name.contains(&request.scene)).ok_or_else(
                || format!("no scene is called \"{}\": --list names all", request.scene),
            )
        };
    let folder = tempfile::tempdir()?;
    if request.docs || request.check {
        if request.docs {
            make_pictures(&program, &scenes, &browser, folder.path())?;
            make_screenshot(&program, asked()?, &request, &browser, folder.path())?;
        }
        return compare_looks(&program, &scenes, request.docs, folder.path());
    }
    if let Some(gallery) = &request.gallery {
        return make_gallery(&program, &scenes, &browser, &request.scale, gallery, folder.path());
    }
    let scene = asked()?;
    let page = folder.path().join("window.html");
    let outcome = play(&program, scene, Some(request.size), &request.theme, &page)?;
    // A scene that went wrong is seen best.
    if page.is_file() {
        photograph(&browser, &page, folder.path(), &request.scale, &request.out)?;
    }
    if !outcome.passed {
        return Err(format!("{}\n{}", scene.place, outcome.report()).into());
    }
    println!("{}", request.out.display());
    Ok(())
}

/// Plays a scene, in a window of its own size if none is given, and writes its page; the page of
/// another scene is removed first, so that none is left if this one writes none.
fn play(
    program: &Program,
    scene: &Case,
    size: Option<(u32, u32)>,
    theme: &str,
    page: &Path,
) -> Result<Outcome, Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/plugin-specs.json");
    let server = Server::start(Script::from_json(&std::fs::read_to_string(path)?)?)?;
    let sign_in = SignInServer::start("plain")?;
    let agent = std::env::current_exe()?.display().to_string();
    let mut environment = vec![
        ("VIBEUE_TEST_SERVER".to_owned(), server.url()),
        ("VIBEUE_TEST_TOOL_SERVER".to_owned(), agent),
        ("VIBEUE_TEST_SIGN_IN_SERVER".to_owned(), sign_in.url()),
        ("STANDIN_THEME".to_owned(), theme.to_owned()),
    ];
    if let Some((width, height)) = size {
        environment.push(("VIBEUE_LOOKS_SIZE".to_owned(), format!("{width}x{height}")));
    }
    let options = RunOptions {
        modules: vec!["VibeUE".to_owned()],
        plugin: Some(Plugin::descriptor()),
        environment,
        render: Some(page.to_owned()),
        ..RunOptions::default()
    };
    if page.is_file() {
        std::fs::remove_file(page)?;
    }
    eprintln!("Playing \"{}\"…", scene.name);
    Ok(Host::new(program.clone(), options).run(&scene.name)?)
}

/// Makes a picture of each scene, and the page that shows them.
fn make_gallery(
    program: &Program,
    scenes: &[Case],
    browser: &OsString,
    scale: &str,
    gallery: &Path,
    folder: &Path,
) -> Result<(), Box<dyn Error>> {
    let further = FURTHER.iter().filter_map(|(words, width, height)| {
        let scene = scenes.iter().find(|scene| scene.name.contains(words))?;
        Some((scene, Some((*width, *height))))
    });
    let wanted: Vec<_> = scenes.iter().map(|scene| (scene, None)).chain(further).collect();
    let mut list = String::new();
    let mut failed = Vec::new();
    for (index, (scene, size)) in wanted.iter().enumerate() {
        let page = folder.join(format!("{index}.html"));
        let outcome = play(program, scene, *size, DARK, &page)?;
        let name = scene.name.trim_start_matches("VibeUE.Looks.");
        let asked =
            size.map_or_else(String::new, |(width, height)| format!(", {width} × {height}"));
        // What a scene expects to be seen is what its own size shows.
        if !outcome.passed && size.is_none() {
            failed.push(format!("{name}{asked}\n{}", outcome.report()));
        }
        if page.is_file() {
            let file = format!("{:02}.png", index + 1);
            photograph(browser, &page, folder, scale, &gallery.join(&file))?;
            let words = name.replace('&', "&amp;").replace('<', "&lt;");
            list.push_str(&format!(
                "<figure><img src=\"{file}\" alt=\"{words}\"><figcaption>{}. {words}{asked}</figcaption></figure>\n",
                index + 1
            ));
        }
    }
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>The window of VibeUE</title>\
         <style>body{{background:#111;color:#ccc;font:14px sans-serif}}figure{{display:inline-block;\
         vertical-align:top;margin:12px;max-width:48%}}img{{max-width:100%}}</style>\n{list}</html>\n"
    );
    std::fs::write(gallery.join("index.html"), page)?;
    println!("{} pictures, {}", wanted.len(), gallery.join("index.html").display());
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n\n").into()) }
}

/// Makes the pictures of `docs/gallery.md`.
fn make_pictures(
    program: &Program,
    scenes: &[Case],
    browser: &OsString,
    folder: &Path,
) -> Result<(), Box<dyn Error>> {
    for picture in gallery::chosen(&std::fs::read_to_string(docs().join("gallery.md"))?)? {
        let scene = scenes
            .iter()
            .find(|scene| scene.name.contains(&picture.scene))
            .ok_or_else(|| format!("{}: no scene is called \"{}\"", picture.file, picture.scene))?;
        let page = folder.join("picture.html");
        let outcome = play(program, scene, Some(picture.size), &picture.theme, &page)?;
        if !outcome.passed {
            let report = outcome.report();
            return Err(format!("{}: {}\n{report}", picture.file, scene.place).into());
        }
        photograph(browser, &page, folder, "1", &docs().join("pictures").join(&picture.file))?;
    }
    Ok(())
}

/// Makes the picture of README, as the program makes it by itself.
fn make_screenshot(
    program: &Program,
    scene: &Case,
    request: &Request,
    browser: &OsString,
    folder: &Path,
) -> Result<(), Box<dyn Error>> {
    let page = folder.join("screenshot.html");
    let outcome = play(program, scene, Some(request.size), &request.theme, &page)?;
    if !outcome.passed {
        return Err(format!("{}\n{}", scene.place, outcome.report()).into());
    }
    photograph(browser, &page, folder, &request.scale, &request.out)
}

/// Plays every scene as it is by itself, and compares how it looks with the list
/// that is kept, or writes that list.
fn compare_looks(
    program: &Program,
    scenes: &[Case],
    write: bool,
    folder: &Path,
) -> Result<(), Box<dyn Error>> {
    let page = folder.join("scene.html");
    let file = docs().join("pictures/looks.txt");
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    let on_record = gallery::on_record(&kept);
    let mut now = BTreeMap::new();
    for scene in scenes {
        let name = scene.name.trim_start_matches("VibeUE.Looks.");
        let looks = look_at(program, scene, on_record.get(name).copied(), &page)?;
        now.insert(name.to_owned(), looks);
    }
    if write {
        std::fs::write(&file, gallery::list(&now))?;
    }
    let changes = gallery::compare(&std::fs::read_to_string(&file)?, &now);
    for change in &changes {
        println!("{change}");
    }
    println!("{} scenes, {} changes to {}", now.len(), changes.len(), file.display());
    if changes.is_empty() {
        return Ok(());
    }
    Err("scenes do not look as they are on record, or two show the same: look at them, and run it \
         with --docs, or tell them apart"
        .into())
}

/// Plays a scene until it looks as it is on record, or twice the same: on a busy
/// machine something may come later than a picture waits for it.
fn look_at(
    program: &Program,
    scene: &Case,
    on_record: Option<&str>,
    page: &Path,
) -> Result<String, Box<dyn Error>> {
    let mut looks = String::new();
    for _ in 0..MOST_PLAYS {
        let outcome = play(program, scene, None, DARK, page)?;
        if !outcome.passed {
            return Err(format!("{}\n{}", scene.place, outcome.report()).into());
        }
        let now = gallery::looks(&std::fs::read_to_string(page)?);
        if on_record == Some(now.as_str()) || looks == now {
            return Ok(now);
        }
        looks = now;
    }
    eprintln!("\"{}\" looks different each time", scene.name);
    Ok(looks)
}

fn docs() -> PathBuf {
    Plugin::root().join("docs")
}

fn read(arguments: impl Iterator<Item = String>) -> Result<Request, String> {
    let mut request = Request {
        scene: "VibeUE.Tools.a day.".to_owned(),
        size: (760, 840),
        scale: "1.5".to_owned(),
        out: Plugin::root().join("Resources/Screenshot.png"),
        list: false,
        gallery: None,
        theme: DARK.to_owned(),
        docs: false,
        check: false,
    };
    let mut arguments = arguments;
    while let Some(name) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{name} needs a value\n{USAGE}"));
        match name.as_str() {
            "--scene" => request.scene = value()?,
            "--scale" => request.scale = value()?,
            "--out" => request.out = PathBuf::from(value()?),
            "--gallery" => request.gallery = Some(PathBuf::from(value()?)),
            "--list" => request.list = true,
            "--docs" => request.docs = true,
            "--check" => request.check = true,
            "--theme" => request.theme = value()?,
            "--size" => {
                let text = value()?;
                let sides = text
                    .split_once('x')
                    .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
                request.size = sides
                    .ok_or_else(|| format!("{text} is not a size such as 760x840\n{USAGE}"))?;
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

/// The size of the window that a page shows.
fn size_of(page: &str) -> Option<(u32, u32)> {
    let (_, style) = page.split_once("<main style=\"width:")?;
    let (width, rest) = style.split_once("px;height:")?;
    let (height, _) = rest.split_once("px")?;
    Some((width.parse::<f64>().ok()?.ceil() as u32, height.parse::<f64>().ok()?.ceil() as u32))
}

fn photograph(
    browser: &OsString,
    page: &Path,
    folder: &Path,
    scale: &str,
    out: &Path,
) -> Result<(), Box<dyn Error>> {
    let shot = folder.join("shot.png");
    let (width, height) =
        size_of(&std::fs::read_to_string(page)?).ok_or("the page shows no window")?;
    let (width, height) = (width + AROUND.0, height + AROUND.1);
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
        // Or a busy machine may have a picture made before its lower part is drawn.
        .arg("--run-all-compositor-stages-before-draw")
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("--force-device-scale-factor={scale}"))
        .arg(format!("--window-size={width},{height}"))
        .arg(format!("--screenshot={}", shot.display()))
        .arg(format!("file://{}", page.display()))
        .output()?;
    if !shot.is_file() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{} made no picture: {said}", browser.display()).into());
    }
    if let Some(parent) = out.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::copy(&shot, out)?;
    std::fs::remove_file(&shot)?;
    Ok(())
}
