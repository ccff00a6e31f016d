// SPDX-License-Identifier: BSL-1.0
// The text of an axis's name.
#pragma once

#include <cstddef>

#include <attn/version.hpp>

namespace attn::detail {

// A label of any length, or none: what compares axes without a function for each pair of lengths.
struct label_text {
  const char* text = nullptr;
  std::size_t length = 0;

  consteval bool agrees_with(const label_text& other) const {
    if (length == 0 || other.length == 0) return true;  // an unnamed axis goes with every name
    return equals(other);
  }
  consteval bool equals(const label_text& other) const {
    if (length != other.length) return false;
    for (std::size_t i = 0; i < length; ++i)
      if (text[i] != other.text[i]) return false;
    return true;
  }
};

}  // namespace attn::detail
