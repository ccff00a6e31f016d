// SPDX-License-Identifier: BSL-1.0
// Softmax with a mask: masked entries have the weight +0, and the weights of the others sum to 1.
//
//   mask_scores(x, mask)              x, but -inf where masked
//   masked_softmax(x, mask, policy)   softmax(mask_scores(x, mask)); rows without a key by policy
//   zeroed_outside(weights, mask)     weights, but +0 where masked: applied after a softmax, so
//                                     that rows no longer sum to 1
//
// (…, token, key) -> (…, token, key). An entry is selected, not multiplied: a masked score has no
// effect, whatever its value. Masked keys at the end do not change the bits of the others. If the
// scores that are kept have no softmax (NaN, +inf, or only -inf), the whole row is NaN. A query
// without keys has no softmax. fully_masked<zero_rows>: its weights are +0, as in PyTorch from 2.5
// on and ONNX. fully_masked<nan_rows>: they are NaN, as in PyTorch before; at run time only.
// Without a policy such a query is an error at compile time, and a row of zeros at run time.
//
// Rules: aligned_mask; numbers_fit; mask_fits; some_key_for_each_query; floating_point_element.
// Cost: cost::masked_softmax<Scores>(mask): per query, a softmax of the keys that the mask keeps,
// and 1 selection per other key.
#pragma once

#include <type_traits>

#include <attn/attention/detail/averages.hpp>
#include <attn/attention/detail/require.hpp>
#include <attn/attention/mask.hpp>
#include <attn/detail/constant/softmax.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/math/detail/polynomial.hpp>
#include <attn/math/max.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/softmax.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct zero_rows {};
struct nan_rows {};
template <class Policy>
struct fully_masked_t {
  using kind = fully_masked_kind;
};
template <class Policy>
inline constexpr fully_masked_t<Policy> fully_masked{};

// Masked values are not multiplied; without this option they are multiplied by their weight of +0,
// which gives NaN for NaN or an infinity. A bias of -inf is not a mask, and skips nothing.
struct skip_masked_t {
  using kind = masked_values_kind;
};
inline constexpr skip_masked_t skip_masked{};

