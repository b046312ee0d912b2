#pragma once

#include "GenericPlatform/GenericApplication.h"
#include "InputCoreTypes.h"
#include "Layout/Geometry.h"
#include "Types/SlateEnums.h"

// Epic: SlateCore/FKeyEvent/__ctor; UC SClaudeInputArea.cpp; AX AutonomixPIEActions.cpp
struct FInputEvent
{
	FInputEvent() = default;
	FInputEvent(const FModifierKeysState& InModifiers, bool bInRepeat)
		: Modifiers(InModifiers)
		, bRepeat(bInRepeat)
	{
	}
	bool IsRepeat() const
	{
		return bRepeat;
	}
	bool IsShiftDown() const
	{
		return Modifiers.IsShiftDown();
	}
	bool IsControlDown() const
	{
		return Modifiers.IsControlDown();
	}
	bool IsAltDown() const
	{
		return Modifiers.IsAltDown();
	}
	bool IsCommandDown() const
	{
		return Modifiers.IsCommandDown();
	}

private:
	FModifierKeysState Modifiers;
	bool bRepeat = false;
};

struct FKeyEvent : FInputEvent
{
	FKeyEvent() = default;
	FKeyEvent(const FKey InKey, const FModifierKeysState& InModifiers, const uint32 /*UserIndex*/, const bool bInRepeat, const uint32 InCharacterCode,
		const uint32 InKeyCode)
		: FInputEvent(InModifiers, bInRepeat)
		, Key(InKey)
		, CharacterCode(InCharacterCode)
		, KeyCode(InKeyCode)
	{
	}
	FKey GetKey() const
	{
		return Key;
	}
	uint32 GetCharacter() const
	{
		return CharacterCode;
	}
	uint32 GetKeyCode() const
	{
		return KeyCode;
	}

private:
	FKey Key;
	uint32 CharacterCode = 0;
	uint32 KeyCode = 0;
};

// A character that was typed. Epic: SlateCore/FCharacterEvent
struct FCharacterEvent : FInputEvent
{
	FCharacterEvent() = default;
	FCharacterEvent(TCHAR InCharacter, const FModifierKeysState& InModifiers)
		: FInputEvent(InModifiers, false)
		, Character(InCharacter)
	{
	}
	TCHAR GetCharacter() const
	{
		return Character;
	}

private:
	TCHAR Character = 0;
};

// AA UnrealAiChatMarkdown.cpp; PX SPCGExCollectionGridTile.cpp
struct FPointerEvent : FInputEvent
{
	FPointerEvent() = default;
	FPointerEvent(const FVector2f& InPosition, const FKey& InButton, bool bInButtonDown, float InWheel, const FModifierKeysState& InModifiers)
		: FInputEvent(InModifiers, false)
		, Position(InPosition)
		, Button(InButton)
		, Wheel(InWheel)
		, bButtonDown(bInButtonDown)
	{
	}
	FKey GetEffectingButton() const
	{
		return Button;
	}
	UE::Slate::FDeprecateVector2DResult GetScreenSpacePosition() const
	{
		return Position;
	}
	float GetWheelDelta() const
	{
		return Wheel;
	}
	bool IsMouseButtonDown(FKey Which) const
	{
		return bButtonDown && Which == Button;
	}

private:
	FVector2f Position;
	FKey Button;
	float Wheel = 0.0f;
	bool bButtonDown = false;
};

// VIB SAIChatWindow.cpp; CX SCortexInputArea.h
struct FFocusEvent
{
	FFocusEvent() = default;
	explicit FFocusEvent(EFocusCause InCause)
		: Cause(InCause)
	{
	}
	EFocusCause GetCause() const
	{
		return Cause;
	}

private:
	EFocusCause Cause = EFocusCause::SetDirectly;
};
