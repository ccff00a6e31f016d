// SPDX-License-Identifier: BSL-1.0
// Equal bits, in one number: every operation, float and double, several shapes, evaluated by the
// compiler and executed, compared; and the hash over all of it compared with the one recorded
// below, which every compiler, optimisation level and instruction set must reproduce. CMake builds
// this file once for each of a list of flags; CI runs the list under both compilers.
//
//   bits            checks, prints the hash, and fails if anything differs
#include <attn.hpp>
#include <cstdint>
#include <cstdio>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace {

using namespace attn;
using attn_tests::behaviour;
using attn_tests::filled;
using attn_tests::launder;
using attn_tests::report;

// Recorded by running this program; it changes only when an operation, a shape or the contract
// does.
constexpr std::uint64_t recorded = 0x2955aaf49cb67ffb;

template <class T, std::size_t M, std::size_t N>
constexpr void elementwise(report& r) {
  const auto a = launder(filled<matrix<T, M, N>>(M, T(5)));
  const auto b = launder(filled<matrix<T, M, N>>(N + 100, T(3)));
  const auto c = launder(filled<matrix<T, M, N>>(N + 200));
  r.bits(a + b);
  r.bits(a - b);
  r.bits(-a);
  r.bits(multiply(a, b) + c);  // what would be fused, if it could
  r.bits(c - multiply(a, b));
  r.bits(a * b(0, 0) + c);
  r.bits(T(0.3) * a - b);
  r.bits(a / T(3));
  r.bits(divide(c, map(b, [](T x) { return x + T(7); })));
  r.bits(attn::erf(a));
  r.bits(attn::exp(a));
  r.bits(attn::sigmoid(a));
  r.bits(attn::sqrt(multiply(a, a)));
  r.bits(attn::tanh(a));
  r.bits(transpose(a));
  r.bits(sum<0>(a));
  r.bits(sum<1>(a));
  r.bits(mean<0>(a));
  r.bits(mean<1>(multiply(a, a)));
  r.bits(amax<1>(a));
  r.bits(amin<0>(a));
  r.bits(softmax<1>(a));
  r.bits(softmax<0>(a));
  r.bits(softmax_naive<1>(a));
  r.bits(expand<dim<3>>(a));
}

template <class T, std::size_t M, std::size_t K, std::size_t N>
constexpr void product(report& r) {
  r.bits(matmul(launder(filled<matrix<T, M, K>>(M)), launder(filled<matrix<T, K, N>>(N))));
}

template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
constexpr void attend(report& r) {
  const auto q = launder(filled<matrix<T, Tq, Dk>>(Tq, T(4)));
  const auto k = launder(filled<matrix<T, Tk, Dk>>(Tk + 50, T(4)));
  const auto v = launder(filled<matrix<T, Tk, Dv>>(Dv + 90));
  r.bits(attention_scores(q, k));
  r.bits(attention_weights(q, k, unscaled));
  r.bits(scaled_dot_product_attention(q, k, v));
  r.bits(scaled_dot_product_attention(q, k, v, scaled_by(T(0.7))));
}

// One; primes; multiples of the lanes of every instruction set, and their neighbours.
template <class T>
constexpr report elementwise_small() {
  report r;
  elementwise<T, 1, 1>(r);
  elementwise<T, 3, 3>(r);
  elementwise<T, 2, 7>(r);
  elementwise<T, 13, 1>(r);
  return r;
}
template <class T>
constexpr report elementwise_larger() {
  report r;
  elementwise<T, 4, 16>(r);
  elementwise<T, 3, 17>(r);
  return r;
}
template <class T>
constexpr report elementwise_long() {
  report r;
  elementwise<T, 2, 65>(r);
  return r;
}
template <class T>
constexpr report products() {
  report r;
  product<T, 1, 1, 1>(r);
  product<T, 3, 3, 3>(r);
  product<T, 7, 4, 3>(r);
  product<T, 5, 9, 1>(r);
  product<T, 1, 5, 16>(r);
  product<T, 8, 8, 8>(r);
  product<T, 9, 12, 17>(r);
  product<T, 16, 16, 32>(r);
  product<T, 11, 3, 49>(r);
  product<T, 6, 40, 64>(r);
  return r;
}
template <class T>
constexpr report attentions() {
  report r;
  attend<T, 1, 1, 1, 1>(r);
  attend<T, 3, 3, 3, 3>(r);
  attend<T, 2, 5, 3, 4>(r);
  attend<T, 7, 11, 13, 5>(r);
  return r;
}
template <class T>
constexpr report attentions_larger() {
  report r;
  attend<T, 16, 16, 8, 16>(r);
  attend<T, 17, 19, 16, 33>(r);
  return r;
}
template <class T, class Model>
constexpr Model made_up(std::uint64_t seed) {
  return launder(vector_to_parameters<Model>(filled<tensor<T, dim<parameter_count<Model>>>>(seed)));
}

