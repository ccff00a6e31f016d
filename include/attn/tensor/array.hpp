// SPDX-License-Identifier: BSL-1.0
// Tensors from and to arrays, spans and memory with strides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/detail/element.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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

// What the axes of an array are compared with: the axes of the tensor, or all as one if it is flat.
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
  using same_sizes = axes_agree<role_of<axes_of_A, given>,  //
                                role_of<axes_of_B, wanted>>;
  using all = in_order<sized, same_sizes>;
};
}  // namespace detail
template <class Array, class X>
struct copy_call;
template <class Array, class T, class... Axes>
struct copy_call<Array, tensor<T, Axes...>> : detail::array_call<Array, shape<Axes...>> {
  using base = detail::array_call<Array, shape<Axes...>>;
  using one_element = same_element<element_of_A<typename base::array::element>, element_of_B<T>>;
  using all = in_order<typename base::all, one_element>;
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
  if constexpr (call::all::value)
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
  if constexpr (call::all::value) {
    const T* from = x.data();
    detail::for_each_element(a, [&](T& to) { to = *from++; });
  }
}

// Conversions between tensors and memory of any layout: strides, an mdspan, a tensor in place.
//
//   from_strided<token, feature>(p, {8, 1})   element (i, j) is p[8 i + j]; strides may be negative
//   copy_into(p, {8, 1}, x)                   the same, to p
//   from_mdspan<token, feature>(m)            from a std::mdspan, or what is like one
//   from_mdspan(m)                            … with unnamed axes of m's own static extents
//   copy_into(m, x)                           to an mdspan
//   tensor_at<X>(p)                           a reference: the tensor X whose elements are at p
//
// Strides count elements, one for each axis. All but tensor_at copy, and elements keep their type.
// What is at p, and how many, is not checked. An extent that m knows at run time only is compared
// with the axis: if it differs, it is no constant, and ends the program. tensor_at copies nothing:
// p must be aligned for X, which must be without padding (volume * sizeof(T) == sizeof(X)). If it
// is not aligned, the program ends. With const elements at p the tensor is const. Exact.
// Rules: one_stride_per_axis; size_in_type, same_axes, for an mdspan; same_element;
// without_padding.

