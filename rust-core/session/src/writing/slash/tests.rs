use super::*;

#[test]
fn a_message_that_comes_back_is_typed_so_that_it_is_one_again() {
    for text in ["/context", "//x", "/usr/bin", "a /b", "", "/", "//", "/zork now"] {
        let again = typed(text);
        assert_eq!(Slash::parse(&again, Place::Window), None, "{again}");
        assert_eq!(message(&again), text);
    }
}

#[test]
fn lines_are_messages_unless_they_are_commands() {
    for line in ["hello", "a /context", "//literal", "/usr/bin/env is what?", ""] {
        assert_eq!(Slash::parse(line, Place::Terminal), None, "{line}");
    }
    assert_eq!(message("//literal"), "/literal");
    assert_eq!(message("plain // text"), "plain // text");
}

fn parse(line: &str) -> Result<Slash, String> {
    Slash::parse(line, Place::Terminal).unwrap()
}

fn in_window(line: &str) -> Result<Slash, String> {
    Slash::parse(line, Place::Window).unwrap()
}

#[test]
fn a_report_of_the_context_takes_a_form_and_a_file() {
    assert_eq!(parse("/context"), Ok(Slash::Context(Context::default())));
    let data = |form, file: Option<&str>, force| {
        Ok(Slash::Context(Context { form: Some(form), file: file.map(Into::into), force }))
    };
    assert_eq!(parse("/context --json"), data(ContextForm::Json, None, false));
    assert_eq!(
        parse("/context --csv my use.csv"),
        data(ContextForm::Csv, Some("my use.csv"), false)
    );
    assert_eq!(
        parse("/context --force --json a.json"),
        data(ContextForm::Json, Some("a.json"), true)
    );
    for wrong in ["/context now", "/context --force", "/context --force a.json"] {
        let said = "/context takes --json or --csv before a file".to_owned();
        assert_eq!(parse(wrong), Err(said), "{wrong}");
    }
    let said = "/context --force takes the file to replace".to_owned();
    assert_eq!(parse("/context --csv --force"), Err(said));
}

#[test]
fn a_summary_takes_instructions_and_where_it_ends() {
    let wanted = |up_to: Option<u64>, instructions: Option<&str>| Wanted {
        up_to: up_to.map(MessageId),
        instructions: instructions.map(Into::into),
    };
    let ids = Some("keep ids");
    assert_eq!(parse(" /summarize keep ids "), Ok(Slash::Summarize(wanted(None, ids))));
    assert_eq!(parse("/summarize"), Ok(Slash::Summarize(Wanted::default())));
    assert_eq!(parse("/compact --up-to m17"), Ok(Slash::Summarize(wanted(Some(17), None))));
    assert_eq!(
        parse("/summarize --up-to=17 keep ids"),
        Ok(Slash::Summarize(wanted(Some(17), ids)))
    );
    let said = "/summarize --up-to takes a message's id such as m17, not \"here\"";
    assert_eq!(parse("/summarize --up-to here"), Err(said.to_owned()));
    assert_eq!(parse("/preview --apply"), Ok(Slash::Preview(PreviewWish::Apply)));
    let said = "/summarize has no option --up-tom17; it has --up-to m17";
    assert_eq!(parse("/summarize --up-tom17"), Err(said.to_owned()));
}

#[test]
fn one_of_the_messages_that_wait_is_taken_out_by_its_place() {
    assert_eq!(parse("/queue"), Ok(Slash::Queue(None)));
    assert_eq!(in_window("/queue drop 2"), Ok(Slash::Queue(Some(2))));
    for wrong in ["2", "drop", "drop 0", "drop x", "send 1"] {
        let said =
            format!("/queue takes nothing, or drop and a number from its list, not {wrong:?}");
        assert_eq!(parse(&format!("/queue {wrong}")), Err(said));
    }
}

#[test]
fn commands_take_their_arguments() {
    assert_eq!(parse("/undo"), Ok(Slash::Undo(None)));
    assert_eq!(parse("/undo 12"), Ok(Slash::Undo(Some(12))));
    assert_eq!(parse("/undo-files"), Ok(Slash::UndoFiles(None)));
    assert_eq!(parse("/undo-files 3"), Ok(Slash::UndoFiles(Some(3))));
    assert_eq!(parse("/edits"), Ok(Slash::Edits));
    assert_eq!(parse("/redo"), Ok(Slash::Redo(None)));
    assert_eq!(parse("/redo 12"), Ok(Slash::Redo(Some(12))));
    assert_eq!(parse("/summary"), Ok(Slash::Summary(Summary::Show)));
    assert_eq!(parse("/summary edit"), Ok(Slash::Summary(Summary::Edit)));
    assert_eq!(parse("/summary sources"), Ok(Slash::Summary(Summary::Sources)));
    assert_eq!(parse("/summary undo"), Ok(Slash::Summary(Summary::Undo)));
    assert_eq!(parse("/summary redo"), Ok(Slash::Summary(Summary::Redo)));
    let text = Summary::Replace("## Overview - the door opens".to_owned());
    let typed = parse("/summary edit  ## Overview - the door opens ");
    assert_eq!(typed, Ok(Slash::Summary(text)));
    let said =
        "/summary takes nothing, edit, undo, redo, changes or sources, not \"show\"".to_owned();
    assert_eq!(parse("/summary show me"), Err(said));
    assert_eq!(parse("/pin m17"), Ok(Slash::Pin(Some(MessageId(17)), true)));
    assert_eq!(parse("/unpin 17"), Ok(Slash::Pin(Some(MessageId(17)), false)));
    assert_eq!(parse("/shorten m17"), Ok(Slash::Shorten(MessageId(17))));
    assert_eq!(parse("/restore 17"), Ok(Slash::Restore(MessageId(17))));
    let said = "/shorten takes a message's id such as m17; /context names the heaviest";
    assert_eq!(parse("/shorten"), Err(said.to_owned()));
    assert_eq!(parse("/history"), Ok(Slash::History(10)));
    assert_eq!(parse("/find  the door "), Ok(Slash::Find("the door".to_owned())));
    assert_eq!(parse("/retry"), Ok(Slash::Retry));
    assert_eq!(parse("/find"), Err("/find takes the words to look for".to_owned()));
    assert_eq!(parse("/quit"), Ok(Slash::Quit));
    assert_eq!(parse("/undo x"), Err("/undo takes a number, not \"x\"".to_owned()));
    assert_eq!(parse("/zork"), Err("there is no command /zork; /help lists them".to_owned()));
    for (typed, meant) in [("conte", "context"), ("sumarize", "summarize"), ("hlep", "help")] {
        let said = format!("there is no command /{typed}; did you mean /{meant}?");
        assert_eq!(parse(&format!("/{typed}")), Err(said));
    }
}

