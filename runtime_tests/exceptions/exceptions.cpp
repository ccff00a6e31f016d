// SPDX-License-Identifier: BSL-1.0
// Finite numbers raise neither FE_INVALID nor FE_DIVBYZERO: a program that unmasks these goes on, also
// where a kernel computes lanes that are of no element. Nor is there an overflow of such a lane: what
// is computed here has none. Every odd width, since those leave lanes over.
#include <attn.hpp>
#include <cfenv>
#include <cstdio>
#include <utility>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace {

using namespace attn;
using namespace attn_tests;

int failures = 0;

template <class Compute>
void quiet(const char* name, std::size_t m, std::size_t n, std::size_t size,
           const Compute& compute) {
  std::feclearexcept(FE_ALL_EXCEPT);
  [[maybe_unused]] const auto result = launder(compute());
  const int raised = std::fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
  if (raised == 0) return;
  ++failures;
  std::printf("%s of %s, %zu x %zu:%s%s%s\n", name, size == 4 ? "float" : "double", m, n,
              (raised & FE_INVALID) != 0 ? " invalid" : "",
              (raised & FE_DIVBYZERO) != 0 ? " division by zero" : "",
              (raised & FE_OVERFLOW) != 0 ? " overflow" : "");
}

// Far from 0, so that a zero in the place of an element is far from all of them.
template <class Tensor>
auto around(typename Tensor::value_type centre) {
  auto x = filled<Tensor>(3);
  for (auto& e : x) e = e + centre;
  return launder(x);
}

template <class T>
constexpr T large = sizeof(T) == 4 ? T(1e22f) : T(1e160);

// The kernels that work along a row.
template <class T, std::size_t M, std::size_t N>
void rows() {
  const auto gain = around<tensor<T, dim<N>>>(T(0));
  for (const T centre : {T(0), T(-1000), large<T>, -large<T>}) {
    const auto x = around<matrix<T, M, N>>(centre);
    const auto each = [&](const char* name, const auto& f) {
      quiet(name, M, N, sizeof(T), [&] { return f(x); });
    };
    each("softmax", [](const auto& a) { return softmax<1>(a); });
    each("log_softmax", [](const auto& a) { return log_softmax<1>(a); });
    each("layer_norm", [&](const auto& a) { return layer_norm(a, gain, gain); });
  }
}

// All others, whose lanes are elements.
template <class T, std::size_t M, std::size_t N>
void elements_of_rows() {
  const auto gain = around<tensor<T, dim<N>>>(T(0));
  for (const T centre : {T(-30), T(30), large<T>}) {
    const auto x = around<matrix<T, M, N>>(centre);
    const auto each = [&](const char* name, const auto& f) {
      quiet(name, M, N, sizeof(T), [&] { return f(x); });
    };
    each("softmax of columns", [](const auto& a) { return softmax<0>(a); });
    each("logsumexp", [](const auto& a) { return logsumexp<1>(a); });
    each("sum", [](const auto& a) { return sum<1>(a); });
    each("sum of columns", [](const auto& a) { return sum<0>(a); });
    each("amax", [](const auto& a) { return amax<1>(a); });
    each("divide", [](const auto& a) { return divide(a, a); });
    each("a quotient", [](const auto& a) { return a / T(3); });
    if (centre < large<T>) {
      each("exp", [](const auto& a) { return attn::exp(a); });
      each("rms_norm", [&](const auto& a) { return rms_norm(a, gain, T(1e-6)); });
      each("multiply", [](const auto& a) { return multiply(a, a); });
      each("products", [](const auto& a) { return matmul(a, transpose(a)); });
    }
  }
}

template <class T, std::size_t N>
void elements() {
  for (const T centre : {T(0), T(-3), T(90), large<T>}) {
    const auto x = around<tensor<T, dim<N>>>(centre);
    const auto each = [&](const char* name, const auto& f) {
      quiet(name, 1, N, sizeof(T), [&] { return f(x); });
    };
    each("tanh", [](const auto& a) { return attn::tanh(a); });
    each("sigmoid", [](const auto& a) { return attn::sigmoid(a); });
    each("erf", [](const auto& a) { return attn::erf(a); });
    each("sin", [](const auto& a) { return attn::sin(a); });
    each("cos", [](const auto& a) { return attn::cos(a); });
    each("relu", [](const auto& a) { return relu(a); });
    if (centre > T(3)) {
      each("log", [](const auto& a) { return attn::log(a); });
      each("log1p", [](const auto& a) { return attn::log1p(a); });
      each("sqrt", [](const auto& a) { return attn::sqrt(a); });
    }
    if (centre < large<T>) {
      each("silu", [](const auto& a) { return silu(a); });
      each("gelu_exact", [](const auto& a) { return gelu_exact(a); });
      each("gelu_tanh", [](const auto& a) { return gelu_tanh(a); });
      each("softplus", [](const auto& a) { return softplus(a); });
    }
  }
}

template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
void attention() {
  const auto q = around<matrix<T, Tq, Dk>>(T(40));
  const auto v = around<matrix<T, Tk, Dv>>(T(0));
  for (const T centre : {T(0), T(90), T(-90)}) {
    const auto k = around<matrix<T, Tk, Dk>>(centre);
    const auto each = [&](const char* name, const auto&... options) {
      quiet(name, Tq, Tk, sizeof(T),
            [&] { return scaled_dot_product_attention(q, k, v, options...); });
    };
    each("attention");
    each("causal attention", causal<top_left>);
    each("attention to some keys", valid_keys(launder(Tk / 2 + 1)));
    each("attention in a window", sliding_window<2, 1, top_left>, fully_masked<zero_rows>);
  }
}

template <class T, std::size_t... N>
void rows_up_to(std::index_sequence<N...>) {
  (rows<T, 3, N + 1>(), ...);
}

}  // namespace

int main() {
  rows_up_to<float>(std::make_index_sequence<20>{});
  rows<float, 9, 3>();
  rows<float, 2, 31>();
  rows<float, 1, 33>();
  rows_up_to<double>(std::make_index_sequence<9>{});
  rows<double, 5, 3>();
  rows<double, 2, 17>();
  elements_of_rows<float, 3, 7>();
  elements_of_rows<float, 5, 19>();
  elements_of_rows<double, 3, 3>();
  elements<float, 3>();
  elements<float, 33>();
  elements<double, 7>();
  attention<float, 3, 3, 3, 3>();
  attention<float, 7, 3, 2, 5>();
  attention<float, 5, 17, 4, 9>();
  attention<float, 19, 7, 5, 3>();
  attention<double, 2, 5, 3, 4>();
  attention<double, 33, 35, 8, 17>();
  if (failures > 0) std::printf("%d failures\n", failures);
  return failures > 0;
}
