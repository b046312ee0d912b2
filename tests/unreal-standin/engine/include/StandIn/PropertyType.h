#pragma once

#include "StandIn/PropertyTraits.h"

namespace StandIn
{
template <typename T>
class TPropertyType final : public FPropertyType
{
	static constexpr bool bNumber = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;
	static constexpr bool bStruct = requires { T::StaticStruct(); };
	static constexpr bool bDelegate = requires { typename T::StandInScriptDelegate; };

	static T& At(void* Value)
	{
		return *static_cast<T*>(Value);
	}
	static const T& At(const void* Value)
	{
		return *static_cast<const T*>(Value);
	}

public:
	static_assert(bNumber || std::is_same_v<T, bool> || std::is_enum_v<T> || std::is_same_v<T, FString> || std::is_same_v<T, FName> ||
			std::is_same_v<T, FText> || std::is_same_v<T, FGuid> || std::is_same_v<T, FDateTime> || std::is_same_v<T, FTimespan> ||
			std::is_same_v<T, FColor> || std::is_same_v<T, FLinearColor> || std::is_same_v<T, FVector2D> || bStruct || bDelegate ||
			bIsArray<T> || bIsSet<T> || bIsMap<T> || bIsObjectPtr<T> || bIsWeakObjectPtr<T> || bIsSubclassOf<T> || bIsObject<T>,
		"a type that cannot be a UPROPERTY");

	// Long because each kind of type has its branch.
	bool ExportText(const void* Value, FString& Out) const override
	{
		if constexpr (std::is_same_v<T, bool>)
		{
			Out += At(Value) ? TEXT("True") : TEXT("False");
		}
		else if constexpr (std::is_floating_point_v<T>)
		{
			Out += FString::Printf(TEXT("%.*g"), std::is_same_v<T, float> ? 9 : 17, static_cast<double>(At(Value)));
		}
		else if constexpr (bNumber)
		{
			if constexpr (std::is_signed_v<T>)
			{
				Out += LexToString(static_cast<int64>(At(Value)));
			}
			else
			{
				Out += LexToString(static_cast<uint64>(At(Value)));
			}
		}
		else if constexpr (std::is_enum_v<T>)
		{
			Out += EnumName(StaticEnum<T>(), static_cast<int64>(At(Value)));
		}
		else if constexpr (std::is_same_v<T, FString>)
		{
			ExportQuoted(At(Value), Out);
		}
		else if constexpr (std::is_same_v<T, FName> || std::is_same_v<T, FText> || std::is_same_v<T, FGuid>)
		{
			ExportQuoted(At(Value).ToString(), Out);
		}
		else if constexpr (std::is_same_v<T, FDateTime>)
		{
			ExportQuoted(At(Value).ToIso8601(), Out);
		}
		else if constexpr (std::is_same_v<T, FTimespan>)
		{
			Out += LexToString(At(Value).GetTicks());
		}
		else if constexpr (std::is_same_v<T, FLinearColor>)
		{
			Out += At(Value).ToString();
		}
		else if constexpr (std::is_same_v<T, FColor>)
		{
			const FColor& C = At(Value);
			Out += FString::Printf(TEXT("(B=%d,G=%d,R=%d,A=%d)"), C.B, C.G, C.R, C.A);
		}
		else if constexpr (std::is_same_v<T, FVector2D>)
		{
			Out += FString::Printf(TEXT("(X=%.17g,Y=%.17g)"), At(Value).X, At(Value).Y);
		}
		else if constexpr (bStruct)
		{
			return ExportStruct(T::StaticStruct(), Value, Out);
		}
		else if constexpr (bIsArray<T> || bIsSet<T>)
		{
			Out += TEXT("(");
			bool bFirst = true;
			for (const auto& Element : At(Value))
			{
				Out += bFirst ? TEXT("") : TEXT(",");
				bFirst = false;
				if (!PropertyType<typename T::ElementType>().ExportText(&Element, Out))
				{
					return false;
				}
			}
			Out += TEXT(")");
		}
		else if constexpr (bIsMap<T>)
		{
			Out += TEXT("(");
			bool bFirst = true;
			for (const auto& Pair : At(Value))
			{
				Out += bFirst ? TEXT("(") : TEXT(",(");
				bFirst = false;
				if (!PropertyType<typename T::KeyType>().ExportText(&Pair.Key, Out))
				{
					return false;
				}
				Out += TEXT(",");
				if (!PropertyType<typename T::ValueType>().ExportText(&Pair.Value, Out))
				{
					return false;
				}
				Out += TEXT(")");
			}
			Out += TEXT(")");
		}
		else if constexpr (bIsObjectPtr<T> || bIsWeakObjectPtr<T> || bIsSubclassOf<T>)
		{
			ExportQuoted(ObjectPath(At(Value).Get()), Out);
		}
		else if constexpr (bIsObject<T>)
		{
			ExportQuoted(ObjectPath(At(Value)), Out);
		}
		else
		{
			return false;
		}
		return true;
	}

