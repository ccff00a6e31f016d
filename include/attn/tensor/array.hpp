// SPDX-License-Identifier: BSL-1.0
// Conversions between plain arrays and tensors. Elements are copied, in row-major order.
//
//   from_array<token, feature>(a)   a: double[2][3], double[6], std::array, std::span<double, 6> …
//   from_array(a)                   … with unnamed axes of the array's own sizes
//   from_data<token, feature>(p)    from a pointer to the elements
//   to_array<std::array>(x)         std::array<double, 6>; any Array<T, N> that is an aggregate
//   copy_into(a, x)                 to an existing array, flat or nested
//
// The size of an array must be part of its type: T[N], a type with std::tuple_size and operator[],
// a span with a fixed extent, or a nesting of these. It has the extents of the axes, or is flat.
// The elements keep their type, as<U>(x) converts. Exact.
// Rules: size_in_type; same_axes (a flat array has one, of all elements); same_element, for
// copy_into.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/array_length.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The number of elements, where the type A says it; else 0.
template <class A>
inline constexpr std::size_t static_size = array_length<A>;
template <class A>
  requires(A::extent + 1 != 0 && requires(A& a) { a[0]; })
inline constexpr std::size_t static_size<A> = A::extent;  // -1 is what a span has at run time only

// The extents of an array of arrays …, and the type of its elements.
template <class A, std::size_t... Extents>
struct array_traits {
  using element = std::conditional_t<(sizeof...(Extents) > 0), A, int>;  // int: the rule says no
  using counts = rules::braced<Extents...>;
  using axes = shape<dim<Extents>...>;
};
template <class A, std::size_t... Extents>
  requires(static_size<A> > 0)
struct array_traits<A, Extents...>
    : array_traits<std::remove_cvref_t<decltype(std::declval<A&>()[0])>, Extents...,
                   static_size<A>> {};
template <class A>
using array_of = array_traits<std::remove_cvref_t<A>>;

// What the axes of an array are compared with: those of the tensor, or all as one if it is flat.
template <class Given, class Wanted>
using as_given = std::conditional_t<Given::rank == 1, shape<dim<Wanted::volume>>, Wanted>;

// Each element of an array of arrays …, in row-major order.
template <class A, class F>
ATTN_ABI constexpr void for_each_element(A& a, const F& f) {
  if constexpr (static_size < std::remove_cv_t < A >>> 0)
    for (std::size_t i = 0; i < static_size<std::remove_cv_t<A>>; ++i) for_each_element(a[i], f);
  else
    f(a);
}

}  // namespace detail

namespace rules {

namespace detail {
// An array, and the axes of the tensor that it becomes or that is copied into it.
template <class Array, class Wanted>
struct array_call {
  using array = attn::detail::array_of<Array>;
  using given = typename array::axes;
  using wanted = attn::detail::as_given<given, Wanted>;

  using operands = roles<role_of<axes_of_A, given>, role_of<axes_of_B, Wanted>>;
  using sized = size_in_type<typename array::counts>;
  using same_sizes = only_if<sized::value, axes_agree<role_of<axes_of_A, given>,  //
                                                      role_of<axes_of_B, wanted>>>;
  static constexpr bool holds = all_hold<sized, same_sizes>;
};
}  // namespace detail
template <class Array, class X>
struct copy_call;
template <class Array, class T, class... Axes>
struct copy_call<Array, tensor<T, Axes...>> : detail::array_call<Array, shape<Axes...>> {
  using base = detail::array_call<Array, shape<Axes...>>;
  using one_element =
      only_if<base::sized::value,
              same_element<element_of_A<typename base::array::element>, element_of_B<T>>>;
  static constexpr bool holds = base::holds && one_element::value;
};

}  // namespace rules

