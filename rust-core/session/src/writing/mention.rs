//! What the user mentions with `@` in a message, and what is attached for it.

use vibeue_compaction::{secrets, summary_text};
use vibeue_conversation::{Message, MessageKind, Part, Role};
use vibeue_tools::Allowance;
use vibeue_tools::project::{Excerpt, Folder};

use super::host::{HostThing, attached};
use super::naming::{CONVERSATION, Mention, mentions};
use super::picture::{KEPT, MOST_PICTURE_BYTES, MOST_PICTURES, Picture, find_kept, is_picture};
use super::{Attachment, AttachmentKind};
use crate::journal::ReadHistory;
use crate::library::{Library, first_words};

/// How much of one file or folder is attached at most, in bytes.
const MOST_OF_FILE: usize = 32 * 1024;
/// How much of one conversation is attached at most, in bytes.
const MOST_OF_CONVERSATION: usize = 8 * 1024;
/// How much is attached to one message at most, in bytes.
const MOST_IN_ALL: usize = 128 * 1024;
/// The maximum number of things that are attached to one message.
const MOST: usize = 20;

/// Where to find things that the user may name.
#[derive(Debug, Clone, Default)]
pub struct Places {
    /// The project's folder.
    pub project: Option<Folder>,
    /// The project's conversations.
    pub conversations: Option<Library>,
    /// What the host found for [`host_names`](super::host_names); `None` if it has no things of its
    /// own.
    pub host: Option<Vec<HostThing>>,
}

/// Something that a message names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mentioned {
    /// The name.
    pub name: String,
    /// The attachment, or why there is none.
    pub attached: Result<Attachment, String>,
    /// The picture that it is.
    pub picture: Option<Picture>,
}

impl Mentioned {
    /// Its parts of the message; none if nothing is attached.
    pub fn parts(&self) -> Vec<Part> {
        let text = self.attached.iter().map(|it| Part::text(it.to_string()));
        text.chain(self.picture.iter().map(Picture::part)).collect()
    }

    /// The same, consuming it: a picture is not copied.
    pub fn into_parts(self) -> Vec<Part> {
        let text = self.attached.iter().map(|it| Part::text(it.to_string()));
        text.chain(self.picture.map(Picture::into_part)).collect()
    }
}

/// Looks up everything that a text mentions, each once, in the order of the text. Names that match
/// nothing here, such as those of people, are left out.
pub fn attach(text: &str, places: &Places, allowance: &Allowance) -> Vec<Mentioned> {
    let mut all: Vec<Mentioned> = Vec::new();
    let mut room = MOST_IN_ALL;
    for Mention { name, .. } in mentions(text) {
        if all.iter().any(|it| it.name == name) {
            continue;
        }
        let may_read = all.len() < MOST && allowance.is_over().is_none();
        if let Some(found) = picture(&name, places).filter(|_| may_read) {
            let pictures: Vec<u64> =
                all.iter().flat_map(|it| &it.picture).map(Picture::bytes).collect();
            all.push(of_picture(name, found, &pictures));
            continue;
        }
        let refused = |why: &str| Some(Err(why.to_owned()));
        let attached = match name.strip_prefix(CONVERSATION) {
            _ if all.len() == MOST => refused("the message mentions too many items"),
            _ if allowance.is_over().is_some() => refused("there was no time left to read it"),
            Some(id) => places.conversations.as_ref().map(|it| conversation(it, id, room)),
            None if let Some(found) = of_host(places, &name, room) => Some(found),
            None => places.project.as_ref().and_then(|it| file(it, &name, room, allowance)),
        };
        if let Some(Ok(attachment)) = &attached {
            room = room.saturating_sub(attachment.text.len());
        }
        all.extend(attached.map(|attached| Mentioned { name, attached, picture: None }));
        if all.len() > MOST {
            break;
        }
    }
    all
}

/// The picture of a name; `None` if it is not one.
fn picture(name: &str, places: &Places) -> Option<Result<Picture, String>> {
    if let Some(kept) = name.strip_prefix(KEPT) {
        let found = find_kept(places.conversations.as_ref()?, kept);
        let gone = || "this picture is no longer stored: drop it again".to_owned();
        return Some(found.ok_or_else(gone).and_then(|path| Picture::read(&path)));
    }
    let folder = places.project.as_ref().filter(|_| is_picture(name))?;
    // What is missing or must not be read is reported as for any file.
    let path = folder.find(name).ok().filter(|path| path.is_file())?;
    Some(Picture::read(&path))
}

