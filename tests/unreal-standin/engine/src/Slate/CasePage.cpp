// The page that a case leaves behind.

#include "StandIn/Host.h"
#include "StandIn/Slate.h"

#include <chrono>
#include <thread>

namespace StandIn
{
namespace
{
// Longer than anything shows that goes away by itself, such as the badge of a summary: it is in no page, however fast the machine is.
constexpr float SecondsOfWhatPasses = 12.0f;
constexpr int32 FramesOfWhatPasses = 24;
// Frames between two looks at the page.
constexpr int32 FramesBetweenLooks = 10;
// How many looks in a row must find it the same: half a second of the clock, in which each timer of a widget has run.
constexpr int32 LooksAtRest = 3;
// What never stops moving has a page all the same.
constexpr int32 MostLooks = 30;

FString& RenderFile()
{
	static auto* const File = new FString();
	return *File;
}
bool bRendered = false;

// Lets what is on its way arrive: what threads send, timers, the keyboard. How far it had come would depend on the machine.
void ComeToRest()
{
	PumpFrames(FramesOfWhatPasses, SecondsOfWhatPasses / FramesOfWhatPasses);
	FString Before = RenderHtml();
	int32 Same = 0;
	for (int32 Look = 0; Look < MostLooks && Same < LooksAtRest; ++Look)
	{
		for (int32 Frame = 0; Frame < FramesBetweenLooks; ++Frame)
		{
			std::this_thread::sleep_for(std::chrono::milliseconds(3));
			PumpFrames(1);
		}
		const FString Now = RenderHtml();
		Same = Now.Equals(Before) ? Same + 1 : 0;
		Before = Now;
	}
}
} // namespace

void SetRenderFile(const FString& File)
{
	RenderFile() = File;
	bRendered = false;
}
bool HasRendered()
{
	return bRendered;
}
bool IsPageAwaited()
{
	return !RenderFile().IsEmpty() && !bRendered;
}
void RenderNow()
{
	if (IsPageAwaited())
	{
		ComeToRest();
		bRendered = RenderToFile(RenderFile());
	}
}
} // namespace StandIn
