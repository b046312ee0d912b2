#pragma once

#include "StandIn/Slate/Slots.h"
#include "Styling/ISlateStyle.h"
#include "Widgets/SNullWidget.h"
#include "Widgets/SWidget.h"

#include <cstring>
#include <limits>
#include <tuple>

// How widgets are declared and made. AX SAutonomixHistoryPanel.h, SAutonomixCodeBlock.h; UC SClaudeToolbar.h; CX SCortexQADetailPanel.h;
// VIB SMarkdownTextBlock.h (attributes); DS SDlgTextPropertyEditableTextBox.h (styles); AA SPlanWorkerLanePanel.h (slots)

namespace StandIn
{
// What an argument holds that nobody gave and that has no default: the engine leaves it as the memory was. Numbers and pointers are
// chosen to show when they are used.
template <typename T>
T Unset()
{
	if constexpr (std::is_pointer_v<T>)
	{
		return reinterpret_cast<T>(static_cast<std::uintptr_t>(0xdeadc0dedeadc0deULL));
	}
	else if constexpr (std::is_floating_point_v<T>)
	{
		return std::numeric_limits<T>::quiet_NaN();
	}
	else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
	{
		T Value;
		std::memset(&Value, 0xcd, sizeof(Value));
		return Value;
	}
	else
	{
		return T();
	}
}

template <typename T, typename C, typename M, typename... V>
TAttribute<T> BindAttribute(C* Object, M Method, V&&... Payload)
{
	using D = std::remove_const_t<C>;
	static_assert(std::is_convertible_v<M, T (D::*)(std::decay_t<V>...) const>,
		"an attribute is bound to a const method that returns the attribute's type");
	return TAttribute<T>::CreateSP(const_cast<std::remove_const_t<C>*>(Object), Method, std::forward<V>(Payload)...);
}
} // namespace StandIn

#define STANDIN_ATTRIBUTE_CALLS(Result, AttrType, AttrName, Me) \
	Result& AttrName(TAttribute<AttrType> Value) \
	{ \
		_##AttrName = MoveTemp(Value); \
		return Me; \
	} \
	template <typename C, typename M, typename... V> \
		requires std::is_member_function_pointer_v<M> \
	Result& AttrName(C* Object, M Method, V&&... Payload) \
	{ \
		_##AttrName = ::StandIn::BindAttribute<AttrType>(Object, Method, std::forward<V>(Payload)...); \
		return Me; \
	} \
	template <typename F> \
	Result& AttrName##_Lambda(F&& Body) \
	{ \
		_##AttrName = TAttribute<AttrType>::CreateLambda(std::forward<F>(Body)); \
		return Me; \
	} \
	template <typename C, typename M> \
	Result& AttrName##_Raw(C* Object, M Method) \
	{ \
		_##AttrName = TAttribute<AttrType>::CreateRaw(Object, Method); \
		return Me; \
	} \
	template <typename C, typename M> \
	Result& AttrName##_UObject(C* Object, M Method) \
	{ \
		_##AttrName = TAttribute<AttrType>::CreateUObject(Object, Method); \
		return Me; \
	} \
	Result& AttrName##_Static(AttrType (*Function)()) \
	{ \
		_##AttrName = TAttribute<AttrType>::CreateStatic(Function); \
		return Me; \
	}

#define STANDIN_EVENT_CALLS(Result, DelegateType, EventName, Me) \
	Result& EventName(const DelegateType& Value) \
	{ \
		_##EventName = Value; \
		return Me; \
	} \
	template <typename C, typename M, typename... V> \
		requires std::is_member_function_pointer_v<M> \
	Result& EventName(C* Object, M Method, V&&... Payload) \
	{ \
		_##EventName = DelegateType::CreateSP(Object, Method, std::forward<V>(Payload)...); \
		return Me; \
	} \
	template <typename F, typename... V> \
	Result& EventName##_Lambda(F&& Body, V&&... Payload) \
	{ \
		_##EventName = DelegateType::CreateLambda(std::forward<F>(Body), std::forward<V>(Payload)...); \
		return Me; \
	} \
	template <typename C, typename M, typename... V> \
	Result& EventName##_Raw(C* Object, M Method, V&&... Payload) \
	{ \
		_##EventName = DelegateType::CreateRaw(Object, Method, std::forward<V>(Payload)...); \
		return Me; \
	} \
	template <typename C, typename M, typename... V> \
	Result& EventName##_UObject(C* Object, M Method, V&&... Payload) \
	{ \
		_##EventName = DelegateType::CreateUObject(Object, Method, std::forward<V>(Payload)...); \
		return Me; \
	} \
	template <typename F, typename... V> \
	Result& EventName##_Static(F Function, V&&... Payload) \
	{ \
		_##EventName = DelegateType::CreateStatic(Function, std::forward<V>(Payload)...); \
		return Me; \
	}

