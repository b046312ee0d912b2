// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Pictures that the user drops on the field, pastes, chooses, or takes of the viewport: each is kept and named in the
// text.

#include "Widgets/SChatInput.h"

#include "Bridge/PictureKeeping.h"
#include "ConversationFiles.h"
#include "DesktopPlatformModule.h"
#include "Framework/Application/SlateApplication.h"
#include "HAL/PlatformApplicationMisc.h"
#include "IDesktopPlatform.h"
#include "Input/DragAndDrop.h"
#include "Misc/Paths.h"
#include "Tools/ViewportPicture.h"
#include "Widgets/BoxText.h"
#include "Widgets/ClipboardKeys.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/SChatMentions.h"
#include "Widgets/SChatText.h"

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
			.ToolTipText(LOCTEXT("PictureTip", "Attach pictures from files; you can also drop them on the input box, or paste them."))
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
		for (FString& File : Files)
		{
			// The core knows nothing of the folder to which the engine's paths are relative.
			File = FPaths::ConvertRelativePathToFull(File);
		}
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
		ShowProblem(Picture.ProblemText);
		return FReply::Handled();
	}
	Await(MakeShared<FPictureKeeping>(FConversationFiles::GetFolder(), FString(TEXT("Viewport")), Picture.Image.Data));
	return FReply::Handled();
}

void SChatInput::AddFiles(const TArray<FString>& Files)
{
	if (Files.Num() > 0)
	{
		Await(MakeShared<FPictureKeeping>(FConversationFiles::GetFolder(), TextBox->GetText().ToString(), Files));
	}
}

bool SChatInput::PasteByKey(const FKeyEvent& Event)
{
	if (Event.GetKey() != EKeys::V || !Event.IsControlDown() || Event.IsAltDown() || Event.IsShiftDown() || !Completer.IsValid())
	{
		return false;
	}
	FString Copied;
	FPlatformApplicationMisc::ClipboardPaste(Copied);
	if (!Copied.IsEmpty() && !FPictureKeeping::MayBeMeantBy(Copied))
	{
		return false;
	}
	// The engine gives only text: the core asks the system for the rest, on a thread of its own.
	Await(MakeShared<FPictureKeeping>(FConversationFiles::GetFolder(), TextBox->GetText().ToString(), Copied));
	return true;
}

bool SChatInput::UseOlderKey(const FGeometry& Geometry, const FKeyEvent& Event)
{
	const FKey Usual = FClipboardKeys::GetUsual(Event);
	if (!Usual.IsValid())
	{
		return false;
	}
	// The text does with the usual key what it always does, and asks this box first, as for any key.
	const TSharedRef<SWidget> Text = TextBox.ToSharedRef();
	Text->OnKeyDown(Geometry, FClipboardKeys::WithControl(Usual, Event));
	return true;
}

void SChatInput::Await(const TSharedRef<FPictureKeeping>& Keeping)
{
	Keepings.Add(Keeping);
	if (Sending.IsValid())
	{
		// What is read for it does not have these yet.
		Sending.Reset();
		bSendsWhenKept = true;
	}
	ShowBoxes();
	if (!bKeepTimerRuns)
	{
		bKeepTimerRuns = true;
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatInput::HandleKeeping));
	}
	if (FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(TextBox);
	}
}

EActiveTimerReturnType SChatInput::HandleKeeping(double, float)
{
	bool bSends = bSendsWhenKept;
	while (Keepings.Num() > 0 && Keepings[0]->IsFinished())
	{
		const TSharedRef<FPictureKeeping> Kept = Keepings[0];
		Keepings.RemoveAt(0);
		// A message is not sent without what its words are about.
		bSends = AddPictures(*Kept) && bSends;
	}
	bSendsWhenKept = bSends && Keepings.Num() > 0;
	bKeepTimerRuns = Keepings.Num() > 0;
	if (bSends && !bKeepTimerRuns)
	{
		Send();
	}
	return bKeepTimerRuns ? EActiveTimerReturnType::Continue : EActiveTimerReturnType::Stop;
}

void SChatInput::LeavePictures()
{
	if (Keepings.Num() > 0)
	{
		// They were for the words that were here before.
		Keepings.Empty();
		ShowBoxes();
		ShowPicturesLeft();
	}
}

void SChatInput::ShowPicturesLeft()
{
	ShowProblem(LOCTEXT("PicturesLeft", "Some pictures were still being read and are not attached: drop them again where they belong."));
}

