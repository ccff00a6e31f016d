// SPDX-License-Identifier: BSL-1.0
// What the operations mean, in plain loops over arrays of long double with run-time extents: the
// reference of the fuzzer. It includes nothing of attn and is written from the pages of docs/.
//
// A number carries, with its value, a bound of the error of the same number computed in the element
// type: running error analysis. With u the unit roundoff of the element type and s its smallest
// subnormal, and a, b known up to ea, eb:
//
//   a + b    ea + eb + u (|a + b| + ea + eb)
//   a * b    |a| eb + |b| ea + ea eb, plus u of |a b| and of that, plus s
//   a / b    (ea + |a / b| eb) / (|b| - eb), plus u of |a / b| and of that, plus s
//   f(a)     how far f moves within ea, plus k ulp of the result and s (k as documented; math/: 1)
//
// An operation whose operands and result are exact in the element type adds nothing, so integers
// and powers of two are compared exactly, the sign of a zero included. Infinities and NaNs are
// values with the error 0. Where the bound reaches an overflow, a pole or a jump, the error is
// infinite: the number is undecided, and anything is right.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace reference {

// An element type: its unit roundoff, its smallest subnormal, its largest number. For integers the
// unit is 0, and nothing overflows.
struct format {
  int digits;
  long double unit, smallest, largest;
};
inline const format float_format{24, 0x1p-24L, 0x1p-149L, 0x1.fffffep127L};
inline const format double_format{53, 0x1p-53L, 0x1p-1074L, 0x1.fffffffffffffp1023L};
inline const format integer_format{63, 0, 0, 0x1p63L};
void use(const format& f);  // the format of all numbers from here on

// Everything from here on with one mistake, of those that fuzz.py has; 0: none.
void make_mistake(int which);

struct number {
  long double value = 0;
  long double error = 0;
};
bool undecided(const number& a);

number operator+(number a, number b);
number operator-(number a, number b);
number operator-(number a);
number operator*(number a, number b);
number operator/(number a, number b);
number max(number a, number b);
number min(number a, number b);
number constant(long double value);  // the number nearest to it in the element type
number exp(number a);
number log(number a);
number log1p(number a);
number sqrt(number a);
number tanh(number a);
number sigmoid(number a);
number erf(number a);
number sin(number a);
number cos(number a);
number pow(number a, number b);
number relu(number a);
number silu(number a);
number gelu_exact(number a);
number gelu_tanh(number a);
number softplus(number a);
number elu_plus_one(number a);
number identity(number a);
using function = number (*)(number);

using extents = std::vector<std::size_t>;
struct array {
  extents shape;
  std::vector<number> at;
  std::size_t rank() const { return shape.size(); }
};
array zeros(const extents& shape);
std::size_t volume(const extents& shape);

// --- Moving elements ---
array reshaped(array x, const extents& shape);
array permuted(const array& x,
               const std::vector<std::size_t>& order);  // out axis i is axis order[i]
array transposed(const array& x);                       // the last two axes
array concatenated(const std::vector<array>& parts, std::size_t axis);
array narrowed(const array& x, std::size_t axis, std::size_t start, std::size_t length);
array selected(const array& x, std::size_t axis, std::size_t index);
array expanded(const array& x, std::size_t axis, std::size_t size);
array one_hot(const array& ids, std::size_t size);
array embedded(const array& ids, const array& table);
// einops after its groups are taken apart: every axis is a letter; along the letters of `to` that
// `from` lacks, the elements repeat.
array spread(const array& x, const std::string& from, const std::string& to,
             const std::vector<std::size_t>& sizes_of_to);

// --- Arithmetic ---
array each(const array& x, function f);
array both(const array& a, const array& b, const std::function<number(number, number)>& f);
array scaled(const array& a, number s);
array matmul(const array& a, const array& b);  // leading axes pairwise, or b without any
array einsum(const std::vector<array>& x, const std::vector<std::string>& terms,
             const std::string& result);
array add_bias(const array& x, const array& b);
enum class reduction { sum, mean, max, min, product, argmax, variance, logsumexp };
array reduced(const array& x, std::size_t axis, reduction how);
array softmax(const array& x, std::size_t axis);
array log_softmax(const array& x, std::size_t axis);
array layer_norm(const array& x, std::size_t axis, const array* gain, const array* bias,
                 double eps);
array rms_norm(const array& x, std::size_t axis, const array* gain, double eps);
array rotary(const array& x, bool half, std::size_t features,
             const std::vector<long long>& positions, double base);
array sinusoidal(std::size_t tokens, std::size_t width, int layout, std::size_t first);
array linear(const array& x, const array& w, const array* b, bool output_by_input);

// --- Attention ---
using mask = std::vector<char>;  // of (…, token, key) as one, 1 where the query may attend
enum class alignment { first, last };
mask no_mask(const extents& scores);
// i - left <= j - offset <= i + right; a negative bound is none.
mask window(const extents& scores, long long left, long long right, long long offset);
mask keys(const extents& scores, std::size_t count);
mask entries(const extents& scores,
             const std::vector<char>& allowed);  // fewer leading axes will do
mask both(const mask& a, const mask& b);

struct options {
  std::optional<array> scores;  // instead of the dot products
  std::optional<number> scale;  // else 1 / sqrt(d_k); with `scores` none
  bool scales_queries = false;  // and not the scores
  std::optional<number> cap;
  std::optional<array> bias;  // of the scores' axes, or of the last of them
  std::optional<mask> allowed;
  bool nan_rows = false;
  bool skip_masked = false;
  bool hard = false;
};
array scores(const array& q, const array& k);
array attention_weights(const array& q, const array& k, const options& o);
array attention(const array& q, const array& k, const array& v, const options& o);
array repeated_heads(const array& x, std::size_t heads);  // of rank 3 or 4, axis rank - 3
array split_heads(const array& x, std::size_t heads);  // (…, token, width) -> (…, head, token, d)
array merged_heads(const array& x);
array linear_attention(const array& q, const array& k, const array& v);
array additive_scores(const array& q, const array& k, const array& v, const array& w,
                      const array& u);

// --- Layers, whose parameters are taken one after the other in the order of their walk ---
struct parameters {
  const std::vector<array>* all;
  std::size_t next = 0;
  const array& take() { return (*all)[next++]; }
};
struct layer_kind {
  std::size_t heads;
  bool output_by_input, pre_norm;
  function activation;
};
array linear_layer(const array& x, parameters& p, bool output_by_input, bool bias);
array feed_forward(const array& x, parameters& p, bool output_by_input, function activation,
                   bool bias);
array gated_feed_forward(const array& x, parameters& p, bool output_by_input, function activation);
array multi_head(const array& q, const array& k, const array& v, parameters& p, std::size_t heads,
                 bool output_by_input, const options& o);
array encoder_layer(const array& x, parameters& p, const layer_kind& kind, const options& o);
array decoder_layer(const array& y, const array& memory, parameters& p, const layer_kind& kind,
                    const options& self, const options& cross);
array language_model(const array& ids, parameters& p, std::size_t layers, const layer_kind& kind);

// The hidden state of every step, (time, hidden), and the last state behind them; for an LSTM
// hidden and cell. Gates by their places in `order`: i f g o, r z n.
struct recurrence {
  array outputs, hidden, cell;
};
recurrence rnn(const array& xs, const array& h, parameters& p, function activation);
recurrence lstm(const array& xs, const array& h, const array& c, parameters& p,
                const std::vector<std::size_t>& order);
recurrence gru(const array& xs, const array& h, parameters& p,
               const std::vector<std::size_t>& order, bool linear_before_reset);

}  // namespace reference
