// SPDX-License-Identifier: BSL-1.0
// Gradients of whole layers, as PyTorch's backward passes have them: multi-head attention, a step of
// an LSTM, an encoder layer; by their inputs and by each of their parameters.
#pragma once

#include "static_tests/reference/gradients.hpp"
#include "static_tests/support/backward.hpp"
#include "static_tests/support/torch_layers.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::gradients_tests {
// --- multi-head attention ---------------------------------------------------------------------

constexpr auto self_attention = [](const auto& x, const auto& in, const auto& in_bias,
                                    const auto& out, const auto& out_bias) {
  return torch_multi_head<dim<2>>(in, in_bias, out, out_bias)(x);
};
constexpr auto causal_attention = [](const auto& x, const auto& in, const auto& in_bias,
                                      const auto& out, const auto& out_bias) {
  return torch_multi_head<dim<2>>(in, in_bias, out, out_bias)(x, causal<>);
};

#define ATTN_SELF_CASE(name, f)                                                           \
  template <class T> constexpr report name() {                                            \
    using namespace reference::gradients_##name;                                          \
    report r;                                                                             \
    const auto x = launder(as<T>(X));                                                     \
    const auto in = launder(as<T>(in_proj_weight));                                       \
    const auto in_bias = launder(as<T>(in_proj_bias));                                    \
    const auto to_out = launder(as<T>(out_proj_weight));                                  \
    const auto out_bias = launder(as<T>(out_proj_bias));                                  \
    const auto u = launder(as<T>(dout));                                                  \
    const auto by_x = backward<0>(f, u, x, in, in_bias, to_out, out_bias);                \
    const auto by_in = backward<1>(f, u, x, in, in_bias, to_out, out_bias);               \
    r.check(near(by_x, dX) && near(by_in, din_proj_weight));                              \
    r.check(near(backward<2>(f, u, x, in, in_bias, to_out, out_bias), din_proj_bias));    \
    r.check(near(backward<3>(f, u, x, in, in_bias, to_out, out_bias), dout_proj_weight)); \
    r.check(near(backward<4>(f, u, x, in, in_bias, to_out, out_bias), dout_proj_bias));   \
    r.bits(by_x);                                                                         \
    r.bits(by_in);                                                                        \
    return r;                                                                             \
  }
ATTN_SELF_CASE(mha_self, self_attention)
ATTN_SELF_CASE(mha_causal, causal_attention)
#undef ATTN_SELF_CASE

// --- a step of an LSTM ------------------------------------------------------------------------

// --- an encoder layer, by its input and by all of its parameters at once ------------------------

