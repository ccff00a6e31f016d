// SPDX-License-Identifier: BSL-1.0
// So do attention, a step of an LSTM, and packed layers.
#include "runtime_tests/bounds/in_bounds.hpp"

using namespace attn_tests;

namespace {

template <class T, std::size_t Heads, std::size_t Tq, std::size_t Tk, std::size_t Dk,
          std::size_t Dv>
void attend() {
  CAPTURE(Heads, Tq, Tk, Dk, Dv);
  using heads = dim<Heads>;
  const auto q = filled<tensor<T, heads, dim<Tq>, dim<Dk>>>(1);
  const auto k = filled<tensor<T, heads, dim<Tk>, dim<Dk>>>(2);
  const auto v = filled<tensor<T, heads, dim<Tk>, dim<Dv>>>(3);
  in_bounds([](const auto&... x) { return scaled_dot_product_attention(x...); }, q, k, v);
  in_bounds(
      [](const auto&... x) { return scaled_dot_product_attention(x..., causal<bottom_right>); }, q,
      k, v);
}

template <class T, std::size_t B, std::size_t In, std::size_t Hidden>
void step() {
  CAPTURE(B, In, Hidden);
  using cell = nn::lstm_cell<T, dim<In>, dim<Hidden>>;
  const auto c = vector_to_parameters<cell>(filled<tensor<T, dim<parameter_count<cell>>>>(1));
  in_bounds([](const auto& f, const auto& x,
               const auto& h) { return f(x, initial(lstm_state{h, h})).value; },
            c, filled<matrix<T, B, In>>(2), filled<matrix<T, B, Hidden>>(3));
  in_bounds([](const auto& f, const auto& x,
               const auto& h) { return f(x, initial(lstm_state{h, h})).value; },
            packed(c), filled<matrix<T, B, In>>(2), filled<matrix<T, B, Hidden>>(3));
}

template <class T, std::size_t Rows, std::size_t Model, std::size_t Inner>
void network() {
  CAPTURE(Rows, Model, Inner);
  using plain = nn::feed_forward<T, dim<Model>, dim<Inner>, output_by_input, act::gelu_tanh>;
  const auto f = vector_to_parameters<plain>(filled<tensor<T, dim<parameter_count<plain>>>>(1));
  in_bounds([](const auto& g, const auto& x) { return g(x); }, packed(f),
            filled<matrix<T, Rows, Model>>(2));
}

}  // namespace

TEMPLATE_TEST_CASE("attention stays in bounds", "[bounds]", float, double) {
  using T = TestType;
  attend<T, 1, 1, 1, 1, 1>();
  attend<T, 1, 2, 2, 2, 1>();
  attend<T, 1, 3, 3, 3, 3>();
  attend<T, 3, 3, 3, 3, 3>();
  attend<T, 1, 7, 7, 4, 4>();
  attend<T, 2, 3, 5, 8, 8>();
  attend<T, 16, 3, 3, 2, 5>();
  attend<T, 16, 7, 7, 3, 3>();
  attend<T, 8, 4, 6, 17, 2>();
  attend<T, 1, 16, 16, 17, 33>();
  attend<T, 2, 24, 40, 16, 18>();
  attend<T, 2, 32, 40, 16, 18>();
  attend<T, 1, 19, 32, 48, 64>();
}
TEMPLATE_TEST_CASE("a step of an LSTM stays in bounds", "[bounds]", float, double) {
  using T = TestType;
  step<T, 1, 1, 1>();
  step<T, 1, 7, 16>();
  step<T, 3, 16, 5>();
  step<T, 2, 17, 24>();
  step<T, 1, 9, 32>();
}
TEMPLATE_TEST_CASE("a packed layer stays in bounds", "[bounds]", float, double) {
  using T = TestType;
  network<T, 1, 1, 1>();
  network<T, 1, 7, 17>();
  network<T, 3, 16, 33>();
  network<T, 9, 5, 50>();
  network<T, 19, 37, 101>();
}
