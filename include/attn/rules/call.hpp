// SPDX-License-Identifier: BSL-1.0
// A call as a type: the roles of its operands, its requirements, the message of a rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/abi.hpp>
#include <attn/version.hpp>

namespace attn::rules {

// Roles identify axes of operands in diagnostics. They are declared, but never defined: a role only
// appears in a diagnostic, `last_of_A<attn::axis<"feature", 3>>`, and costs no instantiation.

// Of an axis type.
template <class Axis>
struct any_axis;
template <class Axis>
struct last_of_A;
template <class Axis>
struct first_of_B;
template <class Axis>
struct axis_of_A;
template <class Axis>
struct axis_of_B;
template <class Axis>
struct width_of_X;
template <class Axis>
struct input_of_W;
template <class Axis>
struct output_of_W;
template <class Axis>
struct width_of_state;
template <class Axis>
struct width_of_Q;
template <class Axis>
struct width_of_K;
template <class Axis>
struct length_of_K;
template <class Axis>
struct length_of_V;

// Of all the axes of a tensor.
template <class... Axes>
struct axes_of;
template <class... Axes>
struct axes_of_A;
template <class... Axes>
struct axes_of_B;
template <class... Axes>
struct axes_of_Q;
template <class... Axes>
struct axes_of_K;
template <class... Axes>
struct axes_of_V;
template <class... Axes>
struct axes_of_mask;
template <class... Axes>
struct axes_of_scores;
template <class... Axes>
struct axes_of_out;
template <class... Axes>
struct axes_of_y;
template <class... Axes>
struct axes_of_memory;
template <class... Axes>
struct axes_of_source;
template <class... Axes>
struct axes_of_target;
template <class... Axes>
struct result_axes;

// What several operands are, for a message that shows them all.
template <class... Roles>
struct roles;

// The names of axes, and the sizes of those that have none.
template <auto... NamesAndSizes>
struct names;
// The sizes of axes.
template <std::size_t... Sizes>
struct sizes;

// The axes of a shape in a role: role_of<axes_of_A, shape<X, Y>> is axes_of_A<X, Y>.
template <template <class...> class Role, class Shape>
struct in_role;
template <template <class...> class Role, template <class...> class Shape, class... Axes>
struct in_role<Role, Shape<Axes...>> {
  using type = Role<Axes...>;
};
template <template <class...> class Role, class Shape>
using role_of = typename in_role<Role, Shape>::type;

// Of an element type.
template <class T>
struct element_of_A;
template <class T>
struct element_of_B;
template <class T>
struct element;
template <class... T>
struct elements;

// Of an operand with its value category: operand<const tensor<…>&>.
template <class T>
struct operand;

// Of a name, a number, a requested axis, the positions of axes, an option, a
// model, a function, a state.
template <auto Name>
struct name;
template <std::size_t Size>
struct size;
template <auto Selector>
struct wanted;
template <std::size_t... Counts>
struct braced;
template <std::size_t... Indices>
struct indices;
template <std::size_t... Positions>
struct positions;
template <std::size_t Rank>
struct rank;
template <class Kind>
struct option;
template <class... Kinds>
struct options;
template <class M>
struct model;
template <class F>
struct function;
template <class S>
struct state;

// What a state is: of which moment, and of what it consists.
struct before_a_step;
struct after_a_step;
struct no_step;
struct one_tensor;
struct hidden_and_cell;
struct other_members;

}  // namespace attn::rules

// The sentence of a rule, with the operands' shapes printed where the compiler can compose messages
// (C++26: __cpp_static_assert >= 202306L). Elsewhere the sentence alone, and the compiler prints
// the relation with its roles next to it. In C++20 Clang 21 can compose them too, with a warning
// for each, so the standard decides.
//
//   static_assert(rules::same_size<…>,
//                 ATTN_MESSAGE("attn::matmul(A, B): …", axes_of_A<…>, axes_of_B<…>));
//   // attn::matmul(A, B): … [A is (token 3, feature 3), B is (key 4, feature 3)]
//
// ATTN_MESSAGE(sentence, axes…) is a macro because a C++20 static_assert takes a literal and
// nothing else.

