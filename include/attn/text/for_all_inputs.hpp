// SPDX-License-Identifier: BSL-1.0
// for_all_inputs<word, token>(p): whether p(ids) is true for every text of token::size words, of a
// vocabulary of word::size, found by trying them all.
//
//   static_assert(check<for_all_inputs<word, token>(p)>);   an error that shows the first failure
//   static_assert(check<proved_for_all_inputs<word, token, p>>);  the same, as a chain of constants
//   proved_for_all_inputs<word, token, p, 64>               … of 64 texts each, 16 without a number
//   for_all_inputs<word, token>(p).text()                   the report, at run time
//
// p: tensor<token_id<V>, token> -> bool, or what converts to it, as the reports of check<…> do.
// -> input_report<word, token>, of V^T texts, in the order of the numbers with these digits; it
// converts to bool explicitly. In a chain, each batch of texts is a constant of its own, for which
// the compiler begins to count its steps again; p is a template argument, such as a lambda that
// captures nothing. True is a proof, for the bits that p computes.
// Rules: enumerable, less than 2^32 texts; gives_a_condition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/tensor/check.hpp>
#include <attn/text/token_id.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// V^T, or 2^32 if it is not less. (Not consteval: in a member's initializer, Clang 18 rejects it.)
ATTN_ABI constexpr std::uint64_t number_of_texts(std::size_t words, std::size_t tokens) {
  constexpr std::uint64_t most = std::uint64_t{1} << 32;
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < tokens && count < most; ++i) {
    if (words > most / count) return most;
    count *= words;
  }
  return count;
}

template <class Word, class Token>
using text_of = tensor<token_id<Word::size>, Token>;

// The text with this number: its ids are the digits, the last one that of 1.
template <class Word, class Token>
ATTN_ABI constexpr text_of<Word, Token> text_at(std::uint64_t number) {
  text_of<Word, Token> ids;
  for (std::size_t i = Token::size; i-- > 0; number /= Word::size)
    ids.data()[i] = token_id<Word::size>(number % Word::size);
  return ids;
}

}  // namespace detail

namespace rules {

template <class Words, class Tokens>
struct enumerable;
template <std::size_t Words, std::size_t Tokens>
struct enumerable<size<Words>, size<Tokens>> {
  static constexpr bool value = attn::detail::number_of_texts(Words, Tokens) < std::uint64_t{1}
                                                                                   << 32;
};

template <class F, class Words, class Token>
struct gives_a_condition;
template <class F, std::size_t Words, class Token>
struct gives_a_condition<function<F>, size<Words>, Token> {
  using text = tensor<token_id<Words>, Token>;
  static constexpr bool value = requires(const F& f, const text& x) { static_cast<bool>(f(x)); };
};

template <class Word, class Token, class F>
struct all_inputs_call {
  using text = attn::detail::text_of<Word, Token>;
  using operands = roles<role_of<axes_of_A, typename text::shape_type>>;
  using few_enough = enumerable<size<Word::size>, size<Token::size>>;
  using condition = gives_a_condition<function<F>, size<Word::size>, Token>;
  static constexpr bool holds = all_hold<few_enough, condition>;
};

}  // namespace rules

#define ATTN_REQUIRE_ALL_INPUTS(call, text)                                                \
  ATTN_REQUIRE(call, few_enough, text ": more than 2^32 inputs, too many to try them all") \
  ATTN_REQUIRE(call, condition, text ": p(ids) must be true or false")

// What for_all_inputs has found. Its members are public, so that it can be a template argument.
template <class Word, class Token>
struct input_report {
  static constexpr std::uint64_t inputs = detail::number_of_texts(Word::size, Token::size);
  std::uint64_t failures = 0;  // texts for which p is false; if there are,
  std::uint64_t first = 0;     // the number of the first one

