#ifdef SAMPLE_SampleSettings_generated_h
#error "SampleSettings.generated.h was included twice: SampleSettings.h needs '#pragma once'."
#endif
#define SAMPLE_SampleSettings_generated_h

#include "StandIn/GeneratedBody.h"

class USampleSettings;

#define FID_Sample_Public_SampleSettings_h_15_GENERATED_BODY STANDIN_CLASS_BODY(USampleSettings, UDeveloperSettings)

#undef CURRENT_FILE_ID
#define CURRENT_FILE_ID FID_Sample_Public_SampleSettings_h
