// SPDX-License-Identifier: BSL-1.0
// What attn/axes/label.hpp promises.
#pragma once

#include <attn/axes/label.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::label_tests {

using namespace attn;

constexpr report is_its_text() {
  report r;
  constexpr label token = "token";
  static_assert(std::is_same_v<decltype(token), const label<6>>);  // the end of the string included
  static_assert(token.length == 5 && label("").length == 0);
  const auto at_run_time = launder(token);
  const char expected[] = "token";
  for (std::size_t i = 0; i < sizeof expected; ++i) {
    r.check(at_run_time.text[i] == expected[i]);
    r.bits(at_run_time.text[i]);
    r.check(at_run_time.data()[i] == expected[i]);
  }
  static_assert(token.size() == token.length);
  for (const char c : label<4>().text) r.check(c == '\0');
  return r;
}

constexpr report equal_by_their_text() {
  report r;
  const auto key = launder(label("key"));
  r.check(key == label("key"));
  r.check(key != label("kex"));
  r.check(key != label("ley"));
  r.check(key != label("Key"));
  // One in front of the other, either way round.
  r.check(key != label("key_token"));
  r.check(launder(label("key_token")) != key);
  r.check(key != label(""));
  r.check(launder(label("")) == label(""));
  r.check(key != label("key\0s"));
  return r;
}

template <label Name>
struct carrier;

// What an axis does with its name.
constexpr report goes_into_a_type() {
  report r;
  r.check(std::is_same_v<carrier<"token">, carrier<label("token")>>);
  r.check(!std::is_same_v<carrier<"token">, carrier<"tokeN">>);
  r.check(std::is_same_v<carrier<label("key_") + label("token")>, carrier<"key_token">>);
  return r;
}

constexpr report one_after_the_other() {
  report r;
  constexpr auto joined = label("key_") + label("token");
  static_assert(std::is_same_v<decltype(joined), const label<10>>);
  r.check(launder(joined) == label("key_token"));
  r.check(launder(label("") + label("token")) == label("token"));
  r.check(launder(label("token") + label("")) == label("token"));
  r.check(launder(label("a") + label("bc") + label("d")) == label("abcd"));
  return r;
}

// Every character there is, alone and behind a letter.
consteval std::size_t characters_of_identifiers(bool behind_a_letter) {
  std::size_t count = 0;
  for (int c = 0; c < 256; ++c) {
    const char character = static_cast<char>(c);
    const char alone[] = {character, '\0'}, second[] = {'x', character, '\0'};
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool digit = c >= '0' && c <= '9';
    const bool expected = letter || (digit && behind_a_letter);
    if ((behind_a_letter ? is_identifier(label(second)) : is_identifier(label(alone))) != expected)
      return 0;
    count += expected;
  }
  return count;
}

constexpr report identifiers() {
  report r;
  r.check(characters_of_identifiers(false) == 2 * 26 + 1);
  r.check(characters_of_identifiers(true) == 2 * 26 + 1 + 10);
  r.check(is_identifier(label("key_token")));
  r.check(is_identifier(label("x0")));
  r.check(!is_identifier(label("0x")));
  r.check(!is_identifier(label("")));
  r.check(!is_identifier(label("key token")));
  r.check(!is_identifier(label("token ")));
  r.check(!is_identifier(label("caf\xc3\xa9")));
  r.check(!is_identifier(label("to\0ken")));
  r.check(is_identifier(label("abcdefghijklmnopqrstuvw")));    // 23 characters
  r.check(!is_identifier(label("abcdefghijklmnopqrstuvwx")));  // 24
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"is its text", is_its_text},           {"equal by their text", equal_by_their_text},
    {"goes into a type", goes_into_a_type}, {"one after the other", one_after_the_other},
    {"identifiers", identifiers},
};

}  // namespace attn_tests::label_tests
