//! Asks models for a summary until one of them has written one.

use super::SummaryModel;
use super::caller::Caller;
use super::failure::Failure;
use super::job::CompactionJob;
use super::notes::Notes;
use super::report::Attempt;
use crate::prompt::{
    Answer, Beside, Detail, Instructions, Nonce, Piece, Portion, Question, notes_of, parse, render,
    split,
};
use vibeue_compaction::digest::DigestOptions;
use vibeue_compaction::ladder::written::Span;
use vibeue_compaction::record::Rung;
use vibeue_conversation::Message;
use vibeue_conversation::settings::Mode;
use vibeue_provider::{ChatRequest, ProviderError, Reply, StopReason};
use vibeue_tokens::{Counter, grouped};

/// Smaller portions than this, in tokens, say too little to be worth a call.
const SMALLEST_PORTION: u64 = 256;
/// How often a model that found a request too large is given a smaller one, at
/// each detail.
const MOST_OVERFLOWS: usize = 2;
/// More parts than this are not paid for: then less of each message is given,
/// and if that does not help, rules take over.
const MOST_PARTS: usize = 32;
/// In smaller windows than this, in tokens, all room goes to the session.
const ROOMY: u64 = 16_000;
/// The maximum number of bytes of the host's instructions that a model is shown.
const MOST_OF_HOST: usize = 4_000;
/// How much of the session is sampled to estimate characters per token, in
/// bytes.
const SAMPLE: usize = 16 * 1024;
/// Tokens that an answer may use besides the notes: for the analysis, for
/// reasoning, for the format.
const BESIDE_NOTES: u64 = 4_000;

/// Asks models for a summary.
pub(super) struct Writer<'a> {
    pub(super) job: &'a CompactionJob,
    pub(super) messages: &'a [&'a Message],
    pub(super) span: &'a Span,
    pub(super) options: &'a DigestOptions,
    pub(super) caller: &'a mut Caller,
    progress: Progress,
    /// What is kept next to the notes.
    beside: Beside,
}

/// How many parts are done; a model that takes over continues from here.
#[derive(Debug, Clone, Default)]
struct Progress {
    /// The notes so far: an older summary, then the answers.
    notes: String,
    /// How many pieces they cover.
    done: usize,
    /// How many parts were requested.
    parts: u32,
}

