#pragma once

#include "StandIn/DetailRow.h"

class FDetailWidgetRow;

// Epic: Editor/PropertyEditor/FDetailWidgetDecl/operator[]; SEN SentryEditor/Private/SentrySettingsCustomization.cpp
class FDetailWidgetDecl
{
public:
	explicit FDetailWidgetDecl(FDetailWidgetRow& InRow)
		: Row(InRow)
	{
	}
	FDetailWidgetRow& operator[](TSharedRef<SWidget> InWidget)
	{
		StandInWidget = InWidget;
		return Row;
	}
	TSharedPtr<SWidget> StandInWidget;

private:
	FDetailWidgetRow& Row;
};

// One row of a details panel that a customization fills. Epic: Editor/PropertyEditor/FDetailWidgetRow (WholeRowContent, Visibility);
// CES CesiumEditor/Private/CesiumRuntimeSettingsCustomization.cpp
class FDetailWidgetRow
{
public:
	FDetailWidgetRow()
		: WholeRow(*this)
	{
	}
	FDetailWidgetRow(const FDetailWidgetRow&) = delete;
	FDetailWidgetRow& operator=(const FDetailWidgetRow&) = delete;
	FDetailWidgetDecl& WholeRowContent()
	{
		return WholeRow;
	}
	FDetailWidgetRow& Visibility(const TAttribute<EVisibility>& InVisibility)
	{
		StandInVisibility = InVisibility;
		return *this;
	}
	TSharedPtr<SWidget> StandInWidget() const
	{
		return WholeRow.StandInWidget;
	}
	TAttribute<EVisibility> StandInVisibility = EVisibility::Visible;

private:
	FDetailWidgetDecl WholeRow;
};
