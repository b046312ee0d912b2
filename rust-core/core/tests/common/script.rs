//! A provider that answers by script and remembers what it was asked.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "test files use different parts; tests may fail by panic"
)]

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use vibeue_core::compaction::strategy::SummaryModel;
use vibeue_core::conversation::{Extra, Message, Part, Protocol, ToolCall};
use vibeue_core::provider::{
    Capabilities, ChatRequest, DeltaSink, ErrorClass, ModelInfo, NativeCompaction, Pending,
    Provider, ProviderError, Reply, StopReason,
};
use vibeue_core::tokens::ServerUsage;

/// What the provider does when it is asked.
#[derive(Debug, Clone)]
pub enum Step {
    /// Answers with a text.
    Say(String),
    /// Answers with a text and stops for a reason.
    Stop(String, StopReason),
    /// Answers with a text and a call.
    Call(String, &'static str),
    /// Fails.
    Fail(ErrorClass),
    /// Answers after being polled this many times.
    Slowly(u32, String),
}

/// A provider that answers by script; the last step is repeated.
#[derive(Debug)]
pub struct Script {
    pub can: Capabilities,
    pub protocol: Protocol,
    pub native: Option<NativeCompaction>,
    steps: Mutex<VecDeque<Step>>,
    seen: Mutex<Vec<ChatRequest>>,
    compacted: Mutex<Vec<(ChatRequest, Option<String>)>>,
}

impl Script {
    pub fn new(steps: impl IntoIterator<Item = Step>) -> Self {
        Self {
            can: Capabilities { temperature: true, ..Capabilities::default() },
            protocol: Protocol::OpenaiChat,
            native: None,
            steps: Mutex::new(steps.into_iter().collect()),
            seen: Mutex::new(Vec::new()),
            compacted: Mutex::new(Vec::new()),
        }
    }

    pub fn saying(text: impl Into<String>) -> Self {
        Self::new([Step::Say(text.into())])
    }

    pub fn seen(&self) -> Vec<ChatRequest> {
        self.seen.lock().unwrap().clone()
    }

    pub fn compacted(&self) -> Vec<(ChatRequest, Option<String>)> {
        self.compacted.lock().unwrap().clone()
    }

    fn next(&self) -> Step {
        let mut steps = self.steps.lock().unwrap();
        if steps.len() > 1 { steps.pop_front().unwrap() } else { steps[0].clone() }
    }
}

/// All texts of a request.
pub fn asked(request: &ChatRequest) -> String {
    request.messages.iter().map(|message| message.joined_text()).collect::<Vec<_>>().join("\n")
}

/// The part of a request that is the session.
pub fn session(request: &ChatRequest) -> String {
    let text = asked(request);
    let start = text.rfind("===== session ").unwrap_or(text.len());
    text[start..].to_owned()
}

pub fn model(provider: &Arc<Script>, name: &str) -> SummaryModel {
    SummaryModel {
        provider: Arc::clone(provider) as Arc<dyn Provider>,
        model: name.to_owned(),
        available: 100_000,
        max_output: None,
        input_price: Some(2.0),
        output_price: Some(10.0),
    }
}

fn reply(text: &str, stop: StopReason) -> Reply {
    Reply {
        usage: Some(ServerUsage { input: 1_000, output: 100, ..ServerUsage::default() }),
        ..Reply::new(vec![Part::text(text)], stop)
    }
}

impl Provider for Script {
    fn protocol(&self) -> Protocol {
        self.protocol
    }

    fn capabilities(&self, _: &str) -> Capabilities {
        self.can
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest, _: DeltaSink<'a>) -> Pending<'a, Reply> {
        Box::pin(async move {
            self.seen.lock().unwrap().push(request.clone());
            match self.next() {
                Step::Say(text) => Ok(reply(&text, StopReason::End)),
                Step::Stop(text, stop) => Ok(reply(&text, stop)),
                Step::Call(text, tool) => {
                    let mut reply = reply(&text, StopReason::ToolCalls);
                    reply.parts.push(Part::ToolCall(Box::new(ToolCall {
                        id: "x".into(),
                        name: tool.into(),
                        arguments: "{}".to_owned(),
                        extra: Extra::new(),
                    })));
                    Ok(reply)
                }
                Step::Fail(class) => Err(ProviderError::new(class, "the server said no")),
                Step::Slowly(times, text) => {
                    for _ in 0..times {
                        tokio::task::yield_now().await;
                    }
                    Ok(reply(&text, StopReason::End))
                }
            }
        })
    }

    fn count<'a>(&'a self, _: &'a ChatRequest) -> Pending<'a, Option<u64>> {
        Box::pin(async { Ok(None) })
    }

    fn describe<'a>(&'a self, _: &'a str) -> Pending<'a, ModelInfo> {
        Box::pin(async { Ok(ModelInfo::default()) })
    }

    fn models(&self) -> Pending<'_, Vec<ModelInfo>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn compact<'a>(
        &'a self,
        request: &'a ChatRequest,
        instructions: Option<&'a str>,
    ) -> Pending<'a, Option<NativeCompaction>> {
        Box::pin(async move {
            let asked = (request.clone(), instructions.map(str::to_owned));
            self.compacted.lock().unwrap().push(asked);
            match self.next() {
                Step::Fail(class) => Err(ProviderError::new(class, "the server said no")),
                _ => Ok(self.native.clone()),
            }
        })
    }
}

/// A wait that a server asks for and that a test can afford.
pub fn soon() -> Option<Duration> {
    Some(Duration::from_millis(1))
}

/// Notes in the form that is asked for without a schema.
pub fn notes(sections: &[(&str, &[&str])]) -> String {
    let mut text = String::from("<analysis>\nI think.\n</analysis>\n<summary>\n");
    for (heading, lines) in sections {
        text.push_str(&format!("## {heading}\n"));
        for line in *lines {
            text.push_str(&format!("- {line}\n"));
        }
    }
    text.push_str("</summary>");
    text
}

/// What is between the note and the closing tag of a summary.
pub fn body(summary: &Message) -> String {
    let text = summary.joined_text();
    let body = text.splitn(3, '\n').nth(2).unwrap();
    body.strip_suffix("\n</conversation-summary>").unwrap().to_owned()
}
