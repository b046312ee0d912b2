#pragma once

#include "Framework/Text/RichTextLayoutMarshaller.h"
#include "Framework/Text/TextLayout.h"
#include "Runtime/Launch/Resources/Version.h"
#include "StandIn/Slate/RichText.h"
#include "StandIn/Slate/TextEditor.h"
#include "Styling/SlateTypes.h"
#include "Templates/UniquePtr.h"
#include "Widgets/SLeafWidget.h"
#if ENGINE_MINOR_VERSION >= 8
#include "Widgets/Text/SlateEditableTextLayout.h"
#endif

class FSlateEditableTextLayout;
class ITextInputMethodContext;
class SScrollBar;

// Epic: SMultiLineEditableTextBox/SetOnKeyDownHandler ("first chance"); UC SClaudeInputArea.cpp
DECLARE_DELEGATE_RetVal_TwoParams(FReply, FOnKeyDown, const FGeometry&, const FKeyEvent&);
DECLARE_DELEGATE_RetVal_TwoParams(FReply, FOnKeyChar, const FGeometry&, const FCharacterEvent&);
// UC SClaudeInputArea.cpp; AX SAutonomixHistoryPanel.cpp
DECLARE_DELEGATE_OneParam(FOnTextChanged, const FText&);
DECLARE_DELEGATE_TwoParams(FOnTextCommitted, const FText&, ETextCommit::Type);

