// SPDX-License-Identifier: BSL-1.0
// What attn/rules/message.hpp promises: the text that ATTN_MESSAGE shows where messages can be composed.
#pragma once

#include <attn/axes/axis.hpp>
#include <attn/rules/message.hpp>
#include <cstddef>
#include <cstdint>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::message_tests {

using namespace attn;
using token = axis<"token", 3>;
using key = axis<"key", 12>;

constexpr bool reads(const rules::composed_text& text, const char* expected) {
  std::size_t i = 0;
  for (; expected[i] != '\0'; ++i)
    if (i >= text.size() || text.data()[i] != expected[i]) return false;
  return i == text.size();
}

constexpr report shapes_stand_behind_the_sentence() {
  report r;
  r.check(reads(rules::message<rules::axes_of_A<token, dim<20>>, rules::axes_of_B<key>>("f: no"),
                "f: no [A is (token 3, 20), B is (key 12)]"));
  r.check(reads(rules::message<rules::axes_of<>>("f: no"), "f: no [x is ()]"));
  r.check(reads(
      rules::message<rules::axes_of_Q<token>, rules::axes_of_K<key>, rules::axes_of_V<dim<1>>>("g"),
      "g [Q is (token 3), K is (key 12), V is (1)]"));
  r.check(reads(rules::message<rules::roles<>>("no shapes"), "no shapes"));
  return r;
}

// A C++20 static_assert takes a literal: there the macro is the sentence and nothing else.
constexpr report the_macro_is_a_message() {
  report r;
#if __cplusplus > 202302L && defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
  r.check(reads(ATTN_MESSAGE("h", rules::axes_of<token>), "h [x is (token 3)]"));
#else
  constexpr char sentence[] = ATTN_MESSAGE("h", rules::axes_of<token>);
  r.check(sentence[0] == 'h' && sentence[1] == '\0');
#endif
  return r;
}

// Numbers of files have 64 bits, whatever a std::size_t has.
constexpr report numbers_have_64_bits() {
  report r;
  r.check(reads(rules::composed_text().add(std::uint64_t{10'000'000'000}), "10000000000"));
  r.check(reads(rules::composed_text().add(~std::uint64_t{}), "18446744073709551615"));
  r.check(reads(rules::composed_text().add(launder(std::size_t{0})), "0"));
  return r;
}

constexpr report what_does_not_fit_is_cut() {
  report r;
  rules::composed_text text;
  for (int i = 0; i < 200; ++i) text.add("0123456789");
  r.check(text.size() == sizeof text.text);
  text.add(std::size_t{7}).add_axis<token>();
  r.check(text.size() == sizeof text.text && text.data()[511] == '1');
  return r;
}

// How each role calls its operand.
constexpr report each_role_is_introduced() {
  report r;
  rules::composed_text text;
  rules::introduced<rules::axes_of_B<token>>::to(text);
  r.check(reads(text, "B is (token 3)"));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"shapes stand behind the sentence", shapes_stand_behind_the_sentence},
    {"the macro is a message", the_macro_is_a_message},
    {"numbers have 64 bits", numbers_have_64_bits},
    {"what does not fit is cut", what_does_not_fit_is_cut},
    {"each role is introduced", each_role_is_introduced},
};

}  // namespace attn_tests::message_tests
