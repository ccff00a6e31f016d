// SPDX-License-Identifier: BSL-1.0
// Parts on threads, at the same time: the bits of the calls without parts.
#include <memory>
#include <thread>
#include <vector>

#include <attn/attention/in_parts.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/ops/vmap.hpp>
#include <attn/tensor/compare.hpp>

#include "runtime_tests/catch.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace {

using namespace attn;
using attn_tests::filled, attn_tests::launder;

// A thread for each part.
constexpr auto on_threads = [](std::size_t count, const auto& part) {
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; ++i) threads.emplace_back([&part, i] { part(i); });
  for (std::thread& thread : threads) thread.join();
};

TEMPLATE_TEST_CASE("ops/in_parts: products on threads", "", float, double) {
  using T = TestType;
  static const auto a = launder(filled<matrix<T, 67, 130>>(1));
  static const auto b = launder(filled<matrix<T, 130, 70>>(2));
  static const auto wanted = matmul(a, b);
  static const auto of_packed = packed(b);
  matrix<T, 67, 70> out{};
  matmul_into(in_parts<4>(on_threads), out, a, b);
  CHECK(bitwise_equal(out, wanted));
  out = {};
  matmul_into(in_parts<5>(on_threads), out, a, of_packed);
  CHECK(bitwise_equal(out, wanted));
}

TEMPLATE_TEST_CASE("ops/in_parts: softmax on threads", "", float, double) {
  using T = TestType;
  using x_type = matrix<T, 67, 130>;
  const auto x = launder(filled<x_type>(3, T(4)));
  x_type out{};
  softmax_into(in_parts<4>(on_threads), out, x);
  CHECK(bitwise_equal(out, softmax(x)));
}

TEMPLATE_TEST_CASE("attention/in_parts: heads and queries on threads", "", float, double) {
  using T = TestType;
  using token = axis<"token", 50>;
  using head = axis<"head", 3>;
  using x_type = tensor<T, head, token, dim<24>>;
  const auto q = launder(filled<x_type>(1));
  const auto k = launder(filled<x_type>(2));
  const auto v = launder(filled<x_type>(3));
  const auto check = [&](const auto& in, const auto&... options) {
    x_type out{};
    scaled_dot_product_attention_into(in, out, q, k, v, options...);
    CHECK(bitwise_equal(out, scaled_dot_product_attention(q, k, v, options...)));
  };
  check(in_parts<2>(on_threads));            // two heads, and one
  check(in_parts<4>(on_threads), causal<>);  // some queries of each head, in a kernel for each part
  check(in_parts<5>(on_threads), sliding_window<5, 2>);
}

// Enough queries for parts of whole panels, and of whole vectors.
TEMPLATE_TEST_CASE("attention/in_parts: many queries on threads", "", float, double) {
  using T = TestType;
  using x_type = matrix<T, 512, 24>;
  static const auto q = launder(filled<x_type>(1));
  static const auto k = launder(filled<x_type>(2));
  static const auto v = launder(filled<x_type>(3));
  static const auto wanted = scaled_dot_product_attention(q, k, v, causal<>);
  static x_type out{};
  const auto check = [&](const auto& in) {
    out = {};
    scaled_dot_product_attention_into(in, out, q, k, v, causal<>);
    CHECK(bitwise_equal(out, wanted));
  };
  check(in_parts<2>(on_threads));
  check(in_parts<3>(on_threads));
}

TEMPLATE_TEST_CASE("ops/vmap: a layer on threads", "", float, double) {
  using T = TestType;
  using layer =
      nn::feed_forward<T, axis<"model", 16>, axis<"inner", 40>, output_by_input, act::relu>;
  auto f = std::make_unique<layer>();
  f->linear1.weight = filled<decltype(f->linear1.weight)>(1);
  f->linear2.weight = filled<decltype(f->linear2.weight)>(2);
  const auto x = launder(filled<tensor<T, axis<"batch", 9>, dim<5>, axis<"model", 16>>>(3));
  CHECK(bitwise_equal(vmap<"batch">(in_parts<4>(on_threads), *f, x), (*f)(x)));
}

}  // namespace