	// Long because each kind of type has its branch.
	bool ImportText(void* Value, const TCHAR*& Text) const override
	{
		if constexpr (bStruct)
		{
			return ImportStruct(T::StaticStruct(), Value, Text);
		}
		else if constexpr (bIsArray<T> || bIsSet<T>)
		{
			T Read;
			if (!ImportList(Text, [&Read](const TCHAR*& At_) {
					typename T::ElementType Element{};
					if (!PropertyType<typename T::ElementType>().ImportText(&Element, At_))
					{
						return false;
					}
					Read.Add(Element);
					return true;
				}))
			{
				return false;
			}
			At(Value) = MoveTemp(Read);
			return true;
		}
		else if constexpr (bIsMap<T>)
		{
			T Read;
			if (!ImportList(Text, [&Read](const TCHAR*& At_) {
					typename T::KeyType Key{};
					typename T::ValueType Mapped{};
					if (*At_++ != TCHAR('(') || !PropertyType<typename T::KeyType>().ImportText(&Key, At_) || *At_++ != TCHAR(',') ||
						!PropertyType<typename T::ValueType>().ImportText(&Mapped, At_) || *At_++ != TCHAR(')'))
					{
						return false;
					}
					Read.Add(Key, Mapped);
					return true;
				}))
			{
				return false;
			}
			At(Value) = MoveTemp(Read);
			return true;
		}
		else if constexpr (std::is_same_v<T, FColor> || std::is_same_v<T, FLinearColor> || std::is_same_v<T, FVector2D>)
		{
			T Read{};
			if (!ImportNumbers(Read, Text))
			{
				return false;
			}
			At(Value) = Read;
			return true;
		}
		else if constexpr (bDelegate)
		{
			return false;
		}
		else
		{
			FString Word;
			const TCHAR* Start = Text;
			if (!ImportWord(Text, Word) || !FromWord(At(Value), Word))
			{
				Text = Start;
				return false;
			}
			return true;
		}
	}

	void CopyValue(void* To, const void* From) const override
	{
		At(To) = At(From);
	}

	void VisitReferences(void* Value, FReferenceCollector& Collector) const override
	{
		if constexpr (bIsObjectPtr<T>)
		{
			UObject* Object = At(Value).Get();
			VisitObject(Object, Collector);
			if (!Object)
			{
				At(Value) = nullptr;
			}
		}
		else if constexpr (bIsObject<T>)
		{
			UObject* Object = At(Value);
			VisitObject(Object, Collector);
			if (!Object)
			{
				At(Value) = nullptr;
			}
		}
		else if constexpr (bStruct)
		{
			VisitStruct(T::StaticStruct(), Value, Collector);
		}
		else if constexpr (bIsArray<T>)
		{
			for (auto& Element : At(Value))
			{
				PropertyType<typename T::ElementType>().VisitReferences(&Element, Collector);
			}
		}
		else if constexpr (bIsSet<T>)
		{
			for (auto& Element : At(Value))
			{
				auto Copy = Element; // an element is its own key: it is kept, never nulled
				PropertyType<typename T::ElementType>().VisitReferences(&Copy, Collector);
			}
		}
		else if constexpr (bIsMap<T>)
		{
			for (auto& Pair : At(Value))
			{
				auto Key = Pair.Key;
				PropertyType<typename T::KeyType>().VisitReferences(&Key, Collector);
				PropertyType<typename T::ValueType>().VisitReferences(&Pair.Value, Collector);
			}
		}
	}