namespace detail {

// The absence of a mask.
struct no_mask {
  using kind = mask_kind;
  static constexpr bool bounds_grow = true;
  ATTN_ABI constexpr bool allows(std::ptrdiff_t, std::ptrdiff_t, std::ptrdiff_t,
                                 std::ptrdiff_t) const {
    return true;
  }
  template <class Scores>
  ATTN_ABI constexpr kept_range row(std::size_t, std::size_t) const {
    return {0, keys_in<Scores>};
  }
};

// to[j] = x[j] where j is kept, else `other`; whether any was.
template <std::size_t N, class T, class Row>
ATTN_ABI constexpr bool keep_row(T* to, const T* x, const Row& kept, const T& other) {
  bool some = false;
  for (std::size_t j = 0; j < N; ++j) {
    const bool keep = kept(j);
    to[j] = keep ? x[j] : other;
    some = some || keep;
  }
  return some;
}

// x where it is kept, elsewhere `other`.
template <class Scores>
struct kept_or_other : moves_elements {
  template <class T, class Mask>
  ATTN_ABI static constexpr void write(T* out, const T* x, const Mask& mask, const T& other) {
    for_each_row<Scores>(mask, [&](const auto& kept, std::size_t at) {
      keep_row<last_axis<Scores>::size>(out + at, x + at, kept, other);
    });
  }
};
template <class T, class... Axes, class Mask>
ATTN_ABI constexpr auto with_others_as(const tensor<T, Axes...>& x, const Mask& mask,
                                       const T& other) {
  return made<kept_or_other<shape<Axes...>>, tensor<T, Axes...>>(x, mask, other);
}

// The weights of a query that may attend to no key.
template <class Policy, class T>
ATTN_ABI constexpr T weight_without_a_key() {
  constexpr bool nan = std::is_same_v<Policy, nan_rows>;
  return nan ? T(nan_of<double>()) : T(0);
}

// For a scalar that has no infinity: the softmax over what is kept. The weights of the others are
// selected, so that the scalar may say what that means.
template <std::size_t N, class Policy, class T, class Row>
ATTN_ABI constexpr void softmax_of_kept(T* out, const T* x, const Row& kept) {
  using math::assume_at_least;
  using math::assume_at_most;
  using math::exp;
  using math::select;
  std::size_t first = 0;
  while (first < N && !kept(first)) ++first;
  if (first == N) {
    for (std::size_t j = 0; j < N; ++j)
      out[j] = select(false, x[j], weight_without_a_key<Policy, T>());
    return;
  }
  if constexpr (constant::has_rows<T>)
    if (std::is_constant_evaluated()) return constant::softmax_of_kept<N>(out, x, kept);
  T largest = x[first];
  for (std::size_t j = first + 1; j < N; ++j)
    if (kept(j)) largest = (math::max)(largest, x[j]);
  for (std::size_t j = 0; j < N; ++j)
    if (kept(j)) out[j] = exp(assume_at_most(T(x[j] - largest), 0));
  const T sum = generic::reduce_kept<N>(out, kept, plus{});
  const T share = T(1) / assume_at_least(sum, 1);  // one of the terms is exp(0)
  for (std::size_t j = 0; j < N; ++j)
    out[j] = kept(j) ? rounded(T(out[j] * share)) : select(false, x[j], zero_times(share));
}

// A constant has no row that is NaN.
template <class Policy, class T, class... Axes, class Mask>
ATTN_ABI constexpr void require_keys(const tensor<T, Axes...>&, const Mask& mask) {
  if (!std::is_constant_evaluated() || std::is_same_v<Policy, zero_rows> || is_tally<T>) return;
  const keyless found = queries_without_a_key<shape<Axes...>>(mask);
  if (found == keyless::somebody) a_query_has_no_key_choose_fully_masked_zero_rows();
  if (found == keyless::somebody_if_to_keep)
    a_query_has_no_key_did_you_mean_ignore_where_or_fully_masked_zero_rows();
  if (found == keyless::somebody_if_to_ignore)
    a_query_has_no_key_did_you_mean_keep_where_or_fully_masked_zero_rows();
}

template <class Scores, class Policy>
struct masked_softmax_of {
  static constexpr std::size_t n = last_axis<Scores>::size;
  static constexpr std::size_t queries = second_to_last_axis<Scores>::size;
  template <class Out, class X, class Mask>
  ATTN_ABI static constexpr void count(Out& out, const X& x, const Mask& mask) {
    count_in(out, cost_of_masked_softmax<Scores>(mask), x);
  }
  template <class T, class Mask>
  ATTN_ABI static constexpr void write(T* out, const T* x, const Mask& mask) {
    if constexpr (std::is_floating_point_v<T>) {
      // exp(-inf) is +0, so masked scores are -inf. Rows without a key wait for the end as zeros.
      bool all_have_a_key = true;
      for_each_row<Scores>(mask, [&](const auto& kept, std::size_t at) {
        if (keep_row<n>(out + at, x + at, kept, lowest_infinity_of<T>())) return;
        all_have_a_key = false;
        for (std::size_t j = 0; j < n; ++j) out[at + j] = T(0);
      });
      softmax_of<around_axis<Scores, Scores::rank - 1>>::write(out, out);
      if (!all_have_a_key)
        for_each_row<Scores>(mask, [&](const auto& kept, std::size_t at) {
          bool some = false;
          for (std::size_t j = 0; j < n; ++j) some = some || kept(j);
          if (some) return;
          for (std::size_t j = 0; j < n; ++j) out[at + j] = weight_without_a_key<Policy, T>();
        });
    } else {
      const auto row = [&](std::size_t r) {
        return row_of<Scores>(mask, r / queries, r % queries);
      };
      const auto in_steps = [&](std::size_t r) {
        const auto& kept = row(r);
        const row_before<n, T> before(x + r * n);  // out may be x
        softmax_of_kept<n, Policy>(out + r * n, x + r * n, kept);
        before.narrow_softmax(out + r * n, kept);
      };
      if constexpr (weighs_rows_together<T>)
        row_bounds<T>::template softmaxes_where_kept<n, 1>(
            out, x, Scores::volume / n, [](std::size_t r) { return r * n; }, row, in_steps);
      else
        for (std::size_t r = 0; r < Scores::volume / n; ++r) in_steps(r);
    }
  }
};
template <class Policy, class X, class Mask>
ATTN_ABI constexpr X softmax_where_kept(const X& x, const Mask& mask) {
  require_keys<Policy>(x, mask);
  return made<masked_softmax_of<typename X::shape_type, Policy>, X>(x, mask);
}

template <class Option>
struct policy_of;
template <class Policy>
struct policy_of<fully_masked_t<Policy>> {
  using type = Policy;
};
template <class Option>
using policy_in = typename policy_of<Option>::type;

// weights v, where a masked key adds nothing at all: not even its NaN times 0. The terms that are
// kept are added in the order of the keys. If none is, the weights are what the policy says, and
// so is the sum.
template <class Scores, class Values>
struct kept_averages {
  static constexpr std::size_t keys = last_axis<Scores>::size, n = last_axis<Values>::size;
  static constexpr std::size_t queries = second_to_last_axis<Scores>::size;
  static constexpr std::size_t next = Values::rank == 2 ? 0 : keys * n;
  template <class Out, class W, class V, class Mask>
  ATTN_ABI static constexpr void count(Out& out, const W& weights, const V& v, const Mask& mask) {
    count_in(out, cost_of_kept_products<Scores>(mask, n), weights, v);
  }
  template <class T, class Mask>
  ATTN_ABI static constexpr void write(T* out, const T* weights, const T* v, const Mask& mask) {
    for_each_row<Scores>(mask, [&](const auto& kept, std::size_t at) {
      const std::size_t row = at / keys;
      const T* from = v + (row / queries) * next;
      for (std::size_t j = 0; j < n; ++j) {
        T sum = weights[at];
        bool first = true;
        for (std::size_t k = 0; k < keys; ++k) {
          if (!kept(k)) continue;
          const T weight = weights[at + k], value = from[k * n + j];
          if (first)
            sum = rounded(T(weight * value));
          else if constexpr (fuses<T>)
            sum = add_product(sum, weight, value);
          else
            sum = T(sum + rounded(T(weight * value)));
          first = false;
        }
        out[row * n + j] = sum;
      }
    });
  }
};
template <class Result, bool SumToOne = true, class W, class V, class Mask>
ATTN_ABI constexpr Result weigh_kept(const W& weights, const V& v, const Mask& mask) {
  Result out(uninitialized);
  evaluate<kept_averages<typename W::shape_type, typename V::shape_type>>(out, weights, v, mask);
  narrow_averages<SumToOne>(out, weights, v);
  return out;
}

}  // namespace detail

