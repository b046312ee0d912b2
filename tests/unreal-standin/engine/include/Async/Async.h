#pragma once

#include "Async/Future.h"
#include "Async/TaskGraphInterfaces.h"
#include "CoreGlobals.h"

// CES CesiumEditor/Private/CesiumEditorSubLevelMutex.cpp; RLK RiderBlueprint/Private/BlueprintProvider.cpp. Tasks for the
// game thread run when it pumps: not in the frame that queued them, and not inside another task.
void AsyncTask(ENamedThreads::Type Thread, TUniqueFunction<void()> Function);

// SIO CoreUtility/Private/CULambdaRunnable.cpp; Epic: Runtime/Core/EAsyncExecution
enum class EAsyncExecution
{
	TaskGraph,
	TaskGraphMainThread,
	Thread,
	ThreadIfForkSafe,
	ThreadPool,
	LargeThreadPool,
};

namespace StandIn
{
void RunAsync(EAsyncExecution Execution, TUniqueFunction<void()> Function);
}

template <typename F>
auto Async(EAsyncExecution Execution, F&& Function) -> TFuture<std::invoke_result_t<std::decay_t<F>&>>
{
	using R = std::invoke_result_t<std::decay_t<F>&>;
	TPromise<R> Promise;
	TFuture<R> Future = Promise.GetFuture();
	StandIn::RunAsync(Execution, [Kept = MoveTemp(Promise), Body = std::decay_t<F>(std::forward<F>(Function))]() mutable {
		if constexpr (std::is_void_v<R>)
		{
			Body();
			Kept.SetValue();
		}
		else
		{
			Kept.SetValue(Body());
		}
	});
	return Future;
}
