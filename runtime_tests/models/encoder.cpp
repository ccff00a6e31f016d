// SPDX-License-Identifier: BSL-1.0
// A batch that is too large for the compiler: a packed layer takes it sequence by sequence, with the
// bits of the plain one, which takes it as a whole; also with a mask of its own for each sequence.
#include <attn/attention/mask.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/packed.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/encoder.hpp>
#include <attn/random/splitmix.hpp>
#include <attn/tensor/compare.hpp>
#include <memory>
#include <type_traits>

#include "runtime_tests/catch.hpp"

namespace {

using namespace attn;
using batch = axis<"batch", 60>;
using token = axis<"token", 10>;
using width = axis<"width", 64>;

template <class Norm>
using layer = nn::encoder_layer<float, width, axis<"head", 4>, axis<"inner", 224>, output_by_input,
                                act::gelu_tanh, Norm>;
template <class Norm>
using fast_layer = decltype(packed(std::declval<const layer<Norm>&>()));
using sequences = tensor<float, batch, token, width>;
using few = tensor<float, axis<"batch", 3>, token, width>;
using padding = keep_mask<batch, token>;
using masked = decltype(key_padding(padding{}));

static_assert(detail::goes_by_sequence<fast_layer<pre_norm>, sequences>);
static_assert(detail::goes_by_sequence<fast_layer<pre_norm>, sequences,
                                       std::remove_const_t<decltype(causal<>)>>);
static_assert(!detail::goes_by_sequence<fast_layer<pre_norm>, sequences, masked>);
static_assert(!detail::goes_by_sequence<fast_layer<pre_norm>, few>);

template <class Norm>
void check_batches() {
  const auto plain =
      std::make_unique<layer<Norm>>(splitmix_parameters<splitmix::s24, layer<Norm>>(1, 0.25f));
  const auto fast = std::make_unique<fast_layer<Norm>>(packed(*plain));
  const auto x = std::make_unique<sequences>(splitmix_fill<splitmix::s24, sequences>(2));
  const auto same = [&](const auto&... options) {
    const auto out = std::make_unique<sequences>((*fast)(*x, options...));
    const auto want = std::make_unique<sequences>((*plain)(*x, options...));
    return bitwise_equal(*out, *want);
  };
  CHECK(same());
  CHECK(same(causal<>));
  padding kept;
  for (std::size_t i = 0; i < kept.size(); ++i) kept.data()[i] = i % 7 != 3;
  CHECK(same(key_padding(kept)));
}

}  // namespace

TEST_CASE("models/encoder: batches, post-norm") { check_batches<post_norm>(); }
TEST_CASE("models/encoder: batches, pre-norm") { check_batches<pre_norm>(); }
