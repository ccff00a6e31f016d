// SPDX-License-Identifier: BSL-1.0
// What puts a tensor together of several: concat, unroll, vmap.
#pragma once

#include <cstddef>

#include <attn/detail/recorded.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// x to its place in out: runs of its elements, as many as out has runs of `step` elements, go to
// `offset` in each.
template <class T, class... Out, class... X>
ATTN_ABI constexpr void write_runs(tensor<T, Out...>& out, std::size_t step, std::size_t offset,
                                   const tensor<T, X...>& x) {
  if constexpr (is_recorded<T>)
    if (backward_rule<of_joined, T>::record(out, step, offset, x)) return;
  const std::size_t runs = out.size() / step, length = x.size() / runs;
  const T* from = x.data();
  T* to = out.data();
  for (std::size_t run = 0; run < runs; ++run)
    for (std::size_t i = 0; i < length; ++i) to[run * step + offset + i] = *from++;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
