//! A key that is fetched from the credential store before the first request,
//! as the editor has it. Run by `.ci/credentials`, in a private session bus with
//! GNOME Keyring.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use vibeue_core::provider::{
    Connection, ConnectionRequest, CredentialStore, ErrorClass, Origin, connect,
};
use vibeue_scripted_server::{Model, Script, Server};

#[tokio::test]
#[ignore = "needs a keyring on a session bus of its own: .ci/credentials"]
async fn a_host_that_must_not_wait_has_its_key_fetched_and_fetched_again_once_it_is_rejected() {
    let models = vec![Model::new("local", 8_192)];
    let key = Some("sk-right-0123456789".to_owned());
    let server = Server::start(Script { key, models, ..Script::default() }).unwrap();
    let request = ConnectionRequest {
        base_url: format!("{}/v1", server.url()),
        model: "local".to_owned(),
        key_is_kept: true,
        ..ConnectionRequest::default()
    };
    let connection = Connection::resolve(&request, &|_| None, &|_| Ok(None)).unwrap();
    let origin = connection.kept_key.clone().unwrap();
    assert_eq!(origin, Origin::named(&server.url()).unwrap());
    let provider = connect(&connection.config()).unwrap();
    let store = CredentialStore::of_system(&|name| std::env::var(name).ok());

    let none = provider.models().await.unwrap_err();
    assert_eq!(none.class, ErrorClass::Authentication);
    assert!(none.message.contains("has no key for http://127.0.0.1:"), "{none}");

    store.keep(&origin, &"sk-wrong-0123456789".into()).await.unwrap();
    let rejected = provider.models().await.unwrap_err();
    assert_eq!(rejected.class, ErrorClass::Authentication);
    assert!(!rejected.to_string().contains("0123456789"), "{rejected}");

    store.keep(&origin, &"sk-right-0123456789".into()).await.unwrap();
    let listed = provider.models().await.unwrap();
    assert_eq!(listed.iter().map(|model| model.id.as_str()).collect::<Vec<_>>(), ["local"]);

    // It is fetched once: without the store the key is at hand.
    assert!(store.remove(&origin).await.unwrap());
    assert_eq!(provider.models().await.unwrap().len(), 1);
    assert!(!format!("{provider:?}").contains("0123456789"));
}
