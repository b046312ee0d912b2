//! What was done to which file and asset.

use hashbrown::HashMap;

use serde::{Deserialize, Serialize};

use super::dense::Dense;
use super::touch::Touch;
use super::{Artifact, ArtifactAction, ArtifactOutcome, call_touches, shell};
use crate::digest::arguments::Arguments;
use crate::digest::{self, CallAddress, Judge, Judgement};
use crate::facts::command::is_command;
use crate::facts::package::package_of;
use crate::fences::fenced;
use vibeue_conversation::{Message, MessageId, Part, Role, ToolResult};

/// What was done to which file and asset, in the order in which they were
/// first touched.
///
/// Read only from tool calls: it says what happened, not what a model says happened. Serialized as
/// a list of artifacts, to be carried in a record and merged with later trails.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Artifact>", into = "Vec<Artifact>")]
pub struct ArtifactTrail {
    artifacts: Vec<Artifact>,
    index: HashMap<Box<str>, usize>,
    /// The file that is open in a stateful editor.
    open: Option<Box<str>>,
    /// Calls whose results have not arrived yet.
    pending: HashMap<Box<str>, Pending>,
}

#[derive(Debug, Clone)]
struct Pending {
    /// The tool's name.
    tool: Box<str>,
    /// Where the call lies in memory, if all of its arguments are kept.
    call: Option<CallAddress>,
    /// What the call works on, if its arguments were read to the end.
    target: Option<Box<str>>,
    arguments: Arguments,
    touched: Vec<(usize, ArtifactAction)>,
    opened_before: Option<Box<str>>,
}

/// The longest error that an artifact keeps, in characters.
const LONGEST_ERROR: usize = 120;

