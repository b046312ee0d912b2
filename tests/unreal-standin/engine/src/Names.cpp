#include "UObject/NameTypes.h"

#include "Containers/Map.h"

#include <deque>
#include <mutex>

namespace
{
// Spellings by index; the map finds them without regard to case.
struct FNameTable
{
	std::mutex Mutex;
	std::deque<FString> Spellings{FString(TEXT("None"))};
	TMap<FString, int32> Indices;
	FNameTable()
	{
		Indices.Add(FString(TEXT("None")), 0);
	}
	int32 IndexOf(const FString& Text)
	{
		if (Text.IsEmpty())
		{
			return 0;
		}
		if (Text.Len() >= 1024)
		{
			StandIn::Refuse("an FName of 1024 characters or more", "names are for identifiers; keep the text in an FString");
		}
		const std::lock_guard<std::mutex> Lock(Mutex);
		if (const int32* Found = Indices.Find(Text))
		{
			return *Found;
		}
		const int32 Index = static_cast<int32>(Spellings.size());
		Spellings.push_back(Text);
		Indices.Add(Text, Index);
		return Index;
	}
};
FNameTable& Table()
{
	static FNameTable* const Instance = new FNameTable(); // outlives everything
	return *Instance;
}
} // namespace

FName::FName(const TCHAR* Text)
	: Index(Table().IndexOf(FString(Text)))
{
}
FName::FName(const ANSICHAR* Text)
	: Index(Table().IndexOf(FString(Text)))
{
}
FName::FName(const FString& Text)
	: Index(Table().IndexOf(Text))
{
}
FName::FName(FStringView Text)
	: Index(Table().IndexOf(FString(Text)))
{
}
FString FName::ToString() const
{
	FNameTable& Names = Table();
	const std::lock_guard<std::mutex> Lock(Names.Mutex);
	return Names.Spellings[static_cast<std::size_t>(Index)];
}