#if __cplusplus > 202302L && defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
#define ATTN_MESSAGE(sentence, ...) (::attn::rules::message<__VA_ARGS__>(sentence))
#else
#define ATTN_MESSAGE(sentence, ...) sentence
#endif

namespace attn::rules {

// Text composed in constant evaluation. It is truncated if it does not fit.
struct composed_text {
  char text[512]{};
  std::size_t length = 0;

  ATTN_ABI constexpr const char* data() const { return text; }
  ATTN_ABI constexpr std::size_t size() const { return length; }

  ATTN_ABI constexpr composed_text& add(const char* more) {
    for (; *more != '\0' && length < sizeof text; ++more) text[length++] = *more;
    return *this;
  }
  ATTN_ABI constexpr composed_text& add(std::uint64_t number) {
    if (number >= 10) add(number / 10);
    const char digit[] = {static_cast<char>('0' + number % 10), '\0'};
    return add(digit);
  }
  ATTN_ABI constexpr composed_text& add(const composed_text& more) {
    for (std::size_t i = 0; i < more.length && length < sizeof text; ++i)
      text[length++] = more.text[i];
    return *this;
  }
  template <class Axis>
  ATTN_ABI constexpr composed_text& add_axis() {
    if constexpr (Axis::named) add(Axis::name.text).add(" ");
    return add(Axis::size);
  }
  template <class... Axes>
  ATTN_ABI constexpr composed_text& add_axes(const char* operand) {
    add(operand).add(" is (");
    std::size_t i = 0;
    ((add_axis<Axes>().add(++i < sizeof...(Axes) ? ", " : "")), ...);
    return add(")");
  }
};

// The name of the operand in a role.
template <class Role>
struct introduced;
#define ATTN_INTRODUCED(role, name)                                                          \
  template <class... Axes>                                                                   \
  struct introduced<role<Axes...>> {                                                         \
    ATTN_ABI static constexpr void to(composed_text& text) { text.add_axes<Axes...>(name); } \
  };
ATTN_INTRODUCED(axes_of, "x")
ATTN_INTRODUCED(axes_of_A, "A")
ATTN_INTRODUCED(axes_of_B, "B")
ATTN_INTRODUCED(axes_of_Q, "Q")
ATTN_INTRODUCED(axes_of_K, "K")
ATTN_INTRODUCED(axes_of_V, "V")
ATTN_INTRODUCED(axes_of_out, "out")
ATTN_INTRODUCED(axes_of_y, "y")
ATTN_INTRODUCED(axes_of_memory, "memory")
ATTN_INTRODUCED(axes_of_source, "source")
ATTN_INTRODUCED(axes_of_target, "target")
ATTN_INTRODUCED(result_axes, "the result")
#undef ATTN_INTRODUCED
template <class... Roles>
struct introduced<roles<Roles...>> {
  ATTN_ABI static constexpr void to(composed_text& text) {
    std::size_t i = 0;
    ((text.add(i++ > 0 ? ", " : ""), introduced<Roles>::to(text)), ...);
  }
};

template <class... Roles>
ATTN_ABI constexpr composed_text message(const char* sentence) {
  composed_text text;
  text.add(sentence);
  if constexpr (std::is_same_v<roles<Roles...>, roles<roles<>>>) return text;
  text.add(" [");
  introduced<roles<Roles...>>::to(text);
  return text.add("]");
}

// The rules of a call, as a type: each relation once, with the name by which its sentence is said,
// and the order in which they are asked.
//
//   struct product_call {
//     using operands = rules::roles<axes_of_A<…>, axes_of_B<…>>;    for composed messages
//     using two_axes = …;                                       a relation (rules/relations.hpp)
//     using contracted_sizes = rules::same_size<…>;
//     using all = rules::in_order<two_axes, contracted_sizes, …>;
//   };
//
// The first rule that does not hold speaks, and no other: one mistake is one error. So a relation
// may assume what those before it ask. The same list guards the computation, and is the concept
// (call::all::value). A list may contain lists. Two rules of a call are two types, or the second is
// in_case the first holds. A call that replaces a rule of its base has a list of its own, or asks
// the new rule before the list of the base. Functions with operands of one kind share a call
// (tensor/concepts.hpp: one tensor along an axis, two element by element, …). Rules/require.hpp
// asserts them. A function with one requirement needs none of its own: single_rule_call.

namespace detail {
// std::conditional_t, without a specialisation for every pair of types.
template <bool First>
struct choose {
  template <class A, class B>
  using type = A;
};
template <>
struct choose<false> {
  template <class A, class B>
  using type = B;
};
}  // namespace detail

// Replaces a relation that is not asked.
struct not_asked {
  static constexpr bool value = true;
};
// A rule for one form of a call only.
template <bool Form, class Relation>
using in_case = typename detail::choose<Form>::template type<Relation, not_asked>;

template <class... Relations>
inline constexpr bool all_hold = (Relations::value && ...);

template <class... Relations>
struct in_order;

namespace detail {
template <class First, class... Rest>
struct failing : failing<Rest...> {};
template <class First, class... Rest>
  requires(!First::value || sizeof...(Rest) == 0)
struct failing<First, Rest...> {
  using type = First;
};
// For a few, without a specialisation for each list of relations.
template <std::size_t Count>
struct first_that_fails {
  template <class... Relations>
  using type = typename failing<Relations...>::type;
};
template <>
struct first_that_fails<0> {
  template <class... Relations>
  using type = not_asked;
};
template <>
struct first_that_fails<2> {
  template <class A, class B>
  using type = typename choose<A::value>::template type<B, A>;
};
template <>
struct first_that_fails<3> {
  template <class A, class B, class C>
  using type = typename choose<A::value>::template type<first_that_fails<2>::type<B, C>, A>;
};
}  // namespace detail

// Of several relations the first that does not hold, or the last: one rule about many operands
// shows the operand that it is about.
template <class... Relations>
using each_of =
    typename detail::first_that_fails<sizeof...(Relations)>::template type<Relations...>;

namespace detail {
template <class Relation, class First>
struct said_if_first {
  using type = not_asked;
};
template <class Relation>
struct said_if_first<Relation, Relation> {
  using type = Relation;
};
template <class Relation>
struct first_within {
  using type = Relation;
};
template <class... Relations>
struct first_within<in_order<Relations...>> : first_within<typename failing<Relations...>::type> {};
// What is asserted of a relation, if all rules hold, and if they do not.
struct unbroken {
  static constexpr bool value = true;
  template <class Relation>
  using said = Relation;
};
template <class... Relations>
struct broken {
  static constexpr bool value = false;
  template <class Relation>
  using said =
      typename said_if_first<Relation, typename first_within<in_order<Relations...>>::type>::type;
};
template <bool Hold>
struct order_of {
  template <class...>
  using type = unbroken;
};
template <>
struct order_of<false> {
  template <class... Relations>
  using type = broken<Relations...>;
};
}  // namespace detail

// Rules that are asked one after the other: `all` of a call. said<R> is what is asserted of R:
// itself if it is the first that does not hold, or if all hold. Otherwise nothing.
template <class... Relations>
struct in_order : detail::order_of<(Relations::value && ...)>::template type<Relations...> {};

// A call with one requirement. Operands: the axes that a composed message shows.
template <class Relation, class... Operands>
struct single_rule_call {
  using operands = roles<Operands...>;
  using rule = Relation;
  using all = in_order<rule>;
};

}  // namespace attn::rules
