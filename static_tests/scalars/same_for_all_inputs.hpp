// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/same_for_all_inputs.hpp promises; and wrong implementations that examples, even
// thousands of them, do not tell from right ones. Of attention, caches and heads: mutants.hpp.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::same_for_all_inputs_tests {
using key = axis<"key", 4>;
using width = axis<"width", 6>;
using content = axis<"content", 2>;
using numbers = tensor<float, dim<4>>;
template <class X> using element = typename X::value_type;

static_assert(
    rules::has_terms<decltype(numbered(numbers{}))>::value && !rules::has_terms<numbers>::value);
static_assert(rules::one_number_of<float, numbers, int, numbers>::all::value &&
              !rules::one_number_of<float, numbers, tensor<double, dim<4>>>::all::value);
using terms = tensor<term<float>, dim<4>>;
static_assert(rules::same_terms_call<terms, tensor<term<float>, axis<"x", 4>>>::all::value &&
              !rules::same_terms_call<terms, tensor<term<float>, dim<3>>>::all::value &&
              !rules::same_terms_call<terms, numbers>::all::value);

// --- the report -------------------------------------------------------------------------------

// The contract's sum adds every second element first; a loop does not.
inline constexpr auto by_the_contract = [](const auto& x) { return sum<0>(x); };
inline constexpr auto by_a_loop = [](const auto& x) {
  auto s = select<0>(x, 0);
  for (std::size_t i = 1; i < 4; ++i) s = s + select<0>(x, i);
  return s;
};

// --- the same ---------------------------------------------------------------------------------

// --- mutants ----------------------------------------------------------------------------------

