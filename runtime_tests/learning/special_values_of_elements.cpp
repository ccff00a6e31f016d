// SPDX-License-Identifier: BSL-1.0
#include "runtime_tests/support/special_values.hpp"

namespace {

using namespace attn;
using attn_tests::as_row, attn_tests::counting, attn_tests::power;

template <class M, class X>
M model_of(const X& x) {
  return vector_to_parameters<M>(counting<dim<parameter_count<M>>>(x));
}

}  // namespace

TEST_CASE("special values: one element") {
  using T = float;
  constexpr std::size_t N = 19;  // several vectors and a rest
  ATTN_SAME_VALUES(-x);
  ATTN_SAME_VALUES(x + x);
  ATTN_SAME_VALUES(x - flip<0>(x));
  ATTN_SAME_VALUES(x * S(2));
  ATTN_SAME_VALUES(x / S(3));
  ATTN_SAME_VALUES(x * x(0));
  ATTN_SAME_VALUES(x / x(0));
  ATTN_SAME_VALUES(multiply(x, flip<0>(x)));
  ATTN_SAME_VALUES(divide(x, flip<0>(x)));
  ATTN_SAME_VALUES(cos(x));
  ATTN_SAME_VALUES(erf(x));
  ATTN_SAME_VALUES(exp(x));
  ATTN_SAME_VALUES(log(x));
  ATTN_SAME_VALUES(log1p(x));
  ATTN_SAME_VALUES(sigmoid(x));
  ATTN_SAME_VALUES(sin(x));
  ATTN_SAME_VALUES(sqrt(x));
  ATTN_SAME_VALUES(tanh(x));
  ATTN_SAME_VALUES(pow(x, S(2)));
  ATTN_SAME_VALUES(pow(x, S(0.5)));
  ATTN_SAME_VALUES(pow(x, S(0)));
  ATTN_SAME_VALUES(pow(x, flip<0>(x)));
}

TEST_CASE("special values: activations") {
  using T = float;
  constexpr std::size_t N = 19;  // several vectors and a rest
  ATTN_SAME_VALUES(relu(x));
  ATTN_SAME_VALUES(silu(x));
  ATTN_SAME_VALUES(gelu_exact(x));
  ATTN_SAME_VALUES(gelu_tanh(x));
  ATTN_SAME_VALUES(softplus(x));
  ATTN_SAME_VALUES(elu_plus_one(x));
}

// Through map and zip_with no kernel computes them, and no rule of reverse mode.
TEST_CASE("special values: scalars") {
  using T = float;
  constexpr std::size_t N = 3;
#define ATTN_SAME_OF_ONE(function)                   \
  ATTN_SAME_VALUES(map(x, [](const auto& element_) { \
    using math::function;                            \
    return function(element_);                       \
  }));
  ATTN_FUNCTIONS_OF_ONE(ATTN_SAME_OF_ONE)
#undef ATTN_SAME_OF_ONE
  ATTN_SAME_VALUES(zip_with([](const auto& a, const auto& b) { return a * b; }, x, flip<0>(x)));
  ATTN_SAME_VALUES(zip_with([](const auto& a, const auto& b) { return a / b; }, x, flip<0>(x)));
  ATTN_SAME_VALUES(tensor<S>(math::max(x(0), x(1))));
  ATTN_SAME_VALUES(tensor<S>(math::min(x(0), x(1))));
  ATTN_SAME_VALUES(
      zip_with([](const auto& a, const auto& b) { return power(a, b); }, x, flip<0>(x)));
  ATTN_SAME_VALUES(tensor<S>(math::select(true, x(0), x(1))));
  ATTN_SAME_VALUES(tensor<S>(x(0) + x(1)));
  ATTN_SAME_VALUES(tensor<S>(x(0) - x(1)));
}

TEST_CASE("special values: products") {
  using T = float;
  constexpr std::size_t N = 19;  // several vectors and a rest
  ATTN_SAME_VALUES(matmul(as_row(x), transpose(as_row(flip<0>(x)))));
  ATTN_SAME_VALUES(matmul(transpose(as_row(x)), as_row(x)));
  ATTN_SAME_VALUES(linear<output_by_input>(x, split<0, dim<2>, dim<N>>(counting<dim<2 * N>>(x))));
  ATTN_SAME_VALUES(add_bias(expand<dim<2>, 0>(x), x));
  ATTN_SAME_VALUES(einsum<"a,b->a b">(x, x));
  ATTN_SAME_VALUES(rotary<half_pairs>(expand<dim<2>>(x)));
}

TEST_CASE("special values: layers") {
  using T = float;
  constexpr std::size_t N = 3;
  ATTN_SAME_VALUES(
      model_of<nn::lstm_cell<S, dim<3>, dim<3>>>(x)(x, initial(lstm_state{x, x})).value.hidden);
  ATTN_SAME_VALUES(model_of<nn::gru_cell<S, dim<3>, dim<3>>>(x)(x, initial(x)).value);
  ATTN_SAME_VALUES(model_of<nn::rnn_cell<S, dim<3>, dim<3>, act::relu>>(x)(x, initial(x)).value);
  ATTN_SAME_VALUES(model_of<nn::feed_forward<S, dim<3>, dim<4>, output_by_input, act::relu>>(x)(x));
  ATTN_SAME_VALUES(model_of<nn::swiglu<S, dim<3>, dim<4>, output_by_input>>(x)(x));
}