void SChatInput::ShowBoxes()
{
	TArray<FChatMention> Shown = Named;
	const auto AddRead = [&Shown](const FText& Label, bool bIsPicture)
	{
		FChatMention& Mention = Shown.AddDefaulted_GetRef();
		Mention.Label = Label.ToString();
		Mention.bIsPicture = bIsPicture;
		Mention.bIsRead = false;
	};
	for (const TSharedRef<FPictureKeeping>& Keeping : Keepings)
	{
		const TArray<FString>& Names = Keeping->GetNames();
		AddRead(Names.Num() == 0 ? LOCTEXT("ReadingCopied", "Reading the clipboard\u2026")
			: Names.Num() == 1 ? FText::Format(LOCTEXT("ReadingFile", "Reading {0}\u2026"), FText::FromString(Names[0]))
								 : FText::Format(LOCTEXT("ReadingFiles", "Reading {0} files\u2026"), FText::AsNumber(Names.Num())), true);
	}
	if (bSaysSending)
	{
		AddRead(LOCTEXT("ReadingNamed", "Reading mentions\u2026"), false);
	}
	bNamesPictures = Named.ContainsByPredicate([](const FChatMention& Mention) { return Mention.bIsPicture; });
	Chips->Show(Shown);
}

EVisibility SChatInput::GetPictureProblemVisibility() const
{
	// Not said twice if the user tried to send it nevertheless.
	return bNamesPictures && Problem.IsEmpty() && !PictureProblem.Get().IsEmpty() ? EVisibility::Visible : EVisibility::Collapsed;
}

void SChatInput::PutAtCaret(const FString& Words)
{
	const FTextLocation Caret = TextBox->GetCursorLocation();
	TArray<FString> Lines;
	FBoxText::Read(*TextBox).ParseIntoArray(Lines, TEXT("\n"), false);
	const bool bIsInLine = Lines.IsValidIndex(Caret.GetLineIndex()) && Caret.GetOffset() > 0 && Caret.GetOffset() <= Lines[Caret.GetLineIndex()].Len();
	const bool bBegins = !bIsInLine || FChar::IsWhitespace(Lines[Caret.GetLineIndex()][Caret.GetOffset() - 1]);
	TextBox->InsertTextAtCursor((bBegins ? FString() : FString(TEXT(" "))) + Words);
}

bool SChatInput::AddPictures(const FPictureKeeping& Kept)
{
	/** The names of files that a notice has room for. */
	static constexpr int32 MostNames = 5;
	TArray<FString> Added;
	TArray<FString> Refused;
	for (const FKeptPicture& Picture : Kept.GetPictures())
	{
		if (Picture.Problem.IsEmpty())
		{
			Added.Add(Picture.Mention);
		}
		else
		{
			Refused.Add(FText::Format(LOCTEXT("NotAttached", "{0} is not attached: {1}"), FText::FromString(Picture.Name), FText::FromString(Picture.Problem)).ToString());
		}
	}
	TArray<FString> LeftOut = Kept.GetLeftOut();
	if (const int32 More = LeftOut.Num(); More > 0)
	{
		LeftOut.SetNum(FMath::Min(More, MostNames));
		const FText Names = FText::FromString(FString::Join(LeftOut, TEXT(", ")) + (More > MostNames ? TEXT(", \u2026") : TEXT("")));
		Refused.Add(FText::Format(LOCTEXT("LeftOut", "Not read, because the message cannot take more pictures ({0}): {1}"), FText::AsNumber(More), Names).ToString());
	}
	if (const FString Instead = Kept.GetTextInstead(); !Instead.IsEmpty())
	{
		TextBox->InsertTextAtCursor(Instead);
		ShowBoxes();
	}
	else if (Added.Num() > 0)
	{
		const FString Words = FString::Join(Added, TEXT(" ")) + TEXT(" ");
		// What was said about earlier ones is not only about this text.
		const FText Before = Problem;
		if (Kept.GetNames().IsEmpty())
		{
			PutAtCaret(Words);
		}
		else
		{
			FString Text = TextBox->GetText().ToString();
			const bool bBegins = Text.IsEmpty() || Text.EndsWith(TEXT(" ")) || Text.EndsWith(TEXT("\n"));
			Text += (bBegins ? TEXT("") : TEXT(" ")) + Words;
			SetText(Text);
		}
		Problem = Before;
		// Their boxes are there without a pause.
		ReadAt = 0.0;
	}
	else
	{
		ShowBoxes();
	}
	if (Refused.Num() > 0)
	{
		if (!Problem.IsEmpty())
		{
			Refused.Insert(Problem.ToString(), 0);
		}
		ShowProblem(FText::FromString(FString::Join(Refused, TEXT("\n"))));
	}
	return Refused.Num() == 0;
}

#undef LOCTEXT_NAMESPACE
