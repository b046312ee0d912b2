//! Which texts lead where.

use proptest::prelude::{ProptestConfig, any, proptest};
use proptest::{prop_assert, prop_assert_eq};
use vibeue_markdown::{Caution, FileLink, Link, WebLink, read};

fn web(address: &str, site: &str, cautions: &[Caution]) -> Option<Link> {
    let (address, site) = (address.to_owned(), site.to_owned());
    Some(Link::Web(WebLink { address, site, cautions: cautions.to_vec() }))
}

fn file(path: &str, line: u32, is_text: bool) -> Option<Link> {
    Some(Link::File(FileLink { path: path.to_owned(), line, is_text }))
}

/// The links in a text: their words, and where they lead.
fn links(text: &str) -> Vec<(String, String)> {
    let spans = read(text).into_iter().flat_map(|block| block.spans);
    spans.filter_map(|span| Some((span.text, span.link?))).collect()
}

#[test]
fn a_page_is_told_by_its_site_and_by_what_looks_like_another() {
    for (address, site, cautions) in [
        ("https://dev.epicgames.com/a?b#c", "dev.epicgames.com", &[][..]),
        ("http://localhost:8080/x", "localhost", &[]),
        ("http://example.com", "example.com", &[Caution::NotEncrypted]),
        ("https://epicgames.com@evil.example/", "evil.example", &[Caution::NameBeforeSite]),
        ("https://a:b@c@evil.example", "evil.example", &[Caution::NameBeforeSite]),
        ("https://xn--pple-43d.com", "xn--pple-43d.com", &[Caution::OtherLetters]),
        ("https://\u{430}pple.com", "\\u{430}pple.com", &[Caution::OtherLetters]),
        ("https://127.0.0.1:9/a", "127.0.0.1", &[Caution::NumberedSite]),
        ("http://[::1]:80/", "::1", &[Caution::NumberedSite, Caution::NotEncrypted]),
    ] {
        assert_eq!(Link::of(address), web(address, site, cautions), "{address}");
    }
}

#[test]
fn only_pages_files_and_assets_are_links() {
    for text in [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "ftp://a.b/c",
        "HTTPS//a.b",
        "https://",
        "https://nodot",
        "https://a.b\\@c.d",
        "https://a b.c",
        "https://a.b/\u{202e}gpj.exe",
        "vbscript:x",
        "data:text/html,x",
        "C:/Windows/a.txt",
        "/etc/passwd.txt",
        "../Secret/a.txt",
        "Source/../../a.txt",
        "a//b.txt",
        "~/a.txt",
        "and/or",
        "1/2.5",
        "http/1.1",
        "Door.cpp",
        "a/b.txt; rm -rf /",
        "www.a.b/c.d",
        "/Game/",
        "/Game//A",
        "/Game/../A",
        "/Script/Engine.Actor",
        "/Game/A B",
        "",
        "/",
        ".",
        "a/.",
    ] {
        assert_eq!(Link::of(text), None, "{text:?}");
    }
    assert_eq!(Link::of(&format!("https://a.b/{}", "x".repeat(4096))), None);
}

#[test]
fn files_have_lines_and_what_could_run_is_not_a_text() {
    for (text, path, line, is_text) in [
        ("Source/Door.cpp:42", "Source/Door.cpp", 42, true),
        ("Source\\Station\\Door.h:42:7", "Source/Station/Door.h", 42, true),
        ("./Config/DefaultEngine.ini", "Config/DefaultEngine.ini", 0, true),
        ("Source/Door.cpp(12)", "Source/Door.cpp", 12, true),
        ("Source/Door.cpp#L3-L9", "Source/Door.cpp", 3, true),
        ("Docs/T\u{fc}r.MD", "Docs/T\u{fc}r.MD", 0, true),
        ("Scripts/build.bat", "Scripts/build.bat", 0, false),
        ("Scripts/run.py:3", "Scripts/run.py", 3, false),
        ("Binaries/Win64/Game.exe", "Binaries/Win64/Game.exe", 0, false),
        ("Saved/a.uproject", "Saved/a.uproject", 0, false),
        ("Content/Doors/BP_Door.uasset", "Content/Doors/BP_Door.uasset", 0, false),
        (".vibeue/rules.md", ".vibeue/rules.md", 0, true),
    ] {
        assert_eq!(Link::of(text), file(path, line, is_text), "{text}");
    }
    for text in ["/Game/Doors/BP_Door", "/Game/Doors/BP_Door.BP_Door"] {
        assert_eq!(Link::of(text), Some(Link::Asset("/Game/Doors/BP_Door".to_owned())), "{text}");
    }
    assert_eq!(Link::of("/Engine/A"), Some(Link::Asset("/Engine/A".to_owned())));
}

#[test]
fn an_answer_has_links_in_its_prose_its_code_and_its_marks() {
    let text = "See https://a.b/c_(d). Or (https://e.f), `Source/Door.cpp:7`, [why](https://g.h) \
                and [the door](Source/Door.h) in `/Game/BP_Door`; `int A;` xhttps://no.no\n\n- **https://i.j**!";
    let same = |it: &str| (it.to_owned(), it.to_owned());
    assert_eq!(
        links(text),
        [
            same("https://a.b/c_(d)"),
            same("https://e.f"),
            same("Source/Door.cpp:7"),
            same("https://g.h"),
            same("Source/Door.h"),
            same("/Game/BP_Door"),
            same("https://i.j"),
        ]
    );
    let shown =
        |text: &str| read(text).iter().map(vibeue_markdown::Block::text).collect::<String>();
    assert_eq!(shown("[the door](Source/Door.h)"), "the door (Source/Door.h)");
    assert_eq!(shown("[`Source/Door.h`](Source/Door.h)"), "Source/Door.h");
    // Code and headings are not looked through.
    assert_eq!(links("# https://a.b\n\n```\nhttps://a.b `Source/A.h`\n```"), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// Whatever is written: a link leads to the web only by its two schemes, or stays below the
    /// project's folder.
    #[test]
    fn no_link_leads_anywhere_else(text in "([a-z]|https?://|[/\\\\.:@#?&=%(){}\\[\\]<>` -]|\\.\\./|/Game/|[0-9]|é|\u{202e}|\\.txt|\\.exe){0,40}") {
        match Link::of(&text) {
            Some(Link::Web(it)) => {
                prop_assert!(it.address.starts_with("http://") || it.address.starts_with("https://"));
                let is_plain = it.site.is_ascii() && !it.site.is_empty();
                prop_assert!(is_plain && !it.site.contains(['@', '/']));
            }
            Some(Link::File(it)) => {
                let is_below = !it.path.starts_with('/') && it.path.split('/').all(|it| it != "..");
                prop_assert!(is_below);
                prop_assert!(!it.path.contains(':') && !it.path.contains('\\'));
            }
            Some(Link::Asset(path)) => prop_assert!(path.starts_with("/Game/") || path.starts_with("/Engine/")),
            None => {}
        }
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
        let shown: usize = read(&text).iter().map(|it| letters(&it.text()) + letters(&it.mark)).sum();
        prop_assert_eq!(shown, letters(&text));
    }

    #[test]
    fn no_text_stops_the_reading_of_links(text in any::<String>()) {
        let _ = Link::of(&text);
        let _ = read(&text);
    }
}
