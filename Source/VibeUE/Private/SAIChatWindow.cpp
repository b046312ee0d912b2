// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SAIChatWindow.h"

#include "ConversationFiles.h"
#include "Framework/Notifications/NotificationManager.h"
#include "HAL/PlatformProcess.h"
#include "ISettingsModule.h"
#include "Layout/Margin.h"
#include "Misc/Paths.h"
#include "Modules/ModuleManager.h"
#include "Styling/AppStyle.h"
#include "VibeUESettings.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Notifications/SNotificationList.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatTitle.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SOverlay.h"
#include "Widgets/SStatusLine.h"
#include "Widgets/SSummaryBadge.h"
#include "Widgets/STokenBar.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

namespace SAIChatWindowPrivate
{
/** Slate units from which on the buttons have words. */
static constexpr float WidthForLabels = 520.0f;

static void ShowFolder(FString Folder)
{
	FPlatformProcess::ExploreFolder(*Folder);
}
} // namespace SAIChatWindowPrivate

void SAIChatWindow::Construct(const FArguments& InArgs)
{
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(FAppStyle::GetBrush("ToolPanel.GroupBorder"))
		.Padding(0.0f)
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				MakeToolbar()
			]
			+ SVerticalBox::Slot()
			.FillHeight(1.0f)
			[
				SNew(SOverlay)
				+ SOverlay::Slot()
				[
					MakeConversation()
				]
				+ SOverlay::Slot()
				[
					SAssignNew(History, SConversationList)
					.Visibility(this, &SAIChatWindow::GetHistoryVisibility)
					.Current(this, &SAIChatWindow::GetConversationId)
					.OnOpened(this, &SAIChatWindow::HandleConversationChosen)
					.OnDeleted(this, &SAIChatWindow::HandleConversationDeleted)
				]
			]
		]
	];
	if (InArgs._Session)
	{
		SetSession(InArgs._Session);
		return;
	}
	const TArray<FString> Known = UChatSession::FindConversations();
	const bool bReopen = GetDefault<UVibeUESettings>()->bReopenLastConversation && Known.Num() > 0;
	OpenConversation(bReopen ? Known[0] : FString());
}

SAIChatWindow::~SAIChatWindow()
{
	UnbindSession();
}

TSharedRef<SWidget> SAIChatWindow::MakeConversation()
{
	return SNew(SVerticalBox)
		.Visibility(this, &SAIChatWindow::GetConversationVisibility)
		+ SVerticalBox::Slot()
		.FillHeight(1.0f)
		[
			SAssignNew(MessageList, SChatMessageList)
			.OnSettingsAsked(this, &SAIChatWindow::HandleSettingsAsked)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			MakeFoot()
		];
}

TSharedRef<SWidget> SAIChatWindow::MakeFoot()
{
	return SNew(SBorder)
		.BorderImage(FAppStyle::GetBrush("Brushes.Header"))
		.Padding(FMargin(8.0f, 6.0f, 8.0f, 8.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SHorizontalBox)
				+ SHorizontalBox::Slot()
				.FillWidth(1.0f)
				.VAlign(VAlign_Center)
				.Padding(2.0f, 0.0f, 8.0f, 0.0f)
				[
					SAssignNew(StatusLine, SStatusLine)
					.OnCancelled(this, &SAIChatWindow::HandleSummaryCancelled)
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.VAlign(VAlign_Center)
				.Padding(0.0f, 0.0f, 0.0f, 4.0f)
				[
					SAssignNew(Badge, SSummaryBadge)
				]
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 2.0f, 0.0f, 8.0f)
			[
				SAssignNew(Input, SChatInput)
				.IsBusy(this, &SAIChatWindow::IsBusy)
				.OnTextSent(this, &SAIChatWindow::HandleTextSent)
				.OnStopped(this, &SAIChatWindow::HandleStopped)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SAssignNew(TokenBar, STokenBar)
				.Model(this, &SAIChatWindow::GetModel)
			]
		];
}

