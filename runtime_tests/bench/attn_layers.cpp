// SPDX-License-Identifier: BSL-1.0
// Layers whose parameters are one operand, and constants: weights are packed beforehand.
#include "runtime_tests/bench/computation.hpp"

namespace bench {

template <layer_norm R, class T>
struct computation<R, T> {
  using x = attn::matrix<T, R.rows, R.width>;
  using layer = attn::nn::layer_norm<T, attn::dim<R.width>>;
  using operands = std::tuple<x, layer>;
  static constexpr given from[] = {{operand_number::x}, {parameters}};
  static constexpr bool small = false;
  static constexpr auto compute(const x& in, const layer& f) { return f(in); }
  static std::string kernel() { return attn::detail::runtime::norm_kernel<float>::name; }
};

template <lstm R, class T>
struct computation<R, T> {
  using cell = attn::nn::lstm_cell<T, attn::dim<R.in>, attn::dim<R.hidden>>;
  using x = attn::tensor<T, attn::dim<R.in>>;
  using state = attn::tensor<T, attn::dim<R.hidden>>;
  using operands = std::tuple<cell, x, state, state>;
  static constexpr given from[] = {
      {parameters, of_parameters}, {operand_number::x}, {state_hidden}, {state_cell}};
  static constexpr bool small = false;
  static constexpr auto compute(const cell& f, const x& in, const state& h, const state& c) {
    return f(in, attn::initial(attn::lstm_state{h, c})).value;
  }
  static auto prepare(const cell& f, const x&, const state&, const state&) {
    return attn::packed(f);
  }
  template <class Packed>
  static auto compute(const cell&, const x& in, const state& h, const state& c, const Packed& f) {
    return f(in, attn::initial(attn::lstm_state{h, c})).value;
  }
  static std::string kernel() {
    return attn::detail::runtime::plain_gates_kernel<float, R.hidden>::name;
  }
  static std::string packed_kernel() {
    return attn::detail::runtime::gates_kernel<float, R.hidden>::name;
  }
};

template <feed_forward R, class T>
struct computation<R, T> {
  using x = attn::matrix<T, R.rows, R.width>;
  using network = attn::nn::feed_forward<T, attn::dim<R.width>, attn::dim<R.inner>,
                                         attn::input_by_output, attn::act::gelu_tanh>;
  using operands = std::tuple<x, network>;
  static constexpr given from[] = {{operand_number::x}, {parameters, of_parameters}};
  static constexpr bool small = false;
  static constexpr auto compute(const x& in, const network& f) { return f(in); }
  static auto prepare(const x&, const network& f) { return attn::packed(f); }
  template <class Packed>
  static auto compute(const x& in, const network&, const Packed& f) {
    return f(in);
  }
  static std::string kernel() {
    return product_kernel<R.rows, R.width, R.inner>() + "; " +
           product_kernel<R.rows, R.inner, R.width>();
  }
  static std::string packed_kernel() {
    return product_packed_kernel() + "; " + product_packed_kernel();
  }
};

void add_layers(list& all) {
  add_computations<layer_norms>(all);
  add_computations<lstms>(all);
  add_computations<feed_forwards>(all);
}

}  // namespace bench
