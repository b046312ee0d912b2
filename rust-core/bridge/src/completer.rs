//! Completions of a word that the user types in the window.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use vibeue_core::session::library::Library;
use vibeue_core::session::writing::slash::{self, CommandInfo, Place, Usage};
use vibeue_core::session::writing::{
    Caret, HostCandidate as Candidate, HostCandidates, HostKind, Token, TokenKind, mention, rank,
    token_at,
};
use vibeue_core::tools::project::FilePaths;
use vibeue_core::tools::{Allowance, Stop};

use crate::fence::fenced;
use crate::ffi::ffi::{Completion, CompletionKind, CompletionRow, HostCandidate, HostKind as Kind};
use crate::host_names;
use crate::live::lock;
use crate::tasks::{Job, places};

/// The maximum number of rows of one completion.
const MOST: usize = 40;
/// How long files are listed at most.
const LONGEST: Duration = Duration::from_secs(20);

/// Completions of words, from what was listed for them.
#[derive(Debug)]
pub struct Completer {
    project: String,
    conversations: String,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Where the name that the user is typing begins: line and column.
    mentioning: Option<(usize, usize)>,
    /// Whether a name was begun since the host was last asked.
    wants_host: bool,
    job: Option<Job<Arc<Known>>>,
    known: Arc<Known>,
    assets: Listed,
    actors: Listed,
}

/// The host's things of one kind.
#[derive(Debug, Default)]
struct Listed {
    all: HostCandidates,
    /// The part of a new list that the host has sent so far.
    coming: Option<HostCandidates>,
}

impl State {
    fn listed(&mut self, kind: HostKind) -> &mut Listed {
        match kind {
            HostKind::Actor => &mut self.actors,
            HostKind::Asset => &mut self.assets,
        }
    }

    fn host_is_pending(&self) -> bool {
        self.assets.coming.is_some() || self.actors.coming.is_some()
    }
}

/// What can be named.
#[derive(Debug, Default)]
struct Known {
    files: Vec<String>,
    /// Titles with their ids.
    conversations: Vec<(String, String)>,
}

