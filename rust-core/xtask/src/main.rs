//! Generators and checks that keep committed, generated files fresh.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a command-line program")]

mod bridge;
mod connections_page;
mod core_sentences;
mod core_texts;
mod metadata;
mod models;
mod package;
mod provider_table;
mod settings_header;
mod settings_page;
mod settings_table;
mod texts;
mod vocab;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask generate [--check]     everything below
       cargo xtask bridge [--check]       the C++ side of the bridge
       cargo xtask package [--out DIR] [--engine 5.8] [--archive FILE]
                                          the plugin with the archive of this platform, or with
                                          this one, as a build of another profile left it; for
                                          one engine where it is named
       cargo xtask reproduce              builds the archive in two folders and compares them
       cargo xtask size [none|fat|thin]   what the archive adds to a module, by kind of LTO
       cargo xtask settings [--check]     the table of settings in docs/settings.md, and the
                                          properties that the editor's settings lack
       cargo xtask connections [--check]  the table of providers in docs/connections.md
       cargo xtask texts [--check]        the translations of the plugin's texts
       cargo xtask vocab [--check]        the tokenizers' vocabularies
       cargo xtask models [--check]       the table of models, from its asset
       cargo xtask models --from <file>   the asset, from a list of models, then the table";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["bridge"] => bridge::run(vocab::Mode::Write),
        ["bridge", "--check"] => bridge::run(vocab::Mode::Check),
        ["package", options @ ..] => {
            package::Options::parse(options).and_then(|options| package::run(&options))
        }
        ["reproduce"] => package::reproduce(),
        ["size"] => package::sizes(None),
        ["size", only] => package::sizes(Some(only)),
        ["settings"] => settings(vocab::Mode::Write),
        ["settings", "--check"] => settings(vocab::Mode::Check),
        ["connections"] => connections_page::run(vocab::Mode::Write),
        ["connections", "--check"] => connections_page::run(vocab::Mode::Check),
        ["texts"] => texts::run(vocab::Mode::Write),
        ["texts", "--check"] => texts::run(vocab::Mode::Check),
        ["vocab"] => vocab::run(vocab::Mode::Write),
        ["vocab", "--check"] => vocab::run(vocab::Mode::Check),
        ["models"] => models::run(vocab::Mode::Write),
        ["models", "--check"] => models::run(vocab::Mode::Check),
        ["models", "--from", file] => models::import(file),
        ["generate"] => generate(vocab::Mode::Write),
        ["generate", "--check"] => generate(vocab::Mode::Check),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Updates the settings in the documentation and the header.
fn settings(mode: vocab::Mode) -> Result<String, String> {
    Ok(format!("{}\n{}", settings_page::run(mode)?, settings_header::run(mode)?))
}

/// Runs every generator, and reports the first that fails.
fn generate(mode: vocab::Mode) -> Result<String, String> {
    let reports = [
        vocab::run(mode)?,
        models::run(mode)?,
        settings(mode)?,
        connections_page::run(mode)?,
        core_texts::run(mode)?,
        core_sentences::run(mode)?,
        texts::run(mode)?,
        bridge::run(mode)?,
    ];
    Ok(reports.join("\n"))
}
