#pragma once

#include "Framework/Commands/UICommandInfo.h"
#include "Internationalization/Internationalization.h"

namespace StandIn
{
// Notes who is registered, to find chords that clash and what was left behind.
void CommandsRegistered(const FName Context);
void CommandsUnregistered(const FName Context);
TSharedPtr<FUICommandInfo> MakeCommand(const FName Context, const FName StyleSet, const char* Member, const FText& Label, const FText& Description,
	EUserInterfaceActionType Type, const FInputChord& Chord);
} // namespace StandIn

// A set of commands. AX AutonomixCommands.h; UC UnrealClaudeCommands.h; FG SFlowPalette.cpp (IsRegistered)
template <typename CommandContextType>
class TCommands
{
public:
	TCommands(const FName InContextName, const FText& InContextDesc, const FName InContextParent, const FName InStyleSetName)
		: ContextName(InContextName)
		, ContextDescription(InContextDesc)
		, ContextParent(InContextParent)
		, StyleSetName(InStyleSetName)
	{
	}
	virtual ~TCommands() = default;
	TCommands(const TCommands&) = delete;
	TCommands& operator=(const TCommands&) = delete;

	virtual void RegisterCommands() = 0;

	static void Register()
	{
		if (!Instance())
		{
			Instance() = new CommandContextType();
			Instance()->RegisterCommands();
			StandIn::CommandsRegistered(Instance()->ContextName);
		}
	}
	static void Unregister()
	{
		if (Instance())
		{
			StandIn::CommandsUnregistered(Instance()->ContextName);
			delete Instance();
			Instance() = nullptr;
		}
	}
	static bool IsRegistered()
	{
		return Instance() != nullptr;
	}
	static const CommandContextType& Get()
	{
		if (!Instance())
		{
			StandIn::Refuse("the commands were asked for before they were registered", "call Register in StartupModule");
		}
		return *Instance();
	}
	FName GetContextName() const
	{
		return ContextName;
	}

protected:
	FName StandInStyleSet() const
	{
		return StyleSetName;
	}

private:
	static CommandContextType*& Instance()
	{
		static CommandContextType* Only = nullptr;
		return Only;
	}
	FName ContextName;
	[[maybe_unused]] FText ContextDescription;
	[[maybe_unused]] FName ContextParent;
	FName StyleSetName;
};

// Plain literals; LOCTEXT_NAMESPACE must be defined. AX AutonomixCommands.cpp; AA UnrealAiEditorCommands.cpp
// Their texts are in "UICommands" and the file's namespace: Tencent/UnLua, Plugins/UnLua/Content/Localization/UnLua/UnLua.manifest.
#define UI_COMMAND(CommandId, FriendlyName, InDescription, CommandType, InDefaultChord, ...) \
	CommandId = ::StandIn::MakeCommand(this->GetContextName(), this->StandInStyleSet(), #CommandId, \
		FText::StandInLocalized(TEXT("UICommands." LOCTEXT_NAMESPACE), TEXT(#CommandId), TEXT(FriendlyName), __FILE__, __LINE__), \
		FText::StandInLocalized(TEXT("UICommands." LOCTEXT_NAMESPACE), TEXT(#CommandId "_ToolTip"), TEXT(InDescription), __FILE__, __LINE__), CommandType, \
		InDefaultChord)
