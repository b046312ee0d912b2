//! The options of `vibeue setup`.

use std::path::PathBuf;

/// Lists the models, keys and agents on this machine, each with the command that uses it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Looks for model servers at their usual addresses on this machine (Ollama, LM Studio, llama.cpp,
vLLM, SGLang, LiteLLM), for keys in the environment, for agents in PATH, and for the Unreal Editor
of a project. It sends no key, starts nothing, and nothing leaves this machine. A server that wants
a key is not listed: give its address to `vibeue doctor`.

VIBEUE_LOCAL_SERVERS says where to look instead, as provider=address, separated by commas, or none:
  VIBEUE_LOCAL_SERVERS=ollama=http://127.0.0.1:11435,vllm=http://127.0.0.1:9000/v1

Exit codes: 0 even if nothing was found; 2 if the variable or the project cannot be used.")]
pub(crate) struct SetupArgs {
    /// The project whose editor is looked for: a .uproject file or its folder [default: this
    /// folder, if it has one].
    #[arg(long, value_name = "PROJECT")]
    pub(crate) project: Option<PathBuf>,
    /// Print one JSON object instead.
    #[arg(long)]
    pub(crate) json: bool,
}