fn of_picture(name: String, found: Result<Picture, String>, before: &[u64]) -> Mentioned {
    let found = found.and_then(|picture| match before.iter().sum::<u64>() + picture.bytes() {
        _ if before.len() >= MOST_PICTURES => {
            Err(format!("a message can have at most {MOST_PICTURES} pictures"))
        }
        all if all > MOST_PICTURE_BYTES => Err(format!(
            "the pictures of a message may total {MOST_PICTURE_BYTES} bytes; with this one they total {all}"
        )),
        _ => Ok(picture),
    });
    let shown = name.strip_prefix(KEPT).unwrap_or(&name);
    match found {
        Ok(picture) => {
            Mentioned { attached: Ok(picture.attachment(shown)), name, picture: Some(picture) }
        }
        Err(why) => Mentioned { name, attached: Err(why), picture: None },
    }
}

/// The host's thing with a name; `None` if the name is not one of the host's.
fn of_host(places: &Places, name: &str, room: usize) -> Option<Result<Attachment, String>> {
    let found = attached(name, places.host.as_deref()?)?;
    Some(found.and_then(|it| match it.text.len() <= room {
        true => Ok(it),
        false => Err("the message has enough attached already".to_owned()),
    }))
}

fn file(
    folder: &Folder,
    name: &str,
    room: usize,
    allowance: &Allowance,
) -> Option<Result<Attachment, String>> {
    let most = MOST_OF_FILE.min(room);
    Some(match Excerpt::of(folder, name, most, allowance) {
        // Most words after an @ name a person or a package.
        Excerpt::Missing if !name.contains('/') => return None,
        Excerpt::Missing => Err("there is no such file in the project".to_owned()),
        Excerpt::Refused(why) => Err(why),
        Excerpt::File { is_whole: false, text, .. } if text.is_empty() => {
            Err("the message has enough attached already".to_owned())
        }
        Excerpt::File { path, hash, bytes, text, is_whole } => {
            let part = if is_whole { String::new() } else { format!(", the first {}", text.len()) };
            let detail = format!("{bytes} bytes{part}, sha256 {hash}");
            Ok(Attachment { kind: AttachmentKind::File, name: path, detail, text })
        }
        Excerpt::Folder { path, text } => {
            let detail = format!("{} entries", text.lines().count());
            Ok(Attachment { kind: AttachmentKind::Folder, name: path, detail, text })
        }
    })
}

/// What a conversation was about: how it began, and its newest summary, otherwise its last answer.
/// Credentials are masked: another model may read them here.
fn conversation(library: &Library, id: &str, room: usize) -> Result<Attachment, String> {
    let path = library.path_of(id).map_err(|error| error.to_string())?;
    if !path.is_file() {
        return Err("there is no such conversation".to_owned());
    }
    let read = ReadHistory::read(&path).map_err(|error| format!("it cannot be read: {error}"))?;
    let all: Vec<&Message> = read.history.originals().map(|it| &**it).collect();
    let first = all.iter().find(|message| message.is_user_request());
    let view = read.history.view();
    let mut text = String::new();
    if let Some(first) = first {
        text.push_str(&format!("It began with:\n{}\n\n", bounded(&first.joined_text(), 2_000)));
    }
    let most = MOST_OF_CONVERSATION.min(room).saturating_sub(text.len());
    if let Some(summary) = view.iter().rev().find(|it| it.kind == MessageKind::Summary) {
        let words = summary_text(summary);
        text.push_str(&format!("Its newest summary:\n{}\n", bounded(&words, most)));
    } else if let Some(last) = all.iter().rev().find(|it| it.role == Role::Assistant) {
        text.push_str(&format!("Its last answer:\n{}\n", bounded(&last.joined_text(), most)));
    }
    let title = read.history.title().map(str::to_owned).filter(|title| !title.is_empty());
    let name = title.unwrap_or_else(|| first_words(all.iter().copied()));
    Ok(Attachment {
        kind: AttachmentKind::Conversation,
        name: secrets::mask(&name).into_owned(),
        detail: format!("{id}, {} messages", all.len()),
        text: secrets::mask(&text).into_owned(),
    })
}