// Layer norm by hand: as the library, and with a mistake.
enum class norm_mistake { none, one_pass, divided, unbiased, eps_outside };
template <norm_mistake Mistake> struct norm_by_hand {
  template <class X> constexpr X operator()(const X& x) const {
    using T = element<X>;
    using math::sqrt;
    const T half(0.5f), eps(0.25f), mean = (x(0) + x(1)) * half;
    const T a = x(0) - mean, b = x(1) - mean;
    T variance = (a * a + b * b) * half;
    if constexpr (Mistake == norm_mistake::one_pass)
      variance = (x(0) * x(0) + x(1) * x(1)) * half - mean * mean;
    if constexpr (Mistake == norm_mistake::unbiased) variance = a * a + b * b;
    X y;
    if constexpr (Mistake == norm_mistake::divided) {
      y(0) = a / sqrt(variance + eps), y(1) = b / sqrt(variance + eps);
    } else {
      const T scale = Mistake == norm_mistake::eps_outside ? 1 / (sqrt(variance) + eps)
                                                           : 1 / sqrt(variance + eps);
      y(0) = a * scale, y(1) = b * scale;
    }
    return y;
  }
};

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("what differs", [](report& r) {
    const auto found = same_for_all_inputs(by_the_contract, by_a_loop, launder(numbers{}));
    has_type<term_report<>>(found);
    r.check(!found && found.differing == 1);
    r.check(says(found,
        "attn::check: at (): (a0 + a2) + (a1 + a3), not ((a0 + a1) + a2) + a3; 1 of 1 "
        "elements differ"));
    r.check(same_for_all_inputs(by_the_contract, by_the_contract, numbers{}));
    r.check(says(same_for_all_inputs(by_a_loop, by_a_loop, numbers{}), "attn::check: as expected"));

    // Of several elements the first, by its axes; of several arguments a, b, …
    using rows = tensor<double, token, content>;
    const auto twice = [](const auto& x, const auto& y) { return x + y; };
    const auto wrong = [](const auto& x, const auto& y) {
      auto z = x + y;
      z(1, 0) = exp(x(1, 0)) / -y(0, 1) - y(2, 1) * 0.5;
      z(2, 1) = x(0, 0);
      return z;
    };
    const auto two = same_for_all_inputs(twice, wrong, rows{}, rows{});
    r.check(two.differing == 2 && two.at == 2);
    r.check(says(two,
        "attn::check: at (token 1, content 0): a2 + b2, not -(exp(a2)/b1) - b5*0.5; 2 of 6 "
        "elements differ"));
  });
  // A long expression is shown where it differs.
  tests.proved("what differs deep inside", [](report& r) {
    const auto one = [](const auto& x) {
      return by_a_loop(map(x, [](auto v) { return exp(v) + 1; }));
    };
    const auto other = [](const auto& x) {
      auto y = map(x, [](auto v) { return exp(v) + 1; });
      y(1) = exp(x(1) + x(0)) + 1;
      return by_a_loop(y);
    };
    r.check(says(same_for_all_inputs(one, other, numbers{}),
        "attn::check: at (): (exp(a0) + 1) + (exp(a1) + 1), not (exp(a0) + 1) + (exp(a1 + "
        "a0) "
        "+ 1); 1 of 1 elements differ"));
  });
  // What is no tensor of float or double has its value.
  tests.proved("other arguments", [](report& r) {
    const auto f = [](const auto& x, std::size_t i) { return select<0>(x, i); };
    const auto g = [](const auto& x, std::size_t i) { return select<0>(x, i / 2 * 2); };
    r.check(same_for_all_inputs(f, g, numbers{}, std::size_t{2}));
    r.check(!same_for_all_inputs(f, g, numbers{}, std::size_t{3}));
  });
  // A product over all heads at once, or one product for each head.
  tests.proved<float, double>("products of heads", []<class T>(report& r) {
    using slice = axis<"slice", 3>;
    using X = tensor<T, token, axis<"input", 5>>;
    using W = tensor<T, axis<"input", 5>, width>;
    const auto block = [](const auto& x, const auto& w) {
      return split_heads<head, slice>(matmul(x, w));
    };
    const auto each = [](const auto& x, const auto& w) {
      tensor<element<std::remove_cvref_t<decltype(x)>>, head, token, slice> out;
      for (std::size_t h = 0; h < 2; ++h) {
        const auto y = matmul(x, narrow<"width", 3>(w, 3 * h));
        for (std::size_t i = 0; i < 9; ++i) out.data()[9 * h + i] = y.data()[i];
      }
      return out;
    };
    r.check(same_for_all_inputs(block, each, X{}, W{}));
  });
  // A user's own attention, in other words than the library's.
  tests.proved<float, double>("a refactoring", []<class T>(report& r) {
    const tensor<T, token, width> q;
    const tensor<T, key, width> k;
    const tensor<T, key, content> v;
    const auto of_the_library = [](const auto& a, const auto& b, const auto& c) {
      return scaled_dot_product_attention(a, b, c);
    };
    const auto by_hand = [](const auto& a, const auto& b, const auto& c) {
      using E = element<std::remove_cvref_t<decltype(a)>>;
      tensor<E, token, content> out;
      for (std::size_t i = 0; i < 3; ++i) {
        E weight[4]{};
        for (std::size_t j = 0; j < 4; ++j) {
          weight[j] = b(j, 0) * a(i, 0);
          for (std::size_t d = 1; d < 6; ++d) weight[j] = weight[j] + a(i, d) * b(j, d);
          weight[j] = weight[j] * default_scale<T>(6);
        }
        const E m = max(max(max(weight[0], weight[1]), weight[2]), weight[3]);
        for (E& w : weight) w = exp(w - m);
        const E share = 1 / ((weight[0] + weight[2]) + (weight[1] + weight[3]));
        for (E& w : weight) w = w * share;
        for (std::size_t j = 0; j < 2; ++j) {
          out(i, j) = weight[0] * c(0, j);
          for (std::size_t n = 1; n < 4; ++n) out(i, j) = out(i, j) + weight[n] * c(n, j);
        }
      }
      return out;
    };
    r.check(same_for_all_inputs(of_the_library, by_hand, q, k, v));
  });
  tests.proved<float, double>("mutants of the norm", []<class T>(report& r) {
    using enum norm_mistake;
    using row = tensor<T, content>;
    const auto right = [](const auto& x) { return layer_norm(x, 0.25f); };
    r.check(same_for_all_inputs(right, norm_by_hand<none>{}, row{}));
    // E[x^2] - E[x]^2: the same formula, of which a large offset would leave few digits.
    const auto found = same_for_all_inputs(norm_by_hand<one_pass>{}, right, row{});
    r.check(found.differing == 2 &&
            says(found,
                "attn::check: at (content 0): (a0*a0 + a1*a1)*0.5 - ((a0 + a1)*0.5)*((a0 + "
                "a1)*0.5), "
                "not ((a0 - ..)*(a0 - ..) + (a1 - ..)*(a1 - ..))*0.5; 2 of 2 elements differ"));
    r.check(same_for_all_inputs<exact_arithmetic>(right, norm_by_hand<one_pass>{}, row{}));
    // Bounds show what it costs: the root of a negative number.
    const auto box = launder(between<row>(1000, 1000.25));
    r.check(is_within(right(box), -1, 1));
    r.check(says(is_within(norm_by_hand<one_pass>{}(box), -1, 1),
        "attn::check: at (content 0): may be nan; not within -1 to 1; beyond inf; 2 of 2 "
        "elements leave"));
    // One rounding less, in another place.
    r.check(says(same_for_all_inputs(norm_by_hand<divided>{}, right, row{}),
        "attn::check: at (content 0): (a0 - (a0 + a1)*0.5)/sqrt((..*.. + ..*..)*0.5 + 0.25), "
        "not (a0 - (a0 + a1)*0.5)*(1/sqrt((.. + ..)*0.5 + 0.25)); 2 of 2 elements differ"));
    r.check(same_for_all_inputs<exact_arithmetic>(right, norm_by_hand<divided>{}, row{}));
    // Other formulas.
    const auto other =
        same_for_all_inputs<exact_arithmetic>(norm_by_hand<unbiased>{}, right, row{});
    r.check(says(other, "attn::check: at (content 0): not proved equal; 2 of 2 elements"));
    r.check(says(same_for_all_inputs<exact_arithmetic>(norm_by_hand<eps_outside>{}, right, row{}),
        "attn::check: at (content 0): not proved equal; 2 of 2 elements"));
    r.check(says(same_for_all_inputs(norm_by_hand<unbiased>{}, right, row{}),
        "attn::check: at (content 0): (a0 - ..*0.5)*(a0 - ..*0.5) + (a1 - ..*0.5)*(a1 - "
        "..*0.5), not ((a0 - ..)*(a0 - ..) + (a1 - ..)*(a1 - ..))*0.5; 2 of 2 elements "
        "differ"));
    r.check(says(same_for_all_inputs(norm_by_hand<eps_outside>{}, right, row{}),
        "attn::check: at (content 0): sqrt((..*.. + ..*..)*0.5) + 0.25, not sqrt((..*.. + "
        "..*..)*0.5 + 0.25); 2 of 2 elements differ"));
  });
  tests.proved("a norm that cancels", [](report& r) {
    const auto x = launder(tensor<float, content>{4096.25f, 4096});
    const auto y = layer_norm(x, 0.25f), wrong = norm_by_hand<norm_mistake::one_pass>{}(x);
    r.check(y(0) < 0.25f && wrong(0) == 0.25f);
    r.bits(wrong);
  });
  // (a + b) + c and a + (b + c) agree on thousands of small integers, and on no side of 2^53.
  tests.proved("examples that agree", [](report& r) {
    const auto one = [](const auto& x) {
      return tensor<element<std::remove_cvref_t<decltype(x)>>>((x(0) + x(1)) + x(2));
    };
    const auto other = [](const auto& x) {
      return tensor<element<std::remove_cvref_t<decltype(x)>>>(x(0) + (x(1) + x(2)));
    };
    bool agree = true;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
      tensor<double, dim<3>> x;
      for (std::size_t i = 0; i < 3; ++i) x(i) = number<int>(seed, i);
      agree = agree && one(x) == other(x);
    }
    r.check(agree);
    r.check(says(same_for_all_inputs(one, other, tensor<double, dim<3>>{}),
        "attn::check: at (): (a0 + a1) + a2, not a0 + (a1 + a2); 1 of 1 elements differ"));
    const tensor<double, dim<3>> counterexample{1e16, 1, 1};
    r.check(!(one(launder(counterexample)) == other(counterexample)));
    // x * 2 and x + x have the same bits, and are not the same term: the proof has one direction.
    const auto doubled = [](const auto& x) { return x * 2; };
    const auto added = [](const auto& x) { return x + x; };
    r.check(says(same_for_all_inputs(doubled, added, tensor<double, dim<3>>{}),
        "attn::check: at (0): a0*2, not a0 + a0; 3 of 3 elements differ"));
  });
};
}  // namespace attn_tests::same_for_all_inputs_tests
