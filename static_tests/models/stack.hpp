// SPDX-License-Identifier: BSL-1.0
// What attn/models/stack.hpp promises, and that models of a user's blocks are models: their
// parameters are counted, named, converted, packed, trained, and read token by token.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::stack_tests {
using token = axis<"token", 5>;
using source = axis<"source", 3>;
using inner = axis<"inner", 3>;
using position = axis<"position", 8>;

// --- blocks of a user's: a recurrence, a mixer of tokens, a gate for each row --------------------

// s = decay * s + x, for one token after the other; x + s.
template <class T> struct running_sum {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = axes::width;
  using row_type = tensor<T, width>;
  ATTN_MEMBERS(running_sum, (row_type, decay));

  template <axis_like> using state_type = row_type;

  template <class X, class... Options> constexpr X operator()(const X& x, const Options&...) const {
    row_type state{};
    return step(state, x);
  }
  template <class X> constexpr X step(row_type& state, const X& x) const {
    X y;
    for (std::size_t t = 0; t < axis_at<typename X::shape_type, 0>::size; ++t)
      for (std::size_t j = 0; j < width::size; ++j) {
        state(j) = decay(j) * state(j) + x(t, j);
        y(t, j) = x(t, j) + state(j);
      }
    return y;
  }
  friend constexpr bool operator==(const running_sum&, const running_sum&) = default;
};

// As an MLP-Mixer mixes tokens, but looking back only: row t is x_t plus weight(t, s) * x_s, s <= t.
template <class T> struct mixer {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = axes::width;
  using weight_type = tensor<T, position, axis<"from", position::size>>;
  ATTN_MEMBERS(mixer, (weight_type, weight));

  template <axis_like Position> struct state_type {
    tensor<T, Position, width> rows{};
    std::size_t count = 0;
    friend constexpr bool operator==(const state_type&, const state_type&) = default;
  };

  template <class X, class... Options> constexpr X operator()(const X& x, const Options&...) const {
    state_type<position> state{};
    return step(state, x);
  }
  template <class State, class X> constexpr X step(State& state, const X& x) const {
    X y = x;
    for (std::size_t t = 0; t < axis_at<typename X::shape_type, 0>::size; ++t, ++state.count)
      for (std::size_t j = 0; j < width::size; ++j) {
        state.rows(state.count, j) = x(t, j);
        for (std::size_t s = 0; s <= state.count; ++s)
          y(t, j) = y(t, j) + weight(state.count, s) * state.rows(s, j);
      }
    return y;
  }
  friend constexpr bool operator==(const mixer&, const mixer&) = default;
};

// x + sigmoid(gate(x)) * value(x): every row by itself, so that there is nothing to remember.
template <class T> struct gated {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = axes::width;
  using linear_type = nn::linear<T, width, width, output_by_input>;
  ATTN_MEMBERS(gated, (linear_type, gate), (linear_type, value));

  template <axis_like> using state_type = nn::no_state;

  template <class X, class... Options> constexpr X operator()(const X& x, const Options&...) const {
    return x + multiply(attn::sigmoid(gate(x)), value(x));
  }
  template <class X> constexpr X step(nn::no_state&, const X& x) const { return (*this)(x); }
  friend constexpr bool operator==(const gated&, const gated&) = default;
};

// Adds a row of another sequence: a layer of a decoder.
template <class T> struct remember {
  static constexpr std::size_t sequences = 2;
  using value_type = T;
  using width = axes::width;
  using row_type = tensor<T, width>;
  ATTN_MEMBERS(remember, (row_type, bias));

  template <class Y, class Memory, class... Options>
  constexpr Y operator()(const Y& y, const Memory& memory, const Options&...) const {
    return add_bias(y, select<0>(memory, 0) + bias);
  }
};
// Has no steps.
template <class T> struct shift {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = axes::width;
  using row_type = tensor<T, width>;
  ATTN_MEMBERS(shift, (row_type, bias));

  template <class X, class... Options> constexpr X operator()(const X& x, const Options&...) const {
    return add_bias(x, bias);
  }
};