namespace detail {

// Elements that lie in an array as they do in a tensor: a few steps of constant evaluation, however
// many there are, and no loop whose iterations are limited.
template <class T, std::size_t N>
struct elements_of_array {
  T elements[N];
};
template <class T, std::size_t N, std::size_t Padding>
struct padded_array {
  elements_of_array<T, N> elements;
  unsigned char padding[Padding];
};
template <class X, class A>
inline constexpr bool is_converted_at_once = [] {
  using T = typename X::value_type;
  return X::volume >= 1024 && sizeof(A) == X::volume * sizeof(T) &&
         std::is_trivially_copyable_v<A> && std::is_trivially_copyable_v<X> &&
         std::is_same_v<typename array_of<A>::element, T>;
}();
template <class X, class A>
ATTN_ABI constexpr X tensor_at_once(const A& a) {
  using T = typename X::value_type;
  constexpr std::size_t padding = sizeof(X) - sizeof(A);
  if constexpr (padding == 0) {
    return __builtin_bit_cast(X, a);
  } else {
    using exact = elements_of_array<T, X::volume>;
    using padded = padded_array<T, X::volume, padding>;
    return __builtin_bit_cast(X, padded{__builtin_bit_cast(exact, a), {}});
  }
}
template <class A, class X>
ATTN_ABI constexpr A array_at_once(const X& x) {
  using T = typename X::value_type;
  constexpr std::size_t padding = sizeof(X) - sizeof(A);
  if constexpr (padding == 0) {
    return __builtin_bit_cast(A, x);
  } else {
    using padded = padded_array<T, X::volume, padding>;
    return __builtin_bit_cast(A, __builtin_bit_cast(padded, x).elements);
  }
}

template <class Result, class A>
ATTN_ABI constexpr Result tensor_from(const A& a) {
  if constexpr (is_converted_at_once<Result, A>)
    if (std::is_constant_evaluated()) return tensor_at_once<Result>(a);
  Result x;
  auto* to = x.data();
  for_each_element(a, [&](const auto& element) { *to++ = element; });
  return x;
}

}  // namespace detail

template <axis_like... Axes, class A>
ATTN_ABI constexpr auto from_array(const A& a) {
  using array = detail::array_of<A>;
  using axes = std::conditional_t<sizeof...(Axes) == 0, typename array::axes, shape<Axes...>>;
  using result = tensor_of<typename array::element, axes>;
  using call = rules::detail::array_call<A, axes>;
  ATTN_REQUIRE(call, sized,
               "attn::from_array<axes…>(a): a must have its size in its type; for a pointer: "
               "from_data<axes…>(p)");
  ATTN_REQUIRE(call, same_sizes,
               "attn::from_array<axes…>(a): a must have the sizes of the axes, or be flat and have "
               "as many elements as they have together");
  if constexpr (call::holds)
    return detail::tensor_from<result>(a);
  else
    return result{};
}

template <axis_like... Axes, class T>
ATTN_ABI constexpr auto from_data(const T* from) {
  tensor<T, Axes...> x(detail::uninitialized);
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = from[i];
  return x;
}

template <template <class, std::size_t> class Array, class T, class... Axes>
ATTN_ABI constexpr auto to_array(const tensor<T, Axes...>& x) {
  using array = Array<T, tensor<T, Axes...>::volume>;
  if constexpr (detail::is_converted_at_once<tensor<T, Axes...>, array>)
    if (std::is_constant_evaluated()) return detail::array_at_once<array>(x);
  array a{};
  for (std::size_t i = 0; i < x.size(); ++i) a[i] = x.data()[i];
  return a;
}

template <class A, class T, class... Axes>
ATTN_ABI constexpr void copy_into(A&& a, const tensor<T, Axes...>& x) {
  using call = rules::copy_call<A, tensor<T, Axes...>>;
  ATTN_REQUIRE(call, sized, "attn::copy_into(a, x): a must have its size in its type");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::copy_into(a, x)");
  ATTN_REQUIRE(call, same_sizes,
               "attn::copy_into(a, x): a must have the sizes of x's axes, or be flat and have as "
               "many elements as x");
  if constexpr (call::holds) {
    const T* from = x.data();
    detail::for_each_element(a, [&](T& to) { to = *from++; });
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
