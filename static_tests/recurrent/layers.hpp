// SPDX-License-Identifier: BSL-1.0
// Behaviours of layers, and of texts with lengths in unroll, of attn/recurrent/.
#pragma once

#include "static_tests/reference/padded.hpp"
#include "static_tests/support/both_ways.hpp"
#include "static_tests/support/padded.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::recurrent_layers_tests {
using time = axis<"time", 5>;
using batch = axis<"batch", 3>;
using in = axis<"in", 2>;
using kept = axis<"kept", 3>;
using both = axis<"kept", 6>;
template <class T> using lstm = nn::lstm_cell<T, in, kept>;
template <class T> using gru = nn::gru_cell<T, in, kept>;
template <class Cell> using two_layers = nn::recurrent_layers<nn::bidirectional<Cell>, 2>;

constexpr tensor<int, batch> lengths{4, 1, 5};

template <class T> constexpr auto inputs() {
  return launder(by_formula<tensor<T, time, batch, in>>(2, 2));
}
// h_n or c_n, as PyTorch has them: (layers and directions, batch, hidden).
template <class S> constexpr const auto& hidden_of(const S& state) { return state.hidden; }
template <class T, class... A> constexpr const auto& hidden_of(const tensor<T, A...>& state) {
  return state;
}
constexpr auto in_one_tensor = [](const auto& last, const auto& part) {
  using T = typename std::remove_cvref_t<decltype(part(last.layers[0].forward))>::value_type;
  tensor<T, dim<4>, batch, kept> all;
  auto* to = all.data();
  for (const auto& layer : last.layers)
    for (const auto* state : {&layer.forward, &layer.reverse})
      for (const auto& element : part(*state)) *to++ = element;
  return all;
};

// Each text by itself has the bits that it has in the batch, wherever its batch and time are.
template <class Model, class T> constexpr void texts_are_as_alone(report& r) {
  const auto model = launder(model_by_formula<T, Model>());
  const auto xs = inputs<T>();
  const auto all = unroll<"time">(model, xs, launder(lengths));
  const auto one_text = [&]<std::size_t N>(std::integral_constant<std::size_t, N>, std::size_t b) {
    const auto x = select<"batch">(xs, b);
    const auto alone = unroll(model, narrow<0, N>(x, 0));
    const auto of_text = select<"batch">(all.outputs, b);
    r.same(narrow<0, N>(of_text, 0), alone.outputs);
    for (std::size_t t = N; t < time::size; ++t)
      r.same(select<0>(of_text, t), tensor<T, last_axis<typename decltype(of_text)::shape_type>>{});
    r.check(unroll(model, x, tensor<long>(N)).last == alone.last);
  };
  one_text(std::integral_constant<std::size_t, 4>{}, 0);
  one_text(std::integral_constant<std::size_t, 1>{}, 1);
  one_text(std::integral_constant<std::size_t, 5>{}, 2);
  const auto turned = unroll<"time">(model, permute<"batch", "time", "in">(xs), lengths);
  r.same(permute<"time", "batch", "kept">(turned.outputs), all.outputs);
  r.check(turned.last == all.last);
  // All steps, and more than there are: as without lengths.
  r.check(unroll<"time">(model, xs, tensor<int, batch>{5, 9, 5}) == unroll<"time">(model, xs));
  r.check(unroll<"time">(launder(packed(model)), xs, lengths) == all);
  r.bits(all.outputs);
}

// A cell that shows the order: it appends x to a decimal number.
struct digits {
  using state_type = tensor<int, dim<1>>;
  template <class X, class S>
  constexpr auto operator()(const X& x, const state_before<S>& before) const {
    return state_after<S>{before.value * 10 + x};
  }
};

