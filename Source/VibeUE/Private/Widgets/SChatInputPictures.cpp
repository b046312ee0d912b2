// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Pictures that a person drops on the field, chooses, or takes of the viewport: each is kept and named in the text.

#include "Widgets/SChatInput.h"

#include "Bridge/ChatPicture.h"
#include "ConversationFiles.h"
#include "DesktopPlatformModule.h"
#include "Framework/Application/SlateApplication.h"
#include "IDesktopPlatform.h"
#include "Input/DragAndDrop.h"
#include "Misc/Paths.h"
#include "Tools/ViewportPicture.h"
#include "Widgets/Input/SMultiLineEditableTextBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"

#define LOCTEXT_NAMESPACE "SChatInput"

TSharedRef<SWidget> SChatInput::MakePictureButtons()
{
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(SChatIconButton)
			.Icon("VibeUE.Camera")
			.ToolTipText(LOCTEXT("CaptureTip", "Attach a picture of the active viewport."))
			.OnClicked(this, &SChatInput::HandleCaptureClicked)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 2.0f, 0.0f, 0.0f)
		[
			SNew(SChatIconButton)
			.Icon("VibeUE.Picture")
			.ToolTipText(LOCTEXT("PictureTip", "Attach pictures from files; they can be dropped on the field, too."))
			.OnClicked(this, &SChatInput::HandlePictureClicked)
		];
}

FReply SChatInput::OnDragOver(const FGeometry&, const FDragDropEvent& Event)
{
	const TSharedPtr<FExternalDragOperation> Operation = Event.GetOperationAs<FExternalDragOperation>();
	return Operation.IsValid() && Operation->HasFiles() && Completer.IsValid() ? FReply::Handled() : FReply::Unhandled();
}

FReply SChatInput::OnDrop(const FGeometry&, const FDragDropEvent& Event)
{
	const TSharedPtr<FExternalDragOperation> Operation = Event.GetOperationAs<FExternalDragOperation>();
	if (!Operation.IsValid() || !Operation->HasFiles() || !Completer.IsValid())
	{
		return FReply::Unhandled();
	}
	AddFiles(Operation->GetFiles());
	return FReply::Handled();
}

FReply SChatInput::HandlePictureClicked()
{
	IDesktopPlatform* Desktop = FDesktopPlatformModule::Get();
	TArray<FString> Files;
	if (Desktop && Completer.IsValid() &&
		Desktop->OpenFileDialog(FSlateApplication::Get().FindBestParentWindowHandleForDialogs(nullptr), LOCTEXT("PictureDialog", "Attach Pictures").ToString(), FPaths::ProjectDir(), FString(),
			LOCTEXT("PictureFiles", "Pictures").ToString() + TEXT("|*.png;*.jpg;*.jpeg;*.webp"), EFileDialogFlags::Multiple, Files))
	{
		AddFiles(Files);
	}
	return FReply::Handled();
}

FReply SChatInput::HandleCaptureClicked()
{
	if (!Completer.IsValid())
	{
		// A library of another build keeps nothing; the window says so.
		return FReply::Handled();
	}
	const FViewportPicture Picture = FViewportPicture::Take();
	if (!Picture.Problem.IsEmpty())
	{
		ShowProblem(FText::Format(LOCTEXT("NotCaptured", "There is no picture of the viewport: {0}"), FText::FromString(Picture.Problem)));
		return FReply::Handled();
	}
	const FChatPicture Kept = FChatPicture::Keep(FConversationFiles::GetFolder(), TEXT("Viewport"), Picture.Image.Data);
	AddPictures({Kept.Mention}, {Kept.Problem});
	return FReply::Handled();
}

void SChatInput::AddFiles(const TArray<FString>& Files)
{
	TArray<FString> Mentions;
	TArray<FString> Problems;
	for (const FString& File : Files)
	{
		const FChatPicture Kept = FChatPicture::KeepFile(FConversationFiles::GetFolder(), File);
		const FString Name = FPaths::GetCleanFilename(File);
		Mentions.Add(Kept.Mention);
		Problems.Add(Kept.Problem.IsEmpty()
				? FString()
				: FText::Format(LOCTEXT("NotAttached", "{0} is not attached: {1}"), FText::FromString(Name.IsEmpty() ? File : Name), FText::FromString(Kept.Problem)).ToString());
	}
	AddPictures(Mentions, Problems);
}

void SChatInput::AddPictures(const TArray<FString>& Mentions, const TArray<FString>& Problems)
{
	TArray<FString> Added = Mentions;
	Added.Remove(FString());
	if (Added.Num() > 0)
	{
		FString Text = TextBox->GetText().ToString();
		const bool bBegins = Text.IsEmpty() || Text.EndsWith(TEXT(" ")) || Text.EndsWith(TEXT("\n"));
		Text += (bBegins ? TEXT("") : TEXT(" ")) + FString::Join(Added, TEXT(" ")) + TEXT(" ");
		const bool bIsSending = Sending.IsValid();
		SetText(Text);
		if (bIsSending)
		{
			// What is read for it does not have these yet.
			Sending.Reset();
			Send();
		}
	}
	TArray<FString> Refused = Problems;
	Refused.Remove(FString());
	if (Refused.Num() > 0)
	{
		ShowProblem(FText::FromString(FString::Join(Refused, TEXT("\n"))));
	}
	if (FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(TextBox);
	}
}

#undef LOCTEXT_NAMESPACE