TSharedRef<SWidget> SAIChatWindow::MakeToolbar()
{
	return SNew(SBorder)
		.BorderImage(FAppStyle::GetBrush("Brushes.Header"))
		.Padding(FMargin(4.0f, 3.0f))
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.AutoWidth()
			[
				MakeButton("VibeUE.New", LOCTEXT("New", "New"), LOCTEXT("NewTip", "Start a new conversation; this one stays in the history."),
					&SAIChatWindow::HandleNewClicked)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			[
				MakeButton("VibeUE.History", LOCTEXT("History", "History"), LOCTEXT("HistoryTip", "Show this project's conversations, or go back to this one."),
					&SAIChatWindow::HandleHistoryClicked)
			]
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			.VAlign(VAlign_Center)
			.Padding(4.0f, 0.0f)
			[
				SNew(SChatTitle)
				.Title(this, &SAIChatWindow::GetTitle)
				.OnRenamed(this, &SAIChatWindow::HandleRenamed)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			[
				MakeButton("VibeUE.Summarize", LOCTEXT("Summarize", "Summarize now"),
					LOCTEXT("SummarizeTip", "Condense the earlier messages now, whatever the budget."), &SAIChatWindow::HandleSummarizeClicked)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			[
				MakeButton("VibeUE.Preview", FText::GetEmpty(), LOCTEXT("PreviewTip", "Preview: show what summarizing now would do; nothing is changed."),
					&SAIChatWindow::HandlePreviewClicked)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			[
				SNew(SChatIconButton)
				.Icon("VibeUE.Undo")
				.Label(LOCTEXT("Undo", "Undo"))
				.LabelVisibility(this, &SAIChatWindow::GetLabelVisibility)
				.ToolTipText(LOCTEXT("UndoTip", "Undo the last summarization: the model sees the original messages again."))
				.IsEnabled(this, &SAIChatWindow::CanUndo)
				.OnClicked(this, &SAIChatWindow::HandleUndoClicked)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			[
				SNew(SChatIconButton)
				.Icon("VibeUE.Export")
				.ToolTipText(LOCTEXT("ExportTip", "Write the whole conversation to a Markdown file. Keys, tokens and passwords in it are masked."))
				.IsEnabled(this, &SAIChatWindow::HasMessages)
				.OnClicked(this, &SAIChatWindow::HandleExportClicked)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			[
				MakeButton("VibeUE.Settings", FText::GetEmpty(), LOCTEXT("SettingsTip", "Settings: choose model, key and when to summarize."),
					&SAIChatWindow::HandleSettingsClicked)
			]
		];
}

TSharedRef<SWidget> SAIChatWindow::MakeButton(const FName& Icon, const FText& Label, const FText& Tip, FReply (SAIChatWindow::*Handler)())
{
	return SNew(SChatIconButton)
		.Icon(Icon)
		.Label(Label)
		.LabelVisibility(this, &SAIChatWindow::GetLabelVisibility)
		.ToolTipText(Tip)
		.OnClicked(this, Handler);
}

void SAIChatWindow::OpenConversation(const FString& ConversationId)
{
	// The old one is closed first: the same conversation may be asked for again.
	SetSession(nullptr);
	SetSession(UChatSession::OpenConversation(ConversationId));
	bOwnsSession = true;
}

void SAIChatWindow::SetSession(UChatSession* InSession)
{
	UnbindSession();
	Session.Reset(InSession);
	MessageList->SetSession(InSession);
	Badge->Dismiss();
	History->Cancel();
	FirstWords = FText::GetEmpty();
	Sent.Empty();
	bShowsHistory = false;
	bCanUndo = false;
	if (InSession)
	{
		InSession->OnOpened().AddSP(this, &SAIChatWindow::HandleOpened);
		InSession->OnStateChanged().AddSP(this, &SAIChatWindow::HandleStateChanged);
		InSession->OnTokenUsageChanged().AddSP(this, &SAIChatWindow::HandleUsageChanged);
		InSession->OnSummarizationStarted().AddSP(this, &SAIChatWindow::HandleSummarizationStarted);
		InSession->OnSummarizationEnded().AddSP(this, &SAIChatWindow::HandleSummarizationEnded);
		InSession->OnPreviewStarted().AddSP(this, &SAIChatWindow::HandlePreviewStarted);
		InSession->OnSummaryPreview().AddSP(this, &SAIChatWindow::HandlePreview);
		InSession->OnPreviewFailed().AddSP(this, &SAIChatWindow::HandlePreviewFailed);
		InSession->OnHistoryChanged().AddSP(this, &SAIChatWindow::HandleHistoryChanged);
		InSession->OnExported().AddSP(this, &SAIChatWindow::HandleExported);
		InSession->OnMessageAdded().AddSP(this, &SAIChatWindow::HandleMessageAdded);
		InSession->OnMessageReturned().AddSP(this, &SAIChatWindow::HandleMessageReturned);
		HandleStateChanged(InSession->GetState());
		HandleHistoryChanged();
	}
}

void SAIChatWindow::UnbindSession()
{
	if (!Session.IsValid())
	{
		return;
	}
	Session->OnOpened().RemoveAll(this);
	Session->OnStateChanged().RemoveAll(this);
	Session->OnTokenUsageChanged().RemoveAll(this);
	Session->OnSummarizationStarted().RemoveAll(this);
	Session->OnSummarizationEnded().RemoveAll(this);
	Session->OnPreviewStarted().RemoveAll(this);
	Session->OnSummaryPreview().RemoveAll(this);
	Session->OnPreviewFailed().RemoveAll(this);
	Session->OnHistoryChanged().RemoveAll(this);
	Session->OnExported().RemoveAll(this);
	Session->OnMessageAdded().RemoveAll(this);
	Session->OnMessageReturned().RemoveAll(this);
	if (bOwnsSession)
	{
		Session->Close();
	}
	bOwnsSession = false;
	Session.Reset();
}

FReply SAIChatWindow::HandleNewClicked()
{
	OpenConversation(FString());
	return FReply::Handled();
}

FReply SAIChatWindow::HandleHistoryClicked()
{
	bShowsHistory = !bShowsHistory;
	if (bShowsHistory)
	{
		History->Refresh();
	}
	return FReply::Handled();
}

void SAIChatWindow::HandleConversationChosen(const FString& ConversationId)
{
	if (ConversationId == GetConversationId())
	{
		bShowsHistory = false;
		return;
	}
	OpenConversation(ConversationId);
}

void SAIChatWindow::HandleConversationDeleted(const FString& ConversationId)
{
	const bool bWasShown = ConversationId == GetConversationId();
	if (bWasShown)
	{
		SetSession(nullptr);
	}
	const bool bDeleted = UChatSession::DeleteConversation(ConversationId);
	if (bWasShown)
	{
		OpenConversation(FString());
		bShowsHistory = true;
	}
	if (!bDeleted)
	{
		MessageList->AddNotice(EChatRowKind::Error,
			LOCTEXT("NotDeleted", "The conversation's file cannot be deleted.").ToString(),
			LOCTEXT("NotDeletedHint", "Close it in other editors, and check the permissions of the folder Saved/VibeUE.").ToString());
		bShowsHistory = false;
	}
}

void SAIChatWindow::HandleRenamed(const FString& Title)
{
	if (Session.IsValid())
	{
		Session->RenameConversation(Title);
	}
}

FReply SAIChatWindow::HandleExportClicked()
{
	if (Session.IsValid())
	{
		Session->ExportConversation(FConversationFiles::MakeExportPath(GetTitle().ToString()));
	}
	return FReply::Handled();
}

void SAIChatWindow::HandleExported(const FString& Path, const FVibeUEError& Error)
{
	if (Error.Kind != EVibeUEFailure::None)
	{
		MessageList->AddNotice(EChatRowKind::Error, Error.Message, Error.Hint);
		return;
	}
	FNotificationInfo Info(FText::Format(LOCTEXT("Exported", "The conversation was written to {0}"), FText::FromString(FPaths::GetCleanFilename(Path))));
	Info.ExpireDuration = 8.0f;
	Info.Hyperlink = FSimpleDelegate::CreateStatic(&SAIChatWindowPrivate::ShowFolder, FPaths::GetPath(Path));
	Info.HyperlinkText = LOCTEXT("ShowFolder", "Show in folder");
	FSlateNotificationManager::Get().AddNotification(Info);
}

FReply SAIChatWindow::HandleSummarizeClicked()
{
	if (Session.IsValid())
	{
		Session->ForceSummarize(FString());
	}
	return FReply::Handled();
}

FReply SAIChatWindow::HandlePreviewClicked()
{
	if (Session.IsValid())
	{
		Session->PreviewSummarization(FString());
	}
	return FReply::Handled();
}

FReply SAIChatWindow::HandleUndoClicked()
{
	if (Session.IsValid())
	{
		Session->UndoSummarization();
	}
	return FReply::Handled();
}

FReply SAIChatWindow::HandleSettingsClicked()
{
	HandleSettingsAsked();
	return FReply::Handled();
}

void SAIChatWindow::HandleSettingsAsked()
{
	if (ISettingsModule* Settings = FModuleManager::GetModulePtr<ISettingsModule>("Settings"))
	{
		const UVibeUESettings* Page = GetDefault<UVibeUESettings>();
		Settings->ShowViewer(Page->GetContainerName(), Page->GetCategoryName(), Page->GetSectionName());
	}
}

bool SAIChatWindow::HandleTextSent(const FString& Text)
{
	if (!Session.IsValid() || !Session->SubmitUserMessage(Text))
	{
		return false;
	}
	Sent.Add(Text);
	return true;
}

void SAIChatWindow::HandleMessageAdded(const FVibeUEMessage& Message)
{
	if (Message.Role == EVibeUERole::User)
	{
		Sent.RemoveSingle(Message.Text);
	}
}

void SAIChatWindow::HandleMessageReturned(const FString& Text)
{
	// Other hosts of the session keep what they submit.
	if (Sent.RemoveSingle(Text) > 0)
	{
		Input->GiveBack(Text);
	}
}

void SAIChatWindow::HandleStopped()
{
	if (Session.IsValid())
	{
		Session->CancelTurn();
	}
}

void SAIChatWindow::HandleSummaryCancelled()
{
	if (Session.IsValid())
	{
		Session->CancelSummarization();
	}
}

void SAIChatWindow::HandleOpened(bool)
{
	HandleHistoryChanged();
}

void SAIChatWindow::HandleStateChanged(EVibeUEChatState State)
{
	if (Session.IsValid() && Session->IsSummarizing())
	{
		return;
	}
	switch (State)
	{
	case EVibeUEChatState::Opening:
		StatusLine->SetActivity(LOCTEXT("Opening", "Opening the conversation\u2026"), false);
		break;
	case EVibeUEChatState::Preparing:
		StatusLine->SetActivity(LOCTEXT("Preparing", "Preparing the request\u2026"), false);
		break;
	case EVibeUEChatState::Compacting:
		StatusLine->SetActivity(LOCTEXT("Compacting", "Making room for the request\u2026"), false);
		break;
	case EVibeUEChatState::Streaming:
		StatusLine->SetActivity(LOCTEXT("Streaming", "Answering\u2026"), false);
		break;
	case EVibeUEChatState::WaitingForTools:
		StatusLine->SetActivity(LOCTEXT("Tools", "Waiting for tools\u2026"), false);
		break;
	case EVibeUEChatState::Failed:
		StatusLine->SetOutcome(LOCTEXT("Failed", "The conversation is not open; see above what to do."));
		break;
	case EVibeUEChatState::Closed:
		StatusLine->SetOutcome(LOCTEXT("Closed", "The conversation is closed."));
		break;
	case EVibeUEChatState::Idle:
		// The outcome of a summarization is read as long as its notice is shown.
		StatusLine->SetOutcome(Badge->IsShown() ? SummaryOutcome : FText::GetEmpty());
		break;
	}
}

void SAIChatWindow::HandleUsageChanged(const FVibeUETokenUsage&)
{
	RefreshUsage();
}

void SAIChatWindow::HandleSummarizationStarted(const FString&)
{
	StatusLine->SetActivity(LOCTEXT("Summarizing", "Summarizing conversation history\u2026"), true);
}

void SAIChatWindow::HandlePreviewStarted()
{
	StatusLine->SetActivity(LOCTEXT("Previewing", "Working out what summarizing would do\u2026"), true);
}

void SAIChatWindow::HandlePreview(const FVibeUESummaryPreview& Preview)
{
	RefreshStatus();
	for (const FString& Warning : Preview.Warnings)
	{
		MessageList->AddNotice(EChatRowKind::Warning, Warning, FString());
	}
}

void SAIChatWindow::HandlePreviewFailed(const FVibeUEError& Error)
{
	RefreshStatus();
	if (Error.Kind != EVibeUEFailure::Cancelled)
	{
		MessageList->AddNotice(EChatRowKind::Warning, Error.Message, Error.Hint);
	}
}

void SAIChatWindow::RefreshStatus()
{
	StatusLine->SetOutcome(FText::GetEmpty());
	if (Session.IsValid())
	{
		HandleStateChanged(Session->GetState());
	}
}

void SAIChatWindow::HandleSummarizationEnded(const FVibeUESummarization& Summarization)
{
	switch (Summarization.End)
	{
	case EVibeUESummaryEnd::Applied:
		SummaryOutcome = FText::Format(
			Summarization.MessagesSummarized > 0 ? LOCTEXT("Applied", "Summarized: {0} \u2192 {1} tokens") : LOCTEXT("Shortened", "Shortened: {0} \u2192 {1} tokens"),
			FText::AsNumber(Summarization.TokensBefore), FText::AsNumber(Summarization.TokensAfter));
		StatusLine->SetOutcome(SummaryOutcome);
		Badge->Show(Summarization, GetDefault<UVibeUESettings>()->NoticeSeconds);
		break;
	case EVibeUESummaryEnd::Cancelled:
		StatusLine->SetOutcome(LOCTEXT("Cancelled", "Summarization cancelled; the conversation is as it was."));
		break;
	case EVibeUESummaryEnd::Failed:
		StatusLine->SetOutcome(FText::Format(LOCTEXT("SummaryFailed", "Summarization failed: {0} The conversation is as it was and goes on."),
			FText::FromString(Summarization.Failure.Message)));
		MessageList->AddNotice(EChatRowKind::Warning, Summarization.Failure.Message, Summarization.Failure.Hint);
		break;
	}
	for (const FString& Warning : Summarization.Warnings)
	{
		MessageList->AddNotice(EChatRowKind::Warning, Warning, FString());
	}
}

void SAIChatWindow::HandleHistoryChanged()
{
	bCanUndo = false;
	if (Session.IsValid())
	{
		for (const FVibeUESummaryRow& Row : Session->GetSummaries())
		{
			bCanUndo = bCanUndo || Row.bInForce;
		}
	}
	RefreshUsage();
}

bool SAIChatWindow::IsBusy() const
{
	if (!Session.IsValid())
	{
		return false;
	}
	const EVibeUEChatState State = Session->GetState();
	return State == EVibeUEChatState::Preparing || State == EVibeUEChatState::Compacting || State == EVibeUEChatState::Streaming ||
		State == EVibeUEChatState::WaitingForTools;
}

bool SAIChatWindow::CanUndo() const
{
	return bCanUndo;
}

bool SAIChatWindow::HasMessages() const
{
	return Session.IsValid() && Session->GetMessageCount(EVibeUEHistory::Transcript) > 0;
}

FText SAIChatWindow::GetTitle() const
{
	if (!Session.IsValid())
	{
		return FText::GetEmpty();
	}
	const FString Title = Session->GetTitle();
	if (!Title.IsEmpty())
	{
		return FText::FromString(Title);
	}
	if (FirstWords.IsEmpty() && HasMessages())
	{
		FirstWords = FText::FromString(Session->GetFirstWords());
	}
	return FirstWords;
}

FText SAIChatWindow::GetModel() const
{
	return Session.IsValid() ? FText::FromString(Session->GetModelId()) : FText::GetEmpty();
}

FString SAIChatWindow::GetConversationId() const
{
	return Session.IsValid() ? Session->GetConversationId() : FString();
}

EVisibility SAIChatWindow::GetLabelVisibility() const
{
	// A narrow dock has room for the icons only; their tooltips say the rest.
	const FVector2f Size = GetCachedGeometry().GetLocalSize();
	return Size.X >= SAIChatWindowPrivate::WidthForLabels ? EVisibility::SelfHitTestInvisible : EVisibility::Collapsed;
}

EVisibility SAIChatWindow::GetConversationVisibility() const
{
	return bShowsHistory ? EVisibility::Collapsed : EVisibility::Visible;
}

EVisibility SAIChatWindow::GetHistoryVisibility() const
{
	return bShowsHistory ? EVisibility::Visible : EVisibility::Collapsed;
}

void SAIChatWindow::RefreshUsage()
{
	if (Session.IsValid())
	{
		TokenBar->SetUsage(Session->GetTokenBreakdown(), Session->GetTrigger(), Session->GetCosts());
	}
}

#undef LOCTEXT_NAMESPACE
