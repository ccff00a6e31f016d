// SPDX-License-Identifier: BSL-1.0
// What attn/models/generate.hpp promises.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::generate_tests {
using word = axis<"word", 11>;
using width = axis<"width", 8>;
using inner = axis<"inner", 12>;
using position = axis<"position", 9>;

template <class T>
using small = nn::language_model<word,
    nn::encoder_layer<T, width, head, inner, input_by_output, act::gelu_exact, pre_norm>, 2,
    nn::learned_positions<T, position, width>, nn::layer_norm<T, width>>;

constexpr tensor<token_id<11>, token> prompt{3, 1, 4};

// The words as they stand, for comparisons.
// (What may be asked for is rules::generate_call; what may not, and the precondition
// generate_requires_a_token_of_each_prompt: static_tests/rejected/.)
template <class... Axes, std::size_t Bound>
constexpr auto numbers(const tensor<token_id<Bound>, Axes...>& ids) {
  return as<int>(ids);
}

// --- by hand -------------------------------------------------------------------------------------

// A model whose weights can be read: width = words, every word is its own direction. The network
// turns each word into the next one; the only head lets "be" look for a "not", which says ".".
constexpr vocabulary_of hamlet{ids_from<0>, {"to", "be", "or", "not", "."}};
inline constexpr std::size_t to = 0, be = 1, or_ = 2, not_ = 3, end = 4;
using five = axis<"word", 5>;
using feature = axis<"feature", 5>;
template <class T>
using poet = nn::language_model<five,
    nn::encoder_layer<T, feature, axis<"head", 1>, axis<"inner", 5>, input_by_output, act::relu,
        pre_norm>,
    1, nn::learned_positions<T, position, feature>>;

