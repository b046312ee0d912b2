#include "Framework/Commands/Commands.h"
#include "Framework/Commands/UICommandList.h"
#include "Framework/Application/SlateApplication.h"
#include "Framework/MultiBox/MultiBoxBuilder.h"
#include "StandIn/Report.h"
#include "Styling/AppStyle.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/Layout/SSeparator.h"
#include "Widgets/Text/STextBlock.h"

namespace
{
TArray<FName>& Contexts()
{
	static auto* const List = new TArray<FName>();
	return *List;
}
} // namespace
namespace StandIn
{
void CommandsRegistered(const FName Context)
{
	Contexts().Add(Context);
}
void CommandsUnregistered(const FName Context)
{
	Contexts().Remove(Context);
}
void ListRegisteredCommands(TArray<FString>& Out)
{
	for (const FName& Context : Contexts())
	{
		Out.Add(FString(TEXT("the commands ")) + Context.ToString() + TEXT(" were not unregistered: call Unregister in ShutdownModule"));
	}
}
TSharedPtr<FUICommandInfo> MakeCommand(const FName Context, const FName StyleSet, const char* Member, const FText& Label, const FText& Description,
	EUserInterfaceActionType Type, const FInputChord& Chord)
{
	const FName Name(Member);
	return MakeShared<FUICommandInfo>(Context, Name, Label, Description, Type, Chord, FSlateIcon(StyleSet, FName(Context.ToString() + TEXT(".") + Name.ToString())));
}
} // namespace StandIn

FText FInputChord::GetInputText() const
{
	FString Text;
	const auto Add = [this, &Text](EModifierKey::Type Bit, const TCHAR* Name) {
		if (Modifiers & Bit)
		{
			Text += FString(Name) + TEXT("+");
		}
	};
	Add(EModifierKey::Control, TEXT("Ctrl"));
	Add(EModifierKey::Alt, TEXT("Alt"));
	Add(EModifierKey::Shift, TEXT("Shift"));
	Add(EModifierKey::Command, TEXT("Cmd"));
	return FText::FromString(Key.IsValid() ? Text + Key.ToString() : FString());
}

void FUICommandList::MapAction(const TSharedPtr<const FUICommandInfo> Command, const FUIAction& Action)
{
	checkf(Command.IsValid(), TEXT("MapAction needs a command: register the commands first"));
	if (IsActionMapped(Command))
	{
		StandIn::RefuseNamed("a command was mapped twice:", *Command->GetCommandName().ToString(), "map it once for each list");
	}
	Mapped.Add(FMapped{Command, Action});
}
void FUICommandList::UnmapAction(const TSharedPtr<const FUICommandInfo> Command)
{
	Mapped.RemoveAll([&Command](const FMapped& Each) { return Each.Command == Command; });
}
const FUIAction* FUICommandList::GetActionForCommand(const TSharedPtr<const FUICommandInfo> Command) const
{
	const FMapped* const Found = Mapped.FindByPredicate([&Command](const FMapped& Each) { return Each.Command == Command; });
	return Found ? &Found->Action : nullptr;
}
bool FUICommandList::ExecuteAction(const TSharedRef<const FUICommandInfo> Command) const
{
	const FUIAction* const Found = GetActionForCommand(Command);
	const FUIAction Action = Found ? *Found : FUIAction();
	return Action.Execute();
}
bool FUICommandList::CanExecuteAction(const TSharedRef<const FUICommandInfo> Command) const
{
	const FUIAction* const Found = GetActionForCommand(Command);
	return Found && Found->CanExecute();
}
bool FUICommandList::ProcessCommandBindings(const FKeyEvent& Event) const
{
	const FInputChord Pressed(Event.GetKey(), Event.IsShiftDown(), Event.IsControlDown(), Event.IsAltDown(), Event.IsCommandDown());
	for (const FMapped& Each : Mapped)
	{
		if (Each.Command->StandInChord().IsValidChord() && Each.Command->StandInChord() == Pressed)
		{
			const FUIAction Action = Each.Action;
			return Action.Execute();
		}
	}
	for (const TWeakPtr<FUICommandList>& Weak : Appended)
	{
		const TSharedPtr<FUICommandList> Other = Weak.Pin();
		if (Other.IsValid() && Other->ProcessCommandBindings(Event))
		{
			return true;
		}
	}
	return false;
}
void FUICommandList::Append(const TSharedRef<FUICommandList>& CommandsToAppend)
{
	Appended.Add(CommandsToAppend);
}