impl ArtifactTrail {
    /// Creates an empty trail.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the trail of messages.
    pub fn of<'a>(messages: impl IntoIterator<Item = &'a Message>) -> Self {
        let mut trail = Self::new();
        for message in messages {
            trail.extend(message);
        }
        trail
    }

    /// Reads one more message: its calls, then its results.
    pub fn extend(&mut self, message: &Message) {
        self.extend_judged(message, &mut Judge::default());
    }

    /// Like [`ArtifactTrail::extend`]; the judge remembers what was found out
    /// about the results.
    pub(crate) fn extend_judged<'m>(&mut self, message: &'m Message, judge: &mut Judge<'m>) {
        let mut has_calls = false;
        for call in message.tool_calls() {
            has_calls = true;
            let opened_before = self.open.clone();
            let mut arguments = Arguments::read(&call.arguments);
            let touched = self.touch(call_touches::of_call(call, &arguments), message.id);
            // Later, only what identifies a result's family is needed. A call
            // that touched nothing is kept for its arguments, which need not be
            // read again to judge its result.
            let short = call.arguments.len() <= 4096;
            if short || !touched.is_empty() {
                let target =
                    short.then(|| arguments.target(&call.arguments).unwrap_or_default().into());
                if !short {
                    arguments = Arguments::read("");
                }
                let pending = Pending {
                    tool: call.name.clone(),
                    call: short.then(|| CallAddress::of(call)),
                    target,
                    arguments,
                    touched,
                    opened_before,
                };
                self.pending.insert(call.id.clone(), pending);
            }
        }
        for result in message.tool_results() {
            self.settle(result, message.id, judge);
        }
        // Agents without tool calls write one command in a code fence.
        if message.role == Role::Assistant && !has_calls {
            for part in &message.parts {
                if let Part::Text { text, .. } = part {
                    for block in fenced_commands(text) {
                        self.touch(shell::touches(block), message.id);
                    }
                }
            }
        }
    }

    /// Merges the trail of a later part of the conversation.
    pub fn merge(&mut self, later: Self) {
        for artifact in later.artifacts {
            match self.index.get(&artifact.name) {
                Some(&at) => self.artifacts[at].merge(artifact),
                None => {
                    self.index.insert(artifact.name.clone(), self.artifacts.len());
                    self.artifacts.push(artifact);
                }
            }
        }
        self.open = later.open.or(self.open.take());
    }

    /// The artifacts, in the order in which they were first touched.
    pub fn artifacts(&self) -> &[Artifact] {
        &self.artifacts
    }

    /// Returns one artifact by its name.
    pub fn get(&self, name: &str) -> Option<&Artifact> {
        self.index.get(one_name(name)).map(|&at| &self.artifacts[at])
    }

    /// Returns whether nothing was touched.
    pub fn is_empty(&self) -> bool {
        self.artifacts.is_empty()
    }

    /// Writes one line per artifact, changed ones first, then the most recent.
    pub fn render(&self) -> String {
        self.ordered().into_iter().map(Artifact::line).collect::<Vec<_>>().join("\n")
    }

    /// Writes the trail in about `budget` tokens, as `count` counts them.
    ///
    /// Every artifact is named. Those for which a full line does not fit are
    /// listed together under what was done to them (`changed: a.cpp, b.cpp ❌`,
    /// with the mark if the last call failed); the folder of several is written
    /// once: `read: Source/{a.h,b.h}`. Only if even the bare names do not fit
    /// does the last line say `+N more`.
    pub fn render_within(&self, count: impl Fn(&str) -> u64, budget: u64) -> String {
        self.render_named(count, budget, budget)
    }

    /// Like [`ArtifactTrail::render_within`], but bare names may take more room
    /// than lines: up to `most` tokens.
    pub(super) fn render_named(
        &self,
        count: impl Fn(&str) -> u64,
        budget: u64,
        most: u64,
    ) -> String {
        let ordered = self.ordered();
        let mut costs = Dense::costs(&ordered, &count);
        // Including the words in front of the names.
        let deeds = Artifact::DEEDS
            .iter()
            .filter(|deed| ordered.iter().any(|artifact| artifact.deed() == **deed))
            .map(|deed| count(deed) + 2);
        let mut dense: u64 = costs.iter().sum::<u64>() + deeds.sum::<u64>();
        let mut left_out = 0;
        while dense > most.saturating_sub(if left_out > 0 { 4 } else { 0 }) {
            let Some(cost) = costs.pop() else {
                break;
            };
            dense -= cost;
            left_out += 1;
        }
        let mut lines = Vec::new();
        if left_out == 0 {
            for (artifact, brief) in ordered.iter().zip(&costs) {
                let line = artifact.line();
                let cost = count(&line) + 1;
                if dense - brief + cost > budget {
                    break;
                }
                dense = dense - brief + cost;
                lines.push(line);
            }
        }
        let named = &ordered[lines.len().min(costs.len())..costs.len()];
        for deed in Artifact::DEEDS {
            let of_deed = named.iter().filter(|artifact| artifact.deed() == deed);
            let names = Dense::names(of_deed.copied());
            if !names.is_empty() {
                lines.push(format!("{deed}: {}", names.join(", ")));
            }
        }
        if left_out > 0 {
            lines.push(format!("+{left_out} more"));
        }
        lines.join("\n")
    }

    /// The artifacts that the texts do not name, by path or by name; with
    /// `changed_only`, only those that were changed.
    pub(crate) fn unnamed(&self, texts: &[&str], changed_only: bool) -> Self {
        let named = |artifact: &Artifact| {
            let (stem, extension) = base_of(&artifact.name);
            texts.iter().any(|text| {
                text.match_indices(stem).any(|(at, _)| {
                    let rest = &text[at + stem.len()..];
                    // `Door.h/.cpp` names both files.
                    let behind = &rest[..rest.floor_char_boundary(EXTENSIONS)];
                    !ends_in_word(&text[..at])
                        && !rest.starts_with(is_of_word)
                        && behind.contains(extension)
                })
            })
        };
        let left = self.artifacts.iter().filter(|it| it.is_changed() || !changed_only);
        left.filter(|artifact| !named(artifact)).cloned().collect::<Vec<_>>().into()
    }

    /// Changed artifacts first, then the most recent; ties in order of first
    /// appearance.
    fn ordered(&self) -> Vec<&Artifact> {
        let mut ordered: Vec<&Artifact> = self.artifacts.iter().collect();
        ordered.sort_by_key(|artifact| (!artifact.is_changed(), std::cmp::Reverse(artifact.last)));
        ordered
    }

    fn touch(&mut self, touches: Vec<Touch>, id: MessageId) -> Vec<(usize, ArtifactAction)> {
        let mut touched = Vec::new();
        for touch in touches {
            let name: Box<str> = if touch.name.is_empty() {
                match &self.open {
                    Some(open) => open.clone(),
                    None => continue,
                }
            } else {
                self.same(&touch.name)
            };
            let at = *self.index.entry(name.clone()).or_insert_with(|| {
                self.artifacts.push(Artifact::new(&name, id));
                self.artifacts.len() - 1
            });
            let artifact = &mut self.artifacts[at];
            artifact.last = id;
            artifact.outcome = ArtifactOutcome::Unknown;
            if let Some(count) = artifact.count_mut(touch.action) {
                *count = count.saturating_add(1);
            }
            if let Some(to) = touch.to {
                artifact.renamed_to = Some(to.into());
            }
            if touch.opens {
                self.open = Some(name);
            }
            touched.push((at, touch.action));
        }
        touched
    }

    /// The name under which an artifact is known here.
    fn same(&self, name: &str) -> Box<str> {
        one_name(name.trim()).into()
    }

    /// Records how a call went. If it failed, what it would have done is undone.
    fn settle<'m>(&mut self, result: &'m ToolResult, id: MessageId, judge: &mut Judge<'m>) {
        let Some(pending) = self.pending.remove(&result.call_id) else {
            return;
        };
        let Pending { tool, call, target, arguments, touched, opened_before } = pending;
        let verdict = digest::verdict_with(&tool, &arguments, result, judge.quiet, LONGEST_ERROR);
        let (error, errors) = verdict.unzip();
        if let Some(call) = call {
            judge.remember(call, result, Judgement { failed: error.is_some(), errors, target });
        }
        let touched_any = !touched.is_empty();
        for (at, action) in touched {
            let artifact = &mut self.artifacts[at];
            artifact.last = artifact.last.max(id);
            artifact.outcome = ArtifactOutcome::Done;
            let Some(error) = &error else {
                continue;
            };
            artifact.outcome = ArtifactOutcome::Failed(error.as_str().into());
            artifact.failed = artifact.failed.saturating_add(1);
            match artifact.count_mut(action) {
                Some(count) => *count = count.saturating_sub(1),
                None => artifact.renamed_to = None,
            }
        }
        if error.is_some() && touched_any {
            self.open = opened_before;
        }
    }
}

