//! One table for every host: what was chosen, and what it resolves to.

use secrecy::ExposeSecret;

use super::{Connection, ConnectionFault, ConnectionRequest, Kept, KeySource};
use crate::{CredentialFault, Preset};

const NOTHING_KEPT: Kept<'static> = &|_| Ok(None);

/// A whole connection on one line.
fn line(connection: &Connection) -> String {
    let key = connection.key.as_ref().map(|key| {
        let from = match &key.source {
            KeySource::Given => "given",
            KeySource::Variable(name) => name,
            KeySource::Store => "store",
        };
        format!("{from}={}", key.secret.expose_secret())
    });
    format!(
        "{} {} {} {} {}",
        connection.preset.map_or("-", |preset| preset.name),
        connection.protocol.name(),
        connection.base_url,
        if connection.model.is_empty() { "-" } else { &connection.model },
        key.as_deref().unwrap_or("-"),
    )
}

/// What a choice resolves to: the connection, or the fault as the user reads
/// it. The choice is written as `field=value`, the environment as `NAME=value`.
fn resolved(chosen: &[(&str, &str)], environment: &[(&str, &str)]) -> String {
    let mut request = ConnectionRequest { model: "m".to_owned(), ..ConnectionRequest::default() };
    for &(field, value) in chosen {
        match field {
            "provider" => value.clone_into(&mut request.provider),
            "protocol" => value.clone_into(&mut request.protocol),
            "base_url" => value.clone_into(&mut request.base_url),
            "model" => value.clone_into(&mut request.model),
            "key_variable" => value.clone_into(&mut request.key_variable),
            "key" => request.key = Some(value.into()),
            "allow_insecure" => request.allow_insecure = true,
            "provider_by_key" => request.provider_by_key = true,
            "kept_keys" => request.kept_keys.push(Preset::find(value).unwrap()),
            "model_by_server" => request.model_by_server = true,
            other => panic!("no field {other}"),
        }
    }
    let read = |name: &str| {
        assert!(!name.contains(['=', '\0']), "the standard library panics on {name:?}");
        let found = environment.iter().find(|(variable, _)| *variable == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    match Connection::resolve(&request, &read, NOTHING_KEPT) {
        Ok(connection) => line(&connection),
        Err(fault) => format!("{}: {fault}", fault.place()),
    }
}

const OPENAI: &[(&str, &str)] = &[("OPENAI_API_KEY", " sk-own \n")];

#[test]
fn a_presets_own_key_goes_to_its_own_origin_whatever_the_path() {
    let at = |address: &str| resolved(&[("provider", "openai"), ("base_url", address)], OPENAI);
    for (address, expected) in [
        ("", "openai openai https://api.openai.com/v1 m OPENAI_API_KEY=sk-own"),
        (
            "https://API.openai.com/v1/",
            "openai openai https://API.openai.com/v1/ m OPENAI_API_KEY=sk-own",
        ),
        (
            "https://api.openai.com:443/v1",
            "openai openai https://api.openai.com:443/v1 m OPENAI_API_KEY=sk-own",
        ),
        (
            "https://api.openai.com",
            "openai openai https://api.openai.com/v1 m OPENAI_API_KEY=sk-own",
        ),
        (
            " https://api.openai.com/ ",
            "openai openai https://api.openai.com/v1 m OPENAI_API_KEY=sk-own",
        ),
        (
            "https://api.openai.com/v2",
            "openai openai https://api.openai.com/v2 m OPENAI_API_KEY=sk-own",
        ),
        (
            "https://api.openai.com.evil.example/v1",
            "openai openai https://api.openai.com.evil.example/v1 m -",
        ),
        ("https://api.openai.com:8443/v1", "openai openai https://api.openai.com:8443/v1 m -"),
        ("http://127.0.0.1:8080/v1", "openai openai http://127.0.0.1:8080/v1 m -"),
        ("http://127.0.0.1:8080", "openai openai http://127.0.0.1:8080 m -"),
    ] {
        assert_eq!(at(address), expected, "{address}");
    }
    assert_eq!(
        at("https://api.openai.com@evil.example/v1"),
        "base_url: the address contains a user name or a password (remove it and set it as the key \
         instead, so that it is not logged)"
    );
    let plain = [("provider", "openai"), ("base_url", "http://api.openai.com/v1")];
    assert_eq!(
        resolved(&plain, OPENAI),
        "base_url: http to api.openai.com is not encrypted: anyone in between can read the \
         conversation and the key (use https, or allow insecure connections for this server)"
    );
    let allowed = [plain[0], plain[1], ("allow_insecure", "")];
    assert_eq!(resolved(&allowed, OPENAI), "openai openai http://api.openai.com/v1 m -");
}

#[test]
fn an_address_alone_tells_whose_server_it_is() {
    let environment = [
        ("OPENAI_API_KEY", "o"),
        ("ANTHROPIC_AUTH_TOKEN", "a"),
        ("OLLAMA_API_KEY", "l"),
        ("LM_API_TOKEN", "t"),
    ];
    for (address, expected) in [
        ("https://api.openai.com", "openai openai https://api.openai.com/v1 m OPENAI_API_KEY=o"),
        (
            "https://api.anthropic.com/v1",
            "anthropic anthropic https://api.anthropic.com/v1 m ANTHROPIC_AUTH_TOKEN=a",
        ),
        ("http://localhost:11434", "ollama ollama http://localhost:11434 m OLLAMA_API_KEY=l"),
        ("http://localhost:11434/v1", "ollama openai http://localhost:11434/v1 m OLLAMA_API_KEY=l"),
        ("http://localhost:1234", "lmstudio openai http://localhost:1234/v1 m LM_API_TOKEN=t"),
        ("http://127.0.0.1:8080/v1", "llamacpp openai http://127.0.0.1:8080/v1 m -"),
        ("https://models.example/v1", "- openai https://models.example/v1 m -"),
        ("https://models.example", "- openai https://models.example m -"),
    ] {
        assert_eq!(resolved(&[("base_url", address)], &environment), expected, "{address}");
    }
}

#[test]
fn a_protocol_that_was_chosen_wins_over_the_presets() {
    let chosen = [("provider", "ollama"), ("protocol", "openai")];
    assert_eq!(resolved(&chosen, &[]), "ollama openai http://127.0.0.1:11434 m -");
    let bare = [("base_url", "https://gate.example"), ("protocol", "anthropic")];
    assert_eq!(resolved(&bare, &[]), "- anthropic https://gate.example m -");
    let rooted = [("base_url", "https://api.openai.com"), ("protocol", "gemini")];
    assert_eq!(
        resolved(&rooted, OPENAI),
        "openai gemini https://api.openai.com m OPENAI_API_KEY=sk-own"
    );
    // A protocol's name also selects its provider.
    let named = [("provider", "responses")];
    assert_eq!(
        resolved(&named, OPENAI),
        "openai-responses responses https://api.openai.com/v1 m OPENAI_API_KEY=sk-own"
    );
}

#[test]
fn a_named_variable_wins_over_a_given_key_and_that_over_the_presets_own() {
    let environment = [("OPENAI_API_KEY", "a"), ("MINE", "c"), ("BLANK", " ")];
    let key = |chosen: &[(&str, &str)]| {
        let chosen = [&[("provider", "openai")], chosen].concat();
        resolved(&chosen, &environment).replace("openai openai https://api.openai.com/v1 m ", "")
    };
    assert_eq!(key(&[]), "OPENAI_API_KEY=a");
    assert_eq!(key(&[("key", " b ")]), "given=b");
    assert_eq!(key(&[("key", " ")]), "OPENAI_API_KEY=a");
    assert_eq!(key(&[("key", "b"), ("key_variable", " MINE ")]), "MINE=c");
    for name in ["NONE", "BLANK"] {
        assert_eq!(
            key(&[("key", "b"), ("key_variable", name)]),
            format!(
                "key_variable: the environment variable {name} is not set (set it and restart this program, or remove its name)"
            )
        );
    }
    for name in ["A=B", "A\0B"] {
        assert_eq!(
            key(&[("key", "b"), ("key_variable", name)]),
            "key_variable: this is not the name of an environment variable (put the key into one, \
             and its name here)"
        );
    }
    // If the user names the key explicitly, it is sent where the user says.
    let elsewhere = [("base_url", "https://models.example/v1"), ("key_variable", "MINE")];
    assert_eq!(resolved(&elsewhere, &environment), "- openai https://models.example/v1 m MINE=c");
}

#[test]
fn the_only_key_in_the_environment_chooses_the_provider_where_that_is_allowed() {
    let by_key = [("provider_by_key", "")];
    let gemini = [("GEMINI_API_KEY", " "), ("GOOGLE_API_KEY", "g")];
    assert_eq!(
        resolved(&by_key, &gemini),
        "gemini gemini https://generativelanguage.googleapis.com m GOOGLE_API_KEY=g"
    );
    assert_eq!(
        resolved(&by_key, OPENAI),
        "openai openai https://api.openai.com/v1 m OPENAI_API_KEY=sk-own"
    );
    assert_eq!(
        resolved(&by_key, &[gemini[1], OPENAI[0]]),
        "provider: no provider is chosen, and there are keys for several (choose one of: openai, \
         gemini)"
    );
    // What the credential store has counts if the environment has none.
    let kept = [by_key[0], ("kept_keys", "anthropic")];
    assert!(resolved(&kept, OPENAI).starts_with("openai "));
    let no_key = "key: Anthropic does not answer without a key (give a key, or set \
                  ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN)";
    assert_eq!(resolved(&kept, &[]), no_key);
    let two = [by_key[0], kept[1], ("kept_keys", "gemini")];
    assert_eq!(
        resolved(&two, &[]),
        "provider: no provider is chosen, and there are keys for several (choose one of: \
         anthropic, gemini)"
    );
    let none = "provider: no provider is chosen (choose a provider, or give the address of a \
                server)";
    assert_eq!(resolved(&by_key, &[]), none);
    assert_eq!(resolved(&[], &gemini), none);
}

#[test]
fn the_first_thing_that_is_missing_is_told() {
    for (chosen, expected) in [
        (
            vec![("provider", "skynet"), ("protocol", "telepathy")],
            "provider: there is no provider `skynet` (choose one of: openai, openai-responses, \
             anthropic, gemini, openrouter, ollama, lmstudio, llamacpp, vllm, sglang, litellm)",
        ),
        (
            vec![("provider", "openai"), ("protocol", "telepathy")],
            "protocol: there is no protocol `telepathy` (choose one of: openai, responses, \
             anthropic, gemini, ollama)",
        ),
        (
            vec![("provider", "anthropic"), ("model", " ")],
            "model: no model is chosen (give the model's id as its server knows it)",
        ),
        (
            vec![("provider", "anthropic")],
            "key: Anthropic does not answer without a key (give a key, or set ANTHROPIC_API_KEY \
             or ANTHROPIC_AUTH_TOKEN)",
        ),
        (
            vec![("base_url", "https://api.openai.com")],
            "key: OpenAI does not answer without a key (give a key, or set OPENAI_API_KEY)",
        ),
        (
            vec![("provider", "ollama"), ("model", ""), ("model_by_server", "")],
            "ollama ollama http://127.0.0.1:11434 - -",
        ),
    ] {
        assert_eq!(resolved(&chosen, &[]), expected, "{chosen:?}");
    }
}

#[test]
fn every_preset_resolves_to_itself() {
    let read = |_: &str| Some("k".to_owned());
    for preset in Preset::ALL {
        let request = ConnectionRequest {
            provider: preset.name.to_owned(),
            model: "m".to_owned(),
            ..ConnectionRequest::default()
        };
        let connection = Connection::resolve(&request, &read, NOTHING_KEPT).unwrap();
        assert_eq!(
            line(&connection),
            format!(
                "{} {} {} m {}=k",
                preset.name,
                preset.protocol.name(),
                preset.base_url,
                preset.key_variables[0]
            )
        );
        let config = connection.config();
        assert_eq!(
            (config.protocol, config.base_url, config.model, config.key.is_some()),
            (preset.protocol, preset.base_url.to_owned(), "m".to_owned(), true)
        );
    }
}

#[test]
fn neither_a_request_nor_a_connection_nor_a_fault_shows_a_secret() {
    let request = ConnectionRequest {
        base_url: "https://me:hunter22@example.org".to_owned(),
        model: "m".to_owned(),
        key: Some("sk-secret-1234567".into()),
        headers: vec![("X-Gateway".to_owned(), "hidden-7654321".into())],
        ..ConnectionRequest::default()
    };
    let fault: ConnectionFault =
        Connection::resolve(&request, &|_| None, NOTHING_KEPT).unwrap_err();
    let right = ConnectionRequest { base_url: "https://example.org".to_owned(), ..request.clone() };
    let connection = Connection::resolve(&right, &|_| None, NOTHING_KEPT).unwrap();
    let shown = format!("{request:?} {fault:?} {fault} {connection:?}");
    assert!(!shown.contains("hunter22") && !shown.contains("1234567"), "{shown}");
    assert!(!shown.contains("7654321"), "{shown}");
    assert_eq!(
        connection.config().headers,
        [("X-Gateway".to_owned(), "hidden-7654321".to_owned())]
    );
}

#[test]
fn the_credential_store_comes_last_and_is_asked_for_the_servers_origin() {
    let asked = std::cell::RefCell::new(Vec::new());
    let resolved = |request: &ConnectionRequest, set: &str, kept: Result<Option<&str>, _>| {
        let read = |name: &str| (name == set).then(|| "env".to_owned());
        let found = Connection::resolve(request, &read, &|origin| {
            asked.borrow_mut().push(origin.to_string());
            kept.clone().map(|key| key.map(Into::into))
        });
        let found = match found {
            Ok(Connection { kept_key: Some(origin), key: None, .. }) => format!("later {origin}"),
            Ok(found) => line(&found),
            Err(fault) => format!("{}: {fault}", fault.place()),
        };
        (found, std::mem::take(&mut *asked.borrow_mut()))
    };
    let at = |provider: &str, base_url: &str| ConnectionRequest {
        provider: provider.to_owned(),
        base_url: base_url.to_owned(),
        model: "m".to_owned(),
        ..ConnectionRequest::default()
    };
    let openai = at("openai", "");
    let key = Ok(Some("kept"));
    let of_openai = vec!["https://api.openai.com".to_owned()];
    let begin = "openai openai https://api.openai.com/v1 m";
    let found = |end: &str, asked: &[String]| (format!("{begin} {end}"), asked.to_vec());
    assert_eq!(resolved(&openai, "", key.clone()), found("store=kept", &of_openai));
    assert_eq!(resolved(&openai, "OPENAI_API_KEY", key.clone()), found("OPENAI_API_KEY=env", &[]));
    let given = ConnectionRequest { key: Some("given".into()), ..openai.clone() };
    assert_eq!(resolved(&given, "", key.clone()), found("given=given", &[]));
    let gate = at("openai", "https://gate.example/v1");
    assert_eq!(
        resolved(&gate, "OPENAI_API_KEY", key.clone()),
        (
            "openai openai https://gate.example/v1 m store=kept".to_owned(),
            vec!["https://gate.example".to_owned()]
        )
    );
    // A host that must not wait.
    let later = ConnectionRequest { key_is_kept: true, ..openai.clone() };
    let expected = ("later https://api.openai.com".to_owned(), Vec::new());
    assert_eq!(resolved(&later, "", key.clone()), expected);
    assert_eq!(resolved(&later, "OPENAI_API_KEY", key), found("OPENAI_API_KEY=env", &[]));
    // A store that gives nothing.
    let no_key = "key: OpenAI does not answer without a key (give a key, or set OPENAI_API_KEY)";
    let no_key = (no_key.to_owned(), of_openai.clone());
    assert_eq!(resolved(&openai, "", Ok(None)), no_key);
    assert_eq!(resolved(&openai, "", Err(CredentialFault::Absent)), no_key);
    let refused = CredentialFault::Refused;
    let locked = format!("key: {refused}");
    assert_eq!(resolved(&openai, "", Err(refused.clone())), (locked.clone(), of_openai));
    let ollama = at("ollama", "");
    let of_ollama = vec!["http://127.0.0.1:11434".to_owned()];
    let keyless = "ollama ollama http://127.0.0.1:11434 m -".to_owned();
    assert_eq!(resolved(&ollama, "", Err(CredentialFault::Silent)), (keyless, of_ollama.clone()));
    // It has a key for it: a request without would only be rejected.
    assert_eq!(resolved(&ollama, "", Err(refused)), (locked, of_ollama));
}

#[test]
fn a_store_that_fails_is_told_of_where_the_server_may_need_a_key() {
    let at = |provider: &str, base_url: &str| ConnectionRequest {
        provider: provider.to_owned(),
        base_url: base_url.to_owned(),
        model: "m".to_owned(),
        ..ConnectionRequest::default()
    };
    let resolved = |request: &ConnectionRequest, fault: CredentialFault| match Connection::resolve(
        request,
        &|_| None,
        &|_| Err(fault.clone()),
    ) {
        Ok(found) => line(&found),
        Err(fault) => format!("{}: {fault}", fault.place()),
    };
    // Anyone's gateway may need one; if no store is there, none is kept.
    for gate in [at("openai", "https://gate.example/v1"), at("", "https://gate.example/v1")] {
        let silent = CredentialFault::Silent;
        let expected = format!("key: {silent}");
        assert_eq!(resolved(&gate, silent), expected);
        assert!(resolved(&gate, CredentialFault::Absent).ends_with(" m -"));
    }
    let other = at("ollama", "http://127.0.0.1:9000");
    let expected = "ollama ollama http://127.0.0.1:9000 m -";
    assert_eq!(resolved(&other, CredentialFault::Silent), expected);
}
