//! What the user is writing in the window, and the user's earlier prompts.

use std::sync::Mutex;

use vibeue_core::session::library::Library;
use vibeue_core::session::live::Snapshot;
use vibeue_core::session::writing::{
    DraftKeeper as CoreKeeper, PromptHistory as CoreHistory, slash,
};

use crate::fence::fenced;
use crate::ffi::ffi::RecalledPrompt;
use crate::live::lock;
use crate::session::Session;
use crate::tasks::Job;

/// How many prompts are recalled at most from one conversation, and from all others.
const MOST: usize = 200;

/// Keeps drafts while they are written.
#[derive(Debug)]
pub struct DraftKeeper {
    keeper: CoreKeeper,
}

pub(crate) fn open_draft_keeper(conversations: &str) -> Box<DraftKeeper> {
    Box::new(DraftKeeper { keeper: CoreKeeper::new(Library::at(conversations)) })
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl DraftKeeper {
    pub fn keep(&self, conversation: &str, text: &str) {
        fenced(|_| (), || self.keeper.keep(conversation, text));
    }

    pub fn finish(&self) {
        fenced(|_| (), || self.keeper.finish());
    }

    pub fn take_up(&self, conversation: &str, begins: bool) -> String {
        let taken = || {
            self.keeper.take_up(conversation, begins).unwrap_or_else(|error| {
                tracing::warn!(target: "vibeue::bridge", "a draft cannot be shown: {error}");
                String::new()
            })
        };
        fenced(|_| String::new(), taken)
    }
}

/// Recalls the user's recent prompts in the text field.
#[derive(Debug)]
pub struct PromptHistory {
    state: Mutex<CoreHistory>,
    /// The prompts from other conversations, until they are added.
    others: Mutex<Option<Job<Vec<String>>>>,
}

pub(crate) fn open_prompt_history(
    own: &[String],
    conversations: &str,
    conversation: &str,
) -> Box<PromptHistory> {
    let [conversations, conversation] = [conversations, conversation].map(str::to_owned);
    let others = Job::start("vibeue-prompts", Vec::new(), move |cancel| {
        let library = Library::at(conversations);
        let cancelled = || cancel.is_cancelled();
        typed(&library.prompts(Some(&conversation), MOST, cancelled).unwrap_or_default())
    });
    let state = Mutex::new(CoreHistory::new(typed(own)));
    Box::new(PromptHistory { state, others: Mutex::new(Some(others)) })
}

/// Prompts as the user would type them: they are messages even if they begin with a slash.
fn typed(prompts: &[String]) -> Vec<String> {
    prompts.iter().map(|words| slash::typed(words)).collect()
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl PromptHistory {
    pub fn older(&self, text: &str) -> RecalledPrompt {
        fenced(
            |_| prompt_of(None, false),
            || {
                let mut history = lock(&self.state);
                let mut others = lock(&self.others);
                if let Some(prompts) = others.as_ref().and_then(Job::result).cloned() {
                    history.extend(prompts);
                    *others = None;
                }
                let pending = others.is_some() && history.may_recall(text);
                prompt_of(history.older(text), pending)
            },
        )
    }

    pub fn newer(&self, text: &str) -> RecalledPrompt {
        fenced(|_| prompt_of(None, false), || prompt_of(lock(&self.state).newer(text), false))
    }
}

fn prompt_of(found: Option<&str>, pending: bool) -> RecalledPrompt {
    RecalledPrompt {
        found: found.is_some(),
        pending: pending && found.is_none(),
        text: found.unwrap_or_default().to_owned(),
    }
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn prompts(&self) -> Vec<String> {
        self.read(|now: &Snapshot| now.prompts(MOST)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_prompts_come_at_once_and_those_of_other_conversations_when_they_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let talk = folder.path().join("talk.json");
        let said = r#"[{"role":"user","content":"/etc is a folder"}]"#;
        std::fs::write(&talk, said).unwrap();
        let library = Library::at(folder.path());
        library.import(&talk, 7).unwrap();
        let at = folder.path().to_str().unwrap();
        let history = open_prompt_history(&["Open the door".to_owned()], at, "new");
        assert_eq!(history.older(""), prompt_of(Some("Open the door"), false));
        let recalled = loop {
            let recalled = history.older("Open the door");
            if !recalled.pending {
                break recalled;
            }
            std::thread::yield_now();
        };
        assert_eq!(recalled, prompt_of(Some("//etc is a folder"), false));
        assert_eq!(history.older("//etc is a folder"), prompt_of(None, false));
        assert_eq!(history.newer("//etc is a folder"), prompt_of(Some("Open the door"), false));
        assert_eq!(history.newer("Open the door"), prompt_of(Some(""), false));
        assert_eq!(history.older("mine"), prompt_of(None, false));
    }

    #[test]
    fn a_draft_that_cannot_be_read_counts_as_no_draft() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = open_draft_keeper(folder.path().to_str().unwrap());
        keeper.keep("talk", "half a thought");
        assert_eq!(keeper.take_up("talk", false), "half a thought");
        assert_eq!(keeper.take_up("../talk", true), "");
        keeper.keep("talk", "");
        drop(keeper);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
