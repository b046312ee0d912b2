#include "Widgets/Input/SMultiLineEditableTextBox.h"
#include "Widgets/Input/SSearchBox.h"

#include "Framework/Application/SlateApplication.h"
#include "Slate/LayoutPass.h"
#include "StandIn/Slate/Direction.h"
#include "StandIn/Slate/FontMetrics.h"

#include <algorithm>

namespace StandIn
{
void STextInput::StandInPrepare()
{
	// A bound text is applied when it has changed, not when the user has typed.
	const FString Now = BoundText.Get().ToString();
	if (!Now.Equals(LastBound, ESearchCase::CaseSensitive))
	{
		LastBound = Now;
		const FString Plain = Shown(Now);
		if (!Editor.Text().Equals(Plain, ESearchCase::CaseSensitive))
		{
			Editor.SetText(Plain);
			SayChanged();
			// A listener may change what this pass has sized before.
			FLayoutPass::Current().bChanged = true;
		}
	}
}
void STextInput::StandInArrangeChildren(const FGeometry& Geometry)
{
	LastWidth = std::max(1.0f, FVector2f(Geometry.GetLocalSize()).X - Frame.Left - Frame.Right);
}
EFlowDirection STextInput::StandInTextDirection() const
{
	return DirectionOf(Editor.Text(), TextFlowDirection);
}
void STextInput::SetText(const TAttribute<FText>& InText)
{
	StandIn::RequireGameThread("STextInput::SetText");
	BoundText = InText;
	LastBound = InText.Get().ToString();
	const FString Plain = Shown(LastBound);
	if (!Editor.Text().Equals(Plain, ESearchCase::CaseSensitive))
	{
		Editor.SetText(Plain);
		SayChanged();
	}
}
FString STextInput::Shown(const FString& Source)
{
	if (!Marshaller.IsValid())
	{
		return Source;
	}
	Runs = ReadRichText(Source);
	return PlainText(Runs);
}
bool STextInput::StandInHasLink(const FString& LinkText) const
{
	return Runs.ContainsByPredicate([this, &LinkText](const FRichRun& Run) {
		return Marshaller->StandInDecoratorOf(Run.Attributes) && Run.Text.Equals(LinkText, ESearchCase::CaseSensitive);
	});
}
void STextInput::StandInClickLink(const FString& LinkText)
{
	if (!StandInHasLink(LinkText))
	{
		StandIn::RefuseNamed("no link in this text says", *LinkText, "check the tag's id and the decorators");
	}
	// What is clicked may change the text.
	const TSharedRef<SWidget> Kept = AsShared();
	const TArray<FRichRun> Now = Runs;
	for (const FRichRun& Run : Now)
	{
		const ITextDecorator* const Link = Marshaller->StandInDecoratorOf(Run.Attributes);
		if (Link && Run.Text.Equals(LinkText, ESearchCase::CaseSensitive))
		{
			Link->StandInOnClick().ExecuteIfBound(Run.Attributes);
			return;
		}
	}
}
void STextInput::SayChanged()
{
	OnTextChanged.ExecuteIfBound(GetText());
}
void STextInput::InsertTyped(const FString& What)
{
	StandIn::RequireGameThread("STextInput::InsertTyped");
	Editor.Insert(What);
	SayChanged();
}
void STextInput::Commit(ETextCommit::Type How)
{
	AtFocus = Editor.Text();
	const TSharedRef<SWidget> Kept = AsShared();
	OnTextCommitted.ExecuteIfBound(GetText(), How);
	if (How == ETextCommit::OnEnter)
	{
		if (bSelectAllOnCommit)
		{
			Editor.SelectAll();
		}
		if (bClearFocusOnCommit && FSlateApplication::IsInitialized() && HasKeyboardFocus())
		{
			FSlateApplication::Get().ClearKeyboardFocus();
		}
	}
}
int32 STextInput::LineOfCaret() const
{
	int32 Line = 0;
	for (int32 Index = 0; Index < Editor.CaretAt(); ++Index)
	{
		Line += Editor.Text()[Index] == TCHAR('\n') ? 1 : 0;
	}
	return Line;
}
FReply STextInput::OnFocusReceived(const FGeometry&, const FFocusEvent&)
{
	AtFocus = Editor.Text();
	if (bSelectAllWhenFocused)
	{
		Editor.SelectAll();
	}
	return FReply::Handled();
}
void STextInput::OnFocusLost(const FFocusEvent& Event)
{
	if (IsReadOnly())
	{
		return;
	}
	// Epic: SlateCore/ETextCommit__Type and SlateCore/EFocusCause
	switch (Event.GetCause())
	{
	case EFocusCause::Mouse:
	case EFocusCause::Navigation:
		return Commit(ETextCommit::OnUserMovedFocus);
	case EFocusCause::Cleared:
		return Commit(ETextCommit::OnCleared);
	default:
		return Commit(ETextCommit::Default);
	}
}
FReply STextInput::OnKeyDown(const FGeometry& MyGeometry, const FKeyEvent& Event)
{
	if (OnKeyDownHandler.IsBound())
	{
		const FReply First = OnKeyDownHandler.Execute(MyGeometry, Event);
		if (First.IsEventHandled())
		{
			return First;
		}
	}
	if (Event.GetKey() == EKeys::Enter)
	{
		if (IsReadOnly())
		{
			return FReply::Unhandled();
		}
		if (bMultiLine)
		{
			InsertTyped(TEXT("\n"));
		}
		else
		{
			Commit(ETextCommit::OnEnter);
		}
		return FReply::Handled();
	}
	if (Event.GetKey() == EKeys::Escape && bRevertOnEscape && !IsReadOnly())
	{
		Editor.SetText(AtFocus);
		SayChanged();
		return FReply::Handled();
	}
	bool bChanged = false;
	const bool bHandled = Editor.HandleKey(Event, bMultiLine, IsReadOnly(), bChanged);
	if (bChanged)
	{
		SayChanged();
	}
	return bHandled ? FReply::Handled() : FReply::Unhandled();
}
FReply STextInput::OnKeyChar(const FGeometry& MyGeometry, const FCharacterEvent& Event)
{
	if (OnKeyCharHandler.IsBound())
	{
		const FReply First = OnKeyCharHandler.Execute(MyGeometry, Event);
		if (First.IsEventHandled())
		{
			return First;
		}
	}
	const TCHAR Unit = Event.GetCharacter();
	// Control characters came as keys already; with Control or Command held it is not text.
	if (IsReadOnly() || static_cast<uint16>(Unit) < 0x20 || Event.IsControlDown() || Event.IsCommandDown())
	{
		return FReply::Unhandled();
	}
	FString Typed;
	Typed.AppendChar(Unit);
	InsertTyped(Typed);
	return FReply::Handled();
}
FReply STextInput::OnMouseButtonDown(const FGeometry&, const FPointerEvent& Event)
{
	if (!(Event.GetEffectingButton() == EKeys::LeftMouseButton))
	{
		return FReply::Unhandled();
	}
	return FReply::Handled().SetUserFocus(AsShared(), EFocusCause::Mouse);
}
FVector2D STextInput::ComputeDesiredSize(float) const
{
	const FString Shown = Editor.Text().IsEmpty() ? GetHintText().ToString() : Editor.Text();
	const float Fixed = WrapAt.Get();
	const float Auto = bAutoWrap.Get() ? LastWidth : 0.0f;
	const float Both = Fixed > 0.0f && Auto > 0.0f ? std::min(Fixed, Auto) : std::max(Fixed, Auto);
	FVector2D Size = bMultiLine ? TextSize(Shown, TextStyle.Font, Both, true)
								: FVector2D(static_cast<double>(TextWidth(FStringView(Shown), TextStyle.Font)), static_cast<double>(LineHeight(TextStyle.Font)));
	Size.X = std::max(Size.X, static_cast<double>(MinWidth.Get()));
	return FVector2D(Size.X + static_cast<double>(Frame.Left + Frame.Right), Size.Y + static_cast<double>(Frame.Top + Frame.Bottom));
}
} // namespace StandIn