// Epic: SlateCore/FSlateBaseNamedArgs. What every widget takes.
struct FSlateBaseNamedArgs
{
	TAttribute<FText> _ToolTipText;
	TAttribute<TSharedPtr<IToolTip>> _ToolTip;
	TAttribute<bool> _IsEnabled = true;
	TAttribute<EVisibility> _Visibility = EVisibility::Visible;
	TAttribute<FText> _AccessibleText;
	float _RenderOpacity = 1.0f;
	EWidgetClipping _Clipping = EWidgetClipping::Inherit;
	EFlowDirectionPreference _FlowDirectionPreference = EFlowDirectionPreference::Inherit;
	FName _Tag;
};

template <typename InWidgetType>
struct TSlateBaseNamedArgs : FSlateBaseNamedArgs
{
	using WidgetType = InWidgetType;
	using WidgetArgsType = typename WidgetType::FArguments;

	STANDIN_ATTRIBUTE_CALLS(WidgetArgsType, FText, ToolTipText, StandInMe())
	STANDIN_ATTRIBUTE_CALLS(WidgetArgsType, TSharedPtr<IToolTip>, ToolTip, StandInMe())
	STANDIN_ATTRIBUTE_CALLS(WidgetArgsType, bool, IsEnabled, StandInMe())
	STANDIN_ATTRIBUTE_CALLS(WidgetArgsType, EVisibility, Visibility, StandInMe())
	STANDIN_ATTRIBUTE_CALLS(WidgetArgsType, FText, AccessibleText, StandInMe())
	WidgetArgsType& RenderOpacity(float Value)
	{
		_RenderOpacity = Value;
		return StandInMe();
	}
	WidgetArgsType& Clipping(EWidgetClipping Value)
	{
		_Clipping = Value;
		return StandInMe();
	}
	WidgetArgsType& FlowDirectionPreference(EFlowDirectionPreference Value) // Epic: SlateCore/TSlateBaseNamedArgs/FlowDirectionPreference
	{
		_FlowDirectionPreference = Value;
		return StandInMe();
	}
	WidgetArgsType& Tag(FName Value)
	{
		_Tag = Value;
		return StandInMe();
	}

private:
	WidgetArgsType& StandInMe()
	{
		return static_cast<WidgetArgsType&>(*this);
	}
};

// A slot's content as Construct reads it: `InArgs._Content.Widget`.
struct TAlwaysValidWidget
{
	TSharedRef<SWidget> Widget = SNullWidget::NullWidget;
};
template <typename ArgumentsType>
struct NamedSlotProperty
{
	ArgumentsType& Owner;
	TAlwaysValidWidget& Slot;
	ArgumentsType& operator[](const TSharedRef<SWidget>& Widget)
	{
		Slot.Widget = Widget;
		return Owner;
	}
};

#define SLATE_BEGIN_ARGS(InWidgetType) \
public: \
	struct FArguments : public TSlateBaseNamedArgs<InWidgetType> \
	{ \
		typedef FArguments WidgetArgsType; \
		typedef InWidgetType WidgetType; \
		inline FArguments()
#define SLATE_END_ARGS() \
	} \
	;

#define SLATE_ARGUMENT(ArgType, ArgName) \
	ArgType _##ArgName = ::StandIn::Unset<ArgType>(); \
	WidgetArgsType& ArgName(ArgType Value) \
	{ \
		_##ArgName = MoveTemp(Value); \
		return *this; \
	}
