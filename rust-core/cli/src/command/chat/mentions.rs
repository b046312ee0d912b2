//! What the user mentions with `@` in a message.

use std::path::Path;
use std::time::Duration;

use vibeue_core::conversation::Part;
use vibeue_core::session::library::Library;
use vibeue_core::session::live::Snapshot;
use vibeue_core::session::writing::{Mentioned, Places, attach, no_pictures_for};
use vibeue_core::tools::project::Folder;
use vibeue_core::tools::{Allowance, Stop};

use super::Lent;
use crate::console::Console;
use crate::output::Printable;

/// How long files are read for one message at most.
const LONGEST: Duration = Duration::from_secs(10);

/// The folder whose files can be mentioned: the one that is lent.
pub(super) fn folder(lent: &Lent) -> Option<Folder> {
    lent.files().map(|files| files.folder().clone())
}

/// Where to find what can be mentioned: the lent folder, and the conversations next to the journal.
pub(super) fn places(lent: &Lent, journal: Option<&Path>) -> Places {
    let beside = journal.and_then(Path::parent).map(Library::at);
    Places { project: folder(lent), conversations: beside, host: None }
}

/// A message with what it mentions; reports what is attached, and what is not.
pub(super) fn parts(
    message: &str,
    places: &Places,
    now: &Snapshot,
    console: &mut Console,
) -> Vec<Part> {
    let mut parts = vec![Part::text(message)];
    let allowance = Allowance::begin(&Stop::default(), LONGEST);
    for mut named in attach(message, places, &allowance) {
        if let Some(why) =
            no_pictures_for(&now.model.model, now.abilities).filter(|_| named.picture.is_some())
        {
            named = Mentioned { attached: Err(why), picture: None, ..named };
        }
        match &named.attached {
            Ok(attachment) => {
                console.note(format!(
                    "attached {}: {}",
                    Printable(&attachment.name),
                    Printable(&attachment.detail)
                ));
                parts.extend(named.parts());
            }
            Err(why) => {
                console.note(format!(
                    "not attached {}: {}",
                    Printable(&named.name),
                    Printable(why)
                ));
            }
        }
    }
    parts
}
