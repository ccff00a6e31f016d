// SPDX-License-Identifier: BSL-1.0
// Certificates as text, of functions and boxes at random: docs/check_certificate.py replays them.
//
//   certificate_texts N    prints N certificates; 0: one with a step of which only the range is known
#include <attn/analysis.hpp>
#include <attn/layers/quantized.hpp>
#include <attn/random.hpp>
#include <attn/recurrent.hpp>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
using X = tensor<float, token, feature>;
using W = tensor<float, axis<"out", 3>, feature>;
using inner = axis<"inner", 4>;
using up = nn::linear<float, feature, inner, output_by_input>;
using down = nn::linear<float, inner, feature, output_by_input>;

void print(const char* line) { std::fputs(line, stdout); }

template <class F>
void certificate(const F& f, const X& x, double eps) {
  certify(f, x, eps, linear_relaxation).template write<"feature">(print);
}

template <class T>
constexpr auto relu_of = [](const T& e) {
  using math::max;
  return max(e, T(0));
};

// Two layers in small numbers: the weights alone, or their inputs as well.
template <class Format>
void certificate_of_small(torch_generator& random, const X& x, double eps) {
  const auto any = [&](const auto& w) {
    return torch_uniform<std::remove_cvref_t<decltype(w)>>(random, -1.0, 1.0);
  };
  const auto first = quantized<Format, per_row>(map_parameters(any, up{}));
  const auto last = quantized<Format, per_row>(map_parameters(any, down{}));
  return certificate(
      [&](const auto& z) {
        using T = typename std::remove_cvref_t<decltype(z)>::value_type;
        return as<T>(last)(map(as<T>(first)(z), relu_of<T>));
      },
      x, eps);
}

// All states of a recurrent cell with weights at random: the tokens are its steps.
template <class Cell>
void certificate_of_cell(torch_generator& random, const X& x, double eps) {
  const auto any = [&](const auto& w) {
    return torch_uniform<std::remove_cvref_t<decltype(w)>>(random, -1.0, 1.0);
  };
  const Cell cell = map_parameters(any, Cell{});
  return certificate(
      [&](const auto& z) {
        using T = typename std::remove_cvref_t<decltype(z)>::value_type;
        return unroll<"token">(as<T>(cell), z).outputs;
      },
      x, eps);
}

// Number n: one of several functions, weights and a box.
void some_certificate(std::size_t n, torch_generator& random) {
  const X x = torch_uniform<X>(random, -2.0, 2.0);
  const W w = torch_uniform<W>(random, -1.0, 1.0);
  const double eps = 0.4 / static_cast<double>(1 + random() % 200);
  switch (n % 13) {
    case 0:
      return certificate([](const auto& z) { return softmax(z); }, x, eps);
    case 1:
      return certificate([](const auto& z) { return layer_norm(z); }, x, eps);
    case 2:
      return certificate([](const auto& z) { return multiply(z, softmax<0>(z)); }, x, eps);
    case 3:
      return certificate(
          [](const auto& z) { return scaled_dot_product_attention(z, as_keys(z), as_keys(z)); }, x,
          eps);
    case 4:
      return certificate(
          [](const auto& z) {
            using T = typename std::remove_cvref_t<decltype(z)>::value_type;
            return multiply(map(rms_norm(z, T(1e-5f)), relu_of<T>), z);
          },
          x, eps);
    case 5:
      return certificate_of_small<int8>(random, x, eps);
    case 6:
      return certificate_of_small<int8_dynamic>(random, x, eps);
    case 7:
      return certificate_of_cell<nn::gru_cell<float, feature, feature>>(random, x, eps);
    case 8:
      return certificate_of_cell<nn::lstm_cell<float, feature, feature>>(random, x, eps);
    case 9:
      return certificate(
          [&](const auto& z) {
            using T = typename std::remove_cvref_t<decltype(z)>::value_type;
            const auto y = map(matmul(3 * z, transpose(as<T>(w))), relu_of<T>);
            return matmul(attn::tanh(y), as<T>(w));
          },
          x, 4 * eps);
    case 10:
      return certificate(
          [](const auto& z) { return multiply(z, attn::sigmoid(2 * z)) - attn::sigmoid(-4 * z); },
          x, 4 * eps);
    case 11:  // numbers that are no fractions
      return certificate([](const auto& z) { return softmax(0x1p-56f * (0x1p56f * z)); }, x, eps);
    default:
      return certificate(
          [&](const auto& z) {
            using T = typename std::remove_cvref_t<decltype(z)>::value_type;
            const auto y = map(matmul(z, transpose(as<T>(w))), relu_of<T>);
            return z + matmul(y, as<T>(w));
          },
          x, eps);
  }
}

void certificate_of_large_numbers(torch_generator& random) {
  certificate([](const auto& z) { return softmax(0x1p-60f * (0x1p60f * z)); },
              torch_uniform<X>(random, 1.0, 2.0), 0.01);
}

}  // namespace

int main(int count, char** arguments) {
  torch_generator random(3);
  const std::size_t n = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 1;
  for (std::size_t i = 0; i < n; ++i) some_certificate(i, random);
  if (n == 0) certificate_of_large_numbers(random);
}
