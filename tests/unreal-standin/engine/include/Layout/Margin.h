#pragma once

#include "HAL/Platform.h"

// Room around a widget. AX SAutonomixChatView.cpp (one, two and four numbers); UC ClaudeEditorWidget.cpp (FMargin); whole numbers are
// taken as well (AA SChatMessageList.cpp).
struct FMargin
{
	constexpr FMargin() = default;
	constexpr FMargin(float Uniform)
		: Left(Uniform)
		, Top(Uniform)
		, Right(Uniform)
		, Bottom(Uniform)
	{
	}
	constexpr FMargin(float Horizontal, float Vertical)
		: Left(Horizontal)
		, Top(Vertical)
		, Right(Horizontal)
		, Bottom(Vertical)
	{
	}
	constexpr FMargin(float InLeft, float InTop, float InRight, float InBottom)
		: Left(InLeft)
		, Top(InTop)
		, Right(InRight)
		, Bottom(InBottom)
	{
	}
	bool operator==(const FMargin&) const = default;
	float Left = 0.0f;
	float Top = 0.0f;
	float Right = 0.0f;
	float Bottom = 0.0f;
};
