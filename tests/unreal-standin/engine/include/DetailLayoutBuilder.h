#pragma once

#include "CoreMinimal.h"

class FDetailWidgetRow;
class IDetailPropertyRow;
class IPropertyHandle;

// Lays out the details of an object. SEN SentryEditor/Private/SentrySettingsCustomization.cpp (GetProperty);
// microdee/OpenUnrealSpaceMouse and protospatial/NodeToCode (a row of their own next to a property of their settings);
// Epic: Editor/PropertyEditor/IDetailLayoutBuilder/AddPropertyToCategory, AddCustomRowToCategory: both at the end of
// what was added to the property's own category.
class IDetailLayoutBuilder
{
public:
	virtual ~IDetailLayoutBuilder() = default;
	virtual TSharedRef<IPropertyHandle> GetProperty(const FName PropertyPath) const = 0;
	virtual IDetailPropertyRow& AddPropertyToCategory(TSharedPtr<IPropertyHandle> InPropertyHandle) = 0;
	virtual FDetailWidgetRow& AddCustomRowToCategory(
		TSharedPtr<IPropertyHandle> InPropertyHandle, const FText& InCustomSearchString, bool bForAdvanced = false) = 0;
};
