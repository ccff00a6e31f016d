// SPDX-License-Identifier: BSL-1.0
// What attn/random/normal.hpp promises.
#pragma once

#include <attn/ops/slice.hpp>
#include <attn/random/normal.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

#include "static_tests/reference/seed3_rng_call_sequence.hpp"
#include "static_tests/reference/seed3_rng_cephes_functions.hpp"
#include "static_tests/reference/seed3_rng_modules.hpp"
#include "static_tests/reference/seed3_rng_normal_block.hpp"
#include "static_tests/reference/seed3_rng_normal_double.hpp"
#include "static_tests/reference/seed3_rng_normal_small.hpp"
#include "static_tests/reference/seed3_self_attention_seed12.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::normal_tests {

using namespace attn;
namespace cephes = reference::seed3_rng_cephes_functions;
namespace block = reference::seed3_rng_normal_block;
namespace small = reference::seed3_rng_normal_small;
namespace in_double = reference::seed3_rng_normal_double;
namespace sequence = reference::seed3_rng_call_sequence;
namespace article = reference::seed3_self_attention_seed12;

template <class T, std::size_t N>
using numbers = tensor<T, dim<N>>;

// The bits, the sign of a zero among them.
constexpr bool same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}
template <class Tensor, std::size_t N>
constexpr bool same(const Tensor& x, const float (&expected)[N]) {
  static_assert(Tensor::size() == N);
  for (std::size_t i = 0; i < N; ++i)
    if (!same(x.data()[i], expected[i])) return false;
  return true;
}
constexpr bool near(double a, double b, double tolerance) {
  return a - b <= tolerance && b - a <= tolerance;
}
template <class Tensor, class U, std::size_t N>
constexpr bool near(const Tensor& x, const U (&expected)[N], double tolerance) {
  static_assert(Tensor::size() == N);
  for (std::size_t i = 0; i < N; ++i)
    if (!near(static_cast<double>(x.data()[i]), static_cast<double>(expected[i]), tolerance))
      return false;
  return true;
}

constexpr report the_functions_of_the_vector_code() {
  report r;
  for (std::size_t i = 0; i < std::size(cephes::log_x); ++i) {
    const float log = attn::detail::cephes_log(launder(cephes::log_x[i]));
    const auto [sin, cos] = attn::detail::cephes_sin_cos(launder(cephes::theta[i]));
    r.check(same(log, cephes::log[i]));
    r.check(same(sin, cephes::sin[i]));
    r.check(same(cos, cephes::cos[i]));
    r.bits(log);
    r.bits(sin);
    r.bits(cos);
  }
  return r;
}

// torch.manual_seed(12); torch.randn(N): PyTorch's numbers, those of machines without AVX2, and the
// exact ones.
template <std::size_t N, const auto& Uniforms, const auto& Expected, const auto& WithoutAvx2,
          const auto& Exact>
constexpr report block_of() {
  report r;
  torch_generator g(launder(12u)), uniforms = g;
  const auto x = torch_randn<numbers<float, N>>(g);
  static_assert(std::is_same_v<decltype(x), const numbers<float, N>>);
  r.check(same(x, Expected));
  r.check(near(x, WithoutAvx2, 4e-6));
  r.check(near(x, Exact, 4e-6));
  r.check(same(torch_rand<numbers<float, N>>(uniforms), Uniforms));
  r.check((g == uniforms) == (N % 16 == 0));
  r.check(!g.holds_normal());
  r.bits(x);
  return r;
}
// What is drawn after the first N uniforms where N is no multiple of 16.
template <std::size_t N, const auto& Tail>
constexpr report last_16_are_drawn_again() {
  report r;
  torch_generator g(launder(12u)), words = g;
  torch_randn<numbers<float, N>>(g);
  torch_rand<numbers<float, N>>(words);
  r.check(same(torch_rand<numbers<float, 16>>(words), Tail));
  r.check(g == words);
  r.bits(g());
  return r;
}

constexpr report axes_do_not_matter() {
  report r;
  const torch_generator start(launder(12u));
  torch_generator a = start, b = start, c = start;
  const auto flat = torch_randn<numbers<float, 60>>(a);
  const auto cube = torch_randn<tensor<float, axis<"plane", 3>, axis<"row", 4>, dim<5>>>(b);
  const auto wide = torch_randn<matrix<float, 2, 30>>(c);
  for (std::size_t i = 0; i < flat.size(); ++i) {
    r.check(same(flat.data()[i], cube.data()[i]));
    r.check(same(flat.data()[i], wide.data()[i]));
  }
  r.check(a == b && b == c);
  r.bits(flat);
  return r;
}