namespace detail {

template <class M>
concept mdspan_like = requires(const std::remove_cvref_t<M>& m) {
  typename std::remove_cvref_t<M>::extents_type;
  typename std::remove_cvref_t<M>::value_type;
  m.accessor().access(m.data_handle(), std::size_t{});
  m.mapping();
};

// f(indices…) for all indices of the axes, in row-major order.
template <class... Axes, class F>
ATTN_ABI constexpr void for_all_indices(const F& f) {
  constexpr std::size_t rank = sizeof...(Axes), volume = (std::size_t{1} * ... * Axes::size);
  constexpr std::size_t extents[rank + 1] = {Axes::size..., 1};
  std::size_t index[rank + 1]{};
  for (std::size_t i = 0; i < volume; ++i) {
    [&]<std::size_t... D>(std::index_sequence<D...>) {
      f(index[D]...);
    }(std::make_index_sequence<rank>{});
    for (std::size_t d = rank; d-- > 0;) {
      if (++index[d] < extents[d]) break;
      index[d] = 0;
    }
  }
}

// An extent of M that its type does not know is the know of the axis, as far as rules go.
template <class M, class Numbers, class... Wanted>
struct extents_of_mdspan;
template <class M, std::size_t... D, class... Wanted>
struct extents_of_mdspan<M, std::index_sequence<D...>, Wanted...> {
  using extents = typename M::extents_type;
  static constexpr std::size_t dynamic = static_cast<std::size_t>(-1);
  ATTN_ABI static constexpr std::size_t wanted[sizeof...(Wanted) + sizeof...(D) + 1] = {
      Wanted::size...};
  ATTN_ABI static constexpr std::size_t size_at(std::size_t d) {
    return extents::static_extent(d) != dynamic ? extents::static_extent(d)
           : d < sizeof...(Wanted)              ? wanted[d]
                                                : 1;
  }
  static constexpr bool is_static = ((extents::static_extent(D) != dynamic) && ...);
  using axes = shape<dim<size_at(D)>...>;
  using counts = std::conditional_t<is_static || (sizeof...(Wanted) > 0),
                                    rules::braced<size_at(D)...>, rules::braced<>>;
};
template <class M, class... Wanted>
using mdspan_extents =
    extents_of_mdspan<std::remove_cvref_t<M>,
                      std::make_index_sequence<std::remove_cvref_t<M>::extents_type::rank()>,
                      Wanted...>;

// Not a constant expression.
[[noreturn]] ATTN_ABI inline void extents_differ_from_the_axes() { end_of_program(); }
[[noreturn]] ATTN_ABI inline void memory_is_not_aligned_for_the_tensor() { end_of_program(); }

template <class... Axes, class M>
ATTN_ABI constexpr void check_extents(const M& m) {
  constexpr std::size_t sizes[] = {Axes::size..., 1};
  for (std::size_t d = 0; d < sizeof...(Axes); ++d)
    if (static_cast<std::size_t>(m.extents().extent(d)) != sizes[d]) extents_differ_from_the_axes();
}
template <class M, class... Indices>
ATTN_ABI constexpr decltype(auto) element_of_mdspan(const M& m, Indices... index) {
  using index_type = typename M::index_type;
  return m.accessor().access(
      m.data_handle(), static_cast<std::size_t>(m.mapping()(static_cast<index_type>(index)...)));
}

template <std::size_t Rank, class... Indices>
ATTN_ABI constexpr std::ptrdiff_t offset_at(const std::ptrdiff_t (&strides)[Rank],
                                            Indices... index) {
  std::ptrdiff_t at = 0;
  const std::ptrdiff_t* stride = strides;
  ((at += *stride++ * static_cast<std::ptrdiff_t>(index)), ...);
  return at;
}

}  // namespace detail

namespace rules {

// As many strides as the tensor has axes.
template <class Rank, class Strides>
struct one_stride_per_axis {
  static constexpr bool value = false;
};
template <std::size_t Rank>
struct one_stride_per_axis<rank<Rank>, rank<Rank>> {
  static constexpr bool value = true;
};
// The elements are all that the tensor has.
template <class X>
struct without_padding {
  static constexpr bool value = false;
};
template <class T, class... Axes>
struct without_padding<operand<tensor<T, Axes...>>> {
  using type = tensor<T, Axes...>;
  static constexpr bool value = sizeof(type) == type::volume * sizeof(T);
};

template <class U, std::size_t Strides, class T, class... Axes>
struct strided_call {
  using operands = roles<role_of<axes_of_A, shape<Axes...>>>;
  using one_element = same_element<element_of_A<U>, element_of_B<T>>;
  using one_per_axis = one_stride_per_axis<rank<sizeof...(Axes)>, rank<Strides>>;
  using all = in_order<one_element, one_per_axis>;
};

template <class M, class... Axes>
struct mdspan_call {
  using mdspan = attn::detail::mdspan_extents<M, Axes...>;
  using given = typename mdspan::axes;
  using wanted = std::conditional_t<sizeof...(Axes) == 0, given, shape<Axes...>>;
  using element = typename std::remove_cvref_t<M>::value_type;

  using operands = roles<role_of<axes_of_A, given>, role_of<axes_of_B, wanted>>;
  using sized = size_in_type<typename mdspan::counts>;
  using same_sizes = axes_agree<role_of<axes_of_A, given>,  //
                                role_of<axes_of_B, wanted>>;
  using all = in_order<sized, same_sizes>;
};
template <class M, class X>
struct mdspan_copy_call;
template <class M, class T, class... Axes>
struct mdspan_copy_call<M, tensor<T, Axes...>> : mdspan_call<M, Axes...> {
  using base = mdspan_call<M, Axes...>;
  using one_element = same_element<element_of_A<typename base::element>, element_of_B<T>>;
  using all = in_order<typename base::all, one_element>;
};
template <class X, class T>
struct place_call {
  using operands = roles<role_of<axes_of_A, typename X::shape_type>>;
  using one_element = same_element<element_of_A<typename X::value_type>, element_of_B<T>>;
  using unpadded = without_padding<operand<X>>;
  using all = in_order<one_element, unpadded>;
};

}  // namespace rules

