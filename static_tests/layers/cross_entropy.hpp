// SPDX-License-Identifier: BSL-1.0
// Behaviours of cross_entropy, embedding of attn/layers/.
#pragma once

#include "static_tests/reference/layers.hpp"
#include "static_tests/reference/seed3_self_attention.hpp"
#include "static_tests/support/article.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::layers_cross_entropy_tests {
using word_5 = axis<"word", 5>;

// x(b, t, c) = ((7b + 5t + 3c) mod 11) / 4 - 1. The expected numbers were computed from PyTorch's
// formulas with 40 decimal digits.
template <class T> constexpr tensor<T, batch, token, word_5> scores() {
  tensor<T, batch, token, word_5> x;
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t t = 0; t < 3; ++t)
      for (std::size_t c = 0; c < 5; ++c)
        x(b, t, c) = static_cast<T>((7 * b + 5 * t + 3 * c) % 11) / T(4) - T(1);
  return x;
}
constexpr tensor<int, batch, token> ids_of_cross_entropy{{4, -100, 0}, {2, 2, 1}};
template <class T> constexpr tensor<T, word_5> weights{1, 0.5, 2, 1.25, 0.25};

template <class T, class... Axes>
constexpr bool close(const tensor<T, Axes...>& x, const tensor<double, Axes...>& expected) {
  return allclose(x, as<T>(expected), std::is_same_v<T, float> ? T(1e-6) : T(1e-14), T(0));
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/layers/cross_entropy.hpp promises.
  tests.proved<double, float>("as PyTorch", []<class T>(report& r) {
    const auto x = launder(scores<T>());
    const auto targets = launder(ids_of_cross_entropy);
    const auto mean = cross_entropy(x, targets);
    has_type<tensor<T>>(mean);
    r.check(close(mean, tensor<double>(1.73031239051339602)));
    const auto all = cross_entropy<reduction::none>(x, targets);
    has_type<tensor<T, batch, token>>(all);
    r.check(close(all, tensor<double, batch, token>{{2.66074341389644425, 0, 0.74690391394437282},
                           {2.91658560541485939, 1.41074341389644425, 0.91658560541485939}}));
    const auto total = cross_entropy<reduction::sum>(x, targets);
    r.check(close(total, tensor<double>(8.65156195256698010)));
    r.bits(all);
    r.bits(mean);
    r.bits(total);
  });
  tests.proved<double, float>("weights and smoothing", []<class T>(report& r) {
    const auto x = launder(scores<T>());
    const auto targets = launder(ids_of_cross_entropy);
    const auto w = launder(weights<T>);
    const auto all = cross_entropy<reduction::none>(x, targets, w);
    r.check(close(all, tensor<double, batch, token>{{0.66518585347411106, 0, 0.74690391394437282},
                           {5.83317121082971877, 2.82148682779288851, 0.45829280270742969}}));
    const auto mean = cross_entropy(x, targets, w);
    r.check(close(mean, tensor<double>(1.83044184499974276)));
    const auto smooth = cross_entropy(x, targets, {.label_smoothing = 0.1});
    r.check(close(smooth, tensor<double>(1.74831239051339602)));
    const auto both = cross_entropy(x, targets, w, {.label_smoothing = 0.25});
    r.check(close(both, tensor<double>(1.78268190342663229)));
    const auto total = cross_entropy<reduction::sum>(x, targets, w, {.label_smoothing = 0.25});
    r.check(close(total, tensor<double>(10.25042094470313567)));
    r.bits(all);
    r.bits(mean);
    r.bits(smooth);
    r.bits(both);
  });
  // Weights of 1 and a smoothing of 0 change no loss; only the division is by a sum of ones.
  tests.proved("neutral options", [](report& r) {
    const auto x = launder(filled<tensor<float, axis<"token", 7>, axis<"word", 19>>>(1, 4.0));
    const auto targets = launder(tensor<int, axis<"token", 7>>{3, 18, 0, 11, 11, 2, 7});
    tensor<float, axis<"word", 19>> ones;
    for (float& one : ones) one = 1;
    r.check(bits_equal(cross_entropy(x, targets), cross_entropy(x, targets, ones)));
    r.check(bits_equal(cross_entropy(x, targets),
        cross_entropy(x, targets, {.label_smoothing = 0, .ignore_index = 12})));
    r.bits(cross_entropy(x, targets));
  });
  tests.proved("of logarithms", [](report& r) {
    const auto x = launder(scores<double>());
    const auto targets = launder(ids_of_cross_entropy);
    const auto y = log_softmax(x);
    const auto w = launder(weights<double>);
    r.check(bits_equal(nll_loss(y, targets), cross_entropy(x, targets)));
    r.check(bits_equal(nll_loss(y, targets, w), cross_entropy(x, targets, w)));
    r.check(bits_equal(
        nll_loss<reduction::none>(y, targets), cross_entropy<reduction::none>(x, targets)));
    const auto other = launder(tensor<int, batch, token>{{4, -100, 0}, {-100, -100, 1}});
    const auto marked = launder(tensor<int, batch, token>{{4, 9, 0}, {9, 9, 1}});
    r.check(bits_equal(nll_loss<reduction::sum>(y, marked, {.ignore_index = 9}),
        nll_loss<reduction::sum>(y, other)));
    r.check(bits_equal(nll_loss(y, marked, w, {.ignore_index = 9}), nll_loss(y, other, w)));
    r.bits(nll_loss(y, other));
  });
  // Ids of a token_id count unless they are the ignored one; their mean leaves that out.
  tests.proved("token ids", [](report& r) {
    const auto x = launder(scores<double>());
    const auto targets = launder(as_token_ids<5>(tensor<int, batch, token>{{4, 3, 0}, {2, 2, 1}}));
    const auto all = cross_entropy<reduction::none>(x, targets);
    const auto kept = cross_entropy<reduction::none>(x, targets, {.ignore_index = 2});
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t t = 0; t < 3; ++t)
        r.check(kept(b, t) == (targets(b, t) == 2 ? 0.0 : all(b, t)));
    const auto four =
        launder(tensor<double, axis<"kept", 4>>{all(0, 0), all(0, 1), all(0, 2), all(1, 2)});
    const double mean = cross_entropy(x, targets, {.ignore_index = 2})();
    r.check(allclose(mean, sum<"kept">(four)() / 4, 1e-15, 0.0));
    r.bits(kept);
  });
  // One token has no axis; classes may be alone.
  tests.proved("one token", [](report& r) {
    const auto x = launder(tensor<double, word_5>{1, 3, 2, 0, -1});
    const auto l = cross_entropy(x, launder(tensor<int>(1)));
    has_type<tensor<double>>(l);
    r.check(bits_equal(l, tensor<double>(0.0 - log_softmax(x)(1))));
    r.bits(l);
  });
  // The gradient of the mean is (softmax(x) - one_hot(ids)) / n, and 0 for an ignored token.
  tests.proved("gradient by scores", [](report& r) {
    const auto x = launder(scores<double>());
    const auto targets = launder(ids_of_cross_entropy);
    const auto g = gradient([&](const auto& s) { return cross_entropy(s, targets); }, x);
    const auto p = softmax<"word">(x);
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t t = 0; t < 3; ++t)
        for (std::size_t c = 0; c < 5; ++c) {
          const bool counts = targets(b, t) >= 0;
          const bool is_target = targets(b, t) == static_cast<int>(c);
          const double expected = counts ? (p(b, t, c) - (is_target ? 1.0 : 0.0)) / 5 : 0.0;
          r.check(allclose(g(b, t, c), expected, 1e-13, 1e-15));
        }
    r.bits(g);
  });
  // A step down the gradient of a layer's parameters lowers the loss.
  tests.proved("a step of training", [](report& r) {
    using in = axis<"in", 2>;
    using out = axis<"word", 3>;
    using layer = nn::linear<double, in, out, input_by_output>;
    const auto x = launder(tensor<double, axis<"token", 4>, in>{{1, 0}, {0, 1}, {1, 1}, {-1, 2}});
    const auto targets = launder(tensor<int, axis<"token", 4>>{0, 1, 2, 1});
    layer model = launder(layer{filled<typename layer::weight_type>(3), {}});
    const auto loss = [&](const auto& m) { return cross_entropy(m(type_as(x, m)), targets); };
    const double before = loss(model)();
    const auto g = gradient(loss, model);
    model.weight -= 0.5 * g.weight;
    model.bias -= 0.5 * g.bias;
    r.check(loss(model)() < before);
    r.bits(loss(model));
  });
  // (target_is_not_a_class, label_smoothing_must_be_from_0_to_1: rejected programs.)
  tests.proved("options are values", [](report& r) {
    constexpr nll_loss_options as_pytorch_has_it;
    constexpr cross_entropy_options smooth{.label_smoothing = 0.5};
    r.check(as_pytorch_has_it.ignore_index == -100 && smooth.ignore_index == -100);
    const auto x = launder(scores<float>());
    r.check(bits_equal(cross_entropy(x, ids_of_cross_entropy, smooth),
        cross_entropy(x, ids_of_cross_entropy, {.label_smoothing = 0.5})));
    r.check(bits_equal(
        nll_loss(x, ids_of_cross_entropy, as_pytorch_has_it), nll_loss(x, ids_of_cross_entropy)));
  });
  tests.proved("costs", [](report& r) {
    using X = tensor<double, batch, token, word_5>;
    using Y = tensor<int, batch, token>;
    constexpr operation_count constant = cost::cross_entropy<X, Y>();
    static_assert(constant.divisions == 1 && constant.logarithms == 6);
    const auto of_scores = [](const auto& x) { return cross_entropy(x, Y{}); };
    cost_is_counted(r, constant, of_scores, X{});
    const auto of_logarithms_alone = [](const auto& y) { return nll_loss(y, Y{}); };
    cost_is_counted(r, cost::nll_loss<X, Y>(), of_logarithms_alone, X{});
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(scores<double>());
    const auto targets = launder(ids_of_cross_entropy);
    const auto w = launder(weights<double>);
    r.check(
        bitwise_equal(values_of(cross_entropy(as_archetype(x), targets, {.label_smoothing = 0.1})),
            cross_entropy(x, targets, {.label_smoothing = 0.1})));
    r.check(bits_equal(values_of(cross_entropy(as_archetype(x), targets, as_archetype(w))),
        cross_entropy(x, targets, w)));
  });
  // What attn/layers/embedding.hpp promises.
  // torch.nn.functional.embedding.
  tests.proved<double, float>("as PyTorch", []<class T>(report& r) {
    namespace expected = reference::layers_linear_embedding;
    const auto ids = launder(as_token_ids<7>(expected::tokens));
    const auto table = launder(as<T>(expected::E));
    const auto y = embedding(ids, table);
    has_type<matrix<T, 5, 4>>(y);
    r.check(near(y, expected::embedding));
    r.check(as<double>(y) == expected::embedding.value);  // exactly
    r.bits(y);
    // A table is also the output layer of a model that is nn::tied_table.
    const nn::embedding<T, dim<7>, dim<4>> layer{table};
    r.same(layer.logits(y), linear<output_by_input>(y, table));
    const auto other = launder(filled<matrix<T, 7, 4>>(3));
    const nn::embedding<T, dim<7>, dim<4>, nn::own_output<output_by_input>> own{table, {other}};
    r.same(own(ids), y);
    r.same(own.logits(y), linear<output_by_input>(y, other));
  });
  // Article 3: the words of a sentence become rows. Its dictionary numbers 23 words from 1, its table
  // has 23 rows: the sentence happens to do without the last word, so its own ids fit.
  tests.proved<double, float>("article 3", []<class T>(report& r) {
    namespace expected = reference::seed3_self_attention_seed12;
    using place = axis<"place", 7>;
    using rows = axis<"word", 23>;
    const auto table = with_axes<rows, width>(as<T>(as<float>(expected::embedding_weight)));
    const auto ids = launder(as_token_ids<23>(with_axes<place>(expected::tokens)));
    const auto x = embedding(ids, table);
    has_type<tensor<T, place, width>>(x);
    r.check(near(x, expected::X));
    r.same(select<"place">(x, 3), select<"place">(x, 6));  // "Learning", twice
    // From the words themselves: 24 rows for 23 words, and the compiler says so.
    const auto read = tokenize<place>(article::dictionary, launder(article::sentence));
    r.check(as<int>(read) == as<int>(ids));
    using read_id = decltype(read)::value_type;
    static_assert(!rules::ids_within<rules::element<read_id>, rules::any_axis<rows>>::value);
    nn::embedding<T, axis<"word", article::dictionary.id_bound()>, width> layer;
    for (std::size_t i = 0; i < 23; ++i)
      for (std::size_t j = 0; j < 4; ++j) layer.weight(i, j) = table(i, j);
    r.same(layer(read), x);
  });
  tests.proved("any number of axes", [](report& r) {
    const auto table = launder(filled<tensor<float, word, width>>(1));
    const auto ids = launder(as_token_ids<7>(tensor<int, batch, token>{{6, 0, 3}, {3, 3, 5}}));
    const auto y = embedding(ids, table);
    has_type<tensor<float, batch, token, width>>(y);
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t t = 0; t < 3; ++t)
        for (std::size_t w = 0; w < 4; ++w)
          r.check(y(b, t, w) == table(static_cast<std::size_t>(ids(b, t)), w));
    r.bits(y);
    const auto one = embedding(launder(tensor<token_id<7>>(token_id<7>(5))), table);
    has_type<tensor<float, width>>(one);
    r.same(one, select<"token">(select<"batch">(y, 1), 2));
  });
  // A table may have more rows than there are ids.
  tests.proved("rows to spare", [](report& r) {
    const auto table = launder(filled<tensor<double, word, width>>(2));
    const auto ids = launder(tensor<token_id<2>, token>{1, 0, 1});
    const auto y = embedding(ids, table);
    r.same(y, embedding(as_token_ids<7>(as<int>(ids)), table));
  });
  tests.proved<double, float>("is one-hot times the table", []<class T>(report& r) {
    const auto table = launder(filled<tensor<T, word, width>>(3));
    const auto ids = launder(tensor<token_id<7>, token>{6, 2, 6});
    r.check(embedding(ids, table) == matmul(one_hot<word, T>(ids), table));
  });
  tests.proved("the layer", [](report& r) {
    using layer = nn::embedding<float, word, width>;
    static_assert(std::is_same_v<layer::weight_type, tensor<float, word, width>>);
    static_assert(parameter_count<layer> == 28);
    layer one = launder(layer{filled<tensor<float, word, width>>(4)});
    const auto ids = launder(tensor<token_id<7>, token>{4, 2, 0});
    r.same(one(ids), embedding(ids, one.weight));
    const auto wide = as<double>(one);
    has_type<nn::embedding<double, word, width>>(wide);
    r.same(wide(ids), as<double>(one(ids)));
    const layer two = one;
    one.weight(6, 3) += 1;
    r.check(two == two && one != two);
    r.bits(one(ids));
  });
  tests.proved("rows of anything that adds", [](report& r) {
    const auto table = launder(filled<matrix<double, 3, 2>>(5));
    const auto ids = launder(tensor<token_id<3>, dim<4>>{2, 0, 1, 2});
    r.same(values_of(embedding(ids, as_archetype(table))), embedding(ids, table));
  });
  // What attn/layers/cross_entropy.hpp promises of losses of numbers. The numbers are PyTorch's.
  tests.proved<double, float>("losses of numbers, as PyTorch", []<class T>(report& r) {
    using X = tensor<T, axis<"text", 2>, axis<"score", 3>>;
    const X x = launder(X{{-3.5, 0., 0.25}, {40., -0.75, 2.}});
    const X y = launder(
        as<T>(tensor<double, axis<"text", 2>, axis<"score", 3>>{{0., 1., 0.25}, {1., 0., 0.9}}));
    const X p = launder(
        as<T>(tensor<double, axis<"text", 2>, axis<"score", 3>>{{.125, .5, .9}, {1., .25, .999}}));
    constexpr bool single = std::is_same_v<T, float>;
    const auto is = [&](const auto& found, const auto& wanted) {
      r.check(is_close(found, wanted, T(single ? 1e-4 : 1e-13), T(single ? 1e-6 : 1e-15)));
      r.bits(found);
    };
    is(mse_loss(x, y), tensor<T>(T(256.00375)));
    is(mse_loss<reduction::sum>(x, y), tensor<T>(T(1536.0225)));
    is(mse_loss<reduction::none>(x, y),
        as<T>(with_axes<axis<"text", 2>, axis<"score", 3>>(
            matrix<double, 2, 3>{{12.25, 1.0, 0.0}, {1521.0, 0.5625, 1.21}})));
    is(binary_cross_entropy_with_logits(x, y), tensor<T>(T(0.36668933931154707)));
    is(binary_cross_entropy_with_logits<reduction::sum>(x, y, binary_cross_entropy_options{2.5}),
        tensor<T>(T(3.6271869040717797)));
    is(binary_cross_entropy_with_logits<reduction::none>(x, y),
        as<T>(with_axes<axis<"text", 2>, axis<"score", 3>>(
            matrix<double, 2, 3>{{0.029750418272620652, 0.6931471805599453, 0.7634394198788437},
                {0.0, 0.3868710061149, 0.32692801104297248}})));
    is(binary_cross_entropy(p, y), tensor<T>(T(0.5932192620824465)));
    is(binary_cross_entropy<reduction::none>(p, y),
        as<T>(with_axes<axis<"text", 2>, axis<"score", 3>>(
            matrix<double, 2, 3>{{0.13353139262452263, 0.6931471805599453, 1.753278948659991},
                {0.0, 0.2876820724517809, 0.6916759781984386}})));
    // log 0 is bounded, and its derivative is 0: a right answer with probability 1 learns nothing.
    using two = tensor<T, dim<2>>;
    const two sure = launder(two{0, 1}), other = two{1, T(0.5)};
    is(binary_cross_entropy<reduction::none>(sure, other),
        two{T(87.33654475055310), T(43.66827237527655)});
    const auto slope =
        gradient([&](const auto& q) { return binary_cross_entropy(q, other); }, sure);
    r.check(slope == two{0, T(-0.25)});
    // Of -log p at 1, which is -1; PyTorch's quotient is 0 there.
    is(gradient([&](const auto& q) { return binary_cross_entropy(q, y); }, p),
        as<T>(with_axes<axis<"text", 2>, axis<"score", 3>>(
            matrix<double, 2, 3>{{0.19047619047619047, -0.3333333333333333, 1.203703703703704},
                {-1. / 6, 0.2222222222222222, 16.516516516516496}})));
    is(gradient([&](const auto& z) { return mse_loss(z, y); }, x),
        as<T>(with_axes<axis<"text", 2>, axis<"score", 3>>(
            matrix<double, 2, 3>{{-7. / 6, -1. / 3, 0.0}, {13.0, -0.25, 2.2 / 6}})));
    is(gradient(
           [&](const auto& z) {
             return binary_cross_entropy_with_logits(z, y, {.pos_weight = 2.5});
           },
           x),
        as<T>(with_axes<axis<"text", 2>, axis<"score", 3>>(
            matrix<double, 2, 3>{{0.00488537179189272, -0.20833333333333334, 0.024665448119662054},
                {0.0, 0.05347021680410117, -0.030021144458662736}})));
  });
  tests.proved("costs of losses of numbers", [](report& r) {
    using X = tensor<double, axis<"text", 2>, axis<"score", 3>>;
    const X x = filled<X>(1);
    r.check(cost::mse_loss<X, X>() ==
            operation_count{.additions = 6 + 5, .multiplications = 6, .divisions = 1});
    cost_is_counted(
        r, cost::mse_loss<X, X>(), [](const auto& a, const auto& b) { return mse_loss(a, b); }, x,
        x);
    cost_is_counted(
        r, cost::binary_cross_entropy<X, X>(),
        [](const auto& a, const auto& b) { return binary_cross_entropy(a, b); },
        multiply(x, x) * 0.125, x);
    cost_is_counted(
        r, cost::binary_cross_entropy_with_logits<X, X>(),
        [](const auto& a, const auto& b) { return binary_cross_entropy_with_logits(a, b); }, x, x);
  });
};
}  // namespace attn_tests::layers_cross_entropy_tests