template <class T, class Layout = output_by_input>
using attention = nn::encoder_layer<T, width, head, inner, Layout, act::gelu_tanh, pre_norm>;
template <class T> using mixed = nn::sequential<running_sum<T>, attention<T>, gated<T>, mixer<T>>;
template <class T>
using mlp = nn::sequential<nn::linear<T, width, inner, output_by_input>, act::relu,
    nn::linear<T, inner, width, output_by_input>>;
template <class T>
using writer = nn::language_model<word, mixed<T>, 2, nn::learned_positions<T, position, width>,
    nn::layer_norm<T, width>>;

template <class Model> constexpr Model made_up(std::uint64_t seed) {
  using T = typename std::remove_cvref_t<decltype(parameters_to_vector(Model{}))>::value_type;
  return vector_to_parameters<Model>(filled<tensor<T, dim<parameter_count<Model>>>>(seed, T(0.5)));
}
template <class T> constexpr auto some_rows() { return filled<tensor<T, token, width>>(9, T(1)); }

// --- nn::sequential ------------------------------------------------------------------------------

// --- nn::stack -----------------------------------------------------------------------------------

// --- models of them ------------------------------------------------------------------------------

constexpr tensor<token_id<7>, token> sentence{3, 0, 6, 3, 5};

// Token by token, in pieces, and at once: the same bits, and the state that they lead to.
template <class Model> constexpr void steps_are_rows(report& r) {
  const auto f = launder(made_up<Model>(9));
  const auto ids = launder(sentence);
  const auto all = f(ids);
  auto state = f.start(), at_once = f.start(), in_two = f.start();
  for (std::size_t t = 0; t < 5; ++t) {
    r.check(state.count() == t && state.room() == 8 - t);
    r.same(f.step(state, ids(t)), select<0>(all, t));
  }
  r.same(f.step(at_once, ids), all);
  r.same(f.step(in_two, narrow<0, 2>(ids, 0)), narrow<0, 2>(all, 0));
  r.same(f.step(in_two, narrow<0, 3>(ids, 2)), narrow<0, 3>(all, 2));
  r.check(state == at_once && state == in_two && !(state == f.start()));
  const auto next = generate<3>(f, ids);
  r.check(next(0) == token_id<7>(static_cast<int>(argmax<0>(select<0>(all, 4)))));
}
template <class T>
using of_blocks =
    nn::language_model<word, running_sum<T>, 2, nn::learned_positions<T, position, width>>;
template <class T>
using of_stacks = nn::language_model<word,
    nn::sequential<nn::stack<attention<T>, 2>, nn::stack<nn::sequential<gated<T>, mixer<T>>, 2>>, 1,
    nn::learned_positions<T, position, width>>;

// --- what the folds make of them -----------------------------------------------------------------

