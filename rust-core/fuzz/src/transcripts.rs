//! Conversations in files of others.

use vibeue_core::ErrorKind;
use vibeue_core::conversation::pairing::check_pairs;
use vibeue_core::conversation::transcript::{Format, ReadOptions, Transcript, read, write};

/// Reads the bytes as a conversation. What is read has its calls and results
/// whole, and is written in every format as something that is read again
/// without a repair.
///
/// # Panics
/// If that does not hold.
pub fn transcripts(data: &[u8]) {
    let options = ReadOptions { max_messages: 2_000, ..ReadOptions::default() };
    let read_once = match read(data, &options) {
        Ok(transcript) => transcript,
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Input, "{error}");
            assert!(read(data, &options.strict()).is_err(), "strict takes less, never more");
            return;
        }
    };
    assert_eq!(read(data, &options).as_ref(), Ok(&read_once), "the same bytes, the same reading");
    let strict = read(data, &options.clone().strict());
    assert_eq!(strict.is_ok(), read_once.repairs.is_empty(), "{:?}", read_once.repairs);
    check_pairs(&read_once.conversation.messages).expect("calls and results are whole");
    assert_eq!(read_once.places.len(), read_once.conversation.messages.len());

    let text = read_once.to_text().expect("what was read can be written in its own format");
    let again = reread(&text, &options);
    assert_eq!(again.conversation.messages.len(), read_once.conversation.messages.len());
    assert_eq!(again.to_text().as_deref(), Ok(&*text), "what was written is written the same");

    for format in
        [Format::OpenAiArray, Format::OpenAiLines, Format::OpenAiObject, Format::Anthropic]
    {
        let crossed = write(&read_once.conversation, format, &read_once.layout)
            .expect("these formats have room for everything");
        // Where only blocks that the other provider does not know are left, no
        // line is; and a file without a line holds no conversation.
        if !crossed.trim().is_empty() && !read_once.conversation.messages.is_empty() {
            let crossed = reread(&crossed, &options);
            check_pairs(&crossed.conversation.messages).expect("calls and results stay whole");
        }
    }
}

/// Reads what we wrote.
fn reread(text: &str, options: &ReadOptions) -> Transcript {
    match read(text.as_bytes(), options) {
        Ok(transcript) => {
            assert_eq!(transcript.repairs, [], "what was written needs no repair: {text}");
            transcript
        }
        Err(error) => panic!("what was written cannot be read: {error}\n{text}"),
    }
}
