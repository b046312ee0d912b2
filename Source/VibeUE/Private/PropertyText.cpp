// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "PropertyText.h"

#include "UObject/EnumProperty.h"
#include "UObject/UnrealType.h"

namespace PropertyTextPrivate
{
static void WriteNumber(const FNumericProperty& Number, UObject& Object, double Value)
{
	void* Place = Number.ContainerPtrToValuePtr<void>(&Object);
	if (Number.IsFloatingPoint())
	{
		Number.SetFloatingPointPropertyValue(Place, Value);
	}
	else
	{
		Number.SetIntPropertyValue(Place, static_cast<int64>(Value));
	}
}
} // namespace PropertyTextPrivate

const TArray<FString>* FPropertyText::FindList(const FProperty& Property, const UObject& Object)
{
	const FArrayProperty* Array = CastField<FArrayProperty>(&Property);
	return Array && CastField<FStrProperty>(Array->Inner) ? Array->ContainerPtrToValuePtr<TArray<FString>>(&Object) : nullptr;
}

TArray<FString>* FPropertyText::FindList(const FProperty& Property, UObject& Object)
{
	return const_cast<TArray<FString>*>(FindList(Property, static_cast<const UObject&>(Object)));
}

FString FPropertyText::Read(const FProperty& Property, const UObject& Object)
{
	if (const FNumericProperty* Number = CastField<FNumericProperty>(&Property))
	{
		const void* Place = Number->ContainerPtrToValuePtr<void>(&Object);
		return Number->IsFloatingPoint() ? FString::SanitizeFloat(Number->GetFloatingPointPropertyValue(Place))
										 : LexToString(Number->GetSignedIntPropertyValue(Place));
	}
	if (const FBoolProperty* Switch = CastField<FBoolProperty>(&Property))
	{
		return Switch->GetPropertyValue_InContainer(&Object) ? FString(TEXT("true")) : FString(TEXT("false"));
	}
	if (const FStrProperty* Text = CastField<FStrProperty>(&Property))
	{
		return Text->GetPropertyValue_InContainer(&Object);
	}
	if (const FEnumProperty* Choice = CastField<FEnumProperty>(&Property))
	{
		return LexToString(Choice->GetUnderlyingProperty()->GetSignedIntPropertyValue(Choice->ContainerPtrToValuePtr<void>(&Object)));
	}
	const TArray<FString>* List = FindList(Property, Object);
	return List ? FString::Join(*List, TEXT("\n")) : FString();
}

void FPropertyText::Write(const FProperty& Property, UObject& Object, const FString& Text)
{
	if (const FNumericProperty* Number = CastField<FNumericProperty>(&Property))
	{
		double Value = 0.0;
		LexFromString(Value, *Text);
		PropertyTextPrivate::WriteNumber(*Number, Object, Value);
	}
	else if (const FBoolProperty* Switch = CastField<FBoolProperty>(&Property))
	{
		Switch->SetPropertyValue_InContainer(&Object, Text == TEXT("true"));
	}
	else if (const FStrProperty* String = CastField<FStrProperty>(&Property))
	{
		String->SetPropertyValue_InContainer(&Object, Text);
	}
	else if (const FEnumProperty* Choice = CastField<FEnumProperty>(&Property))
	{
		int64 Value = 0;
		LexFromString(Value, *Text);
		Choice->GetUnderlyingProperty()->SetIntPropertyValue(Choice->ContainerPtrToValuePtr<void>(&Object), Value);
	}
	else if (TArray<FString>* List = FindList(Property, Object))
	{
		Text.ParseIntoArray(*List, TEXT("\n"), true);
	}
}

void FPropertyText::ClampNumber(const FProperty& Property, UObject& Object, double Smallest, double Largest, double Default)
{
	if (const FNumericProperty* Number = CastField<FNumericProperty>(&Property))
	{
		const void* Place = Number->ContainerPtrToValuePtr<void>(&Object);
		const double Value =
			Number->IsFloatingPoint() ? Number->GetFloatingPointPropertyValue(Place) : static_cast<double>(Number->GetSignedIntPropertyValue(Place));
		PropertyTextPrivate::WriteNumber(*Number, Object, FMath::IsFinite(Value) ? FMath::Clamp(Value, Smallest, Largest) : Default);
	}
}

void FPropertyText::CutText(const FProperty& Property, UObject& Object, int32 Longest)
{
	if (const FStrProperty* String = CastField<FStrProperty>(&Property))
	{
		const FString Text = String->GetPropertyValue_InContainer(&Object);
		if (Text.Len() > Longest)
		{
			String->SetPropertyValue_InContainer(&Object, Text.Left(Longest));
		}
	}
}

void FPropertyText::CutList(const FProperty& Property, UObject& Object, int32 Most, int32 Longest)
{
	TArray<FString>* List = FindList(Property, Object);
	int32 Characters = 0;
	for (int32 Index = 0; List && Index < List->Num(); ++Index)
	{
		Characters += (*List)[Index].Len() + 1;
		if (Index == Most || Characters > Longest)
		{
			List->SetNum(Index);
		}
	}
}
