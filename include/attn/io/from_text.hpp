// SPDX-License-Identifier: BSL-1.0
// from_text(text, x, y, …): fills tensors with numbers from a text, typed by a person or written by
// to_text: either all tensors are filled or none. from_text(text, model): all tensors of a model,
// in the order of for_each_parameter. from_text<X>(text): the tensor or the model X itself. May be
// a constant.
//
// Numbers are separated by white space, commas or semicolons. `#` starts a comment up to the end of
// the line. The tensors are filled in order, row by row. The numbers of a tensor may be preceded by
// the header that to_text writes, "tensor<double, token 3, feature 2>", which must match the
// tensor. The result converts to true if the text has exactly as many numbers as the tensors have
// elements. Otherwise its message states in one line what was expected and what was found (for a
// model, in which tensor), and no tensor is changed. from_text<X> cannot return a message: a text
// with a mistake does not compile as a constant, and ends the program at run time.
//
// Elements are float or double, correctly rounded (io/number_from_text.hpp, inf, nan and
// hexadecimal numbers too). Long double, finite, as std::from_chars reads it. Integers. Token ids.
// Rule: float_or_double, for a model.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/detail/element.hpp>
#include <attn/io/number_from_text.hpp>
#include <attn/io/to_text.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct text_result {
  std::string message;  // empty: it worked
  ATTN_ABI explicit operator bool() const { return message.empty(); }
};

// Not constexpr on purpose: reached in constant evaluation, their names are the compiler's message.
[[noreturn]] ATTN_ABI inline void text_has_too_few_numbers() { detail::end_of_program(); }
[[noreturn]] ATTN_ABI inline void text_has_too_many_numbers() { detail::end_of_program(); }
[[noreturn]] ATTN_ABI inline void text_has_a_word_that_is_not_a_number() {
  detail::end_of_program();
}
[[noreturn]] ATTN_ABI inline void text_has_a_number_out_of_range() { detail::end_of_program(); }
[[noreturn]] ATTN_ABI inline void text_has_other_axes_than_the_tensor() {
  detail::end_of_program();
}

namespace detail {

// What a tensor can be read into: numbers, and token ids.
template <class T>
concept text_element =
    std::floating_point<T> || std::integral<T> || rules::is_token_id<rules::element<T>>::value;
template <class X>
concept text_tensor = is_tensor<X> && !std::is_const_v<X> && text_element<typename X::value_type>;

// The position of the reader: the remaining text, and its line.
struct number_reader {
  std::string_view rest;
  std::size_t line = 1;
  std::size_t count = 0;

  // Up to the next word.
  ATTN_ABI constexpr void skip_separators() {
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
  }
  // The next word, or an empty one at the end.
  ATTN_ABI constexpr std::string_view next_word() {
    skip_separators();
    std::size_t length = 0;
    while (length < rest.size() && !is_separator(rest[length]) && rest[length] != '\n' &&
           rest[length] != '#')
      ++length;
    return taken(length);
  }
  // The type in front of a tensor's numbers, or nothing.
  ATTN_ABI constexpr std::string_view next_header() {
    skip_separators();
    if (!rest.starts_with("tensor<")) return {};
    std::size_t length = 0;
    while (length < rest.size() && rest[length] != '>' && rest[length] != '\n') ++length;
    return taken(length < rest.size() && rest[length] == '>' ? length + 1 : length);
  }
  ATTN_ABI constexpr std::string_view taken(std::size_t length) {
    const std::string_view text = rest.substr(0, length);
    rest.remove_prefix(length);
    return text;
  }
  ATTN_ABI static constexpr bool is_separator(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == ',' || c == ';';
  }
};

// A word as it can be shown in one line of a message.
ATTN_ABI inline std::string shown_in_a_line(std::string_view word, std::size_t most) {
  std::string text;
  for (const char c : word.substr(0, most)) text += (c >= ' ' && c < 127) ? c : '?';
  return text + (word.size() > most ? "…" : "");
}
ATTN_ABI inline std::string quoted(std::string_view word) {
  return "\"" + shown_in_a_line(word, 24) + "\"";
}

template <class T>
ATTN_ABI constexpr number_fault element_from_text(std::string_view word, T& to) {
  if constexpr (binary_format<T>) {
    return number_from_text(word, to);
  } else if constexpr (std::floating_point<T>) {
    // from_chars takes no plus. One sign is enough.
    if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), to);
    if (error == std::errc::result_out_of_range) return number_fault::out_of_range;
    const bool read = error == std::errc{} && end == word.data() + word.size();
    return read && to - to == T(0) ? number_fault::none : number_fault::malformed;
  } else if constexpr (std::integral<T>) {
    return number_from_text(word, to);
  } else {
    std::int64_t id = 0;
    const number_fault fault = number_from_text(word, id);
    if (fault != number_fault::none) return fault;
    if (!T::has(id)) return number_fault::out_of_range;
    to = T(id);
    return fault;
  }
}

template <class T, class... Axes>
ATTN_ABI constexpr rules::composed_text header_of() {
  rules::composed_text text;
  text.add("tensor<").add(element_name<T>());
  ((text.add(", ").template add_axis<Axes>()), ...);
  return text.add(">");
}

// The error in a text, at the position of the reader.
struct text_fault {
  enum kind { none, too_few, too_many, no_number, out_of_range, other_axes };
  kind what = none;
  std::string_view found{};
  rules::composed_text header{};  // the header of the tensor
};