namespace
{
int32 OffsetOf(const FString& Text, const FTextLocation& Location)
{
	int32 Line = 0;
	int32 Index = 0;
	while (Index < Text.Len() && Line < Location.GetLineIndex())
	{
		Line += Text[Index++] == TCHAR('\n') ? 1 : 0;
	}
	return Index + Location.GetOffset();
}
FTextLocation LocationOf(const FString& Text, int32 Caret)
{
	int32 Line = 0;
	int32 Start = 0;
	for (int32 Index = 0; Index < Caret; ++Index)
	{
		if (Text[Index] == TCHAR('\n'))
		{
			++Line;
			Start = Index + 1;
		}
	}
	return FTextLocation(Line, Caret - Start);
}
void MoveToLocation(StandIn::FTextEditor& Editor, ETextLocation Location)
{
	const FKey Key = Location == ETextLocation::BeginningOfLine || Location == ETextLocation::BeginningOfDocument ? EKeys::Home : EKeys::End;
	const bool bDocument = Location == ETextLocation::BeginningOfDocument || Location == ETextLocation::EndOfDocument;
	bool bChanged = false;
	Editor.HandleKey(FKeyEvent(Key, FModifierKeysState(false, false, bDocument, false, false, false, false, false, false), 0, false, 0, 0), true, true, bChanged);
}
} // namespace

