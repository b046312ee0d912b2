#pragma once

#if defined(STANDIN_UNSAID)
#error "The engine has no such header: include it inside #if defined(STANDIN)."
#endif

#include "Containers/UnrealString.h"

namespace StandIn
{
// Another program on this machine that posts JSON to an address: one request at a time, in the background.
class FProgram
{
public:
	FProgram() = default;
	~FProgram();
	FProgram(const FProgram&) = delete;
	FProgram& operator=(const FProgram&) = delete;

	// Begins to post a body to http://127.0.0.1:PORT/PATH with these lines of headers, each with its end.
	void Post(const FString& Url, const FString& Headers, const FString& Body);
	// Goes away before it has an answer.
	void Leave();
	// Whether all of the answer is there, and what it is: head and body.
	bool IsAnswered();
	FString GetAnswer() const;

private:
	int Socket = -1;
	bool bIsDone = false;
	TArray<char> Answer;
};
} // namespace StandIn
