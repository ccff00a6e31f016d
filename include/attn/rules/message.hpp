// SPDX-License-Identifier: BSL-1.0
// The sentence of a rule, with the operands' shapes printed where the compiler can compose messages
// (C++26: __cpp_static_assert >= 202306L); elsewhere the sentence alone, and the compiler prints
// the relation with its roles beside it. In C++20 Clang 21 can compose them too, with a warning for
// each, so the standard decides.
//
//   static_assert(rules::same_size<…>,
//                 ATTN_MESSAGE("attn::matmul(A, B): …", axes_of_A<…>, axes_of_B<…>));
//   // attn::matmul(A, B): … [A is (token 3, feature 3), B is (key 4, feature 3)]
//
// ATTN_MESSAGE(sentence, axes…) is a macro because a C++20 static_assert takes a literal and
// nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/abi.hpp>
#include <attn/rules/roles.hpp>

#if __cplusplus > 202302L && defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
#define ATTN_MESSAGE(sentence, ...) (::attn::rules::message<__VA_ARGS__>(sentence))
#else
#define ATTN_MESSAGE(sentence, ...) sentence
#endif

namespace attn::rules {

// Text composed in constant evaluation; it is truncated if it does not fit.
struct composed_text {
  char text[512]{};
  std::size_t length = 0;

  ATTN_ABI constexpr const char* data() const { return text; }
  ATTN_ABI constexpr std::size_t size() const { return length; }

  ATTN_ABI constexpr composed_text& add(const char* more) {
    for (; *more != '\0' && length < sizeof text; ++more) text[length++] = *more;
    return *this;
  }
  ATTN_ABI constexpr composed_text& add(std::uint64_t number) {
    if (number >= 10) add(number / 10);
    const char digit[] = {static_cast<char>('0' + number % 10), '\0'};
    return add(digit);
  }
  ATTN_ABI constexpr composed_text& add(const composed_text& more) {
    for (std::size_t i = 0; i < more.length && length < sizeof text; ++i)
      text[length++] = more.text[i];
    return *this;
  }
  template <class Axis>
  ATTN_ABI constexpr composed_text& add_axis() {
    if constexpr (Axis::named) add(Axis::name.text).add(" ");
    return add(Axis::size);
  }
  template <class... Axes>
  ATTN_ABI constexpr composed_text& add_axes(const char* operand) {
    add(operand).add(" is (");
    std::size_t i = 0;
    ((add_axis<Axes>().add(++i < sizeof...(Axes) ? ", " : "")), ...);
    return add(")");
  }
};

// The name of the operand in a role.
template <class Role>
struct introduced;
template <class... Axes>
struct introduced<axes_of<Axes...>> {
  ATTN_ABI static constexpr void to(composed_text& text) { text.add_axes<Axes...>("x"); }
};
template <class... Axes>
struct introduced<axes_of_A<Axes...>> {
  ATTN_ABI static constexpr void to(composed_text& text) { text.add_axes<Axes...>("A"); }
};
template <class... Axes>
struct introduced<axes_of_B<Axes...>> {
  ATTN_ABI static constexpr void to(composed_text& text) { text.add_axes<Axes...>("B"); }
};
template <class... Axes>
struct introduced<axes_of_Q<Axes...>> {
  ATTN_ABI static constexpr void to(composed_text& text) { text.add_axes<Axes...>("Q"); }
};
template <class... Axes>
struct introduced<axes_of_K<Axes...>> {
  ATTN_ABI static constexpr void to(composed_text& text) { text.add_axes<Axes...>("K"); }
};
template <class... Axes>
struct introduced<axes_of_V<Axes...>> {
  ATTN_ABI static constexpr void to(composed_text& text) { text.add_axes<Axes...>("V"); }
};

template <class... Axes>
struct introduced<axes_of_out<Axes...>> {
  ATTN_ABI static constexpr void to(composed_text& text) { text.add_axes<Axes...>("out"); }
};
template <class... Axes>
struct introduced<axes_of_y<Axes...>> {
  ATTN_ABI static constexpr void to(composed_text& text) { text.add_axes<Axes...>("y"); }
};
template <class... Axes>
struct introduced<axes_of_memory<Axes...>> {
  ATTN_ABI static constexpr void to(composed_text& text) { text.add_axes<Axes...>("memory"); }
};
template <class... Axes>
struct introduced<axes_of_source<Axes...>> {
  ATTN_ABI static constexpr void to(composed_text& text) { text.add_axes<Axes...>("source"); }
};
template <class... Axes>
struct introduced<axes_of_target<Axes...>> {
  ATTN_ABI static constexpr void to(composed_text& text) { text.add_axes<Axes...>("target"); }
};
template <class... Axes>
struct introduced<result_axes<Axes...>> {
  ATTN_ABI static constexpr void to(composed_text& text) { text.add_axes<Axes...>("the result"); }
};
template <class... Roles>
struct introduced<roles<Roles...>> {
  ATTN_ABI static constexpr void to(composed_text& text) {
    std::size_t i = 0;
    ((text.add(i++ > 0 ? ", " : ""), introduced<Roles>::to(text)), ...);
  }
};

template <class... Roles>
ATTN_ABI constexpr composed_text message(const char* sentence) {
  composed_text text;
  text.add(sentence);
  if constexpr (std::is_same_v<roles<Roles...>, roles<roles<>>>) return text;
  text.add(" [");
  introduced<roles<Roles...>>::to(text);
  return text.add("]");
}

}  // namespace attn::rules
