// SPDX-License-Identifier: BSL-1.0
// A label is the name of an axis, as a value that a type can carry: "token" in axis<"token", 3>.
//
// Rule: an identifier (letters, digits, `_`; no digit first) of 1 to 23 characters; axis checks it.
// Labels compare by their text. They are templates over their length, and not arrays of a fixed
// one, because both compilers then print them as "token" and not as a list of character codes.
#pragma once

#include <cstddef>

#include <attn/detail/abi.hpp>
#include <attn/rules/detail/label_text.hpp>
#include <attn/version.hpp>

namespace attn {

template <std::size_t N>
struct label {
  char text[N]{};

  consteval label() = default;
  // // Implicit, so that a string literal can be a template argument of type label.
  consteval label(const char (&literal)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = literal[i];
  }

  static constexpr std::size_t length = N - 1;

  // Under these names a C++26 static_assert finds its message.
  ATTN_ABI constexpr const char* data() const { return text; }
  ATTN_ABI static constexpr std::size_t size() { return length; }
};

template <std::size_t N, std::size_t M>
ATTN_ABI constexpr bool operator==(const label<N>& a, const label<M>& b) {
  if (N != M) return false;
  for (std::size_t i = 0; i < N && i < M; ++i)
    if (a.text[i] != b.text[i]) return false;
  return true;
}

// Concatenation: "key_" + "token" is "key_token".
template <std::size_t N, std::size_t M>
consteval auto operator+(const label<N>& a, const label<M>& b) {
  label<N + M - 1> joined;
  for (std::size_t i = 0; i < N - 1; ++i) joined.text[i] = a.text[i];
  for (std::size_t i = 0; i < M; ++i) joined.text[N - 1 + i] = b.text[i];
  return joined;
}

template <std::size_t N>
consteval bool is_identifier(const label<N>& name) {
  constexpr std::size_t longest = 23;
  if (name.length == 0 || name.length > longest) return false;
  for (std::size_t i = 0; i < name.length; ++i) {
    const char c = name.text[i];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool digit = c >= '0' && c <= '9';
    if (!letter && !(digit && i > 0)) return false;
  }
  return true;
}

}  // namespace attn