/// The beginning of a text, by whole characters; what was cut is marked.
fn bounded(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let mut end = most;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}…", &text[..end])
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use vibeue_conversation::MessageId;
    use vibeue_tools::Stop;

    use super::super::naming::mention;
    use super::*;
    use crate::Event;
    use crate::journal::{Header, JournaledHistory, SyncPolicy};

    fn ample() -> Allowance {
        Allowance::begin(&Stop::default(), Duration::from_secs(60))
    }

    fn names(text: &str) -> Vec<String> {
        mentions(text).into_iter().map(|it| text[it.at].to_owned()).collect()
    }

    #[test]
    fn names_are_found_behind_an_at_and_not_in_addresses() {
        assert_eq!(
            names("See @Source/Door.cpp, (@b) and @\"My File.txt\"."),
            ["@Source/Door.cpp", "@b", "@\"My File.txt\"",]
        );
        assert_eq!(names("me@home @ @. @\"open\n\" x"), [""; 0]);
        for name in ["a.cpp", "My File.txt", "a.", "日本/語.md", "chat:2026-1"] {
            let written = mention(name);
            assert_eq!(mentions(&format!("see {written}, now"))[0].name, name, "{written}");
        }
    }

    #[test]
    fn files_and_folders_are_attached_once_and_people_are_left_out() {
        let place = tempfile::tempdir().unwrap();
        std::fs::write(place.path().join("a.txt"), "one\n").unwrap();
        std::fs::write(place.path().join(".env"), "KEY=1\n").unwrap();
        std::fs::create_dir(place.path().join("Source")).unwrap();
        let places = Places { project: Folder::open(place.path()).ok(), ..Places::default() };
        let text = "@a.txt @bob @Source/ @a.txt @.env @../b @x/y.cpp";
        let found: Vec<(String, Result<String, String>)> = attach(text, &places, &ample())
            .into_iter()
            .map(|it| {
                (it.name, it.attached.map(|it| format!("{} {}: {}", it.name, it.detail, it.text)))
            })
            .collect();
        let refused = |name: &str, why: &str| (name.to_owned(), Err(why.to_owned()));
        let taken = |name: &str, what: &str| (name.to_owned(), Ok(what.to_owned()));
        assert_eq!(
            found,
            [
                taken("a.txt", "a.txt 4 bytes, sha256 2c8b08da5ce60398: one\n"),
                taken("Source/", "Source 1 entries: [empty]\n"),
                refused(".env", "a file of that name usually holds secrets"),
                refused("../b", "it is not in the project"),
                refused("x/y.cpp", "there is no such file in the project"),
            ]
        );
        assert_eq!(attach(text, &Places::default(), &ample()), []);
    }

    #[test]
    fn a_message_takes_only_so_much() {
        let place = tempfile::tempdir().unwrap();
        let line = format!("{}\n", "x".repeat(99));
        for at in 0..30 {
            std::fs::write(place.path().join(format!("{at}.txt")), line.repeat(500)).unwrap();
        }
        let places = Places { project: Folder::open(place.path()).ok(), ..Places::default() };
        let text: String = (0..30).map(|at| format!("@{at}.txt ")).collect();
        let found = attach(&text, &places, &ample());
        let taken: usize = found.iter().flat_map(|it| &it.attached).map(|it| it.text.len()).sum();
        assert!(taken <= MOST_IN_ALL && taken > MOST_IN_ALL - 100, "{taken}");
        assert_eq!(found[0].attached.as_ref().unwrap().text.len(), 32_700);
        assert_eq!(found.len(), MOST + 1);
        let last = found.last().unwrap().attached.clone();
        assert_eq!(last, Err("the message mentions too many items".to_owned()));
        let late = Allowance::begin(&Stop::default(), Duration::ZERO);
        let late = attach("@1.txt", &places, &late);
        assert_eq!(late[0].attached, Err("there was no time left to read it".to_owned()));
    }

    #[test]
    fn a_conversation_is_attached_by_its_beginning_and_its_end_with_secrets_masked() {
        let place = tempfile::tempdir().unwrap();
        let library = Library::at(place.path());
        let path = library.path_of("talk-1").unwrap();
        let mut kept =
            JournaledHistory::create(&path, Header::new("c", 1), SyncPolicy::Never).unwrap();
        let key = "sk-proj-4f9QzT7kLmN2pRs8vWxY3bCd";
        let said = [
            (1, Role::User, format!("Open the door with {key}.")),
            (2, Role::Assistant, "It is open.".to_owned()),
        ];
        for (id, role, text) in said {
            kept.append(Event::Message(Message::text(MessageId(id), role, text)), 2).unwrap();
        }
        kept.close();
        let places = Places { conversations: Some(library), ..Places::default() };
        let found = attach("@chat:talk-1 @chat:none @chat:../x", &places, &ample());
        let told = found[0].attached.clone().unwrap();
        assert_eq!(told.detail, "talk-1, 2 messages");
        assert!(told.text.starts_with("It began with:\nOpen the door with "), "{}", told.text);
        assert!(told.text.ends_with("Its last answer:\nIt is open.\n"), "{}", told.text);
        assert!(!format!("{told:?}").contains(key), "{told:?}");
        assert_eq!(found[1].attached, Err("there is no such conversation".to_owned()));
        assert!(found[2].attached.is_err());
    }

    #[test]
    fn a_picture_of_the_project_and_a_kept_one_are_attached_as_images() {
        use super::super::picture::tests::png;
        let place = tempfile::tempdir().unwrap();
        std::fs::write(place.path().join("door.PNG"), png(640, 480)).unwrap();
        std::fs::write(place.path().join("torn.png"), &png(640, 480)[..40]).unwrap();
        std::fs::write(place.path().join("words.png"), "int Door;").unwrap();
        let library = Library::at(place.path().join("talks"));
        let kept = super::super::picture::keep(&library, "shot", &png(2, 3)).unwrap();
        let project = Folder::open(place.path()).ok();
        let places = Places { project, conversations: Some(library), host: None };
        let text = format!("@door.PNG @{kept} @torn.png @words.png @gone.png @picture:gone.png");
        let found = attach(&text, &places, &ample());
        let told: Vec<(String, usize)> = found
            .iter()
            .map(|it| {
                let detail = it.attached.as_ref().map(|of| of.detail.clone());
                (detail.unwrap_or_else(Clone::clone), it.parts().len())
            })
            .collect();
        let bytes = png(1, 1).len();
        let row = |words: &str, parts| (words.to_owned(), parts);
        assert_eq!(
            told,
            [
                row(&format!("PNG, 640 × 480, {bytes} bytes"), 2),
                row(&format!("PNG, 2 × 3, {bytes} bytes"), 2),
                row("the picture is cut off or damaged", 0),
                row("it is not a picture: PNG, JPEG and WebP can be attached", 0),
                row("this picture is no longer stored: drop it again", 0),
            ]
        );
        assert_eq!(found[1].attached.as_ref().unwrap().name, "shot.png");
        let parts = found[0].parts();
        assert!(matches!(&parts[0], Part::Text { text, .. } if text.starts_with("<attached-pic")));
        assert!(matches!(parts[1], Part::Image(_)));
    }

    #[test]
    fn a_message_takes_only_so_many_pictures() {
        use super::super::picture::tests::png;
        let place = tempfile::tempdir().unwrap();
        for at in 0..12 {
            std::fs::write(place.path().join(format!("{at}.png")), png(at + 1, 1)).unwrap();
        }
        let places = Places { project: Folder::open(place.path()).ok(), ..Places::default() };
        let many: String = (0..12).map(|at| format!("@{at}.png ")).collect();
        let found = attach(&many, &places, &ample());
        assert_eq!(found.iter().filter(|it| it.picture.is_some()).count(), MOST_PICTURES);
        assert_eq!(found[10].attached, Err("a message can have at most 10 pictures".to_owned()));
    }

    #[test]
    fn a_message_takes_only_so_many_bytes_of_pictures() {
        use super::super::picture::tests::png;
        let place = tempfile::tempdir().unwrap();
        let put = |name: &str, bytes: usize| {
            let mut content = png(64, 64);
            content.resize(bytes, 0);
            std::fs::write(place.path().join(name), content).unwrap();
        };
        for name in ["a.png", "b.png", "c.png", "d.png"] {
            put(name, 3 << 20);
        }
        put("e.png", 1 << 20);
        let places = Places { project: Folder::open(place.path()).ok(), ..Places::default() };
        let found = attach("@a.png @b.png @c.png @d.png @e.png", &places, &ample());
        let told: Vec<Option<String>> = found.into_iter().map(|it| it.attached.err()).collect();
        let why = "the pictures of a message may total 10485760 bytes; with this one they \
                   total 12582912";
        assert_eq!(told, [None, None, None, Some(why.to_owned()), None]);
    }
}
