// SPDX-License-Identifier: BSL-1.0
// The rules about elements and options. Those about shapes are in relations.hpp.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/rules/call.hpp>

namespace attn::rules {

// --- elements -----------------------------------------------------------------------------------

// Both operands have the same element type.
template <class RoleA, class RoleB>
struct same_element {
  static constexpr bool value = false;
};
template <template <class> class RoleA, template <class> class RoleB, class T>
struct same_element<RoleA<T>, RoleB<T>> {
  static constexpr bool value = true;
};

// All operands have the same element type.
template <class Role>
struct same_elements {
  static constexpr bool value = false;
};
template <class T, class... More>
struct same_elements<elements<T, More...>> {
  static constexpr bool value = (std::is_same_v<T, More> && ...);
};

// The elements can be added and multiplied, in their own type: arithmetic types, and types with
// their operators. Not token ids, and not bool and integers narrower than int, which wrap around.
template <class Role>
struct supports_arithmetic {
  static constexpr bool value = false;
};
template <class T>
struct supports_arithmetic<element<T>> {
  static constexpr bool known = std::is_arithmetic_v<T> || std::is_class_v<T> || std::is_enum_v<T>;
  static constexpr bool value =
      known && attn::detail::not_narrower_than_int<T> && requires(const T a, const T b) {
        a + b;
        a* b;
      };
};

// The function combines two elements to one of the same type.
template <class F, class Element>
struct combines_elements {
  static constexpr bool value = false;
};
template <class F, class T>
struct combines_elements<function<F>, element<T>> {
  static constexpr bool value = requires(const F& f, const T a) {
    requires std::is_same_v<std::remove_cvref_t<decltype(f(a, a))>, T>;
  };
};

// The element type is a floating-point type, or acts like one: every type with arithmetic and a
// division, except integers and bool, and long double, for which the library has no functions.
template <class Role>
struct floating_point_element {
  static constexpr bool value = false;
};
template <class T>
struct floating_point_element<element<T>> {
  static constexpr bool value = supports_arithmetic<element<T>>::value &&
                                (!std::is_arithmetic_v<T> || attn::detail::binary_format<T>) &&
                                requires(const T a, const T b) { a / b; };
};

// The elements have the function: the one in attn::math for arithmetic types, or one in the
// namespace of their class. math/detail/function_of_a_scalar.hpp asks.
struct max_function;
struct min_function;
struct select_function;
struct exp_function;
struct log_function;
struct log1p_function;
struct sqrt_function;
struct sigmoid_function;
struct tanh_function;
struct erf_function;
struct sin_function;
struct cos_function;
struct pow_function;
template <class Role, class Function>
struct has_function {
  static constexpr bool value = false;
};

// The element type is float or double: for functions whose bits are specified.
template <class Role>
struct float_or_double {
  static constexpr bool value = false;
};
template <class T>
struct float_or_double<element<T>> {
  static constexpr bool value = attn::detail::binary_format<T>;
};

// The function maps a row of queries and a row of keys to one element.
template <class F, class Query, class Key, class Element>
struct scores_rows {
  static constexpr bool value = false;
};
template <class F, class Query, class Key, class T>
struct scores_rows<function<F>, operand<Query>, operand<Key>, element<T>> {
  static constexpr bool value = requires(const F& f, Query q, Key k) {
    requires std::is_same_v<std::remove_cvref_t<decltype(f(q, k))>, T>;
  };
};

// The function takes the operands.
template <class F, class... Operands>
struct is_callable {
  static constexpr bool value = false;
};
template <class F, class... X>
struct is_callable<function<F>, operand<X>...> {
  static constexpr bool value = requires(const F& f, const X&... x) { f(x...); };
};

// The function maps the operand to a tensor with the same element type, and with axes of the same
// sizes but for the last. It is not enough that it takes the operand: a function of another tensor
// seems to, since tensors convert to each other until that is compiled (tensor/tensor.hpp).
template <class F, class Operand>
struct maps_rows {
  static constexpr bool value = false;
};
template <class F, class X>
struct maps_rows<function<F>, operand<X>> {
  static constexpr bool value = requires(const F& f, const X& x) {
    requires std::is_same_v<typename decltype(f(x))::value_type, typename X::value_type>;
    requires decltype(f(x))::rank == X::rank;
    requires[]() consteval {
      for (std::size_t i = 0; i + 1 < X::rank; ++i)
        if (decltype(f(x))::shape_type::extents[i] != X::shape_type::extents[i]) return false;
      return true;
    }
    ();
  };
};

// The result of a function is one number with derivatives, or a tensor of such.
// Scalars/dual.hpp and learning/recorded.hpp define it.
template <class Operand>
struct gives_one_number {
  static constexpr bool value = false;
};
template <class Operand>
struct gives_a_tensor {
  static constexpr bool value = false;
};

// The elements record which inputs influence them: influence<T, N>. Defined by
// scalars/jacobian.hpp.
template <class Role>
struct has_influence {
  static constexpr bool value = false;
};

// The elements have bounds: interval<T>. Defined by scalars/bounds.hpp.
template <class Role>
struct has_bounds {
  static constexpr bool value = false;
};

// The element type is an arithmetic type, whose values can be compared.
template <class Role>
struct arithmetic_element {
  static constexpr bool value = false;
};
template <class T>
struct arithmetic_element<element<T>> {
  static constexpr bool value = std::is_arithmetic_v<T>;
};

// The elements can be stored in a checkpoint: bool, integers, float and double.
template <class Role>
struct storable_element {
  static constexpr bool value = false;
};
template <class T>
struct storable_element<element<T>> {
  static constexpr bool value = std::is_integral_v<T> || attn::detail::binary_format<T>;
};

// The elements are analysis scalars. Defined by scalars/analysis_scalar.hpp.
template <class Role>
struct analysed_element {
  static constexpr bool value = false;
};

// The elements are integers, and not bool.
template <class Role>
struct is_integer {
  static constexpr bool value = false;
};
template <class T>
struct is_integer<element<T>> {
  static constexpr bool value = std::is_integral_v<T> && !std::is_same_v<T, bool>;
};

// The element has the size of a 32-bit or 64-bit integer, and no padding.
template <class Role>
struct has_word_of_its_size {
  static constexpr bool value = false;
};
template <class T>
struct has_word_of_its_size<element<T>> {
  static constexpr bool value = attn::detail::has_word<T>;
};

// No fraction is lost: the element type can represent the fraction of the number.
template <class From, class To>
struct keeps_fractions {
  static constexpr bool value =
      floating_point_element<To>::value || !floating_point_element<From>::value;
};
template <class From>
struct keeps_fractions<From, element<long double>> {
  static constexpr bool value = true;
};
template <class T>
  requires(!std::is_floating_point_v<T> && !floating_point_element<element<T>>::value)
struct keeps_fractions<element<long double>, element<T>> {
  static constexpr bool value = false;
};

// The product of two tensors is spelled out.
template <class RoleA, class RoleB>
struct product_is_named {
  static constexpr bool value = false;
};

// Both operands are tensors: never, for it is asked only if one is a number.
template <class Rank, class Number>
struct both_are_tensors {
  static constexpr bool value = false;
};

// --- options ------------------------------------------------------------------------------------

// Every trailing argument is an option.
template <class Options>
struct are_options {
  static constexpr bool value = false;
};
template <class... Options>
struct are_options<options<Options...>> {
  static constexpr bool value =
      ((
           requires { typename Options::kind; } ||
           requires {
             typename Options::value_type::tensor_kind;  // a tensor of mask entries
           }) &&
       ...);
};

namespace detail {
template <class Kind, class Taken>
inline constexpr bool is_taken = false;
template <class Kind, class... Taken>
inline constexpr bool is_taken<Kind, options<Taken...>> = (std::is_same_v<Kind, Taken> || ...);
}  // namespace detail

// Every option is of a kind that the function supports.
template <class Kinds, class Taken>
struct only_of_kinds {
  static constexpr bool value = false;
};
template <class... Kinds, class Taken>
struct only_of_kinds<options<Kinds...>, Taken> {
  static constexpr bool value = (detail::is_taken<Kinds, Taken> && ...);
};

// At most one option of each kind (scale, mask …).
template <class Options>
struct one_of_each_kind {
  static constexpr bool value = true;
};
template <class First, class... Rest>
struct one_of_each_kind<options<First, Rest...>> {
  static constexpr bool value =
      (!std::is_same_v<First, Rest> && ...) && one_of_each_kind<options<Rest...>>::value;
};

}  // namespace attn::rules
