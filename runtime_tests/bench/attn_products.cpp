// SPDX-License-Identifier: BSL-1.0
// Products, softmax and exp.
#include "runtime_tests/bench/computation.hpp"

namespace bench {

template <product R, class T>
struct computation<R, T> {
  using a = attn::matrix<T, R.m, R.k>;
  using b = attn::matrix<T, R.k, R.n>;
  using operands = std::tuple<a, b>;
  static constexpr given from[] = {{first_factor}, {second_factor}};
  static constexpr bool small = ATTN_BENCH_STEPS * operations(R) <= 2 * 64 * 64 * 64;
  static constexpr auto compute(const a& x, const b& y) { return attn::matmul(x, y); }
  static void compute_into(attn::matrix<float, R.m, R.n>& out, const a& x, const b& y) {
    attn::matmul_into(out, x, y);
  }
  static std::string kernel() { return product_kernel<R.m, R.k, R.n>(); }
};

// A constant B is packed.
template <product R, class T>
  requires(R.constant)
struct computation<R, T> {
  using a = attn::matrix<T, R.m, R.k>;
  using b = attn::matrix<T, R.k, R.n>;
  using operands = std::tuple<a, b>;
  static constexpr given from[] = {{first_factor}, {second_factor}};
  static constexpr bool small = false;
  static constexpr auto compute(const a& x, const b& y) { return attn::matmul(x, y); }
  static void compute_into(attn::matrix<float, R.m, R.n>& out, const a& x, const b& y) {
    attn::matmul_into(out, x, y);
  }
  static auto prepare(const a&, const b& y) { return attn::packed(y); }
  template <class Packed>
  static void compute_into(attn::matrix<float, R.m, R.n>& out, const a& x, const b&,
                           const Packed& y) {
    attn::matmul_into(out, x, y);
  }
  static std::string kernel() { return product_kernel<R.m, R.k, R.n>(); }
  static std::string packed_kernel() { return product_packed_kernel(); }
};

template <softmax R, class T>
struct computation<R, T> {
  using x = attn::matrix<T, R.rows, R.columns>;
  using operands = std::tuple<x>;
  static constexpr given from[] = {{operand_number::x, of_softmax}};
  static constexpr bool small = R.rows * R.columns <= 4096;
  static constexpr auto compute(const x& scores) { return attn::softmax(scores); }
  static void compute_into(x& out, const x& scores) { attn::softmax_into(out, scores); }
  static std::string kernel() {
    return attn::detail::runtime::softmax_kernel<float, R.rows, R.columns>::name;
  }
};

template <exp R, class T>
struct computation<R, T> {
  using x = attn::tensor<T, attn::dim<R.count>>;
  using operands = std::tuple<x>;
  static constexpr given from[] = {{operand_number::x, of_exp}};
  static constexpr bool small = R.count <= 4096;
  static constexpr auto compute(const x& argument) { return attn::exp(argument); }
  static std::string kernel() { return attn::detail::runtime::exp_kernel<float, R.count>::name; }
};

void add_products(list& all) {
  add_computations<products>(all);
  add_computations<softmaxes>(all);
  add_computations<exps>(all);
}

}  // namespace bench

void add_contenders(bench::list& all) {
  bench::add_products(all);
  bench::add_attentions(all);
  bench::add_layers(all);
}
