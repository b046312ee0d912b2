#pragma once

#include "Framework/Commands/UIAction.h"
#include "Misc/Attribute.h"
#include "StandIn/GeneratedBody.h"
#include "Textures/SlateIcon.h"
#include "UObject/ObjectPtr.h"

#include <memory>

// Menus are recorded: what was added, by whom, and what happens when it is chosen.
// PCG PCGExCollectionsEditor.cpp, PCGExModuleInterface.cpp; UCL UnrealClaudeModule.cpp; Autonomix AutonomixUIModule.cpp;
// Epic: Developer/ToolMenus/FToolMenuSection, UToolMenus

// Who added a menu entry: an address or a name.
struct FToolMenuOwner
{
	FToolMenuOwner() = default;
	FToolMenuOwner(const void* InPointer)
		: Pointer(InPointer)
	{
	}
	FToolMenuOwner(const FName InName)
		: Name(InName)
	{
	}
	bool operator==(const FToolMenuOwner&) const = default;
	const void* Pointer = nullptr;
	FName Name;
};

struct FToolMenuEntry
{
	static FToolMenuEntry InitMenuEntry(const FName Name, const TAttribute<FText>& Label, const TAttribute<FText>& ToolTip,
		const TAttribute<FSlateIcon>& Icon, const FUIAction& Action);
	static FToolMenuEntry InitToolBarButton(const FName Name, const FUIAction& Action, const TAttribute<FText>& Label = TAttribute<FText>(),
		const TAttribute<FText>& ToolTip = TAttribute<FText>(), const TAttribute<FSlateIcon>& Icon = TAttribute<FSlateIcon>());
	static FToolMenuEntry InitSeparator(const FName Name);
	FToolMenuOwner Owner;
	FName Name;
	TAttribute<FText> Label;
	TAttribute<FText> ToolTip;
	TAttribute<FSlateIcon> Icon;
	FUIAction Action;
	bool bIsToolBarButton = false;
};

struct FToolMenuSection
{
	FToolMenuEntry& AddEntry(const FToolMenuEntry& Entry);
	FToolMenuEntry& AddMenuEntry(const FName EntryName, const TAttribute<FText>& EntryLabel, const TAttribute<FText>& EntryToolTip,
		const TAttribute<FSlateIcon>& EntryIcon, const FUIAction& EntryAction);
	FToolMenuEntry& AddSeparator(const FName EntryName);
	FName Name;
	TAttribute<FText> Label;
	FToolMenuOwner Owner;
	TArray<FToolMenuEntry> Blocks;
};

class UToolMenu : public UObject
{
	STANDIN_CLASS_BODY(UToolMenu, UObject)
	STANDIN_DEFAULT_CONSTRUCTOR(UToolMenu)

public:
	FToolMenuSection& FindOrAddSection(const FName SectionName);
	FToolMenuSection& FindOrAddSection(const FName SectionName, const TAttribute<FText>& SectionLabel);
	FToolMenuSection& AddSection(const FName SectionName, const TAttribute<FText>& SectionLabel = TAttribute<FText>());
	FToolMenuSection* FindSection(const FName SectionName);
	FName MenuName;
	TArray<FToolMenuSection> Sections; // a reference is good until the next section is added: Epic: Developer/ToolMenus/UToolMenu/Sections
};

class UToolMenus : public UObject
{
	STANDIN_CLASS_BODY(UToolMenus, UObject)
	STANDIN_DEFAULT_CONSTRUCTOR(UToolMenus)

public:
	static UToolMenus* Get();
	static bool IsToolMenuUIEnabled(); // PCG PCGExModuleInterface.cpp: false in commandlets
	// The callback runs when the menus are up, at once if they are. Epic: Developer/ToolMenus/UToolMenus
	static FDelegateHandle RegisterStartupCallback(const FSimpleMulticastDelegate::FDelegate& Callback);
	static void UnRegisterStartupCallback(const void* Owner);
	static void UnregisterOwner(FToolMenuOwner Owner);
	UToolMenu* ExtendMenu(const FName Name);
	UToolMenu* FindMenu(const FName Name);
	bool IsMenuRegistered(const FName Name) const;
	void RefreshAllWidgets()
	{
	}

	// For the host and the tests.
	static void StandInStartUp();
	static int32 StandInStartupCallbacks();
	static void StandInShutDown();
	// Chooses an entry as a click would: false when it cannot be executed. Refuses a name that no entry has.
	bool StandInChoose(const FName Menu, const FName Entry);
	FToolMenuEntry* StandInFind(const FName Menu, const FName Entry);
	int32 StandInEntryCount() const;
	const TArray<TObjectPtr<UToolMenu>>& StandInMenus() const
	{
		return Menus;
	}

private:
	friend class FToolMenuOwnerScoped;
	friend struct FToolMenuSection;
	friend class UToolMenu;
	static void PushOwner(FToolMenuOwner Owner);
	static void PopOwner();
	static FToolMenuOwner CurrentOwner();
	TArray<TObjectPtr<UToolMenu>> Menus;
};

class FToolMenuOwnerScoped
{
public:
	explicit FToolMenuOwnerScoped(FToolMenuOwner Owner)
	{
		UToolMenus::PushOwner(Owner);
	}
	~FToolMenuOwnerScoped()
	{
		UToolMenus::PopOwner();
	}
	FToolMenuOwnerScoped(const FToolMenuOwnerScoped&) = delete;
	FToolMenuOwnerScoped& operator=(const FToolMenuOwnerScoped&) = delete;
};
