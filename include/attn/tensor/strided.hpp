// SPDX-License-Identifier: BSL-1.0
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
// p must be aligned for X, which must be without padding (volume * sizeof(T) == sizeof(X)); if it
// is not aligned, the program ends. With const elements at p the tensor is const. Exact.
// Rules: one_stride_per_axis; size_in_type, same_axes, for an mdspan; same_element;
// without_padding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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

// An extent of M that its type does not know is that of the axis, as far as rules go.
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
template <class M, class... I>
ATTN_ABI constexpr decltype(auto) element_of_mdspan(const M& m, I... index) {
  using index_type = typename M::index_type;
  return m.accessor().access(
      m.data_handle(), static_cast<std::size_t>(m.mapping()(static_cast<index_type>(index)...)));
}

template <std::size_t Rank, class... I>
ATTN_ABI constexpr std::ptrdiff_t offset_at(const std::ptrdiff_t (&strides)[Rank], I... index) {
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
  static constexpr bool holds = all_hold<one_element, one_per_axis>;
};

template <class M, class... Axes>
struct mdspan_call {
  using mdspan = attn::detail::mdspan_extents<M, Axes...>;
  using given = typename mdspan::axes;
  using wanted = std::conditional_t<sizeof...(Axes) == 0, given, shape<Axes...>>;
  using element = typename std::remove_cvref_t<M>::value_type;

  using operands = roles<role_of<axes_of_A, given>, role_of<axes_of_B, wanted>>;
  using sized = size_in_type<typename mdspan::counts>;
  using same_sizes = only_if<sized::value, axes_agree<role_of<axes_of_A, given>,  //
                                                      role_of<axes_of_B, wanted>>>;
  static constexpr bool holds = all_hold<sized, same_sizes>;
};
template <class M, class X>
struct mdspan_copy_call;
template <class M, class T, class... Axes>
struct mdspan_copy_call<M, tensor<T, Axes...>> : mdspan_call<M, Axes...> {
  using base = mdspan_call<M, Axes...>;
  using one_element = same_element<element_of_A<typename base::element>, element_of_B<T>>;
  static constexpr bool holds = base::holds && one_element::value;
};
template <class X, class T>
struct place_call {
  using operands = roles<role_of<axes_of_A, typename X::shape_type>>;
  using one_element = same_element<element_of_A<typename X::value_type>, element_of_B<T>>;
  using unpadded = without_padding<operand<X>>;
  static constexpr bool holds = all_hold<one_element, unpadded>;
};

}  // namespace rules

template <axis_like... Axes, class T, std::size_t Strides>
ATTN_ABI constexpr auto from_strided(const T* from, const std::ptrdiff_t (&strides)[Strides]) {
  using call = rules::strided_call<T, Strides, T, Axes...>;
  ATTN_REQUIRE(call, one_per_axis, "attn::from_strided<axes…>(p, strides): one stride per axis");
  tensor<T, Axes...> x{};
  if constexpr (call::holds) {
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
  if constexpr (call::holds) {
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
  if constexpr (call::holds) {
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
  if constexpr (call::holds) {
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
      "attn::tensor_at<X>(p): X has padding behind its elements; copy: from_data<axes…>(p)");
  if (reinterpret_cast<std::uintptr_t>(p) % alignof(X) != 0)
    detail::memory_is_not_aligned_for_the_tensor();
  return *reinterpret_cast<place*>(p);
}

}  // namespace attn
ATTN_STRICT_FP_END
