// SPDX-License-Identifier: BSL-1.0
// The rows of the table of run time: what is computed, how large, and how many floating-point
// operations that is. Every contender is a template over a row.
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

namespace bench {

// C = A B. A constant B may be prepared beforehand, by everybody.
struct product {
  std::size_t m, k, n;
  bool constant = false;
};
struct softmax {
  std::size_t rows, columns;
};
struct exp {
  std::size_t count;
};
struct attention {
  std::size_t tokens, width, heads;
  bool causal;
};
// Projections for `heads` heads, attention, and the projection of the output.
struct multi_head {
  std::size_t tokens, width, heads;
};
struct layer_norm {
  std::size_t rows, width;
};
// One step.
struct lstm {
  std::size_t in, hidden;
};
// Two linear layers with the tanh form of GELU between them.
struct feed_forward {
  std::size_t rows, width, inner;
};

#if !defined(ATTN_BENCH_FEW_ROWS)
inline constexpr product products[] = {
    {3, 3, 3},       {4, 4, 4},       {8, 8, 8},           {16, 16, 16},        {24, 24, 24},
    {32, 32, 32},    {50, 50, 50},    {64, 64, 64},        {100, 100, 100},     {128, 128, 128},
    {256, 256, 256}, {512, 512, 512}, {3, 768, 768, true}, {16, 768, 768, true}};
inline constexpr softmax softmaxes[] = {{3, 3}, {24, 3}, {64, 64}, {512, 512}};
inline constexpr exp exps[] = {{4096}};
inline constexpr attention attentions[] = {
    {3, 3, 1, false},    {3, 3, 1, true},    {3, 2, 1, false},    {3, 2, 1, true},
    {7, 3, 1, false},    {7, 3, 1, true},    {3, 96, 8, false},   {3, 96, 8, true},
    {16, 64, 1, false},  {16, 64, 1, true},  {64, 64, 1, false},  {64, 64, 1, true},
    {128, 64, 8, false}, {128, 64, 8, true}, {512, 64, 8, false}, {512, 64, 8, true}};
inline constexpr multi_head multi_heads[] = {{3, 768, 8}, {64, 512, 8}, {128, 768, 12}};
inline constexpr layer_norm layer_norms[] = {{64, 512}};
inline constexpr lstm lstms[] = {{64, 64}, {256, 256}};
inline constexpr feed_forward feed_forwards[] = {{64, 512, 2048}};
#else
// What other instruction sets are judged by.
inline constexpr product products[] = {{64, 64, 64}};
inline constexpr softmax softmaxes[] = {{64, 64}};
inline constexpr std::array<exp, 0> exps{};
inline constexpr attention attentions[] = {{64, 64, 1, false}};
inline constexpr std::array<multi_head, 0> multi_heads{};
inline constexpr std::array<layer_norm, 0> layer_norms{};
inline constexpr std::array<lstm, 0> lstms{};
inline constexpr std::array<feed_forward, 0> feed_forwards{};
#endif

// The i-th row of a list, one after the other: visit.operator()<row>().
template <const auto& Rows, class Visit>
void for_each([[maybe_unused]] const Visit& visit) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (visit.template operator()<Rows[I]>(), ...);
  }(std::make_index_sequence<std::size(Rows)>{});
}

// Names hold only what is plain in a regular expression: the benchmarks are chosen by one.
inline std::string by(std::size_t n) { return std::to_string(n); }
template <class... More>
std::string by(std::size_t n, More... more) {
  return std::to_string(n) + "x" + by(more...);
}
inline std::string name(product r) {
  return std::string("product ") + by(r.m, r.k, r.n) + (r.constant ? " constant B" : "");
}
inline std::string name(softmax r) { return std::string("softmax ") + by(r.rows, r.columns); }
inline std::string name(exp r) { return std::string("exp ") + by(r.count); }
inline std::string name(attention r) {
  return std::string("attention ") + by(r.tokens) + "," + by(r.width) +
         (r.heads > 1 ? std::string(" ") + by(r.heads) + " heads" : "") +
         (r.causal ? " causal" : "");
}
inline std::string name(multi_head r) {
  return std::string("multi-head ") + by(r.tokens, r.width) + std::string(" ") + by(r.heads) +
         " heads";
}
inline std::string name(layer_norm r) { return std::string("layer norm ") + by(r.rows, r.width); }
inline std::string name(lstm r) { return std::string("LSTM ") + by(r.in, r.hidden); }
inline std::string name(feed_forward r) {
  return std::string("GELU network ") + by(r.rows, r.width, r.inner);
}

// What FMAs could do; 0 where they are not what limits the row. Of causal attention, the pairs of a
// query and a key that it may see.
constexpr double operations(product r) { return 2.0 * double(r.m) * double(r.k) * double(r.n); }
constexpr double operations(softmax) { return 0; }
constexpr double operations(exp) { return 0; }
constexpr double operations(attention r) {
  const double t = double(r.tokens), pairs = r.causal ? t * (t + 1) / 2 : t * t;
  return 4.0 * double(r.heads) * double(r.width) * pairs;
}
constexpr double operations(multi_head r) {
  const double t = double(r.tokens), d = double(r.width);
  return 8.0 * t * d * d + 4.0 * t * t * d;
}
constexpr double operations(layer_norm) { return 0; }
constexpr double operations(lstm r) { return 8.0 * double(r.hidden) * double(r.in + r.hidden); }
constexpr double operations(feed_forward r) {
  return 4.0 * double(r.rows) * double(r.width) * double(r.inner);
}

}  // namespace bench
