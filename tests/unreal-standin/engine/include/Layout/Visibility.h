#pragma once

#include "HAL/Platform.h"

// Whether a widget shows, takes room and takes clicks. AX SAutonomixChatView.cpp; CX SCortexAnalysisConfig.cpp; AA SChatComposer.cpp (==)
struct EVisibility
{
	constexpr EVisibility()
		: Value(FValue::Visible)
	{
	}
	static const EVisibility Visible;
	static const EVisibility Collapsed; // takes no room
	static const EVisibility Hidden; // takes room
	static const EVisibility HitTestInvisible; // neither it nor its children take clicks
	static const EVisibility SelfHitTestInvisible; // its children do
	bool operator==(const EVisibility&) const = default;
	bool IsVisible() const
	{
		return Value != FValue::Collapsed && Value != FValue::Hidden;
	}

private:
	enum class FValue : uint8
	{
		Visible,
		Collapsed,
		Hidden,
		HitTestInvisible,
		SelfHitTestInvisible,
	};
	constexpr explicit EVisibility(FValue InValue)
		: Value(InValue)
	{
	}
	FValue Value;
};
inline constexpr EVisibility EVisibility::Visible{FValue::Visible};
inline constexpr EVisibility EVisibility::Collapsed{FValue::Collapsed};
inline constexpr EVisibility EVisibility::Hidden{FValue::Hidden};
inline constexpr EVisibility EVisibility::HitTestInvisible{FValue::HitTestInvisible};
inline constexpr EVisibility EVisibility::SelfHitTestInvisible{FValue::SelfHitTestInvisible};