constexpr bool is_reference_64(double x, double expected) {
  return near(x, expected, 9e-16 * (expected < 0 ? -expected : expected));
}
constexpr report one_after_the_other() {
  report r;
  for (std::size_t s = 0; s < std::size(small::seeds); ++s) {
    const torch_generator start(launder(small::seeds[s]));
    torch_generator f = start, d = start, scalar = start;
    const auto x = torch_randn<numbers<float, 15>>(f);
    const auto y = torch_randn<numbers<double, 15>>(d);
    r.check(same(x, small::randn15_float32[s]));
    for (std::size_t i = 0; i < 15; ++i) {
      r.check(is_reference_64(y.data()[i], small::randn15_float64[s][i]));
      r.check(same(torch_randn<float>(scalar), small::randn15_float32[s][i]));
    }
    static_assert(std::is_same_v<decltype(torch_randn<float>(scalar)), float>);
    r.check(f == d && d == scalar);
    r.check(f.holds_normal());  // an odd number of them
    r.bits(x);
    r.bits(y);
  }
  return r;
}
constexpr report fewer_are_a_prefix() {
  report r;
  const auto check = [&r]<std::size_t N>() {
    torch_generator g(launder(42u));
    const auto x = torch_randn<numbers<float, N>>(g);
    for (std::size_t i = 0; i < N; ++i) r.check(same(x.data()[i], small::randn15_float32[3][i]));
    r.check(g.holds_normal() == (N % 2 == 1));
    torch_generator words(42);
    for (std::size_t i = 0; i < (N + 1) / 2 * 4; ++i) words();
    r.check(g() == words());
  };
  static_assert(small::seeds[3] == 42);
  [&check]<std::size_t... I>(std::index_sequence<I...>) {
    (check.template operator()<I + 1>(), ...);
  }(std::make_index_sequence<15>{});
  return r;
}

template <std::size_t N, const auto& Expected>
constexpr report doubles() {
  report r;
  torch_generator g(launder(12u)), words = g;
  const auto x = torch_randn<numbers<double, N>>(g);
  r.check(near(x, Expected, 4e-15));
  torch_rand<numbers<double, N>>(words);
  if (N >= 16 && N % 16 != 0) torch_rand<numbers<double, 16>>(words);
  r.check(g == words);  // 12 are six pairs of uniforms, and nothing is held
  r.bits(x);
  return r;
}

constexpr report in_sequence() {
  report r;
  torch_generator g(launder(12u));
  r.check(same(torch_randn<numbers<float, 3>>(g), sequence::r1));
  r.check(same(torch_rand<numbers<float, 2>>(g), sequence::r2));
  r.check(same(torch_randn<numbers<float, 16>>(g), sequence::r3));
  r.check(same(torch_randn<numbers<float, 1>>(g), sequence::r4));
  r.check(same(torch_randn<numbers<float, 2>>(g), sequence::r5));
  r.check(same(torch_randn<numbers<float, 5>>(g), sequence::r6));
  r.check(same(torch_randn<numbers<float, 1>>(g), sequence::r7));
  r.bits(g());
  g.manual_seed(launder(12u));
  r.check(same(torch_randn<numbers<float, 1>>(g), sequence::r8));
  r.check(g.holds_normal());
  return r;
}

// What is held passes from float to double and back: it is a double.
constexpr report held_in_double() {
  report r;
  torch_generator g(launder(small::seeds[1]));
  r.check(same(torch_randn<float>(g), small::randn15_float32[1][0]));
  r.check(is_reference_64(torch_randn<double>(g), small::randn15_float64[1][1]));
  const double third = torch_randn<double>(g);
  r.check(is_reference_64(third, small::randn15_float64[1][2]));
  torch_generator untouched = g;
  torch_randn<numbers<double, 16>>(g);
  torch_rand<double>(g);
  torch_uniform<float>(g, 0, 1);
  r.check(g.holds_normal());
  r.check(g.take_normal() == untouched.take_normal());
  r.bits(third);
  return r;
}

