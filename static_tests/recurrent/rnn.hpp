// SPDX-License-Identifier: BSL-1.0
// Behaviours of rnn, state, gates of attn/recurrent/.
#pragma once

#include <boost/hana/define_struct.hpp>
#include "static_tests/reference/seed2_recurrent.hpp"
#include "static_tests/support/pattern.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::recurrent_rnn_tests {
using kept = axis<"kept", 5>;
using in_2 = axis<"in", 2>;
using batch_3 = axis<"batch", 3>;

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
  r.same(all.last.value, attn::select<0>(all.outputs, 2));
  // One bias is two, of which one is zero, bit for bit; and so is the free function.
  r.check(rnn_step<Act>(as<T>(x), before, as<T>(W), as<T>(U), as<T>(b)) == after);
  r.bits(after.value);
  r.bits(all.outputs);
}

using kept_3 = axis<"kept", 3>;
using vector = tensor<double, kept_3>;
using square_of_state = matrix<double, 2, 2>;

// A state of the reader's own.
struct memory {
  BOOST_HANA_DEFINE_STRUCT(memory, (vector, hidden), (square_of_state, notes));
  friend constexpr bool operator==(const memory&, const memory&) = default;
};
struct speechless {
  BOOST_HANA_DEFINE_STRUCT(speechless, (vector, thought));
};

