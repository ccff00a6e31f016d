// SPDX-License-Identifier: BSL-1.0
// What attn/recurrent/rnn.hpp promises.
#pragma once

#include <attn/layers/activation.hpp>
#include <attn/layers/linear.hpp>
#include <attn/ops/slice.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/recurrent/unroll.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/reference/seed2_rnn_step.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/pattern.hpp"

namespace attn_tests::rnn_tests {

using namespace attn;
using in = axis<"in", 2>;
using kept = axis<"kept", 5>;
using batch = axis<"batch", 3>;

// S32: every output of the reference case, with each activation.
template <class T, class Act, class H, class Sequence>
constexpr void reference_with(report& r, const H& h, const Sequence& sequence) {
  using namespace reference::seed2_rnn_step;
  const nn::rnn_cell<T, dim<3>, dim<4>, Act> cell{as<T>(W), as<T>(U), as<T>(b), {}};
  const auto before = launder(initial(as<T>(h0)));
  const auto after = cell(as<T>(x), before);
  r.check(near(after.value, h));
  const auto all = unroll(cell, as<T>(x_seq), before);
  r.check(near(all.outputs, sequence));
  r.check(bitwise_equal(all.last.value, attn::select<0>(all.outputs, 2)));
  // One bias is two, of which one is zero, bit for bit; and so is the free function.
  r.check(rnn_step<Act>(as<T>(x), before, as<T>(W), as<T>(U), as<T>(b)) == after);
  r.bits(after.value);
  r.bits(all.outputs);
}
template <class T>
constexpr report reference_step() {
  using namespace reference::seed2_rnn_step;
  report r;
  const auto before = launder(initial(as<T>(h0)));
  r.check(near(rnn_step<act::identity>(as<T>(x), before, as<T>(W), as<T>(U), as<T>(b)).value, pre));
  reference_with<T, act::tanh>(r, h_tanh, h_seq_tanh);
  reference_with<T, act::sigmoid>(r, h_sigmoid, h_seq_sigmoid);
  reference_with<T, act::relu>(r, h_relu, h_seq_relu);
  return r;
}

// All sizes differ; the numbers are mpmath's.
template <class T>
constexpr report companion() {
  report r;
  using cell_type = nn::rnn_cell<T, in, kept>;
  const auto cell =
      launder(cell_type{pattern<tensor<T, kept, in>>(3), pattern<tensor<T, kept, dim<5>>>(5),
                        pattern<tensor<T, kept>>(7), pattern<tensor<T, kept>>(11)});
  const auto x = pattern<tensor<T, batch, in>>(4);
  const auto h = pattern<tensor<T, batch, kept>>(6);
  const auto after = cell(x, initial(h));
  static_assert(std::is_same_v<decltype(after), const state_after<tensor<T, batch, kept>>>);
  r.check(allclose(after.value, as<T>(tensor<double, batch, kept>{
                                    {-0.49227798606150225, 0.0663088093336163, -0.3718989100163851,
                                     0.44661893794912927, 0.023433209408330664},
                                    {-0.7174371679985985, -0.08184774437873295, 0.6666491906240466,
                                     -0.03514177322837281, 0.6918848746170291},
                                    {-0.8850134423992283, 0.3515292020380951, -0.05852678673317719,
                                     0.36175723113576447, -0.04684069787264808}})));
  // Every row on its own; and (W_ih x + b_ih) + (W_hh h + b_hh), in this order.
  r.check(bitwise_equal(select<"batch">(after.value, 1),
                        cell(select<"batch">(x, 1), initial(select<"batch">(h, 1))).value));
  const auto sum = linear<output_by_input>(x, cell.weight_ih, cell.bias_ih) +
                   linear<output_by_input>(unnamed(h), cell.weight_hh, cell.bias_hh);
  r.check(bitwise_equal(after.value, tanh(sum)));
  r.bits(after.value);
  return r;
}

// (W_ih x + b_ih) + (W_hh h + b_hh), in this order: with numbers of every digit another one shows.
template <class T>
constexpr report order_of_additions() {
  report r;
  const auto cell = launder(made_up<nn::rnn_cell<T, in, kept, act::identity>>(21));
  const auto x = filled<tensor<T, batch, in>>(22);
  const auto h = filled<tensor<T, batch, kept>>(23);
  const auto from_x = linear<output_by_input>(x, cell.weight_ih, cell.bias_ih);
  const auto from_h = linear<output_by_input>(unnamed(h), cell.weight_hh, cell.bias_hh);
  const auto after = cell(x, initial(h));
  r.check(bitwise_equal(after.value, from_x + from_h));
  r.check(!bitwise_equal(
      after.value,
      add_bias(from_x + linear<output_by_input>(unnamed(h), cell.weight_hh), cell.bias_hh)));
  r.check(rnn_step<act::identity>(x, initial(h), cell.weight_ih, cell.weight_hh, cell.bias_ih,
                                  cell.bias_hh) == after);
  // One bias, and none.
  const auto w_h = linear<output_by_input>(unnamed(h), cell.weight_hh);
  const auto one =
      rnn_step<act::identity>(x, initial(h), cell.weight_ih, cell.weight_hh, cell.bias_ih);
  r.check(bitwise_equal(one.value, from_x + w_h));
  const auto none = rnn_step<act::identity>(x, initial(h), cell.weight_ih, cell.weight_hh);
  r.check(bitwise_equal(none.value, linear<output_by_input>(x, cell.weight_ih) + w_h));
  r.bits(after.value);
  return r;
}

// PyTorch's names; a cell as wide as its input, and of one name with it.
constexpr report names() {
  report r;
  using cell_type = nn::rnn_cell<double, in, kept>;
  const auto cell = made_up<cell_type>(1);
  r.check(parameter<"weight_ih">(cell) == cell.weight_ih);
  r.check(parameter<"weight_hh">(cell) == cell.weight_hh);
  r.check(parameter<"bias_ih">(cell) == cell.bias_ih && parameter<"bias_hh">(cell) == cell.bias_hh);
  static_assert(parameter_count<cell_type> == 5 * 2 + 5 * 5 + 2 * 5);
  static_assert(std::is_same_v<decltype(as<float>(cell)), nn::rnn_cell<float, in, kept>>);
  using square = nn::rnn_cell<double, kept, kept, act::relu>;
  static_assert(std::is_same_v<square::input_type, tensor<double, kept, dim<5>>>);
  const auto again = made_up<square>(2);
  const auto after = again(filled<tensor<double, kept>>(3), initial<square::state_type>());
  r.check(after.value.size() == 5);
  // The state keeps the axes that it has.
  const auto unnamed_state = cell(tensor<double, in>{1, 2}, initial<tensor<double, dim<5>>>());
  static_assert(std::is_same_v<decltype(unnamed_state), const state_after<tensor<double, dim<5>>>>);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto cell = made_up<nn::rnn_cell<double, in, kept>>(4);
  const auto x = launder(filled<tensor<double, in>>(5));
  const auto h = launder(filled<tensor<double, kept>>(6));
  const auto a = as_archetype_model(cell)(as_archetype(x), initial(as_archetype(h)));
  r.check(bitwise_equal(values_of(a.value), cell(x, initial(h)).value));
  return r;
}

constexpr report a_call_names_its_rules() {
  report r;
  using w = tensor<double, kept, in>;
  using u = tensor<double, kept, dim<5>>;
  using b = tensor<double, kept>;
  r.check(rules::rnn_weights_call<act::tanh, w, u, b, b>::holds);
  r.check(!rules::rnn_weights_call<act::tanh, b, u>::matrix::value);
  r.check(!rules::rnn_weights_call<act::tanh, w, w>::square::value);
  r.check(!rules::rnn_weights_call<act::tanh, w, u, b, tensor<double, in>>::rows::value);
  r.check(!rules::rnn_weights_call<act::tanh, w, u, tensor<float, kept>>::one_element::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"S32: reference, float", reference_step<float>},
    {"S32: reference, double", reference_step<double>},
    {"companion, float", companion<float>},
    {"companion, double", companion<double>},
    {"order of additions, float", order_of_additions<float>},
    {"order of additions, double", order_of_additions<double>},
    {"names", names},
    {"an archetype will do", an_archetype_will_do},
    {"a call names its rules", a_call_names_its_rules},
};

}  // namespace attn_tests::rnn_tests