// All elements of a tensor, and the line with its type in front of them, if it is there.
template <class T, class... Axes>
ATTN_ABI constexpr text_fault read_tensor(number_reader& from, tensor<T, Axes...>& to) {
  if (const std::string_view found = from.next_header(); !found.empty()) {
    const rules::composed_text header = header_of<T, Axes...>();
    if (found != std::string_view(header.data(), header.size()))
      return {text_fault::other_axes, found, header};
  }
  for (T& element : to) {
    const std::string_view word = from.next_word();
    if (word.empty()) return {text_fault::too_few};
    const number_fault fault = element_from_text(word, element);
    if (fault == number_fault::malformed) return {text_fault::no_number, word};
    if (fault == number_fault::out_of_range) return {text_fault::out_of_range, word};
    ++from.count;
  }
  return {};
}
ATTN_ABI constexpr text_fault read_end(number_reader& from) {
  if (from.next_word().empty()) return {};
  return {text_fault::too_many};
}

// All tensors of a model. `failed` gets the name of the one that could not be read.
template <class M, class F>
ATTN_ABI constexpr text_fault read_model(number_reader& from, M& model, const F& failed) {
  text_fault fault;
  for_each_parameter(
      [&](const auto& name, auto& x) {
        if (fault.what != text_fault::none) return;
        fault = read_tensor(from, x);
        if (fault.what != text_fault::none) failed(name);
      },
      model);
  return fault.what == text_fault::none ? read_end(from) : fault;
}

// In one line. Where there is nothing wrong, nothing.
ATTN_ABI inline std::string message_about(const text_fault& fault, const number_reader& at,
                                          std::size_t expected) {
  const std::string numbers = std::to_string(expected);
  const std::string in_line = " in line " + std::to_string(at.line);
  switch (fault.what) {
    case text_fault::none:
      return {};
    case text_fault::too_few:
      return "expected " + numbers + " numbers, found only " + std::to_string(at.count);
    case text_fault::too_many:
      return "expected " + numbers + " numbers, found more," + in_line;
    case text_fault::other_axes:
      return "expected " + std::string(fault.header.data(), fault.header.size()) + in_line +
             ", found " + shown_in_a_line(fault.found, 256);
    default:
      break;
  }
  return "expected number " + std::to_string(at.count + 1) + " of " + numbers + in_line +
         ", found " + quoted(fault.found) +
         (fault.what == text_fault::out_of_range ? ", which is out of range" : "");
}

ATTN_ABI constexpr void end_at(const text_fault& fault) {
  if (fault.what == text_fault::too_few) text_has_too_few_numbers();
  if (fault.what == text_fault::too_many) text_has_too_many_numbers();
  if (fault.what == text_fault::no_number) text_has_a_word_that_is_not_a_number();
  if (fault.what == text_fault::out_of_range) text_has_a_number_out_of_range();
  if (fault.what == text_fault::other_axes) text_has_other_axes_than_the_tensor();
}

template <class M>
struct model_holder {  // on the heap: a model may be too large for the stack
  M model;
};

}  // namespace detail

template <class... Tensors>
  requires(sizeof...(Tensors) > 0 && (detail::text_tensor<Tensors> && ...))
ATTN_ABI text_result from_text(std::string_view text, Tensors&... into) {
  detail::number_reader reader{text};
  detail::text_fault fault;
  // The caller's tensors change when everything has been read. A copy may be too large for the
  // stack.
  const auto found = std::make_unique<std::tuple<Tensors...>>();
  const auto read = [&](auto& each) {
    if (fault.what == detail::text_fault::none) fault = detail::read_tensor(reader, each);
  };
  std::apply([&](Tensors&... each) { (read(each), ...); }, *found);
  if (fault.what == detail::text_fault::none) fault = detail::read_end(reader);
  if (fault.what == detail::text_fault::none) std::tie(into...) = *found;
  return {detail::message_about(fault, reader, (Tensors::volume + ...))};
}

template <parameter_struct M>
  requires(!std::is_const_v<M>)
ATTN_ABI text_result from_text(std::string_view text, M& model) {
  using call = rules::single_rule_call<rules::float_or_double<rules::model<M>>>;
  ATTN_REQUIRE(call, rule, "attn::from_text(text, m): the elements must be float or double");
  std::string message;
  if constexpr (call::all::value) {
    detail::number_reader reader{text};
    const auto found = std::make_unique<detail::model_holder<M>>();
    std::string place;
    const auto fault = detail::read_model(
        reader, found->model, [&](const auto& name) { place = std::string(", at ") + name.text; });
    message = detail::message_about(fault, reader, parameter_count<M>) + place;
    if (message.empty())
      for_each_parameter([](const auto&, auto& to, const auto& from) { to = from; }, model,
                         found->model);
  }
  return {message};
}

template <detail::text_tensor X>
ATTN_ABI constexpr X from_text(std::string_view text) {
  X x;
  detail::number_reader reader{text};
  detail::end_at(detail::read_tensor(reader, x));
  detail::end_at(detail::read_end(reader));
  return x;
}
template <parameter_struct M>
  requires(!std::is_const_v<M>)
ATTN_ABI constexpr M from_text(std::string_view text) {
  using call = rules::single_rule_call<rules::float_or_double<rules::model<M>>>;
  ATTN_REQUIRE(call, rule, "attn::from_text<m>(text): the elements must be float or double");
  M model{};
  if constexpr (call::all::value) {
    detail::number_reader reader{text};
    detail::end_at(detail::read_model(reader, model, [](const auto&) {}));
  }
  return model;
}

}  // namespace attn
ATTN_STRICT_FP_END