/// Normalizes names of the same thing: `./a.cpp` is `a.cpp`, and the asset
/// `/Game/UI/WBP_Hud.WBP_Hud` is the package `/Game/UI/WBP_Hud`.
fn one_name(name: &str) -> &str {
    let name = name.strip_prefix("./").unwrap_or(name);
    package_of(name).unwrap_or(name)
}

/// The code fences of a text that contain commands.
fn fenced_commands(text: &str) -> impl Iterator<Item = &str> {
    fenced(text)
        .filter(|block| matches!(block.language, "" | "sh" | "bash" | "shell" | "console"))
        .map(|block| block.code.trim())
        .filter(|code| is_command(code))
}

impl PartialEq for ArtifactTrail {
    fn eq(&self, other: &Self) -> bool {
        self.artifacts == other.artifacts
    }
}

/// How many bytes after a name are searched for other extensions of it.
const EXTENSIONS: usize = 16;

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn ends_in_word(text: &str) -> bool {
    text.ends_with(is_of_word)
}

/// The name of a file or asset without its folder, and its extension with the
/// dot.
fn base_of(name: &str) -> (&str, &str) {
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    base.rfind('.').filter(|at| *at > 0).map_or((base, ""), |at| base.split_at(at))
}

impl From<Vec<Artifact>> for ArtifactTrail {
    fn from(artifacts: Vec<Artifact>) -> Self {
        let mut trail = Self::new();
        trail.merge(Self { artifacts, ..Self::default() });
        trail
    }
}

impl From<ArtifactTrail> for Vec<Artifact> {
    fn from(trail: ArtifactTrail) -> Self {
        trail.artifacts
    }
}
