// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

// The page of these settings is translated: each of them has a DisplayName, and a comment of one line, which is its tool tip.
// docs/languages.md says how.

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"
#include "VibeUESettings.generated.h"

/** Who writes summaries. */
UENUM(BlueprintType)
enum class EVibeUESummarizationMode : uint8
{
	/** No model and no network: facts and short forms by rules. */
	Rules UMETA(DisplayName = "Rules"),
	/** A model. */
	Llm UMETA(DisplayName = "Model"),
	/** Rules extract the facts, a model writes the text. */
	Hybrid UMETA(DisplayName = "Hybrid"),
	/** The provider's own compaction, if it has one. */
	Native UMETA(DisplayName = "Provider's own"),
};

/** Settings that go together. */
UENUM(BlueprintType)
enum class EVibeUESettingsPreset : uint8
{
	/** The default of every setting. */
	Balanced UMETA(DisplayName = "Balanced"),
	/** Sends fewer tokens and keeps less available. */
	Economical UMETA(DisplayName = "Economical"),
	/** Keeps more available and sends more tokens. */
	LongMemory UMETA(DisplayName = "Long memory"),
};

/** Settings for all conversations, under Project Settings > Plugins > VibeUE. Saved per user and project, so that no key gets into source control. */
UCLASS(Config = EditorPerProjectUserSettings, meta = (DisplayName = "VibeUE"))
class VIBEUE_API UVibeUESettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	/** Takes the defaults from the core. */
	UVibeUESettings();

	// Your Connection

	/** The service or program that answers. Empty: give the protocol and the address below. */
	UPROPERTY(Config, EditAnywhere, Category = "Your Connection", meta = (DisplayName = "Provider", GetOptions = "GetProviderNames"))
	FString Provider;

	/** The model's id as its server knows it. */
	UPROPERTY(Config, EditAnywhere, Category = "Your Connection", meta = (DisplayName = "Model"))
	FString Model;

	/** The server's base address; the provider's own if empty. A provider's own key variable is used only with the provider's own address. */
	UPROPERTY(Config, EditAnywhere, Category = "Your Connection", meta = (DisplayName = "Base URL"))
	FString BaseUrl;

	/** The protocol to use; the provider's own if empty. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Your Connection", meta = (DisplayName = "Protocol", GetOptions = "GetProtocolNames"))
	FString Protocol;

	/** The name of the environment variable that holds the key. Takes precedence over the key below. Empty: the provider's usual one. */
	UPROPERTY(Config, EditAnywhere, Category = "Your Connection", meta = (DisplayName = "API Key Variable"))
	FString ApiKeyVariable;

	/** The key, if it is not in the environment. Saved in this project's Saved folder, for you only. */
	UPROPERTY(Config, EditAnywhere, Category = "Your Connection", meta = (DisplayName = "API Key", PasswordField = true))
	FString ApiKey;

	/** The key is in the system's credential store, unless one of the settings above provides it; the store is asked before the first request. */
	UPROPERTY(Config, EditAnywhere, Category = "Your Connection", meta = (DisplayName = "Key In Credential Store"))
	bool bKeyInCredentialStore = false;

	/** Extra headers for each request, for gateways. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Your Connection", meta = (DisplayName = "Headers"))
	TMap<FString, FString> Headers;

	/** Allows http to other machines: the conversation and the key can be read in transit. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Your Connection", meta = (DisplayName = "Allow Insecure"))
	bool bAllowInsecure = false;

	/** The model's context window, in tokens; 0: as the server or the table of models says. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Your Connection",
		meta = (DisplayName = "Context Window", ClampMin = "0", ClampMax = "100000000", UIMin = "0", UIMax = "2000000"))
	int32 ContextWindow = 0;

	/** The model's limit on a request, in tokens; 0: as the server or the table of models says. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Your Connection",
		meta = (DisplayName = "Input Limit", ClampMin = "0", ClampMax = "100000000", UIMin = "0", UIMax = "2000000"))
	int32 InputLimit = 0;

	/** The most tokens of one answer; 0: the server's own limit. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Your Connection",
		meta = (DisplayName = "Max Output Tokens", ClampMin = "0", ClampMax = "10000000", UIMin = "0", UIMax = "128000"))
	int32 MaxOutputTokens = 0;

	/** Whether the temperature below is sent; some models refuse one. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Your Connection", meta = (DisplayName = "Set Temperature"))
	bool bSetTemperature = false;

	/** How varied the model's answers are, from 0 to 2. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Your Connection",
		meta = (DisplayName = "Temperature", ClampMin = "0", ClampMax = "2", EditCondition = "bSetTemperature"))
	double Temperature = 1.0;

	/** How long the model thinks before it answers: low, medium, high or another value the server accepts; empty: its default. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Your Connection", meta = (DisplayName = "Reasoning Effort"))
	FString ReasoningEffort;

	/** US dollars per million tokens of requests; 0 if unknown. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Your Connection", meta = (DisplayName = "Input Price", ClampMin = "0", ClampMax = "10000"))
	double InputPrice = 0.0;

	/** US dollars per million tokens of answers; 0 if unknown. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Your Connection", meta = (DisplayName = "Output Price", ClampMin = "0", ClampMax = "10000"))
	double OutputPrice = 0.0;

	// Your Agent

	/** Another agent that answers instead of a model: the command of a program that speaks the Agent Client Protocol, such as "claude-agent-acp", "gemini --acp" or "codex-acp". It uses its own sign-in, keeps its own context and starts once you have allowed it in the chat window. Empty: the model above answers. Open conversations keep the value they were opened with. */
	UPROPERTY(Config, EditAnywhere, Category = "Your Agent", meta = (DisplayName = "Agent"))
	FString AgentCommand;

	/** The sign-in method, by the id that the agent offers when it asks for one. Empty: sign in with the agent's own program. */
	UPROPERTY(Config, EditAnywhere, Category = "Your Agent", meta = (DisplayName = "Sign-In Method"))
	FString AgentSignIn;

	/** The agent's working mode, by its id: it decides what the agent asks permission for. Empty: the agent's own choice, which may ask for nothing. */
	UPROPERTY(Config, EditAnywhere, Category = "Your Agent", meta = (DisplayName = "Mode"))
	FString AgentMode;

	/** Environment variables passed to the agent besides harmless ones: NAME, with the editor's value, or NAME=VALUE. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Your Agent", meta = (DisplayName = "Variables"))
	TArray<FString> AgentVariables;

	// Project Instructions

	/** Instructions given to the model before everything else. Read when a conversation is opened. */
	UPROPERTY(Config, EditAnywhere, Category = "Project Instructions", meta = (DisplayName = "System Prompt", MultiLine = true))
	FString SystemPrompt;

	/** Rules that start each new conversation and are never condensed. */
	UPROPERTY(Config, EditAnywhere, Category = "Project Instructions", meta = (DisplayName = "Pinned Rules"))
	TArray<FString> PinnedRules;

	// Context Management

	/** A set of matching settings. Choosing one fills in its fields; later changes to those fields override it. */
	UPROPERTY(Config, EditAnywhere, Category = "Context Management", meta = (DisplayName = "Preset"))
	EVibeUESettingsPreset Preset = EVibeUESettingsPreset::Balanced;

	/** Summarizes the conversation automatically when its window fills up. When off, it never summarizes: a request that does not fit fails with a clear error. */
	UPROPERTY(Config, EditAnywhere, Category = "Context Management", meta = (DisplayName = "Summarize Automatically"))
	bool bAutoSummarize = true;

	/** A summarization starts when a request, the pending message included, would fill this share of the budget. */
	UPROPERTY(Config, EditAnywhere, Category = "Context Management",
		meta = (DisplayName = "Summarization Threshold", ClampMin = "0.1", ClampMax = "0.99", UIMin = "0.5", UIMax = "0.95", EditCondition = "bAutoSummarize"))
	double SummarizationThreshold;

	/** After a summarization the trigger is re-armed once usage has fallen below this share of the budget. Must not exceed the threshold. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Context Management",
		meta = (DisplayName = "Summarization Reset Ratio", ClampMin = "0.05", ClampMax = "0.99", EditCondition = "bAutoSummarize"))
	double SummarizationResetRatio;

	/** At or above this share of the budget, a summarization starts at once, regardless of the cooldown. Must be at least the threshold. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Context Management",
		meta = (DisplayName = "Emergency Summarization Ratio", ClampMin = "0.5", ClampMax = "1", EditCondition = "bAutoSummarize"))
	double EmergencySummarizationRatio;

	/** A summarization brings the request to this share of the budget or below: lower means fewer and larger summarizations. Must not exceed the reset ratio and must be below the threshold. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Context Management", meta = (DisplayName = "Summarization Target Ratio", ClampMin = "0.05", ClampMax = "0.9"))
	double SummarizationTargetRatio;

	/** Learns the tokens that are kept free for the reply: from the most that the model may write, narrowed by the replies seen so far. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Context Management", meta = (DisplayName = "Learn Reserve Tokens"))
	bool bLearnReserveTokens = true;

	/** Tokens of the window that are kept free for the reply. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Context Management",
		meta = (DisplayName = "Reserve Tokens", ClampMin = "0", ClampMax = "10000000", UIMin = "0", UIMax = "128000", EditCondition = "!bLearnReserveTokens"))
	int32 ReserveTokens = 0;

	/** The number of messages that pass after a summarization before the next one may start; an emergency does not wait. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Context Management",
		meta = (DisplayName = "Summarization Cooldown Messages", ClampMin = "0", ClampMax = "1000", UIMin = "0", UIMax = "50", EditCondition = "bAutoSummarize"))
	int32 SummarizationCooldownMessages;

	/** A conversation with fewer messages than this is summarized only in an emergency. Must exceed the minimum of recent messages. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Context Management",
		meta = (DisplayName = "Minimum Messages To Summarize", ClampMin = "2", ClampMax = "10000", UIMin = "2", UIMax = "100", EditCondition = "bAutoSummarize"))
	int32 MinimumMessagesToSummarize;

	/** How many of the newest messages stay verbatim if the target allows it. */
	UPROPERTY(Config, EditAnywhere, Category = "Context Management", meta = (DisplayName = "Recent Messages To Keep", ClampMin = "1", ClampMax = "10000", UIMin = "1", UIMax = "100"))
	int32 RecentMessagesToKeep;

	/** How many of the newest messages stay verbatim at the very least, however tight the budget. Must not exceed the number of recent messages to keep. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Context Management",
		meta = (DisplayName = "Minimum Recent Messages", ClampMin = "1", ClampMax = "1000", UIMin = "1", UIMax = "50"))
	int32 MinimumRecentMessages;

	/** Summarizes after this many messages regardless of usage; 0 turns it off. Otherwise must be more than the cooldown. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Context Management",
		meta = (DisplayName = "Refresh Every Messages", ClampMin = "0", ClampMax = "100000", UIMin = "0", UIMax = "500", EditCondition = "bAutoSummarize"))
	int32 RefreshEveryMessages;

	/** The trigger stops after this many summarizations in a row that gain nothing, and says so, until you send a message. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Context Management",
		meta = (DisplayName = "No Progress Limit", ClampMin = "1", ClampMax = "100", UIMin = "1", UIMax = "10", EditCondition = "bAutoSummarize"))
	int32 NoProgressLimit;

	/** If a summarization fails, refuses to send. Otherwise the conversation continues with a warning as long as the request fits. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Context Management", meta = (DisplayName = "Abort On Summarization Failure"))
	bool bAbortOnSummarizationFailure = false;

	/** If the descriptions of all server tools would fill more than this share of the budget, the model is given a tool that lists them and loads those that it needs. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Context Management", meta = (DisplayName = "Server Tools Share", ClampMin = "0", ClampMax = "1", UIMin = "0", UIMax = "1"))
	double ServerToolsShare;

	// Summarization

	/** Who writes summaries. */
	UPROPERTY(Config, EditAnywhere, Category = "Summarization", meta = (DisplayName = "Summarization Mode"))
	EVibeUESummarizationMode SummarizationMode = EVibeUESummarizationMode::Hybrid;

	/** Models that write summaries, first choice first; empty: the conversation's own model. At most 16. */
	UPROPERTY(Config, EditAnywhere, Category = "Summarization", meta = (DisplayName = "Summarization Models"))
	TArray<FString> SummarizationModels;

	/** The most tokens in one summary. Must be less than a chunk. */
	UPROPERTY(Config, EditAnywhere, Category = "Summarization",
		meta = (DisplayName = "Max Summary Tokens", ClampMin = "256", ClampMax = "128000", UIMin = "256", UIMax = "64000"))
	int32 MaxSummaryTokens;

	/** The largest share of the budget that the summary may take; on small windows the stricter of the two limits. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Summarization", meta = (DisplayName = "Summary Share", ClampMin = "0.01", ClampMax = "0.8"))
	double SummaryShare;

	/** The largest share of the budget for facts that the summary dropped and that are restored; 0 restores none. Together with the summary share at most the target. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Summarization", meta = (DisplayName = "Ledger Share", ClampMin = "0", ClampMax = "0.4"))
	double LedgerShare;

	/** The most tokens that a summary model is given at once; a longer span is summarized in parts. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Summarization",
		meta = (DisplayName = "Summary Chunk Tokens", ClampMin = "1000", ClampMax = "10000000", UIMin = "1000", UIMax = "200000"))
	int32 SummaryChunkTokens;

	/** How often a model may summarize its own summaries; beyond that rules take over, because each pass loses a little. A summary made again from the originals starts at 0. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Summarization",
		meta = (DisplayName = "Max Summary Chain Depth", ClampMin = "0", ClampMax = "20", UIMin = "0", UIMax = "10"))
	int32 MaxSummaryChainDepth;

	/** How many seconds a message that does not fit waits for a summary that a model writes; after that, rules write it. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Summarization",
		meta = (DisplayName = "Summary Wait Seconds", ClampMin = "1", ClampMax = "3600", UIMin = "10", UIMax = "600", Units = "Seconds"))
	double SummaryWaitSeconds;

	/** How many seconds a model may take for a summary that nothing waits for; after that, rules write it. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Summarization",
		meta = (DisplayName = "Background Summary Seconds", ClampMin = "1", ClampMax = "3600", UIMin = "60", UIMax = "1800", Units = "Seconds"))
	double BackgroundSummarySeconds;

	/** Keeps error messages verbatim in the summary. */
	UPROPERTY(Config, EditAnywhere, Category = "Summarization", meta = (DisplayName = "Preserve Error Details"))
	bool bPreserveErrorDetails = true;

	/** Added to the instructions for summaries. At most 20,000 characters. */
	UPROPERTY(Config, EditAnywhere, Category = "Summarization", meta = (DisplayName = "Custom Summarization Prompt", MultiLine = true))
	FString CustomSummarizationPrompt;

	/** Phrases that must not be dropped: every sentence of yours or the agent's that contains one of them stays word for word in each summary while it fits. At most 64 phrases, together at most 4,000 characters. */
	UPROPERTY(Config, EditAnywhere, Category = "Summarization", meta = (DisplayName = "Keep Phrases"))
	TArray<FString> KeepPhrases;

	// Tools

	/** Offers the tools of the editor to the model: finding assets, the log, Python, undo, saving and more. Every call needs approval unless the tool is read-only. */
	UPROPERTY(Config, EditAnywhere, Category = "Tools", meta = (DisplayName = "Offer Editor Tools"))
	bool bOfferEditorTools = true;

	/** Offers tools that list, read, search and edit the project's text files. Each edit is shown for approval and can be undone. Open conversations keep the value they were opened with. */
	UPROPERTY(Config, EditAnywhere, Category = "Tools", meta = (DisplayName = "Offer File Tools"))
	bool bOfferFileTools = true;

	/** Offers the tools of the Model Context Protocol (MCP) servers in the lists below. A server starts once you have allowed it in the chat window; one whose entry has changed needs permission again. Open conversations keep the value they were opened with. */
	UPROPERTY(Config, EditAnywhere, Category = "Tools", meta = (DisplayName = "Use Tool Servers"))
	bool bUseToolServers = true;

	/** Files with lists of servers ("mcpServers" JSON, or TOML as Codex writes it), relative to the project's folder. Empty: the project's .mcp.json, if it has one. The chat window offers the lists that other programs keep. */
	UPROPERTY(Config, EditAnywhere, Category = "Tools", meta = (DisplayName = "Tool Server Files", EditCondition = "bUseToolServers"))
	TArray<FString> ToolServerFiles;

	/** Offers the tools of Unreal Engine's own server (Unreal MCP, 5.8 or later), if this project's editor runs it. Their definitions take about 500 tokens of each request. Open conversations keep the value they were opened with. */
	UPROPERTY(Config, EditAnywhere, Category = "Tools", meta = (DisplayName = "Use Engine Server"))
	bool bUseEngineServer = false;

	/** Serves the tools of the editor and of the project's files to other programs on this machine that present a token (Model Context Protocol, on 127.0.0.1). The chat window shows the address to copy, and asks you before each call that changes something. */
	UPROPERTY(Config, EditAnywhere, Category = "Tools", meta = (DisplayName = "Serve Tools To Other Programs"))
	bool bServeTools = false;

	/** Asks even before read-only tools run. Open conversations keep the value they were opened with. */
	UPROPERTY(Config, EditAnywhere, Category = "Tools", meta = (DisplayName = "Ask Before Reading"))
	bool bAskBeforeReading = false;

	/** Console commands that the model may run, by their first words, or by a name prefix that ends in a dot; every other command is refused. */
	UPROPERTY(Config, EditAnywhere, Category = "Tools", meta = (DisplayName = "Allowed Console Commands"))
	TArray<FString> AllowedConsoleCommands;

	/** Asks before running a tool that its host marked for approval. Off: such tools run without asking. */
	UPROPERTY(Config, EditAnywhere, Category = "Tools", meta = (DisplayName = "Ask Before Tools Run"))
	bool bAskBeforeToolsRun = true;

	/** Tools that run without asking even though their host marked them for approval. */
	UPROPERTY(Config, EditAnywhere, Category = "Tools", meta = (DisplayName = "Always Allowed Tools", EditCondition = "bAskBeforeToolsRun"))
	TArray<FString> AlwaysAllowedTools;

	// Turns

	/** The most rounds of tool calls in one turn. The turn stops there and continues on request; a warning appears at 80 %. */
	UPROPERTY(Config, EditAnywhere, Category = "Turns", meta = (DisplayName = "Rounds Per Turn", ClampMin = "1", ClampMax = "100000", UIMin = "5", UIMax = "200"))
	int32 RoundsPerTurn;

	/** The most that one turn may cost in US dollars, where prices are known. The turn stops there and continues on request; a warning appears at 80 %. 0 means no limit. */
	UPROPERTY(Config, EditAnywhere, Category = "Turns", meta = (DisplayName = "Dollars Per Turn", ClampMin = "0", ClampMax = "10000", UIMin = "0", UIMax = "20"))
	double DollarsPerTurn;

	// Interface

	/** Shows in the chat window how full the budget is. */
	UPROPERTY(Config, EditAnywhere, Category = "Interface", meta = (DisplayName = "Show Token Count"))
	bool bShowTokenCount = true;

	/** How large the chat window is shown, in percent of the editor's own size. Ctrl with plus, minus and zero changes it from within the window. */
	UPROPERTY(Config, EditAnywhere, Category = "Interface", meta = (DisplayName = "Text Scale", ClampMin = "80", ClampMax = "200", UIMin = "80", UIMax = "200", Units = "Percent"))
	int32 TextScale = 100;

	/** How many seconds the notice of a finished summarization stays; 0 shows none. */
	UPROPERTY(Config, EditAnywhere, Category = "Interface", meta = (DisplayName = "Notice Seconds", ClampMin = "0", ClampMax = "600", UIMin = "0", UIMax = "60", Units = "Seconds"))
	double NoticeSeconds;

	/** Opens the last conversation with the chat window, instead of a new one. */
	UPROPERTY(Config, EditAnywhere, Category = "Interface", meta = (DisplayName = "Reopen Last Conversation"))
	bool bReopenLastConversation = true;

	/** Syncs every event to disk, not only the end of each turn: survives a power failure, but is slower. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Interface", meta = (DisplayName = "Sync Each Event"))
	bool bSyncEachEvent = false;

	/** What the project's file gave when these settings were saved: what still has that value follows the file. The page does not show it. */
	UPROPERTY(Config)
	FString SeenOfProject;

	/** The providers that are known by name. */
	UFUNCTION()
	TArray<FString> GetProviderNames() const;

	/** The supported protocols. */
	UFUNCTION()
	TArray<FString> GetProtocolNames() const;

	/** Returns what is set under Your Connection, or by the settings file or the environment, for a session. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	FVibeUEModelChoice GetModelChoice() const;

	/**
	 * Returns everything that the core has a setting for, by the names of the properties here.
	 * Values are within their ranges, whatever a file said.
	 */
	TMap<FString, FString> GetCoreSettings() const;

	/**
	 * Returns those of them that are not what the preset gives. Give the core these alone: then its other values follow where they
	 * would contradict one of them, as the reset ratio follows a lower threshold.
	 */
	TMap<FString, FString> GetChangedCoreSettings() const;

	/**
	 * Returns what is in force of them: these, and what the settings file, the project or the environment sets, by the names of the
	 * properties here. For the core, as above.
	 */
	TMap<FString, FString> GetCoreSettingsInForce() const;

	/** Sets each field that presets decide to the value of the preset that is chosen, as the settings page does. */
	void TakePreset();

	/** Returns what is wrong with the values, those of the connection among them, in sentences for the user; empty when nothing is. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	TArray<FString> FindProblems() const;

	/** Resets every value to its default. Neither saves nor notifies listeners; see SaveAndNotify. */
	void ResetToDefaults();

	/** Brings every number into its range and every list to its length. */
	void ClampValues();

	/** Saves what was changed by code, without notifying listeners; writes to the log if the file cannot be written. */
	void Save();

	/** Saves what was changed by code, and notifies listeners. */
	void SaveAndNotify();

	virtual FName GetContainerName() const override;
	virtual FName GetCategoryName() const override;
	virtual void PostInitProperties() override;

#if WITH_EDITOR
	virtual FText GetSectionText() const override;
	virtual void PostEditChangeProperty(FPropertyChangedEvent& Event) override;
#endif
};
