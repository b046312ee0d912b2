#pragma once

#include "Containers/Array.h"
#include "Containers/UnrealString.h"
#include "StandIn/DelegateInstance.h"
#include "Templates/SharedPointer.h"

// PX SPCGExCollectionCategoryGroup.cpp; AA Context/UnrealAiContextDragDrop.cpp
class FDragDropOperation : public TSharedFromThis<FDragDropOperation>
{
public:
	virtual ~FDragDropOperation() = default;
	virtual bool StandInIsA(const void* Id) const
	{
		return Id == StandIn::TypeId<FDragDropOperation>();
	}
};

// What comes from outside of the editor. Epic: SlateCore/Input/FExternalDragOperation/HasFiles, /GetFiles, /NewFiles
class FExternalDragOperation : public FDragDropOperation
{
public:
	static TSharedRef<FExternalDragOperation> NewFiles(TArray<FString> InFiles)
	{
		const TSharedRef<FExternalDragOperation> Operation = MakeShared<FExternalDragOperation>();
		Operation->Files = MoveTemp(InFiles);
		return Operation;
	}
	bool HasFiles() const
	{
		return Files.Num() > 0;
	}
	const TArray<FString>& GetFiles() const
	{
		return Files;
	}
	virtual bool StandInIsA(const void* Id) const override
	{
		return Id == StandIn::TypeId<FExternalDragOperation>() || FDragDropOperation::StandInIsA(Id);
	}

private:
	TArray<FString> Files;
};

// Epic: SlateCore/Input/FDragDropEvent/GetOperation, /GetOperationAs; PX SPCGExCollectionCategoryGroup.cpp; AA Context/UnrealAiContextDragDrop.cpp
class FDragDropEvent
{
public:
	explicit FDragDropEvent(const TSharedPtr<FDragDropOperation>& InOperation)
		: Operation(InOperation)
	{
	}
	TSharedPtr<FDragDropOperation> GetOperation() const
	{
		return Operation;
	}
	template <typename OperationType>
	TSharedPtr<OperationType> GetOperationAs() const
	{
		return Operation.IsValid() && Operation->StandInIsA(StandIn::TypeId<OperationType>()) ? StaticCastSharedPtr<OperationType>(Operation) : TSharedPtr<OperationType>();
	}

private:
	TSharedPtr<FDragDropOperation> Operation;
};
