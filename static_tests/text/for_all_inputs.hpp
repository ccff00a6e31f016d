// SPDX-License-Identifier: BSL-1.0
// What attn/text/for_all_inputs.hpp promises.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::for_all_inputs_tests {
using word = axis<"word", 3>;
using token = axis<"token", 4>;
using ids_type = tensor<token_id<3>, token>;

// In batches of any size, the last of which may be smaller: the same report.
constexpr auto no_two_alike = [](const ids_type& ids) {
  for (std::size_t i = 1; i < token::size; ++i)
    if (ids(i) == ids(i - 1)) return false;
  return true;
};

// A model: the logits of a token do not depend on the words behind it, whatever the text. The
// property returns a report, which is a condition.
using width = axis<"width", 2>;
using layer = nn::encoder_layer<float, width, axis<"head", 1>, axis<"inner", 2>, output_by_input,
    act::relu, pre_norm>;
using model_type = nn::language_model<axis<"word", 2>, layer, 1,
    nn::learned_positions<float, axis<"position", 3>, width>>;
constexpr auto model = splitmix_parameters<splitmix::s24, model_type>(7);
using short_text = axis<"token", 3>;
constexpr auto last_word_is_not_seen = [](const tensor<token_id<2>, short_text>& ids) {
  auto other = ids;
  other(2) = token_id<2>(1 - static_cast<int>(ids(2)));
  return bits_equal(narrow<0, 2>(model(ids), 0), narrow<0, 2>(model(other), 0));
};
constexpr auto first_word_is_not_seen = [](const tensor<token_id<2>, short_text>& ids) {
  auto other = ids;
  other(0) = token_id<2>(1 - static_cast<int>(ids(0)));
  return bits_equal(narrow<0, 2>(model(ids), 1), narrow<0, 2>(model(other), 1));
};

// A property that reads: every beginning once, in one evaluation and in batches.
struct rises_and_falls {
  struct known {
    int last = 0, sum = 0;
    bool rose = false, fell = false;
  };
  constexpr known start() const { return {}; }
  constexpr known step(const known& k, token_id<3> id) const {
    const int next = static_cast<int>(id);
    return {next, 3 * k.sum + next, k.rose || next > k.last, k.fell || next < k.last};
  }
  constexpr bool operator()(const known& k) const { return !(k.rose && k.fell); }
};
struct reads_a_model {
  struct known {
    model_type::state_type state;
    tensor<float, axis<"word", 2>> logits;
  };
  constexpr known start() const { return {model.start(), {}}; }
  constexpr known step(const known& before, token_id<2> id) const {
    known k = before;
    k.logits = model.step(k.state, id);
    return k;
  }
  constexpr bool operator()(const known& k) const { return k.logits(0) < k.logits(1); }
};

