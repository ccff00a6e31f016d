// SPDX-License-Identifier: BSL-1.0
// The macros with which a public function states its requirements, one line per rule.
//
//   using call = rules::axis_call<Axis, tensor<T, Axes...>>;        names each relation once
//   ATTN_REQUIRE_AXIS(call, "attn::softmax<axis>(x)");              asserts it, with its sentence
//   ATTN_REQUIRE(call, has_pairs, "attn::f(x): x must have pairs");  … with a sentence of its own
//   if constexpr (call::all::value) return work(x); else return x;  the guard: all of them
//
// ATTN_REQUIRE(call, relation, sentence) asserts that call::relation holds, unless a rule before it
// in call::all does not: the first speaks. `call` is a type
// (rules/call.hpp): its members are relations with the axes of the operands in their roles, which
// the compiler prints below the sentence. call::operands are the shapes that a compiler which can
// compose messages prints in it (rules/call.hpp).
//
// The others assert the relations of one rule under its name, with its sentence, so that every
// function says it in the same words. `text` is the call that they speak for.
//
// Macros, because a C++20 static_assert accepts only a string literal. They use only their
// arguments and declare no names. The header counts as a system header so that GCC shows the line
// of the function and not these.
#pragma once
#pragma GCC system_header

#include <attn/rules/call.hpp>

#define ATTN_REQUIRE(call, relation, sentence)                                       \
  {                                                                                  \
    using required = typename call::all::template said<typename call::relation>;     \
    static_assert(required::value, ATTN_MESSAGE(sentence, typename call::operands)); \
  }

// --- an axis ------------------------------------------------------------------------------------

#define ATTN_REQUIRE_AXIS(call, text) ATTN_REQUIRE(call, axis_exists, text ": x has no such axis")

// --- an axis in another form ---------------------------------------------------------------------

