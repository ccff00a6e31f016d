// SPDX-License-Identifier: BSL-1.0
// What attn/layers/embedding.hpp promises.
#pragma once

#include <attn/layers/embedding.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/one_hot.hpp>
#include <attn/ops/slice.hpp>
#include <attn/text/tokenizer.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/reference/layers_linear_embedding.hpp"
#include "static_tests/reference/seed3_self_attention_seed12.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/article.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::embedding_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using word = axis<"word", 7>;
using width = axis<"width", 4>;

// torch.nn.functional.embedding.
template <class T>
constexpr report as_pytorch() {
  namespace expected = reference::layers_linear_embedding;
  report r;
  const auto ids = launder(as_token_ids<7>(expected::tokens));
  const auto table = launder(as<T>(expected::E));
  const auto y = embedding(ids, table);
  static_assert(std::is_same_v<decltype(y), const matrix<T, 5, 4>>);
  r.check(near(y, expected::embedding));
  r.check(as<double>(y) == expected::embedding.value);  // exactly
  r.bits(y);
  return r;
}

// Article 3: the words of a sentence become rows. Its dictionary numbers 23 words from 1, its table
// has 23 rows: the sentence happens to do without the last word, so its own ids fit.
template <class T>
constexpr report article_3() {
  namespace expected = reference::seed3_self_attention_seed12;
  report r;
  using place = axis<"place", 7>;
  using rows = axis<"word", 23>;
  const auto table = with_axes<rows, width>(as<T>(as<float>(expected::embedding_weight)));
  const auto ids = launder(as_token_ids<23>(with_axes<place>(expected::tokens)));
  const auto x = embedding(ids, table);
  static_assert(std::is_same_v<decltype(x), const tensor<T, place, width>>);
  r.check(near(x, expected::X));
  r.check(bitwise_equal(select<"place">(x, 3), select<"place">(x, 6)));  // "Learning", twice
  r.bits(x);
  // From the words themselves: 24 rows for 23 words, and the compiler says so.
  const auto read = tokenize<place>(article::dictionary, launder(article::sentence));
  r.check(as<int>(read) == as<int>(ids));
  using read_id = decltype(read)::value_type;
  static_assert(!rules::ids_within<rules::element<read_id>, rules::any_axis<rows>>::value);
  nn::embedding<T, axis<"word", article::dictionary.id_bound()>, width> layer;
  for (std::size_t i = 0; i < 23; ++i)
    for (std::size_t j = 0; j < 4; ++j) layer.weight(i, j) = table(i, j);
  r.check(bitwise_equal(layer(read), x));
  return r;
}

constexpr report any_number_of_axes() {
  report r;
  const auto table = launder(filled<tensor<float, word, width>>(1));
  const auto ids = launder(as_token_ids<7>(tensor<int, batch, token>{{6, 0, 3}, {3, 3, 5}}));
  const auto y = embedding(ids, table);
  static_assert(std::is_same_v<decltype(y), const tensor<float, batch, token, width>>);
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t t = 0; t < 3; ++t)
      for (std::size_t w = 0; w < 4; ++w)
        r.check(y(b, t, w) == table(static_cast<std::size_t>(ids(b, t)), w));
  r.bits(y);
  const auto one = embedding(launder(tensor<token_id<7>>(token_id<7>(5))), table);
  static_assert(std::is_same_v<decltype(one), const tensor<float, width>>);
  r.check(bitwise_equal(one, select<"token">(select<"batch">(y, 1), 2)));
  return r;
}

// A table may have more rows than there are ids.
constexpr report rows_to_spare() {
  report r;
  const auto table = launder(filled<tensor<double, word, width>>(2));
  const auto ids = launder(tensor<token_id<2>, token>{1, 0, 1});
  const auto y = embedding(ids, table);
  r.check(bitwise_equal(y, embedding(as_token_ids<7>(as<int>(ids)), table)));
  r.bits(y);
  return r;
}

template <class T>
constexpr report is_one_hot_times_the_table() {
  report r;
  const auto table = launder(filled<tensor<T, word, width>>(3));
  const auto ids = launder(tensor<token_id<7>, token>{6, 2, 6});
  r.check(embedding(ids, table) == matmul(one_hot<word, T>(ids), table));
  return r;
}

constexpr report the_layer() {
  report r;
  using layer = nn::embedding<float, word, width>;
  static_assert(std::is_same_v<layer::weight_type, tensor<float, word, width>>);
  static_assert(parameter_count<layer> == 28);
  layer one = launder(layer{filled<tensor<float, word, width>>(4)});
  const auto ids = launder(tensor<token_id<7>, token>{4, 2, 0});
  r.check(bitwise_equal(one(ids), embedding(ids, one.weight)));
  const auto wide = as<double>(one);
  static_assert(std::is_same_v<decltype(wide), const nn::embedding<double, word, width>>);
  r.check(bitwise_equal(wide(ids), as<double>(one(ids))));
  const layer two = one;
  one.weight(6, 3) += 1;
  r.check(two == two && one != two);
  r.bits(one(ids));
  return r;
}

constexpr report rows_of_anything_that_adds() {
  report r;
  const auto table = launder(filled<matrix<double, 3, 2>>(5));
  const auto ids = launder(tensor<token_id<3>, dim<4>>{2, 0, 1, 2});
  r.check(bitwise_equal(values_of(embedding(ids, as_archetype(table))), embedding(ids, table)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"as PyTorch, double", as_pytorch<double>},
    {"as PyTorch, float", as_pytorch<float>},
    {"article 3, double", article_3<double>},
    {"article 3, float", article_3<float>},
    {"any number of axes", any_number_of_axes},
    {"rows to spare", rows_to_spare},
    {"is one-hot times the table, double", is_one_hot_times_the_table<double>},
    {"is one-hot times the table, float", is_one_hot_times_the_table<float>},
    {"the layer", the_layer},
    {"rows of anything that adds", rows_of_anything_that_adds},
};

}  // namespace attn_tests::embedding_tests
