// SPDX-License-Identifier: BSL-1.0
// The worked examples of the articles, one of each system that they describe, as constants: what a
// program prints of them, the compiler has evaluated and checked before.
#pragma once

#include <attn/attention.hpp>
#include <attn/random.hpp>
#include <attn/recurrent.hpp>
#include <attn/text.hpp>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace tour {

using namespace attn;

namespace article_0 {
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;

constexpr tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};
constexpr tensor<double, key, feature> K{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}};
constexpr tensor<double, key, feature> V{{1, 2, 3}, {2, 8, 0}, {2, 6, 3}};

static_assert(allclose(scaled_dot_product_attention(Q, K, V, unscaled),
                       {{1.9366210616669624, 6.683105308334811, 1.5950684074995565},
                        {1.9999939663351456, 7.9639915951322156, 0.05397640531254961},
                        {1.9997046127769653, 7.759892254657784, 0.3583892946751152}}));
static_assert(allclose(scaled_dot_product_attention(Q, K, V),
                       {{1.8638742024430666, 6.319371012215333, 1.7041886963354003},
                        {1.9991095526093676, 7.8141235048674575, 0.27347205835501964},
                        {1.992555107622926, 7.479635591774633, 0.7358772580756072}}));
}  // namespace article_0

// Article 0's second program: queries, keys and values of 3 x 768, cut into 8 heads of 96. It slices
// them; it does not project, as its text asks for (docs/tour/11_head_splits.md).
namespace article_0_heads {
using token = axis<"token", 3>;
using width = axis<"width", 768>;
using head = axis<"head", 8>;
using d_k = axis<"d_k", 96>;
using many = tensor<double, token, width>;

constexpr many Q = splitmix_fill<splitmix::u24, many>(1);
constexpr many K = splitmix_fill<splitmix::u24, many>(2);
constexpr many V = splitmix_fill<splitmix::u24, many>(3);
constexpr auto weights =
    attention_weights(split_heads<head, d_k>(Q), as_keys(split_heads<head, d_k>(K)));
constexpr auto out = attention_of_slices<head>(Q, K, V);

static_assert(allclose(weights(0, 0, 0), 0.32746437891498725, 1e-13));
static_assert(allclose(out(2, 767), 0.3518489110173849, 1e-13));
}  // namespace article_0_heads

// Article 1: four inputs x1 … x4 as columns, embedded as a1 … a4. A projection is W a, so Q = W_q I for
// all of them at once; a score is k . q, so A = K^T Q, and column i of O is b^i.
namespace article_1 {
using token = axis<"token", 4>;
using number = axis<"number", 3>;
using width = axis<"width", 4>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 3>;

constexpr tensor<double, number, token> x{{1, 0, 1, 2}, {0, 1, 1, 0}, {2, 1, 0, 1}};
constexpr tensor<double, width, number> W{{1, 0, 1}, {0, 1, 0}, {1, 0, -1}, {0, 1, 1}};
constexpr tensor<double, d_k, width> W_q{{1, 0, 0, 0}, {0, 1, 0, 1}, {0, 0, 1, 0}, {1, 0, 0, -1}};
constexpr tensor<double, d_k, width> W_k{{0, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 1}};
constexpr tensor<double, d_v, width> W_v{{2, 0, 1, 0}, {0, 1, 0, 3}, {1, -1, 0, 0}};

constexpr auto I = matmul(W, x);
constexpr auto Q = matmul(W_q, I);
constexpr auto K = matmul(W_k, I);
constexpr auto V = matmul(W_v, I);
constexpr auto A = column_scores(Q, K);
constexpr auto A_hat = column_attention_weights(Q, K);
constexpr auto O = column_attention(Q, K, V);

static_assert(A == tensor<double, axis<"key_token", 4>, token>{
                       {5, 6, 8, 7}, {4, 1, 5, 8}, {6, 1, 4, 9}, {7, 6, 7, 8}});
static_assert(
    allclose(O, {{4.951954482067428, 5.696567279915026, 5.025379242370866, 3.755081337596291},
                 {4.184364932908131, 4.5758581800212434, 5.04980351741192, 4.755081337596291},
                 {1.8673779936055637, 2.772425459936269, 2.452723428580931, 1.1326220063944363}}));

// Its heads: q of one head meets the k of that head only, and W_o brings the four numbers that two
// heads of two have found down to three.
using head = axis<"head", 2>;
using d_head = axis<"d_head", 2>;
using stacked = axis<"stacked", 4>;
using less = axis<"less", 3>;

constexpr tensor<double, head, d_head, d_k> W_qh{{{1, 0, 0, 0}, {0, 1, 0, 0}},
                                                 {{0, 0, 1, 0}, {0, 1, 0, 1}}};
constexpr tensor<double, head, d_head, d_k> W_kh{{{1, 0, 0, 1}, {0, 1, 0, 0}},
                                                 {{0, 0, 1, 0}, {1, 0, 0, 0}}};
constexpr tensor<double, head, d_head, d_v> W_vh{{{1, 0, 0}, {0, 1, 0}}, {{0, 1, 1}, {1, 0, -1}}};
constexpr tensor<double, less, stacked> W_o{{1, 0, 2, 0}, {0, 1, 0, -1}, {1, 1, 0, 0}};

constexpr auto q = matmul(W_qh, Q);
constexpr auto k = matmul(W_kh, K);
constexpr auto v = matmul(W_vh, V);
constexpr auto shares = column_attention_weights(q, k);
constexpr auto b = merge<"head", "d_head", "stacked">(column_attention(q, k, v));
constexpr auto out = matmul(W_o, b);

static_assert(std::is_same_v<decltype(out), const tensor<double, less, token>>);
static_assert(
    allclose(out, {{15.874560504277026, 16.98996339849496, 18.712206458724747, 16.553606701583654},
                   {1.2047989549503701, 1.483939854416318, 2.2417099346454705, 2.2233682509103114},
                   {9.116326449445141, 10.245284695045406, 10.009113046277832, 8.0977571534852}}));
}  // namespace article_1