// f<axis>(x, …) where the axis is given as its type: f<key>(x) is f<"key">(x).
#define ATTN_AXIS_AS_TYPE(f)                                                                  \
  template <axis_like Axis, auto... More, class T, class... Axes, class... Rest>              \
  ATTN_ABI constexpr auto f(const tensor<T, Axes...>& x, const Rest&... rest) {               \
    using call = rules::axis_type_call<Axis, tensor<T, Axes...>>;                             \
    ATTN_REQUIRE(call, named,                                                                 \
                 "attn::" #f "<axis>(x): an axis without a name is selected by its position") \
    ATTN_REQUIRE_AXIS(call, "attn::" #f "<axis>(x)");                                         \
    if constexpr (call::all::value)                                                           \
      return f<axis_selector(Axis::name), More...>(x, rest...);                               \
    else                                                                                      \
      return x;                                                                               \
  }
// The same, and the sentence for f(x, 1) and f(x, "key").
#define ATTN_AXIS_FORMS(f)                                                                       \
  ATTN_AXIS_AS_TYPE(f)                                                                           \
  template <class T, class... Axes, detail::axis_in_parentheses Axis>                            \
  ATTN_ABI constexpr auto f(const tensor<T, Axes...>& x, const Axis&) {                          \
    using call = rules::single_rule_call<rules::is_form_of_call<rules::axes_of<Axes...>, Axis>>; \
    ATTN_REQUIRE(call, rule,                                                                     \
                 "attn::" #f "(x, axis): the axis is a template argument: " #f "<1>(x) or " #f   \
                 "<\"key\">(x)")                                                                 \
    return x;                                                                                    \
  }

// The sentence for f(x), where f has no axis of its own choice. A pack, so that a function of the
// user's with this name is the better match.
#define ATTN_AXIS_NEEDED(f)                                                                  \
  template <class... X>                                                                      \
    requires detail::is_one_tensor<X...>                                                     \
  ATTN_ABI constexpr auto f(const X&... x) {                                                 \
    using call = rules::single_rule_call<rules::is_form_of_call<X...>>;                      \
    ATTN_REQUIRE(call, rule,                                                                 \
                 "attn::" #f "(x): the axis is missing: " #f "<1>(x) or " #f "<\"key\">(x)") \
    return (x, ...);                                                                         \
  }

// The sentence for f(x, more…) where f needs other operands, or arguments in < >. `number` is a
// condition on how many there are, such as > 0.
#define ATTN_ANOTHER_FORM(f, number, sentence)                                                  \
  template <class T, class... Axes, class... More>                                              \
    requires(sizeof...(More) number)                                                            \
  ATTN_ABI constexpr auto f(const tensor<T, Axes...>& x, const More&...) {                      \
    using call = rules::single_rule_call<rules::is_form_of_call<rules::rank<sizeof...(Axes)>>>; \
    ATTN_REQUIRE(call, rule, sentence)                                                          \
    return x;                                                                                   \
  }

// --- elements -----------------------------------------------------------------------------------

#define ATTN_REQUIRE_FLOATING_POINT(call, text) \
  ATTN_REQUIRE(call, floating_point,            \
               text ": requires a floating-point element type; convert with as<double>(x)")

#define ATTN_REQUIRE_ONE_ELEMENT(call, text) \
  ATTN_REQUIRE(call, one_element,            \
               text ": requires one element type for all operands; convert with as<T>(x)")

#define ATTN_REQUIRE_ARITHMETIC(call, text)                                                       \
  ATTN_REQUIRE(call, arithmetic,                                                                  \
               text                                                                               \
               ": requires elements that can be added and multiplied; convert bool and integers " \
               "narrower than int with as<int>(x)")

// --- two tensors, element by element -----------------------------------------------------------

#define ATTN_REQUIRE_ALL_AXES(call, text) \
  ATTN_REQUIRE(call, all_axes,            \
               text                       \
               ": one operand lacks an axis of the other; repeat it: expand<axis, position>(x)")

#define ATTN_REQUIRE_ELEMENTWISE(call, text)                                                 \
  ATTN_REQUIRE_ALL_AXES(call, text)                                                          \
  ATTN_REQUIRE(call, same_axes,                                                              \
               text ": both must have the same axes (sizes, and names where both have one)") \
  ATTN_REQUIRE_ARITHMETIC(call, text)                                                        \
  ATTN_REQUIRE_ONE_ELEMENT(call, text)

#define ATTN_REQUIRE_TENSORS(call, text) \
  ATTN_REQUIRE(                          \
      call, both_tensors,                \
      text ": the operands must be tensors; a function of each element with a number: map(A, f)")

#define ATTN_REQUIRE_WHOLE_FACTOR(call, text) \
  ATTN_REQUIRE(call, whole,                   \
               text                           \
               ": the elements are integers, and s has a fraction; convert with as<double>(A)")

#define ATTN_REQUIRE_EQUALITY(call, text)                              \
  ATTN_REQUIRE(call, same_axes, text ": both must have the same axes") \
  ATTN_REQUIRE_ONE_ELEMENT(call, text)

// --- a tensor -----------------------------------------------------------------------------------

#define ATTN_REQUIRE_ENTRIES(call) \
  ATTN_REQUIRE(call, rule, "attn::tensor: the braces must have one entry per index of each axis")

#define ATTN_REQUIRE_SAME_TYPE(call)                                                            \
  ATTN_REQUIRE(call, same_axes, "attn: x = y: both must have the same axes, in the same order") \
  ATTN_REQUIRE(call, one_element,                                                               \
               "attn: x = y: requires one element type for both; convert with as<T>(y), a "     \
               "mask with as_keep(y), as_ignore(y) or keep_where(y)")                           \
  ATTN_REQUIRE(call, all_named,                                                                 \
               "attn: x = y: the axes have names in only one of them; x = with_axes_of(x, y)")

// --- masks of a tensor of bool ------------------------------------------------------------------

#define ATTN_REQUIRE_WHERE(call, text)                                                \
  ATTN_REQUIRE(call, no_mask, text ": x is a mask already; it is an option as it is") \
  ATTN_REQUIRE(call, of_bool, text ": x must be a tensor of bool; convert with as<bool>(x)")

// --- derivatives --------------------------------------------------------------------------------

#define ATTN_REQUIRE_A_TENSOR(call, text)                                                         \
  ATTN_REQUIRE(call, a_tensor,                                                                    \
               text                                                                               \
               ": f must return a tensor with the elements of its argument; what else goes into " \
               "it: type_as(k, x)")

// --- the targets of a loss ----------------------------------------------------------------------

#define ATTN_REQUIRE_TARGETS(call, text)                                                       \
  ATTN_REQUIRE_FLOATING_POINT(call, text)                                                      \
  ATTN_REQUIRE(call, are_ids, text ": the ids must be integers or token ids")                  \
  ATTN_REQUIRE(call, within, text ": there are more ids than x has classes, in its last axis") \
  ATTN_REQUIRE(call, one_per_token, text ": ids must have the axes of x but the last, the classes")

#define ATTN_REQUIRE_CLASS_WEIGHTS(call, text) \
  ATTN_REQUIRE_ONE_ELEMENT(call, text)         \
  ATTN_REQUIRE(call, one_per_class, text ": the weights must have one axis, the last of x")

// --- the size of a result -----------------------------------------------------------------------

#define ATTN_REQUIRE_ROOM(call, text) \
  ATTN_REQUIRE(call, has_room, text ": a tensor has at most 6 axes")

#define ATTN_REQUIRE_ADDRESSABLE(call, text) \
  ATTN_REQUIRE(call, addressable, text ": the result would be too large for an object")

// --- a result in an existing tensor -------------------------------------------------------------

#define ATTN_REQUIRE_OUT(call, text)                                                       \
  ATTN_REQUIRE(call, out_element, text ": out must have the element type of the operands") \
  ATTN_REQUIRE(call, out_axes, text ": out must have the axes of the result")

// --- a function of every element -----------------------------------------------------------------

// The public functions f(x) and f_into(out, x), of a function object detail::f_of of one element.
#define ATTN_OF_EVERY_ELEMENT(function)                                                          \
  template <class T, class... Axes>                                                              \
  ATTN_ABI constexpr auto function(const tensor<T, Axes...>& x) {                                \
    using call = rules::floating_call<tensor<T, Axes...>>;                                       \
    ATTN_REQUIRE_FLOATING_POINT(call, "attn::" #function "(x)")                                  \
    if constexpr (call::all::value)                                                              \
      return detail::made<detail::each_of<detail::function##_of, shape<Axes...>::volume>,        \
                          tensor<T, Axes...>>(x);                                                \
    else                                                                                         \
      return x;                                                                                  \
  }                                                                                              \
  template <class U, class T, class... Out, class... Axes>                                       \
  ATTN_ABI constexpr void function##_into(tensor<U, Out...>& out, const tensor<T, Axes...>& x) { \
    using call = rules::floating_call<tensor<T, Axes...>>;                                       \
    using into = rules::out_call<tensor<U, Out...>, tensor<T, Axes...>>;                         \
    ATTN_REQUIRE_FLOATING_POINT(call, "attn::" #function "_into(out, x)")                        \
    ATTN_REQUIRE_OUT(into, "attn::" #function "_into(out, x)")                                   \
    if constexpr (call::all::value && into::all::value)                                          \
      detail::evaluate<detail::each_of<detail::function##_of, shape<Axes...>::volume>>(out, x);  \
  }
