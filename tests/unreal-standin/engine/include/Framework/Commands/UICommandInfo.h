#pragma once

#include "Framework/Commands/InputChord.h"
#include "Templates/SharedPointer.h"
#include "Textures/SlateIcon.h"

// AX AutonomixCommands.cpp
enum class EUserInterfaceActionType : uint8
{
	None,
	Button,
	ToggleButton,
	RadioButton,
	Check,
	CollapsedButton,
};

// A command. CES CesiumEditor.cpp; UC UnrealClaudeModule.cpp
class FUICommandInfo
{
public:
	FUICommandInfo(FName InContext, FName InName, const FText& InLabel, const FText& InDescription, EUserInterfaceActionType InType,
		const FInputChord& InChord, const FSlateIcon& InIcon)
		: Context(InContext)
		, Name(InName)
		, Label(InLabel)
		, Description(InDescription)
		, Type(InType)
		, Chord(InChord)
		, Icon(InIcon)
	{
	}
	FName GetCommandName() const
	{
		return Name;
	}
	FName GetBindingContext() const
	{
		return Context;
	}
	const FText& GetLabel() const
	{
		return Label;
	}
	const FText& GetDescription() const
	{
		return Description;
	}
	const FSlateIcon& GetIcon() const
	{
		return Icon;
	}
	FText GetInputText() const
	{
		return Chord.GetInputText();
	}
	const FInputChord& StandInChord() const
	{
		return Chord;
	}
	EUserInterfaceActionType GetUserInterfaceType() const
	{
		return Type;
	}

private:
	FName Context;
	FName Name;
	FText Label;
	FText Description;
	EUserInterfaceActionType Type;
	FInputChord Chord;
	FSlateIcon Icon;
};
