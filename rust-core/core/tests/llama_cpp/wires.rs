//! Only the wire modules.

use std::sync::Arc;

use vibeue_core::conversation::{Message, MessageId, Protocol, Role};
use vibeue_core::provider::{
    ChatRequest, ConnectionStep, ConnectionTest, Delta, ErrorClass, Provider, StepOutcome,
    StopReason,
};

use crate::gguf::WINDOW;
use crate::server::{MODEL, PROTOCOLS, running};

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

fn request(text: &str, most: u64) -> ChatRequest {
    let message = Message::text(MessageId(1), Role::User, text);
    let mut request = ChatRequest::new(MODEL, vec![Arc::new(message)]);
    request.max_output_tokens = Some(most);
    request
}

#[test]
fn the_connection_test_passes_and_learns_the_real_window() {
    let Some(server) = running() else { return };
    for protocol in PROTOCOLS {
        let provider = server.provider(protocol);
        let test = runtime().block_on(ConnectionTest::run(&*provider, ""));
        assert!(test.works(), "{protocol:?}: {test:#?}");
        assert_eq!(test.model.context_length, Some(u64::from(WINDOW)), "{protocol:?}");
        let count = test.of(ConnectionStep::Count).unwrap();
        assert!(count.detail.contains("tokens by the server"), "{protocol:?}: {count:?}");

        let locked = server.provider_with(protocol, "another");
        let test = runtime().block_on(ConnectionTest::run(&*locked, ""));
        let key = test.of(ConnectionStep::Key).unwrap();
        assert_eq!(key.outcome, StepOutcome::Failed, "{protocol:?}: {test:#?}");
    }
}

#[test]
fn streamed_and_plain_answers_cost_what_the_server_counted_before() {
    let Some(server) = running() else { return };
    for protocol in PROTOCOLS {
        let provider = server.provider(protocol);
        // `/v1/responses` takes no smaller limit than this.
        let request = request("What is the way to the water, please?", 16);
        let counted = runtime().block_on(provider.count(&request)).unwrap().unwrap();
        let mut streamed = String::new();
        let mut take = |delta: Delta<'_>| {
            if let Delta::Text(text) = delta {
                streamed.push_str(text);
            }
        };
        let reply = runtime().block_on(provider.chat(&request, &mut take)).unwrap();
        assert_eq!(reply.text(), streamed, "{protocol:?}");
        let usage = reply.usage.unwrap();
        assert_eq!(usage.input, counted, "{protocol:?}");
        assert!((1..=16).contains(&usage.output), "{protocol:?}: {usage:?}");
        let mut whole = request.clone();
        whole.stream = false;
        let plain = runtime().block_on(provider.chat(&whole, &mut |_| {})).unwrap();
        assert_eq!(plain.usage.unwrap().input, counted, "{protocol:?}");
    }
}

#[test]
fn an_answer_that_reaches_its_limit_says_so() {
    let Some(server) = running() else { return };
    // On `/v1/responses` the server calls such an answer completed.
    for protocol in [Protocol::OpenaiChat, Protocol::Anthropic] {
        let provider = server.provider(protocol);
        let long = (0..20).any(|_| {
            let request = request("Write many words.", 2);
            let reply = runtime().block_on(provider.chat(&request, &mut |_| {})).unwrap();
            reply.stop == StopReason::Length
        });
        assert!(long, "{protocol:?}");
    }
}

#[test]
fn a_request_that_is_too_long_is_told_with_the_servers_numbers() {
    let Some(server) = running() else { return };
    for protocol in PROTOCOLS {
        let provider: Arc<dyn Provider> = server.provider(protocol);
        let request = request(&"water ".repeat(3_000), 10);
        let error = runtime().block_on(provider.chat(&request, &mut |_| {})).unwrap_err();
        let ErrorClass::ContextLengthExceeded { limit, requested } = error.class else {
            panic!("{protocol:?}: {error:?}")
        };
        assert_eq!(limit, Some(u64::from(WINDOW)), "{protocol:?}");
        assert!(requested > limit, "{protocol:?}: {error:?}");
    }
}
