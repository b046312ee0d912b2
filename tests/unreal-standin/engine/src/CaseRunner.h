#pragma once

#include <cstdint>
#include <string>

// Runs the cases of the linked specs.
namespace StandIn
{
// One line for each case, in the order of their names.
void ListCases();
// The one case of this name; whether it passed.
bool RunCase(const std::string& Name);
// All that are not switched off, in this process, in an order that follows from the seed. What a case leaves behind for the next one
// (files, settings, windows, tickers, the environment) counts against it; see Traces.h.
bool RunAllCases(std::uint64_t Seed);
} // namespace StandIn