template <axis_like... Axes, class T, std::size_t Strides>
ATTN_ABI constexpr auto from_strided(const T* from, const std::ptrdiff_t (&strides)[Strides]) {
  using call = rules::strided_call<T, Strides, T, Axes...>;
  ATTN_REQUIRE(call, one_per_axis, "attn::from_strided<axes…>(p, strides): one stride per axis");
  tensor<T, Axes...> x{};
  if constexpr (call::all::value) {
    T* to = x.data();
    detail::for_all_indices<Axes...>(
        [&](auto... i) { *to++ = from[detail::offset_at(strides, i...)]; });
  }
  return x;
}

template <class U, std::size_t Strides, class T, class... Axes>
ATTN_ABI constexpr void copy_into(U* to, const std::ptrdiff_t (&strides)[Strides],
                                  const tensor<T, Axes...>& x) {
  using call = rules::strided_call<U, Strides, T, Axes...>;
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::copy_into(p, strides, x)");
  ATTN_REQUIRE(call, one_per_axis, "attn::copy_into(p, strides, x): one stride per axis");
  if constexpr (call::all::value) {
    const T* from = x.data();
    detail::for_all_indices<Axes...>(
        [&](auto... i) { to[detail::offset_at(strides, i...)] = *from++; });
  }
}

template <axis_like... Axes, detail::mdspan_like M>
ATTN_ABI constexpr auto from_mdspan(const M& m) {
  using call = rules::mdspan_call<M, Axes...>;
  ATTN_REQUIRE(call, sized,
               "attn::from_mdspan(m): without axes, all extents of m must be static; "
               "from_mdspan<axes…>(m)");
  ATTN_REQUIRE(call, same_sizes, "attn::from_mdspan<axes…>(m): m must have the sizes of the axes");
  tensor_of<std::remove_cv_t<typename call::element>, typename call::wanted> x{};
  if constexpr (call::all::value) {
    [&]<class... A>(shape<A...>) {
      detail::check_extents<A...>(m);
      auto* to = x.data();
      detail::for_all_indices<A...>([&](auto... i) { *to++ = detail::element_of_mdspan(m, i...); });
    }(typename call::wanted{});
  }
  return x;
}

template <detail::mdspan_like M, class T, class... Axes>
ATTN_ABI constexpr void copy_into(M&& m, const tensor<T, Axes...>& x) {
  using call = rules::mdspan_copy_call<M, tensor<T, Axes...>>;
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::copy_into(m, x)");
  ATTN_REQUIRE(call, same_sizes, "attn::copy_into(m, x): m must have the sizes of x's axes");
  if constexpr (call::all::value) {
    detail::check_extents<Axes...>(m);
    const T* from = x.data();
    detail::for_all_indices<Axes...>(
        [&](auto... i) { detail::element_of_mdspan(m, i...) = *from++; });
  }
}

template <class X, class T>
  requires detail::is_tensor<X>
ATTN_ABI auto& tensor_at(T* p) {
  using call = rules::place_call<X, std::remove_const_t<T>>;
  using place = std::conditional_t<std::is_const_v<T>, const X, X>;
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::tensor_at<X>(p)");
  ATTN_REQUIRE(
      call, unpadded,
      "attn::tensor_at<X>(p): X has padding after its elements; copy: from_data<axes…>(p)");
  if (reinterpret_cast<std::uintptr_t>(p) % alignof(X) != 0)
    detail::memory_is_not_aligned_for_the_tensor();
  return *reinterpret_cast<place*>(p);
}

}  // namespace attn
ATTN_STRICT_FP_END
