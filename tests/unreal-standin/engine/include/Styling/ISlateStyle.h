#pragma once

#include "StandIn/DelegateInstance.h"
#include "Styling/SlateTypes.h"

// A set of looks by key. Epic: SlateCore/FSlateStyleSet; AX AutonomixStyle.cpp; PLS SPlasticSourceControlSettings.cpp
class ISlateStyle
{
public:
	virtual ~ISlateStyle() = default;
	virtual const FName& GetStyleSetName() const = 0;
	virtual const FSlateBrush* GetBrush(const FName Key, const ANSICHAR* Specifier = nullptr) const = 0;
	virtual const FSlateBrush* GetOptionalBrush(const FName Key, const ANSICHAR* Specifier = nullptr, const FSlateBrush* Default = nullptr) const = 0;
	virtual FSlateFontInfo GetFontStyle(const FName Key, const ANSICHAR* Specifier = nullptr) const = 0;
	virtual FLinearColor GetColor(const FName Key, const ANSICHAR* Specifier = nullptr) const = 0;
	virtual FSlateColor GetSlateColor(const FName Key, const ANSICHAR* Specifier = nullptr) const = 0;

	template <typename StyleType>
	const StyleType& GetWidgetStyle(const FName Key) const
	{
		return *static_cast<const StyleType*>(StandInWidgetStyle(Key, StandIn::TypeId<StyleType>()));
	}

	// Refuses a key that does not exist, or has another type.
	virtual const void* StandInWidgetStyle(const FName Key, const void* Type) const = 0;
};
