#pragma once

#include "HAL/Platform.h"

// How the stand-in speaks to the harness, and how it dies.
namespace StandIn
{

// Writes the message in the engine's form ("Assertion failed: ... [File:...]
// [Line: ...]") to the error stream and aborts the process.
[[noreturn]] void FailAssertion(const char* Expression, const char* File, int Line, const TCHAR* Message = nullptr);

// A misuse of an API that the engine would punish later, or only sometimes:
// the stand-in always does, at once. Aborts like an assertion.
[[noreturn]] void Refuse(const char* What, const char* WhatToDo);

// The same, with a name taken from the running program in the middle.
[[noreturn]] void RefuseNamed(const char* What, const TCHAR* Name, const char* WhatToDo);

// Ends the run on every other thread.
void RequireGameThread(const char* What);

// `ensure`: reported once per place, an error in a running test, never fatal.
bool FailEnsure(const char* Expression, const char* File, int Line, bool& bReported, const TCHAR* Message = nullptr);

} // namespace StandIn
