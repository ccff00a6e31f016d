// SPDX-License-Identifier: BSL-1.0
// from_text(text, x, y, …): fills tensors with numbers that a person typed, all of them or none.
// from_text(text, model): all tensors of a model, in the order of for_each_parameter.
//
// Numbers are separated by white space, commas or semicolons; `#` starts a comment up to the end of
// the line. The tensors are filled in order, row by row. The result converts to true if exactly as
// many finite numbers were there as the tensors hold; else its message says in one line what was
// expected and what was found (for a model, in which tensor), and no tensor has changed.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include <attn/io/to_text.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/tensor/tensor.hpp>

namespace attn {

struct text_result {
  std::string message;  // empty: it worked
  explicit operator bool() const { return message.empty(); }
};

namespace detail {

// What the reader stands at: the text that is left, and the line it is in.
struct number_reader {
  std::string_view rest;
  std::size_t line = 1;
  std::size_t count = 0;

  // The next word, or an empty one at the end.
  std::string_view next_word() {
    bool comment = false;
    std::size_t at = 0;
    for (; at < rest.size(); ++at) {
      const char c = rest[at];
      if (c == '#') comment = true;
      if (c == '\n') {
        comment = false;
        ++line;
      } else if (!comment && !is_separator(c)) {
        break;
      }
    }
    rest.remove_prefix(at);
    std::size_t length = 0;
    while (length < rest.size() && !is_separator(rest[length]) && rest[length] != '\n' &&
           rest[length] != '#')
      ++length;
    const std::string_view word = rest.substr(0, length);
    rest.remove_prefix(length);
    return word;
  }
  static bool is_separator(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == ',' || c == ';';
  }
};

// A word as it can be shown in one line of a message.
inline std::string quoted(std::string_view word) {
  std::string text = "\"";
  for (const char c : word.substr(0, 24)) text += (c >= ' ' && c < 127) ? c : '?';
  return text + (word.size() > 24 ? "…\"" : "\"");
}

template <class T>
std::string read_number(number_reader& from, T& to, std::size_t expected) {
  const std::string_view word = from.next_word();
  const std::string place = " number " + std::to_string(from.count + 1) + " of " +
                            std::to_string(expected) + " in line " + std::to_string(from.line);
  if (word.empty())
    return "expected " + std::to_string(expected) + " numbers, found only " +
           std::to_string(from.count);
  // from_chars takes no plus; one sign is enough.
  const bool plus = word.front() == '+' && !word.starts_with("+-");
  const std::string_view digits = plus ? word.substr(1) : word;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), to);
  if (error == std::errc::result_out_of_range)
    return "expected" + place + ", found " + quoted(word) + ", which is out of range";
  if (error != std::errc{} || end != digits.data() + digits.size() || !(to - to == T(0)))
    return "expected" + place + ", found " + quoted(word);
  ++from.count;
  return {};
}

// All elements of a tensor; after a failure the following ones find nothing worth saying.
template <class Tensor>
std::string read_tensor(number_reader& from, Tensor& to, std::size_t expected) {
  for (auto& element : to)
    if (std::string message = read_number(from, element, expected); !message.empty())
      return message;
  return {};
}

inline std::string complaint_about_more(const number_reader& reader, std::size_t expected) {
  return "expected " + std::to_string(expected) + " numbers, found more, in line " +
         std::to_string(reader.line);
}

}  // namespace detail

template <class... Tensors>
  requires((std::floating_point<typename Tensors::value_type> && !std::is_const_v<Tensors>)&&...)
text_result from_text(std::string_view text, Tensors&... into) {
  constexpr std::size_t expected = (Tensors::volume + ...);
  detail::number_reader reader{text};
  std::string message;
  std::tuple<Tensors...> found;  // the caller's tensors change when everything has been read
  std::apply(
      [&](Tensors&... each) {
        for (const auto& read : {detail::read_tensor(reader, each, expected)...})
          if (message.empty()) message = read;
      },
      found);
  if (message.empty() && !reader.next_word().empty())
    message = detail::complaint_about_more(reader, expected);
  if (message.empty()) std::tie(into...) = found;
  return {message};
}

template <parameter_struct M>
  requires(!std::is_const_v<M>)
text_result from_text(std::string_view text, M& model) {
  static_assert(rules::float_or_double<rules::model<M>>,
                "attn::from_text(text, m): the elements must be float or double");
  std::string message;
  if constexpr (rules::float_or_double<rules::model<M>>) {
    constexpr std::size_t expected = parameter_count<M>;
    detail::number_reader reader{text};
    struct holder {  // on the heap: a model may be too large for the stack
      M model;
    };
    const auto found = std::make_unique<holder>();
    for_each_parameter(
        [&](const auto& name, auto& x) {
          if (!message.empty()) return;
          message = detail::read_tensor(reader, x, expected);
          if (!message.empty()) message += std::string(", at ") + name.text;
        },
        found->model);
    if (message.empty() && !reader.next_word().empty())
      message = detail::complaint_about_more(reader, expected);
    if (message.empty())
      for_each_parameter([](const auto&, auto& to, const auto& from) { to = from; }, model,
                         found->model);
  }
  return {message};
}

}  // namespace attn
