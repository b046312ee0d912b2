#include "StandIn/Slate/TextEditor.h"

#include "HAL/PlatformApplicationMisc.h"

#include <algorithm>

namespace StandIn
{
namespace
{
bool IsHigh(TCHAR Unit)
{
	return (static_cast<uint16>(Unit) & 0xfc00) == 0xd800;
}
bool IsLow(TCHAR Unit)
{
	return (static_cast<uint16>(Unit) & 0xfc00) == 0xdc00;
}
} // namespace

void FTextEditor::MoveTo(int32 Position, bool bSelect)
{
	Caret = std::clamp(Position, 0, Content.Len());
	if (!bSelect)
	{
		Anchor = Caret;
	}
}
FString FTextEditor::Selected() const
{
	return Content.Mid(std::min(Caret, Anchor), std::abs(Caret - Anchor));
}
void FTextEditor::SelectAll()
{
	Anchor = 0;
	Caret = Content.Len();
}
void FTextEditor::Insert(const FString& What)
{
	const int32 From = std::min(Caret, Anchor);
	const int32 To = std::max(Caret, Anchor);
	Content = Content.Left(From) + What + Content.RightChop(To);
	MoveTo(From + What.Len());
}
int32 FTextEditor::Step(int32 From, int32 Direction) const
{
	const int32 To = std::clamp(From + Direction, 0, Content.Len());
	const bool bInsidePair = To > 0 && To < Content.Len() && IsHigh(Content[To - 1]) && IsLow(Content[To]);
	return bInsidePair ? To + Direction : To;
}
int32 FTextEditor::LineStart(int32 From) const
{
	while (From > 0 && Content[From - 1] != TCHAR('\n'))
	{
		--From;
	}
	return From;
}
int32 FTextEditor::LineEnd(int32 From) const
{
	while (From < Content.Len() && Content[From] != TCHAR('\n'))
	{
		++From;
	}
	return From;
}
// Long because each key has its branch.
bool FTextEditor::HandleKey(const FKeyEvent& Event, bool bMultiLine, bool bReadOnly, bool& bChanged)
{
	const FKey Key = Event.GetKey();
	const bool bSelect = Event.IsShiftDown();
	const bool bCommand = Event.IsControlDown() || Event.IsCommandDown();
	const FString Before = Content;
	bool bHandled = true;
	if (bCommand && Key == EKeys::A)
	{
		SelectAll();
	}
	else if (bCommand && (Key == EKeys::C || Key == EKeys::X))
	{
		if (Caret != Anchor)
		{
			FPlatformApplicationMisc::ClipboardCopy(*Selected());
			if (Key == EKeys::X && !bReadOnly)
			{
				Insert(FString());
			}
		}
	}
	else if (bCommand && Key == EKeys::V)
	{
		FString Pasted;
		FPlatformApplicationMisc::ClipboardPaste(Pasted);
		if (!bReadOnly)
		{
			Insert(bMultiLine ? Pasted : Pasted.Replace(TEXT("\r"), TEXT("")).Replace(TEXT("\n"), TEXT(" ")));
		}
	}
	else if (Key == EKeys::Left)
	{
		MoveTo(Step(Caret, -1), bSelect);
	}
	else if (Key == EKeys::Right)
	{
		MoveTo(Step(Caret, 1), bSelect);
	}
	else if (Key == EKeys::Home)
	{
		MoveTo(bCommand ? 0 : LineStart(Caret), bSelect);
	}
	else if (Key == EKeys::End)
	{
		MoveTo(bCommand ? Content.Len() : LineEnd(Caret), bSelect);
	}
	else if (bMultiLine && Key == EKeys::Up)
	{
		const int32 Start = LineStart(Caret);
		const int32 Column = Caret - Start;
		const int32 Previous = Start == 0 ? 0 : LineStart(Start - 1);
		MoveTo(Start == 0 ? 0 : std::min(Previous + Column, Start - 1), bSelect);
	}
	else if (bMultiLine && Key == EKeys::Down)
	{
		const int32 Column = Caret - LineStart(Caret);
		const int32 End = LineEnd(Caret);
		MoveTo(End == Content.Len() ? End : std::min(End + 1 + Column, LineEnd(End + 1)), bSelect);
	}
	else if (Key == EKeys::BackSpace || Key == EKeys::Delete)
	{
		if (!bReadOnly)
		{
			if (Caret == Anchor)
			{
				Anchor = Step(Caret, Key == EKeys::BackSpace ? -1 : 1);
			}
			Insert(FString());
		}
	}
	else
	{
		bHandled = false;
	}
	bChanged = !Content.Equals(Before, ESearchCase::CaseSensitive);
	return bHandled;
}
} // namespace StandIn
