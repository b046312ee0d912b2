UCLASS(
class U : { GENERATED_BODY( UPROPERTY( TArray<TMap<int, FString>> A; R"x(
)x" /* 
