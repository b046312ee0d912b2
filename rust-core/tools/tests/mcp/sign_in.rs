//! Servers that require a sign-in.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use tempfile::TempDir;
use vibeue_core::tools::CallEnd;
use vibeue_core::tools::mcp::{
    McpServers, OwnClient, Reach, ServerConfig, ServerState, SignIns, SignOut,
};
use vibeue_scripted_server::mcp::{SignInServer, agree};

use crate::host::{Host, act, start};
use crate::scripted::Answer;
use crate::trial;

/// Long enough for a busy machine; only a fault waits for it.
const PATIENCE: Duration = Duration::from_secs(60);

const READY: &str = "ready: 1 tool, scripted 1.0, protocol 2025-11-25";

pub fn trials() -> Vec<Trial> {
    vec![
        trial("a person signs in, calls are shown the token, and it holds the next time", plain),
        trial("a token that is over or refused is renewed without the person", renewed),
        trial("a sign-in that is over is said to be, and another one helps", over),
        trial("a sign-in that does not reach far enough is asked for again with its scope", narrow),
        trial("the sign-in page is found however a server says where it is", discovered),
        trial("a client of the person's own shows its secret and asks for its scopes", own),
        trial("every sign-in that is not as it should be is refused by name", refused),
        trial("what is not the browser of the sign-in changes nothing", strangers),
        trial("a token goes to no other server and into no answer", kept_apart),
        trial("nobody can sign in where a key is set or nothing can be kept", without),
        trial("a sign-in that waits for the person ends with the servers", ended),
        trial("signing out forgets the token, has it revoked, and nothing else", signed_out),
        trial("a token that cannot be revoked is forgotten, and why is said", not_revoked),
        trial("a client of the person's own shows its secret to revoke a token", own_revoked),
    ]
}

struct Scene {
    folder: TempDir,
    server: SignInServer,
}

impl Scene {
    fn new(mode: &str) -> Self {
        Self { folder: TempDir::new().unwrap(), server: SignInServer::start(mode).unwrap() }
    }

    fn sign_ins(&self) -> SignIns {
        SignIns::new(self.folder.path().join("mine").join(SignIns::FILE_NAME))
    }

    fn config(&self) -> ServerConfig {
        let reach = Reach::Address { url: self.server.url(), headers: [].into() };
        let mut config = ServerConfig::new("s", reach);
        config.sign_ins = Some(self.sign_ins());
        config
    }

    fn start(&self) -> Arc<McpServers> {
        start(vec![self.config()])
    }

    fn signed_in(&self) -> Arc<McpServers> {
        let servers = self.start();
        sign_in(&servers);
        servers
    }

    fn kept(&self) -> String {
        std::fs::read_to_string(self.sign_ins().file()).unwrap_or_default()
    }
}

fn state(servers: &McpServers) -> ServerState {
    servers.reports().remove(0).state
}

