//! `vibeue setup`, on a machine that offers what the test puts there.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use serde_json::{Value, json};
use support::Workshop;
use vibeue_scripted_server::{Flavour, Model, Script, Server};

/// Runs it with these local servers, these variables and an empty `PATH`.
fn setup(
    shop: &Workshop,
    places: &str,
    variables: &[(&str, &str)],
    more: &[&str],
) -> support::Answer {
    let mut command = shop.command(&[&["setup"], more].concat());
    for name in [
        "OPENAI_API_KEY",
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "GEMINI_API_KEY",
        "GOOGLE_API_KEY",
        "OPENROUTER_API_KEY",
    ] {
        command.env_remove(name);
    }
    command.env("VIBEUE_LOCAL_SERVERS", places).env("PATH", shop.path("bin"));
    let output = command.envs(variables.iter().copied()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    support::Answer {
        code: output.status.code(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

fn server() -> Server {
    Server::start(Script {
        flavour: Flavour::Ollama,
        models: vec![Model::new("qwen3:8b", 32_768), Model::new("llama3.2", 8_192)],
        ..Script::default()
    })
    .unwrap()
}

#[test]
fn servers_keys_and_agents_are_listed_each_with_the_command_that_uses_it() {
    let (shop, server) = (Workshop::new(), server());
    std::fs::create_dir(shop.path("bin")).unwrap();
    let name = if cfg!(windows) { "gemini.cmd" } else { "gemini" };
    shop.write(&format!("bin/{name}"), "");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let runs = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(shop.path("bin/gemini"), runs).unwrap();
    }
    let (url, key) = (server.url(), "sk-ant-of-nobody-else");
    let places = format!("ollama={url}");
    let variables = [("ANTHROPIC_API_KEY", key)];
    let answer = setup(&shop, &places, &variables, &[]);
    let quote = if cfg!(windows) { '"' } else { '\'' };
    let expected = format!(
        "Ollama {url}\n  qwen3:8b, 32,768 tokens and 1 more\n  \
         vibeue chat --provider ollama --base-url {url} --model qwen3:8b\n\
         Anthropic ANTHROPIC_API_KEY\n  claude-sonnet-5-5\n  \
         vibeue chat --provider anthropic --model claude-sonnet-5-5\n\
         Gemini CLI gemini --acp\n  its own sign-in, its own context\n  \
         vibeue chat --agent {quote}gemini --acp{quote}\n"
    );
    assert_eq!((answer.code, answer.out, answer.err), (Some(0), expected, String::new()));

    let answer = setup(&shop, &places, &variables, &["--json"]);
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(
        report["found"][0],
        json!({"kind": "server", "title": "Ollama", "place": url,
            "detail": "qwen3:8b, 32,768 tokens and 1 more",
            "command": format!("vibeue chat --provider ollama --base-url {url} --model qwen3:8b")})
    );
    assert_eq!(report["found"].as_array().unwrap().len(), 3);
    assert!(!answer.out.contains(key), "{}", answer.out);
    for exchange in server.exchanges() {
        assert_eq!(exchange.header("authorization"), None);
    }
}

#[test]
fn a_machine_that_offers_nothing_says_what_would_help() {
    let answer = setup(&Workshop::new(), "none", &[], &[]);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    for wanted in ["nothing was found", "ANTHROPIC_API_KEY", "npm i -g"] {
        assert!(answer.out.contains(wanted), "{wanted}: {}", answer.out);
    }
}

#[test]
fn a_place_beyond_this_machine_and_a_project_that_is_not_there_are_refused() {
    let shop = Workshop::new();
    let answer = setup(&shop, "vllm=http://10.0.0.2:8000/v1", &[], &[]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{}", answer.err);
    let answer = setup(&shop, "none", &[], &["--project", "nowhere"]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("there is no such project"), "{}", answer.err);
}
