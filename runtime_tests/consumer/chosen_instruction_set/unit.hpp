// SPDX-License-Identifier: BSL-1.0
// What chooses its instruction set when it runs, each kernel of it at a size that is large enough and
// divides nothing, and a hash of all results. Compiled twice: with ATTN_DISPATCH, and without.
#include <cstdint>
#include <limits>

#include <attn.hpp>
#include <attn/recurrent.hpp>

namespace {

using namespace attn;
using query = axis<"query", 37>;
using token = axis<"token", 41>;
using width = axis<"width", 43>;
using other = axis<"other", 27>;
using line = axis<"line", 64>;
using in = axis<"in", 48>;

struct numbers {
  std::uint32_t state = 1;
  template <class Tensor>
  Tensor tensor() {
    Tensor x{};
    for (auto& element : x) {
      state = state * 1664525u + 1013904223u;
      element = static_cast<typename Tensor::value_type>(state >> 8) *
                    static_cast<typename Tensor::value_type>(0x1p-23) -
                1;
    }
    return x;
  }
  template <class Model, class T>
  Model model() {
    return vector_to_parameters<Model>(tensor<attn::tensor<T, dim<parameter_count<Model>>>>());
  }
};

struct hash {
  std::uint64_t value = 14695981039346656037u;
  void add(std::uint64_t word) { value = (value ^ word) * 1099511628211u; }
  template <class T, class... Axes>
  void add(const tensor<T, Axes...>& x) {
    for (const T& element : x) {
      if constexpr (sizeof(T) == 4)
        add(__builtin_bit_cast(std::uint32_t, element));
      else
        add(__builtin_bit_cast(std::uint64_t, element));
    }
  }
};

template <class T>
void products(numbers& n, hash& h) {
  const auto x = n.tensor<tensor<T, token, width>>();
  h.add(matmul(x, n.tensor<tensor<T, width, other>>()));
  h.add(matmul(x, transpose(n.tensor<tensor<T, other, width>>())));
  h.add(softmax(x * T(30)));
}

void layers(numbers& n, hash& h) {
  const auto x = n.tensor<tensor<float, token, width>>();
  const auto gain = n.tensor<tensor<float, width>>(), bias = n.tensor<tensor<float, width>>();
  h.add(layer_norm(x, gain, bias));
  h.add(log_softmax(x));
  const auto w = packed(n.tensor<tensor<float, width, other>>());
  h.add(linear(x, w, n.tensor<tensor<float, other>>()));
  h.add(scaled_dot_product_attention(n.tensor<tensor<float, query, width>>(), x,
                                     n.tensor<tensor<float, token, other>>(), causal<top_left>));
  const auto few_tokens = [&]<std::size_t Heads, std::size_t Tokens>() {
    using heads = axis<"head", Heads>;
    using narrow = axis<"d_k", 4>;
    const auto keys = n.tensor<tensor<float, heads, axis<"key", Tokens>, narrow>>();
    h.add(scaled_dot_product_attention(
        n.tensor<tensor<float, heads, axis<"query", Tokens>, narrow>>(), keys, keys, causal<>));
  };
  few_tokens.operator()<17, 2>();
  few_tokens.operator()<5, 4>();
  few_tokens.operator()<19, 6>();
}

// x with numbers in it of which functions have programs of their own: far angles, infinities, NaN.
template <class T>
void functions(numbers& n, hash& h) {
  auto x = n.tensor<tensor<T, token, width>>();
  for (auto& element : x) element *= T(8);
  auto positive = multiply(x, x);
  h.add(exp(x));
  h.add(erf(x));
  h.add(log(positive));
  h.add(log1p(positive));
  h.add(pow(positive, T(0.3)));
  h.add(pow(positive, x));
  h.add(sigmoid(x));
  h.add(sqrt(positive));
  h.add(tanh(x));
  h.add(relu(x));
  h.add(silu(x));
  h.add(gelu_exact(x));
  h.add(gelu_tanh(x));
  h.add(softplus(x));
  h.add(-x + positive * T(3) - divide(x, positive));
  auto far = x;
  far.data()[70] = T(1e6);
  far.data()[900] = T(-1e30);
  h.add(sin(far));
  h.add(cos(far));
  far.data()[1762] = std::numeric_limits<T>::infinity();
  far.data()[3] = -std::numeric_limits<T>::infinity();
  h.add(tanh(far));
  h.add(sigmoid(far));
  h.add(erf(far));
  h.add(softplus(far));
  const auto block =
      n.model<nn::feed_forward<T, width, line, output_by_input, act::gelu_exact>, T>();
  h.add(block(x));
  h.add(packed(block)(x));
}

void recurrence(numbers& n, hash& h) {
  const auto x = n.tensor<tensor<float, in>>();
  const auto start = n.tensor<tensor<float, line>>();
  const auto lstm = n.model<nn::lstm_cell<float, in, line>, float>();
  h.add(lstm(x, initial(lstm_state{start, start})).value.cell);
  h.add(packed(lstm)(x, initial(lstm_state{start, start})).value.hidden);
  h.add(n.model<nn::gru_cell<float, in, line>, float>()(x, initial(start)).value);
}

std::uint64_t hash_of_all() {
  numbers n;
  hash h;
  products<float>(n, h);
  products<double>(n, h);
  layers(n, h);
  functions<float>(n, h);
  const auto x = n.tensor<tensor<double, token, width>>();
  h.add(gelu_exact(x));
  h.add(cos(x) - x);
  recurrence(n, h);
  return h.value;
}

}  // namespace
