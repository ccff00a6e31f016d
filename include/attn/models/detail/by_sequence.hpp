// SPDX-License-Identifier: BSL-1.0
// A batch of sequences at run time, one after the other, where the results between the parts of a
// layer are too large for the second-level cache, and its weights are packed and small enough to be
// read for each sequence: 3 % to 7 % faster than all at once (Zen 4, 1 MiB of cache), with as much
// of the stack as one sequence takes. The bits are the same.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/window.hpp>
#include <attn/ops/detail/join.hpp>
#include <attn/ops/slice.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// An option that cannot tell one sequence from another.
template <class Option>
inline constexpr bool is_same_for_sequences = false;
template <std::ptrdiff_t Left, std::ptrdiff_t Right, class Alignment>
inline constexpr bool is_same_for_sequences<window_t<Left, Right, Alignment>> = true;

// Of an attention block, whose parts make about six tensors as large as x, and one of the inner
// width.
template <class Layer, class X, class... Options>
inline constexpr bool goes_by_sequence = [] {
  using T = typename X::value_type;
  constexpr std::size_t between = X::volume * (6 + Layer::inner::size / Layer::width::size);
  return X::shape_type::rank > 2 && kernel_scalar<T> && (is_same_for_sequences<Options> && ...) &&
         between * sizeof(T) > 1024 * 1024 && sizeof(Layer) <= 4 * 1024 * 1024;
}();

template <class F, class X>
ATTN_ABI X by_sequence(const F& f, const X& x) {
  using sequence = tensor_of<typename X::value_type, without_axis<typename X::shape_type, 0>>;
  X out(uninitialized);
  for (std::size_t i = 0; i < X::shape_type::extents[0]; ++i)
    write_runs(out, out.size(), i * sequence::volume, f(selected<sequence, 0>(x, i)));
  return out;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
