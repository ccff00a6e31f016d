// SPDX-License-Identifier: BSL-1.0
#include <attn/io/from_text.hpp>
#include <attn/layers/linear.hpp>
#include <attn/text/token_id.hpp>
#include <string_view>

#include "runtime_tests/fuzz_readers/reader.hpp"

using namespace attn;

namespace {

using matrix_of_floats = tensor<float, axis<"token", 2>, axis<"feature", 2>>;
using layer = nn::linear<double, dim<2>, dim<1>, output_by_input>;

template <class X>
void meets(std::string_view text) {
  const auto x = std::make_unique<X>();
  const attn_tests::bytes_before before(*x);
  if (const text_result result = from_text(text, *x); !result) {
    attn_tests::require_one_line(result.message);
    attn_tests::require(before.same(), "after a fault the tensor is unchanged");
    return;
  }
  X back{};
  attn_tests::require(static_cast<bool>(from_text(to_text(*x), back)), "what was written is read");
  // The sign and the payload of a NaN are not written.
  for (std::size_t i = 0; i < x->size(); ++i) {
    const auto& a = x->data()[i];
    const auto& b = back.data()[i];
    if (a != a) continue;
    attn_tests::require(std::memcmp(&a, &b, sizeof a) == 0,
                        "what was written is read back with the same bits");
  }
}

void meets_model(std::string_view text) {
  const auto model = std::make_unique<layer>();
  const attn_tests::bytes_before before(*model);
  if (const text_result result = from_text(text, *model); !result) {
    attn_tests::require_one_line(result.message);
    attn_tests::require(before.same(), "after a fault the model is unchanged");
  }
}

void meets_several(std::string_view text) {
  tensor<double, dim<2>> a{};
  tensor<std::int16_t> b{};
  const attn_tests::bytes_before before_a(a);
  const attn_tests::bytes_before before_b(b);
  if (!from_text(text, a, b))
    attn_tests::require(before_a.same() && before_b.same(), "after a fault no tensor has changed");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  meets<matrix_of_floats>(text);
  meets<tensor<double, dim<3>>>(text);
  meets<tensor<std::int8_t, dim<2>>>(text);
  meets<tensor<std::uint64_t>>(text);
  meets<tensor<token_id<5>, dim<2>>>(text);
  meets_model(text);
  meets_several(text);
  return 0;
}