#define STANDIN_MULTI_LINE_MEMBERS(Class) \
	void Class::GoTo(const ETextLocation Location) \
	{ \
		MoveToLocation(Editor, Location); \
	} \
	void Class::GoTo(const FTextLocation& Location) \
	{ \
		Editor.MoveTo(OffsetOf(Editor.Text(), Location)); \
	} \
	void Class::InsertTextAtCursor(const FText& InText) \
	{ \
		InsertTyped(InText.ToString()); \
	} \
	void Class::InsertTextAtCursor(const FString& InString) \
	{ \
		InsertTyped(InString); \
	} \
	FTextLocation Class::GetCursorLocation() const \
	{ \
		return LocationOf(Editor.Text(), Editor.CaretAt()); \
	}
STANDIN_MULTI_LINE_MEMBERS(SMultiLineEditableText)
STANDIN_MULTI_LINE_MEMBERS(SMultiLineEditableTextBox)

void SMultiLineEditableText::Construct(const FArguments& InArgs)
{
	bMultiLine = InArgs._AllowMultiLine.Get(true);
	HintText = InArgs._HintText;
	bReadOnly = InArgs._IsReadOnly;
	WrapAt = InArgs._WrapTextAt;
	bAutoWrap = InArgs._AutoWrapText;
	bSelectAllWhenFocused = InArgs._SelectAllTextWhenFocused.Get();
	TextStyle = InArgs._TextStyle ? *InArgs._TextStyle : FTextBlockStyle();
	TextFlowDirection = InArgs._TextFlowDirection;
	Marshaller = InArgs._Marshaller;
	Frame = InArgs._Margin.Get();
	SetText(InArgs._Text);
	OnTextChanged = InArgs._OnTextChanged;
	OnTextCommitted = InArgs._OnTextCommitted;
	OnKeyDownHandler = InArgs._OnKeyDownHandler;
	OnKeyCharHandler = InArgs._OnKeyCharHandler;
}
void SMultiLineEditableTextBox::Construct(const FArguments& InArgs)
{
	bFramed = true;
	bMultiLine = InArgs._AllowMultiLine.Get(true);
	HintText = InArgs._HintText;
	bReadOnly = InArgs._IsReadOnly;
	bAutoWrap = InArgs._AutoWrapText;
	bSelectAllWhenFocused = InArgs._SelectAllTextWhenFocused.Get();
	bSelectAllOnCommit = InArgs._SelectAllTextOnCommit.Get();
	bClearFocusOnCommit = InArgs._ClearKeyboardFocusOnCommit.Get();
	TextStyle = InArgs._TextStyle ? *InArgs._TextStyle : InArgs._Style ? InArgs._Style->TextStyle : FTextBlockStyle();
	if (InArgs._Font.IsSet())
	{
		TextStyle.Font = InArgs._Font.Get();
	}
	Frame = InArgs._Padding.IsSet() ? InArgs._Padding.Get() : InArgs._Style ? InArgs._Style->Padding : FMargin(8.0f, 4.0f);
	SetText(InArgs._Text);
	OnTextChanged = InArgs._OnTextChanged;
	OnTextCommitted = InArgs._OnTextCommitted;
	OnKeyDownHandler = InArgs._OnKeyDownHandler;
	OnKeyCharHandler = InArgs._OnKeyCharHandler;
}
void SEditableTextBox::Construct(const FArguments& InArgs)
{
	bFramed = true;
	HintText = InArgs._HintText;
	bReadOnly = InArgs._IsReadOnly;
	bPassword = InArgs._IsPassword;
	MinWidth = InArgs._MinDesiredWidth;
	bSelectAllWhenFocused = InArgs._SelectAllTextWhenFocused.Get();
	bRevertOnEscape = InArgs._RevertTextOnEscape.Get();
	bClearFocusOnCommit = InArgs._ClearKeyboardFocusOnCommit.Get();
	if (InArgs._Font.IsSet())
	{
		TextStyle.Font = InArgs._Font.Get();
	}
	Frame = InArgs._Style ? InArgs._Style->Padding : FMargin(8.0f, 4.0f);
	SetText(InArgs._Text);
	OnTextChanged = InArgs._OnTextChanged;
	OnTextCommitted = InArgs._OnTextCommitted;
	OnKeyDownHandler = InArgs._OnKeyDownHandler;
}
void SSearchBox::Construct(const FArguments& InArgs)
{
	SEditableTextBox::FArguments Base;
	Base._Text = InArgs._InitialText;
	Base._HintText = InArgs._HintText;
	Base._SelectAllTextWhenFocused = InArgs._SelectAllTextWhenFocused;
	Base._OnTextChanged = InArgs._OnTextChanged;
	Base._OnTextCommitted = InArgs._OnTextCommitted;
	Base._ClearKeyboardFocusOnCommit = false;
	SEditableTextBox::Construct(Base);
}
