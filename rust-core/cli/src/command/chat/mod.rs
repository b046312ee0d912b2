//! `vibeue chat`
#![allow(dead_code, reason = "the command follows")]
mod markdown;
mod slash;
mod tools;
