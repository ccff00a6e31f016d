// SPDX-License-Identifier: BSL-1.0
// Reductions along an axis: sum, mean, amax, amin, var, argmax, logsumexp, and the running sum.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/constant/softmax.hpp>
#include <attn/detail/generic/elementwise.hpp>
#include <attn/detail/runtime/reduce.hpp>
#include <attn/detail/runtime/softmax.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/max.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/scalars/operation_count.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Combines all the elements along an axis to one. The axis is removed.
//
//   sum<"key">(x)   mean<"key">(x)   amax<"key">(x)   amin<"key">(x)   reduce<"key">(x, f)
//
// (token, key) -> (token), for "key". f combines two elements and must be associative and
// commutative: there are 16 partial results (element i in partial result i mod 16), then a tree.
// mean is the sum times 1/n.
// Special values: a sum propagates NaN and infinities. Amax and amin propagate NaN and order -0 <
// +0.
// Rules: has_axis; supports_arithmetic for sum; floating_point_element for mean; combines_elements
// for reduce.
// Cost: per row of n, cost::sum<X, axis>() n - 1 additions, amax and amin n - 1 comparisons, mean a
// sum and 1 multiplication, reduce<X, axis>(of_f) n - 1 times the cost of f.

namespace detail {

struct larger {
  template <class T>
  ATTN_ABI constexpr T operator()(const T& a, const T& b) const {
    return (math::max)(a, b);
  }
};
struct smaller {
  template <class T>
  ATTN_ABI constexpr T operator()(const T& a, const T& b) const {
    return (math::min)(a, b);
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
template <class Around, class F>
struct reduced_by {
  template <class Out, class X>
  ATTN_ABI static constexpr void count(Out& out, const X& x, const F& f) {
    count_times(out, Out::volume * (Around::extent - 1), f, x, x);
  }
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x, const F& f) {
    constexpr std::size_t extent = Around::extent, inner = Around::inner;
    if constexpr (kernel_scalar<T> && std::is_same_v<F, plus>)
      if (!std::is_constant_evaluated()) return write_sums<Around>(out, x);
    for (std::size_t o = 0; o < Around::outer; ++o)
      for (std::size_t i = 0; i < inner; ++i)
        out[o * inner + i] = generic::reduce<extent, inner>(x + o * extent * inner + i, f);
  }
};
template <class X, std::size_t At, class F>
using reduced_for = reduced_by<around_axis<typename X::shape_type, At>, F>;

template <class Result, std::size_t At, class T, class... Axes>
ATTN_ABI constexpr Result mean_along(const tensor<T, Axes...>& x) {
  Result total = made<reduced_for<tensor<T, Axes...>, At, plus>, Result>(x, plus{});
  const T share = T(1) / T(shape<Axes...>::extents[At]);
  evaluate<scaled_for<times, Result>>(total, total, share);
  return total;
}

}  // namespace detail

namespace rules {

template <auto Axis, class X, class F>
struct combination_call;
template <auto Axis, class T, class... Axes, class F>
struct combination_call<Axis, tensor<T, Axes...>, F> : axis_call<Axis, tensor<T, Axes...>> {
  using combines = combines_elements<function<F>, element<T>>;
  using all = in_order<typename axis_call<Axis, tensor<T, Axes...>>::all, combines>;
};

}  // namespace rules

template <axis_selector Axis, class T, class... Axes, class F>
ATTN_ABI constexpr auto reduce(const tensor<T, Axes...>& x, const F& f) {
  using call = rules::combination_call<Axis, tensor<T, Axes...>, F>;
  ATTN_REQUIRE_AXIS(call, "attn::reduce<axis>(x, f)");
  ATTN_REQUIRE(call, combines,
               "attn::reduce<axis>(x, f): f must combine two elements to one of the same type");
  if constexpr (call::all::value)
    return detail::made<detail::reduced_for<tensor<T, Axes...>, call::position, F>,
                        typename call::reduced>(x, f);
  else
    return x;
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto sum(const tensor<T, Axes...>& x) {
  using call = rules::arithmetic_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::sum<axis>(x)");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::sum<axis>(x)");
  if constexpr (call::all::value)
    return detail::made<detail::reduced_for<tensor<T, Axes...>, call::position, detail::plus>,
                        typename call::reduced>(x, detail::plus{});
  else
    return x;
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto mean(const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::mean<axis>(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::mean<axis>(x)");
  if constexpr (call::all::value)
    return detail::mean_along<typename call::reduced, call::position>(x);
  else
    return x;
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto amax(const tensor<T, Axes...>& x) {
  using call = rules::axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::amax<axis>(x)");
  if constexpr (call::all::value)
    return detail::made<detail::reduced_for<tensor<T, Axes...>, call::position, detail::larger>,
                        typename call::reduced>(x, detail::larger{});
  else
    return x;
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto amin(const tensor<T, Axes...>& x) {
  using call = rules::axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::amin<axis>(x)");
  if constexpr (call::all::value)
    return detail::made<detail::reduced_for<tensor<T, Axes...>, call::position, detail::smaller>,
                        typename call::reduced>(x, detail::smaller{});
  else
    return x;
}

ATTN_AXIS_FORMS(sum)
ATTN_AXIS_NEEDED(sum)
ATTN_AXIS_FORMS(mean)
ATTN_AXIS_NEEDED(mean)
ATTN_AXIS_FORMS(amax)
ATTN_AXIS_NEEDED(amax)
ATTN_AXIS_FORMS(amin)
ATTN_AXIS_NEEDED(amin)
ATTN_COST_ALONG(sum)
ATTN_COST_ALONG(mean)
ATTN_COST_ALONG(amax)
ATTN_COST_ALONG(amin)
namespace cost {
template <class X, axis_selector Axis>
ATTN_ABI constexpr operation_count reduce(const operation_count& of_f) {
  return amax<X, Axis>().comparisons * of_f;
}
}  // namespace cost

// argmax<axis>(x): the index of the first maximum along an axis, which is removed.
//
//   argmax<axis>(x)                   the smallest i with x(…, i, …) = max over the axis
//   argmax<axis>(x, last_of_equals)   the largest one
//
// (token, key) -> (token), of int, for "key". Exact.
// Special values: NaN is larger than every number, so the result is the index of the first NaN, as
// in PyTorch, or of the last one. -0 and +0 are equal here, so the first or the last of them is
// chosen (amax orders them).
// Rules: has_axis; arithmetic_element, because values are compared.

// Of several maxima the last one, as ONNX' select_last_index.
struct last_of_equals_t {};
inline constexpr last_of_equals_t last_of_equals{};

namespace rules {

// One tensor along an axis, of elements that can be compared.
template <auto Axis, class X>
struct argmax_call;
template <auto Axis, class T, class... Axes>
struct argmax_call<Axis, tensor<T, Axes...>> : axis_call<Axis, tensor<T, Axes...>> {
  using result =
      tensor_of<int, without_axis<shape<Axes...>, axis_call<Axis, tensor<T, Axes...>>::position>>;
  using ordered = arithmetic_element<element<T>>;
  using all = in_order<typename axis_call<Axis, tensor<T, Axes...>>::all, ordered>;
};

}  // namespace rules

namespace detail {

// Of n elements, `stride` apart.
template <class T>
ATTN_ABI constexpr int index_of_maximum(const T* x, std::size_t n, std::size_t stride) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < n; ++i) {
    const T largest = x[best * stride], other = x[i * stride];
    const bool ended = largest != largest;  // by a NaN
    if (!ended && (other > largest || other != other)) best = i;
  }
  return static_cast<int>(best);
}
// The first one from the other end.
template <class T>
ATTN_ABI constexpr int index_of_last_maximum(const T* x, std::size_t n, std::size_t stride) {
  std::size_t best = n - 1;
  for (std::size_t i = n - 1; i-- > 0;) {
    const T largest = x[best * stride], other = x[i * stride];
    const bool ended = largest != largest;
    if (!ended && (largest < other || other != other)) best = i;
  }
  return static_cast<int>(best);
}

template <class Result, std::size_t At, bool Last, class T, class... Axes>
ATTN_ABI constexpr Result argmax_along(const tensor<T, Axes...>& x) {
  using around = around_axis<shape<Axes...>, At>;
  Result out(uninitialized);
  for (std::size_t row = 0; row < around::rows; ++row) {
    const T* const from = x.data() + around::start_of(row);
    if constexpr (Last)
      out.data()[row] = index_of_last_maximum(from, around::extent, around::inner);
    else
      out.data()[row] = index_of_maximum(from, around::extent, around::inner);
  }
  return out;
}

}  // namespace detail

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto argmax(const tensor<T, Axes...>& x) {
  using call = rules::argmax_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::argmax<axis>(x)");
  ATTN_REQUIRE(
      call, ordered,
      "attn::argmax<axis>(x): requires an arithmetic element type, whose values can be compared");
  if constexpr (call::all::value)
    return detail::argmax_along<typename call::result, call::position, false>(x);
  else
    return x;
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto argmax(const tensor<T, Axes...>& x, last_of_equals_t) {
  using call = rules::argmax_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::argmax<axis>(x, last_of_equals)");
  ATTN_REQUIRE(call, ordered,
               "attn::argmax<axis>(x, last_of_equals): requires an arithmetic element type, whose "
               "values can be compared");
  if constexpr (call::all::value)
    return detail::argmax_along<typename call::result, call::position, true>(x);
  else
    return x;
}

ATTN_AXIS_FORMS(argmax)
ATTN_AXIS_NEEDED(argmax)

// cumsum<axis>(x): the running sum along an axis.
//
//   out_0 = x_0,   out_i = out_(i-1) + x_i
//
// (token, key) -> (token, key), for each row along the axis. The axis is named, cumsum<"key">, or
// given by position, cumsum<0>. PyTorch: torch.cumsum.
//
// Rules: has_axis; supports_arithmetic.
// Accuracy: one rounding per sum, in the order of the axis. Exact for integers in range. The last
// element does not have the bits of sum<axis>(x), which uses 16 partial sums.
// Special values: NaN or an infinity affects every element after it.
// Cost: cost::cumsum<X, axis>() is n - 1 additions for a row of n.

namespace detail {

template <class Around>
struct running_sums {
  static constexpr std::size_t inner = Around::inner, length = Around::extent * inner;
  ATTN_ABI static constexpr operation_count cost() {
    return {.additions = Around::rows * (Around::extent - 1)};
  }
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x) {
    for (std::size_t o = 0; o < Around::outer; ++o, out += length, x += length) {
      for (std::size_t j = 0; j < inner; ++j) out[j] = x[j];
      for (std::size_t i = inner; i < length; ++i) out[i] = static_cast<T>(out[i - inner] + x[i]);
    }
  }
};

}  // namespace detail

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto cumsum(const tensor<T, Axes...>& x) {
  using call = rules::arithmetic_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::cumsum<axis>(x)");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::cumsum<axis>(x)");
  if constexpr (call::all::value)
    return detail::made<detail::running_sums<detail::around_axis<shape<Axes...>, call::position>>,
                        tensor<T, Axes...>>(x);
  else
    return x;
}

ATTN_AXIS_FORMS(cumsum)
ATTN_AXIS_NEEDED(cumsum)
ATTN_COST_ALONG(cumsum)

// logsumexp<axis>(x): the logarithm of the sum of exp(x) along an axis, which is removed.
//
//   m = max x,   d = sum of exp(x_i - m),   out = m + log d
//
// (token, key) -> (token), for "key". The axis is named, or given by position. It is a smooth
// maximum, and is what log_softmax(x) subtracts from x.
//
// Rules: has_axis; floating_point_element.
// Accuracy: the error is below 2 eps times the larger of 1, |m| and |out| for rows of up to 20,000:
// relative to the result it is larger where m and log d cancel.
// Special values: -inf for a row of -inf, +inf for a row with +inf, also in constants, as in
// PyTorch. NaN gives NaN at run time and does not compile as a constant. The derivatives are the
// weights of softmax: 0 for an entry of -inf, also in a row of -inf, where PyTorch gives NaN. NaN
// for an entry of +inf, as in PyTorch.
// Cost: cost::logsumexp<X, axis>(): of a row of n, n - 1 comparisons, 2 n additions, n
// exponentials, 1 logarithm.

namespace detail {

template <class Around>
struct logsumexp_of {
  ATTN_ABI static constexpr operation_count cost() {
    return Around::rows *
           (total_of_exp(Around::extent) + operation_count{.additions = 1, .logarithms = 1});
  }
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x) {
    if (std::is_constant_evaluated()) {
      for (std::size_t row = 0; row < Around::rows; ++row)
        out[row] = constant::logsumexp<Around::extent, Around::inner>(x + Around::start_of(row));
    } else if constexpr (Around::inner == 1) {
      runtime::logsumexp<Around::extent>(out, x, Around::rows);
    } else {
      for (std::size_t row = 0; row < Around::rows; ++row)
        out[row] = generic::logsumexp<Around::extent, Around::inner>(x + Around::start_of(row));
    }
  }
};

}  // namespace detail

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto logsumexp(const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::logsumexp<axis>(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::logsumexp<axis>(x)");
  if constexpr (call::all::value)
    return detail::made<detail::logsumexp_of<detail::around_axis<shape<Axes...>, call::position>>,
                        typename call::reduced>(x);
  else
    return x;
}

ATTN_AXIS_FORMS(logsumexp)
ATTN_AXIS_NEEDED(logsumexp)
ATTN_COST_ALONG(logsumexp)

}  // namespace attn
ATTN_STRICT_FP_END
