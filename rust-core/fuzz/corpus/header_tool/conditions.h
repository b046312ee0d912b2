#if A
#elif B
#else
#endif
#endif
namespace N { template<class T> struct S; }
UENUM() enum E : int;
UFUNCTION() void F();
