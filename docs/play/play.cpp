// SPDX-License-Identifier: BSL-1.0
// The library as a WebAssembly module, for page.html. It imports nothing and uses no heap: the page
// writes into the buffers that it asks for, calls, and reads. All matrices are in row-major order,
// without gaps.
//
// Each query is computed on its own, because the query axis does not affect the bits of a row: so
// there is one instantiation per (keys, width), not one per (queries, keys, width). The test
// compares the results with whole calls, evaluated by the compiler.
#include "examples/tour/articles.hpp"

#define PLAY_EXPORT(name) extern "C" __attribute__((export_name(#name)))

// What a compiler may call for a loop that copies or fills; there is no C library here.
extern "C" void* memcpy(void* to, const void* from, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
  return to;
}
extern "C" void* memset(void* to, int value, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) static_cast<char*>(to)[i] = static_cast<char>(value);
  return to;
}

namespace {

using namespace attn;

constexpr std::size_t smallest = 1, largest = 8, cells = largest * largest;
using query = axis<"query", 1>;
template <std::size_t N>
using key = axis<"key", N>;
template <std::size_t N>
using d_k = axis<"d_k", N>;
template <std::size_t N>
using d_v = axis<"d_v", N>;

struct {
  double q[cells], k[cells], v[cells];
  std::uint8_t keep[cells];  // per score: may the query attend to the key?
  double scores[cells], scaled[cells], weights[cells], out[cells];
} matrices;
static_assert(sizeof(matrices) == 7 * cells * sizeof(double) + cells);  // state.js: no gaps

// Between a buffer and a tensor.
template <class Tensor, class T>
Tensor read(const T* from) {
  Tensor x{};
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = from[i];
  return x;
}
template <class Tensor, class T>
void write(const Tensor& x, T* to) {
  for (std::size_t i = 0; i < x.size(); ++i) to[i] = x.data()[i];
}

template <std::size_t Keys, std::size_t Width>
void score(std::size_t row, double factor) {
  const auto q = read<tensor<double, query, d_k<Width>>>(matrices.q + row * Width);
  const auto k = read<tensor<double, key<Keys>, d_k<Width>>>(matrices.k);
  const auto scores = attention_scores(q, k);
  write(scores, matrices.scores + row * Keys);
  write(scores * factor, matrices.scaled + row * Keys);
}
template <std::size_t Keys>
void weigh(std::size_t row) {
  const auto scaled = read<tensor<double, query, key<Keys>>>(matrices.scaled + row * Keys);
  const auto mask = read<keep_mask<query, key<Keys>>>(matrices.keep + row * Keys);
  write(masked_softmax(scaled, mask, fully_masked<zero_rows>), matrices.weights + row * Keys);
}
template <std::size_t Keys, std::size_t Width>
void average(std::size_t row) {
  const auto weights = read<tensor<double, query, key<Keys>>>(matrices.weights + row * Keys);
  const auto v = read<tensor<double, key<Keys>, d_v<Width>>>(matrices.v);
  write(matmul(weights, v), matrices.out + row * Width);
}

// f(n) of a length from the page.
template <class F>
bool with_size(std::size_t n, F f) {
  return with_length<smallest, largest>(n, f);
}

namespace story = tour::article_3;

struct {
  std::uint32_t ids[story::longest];
  std::uint32_t causal, positions;
  float scores[story::longest * story::longest], weights[story::longest * story::longest];
  float out[story::longest * story::d_v::size];
} sentence;
static_assert(sizeof(sentence) == (14 + 2 * 144 + 36) * 4);  // also in state.js

// The article's table, and a row for each word that it does not have.
using other_words = axis<"word", story::longest>;
using all_words = axis<"word", story::words.id_bound() + story::longest>;
const tensor<float, all_words, story::width>& all_rows() {
  static constexpr auto rows =
      concat<"word">(story::weights.table,
                     splitmix_fill<splitmix::s24, tensor<float, other_words, story::width>>(12));
  return rows;
}

template <std::size_t Words>
void read_sentence() {
  using token = axis<"token", Words>;
  using id = token_id<all_words::size>;
  tensor<id, token> ids{};
  for (std::size_t i = 0; i < Words; ++i) ids.data()[i] = id(sentence.ids[i]);
  auto x = embedding(ids, all_rows());
  if (sentence.positions) x = x + sinusoidal_positions<token, story::width, float, interleaved>();
  const auto q = matmul(x, story::weights.W_q);
  const auto k = as_keys(matmul(x, story::weights.W_k));
  const auto v = as_keys(matmul(x, story::weights.W_v));
  write(attention_scores(q, k) * default_scale<float>(story::d_k::size), sentence.scores);
  const auto attend = [&](auto... mask) {
    write(attention_weights(q, k, mask...), sentence.weights);
    write(scaled_dot_product_attention(q, k, v, mask...), sentence.out);
  };
  if (sentence.causal)
    attend(causal<>);
  else
    attend();
}

}  // namespace

PLAY_EXPORT(matrices) void* play_matrices() { return &matrices; }
PLAY_EXPORT(default_scale) double play_default_scale(std::size_t width) {
  return default_scale<double>(width);
}
// Returns whether all sizes were within bounds.
PLAY_EXPORT(attend)
bool play_attend(std::size_t queries, std::size_t keys, std::size_t width, std::size_t value_width,
                 double factor) {
  if (queries > largest) return false;
  bool known = true;
  for (std::size_t row = 0; row < queries; ++row)
    known =
        with_size(keys,
                  [&](auto n) {
                    known = known && with_size(width, [&](auto d) { score<n, d>(row, factor); });
                    weigh<n>(row);
                    known = known && with_size(value_width, [&](auto d) { average<n, d>(row); });
                  }) &&
        known;
  return known;
}

PLAY_EXPORT(sentence) void* play_sentence() { return &sentence; }
PLAY_EXPORT(words) std::size_t play_words() { return story::words.size(); }
PLAY_EXPORT(first_id) std::size_t play_first_id() {
  return story::words.id_bound() - story::words.size();
}
PLAY_EXPORT(word) const char* play_word(std::size_t i) { return story::words.begin()[i].data(); }
PLAY_EXPORT(word_length) std::size_t play_word_length(std::size_t i) {
  return story::words.begin()[i].size();
}
// Returns whether the ids and their number were within bounds.
PLAY_EXPORT(read)
bool play_read(std::size_t words) {
  for (std::size_t i = 0; i < words && i < story::longest; ++i)
    if (!token_id<all_words::size>::has(sentence.ids[i])) return false;
  return with_length<1, story::longest>(words, [](auto n) { read_sentence<n>(); });
}
