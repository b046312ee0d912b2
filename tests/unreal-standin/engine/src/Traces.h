#pragma once

#include <map>
#include <string>
#include <vector>

namespace StandIn
{
// What one case could leave behind for the next, in words: files below the project folder with their contents, the
// settings' values, the environment, windows, tickers, and what the host's controls changed.
class FTraces
{
public:
	static FTraces Now();
	// What is there since, is gone, or is different; one sentence each.
	std::vector<std::string> WhatChanged(const FTraces& Later) const;

private:
	std::map<std::string, std::string> Entries;
};
} // namespace StandIn
