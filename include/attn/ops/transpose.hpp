// SPDX-License-Identifier: BSL-1.0
// transpose(x): swaps the last two axes.
//
//   out(…, n, m) = x(…, m, n)
//
// (M, N) -> (N, M);  (batch, M, N) -> (batch, N, M). Exact; the names move with their axes.
// Rule: rank_at_least two.
#pragma once

#include <attn/detail/runtime/transpose.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

template <class X>
struct transpose_call;
template <class T, class... Axes>
struct transpose_call<tensor<T, Axes...>> {
  using from = shape<Axes...>;
  using result = tensor_of<T, transposed_axes<from>>;

  using operands = roles<axes_of<Axes...>>;
  using two_axes = rank_at_least<axes_of<Axes...>, rank<2>>;
  static constexpr bool holds = two_axes::value;
};

}  // namespace rules

namespace detail {

template <class Result, class T, class... Axes>
ATTN_ABI constexpr Result transposed(const tensor<T, Axes...>& x) {
  using from = shape<Axes...>;
  constexpr std::size_t m = second_to_last_axis<from>::size, n = last_axis<from>::size;
  // Padding after the result may be written to, where it is the only matrix.
  constexpr std::size_t padding = capacity<T, m * n> - m * n;
  constexpr std::size_t slack = from::volume == m * n ? padding : 0;
  Result out(uninitialized);
  if constexpr (is_recorded<T>)
    if (backward_rule<of_other_order, T>::template record_transposed<m, n>(out, x)) return out;
  for (std::size_t at = 0; at < from::volume; at += m * n) {
    if (std::is_constant_evaluated()) {
      for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < n; ++j) out.data()[at + j * m + i] = x.data()[at + i * n + j];
    } else {
      runtime::transpose<m, n, slack>(out.data() + at, x.data() + at);
    }
  }
  return out;
}

}  // namespace detail

template <class T, class... Axes>
ATTN_ABI constexpr auto transpose(const tensor<T, Axes...>& x) {
  using call = rules::transpose_call<tensor<T, Axes...>>;
  ATTN_REQUIRE(call, two_axes, "attn::transpose(x): x must have at least two axes");
  if constexpr (call::holds)
    return detail::transposed<typename call::result>(x);
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
