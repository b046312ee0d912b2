#include "StandIn/Details.h"

#include "DetailLayoutBuilder.h"
#include "DetailWidgetRow.h"
#include "IDetailCustomization.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorModule.h"
#include "Process.h"
#include "PropertyHandle.h"
#include "StandIn/Host.h"
#include "UObject/EnumProperty.h"
#include "UObject/UnrealType.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SCompoundWidget.h"
#include "Widgets/Text/STextBlock.h"

class IDetailPropertyRow
{
};

namespace
{
using FLayouts = TMap<FName, FOnGetDetailCustomizationInstance>;

FLayouts& Layouts()
{
	static auto* const Registered = new FLayouts();
	return *Registered;
}

// A property's row, or one of a customization's own.
struct FRow
{
	const FProperty* Property = nullptr;
	std::shared_ptr<FDetailWidgetRow> Own;
};

struct FCategory
{
	FString Name;
	std::vector<FRow> Rows;
};

class FDetails final : public IDetailLayoutBuilder
{
public:
	explicit FDetails(const UClass* InClass)
		: Class(InClass)
	{
	}
	TSharedRef<IPropertyHandle> GetProperty(const FName PropertyPath) const override
	{
		const FProperty* Property = Class->FindPropertyByName(PropertyPath);
		if (!Property || !IsEdited(*Property))
		{
			StandIn::RefuseNamed("a details panel has no property", *PropertyPath.ToString(), "name one that is EditAnywhere or VisibleAnywhere");
		}
		const TSharedRef<IPropertyHandle> Handle = MakeShared<IPropertyHandle>();
		Handle->StandInProperty = Property;
		return Handle;
	}
	IDetailPropertyRow& AddPropertyToCategory(TSharedPtr<IPropertyHandle> Handle) override
	{
		static IDetailPropertyRow Row;
		if (Has(*Handle->StandInProperty))
		{
			StandIn::RefuseNamed("a property is added to a details panel twice:", *Handle->StandInProperty->GetName(), "add it once");
		}
		Category(*Handle->StandInProperty).Rows.push_back({Handle->StandInProperty, nullptr});
		return Row;
	}
	FDetailWidgetRow& AddCustomRowToCategory(TSharedPtr<IPropertyHandle> Handle, const FText&, bool) override
	{
		const auto Row = std::make_shared<FDetailWidgetRow>();
		Category(*Handle->StandInProperty).Rows.push_back({nullptr, Row});
		return *Row;
	}
	// What no customization added comes last in its category.
	void AddRest()
	{
		for (TFieldIterator<FProperty> It(Class); It; ++It)
		{
			if (IsEdited(**It) && !Has(**It))
			{
				Category(**It).Rows.push_back({*It, nullptr});
			}
		}
	}
	std::vector<FCategory> Categories;

private:
	static bool IsEdited(const FProperty& Property)
	{
		return Property.Specifiers.Has(TEXT("EditAnywhere")) || Property.Specifiers.Has(TEXT("VisibleAnywhere"));
	}
	bool Has(const FProperty& Property) const
	{
		for (const FCategory& Category : Categories)
		{
			for (const FRow& Row : Category.Rows)
			{
				if (Row.Property == &Property)
				{
					return true;
				}
			}
		}
		return false;
	}
	FCategory& Category(const FProperty& Property)
	{
		const FString Name = Property.Specifiers.Get(TEXT("Category"));
		for (FCategory& Known : Categories)
		{
			if (Known.Name == Name)
			{
				return Known;
			}
		}
		Categories.push_back({Name, {}});
		return Categories.back();
	}
	const UClass* Class;
};

class SDetails final : public SCompoundWidget
{
	STANDIN_WIDGET(SDetails, SCompoundWidget)

public:
	SLATE_BEGIN_ARGS(SDetails)
	{
	}
	SLATE_END_ARGS()

	void Construct(const FArguments&, UObject* Object)
	{
		FDetails Details(Object->GetClass());
		if (const FOnGetDetailCustomizationInstance* Layout = Layouts().Find(Object->GetClass()->GetFName()))
		{
			Customization = Layout->Execute();
			Customization->CustomizeDetails(Details);
		}
		Details.AddRest();
		const TSharedRef<SVerticalBox> Lines = SNew(SVerticalBox);
		for (const FCategory& Category : Details.Categories)
		{
			Lines->AddSlot().AutoHeight()[SNew(STextBlock).Text(StandIn::CategoryName(Category.Name))];
			for (const FRow& Row : Category.Rows)
			{
				Lines->AddSlot().AutoHeight()[Row.Property ? MakeProperty(*Row.Property, Object) : MakeOwn(*Row.Own)];
			}
		}
		ChildSlot[SNew(SScrollBox) + SScrollBox::Slot()[Lines]];
	}

private:
	static TSharedRef<SWidget> MakeProperty(const FProperty& Property, UObject* Object)
	{
		return SNew(STextBlock)
			.ToolTipText(StandIn::ToolTip(Property.StandInPath(), Property.GetMetaData(TEXT("ToolTip"))))
			.Text_Lambda([&Property, Object]() {
				return FText::FromString(Property.GetDisplayNameText().ToString() + TEXT(" = ") + ReadValue(Property, Object));
			});
	}
	// A choice by what it is called, all else as it is.
	static FString ReadValue(const FProperty& Property, const UObject* Object)
	{
		const FString Value = StandIn::PropertyText(Object, *Property.GetName());
		const FEnumProperty* Choice = CastField<FEnumProperty>(&Property);
		if (!Choice || !Choice->StandInEnum)
		{
			return Value;
		}
		const UEnum* Enum = Choice->StandInEnum();
		return Enum->GetDisplayNameTextByValue(Enum->GetValueByNameString(Value)).ToString();
	}
	static TSharedRef<SWidget> MakeOwn(const FDetailWidgetRow& Row)
	{
		const TSharedRef<SVerticalBox> Line = SNew(SVerticalBox).Visibility(Row.StandInVisibility);
		if (Row.StandInWidget().IsValid())
		{
			Line->AddSlot().AutoHeight()[Row.StandInWidget().ToSharedRef()];
		}
		return Line;
	}
	TSharedPtr<IDetailCustomization> Customization;
};
} // namespace

void FPropertyEditorModule::RegisterCustomClassLayout(FName ClassName, FOnGetDetailCustomizationInstance DetailLayoutDelegate)
{
	static const bool bChecked = [] {
		StandIn::AddLeakCheck("details", [](TArray<FString>& Out) {
			for (const auto& Layout : Layouts())
			{
				Out.Add(FString(TEXT("the details layout of ")) + Layout.Key.ToString() + TEXT(" was not unregistered"));
			}
		});
		return true;
	}();
	static_cast<void>(bChecked);
	Layouts().Add(ClassName, DetailLayoutDelegate);
}
void FPropertyEditorModule::UnregisterCustomClassLayout(FName ClassName)
{
	Layouts().Remove(ClassName);
}
void FPropertyEditorModule::NotifyCustomizationModuleChanged()
{
}
IMPLEMENT_MODULE(FPropertyEditorModule, PropertyEditor)

TSharedRef<SWidget> StandIn::MakeDetails(UObject* Object)
{
	return SNew(SDetails, Object);
}
