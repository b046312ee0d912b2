//! Checks the Unreal plugin against its host's rules without an engine.
//!
//! [`header_tool`] reads the plugin's headers as the engine's own header tool does and writes the
//! code that `GENERATED_BODY()` stands for. [`compile`] is the harness: it compiles the plugin's
//! sources against a stand-in for the engine (C++, in the folder `engine`, described in
//! `README.md`), links them, lists and runs their specs. [`lint`] checks what no compiler checks:
//! the rules of the engine's build, of its editor and of the shop that sells plugins.
//! [`build_tool`] runs its build rules. [`texts`] gathers its texts and checks their translations;
//! [`page`] judges what a scene looks like.
#![forbid(unsafe_code)]

pub mod build_tool;
pub mod compile;
pub mod header_tool;
pub mod lint;
pub mod page;
pub mod texts;
