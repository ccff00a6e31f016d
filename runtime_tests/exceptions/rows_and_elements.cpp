// SPDX-License-Identifier: BSL-1.0
// Softmax, norms and reductions along rows of odd widths; functions of elements.
#include "runtime_tests/exceptions/quiet.hpp"

namespace attn_tests {
namespace {

using namespace attn;

// The kernels that work along a row.
template <class T, std::size_t M, std::size_t N>
void rows() {
  const auto gain = around<tensor<T, dim<N>>>(T(0));
  for (const T centre : {T(0), T(-1000), large<T>, -large<T>}) {
    const auto x = around<matrix<T, M, N>>(centre);
    const auto each = [&](const char* name, const auto& f) {
      quiet({name, M, N, sizeof(T)}, [&] { return f(x); });
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
      quiet({name, M, N, sizeof(T)}, [&] { return f(x); });
    };
    each("softmax of columns", [](const auto& a) { return softmax<0>(a); });
    each("logsumexp", [](const auto& a) { return logsumexp<1>(a); });
    each("sum", [](const auto& a) { return sum<1>(a); });
    each("sum of columns", [](const auto& a) { return sum<0>(a); });
    each("amax", [](const auto& a) { return amax<1>(a); });
    each("argmax", [](const auto& a) { return argmax<1>(a); });
    each("mean", [](const auto& a) { return mean<1>(a); });
    each("transpose", [](const auto& a) { return transpose(a); });
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
      quiet({name, 1, N, sizeof(T)}, [&] { return f(x); });
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

template <class T, std::size_t... N>
void rows_up_to(std::index_sequence<N...>) {
  (rows<T, 3, N + 1>(), ...);
}

}  // namespace

void rows_and_elements() {
  rows_up_to<float>(std::make_index_sequence<20>{});
  rows<float, 9, 3>();
  rows<float, 2, 31>();
  rows<float, 1, 33>();
  rows_up_to<double>(std::make_index_sequence<9>{});
  rows<double, 5, 3>();
  rows<double, 2, 17>();
  for_odd_widths<10>([]<std::size_t N> { elements_of_rows<float, 3, N>(); });
  for_odd_widths<5>([]<std::size_t N> { elements_of_rows<double, 3, N>(); });
  elements_of_rows<float, 5, 19>();
  for_odd_widths<10>([]<std::size_t N> { elements<float, N>(); });
  for_odd_widths<5>([]<std::size_t N> { elements<double, N>(); });
  elements<float, 33>();
  elements<double, 19>();
}

}  // namespace attn_tests