inline constexpr auto behaviours = [](test_table& tests) {
  // Every text once, in the order of its number.
  tests.proved("every text", [](report& r) {
    std::size_t calls = 0;
    bool in_order = true;
    const auto count = [&](const ids_type& ids) {
      std::size_t number = 0;
      for (const auto& id : ids) number = 3 * number + static_cast<std::size_t>(id);
      in_order = in_order && number == calls;
      ++calls;
      return true;
    };
    const auto all = for_all_inputs<word, token>(count);
    has_type<input_report<word, token>>(all);
    r.check(static_cast<bool>(all) && calls == 81 && in_order && all.inputs == 81);
    r.check(says(all, "attn::check: as expected"));
  });
  tests.proved("the first failure", [](report& r) {
    const int forbidden = launder(2);
    const auto found = for_all_inputs<word, token>(
        [&](const ids_type& ids) { return !(ids(1) == forbidden && ids(2) == 1); });
    r.check(!found && found.failures == 9 && found.first == 21);
    r.check(static_cast<int>(found.first_failure()(1)) == 2);
    r.check(says(found, "attn::check: false for (0, 2, 1, 0); 9 of 81 inputs"));
    r.check(says(found.part(1), "token 1: 2") && says(found.part(4), "false for 9 of 81"));
  });
  tests.proved("batches", [](report& r) {
    const auto at_once = for_all_inputs<word, token>(no_two_alike);
    r.check(at_once.failures == 81 - 3 * 2 * 2 * 2 && at_once.first == 0);
    r.check(proved_for_all_inputs<word, token, no_two_alike> == at_once);
    r.check(proved_for_all_inputs<word, token, no_two_alike, 1> == at_once);
    r.check(proved_for_all_inputs<word, token, no_two_alike, 50> == at_once);
    r.check(proved_for_all_inputs<word, token, no_two_alike, 500> == at_once);
  });
  tests.proved("of a model", [](report& r) {
    using two = axis<"word", 2>;
    r.check(proved_for_all_inputs<two, short_text, last_word_is_not_seen, 1>.failures == 0);
    r.check(proved_for_all_inputs<two, short_text, first_word_is_not_seen, 1>.failures == 8);
  });
  tests.proved("rules of inputs", [](report& r) {
    using words = rules::size<1625>;
    r.check(rules::enumerable<words, rules::size<2>>::value);
    r.check(rules::enumerable<words, rules::size<3>>::value);
    r.check(!rules::enumerable<rules::size<1626>, rules::size<3>>::value);
    r.check(!rules::enumerable<rules::size<50257>, rules::size<1024>>::value);
    r.check(!rules::enumerable<rules::size<65536>, rules::size<2>>::value);
    r.check(rules::all_inputs_call<word, token, decltype(no_two_alike)>::all::value);
    struct gives_text {
      const int* operator()(const ids_type&) const;
      void operator()(const tensor<token_id<3>, axis<"other", 4>>&) const;
    };
    struct gives_condition {
      bool operator()(const ids_type&) const;
      void operator()(const tensor<token_id<3>, axis<"other", 4>>&) const;
    };
    r.check(!rules::all_inputs_call<word, token, gives_text>::condition::value);
    r.check(rules::all_inputs_call<word, token, gives_condition>::all::value);
    r.check(!rules::all_inputs_call<word, axis<"other", 4>, gives_condition>::condition::value);
    struct never_answers : rises_and_falls {
      void operator()(const known&) const;
    };
    struct counts : rises_and_falls {
      int operator()(const known&) const;
    };
    r.check(!rules::all_inputs_call<word, token, counts>::condition::value);
    r.check(rules::all_inputs_call<word, token, rises_and_falls>::all::value);
    r.check(!rules::all_inputs_call<word, token, never_answers>::condition::value);
    r.check(!rules::gives_a_condition<rules::function<int>, rules::size<3>, token>::value);
  });
  tests.proved("a property that reads", [](report& r) {
    constexpr rises_and_falls p;
    const auto at_once = for_all_inputs<word, token>(p);
    const auto of_texts = for_all_inputs<word, token>([&](const ids_type& ids) {
      auto known = p.start();
      for (const auto& id : ids) known = p.step(known, id);
      return p(known);
    });
    r.check(at_once == of_texts && at_once.failures == 66 && at_once.first == 3);
    r.check(proved_for_all_inputs<word, token, p> == at_once);
    r.check(proved_for_all_inputs<word, token, p, 1> == at_once);
    r.check(proved_for_all_inputs<word, token, p, 2> == at_once);
    r.check(
        detail::batches<word, token, p, 2> == 27 * 2 && detail::batches<word, token, p, 16> == 27);
    r.check(detail::known_after<word, p, 3, 14>.sum == 14);
    using one = axis<"token", 1>;
    r.check(proved_for_all_inputs<word, one, p>.failures == 0);
  });
  tests.proved("reading with a model", [](report& r) {
    using two = axis<"word", 2>;
    const auto whole =
        for_all_inputs<two, short_text>([](const tensor<token_id<2>, short_text>& ids) {
          const auto logits = model(ids);
          return logits(2, 0) < logits(2, 1);
        });
    r.check(proved_for_all_inputs<two, short_text, reads_a_model{}> == whole);
    r.check(for_all_inputs<two, short_text>(reads_a_model{}) == whole);
  });
};
}  // namespace attn_tests::for_all_inputs_tests
