#pragma once

#include "InputCoreTypes.h"
#include "Internationalization/Text.h"

// Epic: Slate/FInputChord/__ctor; AX AutonomixCommands.cpp (modifier first); AA UnrealAiEditorCommands.cpp (key first);
// VIB AIChatCommands.cpp (two modifiers)
namespace EModifierKey
{
using Type = uint8;
inline constexpr Type None = 0;
inline constexpr Type Control = 1 << 0;
inline constexpr Type Alt = 1 << 1;
inline constexpr Type Shift = 1 << 2;
inline constexpr Type Command = 1 << 3;
inline constexpr Type FromBools(const bool bControl, const bool bAlt, const bool bShift, const bool bCommand)
{
	return static_cast<Type>((bControl ? Control : 0) | (bAlt ? Alt : 0) | (bShift ? Shift : 0) | (bCommand ? Command : 0));
}
} // namespace EModifierKey

struct FInputChord
{
	FInputChord() = default;
	FInputChord(const FKey InKey)
		: Key(InKey)
	{
	}
	FInputChord(const int32 InModifiers, const FKey InKey)
		: Key(InKey)
		, Modifiers(static_cast<EModifierKey::Type>(InModifiers))
	{
	}
	FInputChord(const FKey InKey, const int32 InModifiers)
		: FInputChord(InModifiers, InKey)
	{
	}
	FInputChord(const FKey InKey, const bool bShift, const bool bCtrl, const bool bAlt, const bool bCmd)
		: FInputChord(EModifierKey::FromBools(bCtrl, bAlt, bShift, bCmd), InKey)
	{
	}
	bool IsValidChord() const
	{
		return Key.IsValid();
	}
	FText GetInputText() const;
	bool operator==(const FInputChord&) const = default;
	FKey Key;
	EModifierKey::Type Modifiers = EModifierKey::None;
};