namespace StandIn
{
// What all input boxes do: keys, characters, focus, commits.
class STextInput : public SLeafWidget
{
	STANDIN_WIDGET(STextInput, SLeafWidget)

public:
	virtual bool SupportsKeyboardFocus() const override
	{
		return true;
	}
	virtual FReply OnFocusReceived(const FGeometry& MyGeometry, const FFocusEvent& InFocusEvent) override;
	virtual void OnFocusLost(const FFocusEvent& InFocusEvent) override;
	virtual FReply OnKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;
	virtual FReply OnKeyChar(const FGeometry& MyGeometry, const FCharacterEvent& InCharacterEvent) override;
	virtual FReply OnMouseButtonDown(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	virtual FText StandInText() const override
	{
		return FText::FromString(Editor.Text());
	}
	virtual EFlowDirection StandInTextDirection() const override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

	FText GetText() const
	{
		return FText::FromString(Editor.Text());
	}
	FText GetPlainText() const
	{
		return GetText();
	}
	void SetText(const TAttribute<FText>& InText);
	void SetHintText(const TAttribute<FText>& InText)
	{
		StandIn::RequireGameThread("STextInput::SetHintText");
		HintText = InText;
	}
	FText GetHintText() const
	{
		return HintText.Get();
	}
	void SetIsReadOnly(const TAttribute<bool>& bInReadOnly)
	{
		StandIn::RequireGameThread("STextInput::SetIsReadOnly");
		bReadOnly = bInReadOnly;
	}
	bool IsReadOnly() const
	{
		return bReadOnly.Get();
	}
	void SelectAllText()
	{
		StandIn::RequireGameThread("STextInput::SelectAllText");
		Editor.SelectAll();
	}
	FText GetSelectedText() const
	{
		return FText::FromString(Editor.Selected());
	}
	void SetError(const FText& InError)
	{
		StandIn::RequireGameThread("STextInput::SetError");
		Error = InError;
	}
	// Clicks the first link with these words in a text with a marshaller; refuses if there is none.
	void StandInClickLink(const FString& LinkText);
	// Whether one of its links has these words.
	bool StandInHasLink(const FString& LinkText) const;
	FText StandInError() const
	{
		return Error;
	}
	bool StandInIsPassword() const
	{
		return bPassword.Get();
	}

protected:
	virtual void StandInPrepare() override;
	virtual void StandInArrangeChildren(const FGeometry& Geometry) override;
	void InsertTyped(const FString& What);
	void SayChanged();
	void Commit(ETextCommit::Type How);
	int32 LineOfCaret() const;
	// What is shown of a bound text: without the tags if a marshaller reads them.
	FString Shown(const FString& Source);

	FTextEditor Editor;
	TAttribute<FText> BoundText;
	FString LastBound;
	TAttribute<FText> HintText;
	TAttribute<bool> bReadOnly;
	TAttribute<bool> bPassword;
	TAttribute<bool> bAutoWrap;
	TAttribute<float> WrapAt;
	TAttribute<float> MinWidth;
	FOnTextChanged OnTextChanged;
	FOnTextCommitted OnTextCommitted;
	FOnKeyDown OnKeyDownHandler;
	FOnKeyChar OnKeyCharHandler;
	FTextBlockStyle TextStyle;
	TOptional<ETextFlowDirection> TextFlowDirection;
	TSharedPtr<ITextLayoutMarshaller> Marshaller;
	TArray<FRichRun> Runs; // of a text with a marshaller
	FMargin Frame; // around the text
	FText Error;
	bool bMultiLine = false;
	bool bSelectAllWhenFocused = false;
	bool bSelectAllOnCommit = false;
	bool bClearFocusOnCommit = false;
	bool bRevertOnEscape = false;
	bool bFramed = false;
	float LastWidth = 0.0f;
	FString AtFocus;
};
} // namespace StandIn

// Frameless; the usual way to a chat text that can be selected. Epic: Slate/SMultiLineEditableText/FArguments; AX SAutonomixInputArea.cpp;
// VIB SMarkdownTextBlock.cpp; CX SCortexCodeBlock.cpp
class SMultiLineEditableText : public StandIn::STextInput
{
	STANDIN_WIDGET(SMultiLineEditableText, StandIn::STextInput)

public:
	SLATE_BEGIN_ARGS(SMultiLineEditableText)
		: _TextStyle(nullptr)
		, _AutoWrapText(false)
		, _IsReadOnly(false)
		, _AllowMultiLine(true)
		, _AllowContextMenu(true)
		, _SelectAllTextWhenFocused(false)
		, _ClearTextSelectionOnFocusLoss(true)
	{
	}
	SLATE_ATTRIBUTE(FText, Text)
	SLATE_ATTRIBUTE(FText, HintText)
	SLATE_STYLE_ARGUMENT(FTextBlockStyle, TextStyle)
	SLATE_ARGUMENT(TSharedPtr<ITextLayoutMarshaller>, Marshaller)
	SLATE_ARGUMENT(TSharedPtr<SScrollBar>, VScrollBar) // Epic: SMultiLineEditableText/GetVScrollBar; rdeioris/LuaMachine LuaCodeCustomization.cpp
	SLATE_ARGUMENT(TOptional<ETextFlowDirection>, TextFlowDirection) // Epic: SMultiLineEditableText/SetTextFlowDirection ("see TextFlowDirection attribute")
	SLATE_ATTRIBUTE(FMargin, Margin)
	SLATE_ATTRIBUTE(float, LineHeightPercentage)
	SLATE_ATTRIBUTE(bool, AutoWrapText)
	SLATE_ATTRIBUTE(float, WrapTextAt)
	SLATE_ATTRIBUTE(bool, IsReadOnly)
	SLATE_ATTRIBUTE(bool, AllowMultiLine)
	SLATE_ATTRIBUTE(bool, AllowContextMenu)
	SLATE_ATTRIBUTE(bool, SelectAllTextWhenFocused)
	SLATE_ATTRIBUTE(bool, ClearTextSelectionOnFocusLoss)
	SLATE_EVENT(FOnTextChanged, OnTextChanged)
	SLATE_EVENT(FOnTextCommitted, OnTextCommitted)
	SLATE_EVENT(FOnKeyDown, OnKeyDownHandler)
	SLATE_EVENT(FOnKeyChar, OnKeyCharHandler)
	SLATE_END_ARGS()

	SMultiLineEditableText();
	virtual ~SMultiLineEditableText() override;
	void Construct(const FArguments& InArgs);
	void GoTo(const ETextLocation Location);
	void GoTo(const FTextLocation& Location);
	void ScrollTo(const ETextLocation)
	{
	}
	void ScrollTo(const FTextLocation&)
	{
	}
	void InsertTextAtCursor(const FText& InText);
	void InsertTextAtCursor(const FString& InString);
	FTextLocation GetCursorLocation() const;
	ITextInputMethodContext& StandInInputMethod() const;

protected:
	// What it writes with, by one name until 5.7 and by another one from 5.8 on. bymebyu/HangulInputSlate SHangulMultiLineEditableText.cpp (5.7);
	// SUnrealAgentMCPComposerEditableText.h of a panel for 5.8; the notes on porting the plugin Expressive Text to 5.8 ("arrow becomes period")
#if ENGINE_MINOR_VERSION < 8
	TUniquePtr<FSlateEditableTextLayout> EditableTextLayout;
#else
	FSlateEditableTextLayout SlateEditableTextLayout;
#endif
};