/// An attempt with one model at one detail.
struct Try<'t> {
    model: &'t SummaryModel,
    detail: Detail,
    counter: Counter,
    /// The maximum number of tokens of the notes.
    cap: u64,
    /// About how many tokens the notes should have.
    wanted: u64,
    /// Characters of notes per thousand tokens, as this model counts.
    characters: u64,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        job: &'a CompactionJob,
        messages: &'a [&'a Message],
        span: &'a Span,
        notes: String,
        options: &'a DigestOptions,
        caller: &'a mut Caller,
    ) -> Self {
        let progress = Progress { notes, ..Progress::default() };
        let beside = Beside::of(messages, &span.places, MOST_OF_HOST, &span.beside);
        Self { job, messages, span, options, caller, progress, beside }
    }

    /// Asks the models in turn, each with everything and then with less;
    /// returns the notes of the one that wrote them. `None` if rules must take
    /// over.
    pub(super) async fn write(
        &mut self,
        models: &[SummaryModel],
    ) -> Result<Option<Notes>, ProviderError> {
        for model in models {
            // Across both details: what did not fit in full must not be sent
            // again in another form.
            let mut largest = u64::MAX;
            for (detail, rung) in [(Detail::Full, Rung::Full), (Detail::Simple, Rung::Simple)] {
                match self.with(model, detail, &mut largest).await {
                    Ok(answer) => {
                        let model = model.model.clone();
                        return Ok(Some(Notes { answer, rung, model }));
                    }
                    Err(Failure::Cancelled(error)) => return Err(error),
                    Err(failure) => {
                        let last = detail == Detail::Simple;
                        self.caller.warn(format!(
                            "{} wrote no {} summary: {failure}",
                            model.model,
                            if last { "simple" } else { "full" },
                        ));
                        if self.caller.is_exhausted() {
                            self.caller.warn("no more calls are made for this summary");
                            return Ok(None);
                        }
                        match failure {
                            Failure::Model(_) => break,
                            Failure::Content(..) if last => return Ok(None),
                            _ => {}
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// Asks one model at one detail, part by part.
    async fn with(
        &mut self,
        model: &SummaryModel,
        detail: Detail,
        largest: &mut u64,
    ) -> Result<Answer, Failure> {
        // Lines by rules get the room that notes leave: readers of the summary
        // knew more the more of the room the model had. In a small window the
        // notes so far must leave room for the session.
        let cap = self.span.room.min(model.available / 4).max(64);
        let wanted = (self.span.tokens * 2 / 5).clamp(300, 6_000).min(cap * 19 / 20).max(48);
        let counter = Counter::for_model(&model.model);
        let pieces = render(self.messages, &self.span.places, detail, self.options);
        let characters = characters_per_thousand(&pieces, |text| counter.text(text).tokens);
        let task = Try { model, detail, counter, cap, wanted, characters };
        let mut overflows = 0;
        'sizes: loop {
            let rest = &pieces[self.progress.done.min(pieces.len())..];
            let limit = self.limit(&task)?.min(*largest);
            if limit < SMALLEST_PORTION {
                return Err(Failure::Size(format!(
                    "only {} tokens of its window are left for the session",
                    grouped(limit)
                )));
            }
            let portions = split(rest, limit, |text| task.tokens(text));
            if portions.len() > MOST_PARTS {
                return Err(Failure::Size(format!(
                    "{} parts would be needed, but at most {MOST_PARTS} are allowed",
                    portions.len()
                )));
            }
            let begun = self.progress.done;
            let mut answer = None;
            for (nth, portion) in portions.iter().enumerate() {
                if self.caller.is_exhausted() {
                    return Err(Failure::Size("too many calls were made".to_owned()));
                }
                let left = u32::try_from(portions.len() - nth).unwrap_or(u32::MAX);
                match self.ask(&task, portion, left).await {
                    Ok(notes) => {
                        self.progress.notes = notes_of(&notes.to_notes());
                        self.progress.done = begun + portion.done;
                        self.progress.parts += 1;
                        answer = Some(notes);
                    }
                    Err(Failure::Overflow { limit: server, requested }) => {
                        overflows += 1;
                        *largest = smaller(portion.tokens, server, requested);
                        if overflows > MOST_OVERFLOWS || *largest < SMALLEST_PORTION {
                            return Err(Failure::Size(
                                "it found every request too large".to_owned(),
                            ));
                        }
                        continue 'sizes;
                    }
                    Err(failure) => return Err(failure),
                }
            }
            return answer.ok_or_else(|| Failure::Size("there is nothing to summarize".to_owned()));
        }
    }

    /// The maximum number of tokens of the session that one request to a model may contain.
    fn limit(&self, task: &Try<'_>) -> Result<u64, Failure> {
        let portion = [Piece { round: 0, header: String::new(), body: String::new() }];
        let frame = self.question(task, &portion, true, false).frame();
        let frame = task.tokens(&frame) + 64;
        // A request may use at most nine tenths of the window, so a ninth of
        // that is free for the answer.
        let available = task.model.available;
        let beside = available.saturating_add(available / 9).saturating_sub(task.max_output());
        let most = available.min(beside).min(self.job.settings.summary_chunk_tokens);
        if frame >= most {
            return Err(Failure::Model(format!(
                "its window is too small: the instructions and the notes so far have {} tokens, \
                 {} may be sent",
                grouped(frame),
                grouped(most)
            )));
        }
        Ok(most - frame)
    }

    fn question<'q>(
        &'q self,
        task: &Try<'_>,
        pieces: &'q [Piece],
        more: bool,
        brief: bool,
    ) -> Question<'q> {
        let can = task.model.provider.capabilities(&task.model.model);
        Question {
            instructions: Instructions {
                nonce: Nonce::new(),
                tokens: task.wanted,
                characters: task.wanted * task.characters / 1_000,
                tight: task.model.available < ROOMY,
                json: can.json_schema && task.detail == Detail::Full,
                extracted: self.job.settings.mode == Mode::Hybrid,
                update: !self.progress.notes.is_empty(),
                brief,
                custom: &self.job.settings.custom_prompt,
                wish: self.job.instructions.as_deref(),
            },
            beside: if task.model.available < ROOMY { Beside::none() } else { &self.beside },
            notes: &self.progress.notes,
            pieces,
            more,
            detail: task.detail,
            max_output: task.max_output(),
        }
    }

    /// Asks for the summary of one portion; if an answer is too long, asks once
    /// more for a shorter one.
    async fn ask(
        &mut self,
        task: &Try<'_>,
        portion: &Portion,
        left: u32,
    ) -> Result<Answer, Failure> {
        let attempt = self.attempt(task.detail, left);
        let can = task.model.provider.capabilities(&task.model.model);
        let request =
            self.question(task, &portion.pieces, left > 1, false).request(&task.model.model, can);
        let reply = self.caller.chat(task.model, attempt, &request).await?;
        let cut_short = matches!(reply.stop, StopReason::Length | StopReason::ContextFull);
        let first = self.read(&reply);
        let shorter = match &first {
            Err(failure) if !cut_short => return Err(failure.clone()),
            // Cut off: the same request again, with less to write.
            _ if cut_short => {
                self.caller.reject("cut_short", "the answer hit its length limit");
                self.question(task, &portion.pieces, left > 1, true).request(&task.model.model, can)
            }
            Ok(answer) => {
                let tokens = task.notes(&answer.to_notes());
                if tokens <= task.cap {
                    return first;
                }
                if tokens <= task.cap + task.cap / 2 {
                    // A little too long: the least important part is left out,
                    // which saves a second call.
                    return first.map(|mut answer| {
                        self.cut_to_cap(task, &mut answer);
                        answer
                    });
                }
                self.caller.reject(
                    "oversized_summary",
                    &format!("{} tokens instead of at most {}", grouped(tokens), grouped(task.cap)),
                );
                let notes = notes_of(&answer.to_notes());
                let mut question = self.question(task, &[], false, true);
                question.notes = &notes;
                question.request(&task.model.model, can)
            }
            Err(failure) => return Err(failure.clone()),
        };
        let second = match self.ask_again(task, attempt, &shorter).await {
            Err(Failure::Cancelled(error)) => return Err(Failure::Cancelled(error)),
            other => other,
        };
        // The second answer is used if there is one; otherwise the complete
        // part of the first.
        let mut answer = match (second, first) {
            (Ok(second), _) => second,
            (Err(_), Ok(first)) => {
                if cut_short {
                    let name = &task.model.model;
                    self.caller.warn(format!(
                        "the summary of {name} was cut off; its complete part is used"
                    ));
                }
                first
            }
            (Err(failure), Err(_)) => return Err(failure),
        };
        self.cut_to_cap(task, &mut answer);
        Ok(answer)
    }

    /// What is requested next if `left` portions are left.
    fn attempt(&self, detail: Detail, left: u32) -> Attempt {
        match (self.progress.parts, left, detail) {
            (0, 1, Detail::Full) => Attempt::Full,
            (0, 1, Detail::Simple) => Attempt::Simple,
            (parts, ..) => Attempt::Part { n: parts + 1, m: parts + left },
        }
    }

    /// Asks for an answer once more, unless that would be too many calls.
    async fn ask_again(
        &mut self,
        task: &Try<'_>,
        attempt: Attempt,
        request: &ChatRequest,
    ) -> Result<Answer, Failure> {
        if self.caller.is_exhausted() {
            return Err(Failure::Size("too many calls were made".to_owned()));
        }
        let reply = self.caller.chat(task.model, attempt, request).await?;
        self.read(&reply)
    }

    /// Leaves out the least important part of an answer that is still too long.
    fn cut_to_cap(&mut self, task: &Try<'_>, answer: &mut Answer) {
        if task.notes(&answer.to_notes()) <= task.cap {
            return;
        }
        self.caller.warn(format!(
            "{} wrote more than {} tokens; its least important lines were left out",
            task.model.model,
            grouped(task.cap)
        ));
        answer.cut(task.cap, |text| task.notes(text));
    }

    /// Reads an answer, or fails if it is not a summary.
    fn read(&mut self, reply: &Reply) -> Result<Answer, Failure> {
        let failure = if let Some(call) = reply.tool_calls().next() {
            let name: String = call.name.chars().filter(|c| !c.is_control()).take(64).collect();
            Some(("tool_call", format!("it called the tool {name} instead; nothing was run")))
        } else {
            match &reply.stop {
                StopReason::Refusal => Some(("refusal", "it declined".to_owned())),
                StopReason::Pause => Some(("pause", "the server paused the answer".to_owned())),
                _ => None,
            }
        };
        let result = match failure {
            Some((class, message)) => Err((class, message)),
            None => parse(&reply.text()).map_err(|none| {
                let (class, message) = none.class_and_words();
                (class, message.to_owned())
            }),
        };
        result.map_err(|(class, message)| {
            self.caller.reject(class, &message);
            Failure::Content(class, message)
        })
    }
}

/// Characters of notes per thousand tokens. Languages differ by a factor of
/// three. Notes are sentences with names and ids in them, which have a tenth
/// more tokens than what was said, and fewer than listings and logs.
fn characters_per_thousand(pieces: &[Piece], tokens: impl Fn(&str) -> u64) -> u64 {
    let rate = |pieces: &mut dyn Iterator<Item = &Piece>| {
        let sample = sample(pieces);
        match tokens(&sample) {
            0..FEWEST_SAMPLED => None,
            tokens => Some(sample.chars().count() as u64 * 1_000 / tokens),
        }
    };
    let prose = rate(&mut pieces.iter().filter(|piece| is_prose(piece)));
    let rate = prose.or_else(|| rate(&mut pieces.iter())).unwrap_or(4_000);
    (rate * 9 / 10).clamp(700, 4_200)
}

/// With fewer tokens than this, nothing can be said about their length.
const FEWEST_SAMPLED: u64 = 100;

/// Whether a piece is words of the user or the agent, not a call or a result.
fn is_prose(piece: &Piece) -> bool {
    piece.header.ends_with(" user") || piece.header.ends_with(" assistant")
}

/// The beginnings of some pieces, up to a limited size.
fn sample(pieces: &mut dyn Iterator<Item = &Piece>) -> String {
    let mut sample = String::new();
    for piece in pieces {
        let room = SAMPLE.saturating_sub(sample.len());
        if room == 0 {
            break;
        }
        sample.push_str(&piece.body[..piece.body.floor_char_boundary(piece.body.len().min(room))]);
        sample.push('\n');
    }
    sample
}

impl Try<'_> {
    /// The maximum number of tokens that a text may have for this model.
    fn tokens(&self, text: &str) -> u64 {
        self.counter.at_most(self.counter.text(text).tokens)
    }

    /// The tokens of notes in this model's own count. Whether they fit is
    /// decided when they are installed: an upper bound would cut notes that do.
    fn notes(&self, text: &str) -> u64 {
        self.counter.text(text).tokens
    }

    /// The maximum number of tokens of an answer: what the notes and the thinking about them need,
    /// but no more than a third of a small window.
    fn max_output(&self) -> u64 {
        let wanted = self.wanted.saturating_mul(2).saturating_add(BESIDE_NOTES);
        let most = self.model.max_output.unwrap_or(u64::MAX);
        wanted.min(self.model.available / 3).min(most).max(1)
    }
}

/// The size of the next portion after one of `tokens` was too large: at most
/// three fifths of it, and smaller by at least the excess that the server
/// reported, if it did.
fn smaller(tokens: u64, limit: Option<u64>, requested: Option<u64>) -> u64 {
    let most = tokens * 3 / 5;
    match (limit, requested) {
        (Some(limit), Some(requested)) if requested > limit => {
            // The excess in the server's own count, and a quarter more.
            let over = (requested - limit).saturating_mul(5) / 4;
            most.min(tokens.saturating_sub(over))
        }
        _ => most,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_notes_is_learned_from_what_was_said() {
        let piece =
            |header: &str, body: String| Piece { round: 0, header: header.to_owned(), body };
        // One token for every three characters.
        let tokens = |text: &str| text.chars().count() as u64 / 3;
        let said = piece("m2 user", "word ".repeat(400));
        let listed = piece("m4 result of list: ok", "/Game/Doors/BP_Door_".repeat(400));
        let only = |pieces: &[Piece]| characters_per_thousand(pieces, tokens);
        assert_eq!(only(&[said.clone(), listed.clone()]), 2_700);
        assert_eq!(only(&[listed]), only(&[said]));
        assert_eq!(only(&[]), 3_600, "nothing is known of it");
    }

    #[test]
    fn the_next_portion_is_always_strictly_smaller() {
        assert_eq!(smaller(1_000, None, None), 600);
        assert_eq!(smaller(1_000, Some(4_000), Some(4_400)), 500);
        assert_eq!(smaller(1_000, Some(4_000), Some(4_080)), 600);
        assert_eq!(smaller(1_000, Some(1), Some(u64::MAX)), 0);
        assert_eq!(smaller(1_000, Some(9), Some(3)), 600);
    }
}