#[test]
fn an_export_takes_what_it_may_do_before_the_file() {
    assert_eq!(parse("/export"), Ok(Slash::Export(Export::default())));
    let to = |force, with_secrets| {
        Ok(Slash::Export(Export { file: Some("my talk.json".into()), force, with_secrets }))
    };
    assert_eq!(parse("/export my talk.json"), to(false, false));
    assert_eq!(parse("/export --force my talk.json"), to(true, false));
    assert_eq!(parse("/export --force  --with-secrets my talk.json"), to(true, true));
    let shown = Slash::Export(Export { with_secrets: true, ..Export::default() });
    assert_eq!(parse("/export --with-secrets"), Ok(shown));
    let said = "/export --force takes the file to replace".to_owned();
    assert_eq!(parse("/export --force"), Err(said));
}

#[test]
fn a_line_is_completed_only_where_it_begins_a_command() {
    let begun = |line: &str, place| -> Vec<&str> {
        completions(line, place).into_iter().map(|(info, _)| info.name).collect()
    };
    assert_eq!(begun("/un", Place::Terminal), ["undo", "unpin", "undo-files"]);
    assert_eq!(begun("/cont", Place::Terminal), ["context"]);
    assert_eq!(begun("/context now", Place::Window), [""; 0]);
    assert_eq!(begun("context", Place::Window), [""; 0]);
    assert_eq!(begun("/qui", Place::Window), [""; 0]);
    assert_eq!(begun("/ne", Place::Window), ["new"]);
    let all = begun("/", Place::Terminal).len() + begun("/", Place::Window).len();
    let both = COMMANDS.iter().filter(|it| it.terminal.is_some() && it.window.is_some());
    assert_eq!(all, COMMANDS.len() + both.count());
}

#[test]
fn every_command_of_the_help_is_one() {
    for place in [Place::Terminal, Place::Window] {
        for (info, usage) in commands(place) {
            let line = format!("/{} {}", info.name, usage.arguments).replace("[m17]", "");
            let line = line.replace("[text]", "").replace("[drop number]", "");
            let line = line.replace("edit text", "").replace(['[', ']'], "");
            // The first of several words.
            let line = line.split(" number").next().unwrap().split('|').next().unwrap().trim();
            assert!(Slash::parse(line, place).unwrap().is_ok(), "{line} in {place:?}");
            for alias in info.aliases {
                assert!(Slash::parse(&format!("/{alias}"), place).unwrap().is_ok(), "{alias}");
            }
        }
    }
}

#[test]
fn each_place_says_what_works_elsewhere_and_what_it_does_not_take() {
    assert_eq!(in_window("/new"), Ok(Slash::New));
    assert_eq!(in_window("/rename The door"), Ok(Slash::Rename("The door".to_owned())));
    for (said, wrong) in [
        (parse("/new"), "/new works only in the editor's window"),
        (in_window("/exit"), "/exit works only in the terminal"),
        (in_window("/rename "), "/rename takes a title"),
        (in_window("/summary edit"), "/summary edit needs the new text after it"),
        (
            in_window("/export --force a.md"),
            "/export takes no file here: it writes a new one and says where it is",
        ),
        (
            in_window("/context --json a.json"),
            "/context takes no file here: it writes a new one and says where it is",
        ),
        (in_window("/qui"), "there is no command /qui; /help lists them"),
    ] {
        assert_eq!(said, Err(wrong.to_owned()));
    }
    let secrets = Export { with_secrets: true, ..Export::default() };
    assert_eq!(in_window("/export --with-secrets"), Ok(Slash::Export(secrets)));
}

#[test]
fn an_id_may_come_before_the_words_that_are_sent_again() {
    let edit = |id: Option<u64>, words: &str| {
        let words = (!words.is_empty()).then(|| words.to_owned());
        Ok(Slash::Edit(id.map(MessageId), words))
    };
    assert_eq!(parse("/edit"), edit(None, ""));
    assert_eq!(parse("/edit m3"), edit(Some(3), ""));
    assert_eq!(parse("/edit m3  paint it red"), edit(Some(3), "paint it red"));
    assert_eq!(parse("/edit paint it red"), edit(None, "paint it red"));
    // A number, and a word that begins as an id does, are words.
    assert_eq!(parse("/edit 3 doors"), edit(None, "3 doors"));
    assert_eq!(in_window("/edit m3x doors"), edit(None, "m3x doors"));
    assert_eq!(parse("/branches 2"), Ok(Slash::Branches(Some(2))));
    assert_eq!(parse("/branches two"), Err("/branches takes a number, not \"two\"".to_owned()));
}
