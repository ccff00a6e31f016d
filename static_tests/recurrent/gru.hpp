// SPDX-License-Identifier: BSL-1.0
// What attn/recurrent/gru.hpp promises.
#pragma once

#include <attn/ops/slice.hpp>
#include <attn/ops/split.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/reference/seed2_gru_step.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/pattern.hpp"

namespace attn_tests::gru_tests {

using namespace attn;
using in = axis<"in", 2>;
using kept = axis<"kept", 5>;
using batch = axis<"batch", 3>;

// S34: every gate and the new state.
template <class T>
constexpr report reference_step() {
  using namespace reference::seed2_gru_step;
  report rep;
  using gates = gate_order::rzn::axis;
  const auto cell = launder(nn::gru_cell<T, dim<3>, dim<4>>{
      split<0, gates, dim<4>>(as<T>(W_ih)), split<0, gates, dim<4>>(as<T>(W_hh)),
      split<0, gates, dim<4>>(as<T>(b_ih)), split<0, gates, dim<4>>(as<T>(b_hh))});
  const auto before = initial(as<T>(h0));
  const auto found = cell.gates(as<T>(x), before);
  rep.check(near(found.reset, r) && near(found.update, z) && near(found.candidate, n));
  const auto after = cell(as<T>(x), before);
  rep.check(near(after.value, h));
  rep.bits(after.value);
  return rep;
}

template <class T, class Reset>
constexpr auto companion_cell() {
  using order = gate_order::rzn::axis;
  return nn::gru_cell<T, in, kept, gate_order::rzn, Reset>{
      pattern<tensor<T, order, kept, in>>(3), pattern<tensor<T, order, kept, dim<5>>>(5),
      pattern<tensor<T, order, kept>>(7), pattern<tensor<T, order, kept>>(11)};
}

// All sizes differ, 3 gates and 3 rows excepted; the numbers are mpmath's.
template <class T>
constexpr report companion() {
  report r;
  const auto x = launder(pattern<tensor<T, batch, in>>(4));
  const auto h = launder(pattern<tensor<T, batch, kept>>(6));
  const auto cell = companion_cell<T, linear_before_reset>();
  const auto after = cell(x, initial(h));
  static_assert(std::is_same_v<decltype(after), const state_after<tensor<T, batch, kept>>>);
  r.check(allclose(after.value, as<T>(tensor<double, batch, kept>{
                                    {-0.4949441407003366, -0.08247233869264183, 0.352972429952986,
                                     -0.1365990091458839, -0.08801819461278051},
                                    {-0.07790937820530836, -0.3595534437709121, 0.20892530825403813,
                                     0.03326859839057448, -0.2825828210349078},
                                    {-0.2405666761944639, 0.2502098066877738, 0.12700788128914084,
                                     -0.11163693521283284, 0.5372863617064452}})));
  // The same weights, and the reset before the matrix: another function.
  const auto reset_first = companion_cell<T, reset_before_linear>()(x, initial(h));
  r.check(allclose(reset_first.value,
                   as<T>(tensor<double, batch, kept>{
                       {-0.4998726128876072, -0.1573721045867653, 0.3859464241631117,
                        -0.19604011002195473, -0.13122071156603055},
                       {-0.08499596585515316, -0.40095145070347366, 0.2408174279556961,
                        0.03560492244755924, -0.32390832663972874},
                       {-0.24216297181858454, 0.1835026353138584, 0.16535779906206358,
                        -0.1113740764671893, 0.47476069381725033}})));
  r.check(bitwise_equal(select<"batch">(after.value, 1),
                        cell(select<"batch">(x, 1), initial(select<"batch">(h, 1))).value));
  r.bits(after.value);
  r.bits(reset_first.value);
  return r;
}

// Another order is other memory and the same cell.
template <class T, class Reset>
constexpr report gate_orders() {
  report r;
  const auto cell = launder(companion_cell<T, Reset>());
  const auto onnx = in_gate_order<gate_order::zrh>(cell);
  static_assert(
      std::is_same_v<decltype(onnx), const nn::gru_cell<T, in, kept, gate_order::zrh, Reset>>);
  r.check(onnx.weight_ih(0, 3, 1) == cell.weight_ih(1, 3, 1));  // update
  r.check(onnx.weight_hh(1, 4, 0) == cell.weight_hh(0, 4, 0));  // reset
  r.check(onnx.bias_hh(2, 2) == cell.bias_hh(2, 2));            // candidate
  const auto x = pattern<tensor<T, in>>(4);
  const auto before = initial(pattern<tensor<T, kept>>(6));
  r.check(bitwise_equal(onnx(x, before).value, cell(x, before).value));
  r.check(in_gate_order<gate_order::rzn>(onnx) == cell);
  r.bits(onnx(x, before).value);
  return r;
}

// Where z = 1, nothing is new.
template <class T>
constexpr report unchanged_state() {
  report r;
  auto cell = made_up<nn::gru_cell<T, in, kept>>(7);
  for (std::size_t j = 0; j < kept::size; ++j) cell.bias_ih(gate_order::rzn::update, j) = T(1000);
  const auto before = initial(launder(filled<tensor<T, kept>>(8)));
  r.check(bitwise_equal(cell(tensor<T, in>{3, -2}, before).value, before.value));
  return r;
}

constexpr report names() {
  report r;
  using cell_type = nn::gru_cell<float, in, kept>;
  const auto cell = made_up<cell_type>(1);
  r.check(parameter<"weight_ih">(cell) == cell.weight_ih);
  r.check(parameter<"weight_hh">(cell) == cell.weight_hh);
  r.check(parameter<"bias_ih">(cell) == cell.bias_ih && parameter<"bias_hh">(cell) == cell.bias_hh);
  static_assert(parameter_count<cell_type> == 3 * (5 * 2 + 5 * 5 + 2 * 5));
  static_assert(std::is_same_v<decltype(as<double>(cell)), nn::gru_cell<double, in, kept>>);
  static_assert(
      std::is_same_v<decltype(cell.gates(tensor<float, in>{}, initial<cell_type::state_type>())),
                     gru_gates<tensor<float, kept>>>);
  using rules::is_reset, rules::option;
  r.check(is_reset<option<linear_before_reset>>::value &&
          is_reset<option<reset_before_linear>>::value);
  r.check(!is_reset<option<gate_order::zrh>>::value && !is_reset<linear_before_reset>::value);
  return r;
}

template <class Reset>
constexpr report an_archetype_will_do() {
  report r;
  const auto cell = made_up<nn::gru_cell<double, in, kept, gate_order::zrh, Reset>>(4);
  const auto x = launder(filled<tensor<double, in>>(5));
  const auto h = launder(filled<tensor<double, kept>>(6));
  const auto a = as_archetype_model(cell)(as_archetype(x), initial(as_archetype(h)));
  r.check(bitwise_equal(values_of(a.value), cell(x, initial(h)).value));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"S34: reference, float", reference_step<float>},
    {"S34: reference, double", reference_step<double>},
    {"companion, float", companion<float>},
    {"companion, double", companion<double>},
    {"gate orders, float", gate_orders<float, linear_before_reset>},
    {"gate orders, double", gate_orders<double, reset_before_linear>},
    {"unchanged state, float", unchanged_state<float>},
    {"unchanged state, double", unchanged_state<double>},
    {"names", names},
    {"an archetype will do", an_archetype_will_do<linear_before_reset>},
    {"an archetype will do, reset first", an_archetype_will_do<reset_before_linear>},
};

}  // namespace attn_tests::gru_tests
