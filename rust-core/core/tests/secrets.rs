//! Which credentials are masked, and what of the same shape is not.

#[path = "support/credentials.rs"]
mod credentials;

use credentials::*;
use proptest::prelude::*;
use vibeue_core::conversation::{Message, MessageId, Role, ToolResult};
use vibeue_core::secrets::{MASK, Masked, mask};

#[test]
fn every_kind_of_credential_is_masked_and_what_is_around_it_stays() {
    let mut missed = Vec::new();
    for (nth, template) in KINDS.iter().enumerate() {
        let (text, secret) = planted(template, nth as u64 + 11);
        let expected = text.replace(&secret, MASK);
        let masked = mask(&text);
        if masked != expected {
            missed.push(format!("{text}\n   -> {masked}\n"));
        }
        assert_eq!(mask(&masked), masked, "masking again changes nothing");
    }
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), KINDS.len(), missed.join("\n"));
}

/// Where hashes, GUIDs and ids are met. All are to stay.
const HARMLESS: &[&str] = &[
    "commit {h40}",
    "Merge {h40} into main",
    "sha256:{h64}",
    "\"integrity\": \"sha512-{w86}==\"",
    "\"AssetGuid\": \"{h8}-{h4}-{h4}-{h4}-{h12}\"",
    "Guid={h32}",
    "(A={u8},B={u8},C={u8},D={u8})",
    "NodeGuid={h8}{h8}{h8}{h8}",
    "reservation {u6} of user sara_doe_{h4}",
    "call_{w24}",
    "toolu_{w24}",
    "request_id: req_{w24}",
    "trace-id {h32}-{h16}-01",
    "etag: \"{h32}\"",
    "uuid = {h8}-{h4}-4{h3}-a{h3}-{h12}",
    "docker image registry.local/door@sha256:{h64}",
    "/Game/Doors/BP_Door_C_{h8}",
    "D:\\Build\\Intermediate\\{h32}\\Module.obj",
    "https://build.local/artifacts/{h40}/log.txt",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA{w43} ci@build",
    "-----BEGIN CERTIFICATE-----\n{w64}\n-----END CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----\n{w64}\n-----END PUBLIC KEY-----",
    "max_tokens: 4096, token_count = 18{h4}",
    "\"nextPageToken\": \"{w40}\"",
    "cache_key={h40}",
    "\"primaryKey\": \"{h8}-{h4}-{h4}-{h4}-{h12}\"",
    "PartitionKey: user#{h12}",
    "version 5.6.1-{h8}+++UE5+Release-5.6",
    "order id 1Z{u16}",
    "thumbprint {h40}",
    "blob {h40} 1024",
    "Cargo.lock checksum = \"{h64}\"",
    "content hash {h64} matched",
    "P4 change 1{h7}",
    "session {h8}-{h4}-{h4}-{h4}-{h12} opened",
    "texture group TEXTUREGROUP_{u12}",
    "\"key\": \"BP_Door_C_0\"",
    "<add key=\"globalPackagesFolder\" value=\"{h40}\" />",
    "<input name=\"key\" value=\"BP_Door_C_0\">",
    "\"keys\": [\"{h32}\", \"{h32}\"]",
    "data:image/png;base64,{w80}",
    "m{h8}.png {h40}",
];

/// Code and prose about credentials, with none in it.
const ABOUT: &[&str] = &[
    "if (Password.IsEmpty()) { return; }",
    "password: string;",
    "FString Token = Lexer.Next();",
    "token = tokens[i]",
    "let secret = env::var(\"APP_SECRET\")?;",
    "api_key=os.environ[\"OPENAI_API_KEY\"]",
    "def login(user, password=None):",
    "\"password\": {\"type\": \"string\", \"minLength\": 8}",
    "the password is wrong",
    "Your password must have at least 8 characters.",
    "\"password\": \"Password must have at least 8 characters\"",
    "export API_KEY=<your key>",
    "API_KEY=${API_KEY}",
    "token: \"{{ secrets.TOKEN }}\"",
    "password = ********",
    "self.token = token",
    "auth: required",
    "Authorization: Bearer $TOKEN",
    "the author of this token is unknown",
    "BasePass: 2.31 ms, DepthPass=0.42ms",
    "PWD=/home/ci/project",
    "keyboard: W A S D",
    "tokens: 8192",
    "\"token\": \"token\"",
    "secretly opened",
    "the secret door is behind BP_Shelf_2",
    "secret: the vault opens with Gen->IsOn()",
    "InputKey == EKeys::SpaceBar",
    "const key = row.id;",
    "http://localhost:8080/path@2x.png",
    "mail me@studio.example: the door",
    "https://user@github.com/studio/vault.git",
    "git@github.com:studio/vault.git",
    "Basic usage: 2 examples",
    "bearer of bad news",
    "task-3-of-the-long-list-of-2026",
    "sk-learn-like interface v2",
    "a token budget of 16000",
    "SignatureHelp = true; signature=(int a, int b)",
    "Cookie settings",
    "mysql -u root -p game < dump.sql",
    "mysql -P 3306 -h db.local",
    "p4 -p ssl:perforce.local:1666 info",
    "p4 -P takes the password",
    "ssh -p 2222 ci@build.local",
    "docker run -p8080:80 game",
    "mkdir -p Saved/Logs2",
    "the spin is 4711 degrees",
    "GPIO pin: 17, pin=3",
    "the exec pin is not connected",
    "Pin code paths with a test",
];