namespace article_2 {
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;

constexpr tensor<double, token, feature> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, feature> K{{0.5, 1}, {1.5, 2}, {2.5, 3}};
constexpr tensor<double, key, feature> V{{10, 20}, {30, 40}, {50, 60}};

static_assert(allclose(scaled_dot_product_attention(Q, K, V),
                       {{47.379530445648584, 57.379530445648584},
                        {49.85730621693215, 59.85730621693215},
                        {49.991620977195865, 59.991620977195865}}));
}  // namespace article_2

// Article 2's system: an encoder reads a sentence word by word, a decoder writes another, and at every
// step its state asks the encoder's states. Nobody trained these numbers; NumPy has checked them.
namespace article_2_translation {
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using letter = axis<"letter", 3>;
using state = axis<"state", 4>;
using word = axis<"word", 5>;
using width = axis<"width", 3>;

constexpr tensor<double, source, letter> x{{-0.8125, 0.125, 0.1875},
                                           {-0.75, -0.8125, -0.84375},
                                           {-0.8125, -0.25, -0.09375},
                                           {-0.34375, -0.09375, 0.28125}};
constexpr nn::rnn_cell<double, letter, state> encoder{{{-0.9375, 0.1875, 0.875},
                                                       {0.625, -0.65625, 0.21875},
                                                       {-0.59375, 0, 0.0625},
                                                       {-0.28125, -0.8125, -0.875}},
                                                      {{0.8125, -0.03125, -1, -0.5},
                                                       {-0.34375, -0.15625, -1, -0.0625},
                                                       {0.0625, 0.03125, 0.625, -0.03125},
                                                       {0.875, -0.59375, 0.71875, 0.09375}},
                                                      {0.09375, -0.375, 0.21875, 0.03125},
                                                      {}};
// The cell takes [context; y], the output layer [state; context; y], y being the last word's row.
constexpr nn::recurrent_decoder<nn::rnn_cell<double, dim<4 + 3>, state>,
                                nn::embedding<double, word, width>,
                                nn::linear<double, dim<4 + 4 + 3>, word, output_by_input>>
    decoder{
        {{{0.625, 0.375, 0.96875, -0.34375, 0.21875, 0.625, -0.96875},
          {0.875, -0.875, -0.6875, 0.21875, 0.75, 0.4375, 0.84375},
          {-0.15625, -0.46875, 0.21875, -0.96875, 0.9375, -0.65625, -0.46875},
          {-0.25, -0.875, 0.59375, -0.96875, -0.78125, 0.1875, -1}},
         {{0.15625, -0.25, 0.875, -0.03125},
          {0.875, -1, 0.28125, -0.8125},
          {-0.78125, -0.75, 0.28125, -0.5625},
          {0.40625, -1, -0.28125, -0.09375}},
         {-0.03125, 0.96875, 0.21875, 0.15625},
         {}},
        {{{0.5, 0.34375, 0.25},
          {0.3125, -0.625, -1},
          {-0.78125, -0.1875, -0.78125},
          {0.8125, 0.375, 0.21875},
          {-0.3125, 0.4375, 0.125}}},
        {{{-0.625, 0, 0, 0.96875, -0.4375, 0.34375, 0.03125, 0.84375, 0.96875, 0.03125, 0},
          {-0.21875, 0.5, 0.8125, -0.40625, -0.625, 0.1875, -0.21875, -0.75, -0.96875, 0.28125,
           -0.9375},
          {-0.53125, -0.34375, -0.03125, 0.75, -0.6875, 0.09375, 0.71875, 0.59375, 0.75, 0.59375,
           -0.5},
          {-0.46875, -0.5, -0.96875, -0.1875, 0.125, 0.21875, -0.3125, -0.40625, -0.25, -0.625, -1},
          {0.5, -0.0625, 0.8125, -0.65625, -0.75, -0.8125, 0.28125, -0.5625, -0.4375, -0.40625,
           -0.15625}},
         {-0.0625, 0.375, -0.15625, -0.34375, 0.8125}}};

constexpr auto read = unroll(encoder, x, initial<tensor<double, state>>());
constexpr auto& memory = read.outputs;
constexpr token_id<5> start(0);
constexpr auto said = greedy_decode<target>(decoder, advance(read.last), start, memory);

static_assert(said.ids == as_token_ids<5>(tensor<int, target>{4, 4, 2}));
static_assert(allclose(
    said.weights,
    {{0.12787450286457888, 0.26409229890097863, 0.3165436357951595, 0.29148956243928303},
     {0.292881652712048, 0.2687964088761033, 0.23191831138917623, 0.20640362702267243},
     {0.35904108959567593, 0.23890625942653038, 0.19960130793568887, 0.20245134304210483}}));
static_assert(allclose(hidden_state(said.last), {-0.5504801809642412, 0.7618078019553436,
                                                 -0.9376366317785548, 0.6333162688479024}));
}  // namespace article_2_translation

