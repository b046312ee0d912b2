#include "StandIn/Host.h"
#include "StandIn/PropertyType.h"
#include "StandIn/Reflection.h"

#include <cmath>

namespace StandIn
{

void ExportQuoted(const FString& Text, FString& Out)
{
	bool bPlain = !Text.IsEmpty();
	for (const TCHAR C : Text)
	{
		bPlain = bPlain && C > TCHAR(' ') && C != TCHAR('"') && C != TCHAR('(') && C != TCHAR(')') && C != TCHAR(',') && C != TCHAR('=') &&
			C != TCHAR(';') && C != TCHAR('\\');
	}
	if (bPlain)
	{
		Out += Text;
		return;
	}
	Out += TEXT("\"");
	for (const TCHAR C : Text)
	{
		switch (C)
		{
		case TCHAR('"'):
			Out += TEXT("\\\"");
			break;
		case TCHAR('\\'):
			Out += TEXT("\\\\");
			break;
		case TCHAR('\n'):
			Out += TEXT("\\n");
			break;
		case TCHAR('\r'):
			Out += TEXT("\\r");
			break;
		case TCHAR('\t'):
			Out += TEXT("\\t");
			break;
		default:
			Out.AppendChar(C);
		}
	}
	Out += TEXT("\"");
}

bool ImportWord(const TCHAR*& Text, FString& Out)
{
	if (*Text != TCHAR('"'))
	{
		const TCHAR* Start = Text;
		while (*Text && *Text != TCHAR(',') && *Text != TCHAR(')') && *Text != TCHAR('('))
		{
			++Text;
		}
		Out = FString::ConstructFromPtrSize(Start, static_cast<int32>(Text - Start)).TrimStartAndEnd();
		return true;
	}
	for (++Text; *Text && *Text != TCHAR('"'); ++Text)
	{
		if (*Text != TCHAR('\\') || !Text[1])
		{
			Out.AppendChar(*Text);
			continue;
		}
		switch (*++Text)
		{
		case TCHAR('n'):
			Out.AppendChar(TCHAR('\n'));
			break;
		case TCHAR('r'):
			Out.AppendChar(TCHAR('\r'));
			break;
		case TCHAR('t'):
			Out.AppendChar(TCHAR('\t'));
			break;
		default:
			Out.AppendChar(*Text);
		}
	}
	if (*Text != TCHAR('"'))
	{
		return false;
	}
	++Text;
	return true;
}

bool ExportStruct(const UScriptStruct* Struct, const void* Value, FString& Out)
{
	Out += TEXT("(");
	bool bFirst = true;
	for (TFieldIterator<FProperty> It(Struct); It; ++It)
	{
		FString Text;
		if (It->StandInType().ExportText(It->ContainerPtrToValuePtr<void>(Value), Text))
		{
			Out += bFirst ? TEXT("") : TEXT(",");
			bFirst = false;
			Out += It->GetName() + TEXT("=") + Text;
		}
	}
	Out += TEXT(")");
	return true;
}

bool ImportStruct(const UScriptStruct* Struct, void* Value, const TCHAR*& Text)
{
	const TCHAR* At = Text;
	if (*At++ != TCHAR('('))
	{
		return false;
	}
	while (*At && *At != TCHAR(')'))
	{
		const TCHAR* Start = At;
		while (*At && *At != TCHAR('='))
		{
			++At;
		}
		FProperty* Property = Struct->FindPropertyByName(FName(FString::ConstructFromPtrSize(Start, static_cast<int32>(At - Start)).TrimStartAndEnd()));
		if (!*At || !Property)
		{
			return false;
		}
		++At;
		if (!Property->StandInType().ImportText(Property->ContainerPtrToValuePtr<void>(Value), At))
		{
			return false;
		}
		if (*At == TCHAR(','))
		{
			++At;
		}
		else if (*At != TCHAR(')'))
		{
			return false;
		}
	}
	if (*At != TCHAR(')'))
	{
		return false;
	}
	Text = At + 1;
	return true;
}

FString PropertyText(const UObject* Object, const TCHAR* Name)
{
	const FProperty* Property = Object->GetClass()->FindPropertyByName(FName(Name));
	FString Text;
	if (Property)
	{
		Property->StandInType().ExportText(Property->ContainerPtrToValuePtr<void>(Object), Text);
	}
	return Text;
}

bool EditProperty(UObject* Object, const TCHAR* Name, const TCHAR* Text)
{
	FProperty* Property = Object->GetClass()->FindPropertyByName(FName(Name));
	if (!Property || (!Property->Specifiers.Has(TEXT("EditAnywhere")) && !Property->Specifiers.Has(TEXT("EditDefaultsOnly"))))
	{
		return false;
	}
	FString Wanted(Text);
	double Number = 0.0;
	if (LexTryParseString(Number, Text))
	{
		double Bound = 0.0;
		if (LexTryParseString(Bound, *Property->GetMetaData(TEXT("ClampMin"))) && Number < Bound)
		{
			Wanted = Property->GetMetaData(TEXT("ClampMin"));
		}
		if (LexTryParseString(Bound, *Property->GetMetaData(TEXT("ClampMax"))) && Number > Bound)
		{
			Wanted = Property->GetMetaData(TEXT("ClampMax"));
		}
	}
	const TCHAR* At = *Wanted;
	if (!Property->StandInType().ImportText(Property->ContainerPtrToValuePtr<void>(Object), At))
	{
		return false;
	}
	FPropertyChangedEvent Event(Property, EPropertyChangeType::ValueSet);
	Object->PostEditChangeProperty(Event);
	return true;
}

} // namespace StandIn
