#pragma once

#include <string>
#include <vector>

// Runs the cases of the linked specs.
namespace StandIn
{
// One line for each case, in the order of their names.
void ListCases();
// The one case of this name; whether it passed.
bool RunCase(const std::string& Name);
// A case of a series, and where to write a page that shows the widgets at its end; nowhere if that is empty.
struct FCaseOfSeries
{
	std::string Name;
	std::string Page;
};
// Runs these one after the other in this process. What a case leaves behind for the next one (files, settings, windows,
// tickers, the environment) counts against it; see Traces.h.
bool RunSeries(const std::vector<FCaseOfSeries>& Series);
} // namespace StandIn