// Standard C++ has no array of no layers; the call of such a stack is rejected.
static_assert(sizeof(nn::stack<gated<float>, 0>) == sizeof(nn::stack<gated<float>, 1>));

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double>("is its layers", []<class T>(report& r) {
    const auto f = launder(made_up<mlp<T>>(1));
    const auto x = launder(some_rows<T>());
    const auto y = f(x);
    has_type<tensor<T, token, width>>(y);
    r.same(y, get<2>(f)(act::relu{}(get<0>(f)(x))));
    // Of any operand that the first layer takes, and with the options of those that have some.
    const auto g = launder(made_up<mixed<T>>(2));
    const auto z = g(x, causal<>);
    r.same(z, get<3>(g)(get<2>(g)(get<1>(g)(get<0>(g)(x), causal<>))));
    r.check(!bitwise_equal(z, g(x)));
  });
  tests.proved("options go where they belong", [](report& r) {
    using norm = nn::layer_norm<double, width>;
    const auto f = launder(made_up<nn::sequential<norm, attention<double>, mlp<double>>>(3));
    const auto x = launder(some_rows<double>());
    r.same(f(x, causal<>), get<2>(f)(get<1>(f)(get<0>(f)(x), causal<>)));
  });
  tests.proved("made of layers", [](report& r) {
    const tensor<double, width> one{1, 2, 3, 4}, two{-5, -6, 7, 8};
    const nn::sequential f(shift<double>{one}, act::relu{}, shift<double>{two});
    has_type<nn::sequential<shift<double>, act::relu, shift<double>>>(f);
    r.check(get<0>(f).bias == one && get<2>(f).bias == two);
    const tensor<double, axis<"token", 1>, width> x{{-3, 0, 1, 0}};
    r.check(f(x) == tensor<double, axis<"token", 1>, width>{{-5, -4, 11, 12}});
    auto g = f;
    get<0>(g).bias(0) = 7;
    r.check(parameter<"0.bias">(g) == tensor<double, width>{7, 2, 3, 4});
    const nn::sequential gates(gated<float>{}, running_sum<float>{});
    r.check(gates == nn::sequential<gated<float>, running_sum<float>>{});
    r.check(!(gates == made_up<nn::sequential<gated<float>, running_sum<float>>>(1)));
  });
  // PyTorch's: the number of the layer, which counts those without parameters.
  tests.proved("names", [](report& r) {
    constexpr std::string_view of_mlp[] = {"0.weight", "0.bias", "2.weight", "2.bias"};
    std::size_t i = 0;
    const mlp<float> f{};
    for_each_parameter(
        [&](const auto& name, const auto&) { r.check(name.text == of_mlp[i++]); }, f);
    r.check(i == 4);
    static_assert(parameter_count<mlp<float>> == (4 * 3 + 3) + (3 * 4 + 4));
    static_assert(
        parameter_count<mixed<float>> == 4 + parameter_count<attention<float>> + 2 * (16 + 4) + 64);
    constexpr std::string_view of_mixed[] = {"0.decay", "1.self_attn.q_proj.weight"};
    i = 0;
    const mixed<float> g{};
    for_each_parameter(
        [&](const auto& name, const auto&) {
          if (i < 2) r.check(name.text == of_mixed[i]);
          ++i;
        },
        g);
    r.check(parameter<"3.weight">(g) == tensor<float, position, axis<"from", 8>>{});
    // For Hana, it is a struct.
    static_assert(boost::hana::Struct<mlp<float>>::value);
    // With layers of other alignments, between which there is padding, and without numbers.
    static_assert(attn::detail::is_enumerated<
        nn::sequential<nn::linear<float, dim<1>, dim<1>, output_by_input>, act::relu,
            nn::linear<float, dim<1>, dim<64>, output_by_input>>>);
  });
  tests.proved("what it is in a stack", [](report& r) {
    r.check(nn::stack_layer<mixed<float>, 1> && !nn::stack_layer<mixed<float>, 2>);
    r.check(nn::stack_layer<nn::sequential<remember<float>, remember<float>>, 2>);
    r.check(!nn::stack_layer<mlp<float>, 1>);
    r.check(!nn::stack_layer<nn::sequential<shift<float>, shift<double>>, 1>);
    r.check(nn::stack_layer<nn::stack<mixed<float>, 2>, 1>);
    r.check(nn::stack_layer<nn::stack<shift<float>, 2>, 1>);
    r.check(!nn::stack_layer<nn::stack<mlp<float>, 2>, 1>);
    r.check(nn::recurrent_block<mixed<float>> && nn::recurrent_block<attention<float>>);
    r.check(nn::recurrent_block<nn::stack<mixed<float>, 2>>);
    r.check(!nn::recurrent_block<shift<float>>);
    r.check(!nn::recurrent_block<nn::sequential<gated<float>, shift<float>>>);
    r.check(!nn::recurrent_block<nn::stack<shift<float>, 2>>);
  });
  tests.proved("n of a block", [](report& r) {
    const auto f = launder(made_up<nn::stack<gated<double>, 3>>(4));
    const auto x = launder(some_rows<double>());
    r.same(f(x), f.layers[2](f.layers[1](f.layers[0](x))));
    r.check(parameter<"layers.2.gate.bias">(f) == f.layers[2].gate.bias);
    static_assert(parameter_count<nn::stack<gated<double>, 3>> == 3 * 2 * 20);
    // What it is a stack of need not be a layer of a model.
    using deep = nn::stack<nn::linear<double, width, width, output_by_input>, 2>;
    const auto g = launder(made_up<deep>(5));
    r.same(g(x), g.layers[1](g.layers[0](x)));
    r.check(g == g);  // apart from the next: GCC 14 takes both of one expression for one call
    r.check(!(g == deep{}));
  });
  // Of a sequence: its layers, one time after the other, numbered throughout.
  tests.proved("n times a sequence", [](report& r) {
    using pair = nn::sequential<gated<double>, attention<double>>;
    using four = nn::stack<pair, 2>;
    static_assert(std::is_same_v<four::layers_type,
        nn::sequential<gated<double>, attention<double>, gated<double>, attention<double>>>);
    const auto f = launder(made_up<four>(6));
    const auto x = launder(some_rows<double>());
    const auto y = f(x, causal<>);
    const auto first = get<1>(f.layers)(get<0>(f.layers)(x), causal<>);
    r.same(y, get<3>(f.layers)(get<2>(f.layers)(first), causal<>));
    r.check(parameter<"layers.2.gate.bias">(f) == get<2>(f.layers).gate.bias);
    r.check(parameter<"layers.3.norm1.weight">(f) == get<3>(f.layers).norm1.weight);
  });
  tests.proved("in an encoder", [](report& r) {
    using model = nn::encoder<nn::sequential<gated<double>, attention<double>, running_sum<double>>,
        2, nn::layer_norm<double, width>>;
    const auto f = launder(made_up<model>(7));
    const auto x = launder(some_rows<double>());
    auto y = x;
    y = get<2>(f.layers)(get<1>(f.layers)(get<0>(f.layers)(y), causal<>));
    y = get<5>(f.layers)(get<4>(f.layers)(get<3>(f.layers)(y), causal<>));
    r.same(f(x, causal<>), f.norm(y));
    r.check(parameter<"layers.5.decay">(f) == get<5>(f.layers).decay);
    // A batch, of blocks that take one.
    using batched = nn::encoder<nn::sequential<gated<double>, attention<double>>, 1>;
    const auto g = launder(made_up<batched>(7));
    const auto xs = launder(filled<tensor<double, axis<"batch", 2>, token, width>>(3));
    r.same(select<0>(g(xs), 1), g(select<0>(xs, 1)));
  });
  tests.proved("in a decoder", [](report& r) {
    using layer =
        nn::decoder_layer<double, width, head, inner, output_by_input, act::relu, pre_norm>;
    const auto f = launder(made_up<nn::decoder<nn::sequential<remember<double>, layer>, 1>>(8));
    const auto y = launder(some_rows<double>());
    const auto memory = launder(filled<tensor<double, source, width>>(2));
    const auto at_last =
        get<1>(f.layers)(get<0>(f.layers)(y, memory), memory, self_options(causal<>));
    r.same(f(y, memory, self_options(causal<>)), at_last);
  });
  tests.proved("steps are rows, mixed, float", [](report& r) { steps_are_rows<writer<float>>(r); });
  tests.proved(
      "steps are rows, mixed, double", [](report& r) { steps_are_rows<writer<double>>(r); });
  tests.proved(
      "steps are rows, of blocks, float", [](report& r) { steps_are_rows<of_blocks<float>>(r); });
  tests.proved(
      "steps are rows, of stacks, double", [](report& r) { steps_are_rows<of_stacks<double>>(r); });
  // Blocks without steps make a model without them.
  tests.proved("without steps", [](report& r) {
    using model =
        nn::language_model<word, shift<double>, 2, nn::learned_positions<double, position, width>>;
    const auto f = launder(made_up<model>(10));
    const auto ids = launder(sentence);
    const auto x = f.positions(f.embedding(ids));
    r.same(f(ids), f.logits(f.layers[1](f.layers[0](x))));
  });
  tests.proved("converted and packed", [](report& r) {
    const auto f = launder(made_up<writer<float>>(11));
    static_assert(std::is_same_v<decltype(as<double>(f)), writer<double>>);
    r.check(as<float>(as<double>(f)) == f);
    r.check(vector_to_parameters<writer<float>>(parameters_to_vector(f)) == f);
    const auto x = launder(some_rows<float>());
    using layers = nn::sequential<mlp<float>, attention<float>>;
    const auto g = launder(made_up<layers>(12));
    const auto fast = packed(g);
    static_assert(!std::is_same_v<decltype(fast), const layers>);
    r.same(fast(x), g(x));
    r.same(
        packed(made_up<nn::stack<mlp<float>, 2>>(1))(x), made_up<nn::stack<mlp<float>, 2>>(1)(x));
  });
  tests.proved("gradients", [](report& r) {
    const auto f = launder(made_up<mlp<double>>(13));
    const auto x = launder(some_rows<double>());
    const auto loss = [&x](const auto& model) { return sum<0>(sum<0>(model(type_as(x, model)))); };
    const auto slope = gradient(loss, f);
    static_assert(std::is_same_v<std::remove_cvref_t<decltype(slope)>, mlp<double>>);
    r.check(parameter<"2.bias">(slope) == tensor<double, width>{5, 5, 5, 5});
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto f = made_up<mixed<double>>(14);
    mixed<archetype> g{};
    for_each_parameter(
        [](const auto&, auto& to, const auto& from) { to = as_archetype(from); }, g, f);
    const auto x = launder(some_rows<double>());
    r.same(values_of(g(as_archetype(x), causal<>)), f(x, causal<>));
  });
  tests.proved("cost", [](report& r) {
    using x = tensor<float, token, width>;
    using narrow_rows = tensor<float, token, inner>;
    using up = nn::linear<float, width, inner, output_by_input>;
    using down = nn::linear<float, inner, width, output_by_input>;
    const auto one =
        cost_of<up, x>() + cost_of<act::relu, narrow_rows>() + cost_of<down, narrow_rows>();
    r.check(cost_of<mlp<float>, x>() == one);
    r.check(cost_of<nn::stack<mlp<float>, 3>, x>() == 3 * one);
    using two = nn::sequential<nn::layer_norm<float, width>, attention<float>>;
    r.check(cost_of<two, x>(causal<>) ==
            cost_of<nn::layer_norm<float, width>, x>() + cost_of<attention<float>, x>(causal<>));
    using model = nn::language_model<word, nn::sequential<attention<float>, attention<float>>, 2,
        nn::learned_positions<float, position, width>>;
    using same = nn::language_model<word, attention<float>, 4,
        nn::learned_positions<float, position, width>>;
    using ids = tensor<token_id<7>, token>;
    r.check(cost_of<model, ids>() == cost_of<same, ids>());
    r.check(attn::cost::step<model, ids>(2) == attn::cost::step<same, ids>(2));
  });
  tests.proved("traces", [](report& r) {
    using model = nn::encoder<nn::sequential<gated<double>, attention<double>>, 1>;
    const auto f = launder(made_up<model>(15));
    const auto x = launder(some_rows<double>());
    const auto t = trace(f, x);
    r.same(step_of<"layers.0.output">(t), get<0>(f.layers)(x));
    r.same(step_of<"layers.1.sum1">(t),
        step_of<"layers.0.output">(t) + step_of<"layers.1.self_attn.output">(t));
    r.same(step_of<"output">(t), f(x));
  });
};
}  // namespace attn_tests::stack_tests
