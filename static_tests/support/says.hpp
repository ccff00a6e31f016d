// SPDX-License-Identifier: BSL-1.0
// says(found, "attn::check: …"): whether the whole text of a report, or a text itself, is this one.
#pragma once

#include <string_view>

namespace attn_tests {
constexpr bool says(const auto& found, std::string_view text) {
  if constexpr (requires { found.text(); }) {
    return says(found.text(), text);
  } else {
    return std::string_view(found.data(), found.size()) == text;
  }
}
}  // namespace attn_tests
