#pragma once

#include "Framework/Application/IInputProcessor.h"
#include "Math/Color.h"
#include "Math/IntVector.h"
#include "Widgets/SWindow.h"

class FSlateAccessibleMessageHandler;

// Epic: Slate/FSlateApplication
DECLARE_MULTICAST_DELEGATE_OneParam(FApplicationActivationStateChangedEvent, const bool);

// Windows, focus and input. Epic: Slate/FSlateApplication/SetKeyboardFocus, SetUserFocus, ClearKeyboardFocus; AX AutonomixStyle.cpp;
// VIB SAIChatWindow.cpp; UC UnrealClaudeModule.cpp; CX CortexFrontendModule.cpp. Commandlets have none.
class FSlateApplication
{
public:
	static bool IsInitialized();
	static FSlateApplication& Get();

	// False for a widget that is in no window, or takes no focus.
	bool SetKeyboardFocus(const TSharedPtr<SWidget>& Widget, EFocusCause Cause = EFocusCause::SetDirectly);
	void SetUserFocus(uint32 UserIndex, const TSharedPtr<SWidget>& Widget, EFocusCause Cause = EFocusCause::SetDirectly);
	TSharedPtr<SWidget> GetKeyboardFocusedWidget() const;
	void ClearKeyboardFocus(const EFocusCause Cause = EFocusCause::SetDirectly);

	TSharedRef<SWindow> AddWindow(TSharedRef<SWindow> Window, const bool bShowImmediately = true);
	TSharedRef<SWindow> AddWindowAsNativeChild(TSharedRef<SWindow> Window, TSharedRef<SWindow> Parent, const bool bShowImmediately = true);
	TSharedPtr<SWindow> GetActiveTopLevelWindow() const;
	void GetAllVisibleWindowsOrdered(TArray<TSharedRef<SWindow>>& OutWindows); // UEM Handlers/EditorHandlers.cpp; the last one is in front
	// UEM Handlers/EditorHandlers.cpp; SUE Tools/Editor/CaptureScreenshotTool.cpp. Here false for what is minimized or in no window.
	bool TakeScreenshot(const TSharedRef<SWidget>& Widget, TArray<FColor>& OutColorData, FIntVector& OutSize);
	TSharedPtr<SWindow> GetActiveModalWindow() const; // UEM Handlers/DialogHandlers.cpp; Epic: Slate/FSlateApplication/GetActiveModalWindow
	// USH UnrealSharpEditor/Private/UnrealSharpEditor.cpp; COR CortexFrontend/Private/Widgets/SCortexGenMeshSession.cpp
	const void* FindBestParentWindowHandleForDialogs(const TSharedPtr<SWidget>& InWidget) const
	{
		return InWidget.Get();
	}
	TSharedPtr<SWindow> FindWidgetWindow(TSharedRef<const SWidget> Widget) const;
	void RequestDestroyWindow(TSharedRef<SWindow> Window);
	void DismissAllMenus();
	UE::Slate::FDeprecateVector2DResult GetCursorPos() const;
	FModifierKeysState GetModifierKeys() const;
	bool RegisterInputPreProcessor(TSharedPtr<IInputProcessor> Processor, const int32 Index = INDEX_NONE);
	void UnregisterInputPreProcessor(TSharedPtr<IInputProcessor> Processor);
	FApplicationActivationStateChangedEvent& OnApplicationActivationStateChanged();
	// There is always one. Epic: SlateCore/FSlateApplicationBase/GetAccessibleMessageHandler; DGU Core/Components/DreamWidget.cpp
	TSharedRef<FSlateAccessibleMessageHandler> GetAccessibleMessageHandler() const;
	// UEM EngineStatusHooks.cpp; CTC CtcAutomatedSetupEditorSubsystem.cpp: each frame of a modal dialog's loop, in which nothing else ticks.
	using FOnModalLoopTickEvent = TMulticastDelegate<void(float)>;
	FOnModalLoopTickEvent& GetOnModalLoopTickEvent();
	double GetCurrentTime() const; // when the frame began: it stays the same within one

	// Driven by StandIn/Slate.h.
	struct FImplementation;
	FImplementation& StandInImplementation()
	{
		return *Implementation;
	}
	static void StandInStart();
	static void StandInStop();

private:
	FSlateApplication();
	~FSlateApplication();
	FImplementation* Implementation;
};
