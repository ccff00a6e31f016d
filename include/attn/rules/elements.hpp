// SPDX-License-Identifier: BSL-1.0
// The rules about elements and options, as relations.hpp has those about shapes.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/roles.hpp>

namespace attn::rules {

// --- elements -----------------------------------------------------------------------------------

// Both operands have the same element type.
template <class RoleA, class RoleB>
inline constexpr bool same_element = false;
template <template <class> class RoleA, template <class> class RoleB, class T>
inline constexpr bool same_element<RoleA<T>, RoleB<T>> = true;

// All operands have the same element type.
template <class Role>
inline constexpr bool same_elements = false;
template <class T, class... More>
inline constexpr bool same_elements<elements<T, More...>> = (std::is_same_v<T, More> && ...);

// The elements are numbers, or whatever adds and multiplies as numbers do: a token id does not.
template <class Role>
inline constexpr bool is_number = false;
template <class T>
inline constexpr bool is_number<element<T>> = requires(const T a, const T b) {
  a + b;
  a* b;
};

// The element type has fractions: every number but the integers and bool.
template <class Role>
inline constexpr bool has_fractions = false;
template <class T>
inline constexpr bool has_fractions<element<T>> = is_number<element<T>> && !std::is_integral_v<T>;

// The element type is float or double: where every digit is prescribed.
template <class Role>
inline constexpr bool float_or_double = false;
template <class T>
inline constexpr bool float_or_double<element<T>> =
    std::is_same_v<T, float> || std::is_same_v<T, double>;

// The function makes one element of a row of queries and a row of keys.
template <class F, class Query, class Key, class Element>
inline constexpr bool scores_rows = false;
template <class F, class Query, class Key, class T>
inline constexpr bool scores_rows<function<F>, operand<Query>, operand<Key>, element<T>> =
    requires(const F& f, Query q, Key k) {
      requires std::is_same_v<std::remove_cvref_t<decltype(f(q, k))>, T>;
    };

// The function makes of the operand a tensor of as many axes and the same element type.
template <class F, class Operand>
inline constexpr bool maps_rows = false;
template <class F, class X>
inline constexpr bool maps_rows<function<F>, operand<X>> = requires(const F& f, const X& x) {
  requires std::is_same_v<typename decltype(f(x))::value_type, typename X::value_type>;
  requires decltype(f(x))::rank == X::rank;
};

// What a function returned is one number with derivatives, or a tensor of such, which
// scalars/gradient.hpp knows.
template <class Operand>
inline constexpr bool gives_one_number = false;
template <class Operand>
inline constexpr bool gives_a_tensor = false;

// The elements say which inputs reach them: influence<T, N>, which scalars/reach.hpp knows.
template <class Role>
inline constexpr bool has_influence = false;

// The elements have bounds: interval<T>, which scalars/bounds.hpp knows.
template <class Role>
inline constexpr bool has_bounds = false;

// The elements can be compared: they are numbers of the language.
template <class Role>
inline constexpr bool has_order = false;
template <class T>
inline constexpr bool has_order<element<T>> = std::is_arithmetic_v<T>;

// The element type is arithmetic: float, double, an integer. It is one value, and can be looked at.
template <class Role>
inline constexpr bool arithmetic_element = false;
template <class T>
inline constexpr bool arithmetic_element<element<T>> = std::is_arithmetic_v<T>;

// The elements are analysis scalars, which scalars/analysis_scalar.hpp knows.
template <class Role>
inline constexpr bool analysed_element = false;

// The elements are integers, and not bool.
template <class Role>
inline constexpr bool is_integer = false;
template <class T>
inline constexpr bool is_integer<element<T>> = std::is_integral_v<T> && !std::is_same_v<T, bool>;

// The bits of the element are those of an integer of its size: 32 or 64, and no padding.
template <class Role>
inline constexpr bool has_word_of_its_size = false;
template <class T>
inline constexpr bool has_word_of_its_size<element<T>> = (sizeof(T) == 4 || sizeof(T) == 8);

// No fraction is lost: a number with one goes into an element that can hold it.
template <class From, class To>
inline constexpr bool keeps_fractions = has_fractions<To> || !has_fractions<From>;

// The product of two tensors is spelled out.
template <class RoleA, class RoleB>
inline constexpr bool product_is_named = false;

// --- options ------------------------------------------------------------------------------------

// Every trailing argument is an option.
template <class Options>
inline constexpr bool are_options = false;
template <class... Options>
inline constexpr bool are_options<options<Options...>> =
    ((
         requires { typename Options::kind; } ||
         requires {
           typename Options::value_type::tensor_kind;  // a tensor of mask entries
         }) &&
     ...);

namespace detail {
template <class Kind, class Taken>
inline constexpr bool is_taken = false;
template <class Kind, class... Taken>
inline constexpr bool is_taken<Kind, options<Taken...>> = (std::is_same_v<Kind, Taken> || ...);
}  // namespace detail

// Every option is of a kind that the function takes.
template <class Kinds, class Taken>
inline constexpr bool only_of_kinds = false;
template <class... Kinds, class Taken>
inline constexpr bool only_of_kinds<options<Kinds...>, Taken> =
    (detail::is_taken<Kinds, Taken> && ...);

// At most one option of each kind (scale, mask …).
template <class Options>
inline constexpr bool one_of_each_kind = true;
template <class First, class... Rest>
inline constexpr bool one_of_each_kind<options<First, Rest...>> =
    (!std::is_same_v<First, Rest> && ...) && one_of_each_kind<options<Rest...>>;

}  // namespace attn::rules
