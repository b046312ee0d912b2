#include "CoreGlobals.h"
#include "Editor.h"
#include "Editor/Transactor.h"
#include "EditorParts.h"
#include "ScopedTransaction.h"
#include "StandIn/Editor.h"

namespace
{
struct FHistory
{
	// What was done, the oldest first, followed by what was undone; what is open is the last one.
	TArray<FTransaction> Queue;
	// What was undone before the open one began: it is restored if that one leaves no entry.
	TArray<FTransaction> Removed;
	int32 Undone = 0;
	int32 Open = 0;
	bool bTouched = false;
};

FHistory& History()
{
	static FHistory* const Current = new FHistory();
	return *Current;
}

void Begin(const FText& Title)
{
	FHistory& Now = History();
	// A nested one belongs to the one around it, with what that one has touched so far.
	if (Now.Open++ > 0)
	{
		return;
	}
	Now.Removed.Empty();
	for (; Now.Undone > 0; --Now.Undone)
	{
		Now.Removed.Insert(Now.Queue.Pop(), 0);
	}
	Now.Queue.Add(FTransaction{Title});
	Now.bTouched = false;
}

void Drop()
{
	FHistory& Now = History();
	Now.Queue.Pop();
	Now.Undone = Now.Removed.Num();
	Now.Queue.Append(Now.Removed);
	Now.Removed.Empty();
}

void End()
{
	FHistory& Now = History();
	// Nothing is open if the history was emptied meanwhile.
	if (Now.Open == 0 || --Now.Open > 0)
	{
		return;
	}
	if (Now.bTouched)
	{
		Now.Removed.Empty();
	}
	else
	{
		// What touched nothing leaves no entry.
		Drop();
	}
}

// What was changed meanwhile stays as it is, and is in no step.
void CancelOpen()
{
	if (History().Open > 0 && --History().Open == 0)
	{
		Drop();
	}
}
} // namespace

FScopedTransaction::FScopedTransaction(const FText& SessionName, const bool bShouldActuallyTransact)
	: bIsOpen(bShouldActuallyTransact)
{
	StandIn::OnGameThread("FScopedTransaction");
	if (bIsOpen)
	{
		Begin(SessionName);
	}
}
FScopedTransaction::~FScopedTransaction()
{
	if (bIsOpen)
	{
		End();
	}
}
void FScopedTransaction::Cancel()
{
	if (bIsOpen)
	{
		bIsOpen = false;
		CancelOpen();
	}
}

int32 UTransactor::GetQueueLength() const
{
	return History().Queue.Num();
}
int32 UTransactor::GetUndoCount() const
{
	return History().Undone;
}
const FTransaction* UTransactor::GetTransaction(int32 QueueIndex) const
{
	return History().Queue.IsValidIndex(QueueIndex) ? &History().Queue[QueueIndex] : nullptr;
}

bool UEditorEngine::IsTransactionActive() const
{
	StandIn::OnGameThread("UEditorEngine::IsTransactionActive");
	return History().Open > 0;
}
bool UEditorEngine::UndoTransaction(bool)
{
	StandIn::OnGameThread("UEditorEngine::UndoTransaction");
	FHistory& Now = History();
	// Nothing is undone or redone while a step is open.
	if (Now.Open > 0 || Now.Undone >= Now.Queue.Num())
	{
		return false;
	}
	++Now.Undone;
	return true;
}
bool UEditorEngine::RedoTransaction()
{
	StandIn::OnGameThread("UEditorEngine::RedoTransaction");
	FHistory& Now = History();
	if (Now.Open > 0 || Now.Undone == 0)
	{
		return false;
	}
	--Now.Undone;
	return true;
}

namespace StandIn
{
UTransactor* TheTransactor()
{
	static UTransactor* const Only = new UTransactor();
	return Only;
}
TArray<FString> Transactions()
{
	const FHistory& Now = History();
	TArray<FString> Titles;
	const int32 Done = Now.Queue.Num() - Now.Undone - (Now.Open > 0 ? 1 : 0);
	for (int32 Index = 0; Index < Done; ++Index)
	{
		Titles.Add(Now.Queue[Index].GetTitle().ToString());
	}
	return Titles;
}
void Touch()
{
	History().bTouched = History().bTouched || History().Open > 0;
}
void BeginUsersTransaction(const TCHAR* Title)
{
	Begin(FText::FromString(FString(Title)));
}
void EndUsersTransaction()
{
	End();
}
void CancelUsersTransaction()
{
	CancelOpen();
}
void AddUsersStep(const TCHAR* Title)
{
	Begin(FText::FromString(FString(Title)));
	Touch();
	End();
}
void ResetTransactions()
{
	if (History().Open > 0)
	{
		// The engine's own words, as public crash reports quote them.
		UE_LOG(LogTemp, Error, TEXT("Ensure condition failed: Non zero active count in UTransBuffer::Reset"));
	}
	ResetHistory();
}
void ResetHistory()
{
	History() = FHistory();
}
} // namespace StandIn