using in = axis<"in", 3>;

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

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/recurrent/rnn.hpp promises.
  tests.executed<float, double>("S32: reference", []<class T>(report& r) {
    using namespace reference::seed2_rnn_step;
    const auto before = launder(initial(as<T>(h0)));
    r.check(
        near(rnn_step<act::identity>(as<T>(x), before, as<T>(W), as<T>(U), as<T>(b)).value, pre));
    reference_with<T, act::tanh>(r, h_tanh, h_seq_tanh);
    reference_with<T, act::sigmoid>(r, h_sigmoid, h_seq_sigmoid);
    reference_with<T, act::relu>(r, h_relu, h_seq_relu);
  });
  // All sizes differ; the numbers are mpmath's.
  tests.executed<float, double>("companion", []<class T>(report& r) {
    using cell_type = nn::rnn_cell<T, in_2, kept>;
    const auto cell =
        launder(cell_type{pattern<tensor<T, kept, in_2>>(3), pattern<tensor<T, kept, dim<5>>>(5),
            pattern<tensor<T, kept>>(7), pattern<tensor<T, kept>>(11)});
    const auto x = pattern<tensor<T, batch_3, in_2>>(4);
    const auto h = pattern<tensor<T, batch_3, kept>>(6);
    const auto after = cell(x, initial(h));
    has_type<state_after<tensor<T, batch_3, kept>>>(after);
    r.check(
        allclose(after.value, as<T>(tensor<double, batch_3, kept>{
                                  {-0.49227798606150225, 0.0663088093336163, -0.3718989100163851,
                                      0.44661893794912927, 0.023433209408330664},
                                  {-0.7174371679985985, -0.08184774437873295, 0.6666491906240466,
                                      -0.03514177322837281, 0.6918848746170291},
                                  {-0.8850134423992283, 0.3515292020380951, -0.05852678673317719,
                                      0.36175723113576447, -0.04684069787264808}})));
    // Every row on its own; and (W_ih x + b_ih) + (W_hh h + b_hh), in this order.
    r.same(select<"batch">(after.value, 1),
        cell(select<"batch">(x, 1), initial(select<"batch">(h, 1))).value);
    const auto sum = linear<output_by_input>(x, cell.weight_ih, cell.bias_ih) +
                     linear<output_by_input>(unnamed(h), cell.weight_hh, cell.bias_hh);
    r.same(after.value, tanh(sum));
  });
  // (W_ih x + b_ih) + (W_hh h + b_hh), in this order: with numbers of every digit another one shows.
  tests.executed<float, double>("order of additions", []<class T>(report& r) {
    const auto cell = launder(made_up<nn::rnn_cell<T, in_2, kept, act::identity>>(21));
    const auto x = filled<tensor<T, batch_3, in_2>>(22);
    const auto h = filled<tensor<T, batch_3, kept>>(23);
    const auto from_x = linear<output_by_input>(x, cell.weight_ih, cell.bias_ih);
    const auto from_h = linear<output_by_input>(unnamed(h), cell.weight_hh, cell.bias_hh);
    const auto after = cell(x, initial(h));
    r.same(after.value, from_x + from_h);
    r.check(!bitwise_equal(after.value,
        add_bias(from_x + linear<output_by_input>(unnamed(h), cell.weight_hh), cell.bias_hh)));
    r.check(rnn_step<act::identity>(x, initial(h), cell.weight_ih, cell.weight_hh, cell.bias_ih,
                cell.bias_hh) == after);
    // One bias, and none.
    const auto w_h = linear<output_by_input>(unnamed(h), cell.weight_hh);
    const auto one =
        rnn_step<act::identity>(x, initial(h), cell.weight_ih, cell.weight_hh, cell.bias_ih);
    r.same(one.value, from_x + w_h);
    const auto none = rnn_step<act::identity>(x, initial(h), cell.weight_ih, cell.weight_hh);
    r.same(none.value, linear<output_by_input>(x, cell.weight_ih) + w_h);
  });
  // PyTorch's names; a cell as wide as its input, and of one name with it.
  tests.proved("names", [](report& r) {
    using cell_type = nn::rnn_cell<double, in_2, kept>;
    const auto cell = made_up<cell_type>(1);
    r.check(parameter<"weight_ih">(cell) == cell.weight_ih);
    r.check(parameter<"weight_hh">(cell) == cell.weight_hh);
    r.check(
        parameter<"bias_ih">(cell) == cell.bias_ih && parameter<"bias_hh">(cell) == cell.bias_hh);
    static_assert(parameter_count<cell_type> == 5 * 2 + 5 * 5 + 2 * 5);
    static_assert(std::is_same_v<decltype(as<float>(cell)), nn::rnn_cell<float, in_2, kept>>);
    using square = nn::rnn_cell<double, kept, kept, act::relu>;
    static_assert(std::is_same_v<square::input_type, tensor<double, kept, dim<5>>>);
    const auto again = made_up<square>(2);
    const auto after = again(filled<tensor<double, kept>>(3), initial<square::state_type>());
    r.check(after.value.size() == 5);
    // The state keeps the axes that it has.
    const auto unnamed_state = cell(tensor<double, in_2>{1, 2}, initial<tensor<double, dim<5>>>());
    has_type<state_after<tensor<double, dim<5>>>>(unnamed_state);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto cell = made_up<nn::rnn_cell<double, in_2, kept>>(4);
    const auto x = launder(filled<tensor<double, in_2>>(5));
    const auto h = launder(filled<tensor<double, kept>>(6));
    const auto a = as_archetype_model(cell)(as_archetype(x), initial(as_archetype(h)));
    r.same(values_of(a.value), cell(x, initial(h)).value);
  });
  tests.proved("a call names its rules", [](report& r) {
    using w = tensor<double, kept, in_2>;
    using u = tensor<double, kept, dim<5>>;
    using b = tensor<double, kept>;
    r.check(rules::rnn_weights_call<act::tanh, w, u, b, b>::all::value);
    r.check(!rules::rnn_weights_call<act::tanh, b, u>::matrix::value);
    r.check(!rules::rnn_weights_call<act::tanh, w, w>::square::value);
    r.check(!rules::rnn_weights_call<act::tanh, w, u, b, tensor<double, in_2>>::rows::value);
    r.check(!rules::rnn_weights_call<act::tanh, w, u, tensor<float, kept>>::one_element::value);
  });
  // What attn/recurrent/state.hpp promises.
  tests.proved("time goes on", [](report& r) {
    const auto h = launder(vector{1, 2, 3});
    const auto before = initial(h);
    has_type<state_before<vector>>(before);
    r.check(before.value == h && hidden_state(before) == h);
    r.check(initial<vector>() == state_before<vector>{});
    const state_after<vector> after{vector{4, 5, 6}};
    r.check(hidden_state(after) == vector{4, 5, 6});
    const auto next = advance(after);
    has_type<state_before<vector>>(next);
    r.check(next.value == after.value && !(next == before));
    r.bits(hidden_state(next));
  });
  tests.proved("a struct", [](report& r) {
    const auto before = initial(launder(memory{{1, 2, 3}, {{4, 5}, {6, 7}}}));
    r.check(hidden_state(before) == vector{1, 2, 3});
    r.check(&hidden_state(before) == &before.value.hidden);  // no copy
    const state_after<memory> after{before.value};
    r.check(advance(after) == before);
    r.check(initial<memory>().value.notes == square_of_state{});
    r.bits(before.value.notes);
  });
  // A reference into a temporary would be gone before it is used.
  tests.proved("of a temporary", [](report& r) {
    const auto s = launder(memory{{1, 2, 3}, {{4, 5}, {6, 7}}});
    static_assert(std::is_same_v<decltype(hidden_state(initial(s))), vector>);
    const auto& hidden = hidden_state(initial(s));
    r.check(hidden == s.hidden);
    const auto& of_a_tensor = hidden_state(state_after<vector>{s.hidden});
    r.check(of_a_tensor == s.hidden);
    r.bits(hidden);
  });
  // Neither becomes the other but by name.
  tests.proved("two types", [](report& r) {
    using before = state_before<vector>;
    using after = state_after<vector>;
    r.check(!std::is_convertible_v<after, before> && !std::is_convertible_v<before, after>);
    r.check(!std::is_constructible_v<before, after> && !std::is_constructible_v<after, before>);
    r.check(!std::is_assignable_v<before&, after> && !std::is_assignable_v<after&, before>);
    r.check(!std::is_convertible_v<vector, before>);
    using rules::is_state_after, rules::is_state_before, rules::moment_of;
    r.check(is_state_before<moment_of<before>>::value && !is_state_before<moment_of<after>>::value);
    r.check(is_state_after<moment_of<after>>::value && !is_state_after<moment_of<before>>::value);
    r.check(
        !is_state_before<moment_of<vector>>::value && !is_state_after<moment_of<vector>>::value);
    using rules::has_hidden_state, rules::members_of, rules::same_state;
    r.check(
        has_hidden_state<members_of<vector>>::value && has_hidden_state<members_of<memory>>::value);
    r.check(!has_hidden_state<members_of<speechless>>::value);
    r.check(same_state<members_of<vector>, members_of<square_of_state>>::value);
    r.check(!same_state<members_of<vector>, members_of<memory>>::value);
  });
  tests.proved("a call names its rules", [](report& r) {
    r.check(rules::hidden_state_call<state_before<vector>>::all::value);
    r.check(rules::hidden_state_call<state_after<vector>>::all::value);
    r.check(!rules::hidden_state_call<vector>::of_a_step::value);
    r.check(rules::hidden_state_call<vector>::has_hidden::value);
    r.check(!rules::hidden_state_call<state_before<speechless>>::has_hidden::value);
  });
  // What attn/recurrent/gates.hpp promises: the orders, and the rules of a step. What converts is
  // tested with the cells.
  // Packed weights are (in, gates * hidden): linear's, of all gates' rows.
  tests.proved("kept weights", [](report& r) {
    using gates = gate_order::rzn::axis;
    using plain = plain_weights::type<double, gates, kept, in>;
    using packed = packed_weights::type<double, gates, kept, in>;
    r.check(std::is_same_v<plain, tensor<double, gates, kept, in>>);
    r.check(std::is_same_v<packed, packed_weight<double, dim<3>, dim<15>>>);
  });
  tests.proved("orders", [](report& r) {
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
  });
  // PyTorch's (4 * hidden, in) is (gate, hidden, in), in place.
  tests.proved("memory", [](report& r) {
    const auto w = launder(filled<matrix<double, 20, 3>>(1));
    const auto gates = split<0, gate_order::ifgo::axis, kept>(w);
    has_type<tensor<double, axis<"gates_ifgo", 4>, kept, dim<3>>>(gates);
    r.check(gates(gate_order::ifgo::output, 4, 2) == w(19, 2));
    r.check(gates(gate_order::ifgo::forget, 1, 0) == w(6, 0));
    r.bits(gates);
  });
  // A step with every rule kept; each broken one is a program of rejected/.
  tests.proved("a step is sound", [](report& r) {
    using before = state_before<tensor<double, batch, kept>>;
    using x = tensor<double, batch, in>;
    using input = tensor<double, in>;
    using state = tensor<double, kept>;
    r.check(rules::step_call<x, before, input, state>::all::value);
    r.check(rules::step_call<matrix<double, 2, 3>, before, input, state>::all::value);
    r.check(
        rules::step_call<x, before, tensor<double, dim<3>>, tensor<double, dim<5>>>::all::value);
    r.check(!rules::step_call<matrix<double, 2, 7>, before, input, state>::all::value);
    r.check(!rules::step_call<matrix<double, 3, 3>, before, input, state>::rows::value);
  });
};
}  // namespace attn_tests::recurrent_rnn_tests
