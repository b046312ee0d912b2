//! The scripts that make a release, on made-up libraries and programs: what is in the archives,
//! that the same files give the same bytes, and that they produce nothing but a draft.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot go on should stop; what is skipped is said"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The version of the release, as Cargo.toml has it.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Each platform with its library and its program.
const PLATFORMS: [(&str, &str, &str); 3] = [
    ("Linux", "libvibeue_bridge.a", "vibeue"),
    ("Mac", "libvibeue_bridge.a", "vibeue"),
    ("Win64", "vibeue_bridge.lib", "vibeue.exe"),
];

/// Where the plugin keeps the core.
const CORE: &str = "VibeUE/Source/ThirdParty/VibeUECore";

/// The `gh` of these tests: it prints its arguments.
const GH: (&str, &str) = ("BASH_FUNC_gh%%", r#"() { printf 'told: %s\n' "$@"; }"#);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// Whether the tools are here that the scripts and these tests use.
fn can_run() -> bool {
    let tools = ["bash", "git", "gzip", "sha256sum", "tar", "unzip", "zip"];
    let is_missing = |tool: &&str| Command::new(tool).arg("--version").output().is_err();
    let missing: Vec<&str> = tools.into_iter().filter(is_missing).collect();
    if !missing.is_empty() {
        eprintln!("skipped: the scripts of a release need {}", missing.join(", "));
    }
    missing.is_empty()
}

/// A folder with what the builds for the three platforms leave.
fn built() -> TempDir {
    let place = tempfile::tempdir().unwrap();
    for (platform, library, program) in PLATFORMS {
        let at = place.path().join(format!("built/built-{platform}"));
        let files = [
            (format!("{CORE}/lib/{platform}/{library}"), format!("the library for {platform}")),
            (format!("{CORE}/VibeUECore.cdx.json"), "{}".to_owned()),
            ("VibeUE/ThirdPartyNotices.txt".to_owned(), "notices".to_owned()),
            ("VibeUE/VibeUE.uplugin".to_owned(), "{}".to_owned()),
            (format!("program/{program}"), format!("the program for {platform}")),
        ];
        for (name, text) in files {
            let path = at.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }
    place
}

/// A script of a release, below a umask.
fn script(umask: &str, name: &str) -> Command {
    let mut command = Command::new("bash");
    command.arg("-c").arg(format!("umask {umask} && exec \"$0\" \"$@\""));
    command.arg(root().join(".ci/release").join(name)).env_remove("DRY_RUN");
    command
}

fn assemble(command: &mut Command, place: &TempDir) -> Output {
    command.args([place.path().join("built"), place.path().join("dist")]).output().unwrap()
}

/// A folder with the archives of a release in `dist`.
fn assembled() -> TempDir {
    let place = built();
    let output = assemble(&mut script("022", "assemble"), &place);
    assert!(output.status.success(), "{output:?}");
    place
}

fn draft(place: &TempDir, tag: &str, dry: bool) -> Output {
    let mut command = script("022", "draft");
    command.arg(tag).arg(place.path().join("dist")).env(GH.0, GH.1);
    if dry {
        command.env("DRY_RUN", "1");
    }
    command.output().unwrap()
}

fn lines(bytes: &[u8]) -> Vec<String> {
    str::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
}

/// What a program prints about an archive, line by line.
fn list(program: &str, arguments: &[&str], archive: &Path) -> Vec<String> {
    let output = Command::new(program).args(arguments).arg(archive).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    lines(&output.stdout)
}

fn sums(place: &TempDir) -> String {
    fs::read_to_string(place.path().join("dist/SHA256SUMS")).unwrap()
}

/// The program is executable, the papers next to it are readable, and nobody owns them.
fn has_the_program(archive: &Path, platform: &str) {
    let rows = list("tar", &["--list", "--verbose", "--gzip", "--file"], archive);
    let mode = |name: &str| {
        let end = format!(" vibeue-{VERSION}-{platform}/{name}");
        let row = rows.iter().find(|row| row.ends_with(&end));
        row.unwrap_or_else(|| panic!("no {name}: {rows:#?}"))[.."-rw-r--r-- 0/0 ".len()].to_owned()
    };
    assert_eq!(mode("vibeue"), "-rwxr-xr-x 0/0 ");
    let papers =
        ["CHANGELOG.md", "LICENSE", "README.md", "ThirdPartyNotices.txt", "docs/verify.md"];
    for name in papers {
        assert_eq!(mode(name), "-rw-r--r-- 0/0 ", "{name}");
    }
}

#[test]
fn the_archives_hold_what_was_built_and_the_same_files_give_the_same_bytes() {
    if !can_run() {
        return;
    }
    let place = assembled();
    let listed = sums(&place);
    let names: Vec<&str> = listed.lines().map(|line| line.split_once("  ").unwrap().1).collect();
    let [json, plugin] = ["cdx.json", "zip"].map(|end| format!("VibeUE-{VERSION}.{end}"));
    let [linux, mac, windows] =
        ["Linux.tar.gz", "Mac.tar.gz", "Win64.zip"].map(|end| format!("vibeue-{VERSION}-{end}"));
    assert_eq!(names, [&plugin, &windows, &linux, &mac, &json]);

    let dist = place.path().join("dist");
    let mut files = list("unzip", &["-Z1"], &dist.join(&plugin));
    files.retain(|name| !name.ends_with('/'));
    let core = |name: &str| format!("{CORE}/{name}");
    assert_eq!(
        files,
        [
            core("VibeUECore.cdx.json"),
            core("lib/Linux/libvibeue_bridge.a"),
            core("lib/Mac/libvibeue_bridge.a"),
            core("lib/Win64/vibeue_bridge.lib"),
            "VibeUE/ThirdPartyNotices.txt".to_owned(),
            "VibeUE/VibeUE.uplugin".to_owned(),
        ]
    );
    has_the_program(&dist.join(&linux), "Linux");
    has_the_program(&dist.join(&mac), "Mac");
    let files = list("unzip", &["-Z1"], &dist.join(&windows));
    let program = format!("vibeue-{VERSION}-Win64/vibeue.exe");
    assert!(files.contains(&program), "{files:#?}");

    // Later, in another time zone, and for somebody with another umask.
    let again = built();
    let mut elsewhere = script("077", "assemble");
    elsewhere.env("TZ", "Asia/Tokyo");
    let output = assemble(&mut elsewhere, &again);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(sums(&again), listed);
}

#[test]
fn a_build_that_lacks_something_makes_no_archive() {
    if !can_run() {
        return;
    }
    let library = format!("{CORE}/lib/Mac/libvibeue_bridge.a");
    let notices = "VibeUE/ThirdPartyNotices.txt".to_owned();
    let list = format!("{CORE}/VibeUECore.cdx.json");
    for (name, said) in [
        (library, "the plugin has no library Mac/libvibeue_bridge.a\n"),
        (notices, "the plugin has no ThirdPartyNotices.txt\n"),
        (list, "the plugin has no Source/ThirdParty/VibeUECore/VibeUECore.cdx.json\n"),
    ] {
        let place = built();
        for (platform, _, _) in PLATFORMS {
            let path = place.path().join(format!("built/built-{platform}")).join(&name);
            // A build that failed halfway leaves an empty file.
            if path.exists() {
                fs::write(path, "").unwrap();
            }
        }
        let output = assemble(&mut script("022", "assemble"), &place);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(str::from_utf8(&output.stderr).unwrap(), said);
        assert_eq!(fs::read_dir(place.path().join("dist")).unwrap().count(), 0);
    }
}

#[test]
fn a_draft_is_made_of_the_archives_and_published_by_nobody() {
    if !can_run() {
        return;
    }
    let place = assembled();
    let tag = format!("v{VERSION}");
    let mut archives: Vec<String> = fs::read_dir(place.path().join("dist"))
        .unwrap()
        .map(|entry| entry.unwrap().path().into_os_string().into_string().unwrap())
        .collect();
    archives.sort();
    assert_eq!(archives.len(), 6);

    let dry = draft(&place, &tag, true);
    assert!(dry.status.success(), "{dry:?}");
    let shown = str::from_utf8(&dry.stdout).unwrap();
    let begin =
        format!("gh release create {tag} --draft --verify-tag --title VibeUE\\ {VERSION} --notes ");
    assert!(shown.starts_with(&begin), "{shown}");
    let mut shown: Vec<&str> = shown.trim_end().rsplit(' ').take(archives.len()).collect();
    shown.sort_unstable();
    assert_eq!(shown, archives, "a dry run calls nobody, and names all");

    let made = draft(&place, &tag, false);
    assert!(made.status.success(), "{made:?}");
    let told = lines(&made.stdout);
    let title = format!("VibeUE {VERSION}");
    let begin =
        ["release", "create", &tag, "--draft", "--verify-tag", "--title", &title, "--notes"]
            .map(|word| format!("told: {word}"));
    assert_eq!(told[..begin.len()], begin);
    let mut files: Vec<&str> = told[told.len() - archives.len()..]
        .iter()
        .filter_map(|it| it.strip_prefix("told: "))
        .collect();
    files.sort_unstable();
    assert_eq!(files, archives);
    let notes = &told[begin.len()..told.len() - archives.len()];
    let verify = "How to verify what you download: docs/verify.md.";
    assert_eq!(notes.last().map(String::as_str), Some(verify));
    assert!(notes.len() > 3, "what changed is told: {notes:#?}");
}

#[test]
fn another_tag_or_another_archive_makes_no_draft() {
    if !can_run() {
        return;
    }
    let place = assembled();
    let other = draft(&place, "v999.0.0", false);
    assert_eq!((other.status.code(), other.stdout.len()), (Some(1), 0), "{other:?}");
    assert_eq!(
        str::from_utf8(&other.stderr).unwrap(),
        format!("the tag is v999.0.0, but Cargo.toml has version {VERSION}\n")
    );
    let archive = place.path().join(format!("dist/VibeUE-{VERSION}.zip"));
    fs::write(&archive, "something else").unwrap();
    for dry in [false, true] {
        let changed = draft(&place, &format!("v{VERSION}"), dry);
        assert!(!changed.status.success(), "{changed:?}");
        assert!(!lines(&changed.stdout).iter().any(|it| it.contains("create")), "{changed:?}");
    }
}
