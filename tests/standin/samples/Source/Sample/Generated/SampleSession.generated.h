#ifdef SAMPLE_SampleSession_generated_h
#error "SampleSession.generated.h was included twice: SampleSession.h needs '#pragma once'."
#endif
#define SAMPLE_SampleSession_generated_h

#include "StandIn/GeneratedBody.h"

class USampleSession;
enum class ESampleState : uint8;
template <>
UEnum* StaticEnum<ESampleState>();

#define FID_Sample_Public_SampleSession_h_24_GENERATED_BODY STANDIN_STRUCT_BODY(FSampleLine)
#define FID_Sample_Public_SampleSession_h_39_GENERATED_BODY \
	STANDIN_CLASS_BODY(USampleSession, UObject) \
	STANDIN_DEFAULT_CONSTRUCTOR(USampleSession)

#undef CURRENT_FILE_ID
#define CURRENT_FILE_ID FID_Sample_Public_SampleSession_h
