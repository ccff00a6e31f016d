// SPDX-License-Identifier: BSL-1.0
// Mutants: wrong implementations, each refuted by the function that finds its kind of mistake, with
// its whole message. docs/mutants.md lists them, with the mutants of norms
// (same_for_all_inputs.hpp), properties.hpp, is_stochastic.hpp …; docs/mutants.py compares that
// list with the tests. A branch on an element does not compile: static_tests/rejected/scalars.cpp,
// mutant_branches_on_an_element.
#pragma once

#include <attn/detail/contraction.hpp>

#include "static_tests/tests.hpp"

namespace attn_tests::mutants_tests {
using key = axis<"key", 4>;
using content = axis<"content", 2>;
template <class X> using element = typename std::remove_cvref_t<X>::value_type;
template <class T> inline constexpr tensor<T, token, width> q{};
template <class T> inline constexpr tensor<T, key, width> k{};
template <class T> inline constexpr tensor<T, key, content> v{};

// --- the sums and products of a score ----------------------------------------------------------

inline constexpr auto score = [](const auto& a, const auto& b) { return matmul(a, transpose(b)); };

// The last product first.
inline constexpr auto score_from_the_right = [](const auto& a, const auto& b) {
  auto s = score(a, b);
  for (std::size_t i = 0; i < token::size; ++i)
    for (std::size_t j = 0; j < key::size; ++j) {
      auto& sum = s(i, j) = a(i, 3) * b(j, 3);
      for (std::size_t d = 3; d-- > 0;) sum = sum + a(i, d) * b(j, d);
    }
  return s;
};

// --- attention ----------------------------------------------------------------------------------

inline constexpr auto right = [](const auto& a, const auto& b, const auto& c) {
  return scaled_dot_product_attention(a, b, c);
};

// The same formula with different bits. (Exact arithmetic knows the root of 4 by its name alone.)
template <class E> constexpr E root_of_four() {
  using math::sqrt;
  return sqrt(E(4));
}
inline constexpr auto scaled_score = [](const auto& a, const auto& b) {
  return score(a, b) * (1 / root_of_four<element<decltype(a)>>());
};

// --- a cache ------------------------------------------------------------------------------------

inline constexpr auto causal_attention = [](const auto& a, const auto& b, const auto& c) {
  return scaled_dot_product_attention(a, b, c, causal<>, skip_masked);
};
// Token by token; the mutant's cache has a slot too many, with the last token.
template <std::size_t TooMany> struct decoding {
  template <class T, class... Q, class K, class V>
  constexpr auto operator()(const tensor<T, Q...>& a, const K& b, const V& c) const {
    key_value_cache<T, axis<"slot", 5>, width, content> cache;
    tensor<T, token, content> out;
    if (TooMany == 1) cache.append(select<"token">(b, 2), select<"token">(c, 2));
    for (std::size_t t = 0; t < token::size; ++t) {
      cache.append(select<"token">(b, t), select<"token">(c, t));
      const auto row = cache.attend(select<"token">(a, t), skip_masked);
      for (std::size_t j = 0; j < content::size; ++j) out(t, j) = row(j);
    }
    return out;
  }
};

// --- heads --------------------------------------------------------------------------------------

using slice = axis<"slice", 3>;
using heads = axis<"heads", 6>;
using input = axis<"input", 5>;
inline constexpr auto split_product = [](const auto& x, const auto& w) {
  return split_heads<head, slice>(matmul(x, w));
};

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double>("order of a sum", []<class T>(report& r) {
    r.check(says(same_for_all_inputs(score, score_from_the_right, q<T>, k<T>),
        "attn::check: at (token 0, key 0): ((a0*b0 + a1*b1) + a2*b2) + a3*b3, not ((a3*b3 + "
        "a2*b2) + a1*b1) + a0*b0; 12 of 12 elements differ"));
    r.check(same_for_all_inputs<exact_arithmetic>(score, score_from_the_right, q<T>, k<T>));
  });
  // A product that is fused into the sum is no operation of terms: std::fma does not take them. One
  // input shows it, and an envelope that it is no mistake in the formula.
  tests.proved<float, double>("fused product", []<class T>(report& r) {
    constexpr bool single = std::is_same_v<T, float>;
    using one = axis<"width", 2>;
    const T e = single ? T(0x1p-13) : T(0x1p-30);
    const auto a = launder(tensor<T, axis<"token", 1>, one>{{-1, 1 + e}});
    const auto b = launder(tensor<T, axis<"key", 1>, one>{{1, 1 - e}});
    auto fused = score(a, b);
    fused(0, 0) = attn::detail::fused_multiply_add(a(0, 1), b(0, 1), a(0, 0) * b(0, 0));
    r.check(says(bits_equal(fused, score(a, b)),
        single ? "attn::check: at (token 0, key 0): -1.4901161e-8, not 0; difference "
                 "1.4901161e-8; 1 of 1 elements differ"
               : "attn::check: at (token 0, key 0): -8.673617379884035e-19, not 0; "
                 "difference 8.673617379884035e-19; 1 of 1 elements differ"));
    const auto all = score(as<envelope<T>>(a), as<envelope<T>>(b));
    r.check(is_within(fused, all));
    auto mutant = fused;  // a product is left out
    mutant(0, 0) = a(0, 0) * b(0, 0);
    r.check(says(is_within(mutant, all),
        single ? "attn::check: at (token 0, key 0): is -1; not within -1.3422688e-7 to "
                 "1.04424565e-7; beyond 0.9999999; 1 of 1 elements leave"
               : "attn::check: at (token 0, key 0): is -1; not within -4.441976300674123e-16 "
                 "to 5.55219932529928e-16; beyond 0.9999999999999996; 1 of 1 elements leave"));
    r.bits(fused);
  });
  tests.proved<float, double>("missing scale", []<class T>(report& r) {
    const auto mutant = [](const auto& a, const auto& b, const auto& c) {
      return scaled_dot_product_attention(a, b, c, unscaled);
    };
    r.check(says(same_for_all_inputs(right, mutant, q<T>, k<T>, v<T>),
        "attn::check: at (token 0, content 0): (.. + ..)*0.5 - max(max(.., ..), ..*0.5), "
        "not ((.. + ..) + a3*b3) - max(max(.., ..), .. + ..); 6 of 6 elements differ"));
    r.check(!same_for_all_inputs<finite_only>(right, mutant, q<T>, k<T>, v<T>));
    r.check(says(same_for_all_inputs<exact_arithmetic>(right, mutant, q<T>, k<T>, v<T>),
        "attn::check: at (token 0, content 0): not proved equal; 6 of 6 "
        "elements"));
  });
  tests.proved<float, double>("scale in another place", []<class T>(report& r) {
    const auto of_the_queries = [](const auto& a, const auto& b, const auto& c) {
      return scaled_dot_product_attention(
          a * (1 / root_of_four<element<decltype(a)>>()), b, c, unscaled);
    };
    const auto divided = [](const auto& a, const auto& b, const auto& c) {
      return matmul(softmax(score(a, b) / root_of_four<element<decltype(a)>>()), c);
    };
    r.check(says(same_for_all_inputs(right, of_the_queries, q<T>, k<T>, v<T>),
        "attn::check: at (token 0, content 0): (.. + ..)*0.5 - max(max(.., ..), ..*0.5), "
        "not ((.. + ..) + ..*b3) - max(max(.., ..), .. + ..); 6 of 6 elements differ"));
    r.check(says(same_for_all_inputs(right, divided, q<T>, k<T>, v<T>),
        "attn::check: at (token 0, content 0): (.. + ..)*0.5 - max(max(.., ..), ..*0.5), "
        "not ((.. + ..)/2) - max(max(.., ..), ../2); 6 of 6 elements differ"));
    r.check(same_for_all_inputs<exact_arithmetic>(right, of_the_queries, q<T>, k<T>, v<T>));
    r.check(same_for_all_inputs<exact_arithmetic>(right, divided, q<T>, k<T>, v<T>));
  });
  tests.proved<float, double>("other normalisation", []<class T>(report& r) {
    const auto last = [](const auto& a, const auto& b, const auto& c) {
      const auto e = exp(scaled_score(a, b));
      return divide(matmul(e, c), matmul(e, map(c, [](auto x) { return decltype(x)(1); })));
    };
    const auto over_tokens = [](const auto& a, const auto& b, const auto& c) {
      return matmul(softmax<"token">(scaled_score(a, b)), c);
    };
    r.check(says(same_for_all_inputs(right, last, q<T>, k<T>, v<T>),
        "attn::check: at (token 0, content 0): ((..*c0 + ..*c2) + (..*..)*c4) + "
        "(exp(..)*(1/..))*c6, "
        "not ((.. + ..) + ..*c6)/((.. + ..) + exp(..)); 6 of 6 elements differ"));
    r.check(says(same_for_all_inputs(right, over_tokens, q<T>, k<T>, v<T>),
        "attn::check: at (token 0, content 0): (((a0*b12 + a1*b13) + a2*b14) + a3*b15)*0.5, "
        "not (((a8*b0 + a9*b1) + a10*b2) + a11*b3)*0.5; 6 of 6 elements differ"));
    r.check(says(same_for_all_inputs<exact_arithmetic>(right, over_tokens, q<T>, k<T>, v<T>),
        "attn::check: at (token 0, content 0): not proved equal; 6 of 6 "
        "elements"));
  });
  // A causal mask whose diagonal is one token too late.
  tests.proved<float, double>("leaking mask", []<class T>(report& r) {
    const tensor<T, token, width> x;
    const auto causal_one = [](const auto& y) {
      return scaled_dot_product_attention(y, as_keys(y), as_keys(y), causal<>);
    };
    const auto mutant = [](const auto& y) {
      return scaled_dot_product_attention(y, as_keys(y), as_keys(y), causal_from(std::size_t{1}));
    };
    r.check(is_causal<"token">(causal_one, x));
    r.check(says(is_causal<"token">(mutant, x),
        "attn::check: not proved: token 0 may depend on token 1 through a product; 2 pairs must "
        "not"));
    r.check(says(same_for_all_inputs(causal_one, mutant, x),
        "attn::check: at (token 0, width 0): -((((a0*a0 + a1*a1) + a2*a2) + a3*a3)*0.5), not "
        "-max(((.. + ..) + a3*a3)*0.5, ((.. + ..) + a3*a7)*0.5); 8 of 12 elements differ"));
  });
  tests.proved<float, double>("off-by-one cache", []<class T>(report& r) {
    const tensor<T, token, width> x;
    const tensor<T, token, content> c;
    r.check(same_for_all_inputs(causal_attention, decoding<0>{}, x, x, c));
    r.check(says(same_for_all_inputs(causal_attention, decoding<1>{}, x, x, c),
        "attn::check: at (token 0, content 0): (exp(..*0.5 - ..*0.5)*(1/exp(.. - ..)))*c0, "
        "not (exp(..)*(1/..))*c4 + (exp(..)*(1/..))*c0; 6 of 6 elements differ"));
    const auto of_keys = [](const auto& keys, const auto& queries, const auto& values) {
      return decoding<1>{}(queries, keys, values);
    };
    r.check(says(is_causal<"token">(of_keys, x, x, c),
        "attn::check: not proved: token 0 may depend on token 2 through a maximum; 2 pairs must "
        "not"));
    // Without skip_masked a weight of 0 multiplies other values: equal if all are finite.
    const auto plain = [](const auto& queries, const auto& keys, const auto& values) {
      return scaled_dot_product_attention(queries, keys, values, causal<>);
    };
    r.check(same_for_all_inputs<finite_only>(plain, decoding<0>{}, x, x, c));
    r.check(says(same_for_all_inputs(plain, decoding<0>{}, x, x, c),
        "attn::check: at (token 0, content 0): ((exp(.. - ..)*(1/exp(..)))*c0 + 0*c2) + "
        "0*c4, not (exp(..*0.5 - ..*0.5)*(1/exp(.. - ..)))*c0; 4 of 6 elements differ"));
  });
  tests.proved<float, double>("wrong head split", []<class T>(report& r) {
    const tensor<T, token, input> x;
    const tensor<T, input, heads> w;
    // A reshape instead of the split: the wrong numbers in every head.
    const auto reshaped = [](const auto& a, const auto& b) {
      const auto y = matmul(a, b);
      tensor<element<decltype(a)>, head, token, slice> out;
      for (std::size_t i = 0; i < 18; ++i) out.data()[i] = y.data()[i];
      return out;
    };
    // Every second feature, as for heads that are interleaved.
    const auto interleaved = [](const auto& a, const auto& b) {
      const auto y = matmul(a, b);
      tensor<element<decltype(a)>, head, token, slice> out;
      for (std::size_t i = 0; i < 18; ++i) out(i % 2, i / 6, i % 6 / 2) = y.data()[i];
      return out;
    };
    r.check(says(same_for_all_inputs(split_product, reshaped, x, w),
        "attn::check: at (head 0, token 1, slice 0): (((a5*b0 + a6*b6) + a7*b12) + a8*b18) + "
        "a9*b24, not (((a0*b3 + a1*b9) + a2*b15) + a3*b21) + a4*b27; 12 of 18 elements differ"));
    r.check(says(same_for_all_inputs(split_product, interleaved, x, w),
        "attn::check: at (head 0, token 0, slice 1): (((a0*b1 + a1*b7) + a2*b13) + a3*b19) + "
        "a4*b25, not (((a0*b2 + a1*b8) + a2*b14) + a3*b20) + a4*b26; 12 of 18 elements differ"));
  });
};
}  // namespace attn_tests::mutants_tests
