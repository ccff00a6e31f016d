// SPDX-License-Identifier: BSL-1.0
// What attn/models/generate.hpp promises of a batch of prompts of different lengths, and
// of a larger model.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::generate_texts_tests {
using word = axis<"word", 11>;
using position = axis<"position", 9>;
using texts = axis<"batch", 3>;

constexpr tensor<token_id<11>, token> prompt{3, 1, 4};

using words = axis<"word", 64>;
using wide = axis<"width", 32>;
template <class T>
using larger = nn::language_model<words,
    nn::encoder_layer<T, wide, axis<"head", 4>, axis<"inner", 128>, input_by_output, act::gelu_tanh,
        pre_norm>,
    2, nn::learned_positions<T, axis<"position", 16>, wide>, nn::layer_norm<T, wide>>;
static_assert(parameter_count<larger<float>> == 28'032);
template <class T>
inline constexpr auto of_28032_parameters = splitmix_parameters<splitmix::s24, larger<T>>(9, 0.25);

template <class T> constexpr auto ragged() {
  using four = axis<"width", 4>;
  using model = nn::language_model<word,
      nn::encoder_layer<T, four, head, axis<"inner", 3>, input_by_output, act::relu, pre_norm>, 1,
      nn::learned_positions<T, position, four>>;
  return launder(splitmix_parameters<splitmix::s24, model>(8, 2));
}
template <class T>
constexpr tensor<T, texts, axis<"step", 4>> draws{
    {0.125, 0.5, 0.875, 0.25}, {0.375, 0.25, 0.75, 0.0}, {0.625, 0.8125, 0.5625, 0.5}};
constexpr sampling choices{.temperature = 2, .top_k = 6, .top_p = 0.9, .repetition_penalty = 1.5};
// f(a prompt alone, its number).
template <class F> constexpr void for_each_prompt(const F& f) {
  f(prompt, 0);
  f(tensor<token_id<11>, axis<"token", 1>>{token_id<11>(5)}, 1);
  f(tensor<token_id<11>, axis<"token", 2>>{2, 6}, 2);
}

inline constexpr auto behaviours = [](test_table& tests) {
  // Within the default limits of both compilers, in one evaluation.
  tests.proved<float, double>("eight tokens", []<class T>(report& r) {
    const auto text =
        generate<8>(of_28032_parameters<T>, launder(tensor<token_id<64>, token>{3, 1, 4}));
    r.check(as<int>(text) == tensor<int, axis<"token", 8>>{4, 54, 15, 44, 1, 29, 29, 16});
  });
  // Texts of a batch get what each gets alone, wherever the padding is.
  tests.proved<float, double>("ragged prompts, padded on the right", []<class T>(report& r) {
    const auto padding = right_padding<token>(tensor<int, texts>{3, 1, 2});
    const auto prompts =
        launder(as_token_ids<11>(tensor<int, texts, token>{{3, 1, 4}, {5, 0, 0}, {2, 6, 0}}));
    const auto likely = generate<4>(ragged<T>(), prompts, padding);
    has_type<tensor<token_id<11>, texts, axis<"token", 4>>>(likely);
    const auto drawn = generate<4>(ragged<T>(), prompts, padding, draws<T>, choices);
    for_each_prompt([&](const auto& text, std::size_t b) {
      r.check(select<0>(likely, b) == generate<4>(ragged<T>(), text));
      r.check(
          select<0>(drawn, b) == generate<4>(ragged<T>(), text, select<0>(draws<T>, b), choices));
    });
    r.bits(as<int>(drawn));
  });
  tests.proved("ragged prompts, padded on the left", [](report& r) {
    const auto padding = as_ignore(left_padding<token>(tensor<int, texts>{3, 1, 2}));
    const auto prompts =
        launder(as_token_ids<11>(tensor<int, texts, token>{{3, 1, 4}, {0, 0, 5}, {0, 2, 6}}));
    const auto m = ragged<double>();
    const auto& u = draws<double>;
    const auto warm = generate<3>(m, prompts, padding, narrow<1, 3>(u, 0), 3);
    const token_id<11> last(select<0>(generate<2>(m, prompts, padding), 1)(1));
    const auto until = generate_until<4>(m, prompts, padding, last);
    const auto drawn = generate_until<4>(m, prompts, padding, last, u, choices);
    for_each_prompt([&](const auto& text, std::size_t b) {
      const auto numbers = select<0>(u, b);
      r.check(select<0>(warm, b) == generate<3>(m, text, narrow<0, 3>(numbers, 0), 3));
      const auto one = generate_until<4>(m, text, last);
      r.check(select<0>(until.ids, b) == one.ids);
      r.check(until.lengths(b) == static_cast<int>(one.length));
      const auto other = generate_until<4>(m, text, last, numbers, choices);
      r.check(select<0>(drawn.ids, b) == other.ids);
      r.check(drawn.lengths(b) == static_cast<int>(other.length));
    });
    const generated_texts<token_id<11>, texts, axis<"token", 4>>& same = until;
    r.check(same.lengths(1) <= 2 && !(same.lengths == tensor<int, texts>{2, 2, 2}));
  });
  // Numbers are drawn for each text of a batch in turn, also after its end.
  tests.proved("ragged prompts, drawn as PyTorch draws", [](report& r) {
    const auto padding = right_padding<token>(tensor<int, texts>{3, 1, 2});
    const auto prompts =
        launder(as_token_ids<11>(tensor<int, texts, token>{{3, 1, 4}, {5, 0, 0}, {2, 6, 0}}));
    const auto m = ragged<double>();
    torch_generator g(launder(3u)), h = g;
    const auto all = generate<3>(m, prompts, padding, g, 30);
    const token_id<11> last(select<0>(all, 1)(0));
    const auto until = generate_until<3>(m, prompts, padding, last, h, sampling{.temperature = 30});
    r.check(until.lengths(1) == 1 && until.lengths(0) == 3 && until.lengths(2) == 3);
    r.check(select<0>(until.ids, 0) == select<0>(all, 0));
    r.check(select<0>(until.ids, 2) == select<0>(all, 2));
    r.check(g == h);
  });
  // A penalty does not see the padding, here of word 5, wherever it is.
  tests.proved("ragged prompts, padded between", [](report& r) {
    const auto padding = keep_where(
        tensor<bool, texts, token>{{true, true, true}, {false, true, false}, {true, false, true}});
    const auto prompts =
        as_token_ids<11>(tensor<int, texts, token>{{3, 1, 4}, {5, 5, 5}, {2, 5, 6}});
    const auto m = ragged<double>();
    const auto drawn = generate<3>(m, prompts, padding, narrow<1, 3>(draws<double>, 0), choices);
    const auto plain =
        generate<3>(m, padded_prompts{prompts, padding}, narrow<1, 3>(draws<double>, 0));
    using of_step = tensor<double, dim<3>>;
    r.check(rules::draws_call<true, std::remove_const_t<decltype(m)>, of_step, dim<3>>::all::value);
    r.check(!rules::draws_call<true, std::remove_const_t<decltype(m)>, of_step, texts,
        dim<3>>::all::value);
    for_each_prompt([&](const auto& text, std::size_t b) {
      const auto numbers = narrow<0, 3>(select<0>(draws<double>, b), 0);
      r.check(select<0>(drawn, b) == generate<3>(m, text, numbers, choices));
      r.check(select<0>(plain, b) == generate<3>(m, text, numbers));
    });
  });
};
}  // namespace attn_tests::generate_texts_tests