#define SLATE_ATTRIBUTE(AttrType, AttrName) \
	TAttribute<AttrType> _##AttrName; \
	STANDIN_ATTRIBUTE_CALLS(WidgetArgsType, AttrType, AttrName, *this)
#define SLATE_EVENT(DelegateName, EventName) \
	DelegateName _##EventName; \
	STANDIN_EVENT_CALLS(WidgetArgsType, DelegateName, EventName, *this)
#define SLATE_NAMED_SLOT(DeclarationType, SlotName) \
	TAlwaysValidWidget _##SlotName; \
	NamedSlotProperty<DeclarationType> SlotName() \
	{ \
		return NamedSlotProperty<DeclarationType>{*this, _##SlotName}; \
	}
#define SLATE_DEFAULT_SLOT(DeclarationType, SlotName) \
	SLATE_NAMED_SLOT(DeclarationType, SlotName) \
	DeclarationType& operator[](const TSharedRef<SWidget>& Content) \
	{ \
		_##SlotName.Widget = Content; \
		return *this; \
	}
#define SLATE_STYLE_ARGUMENT(ArgType, ArgName) \
	const ArgType* _##ArgName = nullptr; \
	WidgetArgsType& ArgName(const ArgType* Value) \
	{ \
		_##ArgName = Value; \
		return *this; \
	} \
	WidgetArgsType& ArgName(const ISlateStyle& FromStyle, const FName Key) \
	{ \
		_##ArgName = &FromStyle.GetWidgetStyle<ArgType>(Key); \
		return *this; \
	}
// The stand-in's own: `+ SPanel::Slot()`.
#define STANDIN_SLOTS(SlotArguments) \
	TArray<SlotArguments> _Slots; \
	WidgetArgsType& operator+(SlotArguments& Value) \
	{ \
		_Slots.Add(Value); \
		return *this; \
	} \
	WidgetArgsType& operator+(SlotArguments&& Value) \
	{ \
		_Slots.Add(Value); \
		return *this; \
	}

namespace StandIn
{
// Makes a widget: first without Construct, so that it is owned before that runs.
template <typename WidgetType, typename... Required>
class TWidgetMaker
{
	// Epic: SlateCore/RequiredArgs (T0RequiredArgs to T5RequiredArgs)
	static_assert(sizeof...(Required) <= 5, "SNew takes five arguments for Construct at most: put them into a struct, or into SLATE_ARGUMENTs");

public:
	TWidgetMaker(const char* Type, const char* File, int32 Line, Required&&... InArguments)
		: Widget(new WidgetType())
		, Arguments(std::forward<Required>(InArguments)...)
	{
		Widget->StandInBorn(Type, TypeId<WidgetType>(), File, Line);
	}
	template <typename Out>
	TWidgetMaker& Expose(Out& Variable)
	{
		Variable = Widget;
		return *this;
	}
	TSharedRef<WidgetType> operator<<=(const typename WidgetType::FArguments& Named)
	{
		Widget->StandInConstruct(Named);
		std::apply([this, &Named](auto&&... Each) { Widget->Construct(Named, std::forward<Required>(Each)...); }, std::move(Arguments));
		return Widget;
	}

private:
	TSharedRef<WidgetType> Widget;
	std::tuple<Required&&...> Arguments;
};
template <typename WidgetType, typename... Required>
TWidgetMaker<WidgetType, Required...> MakeWidget(const char* Type, const char* File, int32 Line, Required&&... Arguments)
{
	return TWidgetMaker<WidgetType, Required...>(Type, File, Line, std::forward<Required>(Arguments)...);
}
} // namespace StandIn

// PL SPlasticSourceControlChangesetsWidget.cpp; CX SCortexQASessionList.cpp (further arguments go to Construct); AX SAutonomixCheckpointPanel.cpp
#define SNew(WidgetType, ...) \
	::StandIn::MakeWidget<WidgetType>(#WidgetType, __FILE__, __LINE__ __VA_OPT__(, ) __VA_ARGS__) <<= typename WidgetType::FArguments()
#define SAssignNew(Variable, WidgetType, ...) \
	::StandIn::MakeWidget<WidgetType>(#WidgetType, __FILE__, __LINE__ __VA_OPT__(, ) __VA_ARGS__).Expose(Variable) <<= \
		typename WidgetType::FArguments()
