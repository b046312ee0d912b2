#include "ToolMenus.h"

#include "CoreGlobals.h"
#include "Misc/CoreDelegates.h"
#include "Process.h"
#include "StandIn/Host.h"
#include "StandIn/Reflection.h"
#include "UObject/StrongObjectPtr.h"

template <>
struct StandIn::TReflected<UToolMenu>
{
	static void Describe(StandIn::FClassBuilder& Class)
	{
		Class.Module("ToolMenus");
	}
};
STANDIN_IMPLEMENT_CLASS(UToolMenu)

template <>
struct StandIn::TReflected<UToolMenus>
{
	static void Describe(StandIn::FClassBuilder& Class)
	{
		Class.Module("ToolMenus");
		Class.Property("Menus", "TArray<TObjectPtr<UToolMenu>>", &UToolMenus::Menus);
	}
};
STANDIN_IMPLEMENT_CLASS(UToolMenus)

namespace
{
struct FState
{
	UToolMenus* Instance = nullptr;
	TArray<FToolMenuOwner> Owners;
	FSimpleMulticastDelegate StartupCallbacks;
	bool bUp = false;
};
FState& State()
{
	static auto* const Instance = new FState();
	return *Instance;
}
} // namespace

UToolMenus* UToolMenus::Get()
{
	StandIn::RequireGameThread("UToolMenus::Get");
	if (!State().Instance)
	{
		State().Instance = NewObject<UToolMenus>(GetTransientPackage(), FName("ToolMenus"));
		State().Instance->AddToRoot();
	}
	return State().Instance;
}
bool UToolMenus::IsToolMenuUIEnabled()
{
	return !IsRunningCommandlet();
}
FDelegateHandle UToolMenus::RegisterStartupCallback(const FSimpleMulticastDelegate::FDelegate& Callback)
{
	if (State().bUp)
	{
		Callback.ExecuteIfBound();
		return FDelegateHandle();
	}
	return State().StartupCallbacks.Add(Callback);
}
void UToolMenus::UnRegisterStartupCallback(const void* Owner)
{
	State().StartupCallbacks.RemoveAll(Owner);
}
void UToolMenus::UnregisterOwner(FToolMenuOwner Owner)
{
	if (!State().Instance || !UObjectInitialized())
	{
		return;
	}
	for (const TObjectPtr<UToolMenu>& Menu : State().Instance->Menus)
	{
		for (FToolMenuSection& Section : Menu->Sections)
		{
			Section.Blocks.RemoveAll([&Owner](const FToolMenuEntry& Entry) { return Entry.Owner == Owner; });
		}
		Menu->Sections.RemoveAll([&Owner](const FToolMenuSection& Section) { return Section.Owner == Owner && Section.Blocks.IsEmpty(); });
	}
}
void UToolMenus::StandInStartUp()
{
	State().bUp = true;
	State().StartupCallbacks.Broadcast();
}
int32 UToolMenus::StandInStartupCallbacks()
{
	return State().StartupCallbacks.StandInBindingCount();
}
void UToolMenus::StandInShutDown()
{
	if (State().Instance)
	{
		State().Instance->RemoveFromRoot();
	}
}
void UToolMenus::PushOwner(FToolMenuOwner Owner)
{
	State().Owners.Add(Owner);
}
void UToolMenus::PopOwner()
{
	State().Owners.Pop();
}
FToolMenuOwner UToolMenus::CurrentOwner()
{
	return State().Owners.IsEmpty() ? FToolMenuOwner() : State().Owners.Last();
}
UToolMenu* UToolMenus::FindMenu(const FName Name)
{
	for (const TObjectPtr<UToolMenu>& Menu : Menus)
	{
		if (Menu->MenuName == Name)
		{
			return Menu;
		}
	}
	return nullptr;
}
bool UToolMenus::IsMenuRegistered(const FName Name) const
{
	return const_cast<UToolMenus*>(this)->FindMenu(Name) != nullptr;
}
UToolMenu* UToolMenus::ExtendMenu(const FName Name)
{
	if (!State().bUp)
	{
		StandIn::RefuseNamed("a menu was extended before menus are up:", *Name.ToString(), "do it in a callback of UToolMenus::RegisterStartupCallback");
	}
	if (UToolMenu* Found = FindMenu(Name))
	{
		return Found;
	}
	UToolMenu* Menu = NewObject<UToolMenu>(this);
	Menu->MenuName = Name;
	Menus.Add(Menu);
	return Menu;
}
FToolMenuEntry* UToolMenus::StandInFind(const FName Menu, const FName Entry)
{
	if (UToolMenu* Found = FindMenu(Menu))
	{
		for (FToolMenuSection& Section : Found->Sections)
		{
			if (FToolMenuEntry* Block = Section.Blocks.FindByPredicate([&Entry](const FToolMenuEntry& B) { return B.Name == Entry; }))
			{
				return Block;
			}
		}
	}
	return nullptr;
}
bool UToolMenus::StandInChoose(const FName Menu, const FName Entry)
{
	FToolMenuEntry* Found = StandInFind(Menu, Entry);
	if (!Found)
	{
		StandIn::RefuseNamed("no menu entry is called", *(Menu.ToString() + TEXT("/") + Entry.ToString()), "check the menu's and the entry's name");
	}
	const FUIAction Action = Found->Action; // may unregister itself
	return Action.Execute();
}
int32 UToolMenus::StandInEntryCount() const
{
	int32 Count = 0;
	for (const TObjectPtr<UToolMenu>& Menu : Menus)
	{
		for (const FToolMenuSection& Section : Menu->Sections)
		{
			Count += Section.Blocks.Num();
		}
	}
	return Count;
}