namespace rules {

// Scores, or weights, and a mask for them.
template <class X, class Mask, class Policy = no_policy>
struct mask_call;
template <class T, class... Axes, class Mask, class Policy>
struct mask_call<tensor<T, Axes...>, Mask, Policy>
    : mask_for_scores<true, Mask, axes_of_scores<Axes...>, Policy> {
  using operands = roles<axes_of<Axes...>>;
  using floating_point = floating_point_element<element<T>>;
  using all = in_order<typename mask_call::mask_members, typename mask_call::mask_aligned,
                       typename mask_call::mask_numbers, typename mask_call::mask_axes>;
};

}  // namespace rules

template <mask_like Mask, class T, class... Axes>
ATTN_ABI constexpr auto mask_scores(const tensor<T, Axes...>& x, const Mask& mask) {
  using call = rules::mask_call<tensor<T, Axes...>, Mask>;
  ATTN_REQUIRE(call, floating_point,
               "attn::mask_scores(x, mask): requires a floating-point element type, as integers "
               "have no -inf; convert with as<double>(x)");
  ATTN_REQUIRE_MASK(call, "attn::mask_scores(x, mask)");
  if constexpr (call::all::value && call::floating_point::value)
    return detail::with_others_as(x, detail::as_mask(mask),
                                  T(detail::lowest_infinity_of<double>()));
  else
    return x;
}
ATTN_ANOTHER_FORM(mask_scores, == 1,
                  "attn::mask_scores(x, mask): a mask is keep_where(m) or ignore_where(m)")

template <mask_like Mask, class T, class... Axes>
ATTN_ABI constexpr auto zeroed_outside(const tensor<T, Axes...>& weights, const Mask& mask) {
  using call = rules::mask_call<tensor<T, Axes...>, Mask>;
  ATTN_REQUIRE_MASK(call, "attn::zeroed_outside(weights, mask)");
  if constexpr (call::all::value)
    return detail::with_others_as(weights, detail::as_mask(mask), T(0));
  else
    return weights;
}

template <class Policy = rules::no_policy, mask_like Mask, class T, class... Axes>
ATTN_ABI constexpr auto masked_softmax(const tensor<T, Axes...>& x, const Mask& mask,
                                       fully_masked_t<Policy> = {}) {
  using call = rules::mask_call<tensor<T, Axes...>, Mask, Policy>;
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::masked_softmax(x, mask)");
  ATTN_REQUIRE_MASK(call, "attn::masked_softmax(x, mask)");
  ATTN_REQUIRE_ROWS_WITH_KEYS(call, "attn::masked_softmax(x, mask)");
  if constexpr (call::all::value && call::floating_point::value && call::rows_have_weights::value)
    return detail::softmax_where_kept<Policy>(x, detail::as_mask(mask));
  else
    return x;
}
ATTN_ANOTHER_FORM(masked_softmax, == 1,
                  "attn::masked_softmax(x, mask): a mask is keep_where(m) or ignore_where(m)")

namespace cost {
template <class Scores, mask_like Mask, class... Policy>
ATTN_ABI constexpr operation_count masked_softmax(const Mask& mask, const Policy&... policy) {
  ATTN_COUNT(attn::masked_softmax(detail::operand<Scores>(n), mask, policy...));
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