// nn.Embedding(23, 4), then three weights torch.randn(4, 3), from one seed: article 3.
constexpr report the_weights_of_article_3() {
  report r;
  torch_generator g(launder(12u)), words = g;
  const auto table = torch_randn<tensor<float, axis<"word", 23>, axis<"width", 4>>>(g);
  for (std::size_t i = 0; i < 23; ++i)
    r.check(same(select<"word">(table, i), reference::seed3_rng_modules::embedding[i]));
  r.check(bitwise_equal(unnamed(table), as<float>(article::embedding_weight)));
  using weights = matrix<float, 4, 3>;
  const auto w_q = torch_randn<weights>(g), w_k = torch_randn<weights>(g),
             w_v = torch_randn<weights>(g);
  r.check(bitwise_equal(w_q, as<float>(article::W_q)));
  r.check(bitwise_equal(w_k, as<float>(article::W_k)));
  r.check(bitwise_equal(w_v, as<float>(article::W_v)));
  for (int i = 0; i < 92 + 16 + 3 * 24; ++i) words();
  r.check(g == words);
  r.bits(table);
  r.bits(w_q);
  r.bits(w_k);
  r.bits(w_v);
  return r;
}

// More of PyTorch's numbers, as the hash that a report makes of them. Where it is from: the
// specification executed by a program of its own, with fused multiply-adds in rational arithmetic.
template <std::size_t N>
constexpr bool have_hash(std::uint64_t seed, std::uint64_t hash) {
  torch_generator g(seed);
  report numbers_only;
  numbers_only.bits(torch_randn<numbers<float, N>>(g));
  return numbers_only.hash == hash;
}
constexpr report more_of_them() {
  report r;
  r.check(have_hash<1000>(launder(1u), 0xfc3568d0d462ae4e));
  r.check(have_hash<333>(launder(2024u), 0xa511142cb9a9da33));
  return r;
}

template <class T>
constexpr report mean_0_and_variance_1() {
  report r;
  torch_generator g(launder(1u));
  const auto x = torch_randn<numbers<T, 1000>>(g);
  double total = 0, squares = 0;
  for (const T element : x) {
    const auto e = static_cast<double>(element);
    total += e;
    squares += attn::detail::rounded(e * e);
  }
  r.check(near(total / 1000, 0, 0.1));
  r.check(near(squares / 1000, 1, 0.1));
  r.bits(total);
  r.bits(squares);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"the functions of the vector code", the_functions_of_the_vector_code},
    {"16", block_of<16, block::uniforms_16, block::avx2_16, block::scalar_16, block::exact_16>},
    {"17", block_of<17, block::uniforms_17, block::avx2_17, block::scalar_17, block::exact_17>},
    {"20", block_of<20, block::uniforms_20, block::avx2_20, block::scalar_20, block::exact_20>},
    {"31", block_of<31, block::uniforms_31, block::avx2_31, block::scalar_31, block::exact_31>},
    {"32", block_of<32, block::uniforms_32, block::avx2_32, block::scalar_32, block::exact_32>},
    {"92", block_of<92, block::uniforms_92, block::avx2_92, block::scalar_92, block::exact_92>},
    {"the last 16 of 17 are drawn again", last_16_are_drawn_again<17, block::tail_uniforms_17>},
    {"the last 16 of 20 are drawn again", last_16_are_drawn_again<20, block::tail_uniforms_20>},
    {"the last 16 of 31 are drawn again", last_16_are_drawn_again<31, block::tail_uniforms_31>},
    {"the last 16 of 92 are drawn again", last_16_are_drawn_again<92, block::tail_uniforms_92>},
    {"axes do not matter", axes_do_not_matter},
    {"one after the other", one_after_the_other},
    {"fewer are a prefix", fewer_are_a_prefix},
    {"12 doubles", doubles<12, in_double::randn_12>},
    {"16 doubles", doubles<16, in_double::randn_16>},
    {"21 doubles", doubles<21, in_double::randn_21>},
    {"40 doubles", doubles<40, in_double::randn_40>},
    {"in sequence", in_sequence},
    {"held in double", held_in_double},
    {"the weights of article 3", the_weights_of_article_3},
    {"more of them", more_of_them},
    {"mean 0 and variance 1, float", mean_0_and_variance_1<float>},
    {"mean 0 and variance 1, double", mean_0_and_variance_1<double>},
};

}  // namespace attn_tests::normal_tests
