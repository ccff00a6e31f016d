// SPDX-License-Identifier: BSL-1.0
// Combines all the elements along an axis to one; the axis is removed.
//
//   sum<"key">(x)   mean<"key">(x)   amax<"key">(x)   amin<"key">(x)   reduce<"key">(x, f)
//
// (token, key) -> (token), for "key". f combines two elements and must be associative and
// commutative: there are 16 partial results (element i in partial result i mod 16), then a tree;
// mean is the sum times 1/n.
// Special values: a sum propagates NaN and infinities; amax and amin propagate NaN and order -0 <
// +0.
// Rules: has_axis; floating_point_element for mean.
// Cost: per row of n, cost::sum<X, axis>() n - 1 additions, amax and amin n - 1 comparisons, mean a
// sum and 1 multiplication, reduce<X, axis>(of_f) n - 1 times the cost of f.
#pragma once

#include <type_traits>

#include <attn/detail/generic/reduce.hpp>
#include <attn/detail/runtime/reduce.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/max.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/detail/cost.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

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

template <class Around, class T>
ATTN_ABI inline void write_sums(T* out, const T* x) {
  constexpr std::size_t extent = Around::extent, inner = Around::inner;
  if constexpr (inner == 1)
    runtime::sums_of_rows<Around::outer, extent>(out, x);
  else
    for (std::size_t o = 0; o < Around::outer; ++o)
      runtime::sums_of_columns<extent, inner>(out + o * inner, x + o * extent * inner);
}
template <class Around, class T, class F>
ATTN_ABI constexpr void write_reduced(T* out, const T* x, const F& f) {
  constexpr std::size_t extent = Around::extent, inner = Around::inner;
  if constexpr (kernel_scalar<T> && std::is_same_v<F, plus>)
    if (!std::is_constant_evaluated()) return write_sums<Around>(out, x);
  for (std::size_t o = 0; o < Around::outer; ++o)
    for (std::size_t i = 0; i < inner; ++i)
      out[o * inner + i] = generic::reduce<extent, inner>(x + o * extent * inner + i, f);
}
// Result: x without the axis.
template <class Result, std::size_t At, class T, class... Axes, class F>
ATTN_ABI constexpr Result reduce_axis(const tensor<T, Axes...>& x, const F& f) {
  using around = around_axis<shape<Axes...>, At>;
  Result result(uninitialized);
  if constexpr (is_recorded<T> && std::is_same_v<F, plus>)
    if (backward_rule<of_sum, T>::template record<around>(result, x)) return result;
  write_reduced<around>(result.data(), x.data(), f);
  return result;
}

template <class Result, std::size_t At, class T, class... Axes>
ATTN_ABI constexpr Result mean_along(const tensor<T, Axes...>& x) {
  Result total = reduce_axis<Result, At>(x, plus{});
  const T share = T(1) / T(shape<Axes...>::extents[At]);
  write_combined<times>(total, total, share);
  return total;
}

}  // namespace detail

template <axis_selector Axis, class T, class... Axes, class F>
ATTN_ABI constexpr auto reduce(const tensor<T, Axes...>& x, const F& f) {
  using call = rules::axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::reduce<axis>(x, f)");
  if constexpr (call::holds)
    return detail::reduce_axis<typename call::reduced, call::position>(x, f);
  else
    return x;
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto sum(const tensor<T, Axes...>& x) {
  using call = rules::axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::sum<axis>(x)");
  if constexpr (call::holds)
    return detail::reduce_axis<typename call::reduced, call::position>(x, detail::plus{});
  else
    return x;
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto mean(const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::mean<axis>(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::mean<axis>(x)");
  if constexpr (call::holds)
    return detail::mean_along<typename call::reduced, call::position>(x);
  else
    return x;
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto amax(const tensor<T, Axes...>& x) {
  using call = rules::axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::amax<axis>(x)");
  if constexpr (call::holds)
    return detail::reduce_axis<typename call::reduced, call::position>(x, detail::larger{});
  else
    return x;
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto amin(const tensor<T, Axes...>& x) {
  using call = rules::axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::amin<axis>(x)");
  if constexpr (call::holds)
    return detail::reduce_axis<typename call::reduced, call::position>(x, detail::smaller{});
  else
    return x;
}

namespace cost {
template <class X, axis_selector Axis>
ATTN_ABI constexpr operation_count reduce(const operation_count& of_f) {
  using row = detail::along<X, Axis, decltype(attn::sum<Axis>(detail::some<X>()))>;
  return row::rows * ((row::size - 1) * of_f);
}
template <class X, axis_selector Axis>
ATTN_ABI constexpr operation_count sum() {
  return reduce<X, Axis>({.additions = 1});
}
template <class X, axis_selector Axis>
ATTN_ABI constexpr operation_count amax() {
  return reduce<X, Axis>({.comparisons = 1});
}
template <class X, axis_selector Axis>
ATTN_ABI constexpr operation_count amin() {
  return amax<X, Axis>();
}
template <class X, axis_selector Axis>
ATTN_ABI constexpr operation_count mean() {
  using means = decltype(attn::mean<Axis>(detail::some<X>()));
  return sum<X, Axis>() + operation_count{.multiplications = means::volume};
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
