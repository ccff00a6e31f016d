// SPDX-License-Identifier: BSL-1.0
// for_all_inputs<word, token>(p): whether p(ids) is true for every text of token::size words, of a
// vocabulary of word::size, found by trying them all.
//
//   static_assert(check<for_all_inputs<word, token>(p)>);   an error that shows the first failure
//   static_assert(check<proved_for_all_inputs<word, token, p>>);  the same, as a chain of constants
//   proved_for_all_inputs<word, token, p, 64>               … of 64 texts each, 16 without a number
//   for_all_inputs<word, token>(p).text()                   the report, at run time
//
// p: tensor<token_id<V>, token> -> bool, or a report of check<…>. Nothing else is a condition: an
// optional<bool>, a function that was not called and -1 convert to true.
// A p that reads has p.start(), its state before any word, p.step(state, id), the state after one
// more, and p(state), the condition, such as of the state and the logits of a language model.
// -> input_report<word, token>, of V^T texts, in the order of the numbers with these digits. It
// converts to bool explicitly. In a chain, each batch of texts is a constant of its own, for which
// the compiler begins to count its steps again. p is a template argument, such as a lambda that
// captures nothing. Texts that begin alike share what a p that reads knows of the beginning, a
// constant. A batch has one beginning. True is a proof, for the bits that p computes.
// Rules: enumerable, less than 2^32 texts; gives_a_condition.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/tensor/check.hpp>
#include <attn/text/token_id.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// V^T, or 2^32 if it is not less. (Not consteval: in a member's initialiser, Clang 18 rejects it.)
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

// The text with this number: its ids are the digits, the last one counts 1.
template <class Word, class Token>
ATTN_ABI constexpr text_of<Word, Token> text_at(std::uint64_t number) {
  text_of<Word, Token> ids;
  for (std::size_t i = Token::size; i-- > 0; number /= Word::size)
    ids.data()[i] = token_id<Word::size>(number % Word::size);
  return ids;
}

// A bool, or a report of check<…>.
template <class Y>
concept condition = std::same_as<std::remove_cvref_t<Y>, bool> || requires(const Y& y) {
  { y.text() } -> std::same_as<rules::composed_text>;
  static_cast<bool>(y);
};
// p(known), of what is known after p.start() and a p.step(known, id) for each word.
template <class P, class Id>
concept reads_words = requires(const P& p, const Id& id) {
  { p.step(p.start(), id) } -> std::same_as<std::remove_cvref_t<decltype(p.start())>>;
  p(p.start());
};
template <class P, class Id, class Token>
ATTN_ABI constexpr bool holds(const P& p, const tensor<Id, Token>& ids) {
  if constexpr (reads_words<P, Id>) {
    auto known = p.start();
    for (const Id& id : ids) known = p.step(known, id);
    return static_cast<bool>(p(known));
  } else {
    return static_cast<bool>(p(ids));
  }
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
  static constexpr bool value = [] {
    if constexpr (attn::detail::reads_words<F, token_id<Words>>)
      return requires(const F& f) {
        { f(f.start()) } -> attn::detail::condition;
      };
    else
      return requires(const F& f, const text& x) {
        { f(x) } -> attn::detail::condition;
      };
  }();
};

template <class Word, class Token, class F>
struct all_inputs_call {
  using text = attn::detail::text_of<Word, Token>;
  using operands = roles<role_of<axes_of_A, typename text::shape_type>>;
  using few_enough = enumerable<size<Word::size>, size<Token::size>>;
  using condition = gives_a_condition<function<F>, size<Word::size>, Token>;
  using all = in_order<few_enough, condition>;
};

}  // namespace rules

#define ATTN_REQUIRE_ALL_INPUTS(call, text)                                                \
  ATTN_REQUIRE(call, few_enough, text ": more than 2^32 inputs, too many to try them all") \
  ATTN_REQUIRE(call, condition, text ": p(ids) must be a bool, or a report of check<…>")

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

 private:
  friend detail::new_report;
  ATTN_ABI constexpr input_report() = default;
};

