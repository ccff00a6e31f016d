// SPDX-License-Identifier: BSL-1.0
// std::ostream << what a check has found: Catch2, GoogleTest, doctest and Boost.Test print it when
// an assertion fails.
//
//   CHECK(equals(w, expected));          w and expected, tensors (tensor/check.hpp)
//   EXPECT_TRUE(is_within(y, 0, 1));     (scalars/is_within.hpp)
//
// Prints text(): the worst element, its values and how far it is off.
#pragma once

#include <concepts>
#include <ostream>

#include <attn/detail/config.hpp>
#include <attn/rules/message.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class Report>
  requires requires(const Report& report) {
    { report.text() } -> std::same_as<rules::composed_text>;
  }
ATTN_ABI std::ostream& operator<<(std::ostream& out, const Report& report) {
  const rules::composed_text text = report.text();
  return out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace attn
ATTN_STRICT_FP_END
