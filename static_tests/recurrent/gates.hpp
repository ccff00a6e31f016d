// SPDX-License-Identifier: BSL-1.0
// What attn/recurrent/gates.hpp promises: the orders, and the rules of a step. What converts is
// tested with the cells.
#pragma once

#include <attn/layers/linear.hpp>
#include <attn/ops/split.hpp>
#include <attn/recurrent/gates.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::gates_tests {

using namespace attn;
using in = axis<"in", 3>;
using kept = axis<"kept", 5>;
using batch = axis<"batch", 2>;

struct twice {
  using axis = attn::axis<"gates_twice", 3>;
  static constexpr std::size_t reset = 0, update = 1, candidate = 1;
};
struct beyond {
  using axis = attn::axis<"gates_beyond", 3>;
  static constexpr std::size_t reset = 0, update = 1, candidate = 3;
};
struct own {
  using axis = attn::axis<"gates_own", 3>;
  static constexpr std::size_t reset = 2, update = 1, candidate = 0;
};

constexpr report orders() {
  report r;
  using rules::is_gate_order, rules::option, rules::size;
  r.check(is_gate_order<option<gate_order::ifgo>, size<4>>::value);
  r.check(is_gate_order<option<gate_order::ifco>, size<4>>::value);
  r.check(is_gate_order<option<gate_order::iofc>, size<4>>::value);
  r.check(is_gate_order<option<gate_order::rzn>, size<3>>::value);
  r.check(is_gate_order<option<gate_order::zrh>, size<3>>::value);
  r.check(is_gate_order<option<own>, size<3>>::value);
  r.check(!is_gate_order<option<gate_order::rzn>, size<4>>::value);
  r.check(!is_gate_order<option<gate_order::iofc>, size<3>>::value);
  r.check(!is_gate_order<option<twice>, size<3>>::value &&
          !is_gate_order<option<beyond>, size<3>>::value);
  r.check(!is_gate_order<option<int>, size<3>>::value);
  r.check(gate_order::ifgo::axis::size == 4 && gate_order::iofc::axis::size == 4);
  r.check(gate_order::rzn::axis::size == 3 && gate_order::zrh::axis::size == 3);
  r.check(rules::same_gate_order<option<gate_order::ifgo>, option<gate_order::ifco>>::value);
  r.check(!rules::same_gate_order<option<gate_order::ifgo>, option<gate_order::iofc>>::value);
  return r;
}

// PyTorch's (4 * hidden, in) is (gate, hidden, in), in place.
constexpr report memory() {
  report r;
  const auto w = launder(filled<matrix<double, 20, 3>>(1));
  const auto gates = split<0, gate_order::ifgo::axis, kept>(w);
  static_assert(
      std::is_same_v<decltype(gates), const tensor<double, axis<"gates_ifgo", 4>, kept, dim<3>>>);
  r.check(gates(gate_order::ifgo::output, 4, 2) == w(19, 2));
  r.check(gates(gate_order::ifgo::forget, 1, 0) == w(6, 0));
  r.bits(gates);
  return r;
}

// A step with every rule kept; each broken one is a program of rejected/.
constexpr report a_step_is_sound() {
  report r;
  using before = state_before<tensor<double, batch, kept>>;
  using x = tensor<double, batch, in>;
  using input = tensor<double, in>;
  using state = tensor<double, kept>;
  r.check(rules::step_call<x, before, input, state>::holds);
  r.check(rules::step_call<matrix<double, 2, 3>, before, input, state>::holds);
  r.check(rules::step_call<x, before, tensor<double, dim<3>>, tensor<double, dim<5>>>::holds);
  r.check(!rules::step_call<matrix<double, 2, 7>, before, input, state>::holds);
  r.check(!rules::step_call<matrix<double, 3, 3>, before, input, state>::rows::value);
  return r;
}

// Packed weights are (in, gates * hidden): linear's, of all gates' rows.
constexpr report kept_weights() {
  using gates = gate_order::rzn::axis;
  using plain = plain_weights::type<double, gates, kept, in>;
  using packed = packed_weights::type<double, gates, kept, in>;
  report r;
  r.check(std::is_same_v<plain, tensor<double, gates, kept, in>>);
  r.check(std::is_same_v<packed, packed_weight<double, dim<3>, dim<15>>>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"kept weights", kept_weights},
    {"orders", orders},
    {"memory", memory},
    {"a step is sound", a_step_is_sound},
};

}  // namespace attn_tests::gates_tests
