#include "Slate/Finding.h"

#include "Slate/ApplicationState.h"
#include "StandIn/Slate.h"
#include "Utf8.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SCheckBox.h"

#include <algorithm>
#include <cstring>

namespace StandIn
{
namespace
{
void Collect(const TSharedRef<SWidget>& Widget, TArray<TSharedRef<SWidget>>& Out)
{
	Out.Add(Widget);
	FChildren* const Children = Widget->GetChildren();
	for (int32 Index = 0; Index < Children->Num(); ++Index)
	{
		const TSharedRef<SWidget> Child = Children->GetChildAt(Index);
		if (Child != SNullWidget::NullWidget)
		{
			Collect(Child, Out);
		}
	}
}
// A part of the screen.
struct FVisiblePart
{
	FVector2f Low;
	FVector2f High;

	static FVisiblePart Of(const SWidget& Widget)
	{
		const FVector2f Low = Widget.StandInGeometry().GetAbsolutePosition();
		return {Low, Low + FVector2f(Widget.StandInGeometry().GetAbsoluteSize())};
	}
	FVisiblePart Within(const FVisiblePart& Other) const
	{
		return {FVector2f(std::max(Low.X, Other.Low.X), std::max(Low.Y, Other.Low.Y)), FVector2f(std::min(High.X, Other.High.X), std::min(High.Y, Other.High.Y))};
	}
	bool IsEmpty() const
	{
		return High.X <= Low.X || High.Y <= Low.Y;
	}
};
// What VisibleCentre finds out about each widget, for a whole tree in one walk.
void Read(const TSharedRef<SWidget>& Widget, const FVisiblePart& Part, FString& All)
{
	if (!Widget->StandInWasArranged())
	{
		return;
	}
	const FVisiblePart Own = FVisiblePart::Of(*Widget).Within(Part);
	const FString Said = Widget->StandInText().ToString();
	if (!Said.IsEmpty() && !Own.IsEmpty())
	{
		All += Said + TEXT("\n");
	}
	FChildren* const Children = Widget->GetChildren();
	for (int32 Index = 0; Index < Children->Num(); ++Index)
	{
		const TSharedRef<SWidget> Child = Children->GetChildAt(Index);
		if (Child != SNullWidget::NullWidget)
		{
			Read(Child, Widget->StandInClipsChildren() ? Own : Part, All);
		}
	}
}
FString Flattened(const FText& Text)
{
	return Text.ToString().Replace(TEXT("\r"), TEXT("")).Replace(TEXT("\n"), TEXT("\\n"));
}
} // namespace

bool VisibleCentre(const TSharedRef<SWidget>& Widget, FVector2f& Out)
{
	if (!Widget->StandInWasArranged())
	{
		return false;
	}
	const TArray<TSharedRef<SWidget>> Path = PathTo(*Widget);
	if (Path.IsEmpty())
	{
		return false;
	}
	FVector2f Low = Widget->StandInGeometry().GetAbsolutePosition();
	FVector2f High = Low + FVector2f(Widget->StandInGeometry().GetAbsoluteSize());
	for (const TSharedRef<SWidget>& Parent : Path)
	{
		if (!Parent->StandInWasArranged())
		{
			return false;
		}
		if (Parent->StandInClipsChildren() || Parent == Path[0])
		{
			const FVector2f From = Parent->StandInGeometry().GetAbsolutePosition();
			const FVector2f To = From + FVector2f(Parent->StandInGeometry().GetAbsoluteSize());
			Low = FVector2f(std::max(Low.X, From.X), std::max(Low.Y, From.Y));
			High = FVector2f(std::min(High.X, To.X), std::min(High.Y, To.Y));
		}
	}
	Out = (Low + High) / 2.0f;
	return High.X > Low.X && High.Y > Low.Y;
}
TArray<TSharedRef<SWidget>> Descendants(const TSharedRef<SWidget>& Root)
{
	TArray<TSharedRef<SWidget>> All;
	Collect(Root, All);
	return All;
}
bool IsOnScreen(const TSharedRef<SWidget>& Widget)
{
	Layout();
	return WasOnScreen(Widget);
}
bool WasOnScreen(const TSharedRef<SWidget>& Widget)
{
	FVector2f Point;
	return VisibleCentre(Widget, Point);
}
bool IsReallyEnabled(const TSharedRef<SWidget>& Widget)
{
	for (const TSharedRef<SWidget>& Parent : PathTo(*Widget))
	{
		if (!Parent->IsEnabled())
		{
			return false;
		}
	}
	return Widget->IsEnabled();
}
TSharedPtr<SWidget> FindWhere(const TSharedRef<SWidget>& Root, const FPredicate& Predicate)
{
	for (const TSharedRef<SWidget>& Widget : Descendants(Root))
	{
		if (Predicate(*Widget))
		{
			return Widget;
		}
	}
	return nullptr;
}
TArray<TSharedRef<SWidget>> FindAllWhere(const TSharedRef<SWidget>& Root, const FPredicate& Predicate)
{
	TArray<TSharedRef<SWidget>> Result;
	for (const TSharedRef<SWidget>& Widget : Descendants(Root))
	{
		if (Predicate(*Widget))
		{
			Result.Add(Widget);
		}
	}
	return Result;
}
TSharedPtr<SWidget> FindByTag(const TSharedRef<SWidget>& Root, const FName Tag)
{
	return FindWhere(Root, [Tag](const SWidget& Widget) { return Widget.GetTag() == Tag; });
}
TSharedPtr<SWidget> FindByTypeName(const TSharedRef<SWidget>& Root, const char* TypeName)
{
	return FindWhere(Root, [TypeName](const SWidget& Widget) { return std::strcmp(Widget.StandInTypeName(), TypeName) == 0; });
}
TSharedPtr<SWidget> FindByText(const TSharedRef<SWidget>& Root, const FString& Text, bool bContains)
{
	Layout();
	return FindWhere(Root, [&Text, bContains](const SWidget& Widget) {
		if (!Widget.StandInWasArranged())
		{
			return false;
		}
		const FString Said = Widget.StandInText().ToString();
		return bContains ? Said.Contains(*Text, ESearchCase::CaseSensitive) : Said.Equals(Text, ESearchCase::CaseSensitive);
	});
}
TSharedPtr<SWidget> FindButton(const TSharedRef<SWidget>& Root, const FString& Label)
{
	Layout();
	for (const TSharedRef<SWidget>& Widget : Descendants(Root))
	{
		if (!Widget->StandInWasArranged() || !(Is<SButton>(*Widget) || Is<SCheckBox>(*Widget)))
		{
			continue;
		}
		for (const TSharedRef<SWidget>& Inside : Descendants(Widget))
		{
			if (Inside->StandInText().ToString().Equals(Label, ESearchCase::CaseSensitive))
			{
				return Widget;
			}
		}
	}
	return nullptr;
}
FString ReadAll(const TSharedRef<SWidget>& Root)
{
	Layout();
	FString All;
	const TArray<TSharedRef<SWidget>> Path = PathTo(*Root);
	if (Path.IsEmpty())
	{
		return All;
	}
	FVisiblePart Part = FVisiblePart::Of(*Path[0]);
	for (const TSharedRef<SWidget>& Parent : Path)
	{
		if (!Parent->StandInWasArranged())
		{
			return All;
		}
		Part = Parent->StandInClipsChildren() ? Part.Within(FVisiblePart::Of(*Parent)) : Part;
	}
	Read(Root, Part, All);
	return All;
}

FString DumpTree(const TSharedRef<SWidget>& Root)
{
	Layout();
	FString All;
	const auto Write = [&All](const auto& Self, const TSharedRef<SWidget>& Widget, int32 Depth) -> void {
		const FVector2f At = Widget->StandInGeometry().GetAbsolutePosition();
		const FVector2f Size = Widget->StandInGeometry().GetAbsoluteSize();
		for (int32 Index = 0; Index < Depth; ++Index)
		{
			All += TEXT("  ");
		}
		All += FromUtf8(Widget->StandInTypeName());
		if (!Widget->GetTag().IsNone())
		{
			All += TEXT(" #") + Widget->GetTag().ToString();
		}
		All += Widget->StandInWasArranged() ? FString::Printf(TEXT(" [%.0f %.0f %.0f x %.0f]"), static_cast<double>(At.X), static_cast<double>(At.Y),
												   static_cast<double>(Size.X), static_cast<double>(Size.Y))
											: FString(TEXT(" (not shown)"));
		if (!Widget->StandInText().IsEmpty())
		{
			All += TEXT(" \"") + Flattened(Widget->StandInText()) + TEXT("\"");
		}
		All += TEXT("\n");
		FChildren* const Children = Widget->GetChildren();
		for (int32 Index = 0; Index < Children->Num(); ++Index)
		{
			if (Children->GetChildAt(Index) != SNullWidget::NullWidget)
			{
				Self(Self, Children->GetChildAt(Index), Depth + 1);
			}
		}
	};
	Write(Write, Root, 0);
	return All;
}
} // namespace StandIn