pub(crate) fn open_completer(project: &str, conversations: &str) -> Box<Completer> {
    let [project, conversations] = [project, conversations].map(str::to_owned);
    Box::new(Completer { project, conversations, state: Mutex::default() })
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Completer {
    pub fn complete(&self, text: &str, line: u32, column: u32) -> Completion {
        fenced(
            |_| nothing(),
            || {
                let caret = Caret { line: line as usize, column: column as usize };
                let mut state = lock(&self.state);
                let Some(token) = token_at(text, caret) else {
                    state.mentioning = None;
                    return nothing();
                };
                if token.kind == TokenKind::Command {
                    state.mentioning = None;
                    let begun = format!("/{}", token.typed);
                    let rows = slash::completions(&begun, Place::Window).into_iter().map(command);
                    return of(&token, rows.collect(), false);
                }
                let place = Some((token.line, token.from));
                let is_new = state.mentioning != place;
                if is_new {
                    // Files change: each name begins with a new list, and the last one is used
                    // until it is there.
                    state.mentioning = place;
                    state.wants_host = true;
                    state.job = Some(self.list());
                }
                if let Some(known) = state.job.as_ref().and_then(Job::result).cloned() {
                    state.known = known;
                    state.job = None;
                }
                // A list that is still arriving was begun before the name: once it is complete,
                // another one is requested.
                let may_ask = !state.host_is_pending();
                let wants_host = may_ask && std::mem::take(&mut state.wants_host);
                let pending = state.job.is_some() || !may_ask;
                let rows = named(&token.typed, &state.known, &state.assets.all, &state.actors.all);
                Completion { wants_host, ..of(&token, rows, pending) }
            },
        )
    }

    pub fn begin_host_candidates(&self, kind: Kind) {
        let begin = |state: &mut State| {
            state.listed(host_names::kind(kind)).coming = Some(HostCandidates::default());
        };
        fenced(|_| (), || begin(&mut lock(&self.state)));
    }

    pub fn add_host_candidates(&self, candidates: &[HostCandidate]) {
        let add = |state: &mut State| {
            for candidate in candidates.iter().map(host_names::candidate) {
                if let Some(coming) = &mut state.listed(candidate.kind).coming {
                    coming.add(candidate);
                }
            }
        };
        fenced(|_| (), || add(&mut lock(&self.state)));
    }

    pub fn end_host_candidates(&self, kind: Kind) {
        let end = |state: &mut State| {
            let listed = state.listed(host_names::kind(kind));
            if let Some(come) = listed.coming.take() {
                listed.all = come;
            }
        };
        fenced(|_| (), || end(&mut lock(&self.state)));
    }

    /// Begins to list what can be named.
    fn list(&self) -> Job<Arc<Known>> {
        let (project, conversations) = (self.project.clone(), self.conversations.clone());
        Job::start("vibeue-names", Arc::default(), move |cancel| {
            let allowance = Allowance::begin(&Stop::from(cancel.clone()), LONGEST);
            let places = places(&project, &conversations);
            let files = places.project.map(|it| FilePaths::of(&it, &allowance).paths);
            let listed = |it: Library| it.list(|| cancel.is_cancelled()).unwrap_or_default();
            let conversations = places.conversations.map(listed).unwrap_or_default();
            Arc::new(Known {
                files: files.unwrap_or_default(),
                conversations: conversations
                    .into_iter()
                    .filter(|it| it.fault.is_none() && it.messages > 0)
                    .map(|it| (it.title, it.id))
                    .collect(),
            })
        })
    }
}

fn nothing() -> Completion {
    Completion { line: 0, from: 0, to: 0, rows: Vec::new(), pending: false, wants_host: false }
}

fn of(token: &Token, rows: Vec<CompletionRow>, pending: bool) -> Completion {
    let number = |of: usize| u32::try_from(of).unwrap_or(u32::MAX);
    let [line, from, to] = [token.line, token.from, token.to].map(number);
    Completion { line, from, to, rows, pending, wants_host: false }
}

fn command((info, usage): (&CommandInfo, Usage)) -> CompletionRow {
    CompletionRow {
        kind: CompletionKind::Command,
        label: format!("/{} {}", info.name, usage.arguments).trim_end().to_owned(),
        detail: usage.meaning.to_owned(),
        words: match usage.arguments {
            "" => format!("/{}", info.name),
            _ => format!("/{} ", info.name),
        },
    }
}

/// What was probably meant: files, conversations by title, and the host's things.
fn named(
    typed: &str,
    known: &Known,
    assets: &HostCandidates,
    actors: &HostCandidates,
) -> Vec<CompletionRow> {
    let (typed, only) = wanted(typed);
    let files = known.files.iter().filter(|path| assets.is_empty() || !is_asset(path));
    let files = files.map(|path| (path.as_str(), Named::File));
    let titles = known.conversations.iter();
    let titles = titles.map(|(title, id)| (title.as_str(), Named::Conversation(id)));
    let things = assets.iter().map(|(key, it)| (key, Named::Host(it, assets)));
    let things = things.chain(actors.iter().map(|(key, it)| (key, Named::Host(it, actors))));
    let all = files.chain(titles).chain(things);
    let found = rank(typed, all.filter(|(_, it)| only.is_none_or(|only| it.kind() == only)), MOST);
    found.into_iter().map(|(name, of)| of.row(name)).collect()
}

/// What was typed of a name, and its kind if only one is possible.
fn wanted(typed: &str) -> (&str, Option<CompletionKind>) {
    if let Some(rest) = typed.strip_prefix("chat:") {
        return (rest, Some(CompletionKind::Conversation));
    }
    match typed.strip_prefix("actor:") {
        Some(rest) => (rest, Some(CompletionKind::Actor)),
        None => (typed, typed.starts_with('/').then_some(CompletionKind::Asset)),
    }
}

/// Whether a file is one that the host knows as an asset, not a text.
fn is_asset(path: &str) -> bool {
    [".uasset", ".umap"].iter().any(|end| path.ends_with(end))
}

/// Something that can be named.
#[derive(Clone, Copy)]
enum Named<'a> {
    File,
    Conversation(&'a String),
    Host(&'a Candidate, &'a HostCandidates),
}

impl Named<'_> {
    fn kind(self) -> CompletionKind {
        match self {
            Self::File => CompletionKind::File,
            Self::Conversation(_) => CompletionKind::Conversation,
            Self::Host(it, _) if it.kind == HostKind::Asset => CompletionKind::Asset,
            Self::Host(..) => CompletionKind::Actor,
        }
    }

    fn row(self, name: &str) -> CompletionRow {
        let (label, detail, written) = match self {
            Self::File => {
                let leaf = name.rsplit('/').next().unwrap_or(name);
                (leaf.to_owned(), name.to_owned(), mention(name))
            }
            Self::Conversation(id) => {
                (name.to_owned(), id.to_owned(), mention(&format!("chat:{id}")))
            }
            Self::Host(it, host) => {
                // An actor's own name distinguishes those with the same label.
                let detail = format!("{}, {}", it.class, it.path);
                (it.label.clone(), detail, mention(&host.name(it)))
            }
        };
        CompletionRow { kind: self.kind(), label, detail, words: format!("{written} ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::writing::put_completion;

    fn labels(found: &Completion) -> Vec<&str> {
        found.rows.iter().map(|row| row.label.as_str()).collect()
    }

    #[test]
    fn a_command_is_completed_and_put_where_it_was_typed() {
        let completer = open_completer("", "");
        let found = completer.complete("/une", 0, 2);
        assert_eq!((found.line, found.from, found.to, found.pending), (0, 0, 4, false));
        assert_eq!(labels(&found)[..2], ["/undo [number]", "/unpin m17"]);
        let put = put_completion("/une", &found, &found.rows[1].words);
        assert_eq!((put.text.as_str(), put.line, put.column), ("/unpin ", 0, 7));
        assert_eq!(completer.complete("what is /une", 0, 12), nothing());
        let far = Completion { line: 9, from: u32::MAX, to: 3, ..nothing() };
        assert_eq!(put_completion("a", &far, "b").text, "a");
    }

    #[test]
    fn files_are_listed_in_the_background_once_a_name_is_begun_and_again_for_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| std::fs::write(folder.path().join(name), "x").unwrap();
        write("My Door.txt");
        let completer = open_completer(folder.path().to_str().unwrap(), "");
        let whole = |text: &str| loop {
            let column = u32::try_from(text.encode_utf16().count()).unwrap();
            let found = completer.complete(text, 0, column);
            if !found.pending {
                return found;
            }
            std::thread::yield_now();
        };
        let found = whole("see @do");
        assert_eq!((labels(&found), found.from), (vec!["My Door.txt"], 4));
        let put = put_completion("see @do", &found, &found.rows[0].words);
        assert_eq!(put.text, "see @\"My Door.txt\" ");
        write("dock.txt");
        assert_eq!(labels(&whole("see @do")), ["My Door.txt"]);
        assert_eq!(whole("see"), nothing());
        assert_eq!(labels(&whole("see @do")), ["dock.txt", "My Door.txt"]);
    }

    fn host(kind: Kind, path: &str, label: &str) -> HostCandidate {
        let [path, label, class_name] = [path, label, "Thing"].map(str::to_owned);
        HostCandidate { kind, path, label, class_name }
    }

    #[test]
    fn things_of_the_host_arrive_in_pieces_and_are_listed_with_files_by_kind() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["Door.cpp", "BP_Door.uasset"] {
            std::fs::write(folder.path().join(name), "x").unwrap();
        }
        let completer = open_completer(folder.path().to_str().unwrap(), "");
        let begun = completer.complete("@door", 0, 5);
        // Whether the files are already listed depends on the machine.
        assert!(begun.wants_host);
        completer.begin_host_candidates(Kind::Asset);
        completer.begin_host_candidates(Kind::Actor);
        completer.add_host_candidates(&[host(Kind::Asset, "/Game/BP_Door", "BP_Door")]);
        completer.add_host_candidates(&[host(Kind::Actor, "Door_1", "Front Door")]);
        let half = completer.complete("@door", 0, 5);
        assert!(half.pending && !half.wants_host);
        assert!(half.rows.iter().all(|row| row.kind == CompletionKind::File), "{half:?}");
        completer.end_host_candidates(Kind::Asset);
        assert!(completer.complete("@door", 0, 5).pending);
        completer.end_host_candidates(Kind::Actor);
        let rows = |text: &str| loop {
            let found = completer.complete(text, 0, u32::try_from(text.len()).unwrap());
            if !found.pending {
                break found.rows.into_iter().map(|it| (it.kind, it.detail, it.words));
            }
            std::thread::yield_now();
        };
        let row = |kind, detail: &str, words: &str| (kind, detail.to_owned(), words.to_owned());
        let file = row(CompletionKind::File, "Door.cpp", "@Door.cpp ");
        let asset = row(CompletionKind::Asset, "Thing, /Game/BP_Door", "@/Game/BP_Door ");
        let actor = row(CompletionKind::Actor, "Thing, Door_1", "@\"actor:Front Door\" ");
        assert!(rows("@door").eq([file, asset.clone(), actor.clone()]));
        assert!(rows("@actor:").eq([actor]));
        assert!(rows("@/ga").eq([asset]));
        // The next name begins with a new list, and this one is used meanwhile.
        assert_eq!(completer.complete("x", 0, 1), nothing());
        assert!(completer.complete("@bp", 0, 3).wants_host);
        assert!(completer.complete("x @bp", 0, 5).wants_host);
        assert!(!completer.complete("x @bp_", 0, 6).wants_host);
        // For a name that begins while a list is arriving, another list is requested once that one
        // is complete.
        completer.begin_host_candidates(Kind::Asset);
        assert!(!completer.complete("xy @bp", 0, 6).wants_host);
        completer.end_host_candidates(Kind::Asset);
        assert!(completer.complete("xy @bp", 0, 6).wants_host);
        assert!(!completer.complete("xy @bp_", 0, 7).wants_host);
    }
}
