//! Counts messages and whole requests for one model.

use std::ops::ControlFlow;

use serde_json::Value;

use super::exact::Encoding;
use super::image::ImageFormula;
use super::models::{self, Family};
use super::overhead;
use super::piece::{self, Piece};
use super::text_counter::TextCounter;
use super::tokenizer::{Estimator, TokenizerKind};
use super::tool_schema;
use super::{Count, Usage};
use vibeue_conversation::{Conversation, Message};

/// Counts what messages and requests cost a model.
///
/// A counter is small and cheap to copy, and never loads anything on its own:
/// until the vocabulary is loaded it estimates, and says so. Call
/// [`Counter::warm`] on a thread that may block for some tenths of a second;
/// every count after that uses the vocabulary.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counter {
    kind: TokenizerKind,
    images: ImageFormula,
    tool_preamble: u64,
}

/// The share by which a count made before the vocabulary is loaded may be off:
/// see [`Counter::error_bound`]. Measured by `cargo run --release --example
/// heuristics`.
const SKETCH_BOUND: f64 = 0.20;

impl Counter {
    /// Creates a counter for a model whose encoding is known.
    pub fn for_encoding(encoding: Encoding) -> Self {
        Self {
            kind: TokenizerKind::Exact(encoding),
            images: ImageFormula::GPT_4O,
            tool_preamble: 0,
        }
    }

    /// Creates a counter for the models that share a tokenizer. If their image formulas differ, the
    /// one that counts more is used; [`Counter::for_model`] is more precise.
    pub fn for_family(family: Family) -> Self {
        let tool_preamble = match family {
            Family::Claude | Family::ClaudeNew => overhead::CLAUDE_TOOL_PROMPT,
            _ => 0,
        };
        Self {
            kind: TokenizerKind::of(family),
            images: ImageFormula::for_family(family),
            tool_preamble,
        }
    }

    /// Creates a counter for a model by any of its names; an unknown model gets
    /// a cautious estimate.
    pub fn for_model(id: &str) -> Self {
        let found = models::find(id);
        let name = found.model.map_or_else(|| bare_name(id), |model| model.id.to_lowercase());
        let counter = Self {
            kind: TokenizerKind::of_model(found.family, &bare_name(id)),
            ..Self::for_family(found.family)
        };
        let images = match found.family {
            Family::O200k | Family::Cl100k => ImageFormula::for_openai(&name),
            Family::Gemini => ImageFormula::for_gemini(&name),
            _ => counter.images,
        };
        counter.with_images(images)
    }

    /// Returns this counter with another formula for images.
    #[must_use]
    pub fn with_images(self, images: ImageFormula) -> Self {
        Self { images, ..self }
    }

    /// The tokenizer that this counter counts for.
    pub fn kind(&self) -> TokenizerKind {
        self.kind
    }

    /// The formula for images.
    pub fn images(&self) -> ImageFormula {
        self.images
    }

