// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ConnectionCheck.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"

namespace ConnectionCheckPrivate
{
static FConnectionStep::EOutcome OutcomeOf(vibeue::StepOutcome Outcome)
{
	switch (Outcome)
	{
	case vibeue::StepOutcome::Passed:
		return FConnectionStep::EOutcome::Passed;
	case vibeue::StepOutcome::Warned:
		return FConnectionStep::EOutcome::Warned;
	case vibeue::StepOutcome::Failed:
		return FConnectionStep::EOutcome::Failed;
	case vibeue::StepOutcome::Skipped:
		break;
	}
	return FConnectionStep::EOutcome::Skipped;
}
} // namespace ConnectionCheckPrivate

FConnectionCheck::FConnectionCheck(const FVibeUEModelChoice& Model)
	: Test(vibeue::start_connection_test(VibeUE::ToCore(Model)))
{
}

bool FConnectionCheck::IsFinished() const
{
	return Test->is_finished();
}

FVibeUEError FConnectionCheck::GetProblem() const
{
	return VibeUE::FromCore(Test->report().status);
}

bool FConnectionCheck::Works() const
{
	return Test->report().works;
}

TArray<FConnectionStep> FConnectionCheck::GetSteps() const
{
	TArray<FConnectionStep> Steps;
	for (const vibeue::ConnectionStep& CoreStep : Test->report().steps)
	{
		FConnectionStep Step;
		Step.Title = VibeUE::FromCore(CoreStep.title);
		Step.Outcome = ConnectionCheckPrivate::OutcomeOf(CoreStep.outcome);
		Step.Detail = FCoreSentences::FromCore(CoreStep.detail);
		Step.Hint = FCoreSentences::FromCore(CoreStep.hint);
		Steps.Add(MoveTemp(Step));
	}
	return Steps;
}