  ATTN_ABI constexpr explicit operator bool() const { return failures == 0; }
  // The first text for which p is false.
  ATTN_ABI constexpr detail::text_of<Word, Token> first_failure() const {
    return detail::text_at<Word, Token>(first);
  }
  ATTN_ABI friend constexpr bool operator==(const input_report&, const input_report&) = default;

  // "attn::check: false for (0, 3, 1); 5 of 4096 inputs"
  ATTN_ABI constexpr rules::composed_text text() const {
    rules::composed_text text;
    if (failures == 0) return text.add("attn::check: as expected");
    text.add("attn::check: false for (");
    const auto ids = first_failure();
    for (std::size_t i = 0; i < Token::size && text.size() < 400; ++i)
      text.add(i > 0 ? ", " : "").add(static_cast<std::size_t>(ids.data()[i]));
    return text.add("); ").add(failures).add(" of ").add(inputs).add(" inputs");
  }
  // What the compiler prints, one after the other: the ids of the first text, and the count.
  static constexpr std::size_t parts = Token::size + 1;
  ATTN_ABI constexpr rules::composed_text part(std::size_t i) const {
    rules::composed_text text;
    if (i == Token::size) return text.add("false for ").add(failures).add(" of ").add(inputs);
    text = detail::index_text<Token>(i, 0);
    return text.add(": ").add(static_cast<std::size_t>(first_failure().data()[i]));
  }
};

namespace detail {

template <class Word, class Token, class F>
ATTN_ABI constexpr input_report<Word, Token> tried(const F& p, std::uint64_t from,
                                                   std::uint64_t to) {
  input_report<Word, Token> report;
  for (std::uint64_t n = from; n < to; ++n)
    if (!static_cast<bool>(p(text_at<Word, Token>(n))))
      if (report.failures++ == 0) report.first = n;
  return report;
}

template <class Word, class Token, auto P, std::uint64_t From, std::uint64_t To>
ATTN_ABI inline constexpr input_report<Word, Token> tried_as_constant =
    tried<Word, Token>(P, From, To);

template <class Word, class Token, auto P, std::size_t Batch, std::size_t... I>
consteval input_report<Word, Token> tried_in_batches(std::index_sequence<I...>) {
  constexpr std::uint64_t inputs = input_report<Word, Token>::inputs;
  input_report<Word, Token> all;
  for (const auto& batch :
       {tried_as_constant<Word, Token, P, std::uint64_t{I} * Batch,
                          ((I + 1) * Batch < inputs ? (I + 1) * Batch : inputs)>...}) {
    if (all.failures == 0) all.first = batch.first;
    all.failures += batch.failures;
  }
  return all;
}

template <class Word, class Token, auto P, std::size_t Batch>
consteval input_report<Word, Token> proved() {
  using call = rules::all_inputs_call<Word, Token, std::remove_const_t<decltype(P)>>;
  ATTN_REQUIRE_ALL_INPUTS(call, "attn::proved_for_all_inputs<word, token, p>");
  static_assert(Batch > 0, "attn::proved_for_all_inputs: a batch has at least one text");
  if constexpr (call::holds && Batch > 0)
    return tried_in_batches<Word, Token, P, Batch>(
        std::make_index_sequence<(input_report<Word, Token>::inputs + Batch - 1) / Batch>{});
  else
    return {};
}

}  // namespace detail

template <axis_like Word, axis_like Token, class F>
ATTN_ABI constexpr input_report<Word, Token> for_all_inputs(const F& p) {
  using call = rules::all_inputs_call<Word, Token, F>;
  ATTN_REQUIRE_ALL_INPUTS(call, "attn::for_all_inputs<word, token>(p)");
  if constexpr (call::holds)
    return detail::tried<Word, Token>(p, 0, input_report<Word, Token>::inputs);
  else
    return {};
}

template <axis_like Word, axis_like Token, auto P, std::size_t Batch = 16>
ATTN_ABI inline constexpr input_report<Word, Token> proved_for_all_inputs =
    detail::proved<Word, Token, P, Batch>();

}  // namespace attn
ATTN_STRICT_FP_END
