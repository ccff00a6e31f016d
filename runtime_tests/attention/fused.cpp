// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/scaled_dot_product.hpp"

#include <limits>
#include <memory>

#include "runtime_tests/catch.hpp"

namespace {

using namespace attn;
using attn_tests::filled, attn_tests::launder;

template <class T, std::size_t Heads, std::size_t Rows, std::size_t Width>
using of_heads = tensor<T, dim<Heads>, dim<Rows>, dim<Width>>;

// The kernel against the public operations, whole tensors and their bits.
template <class T, std::size_t Heads, std::size_t Queries, std::size_t Keys, std::size_t Dk,
          std::size_t Dv, class... Options>
void equals_its_composition(const Options&... options) {
  const auto q = launder(filled<of_heads<T, Heads, Queries, Dk>>(Queries, T(4)));
  const auto k = launder(filled<of_heads<T, Heads, Keys, Dk>>(Keys + 50, T(4)));
  const auto v = launder(filled<of_heads<T, Heads, Keys, Dv>>(Dv + 90));
  static_assert(attention_is_fused<T, typename decltype(q)::shape_type,
                                   typename decltype(k)::shape_type, Options...>);
  using kernel =
      detail::runtime::attention_kernel<detail::native_isa, T, Heads, Queries, Keys, Dk, Dv>;
  const auto name = kernel::name;
  INFO(Heads << " heads, " << Queries << " x " << Keys << ", " << Dk << ", " << Dv << ": " << name);
  const auto expected = matmul(attention_weights(q, k, options...), v);
  CHECK(bitwise_equal(scaled_dot_product_attention(q, k, v, options...), expected));
}

// Sizes below, at and above a register's lanes, and primes.
template <class T, class... Options>
void equals_its_composition_in_all_sizes(const Options&... options) {
  equals_its_composition<T, 1, 3, 3, 3, 3>(options...);
  equals_its_composition<T, 2, 3, 3, 2, 2>(options...);
  equals_its_composition<T, 1, 2, 2, 1, 1>(options...);
  equals_its_composition<T, 1, 2, 3, 2, 4>(options...);
  equals_its_composition<T, 1, 4, 4, 4, 4>(options...);
  equals_its_composition<T, 4, 8, 2, 2, 1>(options...);
  equals_its_composition<T, 1, 7, 7, 3, 3>(options...);
  equals_its_composition<T, 3, 5, 6, 7, 2>(options...);
  equals_its_composition<T, 1, 8, 8, 8, 8>(options...);
  equals_its_composition<T, 5, 2, 9, 1, 1>(options...);
  equals_its_composition<T, 8, 3, 3, 40, 24>(options...);
  equals_its_composition<T, 5, 2, 4, 9, 7>(options...);
  equals_its_composition<T, 9, 2, 5, 17, 33>(options...);
  equals_its_composition<T, 1, 16, 16, 64, 64>(options...);
  equals_its_composition<T, 1, 17, 19, 5, 13>(options...);
  equals_its_composition<T, 2, 37, 41, 20, 50>(options...);
  equals_its_composition<T, 2, 32, 43, 6, 21>(options...);
  equals_its_composition<T, 1, 256, 40, 3, 5>(options...);
}

}  // namespace

TEMPLATE_TEST_CASE("attention/fused: kernels", "", float, double) {
  equals_its_composition_in_all_sizes<TestType>();
  equals_its_composition_in_all_sizes<TestType>(causal<top_left>);
}

// A sink is a row of a panel: below, at and above four rows, and sixteen.
TEMPLATE_TEST_CASE("attention/fused: sinks", "", float, double) {
  using T = TestType;
  const auto logit = with_sinks(launder(tensor<T>(T(0.75))));
  equals_its_composition<T, 1, 2, 3, 4, 5>(softmax_plus_one);
  equals_its_composition<T, 3, 5, 4, 7, 2>(logit, causal<top_left>);
  equals_its_composition<T, 8, 3, 7, 40, 24>(logit, scaled_by(0.3));
  equals_its_composition<T, 2, 17, 31, 5, 13>(softmax_plus_one, sliding_window<5, 3, bottom_right>);
  equals_its_composition<T, 1, 32, 130, 6, 21>(logit, causal<bottom_right>);
  equals_its_composition<T, 2, 3, 5, 3, 3>(with_sinks(launder(filled<tensor<T, dim<2>>>(1, T(4)))));
}

