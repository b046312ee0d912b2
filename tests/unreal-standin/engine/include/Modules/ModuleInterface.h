#pragma once

// CES CesiumEditor/Private/CesiumEditor.h; SEN SentryEditor/Public/SentryEditorModule.h; RLK
class IModuleInterface
{
public:
	virtual ~IModuleInterface() = default;
	virtual void StartupModule()
	{
	}
	virtual void PreUnloadCallback()
	{
	}
	virtual void ShutdownModule()
	{
	}
	virtual bool SupportsDynamicReloading()
	{
		return true;
	}
	virtual bool SupportsAutomaticShutdown()
	{
		return true;
	}
	virtual bool IsGameModule() const
	{
		return false;
	}
};
