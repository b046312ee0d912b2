//! Which of the settings page's own fields are invalid.

use vibeue_agents::split;
use vibeue_core::provider::{ConnectionFault, Read};

use crate::agent::COMMAND_HINT;
use crate::agent_variables::{VariableFault, read_entries};
use crate::config;
use crate::ffi::ffi::{ModelConfig, NameValue, SettingProblem};

/// The page's fields of another agent, as `validate_settings` has them among the settings.
const AGENT_COMMAND: &str = "AgentCommand";
const AGENT_VARIABLES: &str = "AgentVariables";

/// Says what is wrong with the fields of a connection, by the rules for opening a session. Missing
/// values are not errors. `read` reads an environment variable.
pub(crate) fn of_connection(model: &ModelConfig, read: Read<'_>) -> Vec<SettingProblem> {
    config::request(model).faults(read).iter().map(refusal).collect()
}

/// Returns whether this is a field of the page's agent, which is in no table of settings.
pub(crate) fn is_of_agent(value: &NameValue) -> bool {
    [AGENT_COMMAND, AGENT_VARIABLES].contains(&value.name.as_str())
}

/// Says what is wrong with the agent's command, and which of its variables cannot be passed to it,
/// by the rules for starting it. If no agent answers, nobody is given them.
pub(crate) fn of_agent(fields: &[NameValue], read: Read<'_>) -> Vec<SettingProblem> {
    let values = |name: &'static str| {
        fields.iter().filter(move |it| it.name == name).map(|it| it.value.as_str())
    };
    let commands: Vec<&str> =
        values(AGENT_COMMAND).filter(|command| !command.trim().is_empty()).collect();
    if commands.is_empty() {
        return Vec::new();
    }
    let unread = commands.into_iter().filter_map(|command| split(command).err());
    let unread = unread.map(|message| SettingProblem {
        name: "agent_command".to_owned(),
        unreal_name: AGENT_COMMAND.to_owned(),
        value: String::new(),
        message,
        fix: COMMAND_HINT.to_owned(),
    });
    let (_, faults) = read_entries(values(AGENT_VARIABLES), read);
    let refused = |fault: &VariableFault| SettingProblem {
        name: "agent_variables".to_owned(),
        unreal_name: AGENT_VARIABLES.to_owned(),
        value: String::new(),
        message: fault.message(),
        fix: fault.hint().to_owned(),
    };
    unread.chain(faults.iter().map(refused)).collect()
}

/// The value is not repeated: a key may have been put into any of the fields, and the message says
/// as much about it as is safe.
fn refusal(fault: &ConnectionFault) -> SettingProblem {
    let name = fault.place();
    let unreal_name = match name {
        "provider" => "Provider",
        "protocol" => "Protocol",
        "base_url" => "BaseUrl",
        "key_variable" => "ApiKeyVariable",
        "key" => "ApiKey",
        "headers" => "Headers",
        _ => "",
    };
    SettingProblem {
        name: name.to_owned(),
        unreal_name: unreal_name.to_owned(),
        value: String::new(),
        message: fault.message(),
        fix: fault.hint(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING_SET: Read<'static> = &|_| None;

    fn problem(name: &str, unreal_name: &str, message: &str, fix: &str) -> SettingProblem {
        let [name, unreal_name, message, fix] =
            [name, unreal_name, message, fix].map(str::to_owned);
        SettingProblem { name, unreal_name, value: String::new(), message, fix }
    }

    #[test]
    fn every_field_of_a_connection_is_refused_by_the_name_that_the_page_has_for_it() {
        let text = |text: &str| text.to_owned();
        let wrong = ModelConfig {
            preset: text("skynet"),
            protocol: text("telepathy"),
            base_url: text("no address at all"),
            key_variable: text("sk-secret-1234567"),
            headers: vec![NameValue { name: text("Content-Type"), value: text("hidden-7654321") }],
            ..ModelConfig::default()
        };
        assert_eq!(
            of_connection(&wrong, NOTHING_SET),
            [
                problem(
                    "provider",
                    "Provider",
                    "there is no provider `skynet`",
                    "choose one of: openai, openai-responses, anthropic, gemini, openrouter, \
                     ollama, lmstudio, llamacpp, vllm, sglang, litellm",
                ),
                problem(
                    "protocol",
                    "Protocol",
                    "there is no protocol `telepathy`",
                    "choose one of: openai, responses, anthropic, gemini, ollama",
                ),
                problem(
                    "base_url",
                    "BaseUrl",
                    "not a valid web address: relative URL without a base",
                    "put http:// or https:// in front of it",
                ),
                problem(
                    "key_variable",
                    "ApiKeyVariable",
                    "this is not the name of an environment variable",
                    "put the key into one, and its name here",
                ),
                problem(
                    "headers",
                    "Headers",
                    "the header `Content-Type` is set by the connection itself",
                    "remove this header",
                ),
            ]
        );
        let odd_key = ModelConfig { key: text("two words"), ..ModelConfig::default() };
        assert_eq!(
            of_connection(&odd_key, NOTHING_SET),
            [problem(
                "key",
                "ApiKey",
                "the key contains spaces, line breaks or characters that a key cannot have",
                "copy it again, without quotes or anything else around it",
            )]
        );
        assert_eq!(of_connection(&ModelConfig::default(), NOTHING_SET), []);
    }

    #[test]
    fn each_variable_of_an_agent_that_answers_is_refused_below_the_list() {
        let field =
            |name: &str, value: &str| NameValue { name: name.to_owned(), value: value.to_owned() };
        let given = |command: &str| {
            let variables = ["A=b", "=x", "OTHER"].map(|it| field(AGENT_VARIABLES, it));
            let fields: Vec<NameValue> =
                variables.into_iter().chain([field(AGENT_COMMAND, command)]).collect();
            assert!(fields.iter().all(is_of_agent) && !is_of_agent(&field("Provider", "x")));
            of_agent(&fields, NOTHING_SET)
        };
        let refused =
            |message: &str, fix: &str| problem("agent_variables", "AgentVariables", message, fix);
        assert_eq!(
            given("gemini --acp"),
            [
                refused(
                    "the entry at index 1 does not name an environment variable",
                    "write NAME or NAME=VALUE",
                ),
                refused(
                    "the environment variable OTHER is not set",
                    "set it and restart this program, or remove its name",
                ),
            ]
        );
        assert_eq!(given("  "), []);
    }

    #[test]
    fn a_command_that_cannot_be_read_is_refused_below_it_without_its_words() {
        let given = |command: &str| {
            let name = AGENT_COMMAND.to_owned();
            of_agent(&[NameValue { name, value: command.to_owned() }], NOTHING_SET)
        };
        let refused = |message: &str| {
            let fix = "give the agent's program and its options, such as gemini --acp";
            vec![problem("agent_command", "AgentCommand", message, fix)]
        };
        assert_eq!(given("agent \"--key secret"), refused("the quotation mark \" is never closed"));
        assert_eq!(given("''"), refused("the command is empty"));
        assert_eq!(given("agent \"--acp\""), []);
    }
}
