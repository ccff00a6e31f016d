// SPDX-License-Identifier: BSL-1.0
// Attention, alone and between its projections.
#include "runtime_tests/bench/computation.hpp"

namespace bench {

template <attention R, class T>
struct computation<R, T> {
  using x = std::conditional_t<
      R.heads == 1, attn::matrix<T, R.tokens, R.width>,
      attn::tensor<T, attn::dim<R.heads>, attn::dim<R.tokens>, attn::dim<R.width>>>;
  using operands = std::tuple<x, x, x>;
  static constexpr given from[] = {{queries}, {keys}, {values}};
  static constexpr bool small = ATTN_BENCH_STEPS * operations(R) <= 4 * 64 * 64 * 64;
  static constexpr auto compute(const x& q, const x& k, const x& v) {
    if constexpr (R.causal)
      return attn::scaled_dot_product_attention(q, k, v, attn::causal<attn::top_left>);
    else
      return attn::scaled_dot_product_attention(q, k, v);
  }
  static void compute_into(x& out, const x& q, const x& k, const x& v) {
    if constexpr (R.causal)
      attn::scaled_dot_product_attention_into(out, q, k, v, attn::causal<attn::top_left>);
    else
      attn::scaled_dot_product_attention_into(out, q, k, v);
  }
  static std::string kernel() { return attention_kernel<R.heads, R.tokens, R.width>(); }
};

template <multi_head R, class T>
struct computation<R, T> {
  using x = attn::matrix<T, R.tokens, R.width>;
  using w = attn::matrix<T, R.width, R.width>;
  using operands = std::tuple<x, w, w, w, w>;
  static constexpr given from[] = {{operand_number::x},
                                   {query_weight, of_parameters},
                                   {key_weight, of_parameters},
                                   {value_weight, of_parameters},
                                   {output_weight, of_parameters}};
  static constexpr bool small = false;
  static constexpr auto compute(const x& in, const w& q, const w& k, const w& v, const w& o) {
    return attn::multi_head_self_attention<attn::dim<R.heads>>(in, q, k, v, o);
  }
  // The weights are constants: packed.
  static auto prepare(const x&, const w& q, const w& k, const w& v, const w& o) {
    return std::array{attn::packed(q), attn::packed(k), attn::packed(v), attn::packed(o)};
  }
  template <class Packed>
  static auto compute(const x& in, const w&, const w&, const w&, const w&, const Packed& p) {
    return attn::multi_head_self_attention<attn::dim<R.heads>>(in, p[0], p[1], p[2], p[3]);
  }
  static std::string of_heads() { return attention_kernel<R.heads, R.tokens, R.width / R.heads>(); }
  static std::string kernel() {
    return product_kernel<R.tokens, R.width, R.width>() + "; " + of_heads();
  }
  static std::string packed_kernel() { return product_packed_kernel() + "; " + of_heads(); }
};

void add_attentions(list& all) {
  add_computations<attentions>(all);
  add_computations<multi_heads>(all);
}

}  // namespace bench
