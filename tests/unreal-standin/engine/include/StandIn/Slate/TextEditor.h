#pragma once

#include "Internationalization/Text.h"
#include "Input/Events.h"

// The text of an input box, its caret and its selection.
namespace StandIn
{
class FTextEditor
{
public:
	const FString& Text() const
	{
		return Content;
	}
	void SetText(const FString& NewText)
	{
		Content = NewText;
		Caret = FMath_Min(Caret, Content.Len());
		Anchor = Caret;
	}
	int32 CaretAt() const
	{
		return Caret;
	}
	void MoveTo(int32 Position, bool bSelect = false);
	FString Selected() const;
	void SelectAll();
	// Replaces the selection.
	void Insert(const FString& What);
	// Reads a key as an editor does. `bChanged` says whether the text is another one afterwards.
	bool HandleKey(const FKeyEvent& Key, bool bMultiLine, bool bReadOnly, bool& bChanged);

private:
	static int32 FMath_Min(int32 A, int32 B)
	{
		return A < B ? A : B;
	}
	int32 LineStart(int32 From) const;
	int32 LineEnd(int32 From) const;
	int32 Step(int32 From, int32 Direction) const; // over a surrogate pair as one
	FString Content;
	int32 Caret = 0;
	int32 Anchor = 0;
};
} // namespace StandIn