// Article 3: a dictionary, a sentence, and weights from torch.manual_seed(12).
namespace article_3 {
constexpr vocabulary_of words{
    ids_from<1>, {"I",        "Like",   "AI",        "And",        "Machine",   "Learning",
                  "Data",     "Model",  "Code",      "Algorithms", "Python",    "Research",
                  "Robots",   "Deep",   "Networks",  "Compute",    "Vision",    "Tools",
                  "Projects", "Neural", "Knowledge", "Automation", "Innovation"}};
constexpr std::string_view sentence = "I Like Machine Learning And Deep Learning";
constexpr std::size_t longest = 12;  // words of a sentence that the program is compiled for

using word = axis<"word", words.id_bound()>;
using width = axis<"width", 4>;
using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 3>;

struct network {
  tensor<float, word, width> table;
  tensor<float, width, d_k> W_q, W_k;
  tensor<float, width, d_v> W_v;
};
constexpr network weights = [] {
  torch_generator g(12);
  // The article has 23 rows for ids up to 23, one too few: row 23 is of zeros here.
  const auto rows = torch_randn<tensor<float, axis<"word", 23>, width>>(g);
  const auto W_q = torch_randn<tensor<float, width, d_k>>(g);
  const auto W_k = torch_randn<tensor<float, width, d_k>>(g);
  const auto W_v = torch_randn<tensor<float, width, d_v>>(g);
  return network{concat<"word">(rows, tensor<float, axis<"word", 1>, width>{}), W_q, W_k, W_v};
}();

template <class Ids>
constexpr auto attend(const Ids& ids) {
  const auto& [table, W_q, W_k, W_v] = weights;
  return self_attention(embedding(ids, table), W_q, W_k, W_v);
}

using token = axis<"token", word_count(sentence)>;
constexpr auto out = attend(tokenize<token>(words, sentence));
static_assert(allclose(select<"token">(out, 0), {0.331246108f, 0.724951506f, 0.887853861f}, 1e-5f));
// "Learning" stands at 3 and at 6, and nothing in the numbers says where.
static_assert(bitwise_equal(select<"token">(out, 3), select<"token">(out, 6)));
}  // namespace article_3

}  // namespace tour