	int32 ArrayNum(const void* Value) const override
	{
		if constexpr (bIsArray<T>)
		{
			return At(Value).Num();
		}
		return -1;
	}
	bool ExportElement(const void* Value, int32 Index, FString& Out) const override
	{
		if constexpr (bIsArray<T>)
		{
			return PropertyType<typename T::ElementType>().ExportText(&At(Value)[Index], Out);
		}
		return false;
	}
	bool AppendElement(void* Value, const TCHAR*& Text) const override
	{
		if constexpr (bIsArray<T>)
		{
			typename T::ElementType Element{};
			if (PropertyType<typename T::ElementType>().ImportText(&Element, Text))
			{
				At(Value).Add(Element);
				return true;
			}
		}
		return false;
	}
	void EmptyArray(void* Value) const override
	{
		if constexpr (bIsArray<T>)
		{
			At(Value).Empty();
		}
	}

private:
	template <typename F>
	static bool ImportList(const TCHAR*& Text, const F& ReadOne)
	{
		const TCHAR* At_ = Text;
		if (*At_++ != TCHAR('('))
		{
			return false;
		}
		while (*At_ && *At_ != TCHAR(')'))
		{
			if (!ReadOne(At_))
			{
				return false;
			}
			if (*At_ == TCHAR(','))
			{
				++At_;
			}
			else if (*At_ != TCHAR(')'))
			{
				return false;
			}
		}
		if (*At_ != TCHAR(')'))
		{
			return false;
		}
		Text = At_ + 1;
		return true;
	}
	// (X=1,Y=2): letters and numbers.
	static bool ImportNumbers(T& Out, const TCHAR*& Text)
	{
		return ImportList(Text, [&Out](const TCHAR*& At_) {
			const TCHAR Letter = *At_;
			if (!Letter || At_[1] != TCHAR('='))
			{
				return false;
			}
			At_ += 2;
			FString Word;
			double Number = 0.0;
			if (!ImportWord(At_, Word) || !LexTryParseString(Number, *Word))
			{
				return false;
			}
			if constexpr (std::is_same_v<T, FVector2D>)
			{
				(Letter == TCHAR('X') ? Out.X : Out.Y) = Number;
			}
			else
			{
				auto& Channel = Letter == TCHAR('R') ? Out.R : Letter == TCHAR('G') ? Out.G : Letter == TCHAR('B') ? Out.B : Out.A;
				Channel = static_cast<std::remove_reference_t<decltype(Channel)>>(Number);
			}
			return true;
		});
	}
	// Long because each kind of type has its branch.
	static bool FromWord(T& Out, const FString& Word)
	{
		if constexpr (std::is_same_v<T, bool>)
		{
			if (Word == TEXT("True") || Word == TEXT("1") || Word == TEXT("Yes") || Word == TEXT("On"))
			{
				Out = true;
				return true;
			}
			if (Word == TEXT("False") || Word == TEXT("0") || Word == TEXT("No") || Word == TEXT("Off"))
			{
				Out = false;
				return true;
			}
			return false;
		}
		else if constexpr (std::is_floating_point_v<T>)
		{
			double Number = 0.0;
			if (!LexTryParseString(Number, *Word))
			{
				return false;
			}
			Out = static_cast<T>(Number);
			return true;
		}
		else if constexpr (bNumber)
		{
			int64 Number = 0;
			if (!LexTryParseString(Number, *Word))
			{
				return false;
			}
			Out = static_cast<T>(Number);
			return true;
		}
		else if constexpr (std::is_enum_v<T>)
		{
			int64 Number = 0;
			if (!EnumValue(StaticEnum<T>(), Word, Number))
			{
				return false;
			}
			Out = static_cast<T>(Number);
			return true;
		}
		else if constexpr (std::is_same_v<T, FString>)
		{
			Out = Word;
			return true;
		}
		else if constexpr (std::is_same_v<T, FName>)
		{
			Out = FName(Word);
			return true;
		}
		else if constexpr (std::is_same_v<T, FText>)
		{
			Out = FText::FromString(Word);
			return true;
		}
		else if constexpr (std::is_same_v<T, FGuid>)
		{
			return FGuid::Parse(Word, Out);
		}
		else if constexpr (std::is_same_v<T, FDateTime>)
		{
			return FDateTime::ParseIso8601(*Word, Out);
		}
		else if constexpr (std::is_same_v<T, FTimespan>)
		{
			int64 Ticks = 0;
			if (!LexTryParseString(Ticks, *Word))
			{
				return false;
			}
			Out = FTimespan(Ticks);
			return true;
		}
		else if constexpr (bIsSubclassOf<T>)
		{
			Out = reinterpret_cast<UClass*>(ObjectByPath(Word, nullptr));
			return true;
		}
		else if constexpr (bIsObjectPtr<T> || bIsWeakObjectPtr<T>)
		{
			using E = std::remove_pointer_t<decltype(Out.Get())>;
			Out = static_cast<E*>(ObjectByPath(Word, E::StaticClass()));
			return true;
		}
		else if constexpr (bIsObject<T>)
		{
			Out = static_cast<T>(ObjectByPath(Word, std::remove_pointer_t<T>::StaticClass()));
			return true;
		}
		else
		{
			return false;
		}
	}
};
} // namespace StandIn