    /// The tokenizer's name: `o200k_base`, `claude`, …
    pub fn name(&self) -> &'static str {
        match self.kind {
            TokenizerKind::Exact(encoding) => encoding.name(),
            TokenizerKind::Estimated(estimator) => estimator.name,
        }
    }

    /// How it counts, in words that follow "counted": `exactly with o200k_base`,
    /// `by an estimate (claude)`, `by an estimate (kimi; the vocabulary kimi_k2 is
    /// not built in)`.
    pub fn manner(&self) -> String {
        let name = self.name();
        match (self.kind, self.kind.left_out()) {
            (TokenizerKind::Exact(_), _) => format!("exactly with {name}"),
            (_, None) => format!("by an estimate ({name})"),
            (_, Some(vocabulary)) => {
                format!("by an estimate ({name}; the vocabulary {vocabulary} is not built in)")
            }
        }
    }

    /// Returns whether this counter counts with the model's own vocabulary and that vocabulary is
    /// loaded.
    pub fn is_exact(&self) -> bool {
        self.texts().is_exact()
    }

    /// Returns whether the vocabulary that this counter uses is loaded. Until then its counts are
    /// estimates with wider bounds.
    pub fn is_warm(&self) -> bool {
        self.vocabulary().loaded().is_some()
    }

    /// Loads the vocabulary, blocking until it is loaded.
    pub fn warm(&self) {
        self.vocabulary().bpe();
    }

    fn vocabulary(&self) -> Encoding {
        match self.kind {
            TokenizerKind::Exact(encoding) => encoding,
            TokenizerKind::Estimated(_) => Estimator::BASE,
        }
    }

    /// The share by which a count may differ from the model's own: 0 for an
    /// exact count, 0.15 for an estimate that is within 15 % for 95 of 100
    /// messages.
    ///
    /// The bound is not a safety margin and not part of this counter's numbers:
    /// those are its best guesses, so that the user sees realistic figures and
    /// calibration can correct them. A check against a limit uses
    /// [`Counter::at_most`]. Over a whole conversation the errors of single
    /// messages partly cancel out, so the bound holds there with room to spare.
    pub fn error_bound(&self) -> f64 {
        match self.kind {
            _ if !self.is_warm() => {
                (1.0 + self.kind.estimator().error_bound) * (1.0 + SKETCH_BOUND) - 1.0
            }
            TokenizerKind::Exact(_) => 0.0,
            TokenizerKind::Estimated(estimator) => estimator.error_bound,
        }
    }

    /// Returns the most tokens that there may really be if this counter counted `tokens`: `tokens x
    /// (1 + error bound)`, rounded up. Compare this number with a budget.
    pub fn at_most(&self, tokens: u64) -> u64 {
        let most = (u128::from(tokens) * self.thousandths()).div_ceil(1_000);
        u64::try_from(most).unwrap_or(u64::MAX)
    }

    /// Returns the highest count of this counter that stays within a limit even
    /// if it is off by its bound: the limit to pass to
    /// [`Counter::request_exceeds`] and [`super::Tally::exceeds_with`].
    pub fn safe_limit(&self, limit: u64) -> u64 {
        (u128::from(limit) * 1_000 / self.thousandths()) as u64
    }

    /// One plus the error bound, in thousandths.
    fn thousandths(&self) -> u128 {
        1_000 + (self.error_bound() * 1_000.0).ceil() as u128
    }

    /// Counts one text. Text that looks like a special token (`<|endoftext|>`)
    /// is ordinary text, as it is to providers.
    pub fn text(&self, text: &str) -> Count {
        let texts = self.texts();
        Count { tokens: texts.count(text), exact: texts.is_exact() }
    }

    /// Returns whether a text has more than `limit` tokens, reading no further than necessary.
    pub fn exceeds(&self, text: &str, limit: u64) -> bool {
        text.len() as u64 > limit && self.texts().count_till_limit(text, limit).is_none()
    }

    /// Counts one message as part of a request: its text, calls, results and
    /// images, and what the wire format adds for it.
    pub fn message(&self, message: &Message) -> Usage {
        self.message_with(self.texts(), message)
    }

    pub(super) fn message_with(&self, texts: TextCounter, message: &Message) -> Usage {
        let mut usage = Usage::default();
        piece::visit(message, self.images, &mut |piece| add(texts, &mut usage, piece));
        usage
    }

    /// Counts the tool definitions.
    pub fn tools(&self, tools: &[Value]) -> Usage {
        let texts = self.texts();
        let mut usage = Usage::default();
        tool_schema::visit(tools, self.tool_preamble, &mut |piece| add(texts, &mut usage, piece));
        usage
    }

    /// The tokens of each tool's definition in a request, without what the list as a whole adds.
    pub fn each_tool(&self, tools: &[Value]) -> Vec<u64> {
        // A list with the same tool twice shows what the second one adds.
        let own = |tool: &Value| {
            let pair = [tool.clone(), tool.clone()];
            self.tools(&pair).total().saturating_sub(self.tools(&pair[..1]).total())
        };
        tools.iter().map(own).collect()
    }

    /// Counts a request: messages, tools, and the reply priming.
    pub fn request<'a>(
        &self,
        messages: impl IntoIterator<Item = &'a Message>,
        tools: &[Value],
    ) -> Usage {
        let texts = self.texts();
        let mut usage = self.tools(tools);
        for message in messages {
            usage += self.message_with(texts, message);
        }
        usage.overhead = usage.overhead.saturating_add(overhead::REPLY_PRIMING);
        usage
    }

    /// Counts a whole conversation as a request.
    pub fn conversation(&self, conversation: &Conversation) -> Usage {
        self.request(&conversation.messages, &conversation.tools)
    }

    /// Returns whether a request has more than `limit` tokens by this counter's count, and stops
    /// counting as soon as that is certain.
    ///
    /// No text has more tokens than bytes, so a request that is small compared
    /// with the limit is not tokenized at all. The answer is always that of
    /// `request(…).total() > limit`.
    pub fn request_exceeds(&self, messages: &[Message], tools: &[Value], limit: u64) -> bool {
        self.exceeds_with(overhead::REPLY_PRIMING, messages, tools, limit)
    }

    /// The same, on top of an already known number of tokens.
    pub(super) fn exceeds_with(
        &self,
        mut known: u64,
        messages: &[Message],
        tools: &[Value],
        limit: u64,
    ) -> bool {
        let mut open = 0_u64;
        self.visit_all(messages, tools, &mut |piece| {
            match piece {
                Piece::Fixed(_, tokens) => known = known.saturating_add(tokens),
                Piece::Text(_, text) => open += text.len() as u64,
            }
            ControlFlow::Continue(())
        });
        if known.saturating_add(open) <= limit {
            return false;
        }
        if known > limit {
            return true;
        }
        let texts = self.texts();
        let mut exceeds = false;
        self.visit_all(messages, tools, &mut |piece| {
            let Piece::Text(_, text) = piece else { return ControlFlow::Continue(()) };
            open -= text.len() as u64;
            match texts.count_till_limit(text, limit - known) {
                Some(tokens) => known += tokens,
                None => exceeds = true,
            }
            if exceeds || known.saturating_add(open) <= limit {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        exceeds
    }

    /// Visits everything in a request that is counted, until the sink has had
    /// enough.
    fn visit_all(
        &self,
        messages: &[Message],
        tools: &[Value],
        sink: &mut dyn FnMut(Piece<'_>) -> ControlFlow<()>,
    ) {
        let mut flow = ControlFlow::Continue(());
        let mut guarded = |piece: Piece<'_>| {
            if flow.is_continue() {
                flow = sink(piece);
            }
            flow.is_continue()
        };
        let mut more = true;
        tool_schema::visit(tools, self.tool_preamble, &mut |piece| more = guarded(piece));
        for message in messages {
            if !more {
                return;
            }
            piece::visit(message, self.images, &mut |piece| more = guarded(piece));
        }
    }

    /// The best available way to count texts at this moment.
    pub(super) fn texts(&self) -> TextCounter {
        match (self.kind, self.vocabulary().loaded()) {
            (TokenizerKind::Exact(_), Some(bpe)) => TextCounter::Exact(bpe),
            (TokenizerKind::Estimated(it), Some(bpe)) => TextCounter::Scaled(bpe, it.ratios),
            (kind, None) => TextCounter::Sketched(kind.estimator().ratios),
        }
    }
}

fn add(texts: TextCounter, usage: &mut Usage, piece: Piece<'_>) {
    match piece {
        Piece::Text(category, text) => category.add(usage, texts.count(text)),
        Piece::Fixed(category, tokens) => category.add(usage, tokens),
    }
}

/// Strips the provider's prefix from a model's name.
fn bare_name(id: &str) -> String {
    id.rsplit('/').next().unwrap_or(id).to_lowercase()
}
