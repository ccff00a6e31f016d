// SPDX-License-Identifier: BSL-1.0
// transpose(x): the last two axes change places.
//
//   out(…, n, m) = x(…, m, n)
//
// (M, N) -> (N, M);  (batch, M, N) -> (batch, N, M). Exact; the names move with their axes.
// Rule: rank_at_least two.
#pragma once

#include <attn/detail/runtime/transpose.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T, class... Axes>
ATTN_ABI constexpr auto transpose(const tensor<T, Axes...>& x) {
  using from = shape<Axes...>;
  static_assert(
      rules::rank_at_least<rules::axes_of<Axes...>, rules::rank<2>>::value,
      ATTN_MESSAGE("attn::transpose(x): x must have at least two axes", rules::axes_of<Axes...>));
  if constexpr (from::rank >= 2) {
    using last = last_axis<from>;
    using moved = with_axis<without_axis<from, from::rank - 1>, from::rank - 2, last>;
    constexpr std::size_t m = second_to_last_axis<from>::size, n = last::size;
    // Padding behind the result may be written to, where it is the only matrix.
    constexpr std::size_t padding = detail::capacity<T, m * n> - m * n;
    constexpr std::size_t slack = from::volume == m * n ? padding : 0;
    tensor_of<T, moved> out(detail::uninitialized);
    for (std::size_t at = 0; at < from::volume; at += m * n) {
      if (std::is_constant_evaluated()) {
        for (std::size_t i = 0; i < m; ++i)
          for (std::size_t j = 0; j < n; ++j) out.data()[at + j * m + i] = x.data()[at + i * n + j];
      } else {
        detail::runtime::transpose<m, n, slack>(out.data() + at, x.data() + at);
      }
    }
    return out;
  } else {
    return x;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
