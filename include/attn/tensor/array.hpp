// SPDX-License-Identifier: BSL-1.0
// From plain arrays to tensors and back. Everything is copied, in row-major order.
//
//   from_array<token, feature>(a)   a: double[2][3], double[6], std::array, std::span<double, 6> …
//   from_array(a)                   … with unnamed axes of the array's own sizes
//   from_data<token, feature>(p)    as many elements as the axes have, from a pointer on
//   to_array<std::array>(x)         std::array<double, 6>; any Array<T, N> that is an aggregate
//   copy_into(a, x)                 into an array of the caller's, flat or nested
//
// An array is what has its size in its type: T[N], what has a std::tuple_size and an operator[], a
// span of a fixed extent; or one of these of these. It has the extents of the axes, or is flat and
// has all the elements. The elements keep their type, as<U>(x) converts. Exact.
// Rules: size_in_type; same_axes (a flat array has one, of all elements); same_element, for
// copy_into.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The number of elements, where the type A says it; else 0.
template <class A>
inline constexpr std::size_t static_size = 0;
template <class T, std::size_t N>
inline constexpr std::size_t static_size<T[N]> = N;
template <class A>
  requires requires(A& a) {
    std::tuple_size<A>::value;
    a[0];
  }
inline constexpr std::size_t static_size<A> = std::tuple_size<A>::value;
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

template <axis_like... Axes, class A>
ATTN_ABI constexpr auto from_array(const A& a) {
  using array = detail::array_of<A>;
  using given = typename array::axes;
  using result = std::conditional_t<sizeof...(Axes) == 0, given, shape<Axes...>>;
  using given_axes = rules::role_of<rules::axes_of_A, given>;
  using wanted_axes = rules::role_of<rules::axes_of_B, detail::as_given<given, result>>;
  constexpr bool sized = rules::size_in_type<typename array::counts>::value;
  constexpr bool fit = sized && rules::same_axes<given_axes, wanted_axes>::value;
  static_assert(rules::size_in_type<typename array::counts>::value,
                "attn::from_array<axes…>(a): a must have its size in its type; for a pointer: "
                "from_data<axes…>(p)");
  if constexpr (sized)
    static_assert(rules::same_axis<rules::differing_in_A<given_axes, wanted_axes>,
                                   rules::differing_in_B<given_axes, wanted_axes>>::value,
                  "attn::from_array<axes…>(a): a must have the sizes of the axes, or be flat and "
                  "have as many elements as they have together");
  tensor_of<typename array::element, result> x;
  if constexpr (fit) {
    auto* to = x.data();
    detail::for_each_element(a, [&](const auto& element) { *to++ = element; });
  }
  return x;
}

template <axis_like... Axes, class T>
ATTN_ABI constexpr auto from_data(const T* from) {
  tensor<T, Axes...> x(detail::uninitialized);
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = from[i];
  return x;
}

template <template <class, std::size_t> class Array, class T, class... Axes>
ATTN_ABI constexpr auto to_array(const tensor<T, Axes...>& x) {
  Array<T, tensor<T, Axes...>::volume> a{};
  for (std::size_t i = 0; i < x.size(); ++i) a[i] = x.data()[i];
  return a;
}

template <class A, class T, class... Axes>
ATTN_ABI constexpr void copy_into(A&& a, const tensor<T, Axes...>& x) {
  using array = detail::array_of<A>;
  using given = typename array::axes;
  using given_axes = rules::role_of<rules::axes_of_A, given>;
  using wanted_axes = rules::role_of<rules::axes_of_B, detail::as_given<given, shape<Axes...>>>;
  constexpr bool sized = rules::size_in_type<typename array::counts>::value;
  static_assert(rules::size_in_type<typename array::counts>::value,
                "attn::copy_into(a, x): a must have its size in its type");
  if constexpr (sized) {
    using element = typename array::element;
    static_assert(rules::same_element<rules::element_of_A<element>, rules::element_of_B<T>>::value,
                  "attn::copy_into(a, x): both must have one element type; convert: as<T>(x)");
    static_assert(rules::same_axis<rules::differing_in_A<given_axes, wanted_axes>,
                                   rules::differing_in_B<given_axes, wanted_axes>>::value,
                  "attn::copy_into(a, x): a must have the sizes of x's axes, or be flat and have "
                  "as many elements as x");
    if constexpr (std::is_same_v<element, T> && rules::same_axes<given_axes, wanted_axes>::value) {
      const T* from = x.data();
      detail::for_each_element(a, [&](T& to) { to = *from++; });
    }
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
