// SPDX-License-Identifier: BSL-1.0
// Certificates as text, of functions and boxes at random: docs/check_certificate.py replays them.
//
//   certificate_texts N    prints N certificates
#include <attn/analysis.hpp>
#include <attn/random.hpp>
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

// Number n: one of several functions, weights and a box.
void some_certificate(std::size_t n, torch_generator& random) {
  const X x = torch_uniform<X>(random, -2.0, 2.0);
  const W w = torch_uniform<W>(random, -1.0, 1.0);
  const double eps = 0.4 / static_cast<double>(1 + random() % 200);
  switch (n % 6) {
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

}  // namespace

int main(int count, char** arguments) {
  torch_generator random(3);
  const std::size_t n = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 1;
  for (std::size_t i = 0; i < n; ++i) some_certificate(i, random);
}
