// SPDX-License-Identifier: BSL-1.0
// A function that attn.hpp leaves out, called without its header (attn/layers/detail/elsewhere.hpp).
// axes: not-shown the call is right, and its header is missing
#define ATTN_TESTS_NOT_PRECOMPILED  // a precompiled header would have all headers
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
using content = axis<"content", 4>;
using layer = nn::linear<double, feature, content, output_by_input>;
constexpr tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};
constexpr tensor<token_id<3>, token> ids{};
constexpr layer model{};
constexpr auto loss = [](const auto& m) { return sum<"content">(sum<"token">(m(x))); };

// the programs that included attn.hpp for them before
// - bits_equal: bits_equal(x, x) ;; bitwise_equal(x, x) ;; attn::bits_equal requires #include <attn/analysis.hpp>
// - equals: static_assert(equals(x, x)); ;; static_assert(x == x); ;; attn::equals requires #include <attn/analysis.hpp>
// - is_causal: static_assert(is_causal<"token">(model, x));
//   ;; static_assert(parameter_count<layer> == 16); ;; attn::is_causal requires #include <attn/analysis.hpp>
// - is_close: static_assert(is_close(x, x)); ;; static_assert(allclose(x, x));
//   ;; attn::is_close requires #include <attn/analysis.hpp>
// - marked: marked<"token">(x) ;; x ;; attn::marked requires #include <attn/analysis.hpp>
// - same_for_all_inputs: static_assert(same_for_all_inputs(loss, loss, model)); ;; ditto
//   ;; attn::same_for_all_inputs requires #include <attn/analysis.hpp>
// - trace: trace(model, x) ;; model(x) ;; attn::trace requires #include <attn/analysis.hpp>
// - grouped_query_attention: grouped_query_attention(x, x, x) ;; x
//   ;; attn::grouped_query_attention requires #include <attn/attention.hpp>
// - linear_attention: linear_attention(x, x, x) ;; ditto
//   ;; attn::linear_attention requires #include <attn/attention.hpp>
// - heat_map: heat_map(x) ;; x ;; attn::heat_map requires #include <attn/io.hpp>
// - to_svg: to_svg(x) ;; x ;; attn::to_svg requires #include <attn/io.hpp>
// - to_text: to_text(x) ;; x ;; attn::to_text requires #include <attn/io.hpp>
// - cross_entropy: cross_entropy(x, ids) ;; log_softmax(x)
//   ;; attn::cross_entropy requires #include <attn/learning.hpp>
// - gradient: gradient(loss, model) ;; loss(model) ;; attn::gradient requires #include <attn/learning.hpp>
// - value_and_gradient: value_and_gradient(loss, model) ;; ditto
//   ;; attn::value_and_gradient requires #include <attn/learning.hpp>
// - dot: dot<"feature">(x, x) ;; matmul(x, transpose(as_keys(x)))
//   ;; attn::dot requires #include <attn/ops.hpp>
// - einsum: einsum<"ij,kj->ik">(x, x) ;; ditto ;; attn::einsum requires #include <attn/ops.hpp>
// - rearrange: rearrange<"t f -> f t">(x) ;; transpose(x)
//   ;; attn::rearrange requires #include <attn/ops.hpp>
// - rearrange_in_parentheses: rearrange(x, "t f -> f t") ;; ditto
//   ;; attn::rearrange requires #include <attn/ops.hpp>
// - reduce: reduce<"t f -> t", "sum">(x) ;; sum<"feature">(x)
//   ;; attn::reduce requires #include <attn/ops.hpp>
// - repeat: repeat<"t f -> t f g">(x, axis<"g", 2>()) ;; x
//   ;; attn::repeat requires #include <attn/ops.hpp>
// - unroll: unroll<"token">(model, x) ;; model(x) ;; attn::unroll requires #include <attn/recurrent.hpp>
// - generate: generate<3>(model, ids) ;; model(x) ;; attn::generate requires #include <attn/text.hpp>
// - sample: sample(x, x) ;; softmax(x) ;; attn::sample requires #include <attn/text.hpp>
