// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Types/SlateStructs.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class FPictureReading;
struct FSlateDynamicImageBrush;

/** A picture of the project that an answer shows, as large as the talk has room for. */
class SChatPicture : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatPicture)
	{
	}
	/** What the answer names it by, for FChatLinks::Find. */
	SLATE_ARGUMENT(FString, Name)
	SLATE_END_ARGS()

	SChatPicture();
	virtual ~SChatPicture() override;

	void Construct(const FArguments& InArgs);

	/** Returns whether it is shown, or why it is not. */
	bool IsFinished() const;

private:
	EActiveTimerReturnType HandleReading(double CurrentTime, float DeltaTime);
	void Show();
	void ShowProblem(const FString& Problem);
	float GetScale() const;
	FOptionalSize GetWidth() const;
	FOptionalSize GetHeight() const;

	TUniquePtr<FPictureReading> Reading;

	/** The widget that draws it has no more than a pointer to it. */
	TSharedPtr<FSlateDynamicImageBrush> Brush;
	float Width = 0.0f;
	float Height = 0.0f;
};