FToolMenuSection* UToolMenu::FindSection(const FName SectionName)
{
	for (FToolMenuSection& Section : Sections)
	{
		if (Section.Name == SectionName)
		{
			return &Section;
		}
	}
	return nullptr;
}
FToolMenuSection& UToolMenu::FindOrAddSection(const FName SectionName)
{
	return FindOrAddSection(SectionName, TAttribute<FText>());
}
FToolMenuSection& UToolMenu::FindOrAddSection(const FName SectionName, const TAttribute<FText>& SectionLabel)
{
	FToolMenuSection* Found = FindSection(SectionName);
	return Found ? *Found : AddSection(SectionName, SectionLabel);
}
FToolMenuSection& UToolMenu::AddSection(const FName SectionName, const TAttribute<FText>& SectionLabel)
{
	FToolMenuSection Section;
	Section.Name = SectionName;
	Section.Label = SectionLabel;
	Section.Owner = UToolMenus::CurrentOwner();
	return Sections.Add_GetRef(Section);
}

FToolMenuEntry& FToolMenuSection::AddEntry(const FToolMenuEntry& Entry)
{
	FToolMenuEntry& Added = Blocks.Add_GetRef(Entry);
	Added.Owner = UToolMenus::CurrentOwner();
	return Added;
}
FToolMenuEntry& FToolMenuSection::AddMenuEntry(const FName EntryName, const TAttribute<FText>& EntryLabel, const TAttribute<FText>& EntryToolTip,
	const TAttribute<FSlateIcon>& EntryIcon, const FUIAction& EntryAction)
{
	return AddEntry(FToolMenuEntry::InitMenuEntry(EntryName, EntryLabel, EntryToolTip, EntryIcon, EntryAction));
}
FToolMenuEntry& FToolMenuSection::AddSeparator(const FName EntryName)
{
	return AddEntry(FToolMenuEntry::InitSeparator(EntryName));
}
FToolMenuEntry FToolMenuEntry::InitMenuEntry(const FName InName, const TAttribute<FText>& InLabel, const TAttribute<FText>& InToolTip,
	const TAttribute<FSlateIcon>& InIcon, const FUIAction& InAction)
{
	FToolMenuEntry Entry;
	Entry.Name = InName;
	Entry.Label = InLabel;
	Entry.ToolTip = InToolTip;
	Entry.Icon = InIcon;
	Entry.Action = InAction;
	return Entry;
}
FToolMenuEntry FToolMenuEntry::InitToolBarButton(const FName InName, const FUIAction& InAction, const TAttribute<FText>& InLabel,
	const TAttribute<FText>& InToolTip, const TAttribute<FSlateIcon>& InIcon)
{
	FToolMenuEntry Entry = InitMenuEntry(InName, InLabel, InToolTip, InIcon, InAction);
	Entry.bIsToolBarButton = true;
	return Entry;
}
FToolMenuEntry FToolMenuEntry::InitSeparator(const FName InName)
{
	FToolMenuEntry Entry;
	Entry.Name = InName;
	return Entry;
}
