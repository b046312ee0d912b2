#include "Engine/DeveloperSettings.h"
#include "ISettingsModule.h"
#include "ObjectSystem.h"
#include "Process.h"
#include "StandIn/Host.h"
#include "StandIn/Reflection.h"
#include "UObject/UnrealType.h"

template <>
struct StandIn::TReflected<UDeveloperSettings>
{
	static void Describe(StandIn::FClassBuilder& Class)
	{
		Class.Module("DeveloperSettings");
		Class.Specifier("Abstract", "");
	}
};
STANDIN_IMPLEMENT_CLASS(UDeveloperSettings)

FName UDeveloperSettings::GetContainerName() const
{
	const FName Config = GetClass()->StandInConfigName();
	const bool bPerUser = Config == FName("EditorPerProjectUserSettings") || Config == FName("EditorSettings");
	return FName(bPerUser ? "Editor" : "Project");
}
FName UDeveloperSettings::GetCategoryName() const
{
	return CategoryName.IsNone() ? FName("Engine") : CategoryName;
}
FName UDeveloperSettings::GetSectionName() const
{
	return SectionName.IsNone() ? GetClass()->GetFName() : SectionName;
}
FText UDeveloperSettings::GetSectionText() const
{
	const FString Shown = GetClass()->GetMetaData(TEXT("DisplayName"));
	return StandIn::DisplayName(GetClass()->GetName(), Shown.IsEmpty() ? GetSectionName().ToString() : Shown);
}
FText UDeveloperSettings::GetSectionDescription() const
{
	return StandIn::ToolTip(GetClass()->GetName(), GetClass()->GetMetaData(TEXT("ToolTip")));
}
void UDeveloperSettings::PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent)
{
	Super::PostEditChangeProperty(PropertyChangedEvent);
	SettingsChanged.Broadcast(this, PropertyChangedEvent);
}

namespace
{
TArray<StandIn::FSettingsPage>& Pages()
{
	static auto* const List = new TArray<StandIn::FSettingsPage>();
	return *List;
}
TArray<StandIn::FSettingsPage>& Shown()
{
	static auto* const List = new TArray<StandIn::FSettingsPage>();
	return *List;
}
int32 FindPage(FName Container, FName Category, FName Section)
{
	return Pages().IndexOfByPredicate([&](const StandIn::FSettingsPage& Page)
		{ return Page.Container == Container && Page.Category == Category && Page.Section == Section; });
}

class FRecordedSection final : public ISettingsSection
{
public:
	FOnSettingsSectionModified& OnModified() override
	{
		return Modified;
	}

private:
	FOnSettingsSectionModified Modified;
};

class FSettingsRecorder final : public ISettingsModule
{
public:
	TSharedPtr<ISettingsSection> RegisterSettings(const FName& Container, const FName& Category, const FName& Section, const FText&,
		const FText&, const TWeakObjectPtr<UObject>& SettingsObject) override
	{
		if (!SettingsObject.IsValid())
		{
			StandIn::RefuseNamed("a settings page without an object:", *Section.ToString(), "pass GetMutableDefault<UYourSettings>()");
		}
		if (FindPage(Container, Category, Section) != INDEX_NONE)
		{
			StandIn::RefuseNamed("this settings page is registered already:", *Section.ToString(),
				"a UDeveloperSettings registers itself; do not do it again");
		}
		Pages().Add({Container, Category, Section, false});
		return MakeShared<FRecordedSection>();
	}
	void UnregisterSettings(const FName& Container, const FName& Category, const FName& Section) override
	{
		const int32 Index = FindPage(Container, Category, Section);
		if (Index != INDEX_NONE)
		{
			Pages().RemoveAt(Index);
		}
	}
	void ShowViewer(const FName& Container, const FName& Category, const FName& Section) override
	{
		if (FindPage(Container, Category, Section) == INDEX_NONE)
		{
			const FString Address = Container.ToString() + TEXT("/") + Category.ToString() + TEXT("/") + Section.ToString();
			StandIn::RefuseNamed("ShowViewer of a settings page that does not exist:", *Address,
				"ask the settings object for its container, category and section");
		}
		Shown().Add({Container, Category, Section, false});
	}
};
} // namespace
IMPLEMENT_MODULE(FSettingsRecorder, Settings)

const TArray<StandIn::FSettingsPage>& StandIn::SettingsPages()
{
	return Pages();
}
const TArray<StandIn::FSettingsPage>& StandIn::ShownSettingsPages()
{
	return Shown();
}

void StandIn::RegisterAutomaticSettings()
{
	for (const FObjectTable::FSlot& Slot : Objects().Slots)
	{
		if (Slot.Object && Slot.Object->HasAnyFlags(RF_ClassDefaultObject) && Slot.Object->IsA<UDeveloperSettings>())
		{
			const UDeveloperSettings* Object = static_cast<const UDeveloperSettings*>(Slot.Object);
			if (Object->SupportsAutoRegistration())
			{
				Pages().Add({Object->GetContainerName(), Object->GetCategoryName(), Object->GetSectionName(), true});
			}
		}
	}
}
void StandIn::CloseSettings()
{
	Pages().RemoveAll([](const FSettingsPage& Page) { return Page.bAutomatic; });
}