#[test]
fn hashes_guids_and_ids_are_hardly_ever_taken_for_secrets() {
    let cases: Vec<String> = (0..5)
        .flat_map(|seed| {
            HARMLESS.iter().enumerate().map(move |(nth, template)| {
                planted(&format!("{template}«»"), seed * 1_000 + nth as u64 + 5).0
            })
        })
        .collect();
    let wrong: Vec<String> = cases
        .iter()
        .filter(|text| mask(text) != **text)
        .map(|text| format!("{text}\n   -> {}", mask(text)))
        .collect();
    assert_eq!(cases.len(), 210);
    assert!(wrong.len() <= 4, "{} of 210, 2 % are allowed:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn code_and_prose_about_credentials_stay_as_they_are() {
    let wrong: Vec<String> = ABOUT
        .iter()
        .filter(|text| mask(text) != **text)
        .map(|text| format!("{text}\n   -> {}", mask(text)))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn an_environment_file_loses_all_its_values_that_are_secret_and_no_other() {
    let key = noise(32, 3, WORD);
    let hex = noise(64, 4, HEX);
    let file = format!(
        "# the build machine\nPORT=8080\nHOST=build.local\nDEBUG=true\nDB_USER=door\n\
         DB_PASSWORD=horse\nREDIS_PASS=battery9\nAPI_KEY={key}\nJWT_SECRET={hex}\n\
         SESSION_SECRET=staple\nSTRIPE_KEY=rk_live_{key}\nMAIL_PASSWORD='with space 1!'\n\
         SENTRY_DSN=https://{hex}@sentry.local/42\nS3_SECRET_ACCESS_KEY={key}\n\
         GOOGLE_CLIENT_SECRET={key}\nVERSION=5.6.1\nCACHE_KEY={hex}\nSIGNING_KEY={hex}\n"
    );
    let expected = "# the build machine\nPORT=8080\nHOST=build.local\nDEBUG=true\nDB_USER=door\n\
         DB_PASSWORD=[secret]\nREDIS_PASS=[secret]\nAPI_KEY=[secret]\nJWT_SECRET=[secret]\n\
         SESSION_SECRET=[secret]\nSTRIPE_KEY=[secret]\nMAIL_PASSWORD='[secret]'\n\
         SENTRY_DSN=https://[secret]@sentry.local/42\nS3_SECRET_ACCESS_KEY=[secret]\n\
         GOOGLE_CLIENT_SECRET=[secret]\nVERSION=5.6.1\nCACHE_KEY="
        .to_owned()
        + &hex
        + "\nSIGNING_KEY=[secret]\n";
    assert_eq!(mask(&file), expected);
}

#[test]
fn a_secret_is_masked_where_it_occurs_without_its_name_and_other_messages_are_not_copied() {
    let key = noise(32, 9, WORD);
    let messages = [
        Message::text(MessageId(1), Role::User, "Read .env and start the build."),
        Message::tool_result(MessageId(2), "c", None, format!("API_KEY={key}\n"), false),
        Message::text(MessageId(3), Role::Assistant, format!("I start it with {key}.")),
    ];
    let refs: Vec<&Message> = messages.iter().collect();
    let masked = Masked::of(&refs);
    let view = masked.view(&refs);
    assert!(std::ptr::eq(view[0], refs[0]), "a message without a secret is the original");
    assert_eq!(
        view[1].tool_results().next().map(ToolResult::joined_text),
        Some("API_KEY=[secret]\n".into())
    );
    assert_eq!(view[2].joined_text(), "I start it with [secret].");
    assert_eq!(masked.count(), 1);
    let harmless = Masked::of(&refs[..1]);
    assert!(std::ptr::eq(harmless.view(&refs[..1])[0], refs[0]));
}

#[test]
fn what_reads_as_a_secret_only_beside_a_mask_is_masked_at_once() {
    let cases = [
        (
            "password\u{662f}\"hunter2Cookie:  is 0123456789abcdefABCDEFkey=\"",
            "password\u{662f}\"[secret]\"",
        ),
        (
            "token \u{662f}\"hunter2Cookie:  is 0123456789abcdefABCDEFkey=\", then go on.",
            "token \u{662f}\"hunter2Cookie:  [secret]\", then go on.",
        ),
    ];
    for (text, masked) in cases {
        assert_eq!(mask(text), masked, "{text}");
        assert_eq!(mask(masked), masked, "{masked}");
    }
}

/// The pieces of names, values and marks.
fn pieces() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "password",
        "=",
        ":",
        "\"",
        "'",
        "\\",
        "\\\"",
        " is ",
        "token",
        "://",
        "@",
        "-----BEGIN ",
        "PRIVATE KEY-----",
        "Bearer ",
        "sk-",
        "a1",
        "hunter2",
        "\n",
        " ",
        "é",
        "密码",
        "是",
        "🙂",
        "(",
        ")",
        "<",
        ">",
        "[secret]",
        "0123456789abcdefABCDEF",
        "-u ",
        "Cookie: ",
        "key=",
        "=>",
        ";",
        "&3",
        "mysql",
        " -p",
        "p4 -P ",
        "PIN is 4711",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_is_masked_without_panic_and_twice_is_once(
        parts in prop::collection::vec(pieces(), 0..40),
    ) {
        let text = parts.concat();
        let once = mask(&text).into_owned();
        prop_assert_eq!(mask(&once), once.as_str(), "of {:?}", text);
    }
}