FMenuBuilder::FMenuBuilder(const bool, TSharedPtr<const FUICommandList> InCommandList)
	: Box(SNew(SVerticalBox))
	, CommandList(InCommandList)
{
}
void FMenuBuilder::Add(const TSharedRef<SWidget>& Widget)
{
	Box->AddSlot().AutoHeight()[Widget];
}
void FMenuBuilder::BeginSection(FName, const TAttribute<FText>& InHeadingText)
{
	++OpenSections;
	if (InHeadingText.IsSet())
	{
		Add(SNew(STextBlock).Text(InHeadingText).ColorAndOpacity(FSlateColor::UseSubduedForeground()));
	}
}
void FMenuBuilder::EndSection()
{
	checkf(OpenSections > 0, TEXT("EndSection without BeginSection"));
	--OpenSections;
}
void FMenuBuilder::AddMenuEntry(const TAttribute<FText>& InLabel, const TAttribute<FText>& InToolTip, const FSlateIcon&, const FUIAction& InAction, FName InHook,
	const EUserInterfaceActionType Type)
{
	const bool bChecks = Type == EUserInterfaceActionType::ToggleButton || Type == EUserInterfaceActionType::Check || Type == EUserInterfaceActionType::RadioButton;
	const TSharedRef<SWidget> Label = SNew(STextBlock).Text(InLabel);
	Add(SNew(SButton)
			.ButtonStyle(FAppStyle::Get(), "Menu.Button")
			.Tag(InHook)
			.IsFocusable(false)
			.ToolTipText(InToolTip)
			.IsEnabled_Lambda([InAction]() { return InAction.CanExecute(); })
			.OnClicked_Lambda([InAction]() {
				const FUIAction Kept = InAction;
				FSlateApplication::Get().DismissAllMenus();
				Kept.Execute();
				return FReply::Handled();
			})[bChecks ? StaticCastSharedRef<SWidget>(SNew(SCheckBox).Visibility(EVisibility::HitTestInvisible).IsChecked_Lambda([InAction]() { return InAction.GetCheckState(); })[Label])
					   : Label]);
}
void FMenuBuilder::AddMenuEntry(const TSharedPtr<const FUICommandInfo> InCommand)
{
	const FUIAction* const Action = CommandList.IsValid() ? CommandList->GetActionForCommand(InCommand) : nullptr;
	if (!Action)
	{
		StandIn::RefuseNamed("a menu was given a command that its list does not map:", *InCommand->GetCommandName().ToString(), "map it first, and give the list to the builder");
	}
	AddMenuEntry(InCommand->GetLabel(), InCommand->GetDescription(), InCommand->GetIcon(), *Action, InCommand->GetCommandName(), InCommand->GetUserInterfaceType());
}
void FMenuBuilder::AddSubMenu(const TAttribute<FText>& InLabel, const TAttribute<FText>& InToolTip, const FNewMenuDelegate& InSubMenu)
{
	// Shown at once, below its heading.
	FMenuBuilder Sub(true, CommandList);
	InSubMenu.ExecuteIfBound(Sub);
	Add(SNew(STextBlock).Text(InLabel).ToolTipText(InToolTip));
	Box->AddSlot().AutoHeight().Padding(12.0f, 0.0f, 0.0f, 0.0f)[Sub.MakeWidget()];
}
void FMenuBuilder::AddMenuSeparator(FName)
{
	Add(SNew(SSeparator).Thickness(1.0f));
}
void FMenuBuilder::AddWidget(TSharedRef<SWidget> InWidget, const FText& Label, bool)
{
	if (Label.IsEmpty())
	{
		Add(InWidget);
		return;
	}
	Add(SNew(SHorizontalBox) + SHorizontalBox::Slot().AutoWidth().VAlign(VAlign_Center).Padding(0.0f, 0.0f, 8.0f, 0.0f)[SNew(STextBlock).Text(Label)] +
		SHorizontalBox::Slot().FillWidth(1.0f)[InWidget]);
}
TSharedRef<SWidget> FMenuBuilder::MakeWidget()
{
	checkf(OpenSections == 0, TEXT("a menu section was not ended: call EndSection"));
	return Box;
}
