#include "StandIn/Slate.h"
#include "Widgets/Text/SMultiLineEditableText.h"
#include "Widgets/Text/SlateEditableTextLayout.h"

namespace
{
class FComposition final : public ITextInputMethodContext
{
public:
	virtual bool IsComposing() override
	{
		return bIsComposing;
	}
	virtual void BeginComposition() override
	{
		bIsComposing = true;
	}
	virtual void EndComposition() override
	{
		bIsComposing = false;
	}

private:
	bool bIsComposing = false;
};

SMultiLineEditableText& FocusedText(const char* What)
{
	const TSharedPtr<SWidget> Focused = FSlateApplication::Get().GetKeyboardFocusedWidget();
	if (!Focused.IsValid() || !StandIn::Is<SMultiLineEditableText>(*Focused))
	{
		StandIn::Refuse(What, "focus an SMultiLineEditableText first: no other text knows of input methods here");
	}
	return static_cast<SMultiLineEditableText&>(*Focused);
}
} // namespace

FSlateEditableTextLayout::FSlateEditableTextLayout()
	: Context(MakeShared<FComposition>())
{
}

SMultiLineEditableText::SMultiLineEditableText()
#if ENGINE_MINOR_VERSION < 8
	: EditableTextLayout(new FSlateEditableTextLayout())
#endif
{
}
SMultiLineEditableText::~SMultiLineEditableText() = default;

ITextInputMethodContext& SMultiLineEditableText::StandInInputMethod() const
{
#if ENGINE_MINOR_VERSION < 8
	return EditableTextLayout->GetTextInputMethodContext().Get();
#else
	return SlateEditableTextLayout.GetTextInputMethodContext().Get();
#endif
}

void StandIn::Compose(const FString& Words)
{
	SMultiLineEditableText& Text = FocusedText("an input method composes where nothing takes it");
	Text.StandInInputMethod().BeginComposition();
	Text.InsertTextAtCursor(Words);
}
void StandIn::EndComposition()
{
	FocusedText("an input method ends where none composed").StandInInputMethod().EndComposition();
}