template <class T, std::size_t Rows, std::size_t Width, std::size_t Inner>
constexpr void layer(report& r) {
  using wide = dim<Width>;
  const auto x = launder(filled<matrix<T, Rows, Width>>(Rows + 300, T(4)));
  const auto gain = launder(filled<tensor<T, wide>>(Width + 300));
  const auto bias = launder(filled<tensor<T, wide>>(Width + 400));
  r.bits(layer_norm(x));
  r.bits(layer_norm(x, gain, bias));
  r.bits(layer_norm<0>(x));
  r.bits(rms_norm(x, gain, T(1e-6)));
  r.bits(relu(x));
  r.bits(silu(x));
  r.bits(gelu_exact(x));
  r.bits(gelu_tanh(x));
  r.bits(softplus(x));
  using network = nn::feed_forward<T, wide, dim<Inner>, output_by_input, act::gelu_exact>;
  using gated = nn::swiglu<T, wide, dim<Inner>, input_by_output>;
  r.bits(made_up<T, network>(500)(x));
  r.bits(made_up<T, gated>(600)(x));
}
template <class T>
constexpr report layers() {
  report r;
  layer<T, 1, 1, 1>(r);
  layer<T, 5, 3, 7>(r);
  layer<T, 2, 17, 5>(r);
  return r;
}
template <class T>
constexpr report layers_larger() {
  report r;
  layer<T, 6, 40, 16>(r);
  return r;
}
// Enough arguments for one rounding more or less inside the program to show in some result.
template <class T>
constexpr report many_exps() {
  report r;
  r.bits(attn::exp(launder(filled<tensor<T, dim<2003>>>(7, T(80)))));
  return r;
}
template <class T>
constexpr report many_erfs() {
  report r;
  r.bits(attn::erf(launder(filled<tensor<T, dim<503>>>(8, T(4)))));
  return r;
}
template <class T>
constexpr report many_sigmoids() {
  report r;
  r.bits(attn::sigmoid(launder(filled<tensor<T, dim<503>>>(9, T(90)))));
  return r;
}
template <class T>
constexpr report many_tanhs() {
  report r;
  r.bits(attn::tanh(launder(filled<tensor<T, dim<503>>>(10, T(5)))));
  return r;
}
constexpr report integers() {
  report r;
  product<int, 3, 5, 4>(r);
  r.bits(attention_scores(launder(filled<matrix<int, 3, 5>>(1)),
                          launder(filled<matrix<int, 4, 5>>(2))));
  return r;
}

constexpr behaviour behaviours[] = {
    {"elementwise, small, float", elementwise_small<float>},
    {"elementwise, small, double", elementwise_small<double>},
    {"elementwise, larger, float", elementwise_larger<float>},
    {"elementwise, larger, double", elementwise_larger<double>},
    {"elementwise, long, float", elementwise_long<float>},
    {"elementwise, long, double", elementwise_long<double>},
    {"products, float", products<float>},
    {"products, double", products<double>},
    {"attention, float", attentions<float>},
    {"attention, double", attentions<double>},
    {"attention, larger, float", attentions_larger<float>},
    {"attention, larger, double", attentions_larger<double>},
    {"layers, float", layers<float>},
    {"layers, double", layers<double>},
    {"layers, larger, float", layers_larger<float>},
    {"layers, larger, double", layers_larger<double>},
    {"many exps, float", many_exps<float>},
    {"many exps, double", many_exps<double>},
    {"many erfs, float", many_erfs<float>},
    {"many erfs, double", many_erfs<double>},
    {"many sigmoids, float", many_sigmoids<float>},
    {"many sigmoids, double", many_sigmoids<double>},
    {"many tanhs, float", many_tanhs<float>},
    {"many tanhs, double", many_tanhs<double>},
    {"integers", integers},
};

template <std::size_t... I>
bool compare(std::uint64_t& hash, std::index_sequence<I...>) {
  bool equal = true;
  const auto one = [&](const behaviour& b, const report& by_the_compiler) {
    const report now = b.run();
    if (now.hash != by_the_compiler.hash) {
      std::printf("%s: the program's bits are not the compiler's\n", b.name);
      equal = false;
    }
    hash = (hash ^ now.hash) * 1099511628211u;
  };
  (one(behaviours[I], attn_tests::proved<behaviours, I>), ...);
  return equal;
}

}  // namespace

int main() {
  std::uint64_t hash = 14695981039346656037u;
  const bool equal = compare(hash, std::make_index_sequence<std::size(behaviours)>{});
  std::printf("bits: %016llx\n", static_cast<unsigned long long>(hash));
  if (hash != recorded)
    std::printf("recorded: %016llx\n", static_cast<unsigned long long>(recorded));
  return equal && hash == recorded ? 0 : 1;
}
