// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SAIChatWindow.h"

#include "Bridge/ChatWriting.h"
#include "ConversationFiles.h"
#include "ISettingsModule.h"
#include "Layout/Margin.h"
#include "Modules/ModuleManager.h"
#include "Styling/AppStyle.h"
#include "VibeUESettings.h"
#include "VibeUEStyle.h"
#include "Widgets/ChatFileNotice.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatToolbar.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SFindBar.h"
#include "Widgets/SModelPicker.h"
#include "Widgets/SOverlay.h"
#include "Widgets/SSummaryBadge.h"
#include "Widgets/SSummaryPreview.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

// Long because it lists its parts.
void SAIChatWindow::Construct(const FArguments& InArgs)
{
	BindKeys();
	// Panels follow what they are in, and no dock asks for the direction of the editor's language.
	SetFlowDirectionPreference(EFlowDirectionPreference::Culture);
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
				SNew(SChatToolbar)
				.Title(this, &SAIChatWindow::GetTitle)
				.CanUndo(this, &SAIChatWindow::CanUndo)
				.HasMessages(this, &SAIChatWindow::HasMessages)
				.AgentAnswers(this, &SAIChatWindow::IsAgentAnswering)
				.OnNewAsked(this, &SAIChatWindow::HandleNewAsked)
				.OnHistoryAsked(this, &SAIChatWindow::HandleHistoryAsked)
				.OnRenamed(this, &SAIChatWindow::HandleRenamed)
				.OnNamingLeft(this, &SAIChatWindow::GiveKeyboardBack)
				.OnSummaryAsked(this, &SAIChatWindow::HandleSummaryAsked)
				.OnPreviewAsked(this, &SAIChatWindow::HandlePreviewAsked)
				.OnUndoAsked(this, &SAIChatWindow::HandleUndoAsked)
				.OnContextAsked(this, &SAIChatWindow::HandleContextAsked)
				.OnExportAsked(this, &SAIChatWindow::HandleExportAsked)
				.OnReportAsked(this, &SAIChatWindow::HandleReportAsked)
				.OnSettingsAsked(this, &SAIChatWindow::HandleSettingsAsked)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				MakeWaitingBar()
			]
			+ SVerticalBox::Slot()
			.FillHeight(1.0f)
			[
				SNew(SOverlay)
				+ SOverlay::Slot()
				[
					SNew(SHorizontalBox)
					+ SHorizontalBox::Slot()
					.FillWidth(1.0f)
					[
						MakeConversation()
					]
					+ SHorizontalBox::Slot()
					.AutoWidth()
					[
						MakeContext()
					]
				]
				+ SOverlay::Slot()
				[
					MakePreview()
				]
				+ SOverlay::Slot()
				[
					SAssignNew(History, SConversationList)
					.Visibility(this, &SAIChatWindow::GetHistoryVisibility)
					.Current(this, &SAIChatWindow::GetConversationId)
					.OnOpened(this, &SAIChatWindow::HandleConversationChosen)
					.OnDeleted(this, &SAIChatWindow::HandleConversationDeleted)
					.OnRestored(this, &SAIChatWindow::HandleConversationRestored)
					.OnRenamed(this, &SAIChatWindow::HandleConversationRenamed)
					.OnExported(this, &SAIChatWindow::HandleConversationExported)
					.OnClosed(this, &SAIChatWindow::HandleHistoryAsked)
				]
			]
		]
	];
	Input->SetRoom(TAttribute<float>::CreateSP(this, &SAIChatWindow::GetInputRoom));
	if (InArgs._Session)
	{
		SetSession(InArgs._Session);
		return;
	}
	TakePlace();
}

SAIChatWindow::~SAIChatWindow()
{
	KeepPlace();
	UnbindSession();
}

TSharedRef<SWidget> SAIChatWindow::MakeConversation()
{
	return SAssignNew(Talk, SVerticalBox)
		.Visibility(this, &SAIChatWindow::GetConversationVisibility)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			MakeFindBar()
		]
		+ SVerticalBox::Slot()
		.FillHeight(1.0f)
		[
			SAssignNew(MessageList, SChatMessageList)
			.OnSettingsAsked(this, &SAIChatWindow::HandleSettingsAsked)
			.OnContextAsked(this, &SAIChatWindow::HandleBreakersAsked)
			.OnAgentChosen(this, &SAIChatWindow::HandleAgentChosen)
			.OnEditAsked(this, &SAIChatWindow::HandleEditAsked)
			.OnSelectingEnded(this, &SAIChatWindow::GiveKeyboardBack)
			.OnKeyboardLost(this, &SAIChatWindow::GiveKeyboardBack)
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
				MakeFootTop()
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 0.0f, 0.0f, 8.0f)
			[
				SAssignNew(Input, SChatInput)
				.OnBorrowLeft(this, &SAIChatWindow::HandleEditCancelled)
				.IsBusy(this, &SAIChatWindow::IsBusy)
				.PictureProblem(this, &SAIChatWindow::GetPictureProblem)
				.OnTextSent(this, &SAIChatWindow::HandleTextSent)
				.OnPromptsAsked(this, &SAIChatWindow::HandlePromptsAsked)
				.OnDraftChanged(this, &SAIChatWindow::HandleDraftChanged)
				.OnStopped(this, &SAIChatWindow::HandleStopped)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				MakeTokenBar()
			]
		];
}

