// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/linear.hpp"

#include <pthread.h>

#include <attn/attention/mask.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/ops/elementwise.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/ops/vmap.hpp>
#include <memory>

#include "runtime_tests/catch.hpp"

namespace {

using namespace attn;
using attn_tests::filled;

// Room for the kernels' own blocks, and for no operand of theirs.
#if defined(__OPTIMIZE__)
constexpr std::size_t small_stack = 256 * 1024;
#else  // every value of theirs has a place of its own
constexpr std::size_t small_stack = 768 * 1024;
#endif

template <class F>
[[gnu::noinline]] bool on_a_small_stack(F f) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, small_stack);
  pthread_t thread{};
  const bool started = pthread_create(
                           &thread, &attributes,
                           [](void* g) -> void* {
                             (*static_cast<F*>(g))();
                             return nullptr;
                           },
                           &f) == 0;
  pthread_attr_destroy(&attributes);
  return started && pthread_join(thread, nullptr) == 0;
}

// On the heap, without passing through the stack.
template <class X>
std::unique_ptr<X> somewhere(unsigned seed) {
  auto p = std::make_unique<X>();
  for (std::size_t i = 0; i < p->size(); ++i)
    p->data()[i] = attn_tests::number<typename X::value_type>(seed, i);
  return p;
}

// Has x the bits that f() returns? In a frame of its own, so that a test has one result at a time.
template <class X, class F>
[[gnu::noinline]] bool has_bits_of(const X& x, const F& f) {
  return bitwise_equal(x, f());
}

using square = matrix<float, 512, 512>;

}  // namespace

// Operands and results of a megabyte and more.
TEST_CASE("layers/into: a product, its softmax and attention on a small stack") {
  const auto a = somewhere<square>(1), b = somewhere<square>(2), c = somewhere<square>(3);
  const auto weights = std::make_unique<packed_weight<float, dim<512>, dim<512>>>(packed(*b));
  auto y = somewhere<square>(4), z = somewhere<square>(5);
  CHECK(on_a_small_stack([&] {
    matmul_into(*y, *a, *b);
    matmul_into(*z, *a, *weights);
  }));
  CHECK(bitwise_equal(*y, *z));
  CHECK(has_bits_of(*y, [&] { return matmul(*a, *b); }));
  CHECK(on_a_small_stack([&] { softmax_into(*z, *y); }));
  CHECK(has_bits_of(*z, [&] { return softmax(*y); }));
  CHECK(on_a_small_stack([&] { softmax_into<0>(*z, *y); }));
  CHECK(has_bits_of(*z, [&] { return softmax<0>(*y); }));
  CHECK(on_a_small_stack([&] { scaled_dot_product_attention_into(*z, *a, *b, *c); }));
  CHECK(has_bits_of(*z, [&] { return scaled_dot_product_attention(*a, *b, *c); }));
}

TEST_CASE("layers/into: layers on a small stack") {
  using network =
      nn::feed_forward<float, dim<256>, dim<1024>, output_by_input, act::gelu_tanh, with_bias>;
  const auto layer = std::make_unique<network>();
  for_each_parameter(
      [](const auto&, auto& parameter) {
        for (std::size_t i = 0; i < parameter.size(); ++i)
          parameter.data()[i] = attn_tests::number<float>(6, i) / 16;
      },
      *layer);
  const auto fast = std::make_unique<decltype(packed(*layer))>(packed(*layer));
  const auto x = somewhere<matrix<float, 150, 256>>(7);
  auto hidden = somewhere<matrix<float, 150, 1024>>(8);
  auto y = somewhere<matrix<float, 150, 256>>(9), z = somewhere<matrix<float, 150, 256>>(10);
  CHECK(on_a_small_stack([&] { feed_forward_into(*y, *hidden, *layer, *x); }));
  CHECK(on_a_small_stack([&] { feed_forward_into(*z, *hidden, *fast, *x); }));
  CHECK(has_bits_of(*y, [&] { return (*layer)(*x); }));
  CHECK(bitwise_equal(*z, *y));
  CHECK(on_a_small_stack([&] { linear_into(*hidden, fast->linear1, *x); }));
  CHECK(has_bits_of(*hidden, [&] { return layer->linear1(*x); }));
}

TEST_CASE("layers/into: a formula of every element, and packing, on a small stack") {
  auto a = somewhere<square>(1);
  const auto wanted = std::make_unique<square>();
  for (std::size_t i = 0; i < a->size(); ++i) {
    const float x = a->data()[i], positive = x > 0 ? x : 0.0f;
    wanted->data()[i] = x + positive * 2.0f;
  }
  const auto formula = [](const auto& x) { return x + relu(x) * 2.0f; };
  auto b = somewhere<square>(2);
  CHECK(on_a_small_stack([&] { vmap_into<0>(*b, formula, *a); }));
  CHECK(bitwise_equal(*b, *wanted));
  CHECK(on_a_small_stack([&] { elementwise_into(*a, formula, *a); }));
  CHECK(bitwise_equal(*a, *wanted));

  const auto weights = std::make_unique<packed_weight<float, dim<512>, dim<512>>>();
  CHECK(on_a_small_stack([&] { packed_into(*weights, *a); }));
  CHECK(has_bits_of(*a, [&] { return unpacked(*weights); }));

  using layer = nn::linear<float, dim<512>, dim<512>, input_by_output>;
  const auto plain = std::make_unique<layer>();
  plain->weight = *a;
  const auto fast = std::make_unique<decltype(packed(*plain))>();
  CHECK(on_a_small_stack([&] { packed_into(*fast, *plain); }));
  CHECK(fast->weight == *weights);
}