/// Waits for a state that is as it has to be.
fn until(servers: &McpServers, is_it: impl Fn(&ServerState) -> bool) -> ServerState {
    let end = Instant::now() + PATIENCE;
    loop {
        let state = state(servers);
        if is_it(&state) {
            return state;
        }
        assert!(Instant::now() < end, "it stays {state:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// There is a page, or there is none.
fn has_answered(state: &ServerState) -> bool {
    !matches!(state, ServerState::SigningIn { page } if page.is_empty())
}

/// The page for the user's browser.
fn page(servers: &McpServers) -> String {
    assert!(servers.sign_in("s"), "{:?}", state(servers));
    match until(servers, has_answered) {
        ServerState::SigningIn { page } => page,
        other => panic!("there is no page: {other}"),
    }
}

fn sign_in(servers: &McpServers) {
    let end = agree(&page(servers)).unwrap();
    assert!(end.contains("You are signed in."), "{end}");
    let state = until(servers, |it| {
        matches!(
            it,
            ServerState::Ready { .. }
                | ServerState::Failed { .. }
                | ServerState::NeedsSignIn { .. }
        )
    });
    assert_eq!(state.to_string(), READY);
}

/// Why the user who tries to sign in is not signed in.
fn why_not(mode: &str) -> String {
    let scene = Scene::new(mode);
    let servers = scene.start();
    assert!(servers.sign_in("s"), "{mode}: {:?}", state(&servers));
    let state = until(&servers, has_answered);
    if let ServerState::SigningIn { page } = state {
        agree(&page).unwrap();
    }
    let state = until(&servers, |it| !matches!(it, ServerState::SigningIn { .. }));
    let ServerState::NeedsSignIn { why } = state else { panic!("{mode}: {state}") };
    assert_eq!(scene.kept(), "", "{mode}");
    assert_eq!(scene.server.faults(), Vec::<String>::new(), "{mode}");
    why
}

fn plain() {
    let scene = Scene::new("plain");
    let servers = scene.start();
    assert_eq!(state(&servers).to_string(), "needs sign-in: you are not signed in");
    sign_in(&servers);
    let reports = servers.reports();
    assert!(reports[0].is_signed_in && reports[0].tools == ["s__act"], "{reports:?}");
    drop(servers);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = scene.sign_ins().file().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let host = Host::new(vec![scene.config()], vec![act("c1"), Answer::text("Done.")]);
    assert_eq!(host.state().to_string(), READY);
    assert_eq!(host.allowed("Do it.").results, ["did it"]);
    host.assert_valid();
    assert_eq!(scene.server.faults(), Vec::<String>::new());
}

fn renewed() {
    for mode in ["short", "forgets"] {
        let scene = Scene::new(mode);
        drop(scene.signed_in());
        let script = vec![act("c1"), act("c2"), act("c3"), Answer::text("Done.")];
        let host = Host::new(vec![scene.config()], script);
        let turn = host.allowed("Do it three times.");
        assert_eq!(turn.results, ["did it", "did it", "did it"], "{mode}");
        assert!(scene.server.tokens().len() > 3, "{mode}: {:?}", scene.server.tokens());
        assert_eq!(scene.server.faults(), Vec::<String>::new(), "{mode}");
    }
}

fn over() {
    let scene = Scene::new("forgets_for_good");
    drop(scene.signed_in());
    // A greeting takes what is left of the token.
    let host = Host::new(vec![scene.config()], vec![act("c1"), Answer::text("Done.")]);
    let state = host.state().to_string();
    assert_eq!(state, "needs sign-in: the sign-in has expired");
    sign_in(&host.servers);
    let turn = host.allowed("Do it.");
    assert_eq!(turn.ends, [("s__act".to_owned(), CallEnd::Lost)]);
    assert_eq!(
        turn.results,
        [
            "the server s is not available: it requires a sign-in, and the sign-in has expired; ask the \
          user to sign in"
        ]
    );
    host.assert_valid();
    until(&host.servers, |it| matches!(it, ServerState::NeedsSignIn { .. }));
    sign_in(&host.servers);
}

fn narrow() {
    let scene = Scene::new("narrow");
    drop(scene.signed_in());
    let host = Host::new(vec![scene.config()], vec![act("c1"), Answer::text("Done.")]);
    let turn = host.allowed("Do it.");
    assert_eq!(turn.ends, [("s__act".to_owned(), CallEnd::Lost)]);
    let state = until(&host.servers, |it| matches!(it, ServerState::NeedsSignIn { .. }));
    assert_eq!(state.to_string(), "needs sign-in: the sign-in does not grant enough access");
    let page = page(&host.servers);
    assert!(page.contains("&scope=deep"), "{page}");
}

fn discovered() {
    for mode in ["bare", "old", "scope", "says_issuer"] {
        let scene = Scene::new(mode);
        let servers = scene.signed_in();
        assert!(servers.reports()[0].is_signed_in, "{mode}");
        assert_eq!(scene.server.faults(), Vec::<String>::new(), "{mode}");
    }
}

fn own() {
    let scene = Scene::new("no_registration");
    let mut config = scene.config();
    config.oauth = Some(OwnClient {
        id: "own".to_owned(),
        secret: Some("s e".to_owned()),
        scopes: vec!["one".to_owned(), "two".to_owned()],
        port: None,
    });
    let servers = start(vec![config]);
    let page = page(&servers);
    assert!(page.contains("client_id=own&") && page.ends_with("&scope=one+two"), "{page}");
    assert!(!page.contains("s+e"), "{page}");
    agree(&page).unwrap();
    let state =
        until(&servers, |it| !matches!(it, ServerState::SigningIn { .. } | ServerState::Starting));
    assert_eq!(state.to_string(), READY);
    assert_eq!(scene.server.faults(), Vec::<String>::new());
}

fn refused() {
    for (mode, why) in [
        ("no_registration", "\"oauth\": {\"clientId\": \"…\"}"),
        ("denies", "the authorization server refused: access_denied"),
        ("says_other_issuer", "the browser returned from a different authorization server"),
        ("other_issuer", "calls itself \"https://login.example.com\""),
        ("other_resource", "describes itself as a different one: \"https://bank.example.com/mcp\""),
        ("described_elsewhere", "is at another site"),
        ("insecure", "\"http://login.example.com\" is not encrypted"),
        ("no_pkce", "does not protect the sign-in"),
        ("endless", "its answer is too long"),
        ("redirects", "refused to issue a token: status 307"),
        ("echoes", "refused to issue a token: status 400"),
        ("odd_token", "answer has no token"),
    ] {
        let told = why_not(mode);
        assert!(told.contains(why), "{mode}: {told}");
        assert!(!told.contains("code-") && !told.contains("client-"), "{mode}: {told}");
    }
}

fn strangers() {
    let scene = Scene::new("plain");
    let servers = scene.start();
    let page = page(&servers);
    let back = page.split("redirect_uri=http%3A%2F%2F127.0.0.1%3A").nth(1).unwrap();
    let port = back.split('%').next().unwrap();
    for target in [
        "callback?code=mine&state=guessed",
        "callback?code=mine",
        "callback?error=access_denied&state=guessed",
        "",
        "favicon.ico",
    ] {
        let answer = agree(&format!("http://127.0.0.1:{port}/{target}")).unwrap();
        assert!(answer.starts_with("HTTP/1.1 404 "), "{target}: {answer}");
        assert!(!answer.contains("guessed"), "{answer}");
    }
    // Some that say nothing, and stay.
    let silent: Vec<_> = (0..8)
        .map(|_| std::net::TcpStream::connect(format!("127.0.0.1:{port}")).unwrap())
        .collect();
    assert!(matches!(state(&servers), ServerState::SigningIn { .. }));
    agree(&page).unwrap();
    until(&servers, |it| matches!(it, ServerState::Ready { .. }));
    drop(silent);
    assert!(!scene.server.requests().iter().any(|line| line.contains("mine")));
}

fn kept_apart() {
    let scene = Scene::new("echoing_tool");
    drop(scene.signed_in());
    let host = Host::new(vec![scene.config()], vec![act("c1"), Answer::text("Done.")]);
    assert_eq!(host.allowed("Do it.").results, ["did it with Bearer [token]"]);
    let other = SignInServer::start("plain").unwrap();
    let mut config = scene.config();
    config.reach = Reach::Address { url: other.url(), headers: [].into() };
    let servers = start(vec![config]);
    assert_eq!(state(&servers).to_string(), "needs sign-in: you are not signed in");
    let shown = format!("{:?} {:?}", servers, servers.reports());
    assert!(scene.server.tokens().iter().all(|token| !shown.contains(token.as_str())), "{shown}");
}

fn without() {
    let scene = Scene::new("plain");
    let mut keyed = scene.config();
    keyed.reach = Reach::Address {
        url: scene.server.url(),
        headers: [("authorization".to_owned(), "Bearer mine".to_owned())].into(),
    };
    let mut nowhere = scene.config();
    nowhere.sign_ins = None;
    for config in [keyed, nowhere] {
        let servers = start(vec![config]);
        let state = state(&servers).to_string();
        assert!(state.starts_with("failed: ") && state.contains("uth"), "{state}");
        assert!(!servers.sign_in("s") && !servers.sign_in("other"));
    }
    let spoilt = scene.sign_ins();
    std::fs::create_dir_all(spoilt.file().parent().unwrap()).unwrap();
    std::fs::write(spoilt.file(), "{\"servers\": {\"token-secret\": }}").unwrap();
    let state = state(&scene.start()).to_string();
    assert!(state.contains("the sign-ins cannot be read: line 1 "), "{state}");
    assert!(!state.contains("token-secret"), "{state}");
}

fn ended() {
    let scene = Scene::new("plain");
    let servers = scene.start();
    let page = page(&servers);
    servers.stop();
    assert_eq!(state(&servers), ServerState::Stopped);
    // Nobody waits for the browser any more.
    let end = agree(&page).unwrap_or_default();
    assert!(!end.contains("You are signed in."), "{end}");
    assert_eq!(scene.kept(), "");
}

fn signed_out() {
    let (one, other) = (Scene::new("plain"), Scene::new("plain"));
    drop(one.signed_in());
    let mut config = other.config();
    config.sign_ins = Some(one.sign_ins());
    let servers = start(vec![config]);
    sign_in(&servers);
    let (sign_ins, url) = (one.sign_ins(), one.server.url());
    let forgotten = sign_ins.forget(&url).unwrap().unwrap();
    assert!(sign_ins.forget(&url).unwrap().is_none());
    assert_eq!(state(&one.start()).to_string(), "needs sign-in: you are not signed in");
    assert!(one.kept().contains(&other.server.url()));
    assert_eq!(Path::new(SignIns::FILE_NAME), Path::new("sign-ins.json"));
    assert_eq!(one.server.revoked(), []);
    assert_eq!(forgotten.revoke(), SignOut::Revoked);
    let kinds = |server: &SignInServer| -> Vec<String> {
        server.revoked().into_iter().map(|(kind, _)| kind).collect()
    };
    assert_eq!(kinds(&one.server), ["refresh_token", "access_token"]);
    assert_eq!((one.server.tokens(), kinds(&other.server)), (vec![], vec![]));
    assert_eq!(one.server.faults(), Vec::<String>::new());
}

fn not_revoked() {
    for (mode, asked, why) in [
        ("no_revocation", 0, "the authorization server has no revocation endpoint"),
        (
            "insecure_revocation",
            0,
            "the revocation endpoint \"http://login.example.com/revoke\" is not encrypted",
        ),
        ("busy_revocation", 2, "refresh_token: status 503, access_token: status 503"),
        ("half_revocation", 2, "access_token: unsupported_token_type"),
        ("silent_revocation", 1, "the authorization server does not answer within 5 seconds"),
    ] {
        let scene = Scene::new(mode);
        drop(scene.signed_in());
        let begun = Instant::now();
        let forgotten = scene.sign_ins().forget(&scene.server.url()).unwrap().unwrap();
        // It is forgotten whatever the other side does.
        assert!(!scene.kept().contains("-secret"), "{mode}");
        let shown = format!("{forgotten:?}");
        let end = forgotten.revoke();
        assert_eq!(end, SignOut::StillValid { why: why.to_owned() }, "{mode}");
        assert!(begun.elapsed() < PATIENCE, "{mode}");
        assert_eq!(scene.server.revoked().len(), asked, "{mode}");
        assert_eq!(scene.server.faults(), Vec::<String>::new(), "{mode}");
        assert!(!shown.contains("-secret") && !end.to_string().contains("-secret"), "{mode}");
    }
}

fn own_revoked() {
    let scene = Scene::new("no_registration");
    let mut config = scene.config();
    config.oauth = Some(OwnClient {
        id: "own".to_owned(),
        secret: Some("s e".to_owned()),
        ..OwnClient::default()
    });
    let servers = start(vec![config]);
    sign_in(&servers);
    drop(servers);
    let forgotten = scene.sign_ins().forget(&scene.server.url()).unwrap().unwrap();
    assert_eq!(forgotten.revoke(), SignOut::Revoked);
    assert_eq!(scene.server.faults(), Vec::<String>::new());
}