namespace detail {

template <class Word, class Token, class F>
ATTN_ABI constexpr input_report<Word, Token> tried(const F& p, std::uint64_t from,
                                                   std::uint64_t to) {
  auto report = new_report::of<input_report<Word, Token>>();
  for (std::uint64_t n = from; n < to; ++n)
    if (!holds(p, text_at<Word, Token>(n)))
      if (report.failures++ == 0) report.first = n;
  return report;
}

// What is known after the first Length words of some texts, of which Number is the number.
template <class Word, auto P, std::size_t Length, std::uint64_t Number>
ATTN_ABI inline constexpr auto known_after =
    P.step(known_after<Word, P, Length - 1, Number / Word::size>,
           token_id<Word::size>(Number % Word::size));
template <class Word, auto P>
ATTN_ABI inline constexpr auto known_after<Word, P, 0, 0> = P.start();

// Batch number Index, of Batch texts. Texts of a property that reads words differ in the last one
// only.
template <class Word, class Token, auto P, std::size_t Batch, std::uint64_t Index>
ATTN_ABI constexpr input_report<Word, Token> batch() {
  using id = token_id<Word::size>;
  if constexpr (reads_words<decltype(P), id>) {
    constexpr std::uint64_t batches = (Word::size + Batch - 1) / Batch, prefix = Index / batches;
    constexpr std::uint64_t from = Index % batches * Batch,
                            to = from + Batch < Word::size ? from + Batch : Word::size;
    auto report = new_report::of<input_report<Word, Token>>();
    for (std::uint64_t last = from; last < to; ++last)
      if (!static_cast<bool>(P(P.step(known_after<Word, P, Token::size - 1, prefix>, id(last)))))
        if (report.failures++ == 0) report.first = prefix * Word::size + last;
    return report;
  } else {
    constexpr std::uint64_t inputs = input_report<Word, Token>::inputs, from = Index * Batch;
    return tried<Word, Token>(P, from, from + Batch < inputs ? from + Batch : inputs);
  }
}
template <class Word, class Token, auto P, std::size_t Batch, std::uint64_t Index>
ATTN_ABI inline constexpr input_report<Word, Token> tried_as_constant =
    batch<Word, Token, P, Batch, Index>();
template <class Word, class Token, auto P, std::size_t Batch>
inline constexpr std::size_t batches = [] {
  constexpr std::uint64_t inputs = input_report<Word, Token>::inputs;
  if constexpr (reads_words<decltype(P), token_id<Word::size>>)
    return static_cast<std::size_t>(inputs / Word::size * ((Word::size + Batch - 1) / Batch));
  else
    return static_cast<std::size_t>((inputs + Batch - 1) / Batch);
}();

template <class Word, class Token, auto P, std::size_t Batch, std::size_t... Index>
consteval input_report<Word, Token> tried_in_batches(std::index_sequence<Index...>) {
  auto all = new_report::of<input_report<Word, Token>>();
  for (const auto& found : {tried_as_constant<Word, Token, P, Batch, Index>...}) {
    if (all.failures == 0) all.first = found.first;
    all.failures += found.failures;
  }
  return all;
}

template <class Word, class Token, auto P, std::size_t Batch>
consteval input_report<Word, Token> proved() {
  using call = rules::all_inputs_call<Word, Token, std::remove_const_t<decltype(P)>>;
  ATTN_REQUIRE_ALL_INPUTS(call, "attn::proved_for_all_inputs<word, token, p>");
  static_assert(Batch > 0, "attn::proved_for_all_inputs: a batch has at least one text");
  if constexpr (call::all::value && Batch > 0)
    return tried_in_batches<Word, Token, P, Batch>(
        std::make_index_sequence<batches<Word, Token, P, Batch>>{});
  else
    return detail::new_report::of<input_report<Word, Token>>();
}

}  // namespace detail

template <axis_like Word, axis_like Token, class F>
ATTN_ABI constexpr input_report<Word, Token> for_all_inputs(const F& p) {
  using call = rules::all_inputs_call<Word, Token, F>;
  ATTN_REQUIRE_ALL_INPUTS(call, "attn::for_all_inputs<word, token>(p)");
  if constexpr (call::all::value)
    return detail::tried<Word, Token>(p, 0, input_report<Word, Token>::inputs);
  else
    return detail::new_report::of<input_report<Word, Token>>();
}

template <axis_like Word, axis_like Token, auto P, std::size_t Batch = 16>
ATTN_ABI inline constexpr input_report<Word, Token> proved_for_all_inputs =
    detail::proved<Word, Token, P, Batch>();

}  // namespace attn
ATTN_STRICT_FP_END
