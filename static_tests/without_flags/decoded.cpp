// SPDX-License-Identifier: BSL-1.0
// Eight tokens of a decoder-only model of 28,032 parameters, the likeliest each time, in one
// evaluation: the model of static_tests/models/generate_texts.hpp, and numbers.py's words.
#include "static_tests/models/generate_texts.hpp"
#include "static_tests/without_flags/numbers.hpp"

namespace attn_tests::without_flags {

using namespace attn;

constexpr auto text = generate<8>(generate_texts_tests::of_28032_parameters<float>,
    tensor<token_id<64>, axis<"token", 3>>{3, 1, 4});
static_assert([] {
  for (std::size_t t = 0; t < 8; ++t)
    if (static_cast<int>(text(t)) != decoded[t]) return false;
  return true;
}());
// No near tie: a float's rounding decides nothing.
static_assert(decoded_margin > 1e-3);

}  // namespace attn_tests::without_flags