inline constexpr auto behaviours = [](test_table& tests) {
  // PyTorch's numbers, of pack_padded_sequence.
  tests.executed<float, double>("PyTorch's LSTM", []<class T>(report& r) {
    using namespace reference::padded_lstm;
    const auto all =
        unroll<"time">(launder(model_by_formula<T, two_layers<lstm<T>>>()), inputs<T>(), lengths);
    has_type<tensor<T, time, batch, both>>(all.outputs);
    r.check(near(all.outputs, outputs));
    const auto& last = all.last.value;
    r.check(near(in_one_tensor(last, [](const auto& s) -> const auto& { return s.hidden; }), h_n));
    r.check(near(in_one_tensor(last, [](const auto& s) -> const auto& { return s.cell; }), c_n));
    r.bits(all.outputs);
  });
  tests.executed<float, double>("PyTorch's GRU", []<class T>(report& r) {
    using namespace reference::padded_gru;
    const auto all =
        unroll<"time">(launder(model_by_formula<T, two_layers<gru<T>>>()), inputs<T>(), lengths);
    r.check(near(all.outputs, outputs));
    r.check(
        near(in_one_tensor(all.last.value, [](const auto& s) -> const auto& { return s; }), h_n));
    r.bits(all.outputs);
  });
  // What its backward pass leaves in the inputs and in the parameters.
  tests.proved<float, double>("PyTorch's gradients", []<class T>(report& r) {
    using namespace reference::padded_lstm;
    const auto model = launder(model_by_formula<T, two_layers<lstm<T>>>());
    const auto loss = [](const auto& m, const auto& xs) {
      const auto all = unroll<"time">(m, xs, lengths);
      const auto& y = all.outputs;
      const auto h =
          in_one_tensor(all.last.value, [](const auto& s) -> const auto& { return s.hidden; });
      const auto c =
          in_one_tensor(all.last.value, [](const auto& s) -> const auto& { return s.cell; });
      using states = tensor<double, dim<4>, batch, kept>;
      const auto weighted = [](const auto& x, const auto& by) {
        return sum<0>(sum<0>(sum<0>(multiply(x, type_as(by, x)))));
      };
      return weighted(y, by_formula<tensor<double, time, batch, both>>(3)) +
             weighted(h, by_formula<states>(4)) + weighted(c, by_formula<states>(5));
    };
    const auto all = gradient(loss, model, inputs<T>());
    const auto& by_model = std::get<0>(all);
    r.check(near(std::get<1>(all), dx));
    r.check(near(merge<0, 1, "gates">(parameter<"layers.0.reverse.weight_hh">(by_model)),
        d_weight_hh_l0_reverse));
    r.check(near(
        merge<0, 1, "gates">(parameter<"layers.1.forward.weight_ih">(by_model)), d_weight_ih_l1));
  });
  // In both modes and by differences, by the inputs and by the weights. Padding has no derivative.
  tests.proved("gradients of texts", [](report& r) {
    using reader = nn::bidirectional<nn::rnn_cell<double, in, axis<"kept", 2>>>;
    const auto model = launder(model_by_formula<double, reader>());
    const auto xs = launder(by_formula<tensor<double, axis<"time", 3>, axis<"batch", 2>, in>>(2));
    constexpr tensor<int, axis<"batch", 2>> ends{3, 1};
    const auto of_xs = [&](const auto& x) {
      using T = typename std::remove_cvref_t<decltype(x)>::value_type;
      return unroll<"time">(as<T>(model), x, ends).outputs;
    };
    both_ways::gradient_is_numeric(r, of_xs, xs);
    both_ways::same_by_parameters(
        r, [&](const auto& m) { return unroll<"time">(m, type_as(xs, m), ends).outputs; }, model);
    const auto slope = vjp(of_xs, xs, of_xs(xs));
    r.same(narrow<0, 2>(select<"batch">(slope, 1), 1), matrix<double, 2, 2>{});
  });
  tests.executed<float, double>(
      "texts of a cell", []<class T>(report& r) { texts_are_as_alone<lstm<T>, T>(r); });
  tests.executed<float, double>("texts of layers",
      []<class T>(report& r) { texts_are_as_alone<nn::recurrent_layers<gru<T>, 3>, T>(r); });
  tests.executed<float, double>("texts in both directions",
      []<class T>(report& r) { texts_are_as_alone<two_layers<nn::rnn_cell<T, in, kept>>, T>(r); });
  // What is in the padding does not matter, even where it is no number.
  tests.executed<float, double>("padding is not read", []<class T>(report& r) {
    const auto model = launder(model_by_formula<T, two_layers<lstm<T>>>());
    auto xs = inputs<T>();
    const auto all = unroll<"time">(model, xs, lengths);
    for (std::size_t b = 0; b < 3; ++b)
      for (std::size_t t = static_cast<std::size_t>(lengths(b)); t < 5; ++t)
        for (std::size_t j = 0; j < 2; ++j) xs(t, b, j) = std::numeric_limits<T>::quiet_NaN();
    r.check(unroll<"time">(model, launder(xs), lengths) == all);
  });
  // All states of texts: as by unroll, and as for each text alone.
  tests.executed<float, double>("all states of texts", []<class T>(report& r) {
    const auto cell = launder(model_by_formula<T, lstm<T>>());
    const auto xs = inputs<T>();
    const auto before = initial(lstm_state<tensor<T, batch, kept>>{
        by_formula<tensor<T, batch, kept>>(3), by_formula<tensor<T, batch, kept>>(4)});
    const auto all = unroll_states<"time">(cell, xs, before, launder(lengths));
    has_type<lstm_state<tensor<T, time, batch, kept>>>(all.states);
    const auto short_form = unroll<"time">(cell, xs, before, lengths);
    r.same(all.states.hidden, short_form.outputs);
    r.check(all.last == short_form.last);
    const auto alone = unroll_states(cell, narrow<0, 4>(select<"batch">(xs, 0), 0),
        initial(lstm_state<tensor<T, kept>>{
            select<0>(before.value.hidden, 0), select<0>(before.value.cell, 0)}));
    r.same(narrow<0, 4>(select<"batch">(all.states.cell, 0), 0), alone.states.cell);
    r.same(select<"time">(select<"batch">(all.states.cell, 0), 4), tensor<T, kept>{});
    r.check(unroll_states<"time">(packed(cell), xs, before, lengths) == all);
    r.check(unroll_states<"time">(cell, xs, before, tensor<int, batch>{5, 5, 5}) ==
            unroll_states<"time">(cell, xs, before));
    r.bits(all.states.cell);
    const auto one = select<"batch">(xs, 1);
    const auto start = initial(lstm_state<tensor<T, kept>>{});
    r.check(unroll_states(cell, one, start, tensor<int>(1)).last == cell(select<0>(one, 0), start));
  });
  // No step, more than there are, and a state that goes on.
  tests.proved<float, double>("states", []<class T>(report& r) {
    const auto model = launder(model_by_formula<T, nn::recurrent_layers<lstm<T>, 2>>());
    const auto xs = inputs<T>();
    const auto all = unroll<"time">(model, xs, lengths);
    const auto first = unroll<"time">(model, narrow<"time", 2>(xs, 0), tensor<int, batch>{2, 1, 2});
    const auto rest = unroll<"time">(
        model, narrow<"time", 3>(xs, 2), advance(first.last), tensor<int, batch>{2, 0, 3});
    r.check(rest.last == all.last);
    r.same(narrow<"time", 3>(all.outputs, 2), rest.outputs);
    r.same(select<"batch">(rest.outputs, 1), matrix<T, 3, 3>{});
  });
  // The order of the steps, of a cell of the reader's own.
  tests.proved("directions", [](report& r) {
    const auto x = launder(tensor<int, axis<"time", 4>, dim<1>>{{1}, {2}, {3}, {9}});
    using two = tensor<int, axis<"time", 4>, dim<2>>;
    const auto reader = nn::bidirectional<digits>{};
    r.check(unroll(reader, x, tensor<int>(3)).outputs == two{{1, 321}, {12, 32}, {123, 3}, {0, 0}});
    r.check(unroll(reader, x).outputs == two{{1, 9321}, {12, 932}, {123, 93}, {1239, 9}});
    r.check(unroll(reader, x, tensor<int>(0)).outputs == two{});
  });
  // A decoder whose attention masks by the same lengths decodes as from the text alone.
  tests.proved<float, double>("an encoder of a decoder", []<class T>(report& r) {
    const auto encoder = launder(model_by_formula<T, two_layers<lstm<T>>>());
    const auto xs = inputs<T>();
    const auto memory = unroll<"time">(encoder, xs, lengths);
    using word = axis<"word", 4>;
    using width = axis<"width", 2>;
    using state = axis<"state", 6>;
    using cell = nn::gru_cell<T, axis<"input", 8>, state>;
    using decoder_type = nn::recurrent_decoder<cell, nn::embedding<T, word, width>,
        nn::linear<T, axis<"answer", 14>, word, output_by_input>>;
    const auto decoder = launder(model_by_formula<T, decoder_type>());
    using written = axis<"written", 3>;
    const auto start = initial<tensor<T, state>>();
    const auto padded = greedy_decode<written>(decoder, start, token_id<4>(0),
        with_axes<time, state>(select<"batch">(memory.outputs, 0)), valid_keys(lengths(0)));
    const auto alone = unroll(encoder, narrow<0, 4>(select<"batch">(xs, 0), 0));
    const auto text = greedy_decode<written>(
        decoder, start, token_id<4>(0), with_axes<axis<"time", 4>, state>(alone.outputs));
    r.same(padded.probabilities, text.probabilities);
    r.check(padded.ids == text.ids && padded.last == text.last);
    r.same(narrow<1, 4>(padded.weights, 0), text.weights);
  });
  tests.proved("a call names its rules", [](report& r) {
    using xs = tensor<double, time, batch, in>;
    using S = lstm_state<tensor<double, batch, kept>>;
    constexpr axis_selector first{0};
    using layers = nn::recurrent_layers<lstm<double>, 2>;
    using call = rules::unroll_call<first, layers, xs, state_before<layer_states<S, 2>>>;
    r.check(call::all::value && std::is_base_of_v<typename call::of_layer, call>);
    static_assert(std::is_same_v<typename call::of_layer,
        rules::unroll_layers_call<first, lstm<double>, xs, state_before<layer_states<S, 2>>,
            attn::detail::states_of_layers_of<2>::type>>);
    using of_cell = rules::unroll_call<first, layers, xs, state_before<S>>;
    r.check(!of_cell::same_layers::value && !of_cell::all::value);
    using of_three = rules::unroll_call<first, layers, xs, state_before<layer_states<S, 3>>>;
    r.check(!of_three::same_layers::value && !of_three::all::value);
    using both_ways = nn::bidirectional<lstm<double>>;
    using of_both = rules::unroll_call<first, both_ways, xs, state_before<bidirectional_state<S>>>;
    r.check(of_both::all::value);
    has_type<tensor<double, time, batch, both>>(typename of_both::outputs{});
  });
  tests.proved("names and counts", [](report& r) {
    using model = two_layers<lstm<double>>;
    static_assert(parameter_count<model> == 2 * 12 * (2 + 3 + 2) + 2 * 12 * (6 + 3 + 2));
    model m{};
    r.check(parameter<"layers.1.reverse.weight_ih">(m).size() == 12 * 6);
    r.check(parameter<"layers.0.forward.bias_hh">(m).size() == 12);
    has_type<two_layers<lstm<float>>>(as<float>(m));
    using xs = tensor<double, time, batch, in>;
    using S = lstm_state<tensor<double, batch, kept>>;
    using states = state_before<layer_states<bidirectional_state<S>, 2>>;
    const auto first = cost::unroll<lstm<double>, xs, state_before<S>>();
    const auto second = cost::unroll<nn::lstm_cell<double, both, kept>,
        tensor<double, time, batch, both>, state_before<S>>();
    r.check(cost::unroll<model, xs, states>() == 2 * first + 2 * second);
    cost_is_counted(
        r, 2 * first + 2 * second,
        [](const auto& f, const auto& x) { return unroll<"time">(f, x, lengths); }, model{}, xs{});
  });
};
}  // namespace attn_tests::recurrent_layers_tests
