// SPDX-License-Identifier: BSL-1.0
// One number for all the elements along an axis; the axis goes.
//
//   sum<"key">(x)   mean<"key">(x)   amax<"key">(x)   amin<"key">(x)   reduce<"key">(x, f)
//
// (token, key) -> (token), for "key". f combines two elements; it is taken to be associative: 16
// partial results (element i in partial i mod 16), then a tree; mean is the sum times 1/n.
// Special values: a sum propagates NaN and infinities; amax and amin propagate NaN and order -0 <
// +0.
// Rules: has_axis; floating_point_element for mean.
#pragma once

#include <type_traits>

#include <attn/detail/generic/reduce.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/max.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

struct add {
  template <class T>
  ATTN_ABI constexpr T operator()(const T& a, const T& b) const {
    return static_cast<T>(a + b);
  }
};
struct larger {
  template <class T>
  ATTN_ABI constexpr T operator()(const T& a, const T& b) const {
    using math::max;
    return max(a, b);
  }
};
struct smaller {
  template <class T>
  ATTN_ABI constexpr T operator()(const T& a, const T& b) const {
    using math::min;
    return min(a, b);
  }
};

template <std::size_t At, class T, class... Axes, class F>
ATTN_ABI constexpr auto reduce_axis(const tensor<T, Axes...>& x, const F& f) {
  using around = around_axis<shape<Axes...>, At>;
  tensor_of<T, without_axis<shape<Axes...>, At>> result(uninitialized);
  for (std::size_t o = 0; o < around::outer; ++o)
    for (std::size_t i = 0; i < around::inner; ++i)
      result.data()[o * around::inner + i] = generic::reduce<around::extent, around::inner>(
          x.data() + o * around::extent * around::inner + i, f);
  return result;
}

}  // namespace detail

template <axis_selector Axis, class T, class... Axes, class F>
ATTN_ABI constexpr auto reduce(const tensor<T, Axes...>& x, const F& f) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>::value;
  static_assert(
      rules::has_axis<rules::in_brief<rules::axes_of<Axes...>>, rules::wanted<Axis>>::value,
      ATTN_MESSAGE("attn::reduce<axis>(x, f): x has no such axis", rules::axes_of<Axes...>));
  if constexpr (found)
    return detail::reduce_axis<Axis.template position_in<Axes...>()>(x, f);
  else
    return x;
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto sum(const tensor<T, Axes...>& x) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>::value;
  static_assert(
      rules::has_axis<rules::in_brief<rules::axes_of<Axes...>>, rules::wanted<Axis>>::value,
      ATTN_MESSAGE("attn::sum<axis>(x): x has no such axis", rules::axes_of<Axes...>));
  if constexpr (found)
    return detail::reduce_axis<Axis.template position_in<Axes...>()>(x, detail::add{});
  else
    return x;
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto mean(const tensor<T, Axes...>& x) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>::value;
  constexpr bool fractions = rules::floating_point_element<rules::element<T>>::value;
  static_assert(
      rules::has_axis<rules::in_brief<rules::axes_of<Axes...>>, rules::wanted<Axis>>::value,
      ATTN_MESSAGE("attn::mean<axis>(x): x has no such axis", rules::axes_of<Axes...>));
  static_assert(rules::floating_point_element<rules::element<T>>::value,
                "attn::mean<axis>(x): the elements must have fractions; convert: as<double>(x)");
  if constexpr (found && fractions) {
    constexpr std::size_t at = Axis.template position_in<Axes...>();
    auto total = detail::reduce_axis<at>(x, detail::add{});
    const T share = T(1) / T(shape<Axes...>::extents[at]);
    for (T& element : total) element = detail::rounded(element * share);
    return total;
  } else {
    return x;
  }
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto amax(const tensor<T, Axes...>& x) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>::value;
  static_assert(
      rules::has_axis<rules::in_brief<rules::axes_of<Axes...>>, rules::wanted<Axis>>::value,
      ATTN_MESSAGE("attn::amax<axis>(x): x has no such axis", rules::axes_of<Axes...>));
  if constexpr (found)
    return detail::reduce_axis<Axis.template position_in<Axes...>()>(x, detail::larger{});
  else
    return x;
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto amin(const tensor<T, Axes...>& x) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>::value;
  static_assert(
      rules::has_axis<rules::in_brief<rules::axes_of<Axes...>>, rules::wanted<Axis>>::value,
      ATTN_MESSAGE("attn::amin<axis>(x): x has no such axis", rules::axes_of<Axes...>));
  if constexpr (found)
    return detail::reduce_axis<Axis.template position_in<Axes...>()>(x, detail::smaller{});
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
