//! One program on standard streams.

use std::io::{BufReader, Read, Write};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use vibeue_core::tools::Policy;
use vibeue_core::tools::served::{Refuses, ServedTools, serve_streams};

use crate::client::call;
use crate::host::Tools;

#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What a program writes; it closes its end when it has that number of answers.
struct Paced<'a>(&'a [u8], Written, usize);

impl Read for Paced<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let answers = || self.1.0.lock().unwrap().iter().filter(|byte| **byte == b'\n').count();
        while self.0.is_empty() && answers() < self.2 {
            std::thread::yield_now();
        }
        self.0.read(buffer)
    }
}

#[test]
fn a_program_on_standard_streams_is_answered_until_it_closes_them() {
    let tools = Arc::new(Tools::default());
    let mut registry = vibeue_core::tools::Registry::default();
    registry.add(Arc::clone(&tools) as _);
    let served = Arc::new(ServedTools::new(registry, Policy::default(), Arc::new(Refuses)));
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": 3}});
    let messages = [
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": {"protocolVersion": "1999-01-01"}}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        call(1, "say", "hello"),
        call(2, "write", "a"),
        call(3, "wait", ""),
        cancel,
    ];
    let mut input: String = messages.iter().map(|message| format!("{message}\n")).collect();
    input.push_str("\nnot json\n");
    let written = Written::default();
    let paced = Paced(input.as_bytes(), written.clone(), 5);
    serve_streams(&served, BufReader::new(paced), written.clone()).unwrap();
    let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
    let mut answers: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // Calls end in any order.
    answers.sort_by_key(|answer| answer["id"].as_i64().unwrap_or(-1));
    let text = |at: usize| answers[at]["result"]["content"][0]["text"].as_str().unwrap_or_default();
    assert_eq!(answers[0]["error"]["code"], -32700);
    assert_eq!(answers[1]["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(text(2), "hello");
    assert!(
        text(3).starts_with("denied by the user: the user cannot be asked here;"),
        "{}",
        text(3)
    );
    assert!(!text(4).is_empty() && answers[4]["result"]["isError"] == true, "{answers:?}");
    assert_eq!(answers.len(), 5);
    assert_eq!(tools.written.load(std::sync::atomic::Ordering::SeqCst), 0);
}