TEMPLATE_TEST_CASE("attention/fused: scales and windows", "", float, double) {
  using T = TestType;
  equals_its_composition<T, 1, 21, 30, 6, 9>(sliding_window<5, 3, bottom_right>);
  equals_its_composition<T, 2, 21, 21, 6, 9>(causal<>, unscaled);
  equals_its_composition<T, 1, 20, 33, 9, 5>(causal<bottom_right>, scaled_by(0.3));
  equals_its_composition<T, 1, 19, 19, 4, 4>(causal<> & sliding_window<3, 3>);
  equals_its_composition<T, 2, 256, 256, 5, 4>(causal<> & sliding_window<70, 3>);
}

// Both bounds of a window, in every kernel: each query leaves out keys before and after its own.
template <class T, class Window>
void equals_its_composition_in_every_kernel(const Window& window) {
  equals_its_composition<T, 1, 2, 4, 3, 2>(window);
  equals_its_composition<T, 2, 3, 5, 3, 3>(window);
  equals_its_composition<T, 3, 4, 6, 7, 2>(window);
  equals_its_composition<T, 1, 7, 8, 5, 8>(window);
  equals_its_composition<T, 5, 2, 4, 9, 7>(window);     // heads in lanes of 16 bytes and more
  equals_its_composition<T, 16, 3, 5, 17, 24>(window);  // the same, with more registers
  equals_its_composition<T, 2, 18, 23, 6, 9>(window);
}
TEMPLATE_TEST_CASE("attention/fused: windows", "", float, double) {
  equals_its_composition_in_every_kernel<TestType>(sliding_window<1, 0, bottom_right>);
  equals_its_composition_in_every_kernel<TestType>(sliding_window<0, 1, top_left>);
}

// What is skipped is not unseen: +0 times a masked value may be NaN, and may be -0 or +0.
TEMPLATE_TEST_CASE("attention/fused: masked values", "", float, double) {
  using T = TestType;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  const auto q = launder(filled<matrix<T, 37, 8>>(1));
  const auto k = launder(filled<matrix<T, 37, 8>>(2));
  const auto weights = attention_weights(q, k, causal<>);
  for (const T special :
       {std::numeric_limits<T>::quiet_NaN(), infinity, -infinity, T(0), T(-0.0)}) {
    for (const std::size_t at : std::initializer_list<std::size_t>{0, 5, 20, 36}) {
      matrix<T, 37, 9> v;
      for (T& x : v) x = T(-0.0);
      v(at, 4) = special;
      v = launder(v);
      CHECK(bitwise_equal(scaled_dot_product_attention(q, k, v, causal<>), matmul(weights, v)));
    }
  }
}
template <class T, std::size_t Tokens, std::size_t Width>
void equals_its_composition_with(T special) {
  auto q = launder(filled<matrix<T, Tokens, Width>>(1));
  const auto k = launder(filled<matrix<T, Tokens, Width>>(2));
  const auto v = launder(filled<matrix<T, Tokens, Width + 1>>(3));
  q(Tokens / 3, 1) = special;
  CHECK(bitwise_equal(scaled_dot_product_attention(q, k, v, causal<>),
                      matmul(attention_weights(q, k, causal<>), v)));
  CHECK(bitwise_equal(scaled_dot_product_attention(q, k, v), matmul(attention_weights(q, k), v)));
}
TEMPLATE_TEST_CASE("attention/fused: scores that are no numbers", "", float, double) {
  using T = TestType;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  for (const T special : {std::numeric_limits<T>::quiet_NaN(), infinity, -infinity, T(1e30)}) {
    equals_its_composition_with<T, 20, 8>(special);
    equals_its_composition_with<T, 3, 3>(special);
    equals_its_composition_with<T, 2, 2>(special);
    equals_its_composition_with<T, 7, 3>(special);
  }
}
