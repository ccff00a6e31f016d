// SPDX-License-Identifier: BSL-1.0
// What attn/text/word_view.hpp promises.
#pragma once

#include <attn/text/word_view.hpp>
#include <string_view>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::word_view_tests {

using namespace attn;

constexpr report from_and_to() {
  report r;
  const word_view none;
  r.check(none.empty() && none.size() == 0 && none.begin() == none.end() && none == "");
  const word_view literal = launder(word_view("Like"));
  r.check(literal.size() == 4 && literal.data()[3] == 'e' && !literal.empty());
  const std::string_view text = launder(std::string_view("I Like"));
  const word_view part(text.data() + 2, 4);
  r.check(part == literal && part.end() - part.begin() == 4);
  r.check(word_view(text) == text && std::string_view(word_view(text)) == text);
  const std::string_view back = part;
  r.check(back == "Like");
  return r;
}

constexpr report equal_is_every_character() {
  report r;
  const word_view word = launder(word_view("Like"));
  r.check(word == "Like" && word == std::string_view("Like") && std::string_view("Like") == word);
  for (const char* other : {"Lik", "Likee", "like", "", " Like"}) r.check(word != other);
  r.check(word != std::string_view("Lik"));
  return r;
}

// A character stays one: nothing turns into a number, or a number into a text.
static_assert(!std::is_convertible_v<word_view, bool> && !std::is_convertible_v<int, word_view>);
static_assert(std::is_convertible_v<word_view, std::string_view>);

inline constexpr behaviour behaviours[] = {
    {"from and to", from_and_to},
    {"equal is every character", equal_is_every_character},
};

}  // namespace attn_tests::word_view_tests
