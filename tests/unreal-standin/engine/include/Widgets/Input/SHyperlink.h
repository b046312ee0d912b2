#pragma once

#include "Styling/SlateTypes.h"
#include "Widgets/Input/SButton.h"

// The callback gives nothing back. CES CesiumPanel.cpp; PLS SPlasticSourceControlSettings.cpp; GL SOnlineHyperlink.cpp
class SHyperlink : public SButton
{
	STANDIN_WIDGET(SHyperlink, SButton)

public:
	SLATE_BEGIN_ARGS(SHyperlink)
		: _Style(nullptr)
		, _TextStyle(nullptr)
	{
	}
	SLATE_ATTRIBUTE(FText, Text)
	SLATE_STYLE_ARGUMENT(FHyperlinkStyle, Style)
	SLATE_STYLE_ARGUMENT(FTextBlockStyle, TextStyle)
	SLATE_ATTRIBUTE(FMargin, Padding)
	SLATE_EVENT(FSimpleDelegate, OnNavigate)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

protected:
	virtual FReply ExecuteOnClick() override;

private:
	FSimpleDelegate OnNavigate;
};
