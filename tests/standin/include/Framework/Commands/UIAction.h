#pragma once

#include "Delegates/Delegate.h"

// CES CesiumEditor/Private/CesiumPanel.cpp; PDU ProceduralDungeonEdModeToolkit.cpp; Autonomix AutonomixUIModule.cpp
DECLARE_DELEGATE(FExecuteAction);
DECLARE_DELEGATE_RetVal(bool, FCanExecuteAction);
struct FUIAction
{
	FUIAction() = default;
	FUIAction(FExecuteAction InExecute)
		: ExecuteAction(MoveTemp(InExecute))
	{
	}
	FUIAction(FExecuteAction InExecute, FCanExecuteAction InCanExecute)
		: ExecuteAction(MoveTemp(InExecute))
		, CanExecuteAction(MoveTemp(InCanExecute))
	{
	}
	bool CanExecute() const
	{
		return !CanExecuteAction.IsBound() || CanExecuteAction.Execute();
	}
	bool Execute() const
	{
		return CanExecute() && ExecuteAction.ExecuteIfBound();
	}
	bool IsBound() const
	{
		return ExecuteAction.IsBound();
	}
	FExecuteAction ExecuteAction;
	FCanExecuteAction CanExecuteAction;
};