void SAIChatWindow::OpenConversation(const FString& ConversationId)
{
	// The old one is closed first: the same conversation may be asked for again.
	SetSession(nullptr);
	SetSession(UChatSession::OpenConversation(ConversationId));
	bOwnsSession = true;
	if (ConversationId.IsEmpty())
	{
		TakeUpDraft(true);
	}
}

void SAIChatWindow::SetSession(UChatSession* InSession)
{
	KeepPlace();
	ClosePreview();
	UnbindSession();
	Session.Reset(InSession);
	FindBar->Close();
	Models->Close();
	MessageList->SetSession(InSession);
	Preview->SetSession(InSession);
	Context->SetSession(InSession);
	Badge->Dismiss();
	History->Cancel();
	Labels.Reset();
	Sent.Empty();
	HandleEditCancelled();
	TakeUpDraft(false);
	QueueRevision = -1;
	bShowsHistory = false;
	bCanUndo = false;
	TopMessage = 0;
	KeepPlace();
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
		InSession->OnToolCallEnded().AddSP(this, &SAIChatWindow::HandleToolEnded);
		InSession->OnFilesRestored().AddSP(this, &SAIChatWindow::HandleFilesRestored);
		InSession->OnToolServersChanged().AddSP(this, &SAIChatWindow::HandleToolServersChanged);
		InSession->OnAgentChanged().AddSP(this, &SAIChatWindow::HandleAgentChanged);
		InSession->OnMessageAdded().AddSP(this, &SAIChatWindow::HandleMessageAdded);
		InSession->OnMessageReturned().AddSP(this, &SAIChatWindow::HandleMessageReturned);
		RefreshServers();
		RefreshAgent();
		HandleStateChanged(InSession->GetState());
		HandleHistoryChanged();
		RefreshEdits();
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
	Session->OnToolCallEnded().RemoveAll(this);
	Session->OnFilesRestored().RemoveAll(this);
	Session->OnToolServersChanged().RemoveAll(this);
	Session->OnAgentChanged().RemoveAll(this);
	Session->OnMessageAdded().RemoveAll(this);
	Session->OnMessageReturned().RemoveAll(this);
	if (bOwnsSession)
	{
		Session->Close();
	}
	bOwnsSession = false;
	Session.Reset();
}

void SAIChatWindow::HandleNewAsked()
{
	if (LeavePreview())
	{
		OpenConversation(FString());
		GiveKeyboardBack();
	}
}

void SAIChatWindow::HandleHistoryAsked()
{
	bShowsHistory = !bShowsHistory;
	if (bShowsHistory)
	{
		History->Open(true);
	}
	else
	{
		GiveKeyboardBack();
	}
	KeepPlace();
}

void SAIChatWindow::HandleConversationChosen(const FString& ConversationId)
{
	GiveKeyboardBack();
	if (FConversationFiles::IsSameId(ConversationId, GetConversationId()))
	{
		bShowsHistory = false;
		return;
	}
	if (LeavePreview())
	{
		OpenConversation(ConversationId);
	}
}

void SAIChatWindow::HandleRenamed(const FString& Title)
{
	if (Session.IsValid())
	{
		Session->RenameConversation(Title);
	}
}

void SAIChatWindow::HandleExportAsked()
{
	if (Session.IsValid())
	{
		Session->ExportConversation(FConversationFiles::MakeExportPath(GetTitle().ToString()));
	}
}

void SAIChatWindow::HandleSummaryAsked()
{
	if (Session.IsValid())
	{
		Session->ForceSummarize(FString());
	}
}

void SAIChatWindow::HandlePreviewAsked()
{
	// One that is open may hold what somebody wrote, or what a model was paid for.
	if (Preview->IsOpen())
	{
		bShowsHistory = false;
		return;
	}
	OpenPreview(FVibeUEPreviewOptions());
}

void SAIChatWindow::HandleUndoAsked()
{
	if (Session.IsValid())
	{
		Session->UndoSummarization();
	}
}

void SAIChatWindow::HandleSettingsAsked()
{
	if (ISettingsModule* Settings = FModuleManager::GetModulePtr<ISettingsModule>("Settings"))
	{
		const UVibeUESettings* Page = GetDefault<UVibeUESettings>();
		Settings->ShowViewer(Page->GetContainerName(), Page->GetCategoryName(), Page->GetSectionName());
	}
}

void SAIChatWindow::HandleStopped()
{
	if (Session.IsValid())
	{
		FChatWriting::Stop(*Session);
	}
}

void SAIChatWindow::HandleSummaryCancelled()
{
	if (Session.IsValid())
	{
		Session->CancelSummarization();
	}
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
	return Session.IsValid() ? Labels.GetTitle(*Session) : FText::GetEmpty();
}

FText SAIChatWindow::GetModel() const
{
	return Session.IsValid() ? Labels.GetModel(*Session) : FText::GetEmpty();
}

FString SAIChatWindow::GetConversationId() const
{
	return Session.IsValid() ? Session->GetConversationId() : FString();
}

EVisibility SAIChatWindow::GetConversationVisibility() const
{
	return bShowsHistory || Preview->IsOpen() || (bShowsContext && !HasRoomForContext()) ? EVisibility::Collapsed : EVisibility::Visible;
}

EVisibility SAIChatWindow::GetHistoryVisibility() const
{
	return bShowsHistory ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