template <class T> constexpr poet<T> written_by_hand() {
  poet<T> m{};
  auto& layer = m.layers[0];
  layer.norm1 = layer.norm2 = nn::layer_norm<T, feature>::initial();
  for (std::size_t i = 0; i < 5; ++i) m.embedding.weight(i, i) = 1;
  for (std::size_t i = 0; i < 5; ++i) layer.feed_forward.linear1.weight(i, i) = 1;
  layer.feed_forward.linear2.weight(to, be) = 2;
  layer.feed_forward.linear2.weight(be, or_) = 2;
  layer.feed_forward.linear2.weight(or_, not_) = 2;
  layer.feed_forward.linear2.weight(not_, to) = 2;
  layer.self_attn.q_proj.weight(be, 0) = 4;
  layer.self_attn.k_proj.weight(not_, 0) = 4;
  layer.self_attn.v_proj.weight(not_, end) = 3;
  for (std::size_t i = 0; i < 5; ++i) layer.self_attn.out_proj.weight(i, i) = 1;
  return m;
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double>("to be or not to be", []<class T>(report& r) {
    const auto m = launder(written_by_hand<T>());
    const auto begin = launder(tokenize<axis<"token", 1>>(hamlet, "to"));
    const auto text = generate<6>(m, begin);
    has_type<tensor<token_id<5>, axis<"token", 6>>>(text);
    r.check(text == tokenize<axis<"token", 6>>(hamlet, "be or not to be ."));
    r.bits(numbers(text));
    // Without the head it goes on for ever.
    auto inattentive = m;
    inattentive.layers[0].self_attn = {};
    r.check(generate<6>(inattentive, begin) ==
            tokenize<axis<"token", 6>>(hamlet, "be or not to be or"));
  });
  // Blocks of zeros, and a table that is the identity: the positions alone say what comes.
  tests.proved("the first of equals", [](report& r) {
    poet<double> m{};
    m.positions.weight(0, 3) = 9;
    m.positions.weight(1, 2) = 9;
    m.positions.weight(2, 4) = m.positions.weight(2, 1) = 9;
    // Nothing at position 3: all logits are 0, and the first word wins.
    const auto text =
        generate<4>(launder(m), launder(tensor<token_id<5>, axis<"token", 1>>{token_id<5>(2)}));
    for (std::size_t i = 0; i < 5; ++i) m.embedding.weight(i, i) = 1;
    r.check(numbers(text) == tensor<int, axis<"token", 4>>{0, 0, 0, 0});
    const auto said =
        generate<4>(launder(m), launder(tensor<token_id<5>, axis<"token", 1>>{token_id<5>(2)}));
    r.check(numbers(said) == tensor<int, axis<"token", 4>>{3, 2, 1, 1});
  });
  tests.proved<float, double>("greedy is argmax of every row", []<class T>(report& r) {
    const auto m = launder(splitmix_parameters<splitmix::s24, small<T>>(8, 2));
    const auto begin = launder(prompt);
    const auto text = generate<7>(m, begin);
    has_type<tensor<token_id<11>, axis<"token", 7>>>(text);
    const auto best = argmax<"word">(m(concat<"token">(begin, narrow<0, 6>(text, 0))));
    for (std::size_t i = 0; i < 7; ++i) r.check(text(i) == best(2 + i));
    r.check(generate<1>(m, begin)(0) == text(0));
    r.check(generate<3>(m, begin) == narrow<0, 3>(text, 0));
    r.check(generate<3>(m, concat<"token">(begin, narrow<0, 4>(text, 0))) == narrow<0, 3>(text, 4));
    r.bits(numbers(text));
  });
  // Numbers that anyone can make again: small, from the seed 8.
  tests.proved<float, double>("from a seed", []<class T>(report& r) {
    const auto m = launder(splitmix_parameters<splitmix::s24, small<T>>(8, 2));
    r.check(numbers(generate<7>(m, launder(prompt))) ==
            tensor<int, axis<"token", 7>>{4, 1, 6, 6, 5, 9, 0});
  });
  tests.proved<float, double>("sampled is sample of every row", []<class T>(report& r) {
    const auto m = launder(splitmix_parameters<splitmix::s24, small<T>>(8, 1));
    const auto begin = launder(prompt);
    const auto u = launder(tensor<T, axis<"step", 7>>{0.99, 0.5, 0.75, 0.0, 0.25, 0.875, 0.625});
    const auto text = generate<7>(m, begin, u);
    has_type<tensor<token_id<11>, axis<"token", 7>>>(text);
    const auto rows = m(concat<"token">(begin, narrow<0, 6>(text, 0)));
    for (std::size_t i = 0; i < 7; ++i)
      r.check(text(i) == static_cast<int>(sample(softmax(select<0>(rows, 2 + i)), u(i))));
    r.check(text(3) == 0);  // u = 0 is the first word
    r.bits(numbers(text));
  });
  // With temperature: as of logits that are divided by it.
  tests.proved<float, double>("temperature divides the logits", []<class T>(report& r) {
    const auto m = launder(splitmix_parameters<splitmix::s24, small<T>>(8, 1));
    const auto begin = launder(prompt);
    const auto u = launder(tensor<T, axis<"step", 7>>{0.99, 0.5, 0.75, 0.0, 0.25, 0.875, 0.625});
    const auto hot = generate<7>(m, begin, u, T(3));
    const auto hot_rows = m(concat<"token">(begin, narrow<0, 6>(hot, 0)));
    for (std::size_t i = 0; i < 7; ++i)
      r.check(hot(i) == static_cast<int>(sample(softmax(select<0>(hot_rows, 2 + i) / T(3)), u(i))));
    r.check(!(hot == generate<7>(m, begin, u)));
    r.bits(numbers(hot));
  });
  // A temperature of 1 changes nothing; without any it is greedy, whatever u; 0 itself:
  // generate_requires_a_temperature_above_0, a rejected program.
  tests.proved<float, double>("temperature of 1 and of nearly 0", []<class T>(report& r) {
    const auto m = launder(splitmix_parameters<splitmix::s24, small<T>>(8, 1));
    const auto begin = launder(prompt);
    const auto u = launder(tensor<T, axis<"step", 4>>{0.99, 0.5, 0.75, 0.0});
    const auto text = generate<4>(m, begin, u);
    r.check(generate<4>(m, begin, u, T(1)) == text);
    r.check(generate<4>(m, begin, u, T(0.00001)) == generate<4>(m, begin));
  });
  // Options of a draw: their composition, in each step, by a model of the whole text.
  tests.proved("sampling is its composition", [](report& r) {
    using T = double;
    const auto m = launder(splitmix_parameters<splitmix::s24, small<T>>(8, 1));
    const auto u = launder(tensor<T, dim<4>>{0.9, 0.3, 0.99, 0.6});
    const sampling how{.temperature = 1.5, .top_k = 6, .top_p = 0.8, .repetition_penalty = 1.25};
    const auto text = generate<4>(m, launder(prompt), u, how);
    const auto step = [&]<std::size_t N>(const tensor<token_id<11>, axis<"token", N>>& so_far) {
      const auto logits = repetition_penalty(select<0>(m(so_far), N - 1), so_far, T(1.25)) / T(1.5);
      return static_cast<int>(sample(softmax(top_p(top_k(logits, 6), T(0.8))), u(N - 3)));
    };
    r.check(step(prompt) == static_cast<int>(text(0)));
    r.check(step(concat<0>(prompt, narrow<0, 1>(text, 0))) == static_cast<int>(text(1)));
    r.check(step(concat<0>(prompt, narrow<0, 2>(text, 0))) == static_cast<int>(text(2)));
    r.check(step(concat<0>(prompt, narrow<0, 3>(text, 0))) == static_cast<int>(text(3)));
    r.check(!(generate<4>(m, launder(prompt), u) == text));
    r.check(generate<4>(m, launder(prompt), u, sampling{}) == generate<4>(m, launder(prompt), u));
    r.check(generate<4>(m, launder(prompt), u, {.temperature = 1, .top_k = 1}) ==
            generate<4>(m, launder(prompt)));
  });
  // With a generator: torch_multinomial in each step, of the same probabilities.
  tests.proved("drawn as PyTorch draws", [](report& r) {
    using T = double;
    const auto m = launder(splitmix_parameters<splitmix::s24, small<T>>(8, 1));
    torch_generator g(launder(12u)), by_hand = g;
    const auto text = generate<3>(m, launder(prompt), g, {.temperature = 3, .top_k = 6});
    const auto rows = m(concat<"token">(prompt, narrow<0, 2>(text, 0)));
    for (std::size_t i = 0; i < 3; ++i)
      r.check(text(i) == static_cast<int>(torch_multinomial(
                             by_hand, softmax(top_k(select<0>(rows, 2 + i) / T(3), 6)))));
    r.check(g == by_hand);
    mt19937 engine(launder(12u));
    r.check(generate<2>(m, prompt, engine, 3) ==
            generate_cropped<2>(m, prompt, g = torch_generator(12), {.temperature = 3}));
    r.bits(numbers(text));
  });
  tests.proved<float, double>("until the end", []<class T>(report& r) {
    const auto m = launder(written_by_hand<T>());
    const auto begin = launder(tokenize<axis<"token", 1>>(hamlet, "to"));
    const token_id<5> point(end);
    const auto text = generate_until<8>(m, begin, point);
    r.check(text.length == 6 &&
            text.ids == tokenize<axis<"token", 8>>(hamlet, "be or not to be . . ."));
    const auto shorter = generate_until<4>(m, begin, point);
    r.check(
        shorter.length == 4 && shorter.ids == tokenize<axis<"token", 4>>(hamlet, "be or not to"));
    const auto drawn = generate_until<8>(m, begin, point, tensor<T, dim<8>>{}, {.top_k = 1});
    r.check(drawn.ids == text.ids && drawn.length == 6);
    const generated_ids<token_id<5>, axis<"token", 8>>& same = text;
    r.check(same.length == 6);
  });
  // With as many beams as there are texts nothing is left out: the likeliest of all of them.
  tests.proved("beams", [](report& r) {
    using T = double;
    using words_3 = axis<"word", 3>;
    using tiny = nn::language_model<words_3,
        nn::encoder_layer<T, axis<"width", 2>, axis<"head", 1>, axis<"inner", 3>, input_by_output,
            act::relu, pre_norm>,
        1, nn::learned_positions<T, axis<"position", 4>, axis<"width", 2>>>;
    const auto m = launder(splitmix_parameters<splitmix::s24, tiny>(3, 2));
    using one = axis<"token", 1>;
    const auto begin = launder(tensor<token_id<3>, one>{token_id<3>(1)});
    T best = -99;
    int first = -1, second = -1;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const auto rows = log_softmax(m(tensor<token_id<3>, axis<"token", 2>>{1, i}));
        const T sum = rows(0, i) + rows(1, j);
        if (sum > best) best = sum, first = i, second = j;
      }
    const auto found = beam_search<2, 9>(m, begin);
    r.check(found.length == 2 && found.ids(0) == first && found.ids(1) == second);
    r.check(found.log_probability == best);
    using call = rules::beam_call<2, 9, tiny, tensor<token_id<3>, axis<"token", 1>>>;
    r.check(call::all::value);
    // One beam is greedy.
    r.check(beam_search<3, 1>(m, begin).ids == generate<3>(m, begin));
    const beam_ids<T, token_id<3>, axis<"token", 2>>& same = found;
    r.check(same.length == 2);
  });
  tests.proved("all texts that may end", [](report& r) {
    using T = double;
    using words_3 = axis<"word", 3>;
    using tiny = nn::language_model<words_3,
        nn::encoder_layer<T, axis<"width", 2>, axis<"head", 1>, axis<"inner", 3>, input_by_output,
            act::relu, pre_norm>,
        1, nn::learned_positions<T, axis<"position", 4>, axis<"width", 2>>>;
    const auto m = launder(splitmix_parameters<splitmix::s24, tiny>(3, 2));
    using two = axis<"token", 2>;
    const auto begin = launder(tensor<token_id<3>, axis<"token", 1>>{token_id<3>(1)});
    for (const T penalty : {T(-2), T(1), T(4)})
      for (int last = 0; last < 3; ++last) {
        T best = -99, sum_of_best = 0;
        int first = -1, second = -1;
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) {
            const auto rows = log_softmax(m(tensor<token_id<3>, two>{1, i}));
            const bool ends = i == last;
            if (ends && j != last) continue;  // it is one text, filled up
            const T sum = ends ? rows(0, i) : rows(0, i) + rows(1, j);
            const T score = sum / math::pow(T(ends ? 1 : 2), penalty);
            if (score > best) best = score, sum_of_best = sum, first = i, second = j;
          }
        const auto found = beam_search<2, 9>(m, begin, token_id<3>(last), penalty);
        r.check(found.length == (first == last ? 1u : 2u) && found.log_probability == sum_of_best);
        r.check(found.ids(0) == first && found.ids(1) == second);
      }
  });
  tests.proved("beams that end", [](report& r) {
    using T = double;
    const auto m = launder(written_by_hand<T>());
    const auto begin = launder(tokenize<axis<"token", 1>>(hamlet, "to"));
    const auto text = beam_search<8, 1>(m, begin, token_id<5>(end));
    r.check(text.length == 6 && text.ids == generate_until<8>(m, begin, token_id<5>(end)).ids);
  });
  // Beyond the last position: by the whole model, of its last ids, as nanoGPT crops them.
  tests.proved("cropped", [](report& r) {
    using T = float;
    using three = nn::language_model<word,
        nn::encoder_layer<T, width, head, inner, input_by_output, act::gelu_exact, pre_norm>, 1,
        nn::learned_positions<T, axis<"position", 3>, width>>;
    const auto m = launder(splitmix_parameters<splitmix::s24, three>(5, 2));
    const auto begin = launder(prompt);
    const auto text = generate_cropped<4>(m, begin);
    const auto whole = concat<0>(begin, text);
    for (std::size_t i = 0; i < 4; ++i)
      r.check(static_cast<int>(argmax<0>(select<0>(m(narrow<0, 3>(whole, i)), 2))) ==
              static_cast<int>(text(i)));
    // A prompt that is too long, and one that leaves room.
    const auto four = launder(tensor<token_id<11>, axis<"token", 4>>{7, 3, 1, 4});
    r.check(generate_cropped<2>(m, four) == narrow<0, 2>(text, 0));
    const auto one = launder(tensor<token_id<11>, axis<"token", 1>>{token_id<11>(2)});
    r.check(narrow<0, 3>(generate_cropped<5>(m, one), 0) == generate<3>(m, one));
    r.check(
        generate_cropped<2>(m, four, tensor<T, dim<2>>{}, {.top_k = 1}) == narrow<0, 2>(text, 0));
  });
};
}  // namespace attn_tests::generate_tests