template <class T>
using encoder_layer =
    nn::encoder_layer<T, dim<4>, dim<2>, dim<5>, output_by_input, act::gelu_exact, post_norm>;

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("mha self, double", [] { return mha_self<double>(); });
  tests.proved<float, double>("mha causal", []<class T>() { return mha_causal<T>(); });
  tests.proved<double>("mha cross, double", []<class T>(report& r) {
    using namespace reference::gradients_mha_cross;
    using reference::gradients_mha_cross::key, reference::gradients_mha_cross::query;
    const auto q = launder(as<T>(query));
    const auto k = launder(as<T>(key));
    const auto v = launder(as<T>(value));
    const auto u = launder(as<T>(dout));
    const auto in = launder(as<T>(in_proj_weight));
    const auto f = [](const auto& x, const auto& y, const auto& z, const auto& w) {
      return torch_multi_head<dim<2>>(w, type_as(in_proj_bias, w), type_as(out_proj_weight, w),
          type_as(out_proj_bias, w))(x, y, z);
    };
    r.check(
        near(backward<0>(f, u, q, k, v, in), dquery) && near(backward<1>(f, u, q, k, v, in), dkey));
    r.check(near(backward<2>(f, u, q, k, v, in), dvalue));
    const auto by_in = backward<3>(f, u, q, k, v, in);
    r.check(near(by_in, din_proj_weight));
    r.bits(by_in);
  });
  tests.proved<float, double>("lstm step", []<class T>(report& r) {
    using namespace reference::gradients_lstm_step;
    const auto f = [](const auto& a, const auto& h_before, const auto& c_before, const auto& w_in,
                       const auto& w_hidden, const auto& b_in, const auto& b_hidden) {
      using gates = gate_order::ifgo::axis;
      using D = typename std::remove_cvref_t<decltype(a)>::value_type;
      nn::lstm_cell<D, dim<2>, dim<3>> cell;
      cell.weight_ih = split<0, gates, dim<3>>(w_in);
      cell.weight_hh = split<0, gates, dim<3>>(w_hidden);
      cell.bias_ih = split<0, gates, dim<3>>(b_in);
      cell.bias_hh = split<0, gates, dim<3>>(b_hidden);
      const auto after = cell(a, initial(lstm_state{h_before, c_before}));
      return concat<0>(after.value.hidden, after.value.cell);
    };
    const auto u = launder(concat<0>(as<T>(dh), as<T>(dc)));
    const auto by = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
      const auto slope = backward<I>(
          f, u, as<T>(x), as<T>(h0), as<T>(c0), as<T>(W_ih), as<T>(W_hh), as<T>(b_ih), as<T>(b_hh));
      r.bits(slope);
      return slope;
    };
    r.check(near(by(std::integral_constant<std::size_t, 0>{}), dx));
    r.check(near(by(std::integral_constant<std::size_t, 1>{}), dh0));
    r.check(near(by(std::integral_constant<std::size_t, 2>{}), dc0));
    r.check(near(by(std::integral_constant<std::size_t, 3>{}), dW_ih));
    r.check(near(by(std::integral_constant<std::size_t, 4>{}), dW_hh));
    r.check(near(by(std::integral_constant<std::size_t, 5>{}), db_ih));
    r.check(near(by(std::integral_constant<std::size_t, 6>{}), db_hh));
  });
  tests.proved<double>("encoder by its input, double", []<class T>(report& r) {
    using namespace reference::gradients_encoder_layer;
    const encoder_layer<T> layer = launder(encoder_layer<T> ATTN_TESTS_TORCH_ENCODER_LAYER(T, ));
    const auto by_x = vjp(
        [&](const auto& x) {
          using D = typename std::remove_cvref_t<decltype(x)>::value_type;
          return as<D>(layer)(x);
        },
        launder(as<T>(X)), launder(as<T>(dout)));
    r.check(near(by_x, dX));
    r.bits(by_x);
  });
  tests.proved<double>("encoder by its parameters, double", []<class T>(report& r) {
    using namespace reference::gradients_encoder_layer;
    const encoder_layer<T> layer = launder(encoder_layer<T> ATTN_TESTS_TORCH_ENCODER_LAYER(T, ));
    const auto u = launder(as<T>(dout));
    const auto slopes = gradient(
        [&](const auto& m) {
          const auto y = multiply(m(type_as(X, m)), type_as(u, m));
          return sum<0>(sum<0>(y));
        },
        layer);
    const auto rows = [&](const auto& packed, std::size_t i) {
      return expected{narrow<0, 4>(packed.value, 4 * i), packed.abs64, packed.rel64, packed.abs32,
          packed.rel32};
    };
    r.check(near(slopes.self_attn.q_proj.weight, rows(dself_attn_in_proj_weight, 0)));
    r.check(near(slopes.self_attn.k_proj.weight, rows(dself_attn_in_proj_weight, 1)));
    r.check(near(slopes.self_attn.v_proj.weight, rows(dself_attn_in_proj_weight, 2)));
    r.check(near(slopes.self_attn.q_proj.bias, rows(dself_attn_in_proj_bias, 0)));
    r.check(near(slopes.self_attn.k_proj.bias, rows(dself_attn_in_proj_bias, 1)));
    r.check(near(slopes.self_attn.v_proj.bias, rows(dself_attn_in_proj_bias, 2)));
    r.check(near(slopes.self_attn.out_proj.weight, dself_attn_out_proj_weight));
    r.check(near(slopes.self_attn.out_proj.bias, dself_attn_out_proj_bias));
    r.check(near(slopes.feed_forward.linear1.weight, dlinear1_weight));
    r.check(near(slopes.feed_forward.linear1.bias, dlinear1_bias));
    r.check(near(slopes.feed_forward.linear2.weight, dlinear2_weight));
    r.check(near(slopes.feed_forward.linear2.bias, dlinear2_bias));
    r.check(near(slopes.norm1.weight, dnorm1_weight) && near(slopes.norm1.bias, dnorm1_bias));
    r.check(near(slopes.norm2.weight, dnorm2_weight) && near(slopes.norm2.bias, dnorm2_bias));
    r.bits(parameters_to_vector(slopes));
  });
};
}  // namespace attn_tests::gradients_tests
