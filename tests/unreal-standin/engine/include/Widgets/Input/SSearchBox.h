#pragma once

#include "Widgets/Input/SEditableTextBox.h"

// A box for searching. CES CesiumIonPanel.cpp; PLS SPlasticSourceControlBranchesWidget.cpp; SB SubsystemBrowserPanel.cpp
class SSearchBox : public SEditableTextBox
{
	STANDIN_WIDGET(SSearchBox, SEditableTextBox)

public:
	SLATE_BEGIN_ARGS(SSearchBox)
		: _SelectAllTextWhenFocused(true)
		, _DelayChangeNotificationsWhileTyping(false)
	{
	}
	SLATE_ATTRIBUTE(FText, HintText)
	SLATE_ATTRIBUTE(FText, InitialText)
	SLATE_ATTRIBUTE(bool, SelectAllTextWhenFocused)
	SLATE_ATTRIBUTE(bool, DelayChangeNotificationsWhileTyping)
	SLATE_EVENT(FOnTextChanged, OnTextChanged)
	SLATE_EVENT(FOnTextCommitted, OnTextCommitted)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
};
