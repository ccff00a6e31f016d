// SPDX-License-Identifier: BSL-1.0
// One unit of a program whose units are compiled with different flags: compiled once with each, under the
// name that ATTN_UNIT gives it. It goes through the compositions that a program is made of: they, unlike
// kernels, would be one function for all units if the flags were not part of their names.
#include "units.hpp"

#include <attn/analysis.hpp>
#include <attn/ops.hpp>
#include <attn/recurrent.hpp>
#include <attn/text.hpp>

namespace {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 5>;
using width = axis<"width", 6>;
using inner = axis<"inner", 9>;

// Of internal linkage: what a user defines inline in a header is the user's to keep apart.
struct numbers {
  std::uint32_t state = 1;
  float next() {
    state = state * 1664525u + 1013904223u;
    return static_cast<float>(state >> 8) * 0x1p-23f - 1.0f;
  }
  template <class Tensor>
  Tensor tensor() {
    Tensor x{};
    for (auto& element : x) element = next();
    return x;
  }
  template <class Model>
  Model model() {
    return vector_to_parameters<Model>(tensor<attn::tensor<float, dim<parameter_count<Model>>>>());
  }
};

struct hash {
  std::uint64_t value = 14695981039346656037u;
  void add(float x) { value = (value ^ __builtin_bit_cast(std::uint32_t, x)) * 1099511628211u; }
  template <class T, class... Axes>
  void add(const tensor<T, Axes...>& x) {
    for (const auto& element : x) {
      if constexpr (requires { element.gradient; }) {
        add(element.value);
        add(element.gradient[0]);
      } else {
        add(static_cast<float>(element));
      }
    }
  }
};

template <class T>
T at_run_time(T x) {
  asm volatile("" : : "r"(&x) : "memory");
  return x;
}

void use_operations(numbers& n, hash& h) {
  const auto x = n.tensor<tensor<float, token, width>>();
  const auto bias = n.tensor<tensor<float, width>>();
  h.add(add_bias(x, bias));
  h.add(softmax(x));
  h.add(log_softmax(x));
  h.add(layer_norm(x, bias, bias));
  h.add(rms_norm(x, bias, 1e-6f));
  h.add(exp(x));
  h.add(tanh(x));
  h.add(sin(x));
  h.add(erf(x));
  h.add(log(add_bias(multiply(x, x), multiply(bias, bias))));
  h.add(gelu_exact(x));
  h.add(sum<"token">(x));
  h.add(amax<"width">(x));
  h.add(rearrange<"t w -> w t">(x));
  h.add(matmul(x, transpose(rename<"token", "other">(x))));
  h.add(matmul(x, packed(n.tensor<tensor<float, width, inner>>())));
}

void use_attention(numbers& n, hash& h) {
  using key = axis<"key", 7>;
  const auto q = n.tensor<tensor<float, batch, token, width>>();
  const auto k = n.tensor<tensor<float, batch, key, width>>();
  const auto v = n.tensor<tensor<float, batch, key, inner>>();
  h.add(scaled_dot_product_attention(q, k, v));
  h.add(scaled_dot_product_attention(q, k, v, valid_keys(at_run_time(std::size_t{3}))));
}

void use_layers(numbers& n, hash& h) {
  const auto x = n.tensor<tensor<float, token, width>>();
  using network = nn::feed_forward<float, width, inner, output_by_input, act::gelu_exact>;
  h.add(n.model<network>()(x));
  using layer = nn::encoder_layer<float, width, axis<"head", 3>, inner, output_by_input, act::relu,
                                  post_norm>;
  h.add(n.model<layer>()(x, causal<>));
  using cell = nn::lstm_cell<float, width, inner>;
  const auto lstm = n.model<cell>();
  const auto start = initial(
      lstm_state{n.tensor<tensor<float, batch, inner>>(), n.tensor<tensor<float, batch, inner>>()});
  h.add(unroll<"token">(lstm, n.tensor<tensor<float, token, batch, width>>(), start).outputs);
}

void use_models(numbers& n, hash& h) {
  using layer = nn::encoder_layer<float, width, axis<"head", 2>, inner, input_by_output,
                                  act::gelu_tanh, pre_norm>;
  using model = nn::language_model<dim<11>, layer, 1,
                                   nn::learned_positions<float, axis<"position", 8>, width>>;
  const auto ids = at_run_time(as_token_ids<11>(tensor<int, dim<4>>{3, 1, 4, 1}));
  const auto m = n.model<model>();
  h.add(m(ids));
  h.add(as<int>(generate<2>(m, ids)));
}

void use_scalars(numbers& n, hash& h) {
  using varying = dual<float, 1>;
  tensor<varying, token, width> x;
  for (auto& element : x) element = varying::variable(n.next(), 0);
  h.add(softmax(x));
  h.add(gelu_exact(x));
}

}  // namespace

std::uint64_t ATTN_UNIT::computed() {
  numbers n;
  hash h;
  use_operations(n, h);
  use_attention(n, h);
  use_layers(n, h);
  use_models(n, h);
  use_scalars(n, h);
  return h.value;
}

float ATTN_UNIT::element(const table& x, std::size_t i, std::size_t j) { return x(i, j); }
