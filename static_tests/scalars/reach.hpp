// SPDX-License-Identifier: BSL-1.0
// Behaviours of reach, influence of attn/scalars/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::scalars_reach_tests {
using finite_of_influence = influence<double, 70, finite_only>;
using strict_of_influence = influence<double, 70, nan_too>;
inline constexpr double infinity = std::numeric_limits<double>::infinity();

static_assert(
    floating_scalar<finite_of_influence> && floating_scalar<influence<float, 1, nan_too>>);
static_assert(std::is_same_v<finite_of_influence, influence<double, 70>>);
static_assert(finite_of_influence::inputs == 70 && finite_of_influence::words == 2 &&
              influence<float, 64>::words == 1);
template <influence<double, 3> X>
inline constexpr bool in_the_type = X.reached_by(2);  // structural
static_assert(in_the_type<influence<double, 3>::input(2)>);

// Of 70 inputs exactly these two.
template <class I> constexpr bool only(const I& x, std::size_t a, std::size_t b) {
  for (std::size_t i = 0; i < 70; ++i)
    if (x.reached_by(i) != (i == a || i == b)) return false;
  return true;
}

// Every operation of two inputs can be reached by both, from either word of the set.
template <class I> constexpr void both_operands(report& r) {
  const I a = launder(I::input(3)), b = launder(I::input(68));
  r.check(only(a, 3, 3) && only(b, 68, 68) && !identical(a, b));
  r.check(only(a + b, 3, 68) && only(a - b, 3, 68) && only(a * b, 3, 68) && only(a / b, 3, 68));
  r.check(only(max(a, b), 3, 68) && only(min(a, b), 3, 68) && only(pow(a, b), 3, 68));
  r.check(only(-a, 3, 3) && only(a * I::arbitrary(), 3, 3) && only(I(2) / a, 3, 3));
  r.check(only(select(true, a, b), 3, 3) && only(select(false, a, b), 68, 68));
  const I each[] = {cos(a), erf(a), exp(a), log(a), log1p(a), sigmoid(a), sin(a), sqrt(a), tanh(a)};
  for (const I& y : each) r.check(only(y, 3, 3));
  r.check(!identical(I::arbitrary(), I(0)) && only(a - a, 3, 3));  // the set may be too large
}

// Constants are computed with.
template <class I> constexpr report constants() {
  report r;
  const I two = launder(I(2)), three = launder(I(3));
  r.check(identical(two + three, I(5)) && identical(two - three, I(-1)) &&
          identical(two * three, I(6)));
  r.check(identical(three / two, I(1.5)) && identical(-two, I(-2)));
  r.check(identical(max(two, three), three) && identical(min(two, three), two) &&
          identical(pow(two, three), I(8)));
  r.check(identical(exp(I(0)), I(1)) && identical(sqrt(I(9)), I(3)) && identical(cos(I(0)), I(1)) &&
          identical(log(I(1)), I(0)));
  r.check(identical(exp(launder(I(-infinity))), I(0)));
  return r;
}

using token = axis<"token", 4>;
using d_k = axis<"d_k", 3>;
template <class... Axes> using table = tensor<bool, Axes...>;

// --- masks ------------------------------------------------------------------------------------

// Attention from 4 tokens to 5 keys, of whose keys and values the inputs are the marked ones; weights
// and queries are arbitrary. Whether each query is reached by the keys that the mask allows, and by
// no other. The reference is the mask itself, applied to ones.
template <class Reading, class... Options>
constexpr auto keys_that_reach(const Options&... options) {
  const auto k = marked<"key", Reading>(tensor<double, key, d_k>{});
  const auto v = marked<"key", Reading>(tensor<double, key, d_v>{});
  const auto q = arbitrary_as(tensor<double, token, d_k>{}, k);
  return reach<"token">(scaled_dot_product_attention(q, k, v, options...));
}
template <class Mask> constexpr bool is_what_the_mask_says(const Mask& mask) {
  tensor<double, token, key> ones;
  for (double& one : ones) one = 1;
  const auto kept = zeroed_outside(ones, mask);
  const auto got = keys_that_reach<finite_only>(mask, fully_masked<zero_rows>);
  const auto skipping = keys_that_reach<nan_too>(mask, skip_masked, fully_masked<zero_rows>);
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (got.data()[i] != (kept.data()[i] == 1) || skipping.data()[i] != got.data()[i]) return false;
  return true;
}

// --- the cache --------------------------------------------------------------------------------

// Decoding token by token: token t is reached by itself and what was before. The room behind it holds
// something from earlier, which no token may find.
template <class Reading, class... Options>
constexpr bool decodes_from_the_past(const Options&... options) {
  const auto x = marked<"token", Reading>(tensor<double, token, d_k>{});
  using I = typename std::remove_cvref_t<decltype(x)>::value_type;
  key_value_cache<I, axis<"slot", 6>, d_k, d_k> cache;
  for (I& stale : cache.keys) stale = I::input(3);
  for (I& stale : cache.values) stale = I::input(3);
  for (std::size_t t = 0; t < 4; ++t) {
    const auto row = select<"token">(x, t);
    cache.append(row, row);
    const auto found = reach(cache.attend(row, options...));
    for (std::size_t i = 0; i < 4; ++i)
      if (found(i) != (i <= t)) return false;
  }
  return true;
}

// --- heads ------------------------------------------------------------------------------------

using model = axis<"model", 6>;
using per_head = axis<"per_head", 3>;

// The first of two ways to split heads that the sizes allow and the meaning does not: a reshape of
// (token, model) to (head, token, per_head) without the transposition, as in a program in the wild.
// Then head 0 has the first half of the tokens: token 0 cannot reach the last ones, nor the other way.
template <class X> constexpr auto split_without_the_transposition(const X& x) {
  tensor<typename X::value_type, head, token, per_head> cut;
  for (std::size_t i = 0; i < x.size(); ++i) cut.data()[i] = x.data()[i];
  return cut;
}
template <class X> constexpr auto merged_without_the_transposition(const X& y) {
  tensor<typename X::value_type, token, model> out;
  for (std::size_t i = 0; i < y.size(); ++i) out.data()[i] = y.data()[i];
  return out;
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/scalars/jacobian.hpp promises; and with it what every mask, the cache and the heads do.
  tests.proved("marks and reads", [](report& r) {
    const auto x = launder(tensor<double, token, d_k>{});
    const auto by_token = marked<"token">(x);
    has_type<tensor<influence<double, 4>, token, d_k>>(by_token);
    r.check(identical(by_token(2, 0), influence<double, 4>::input(2)) &&
            identical(by_token(2, 0), by_token(2, 1)));
    r.check(identical(marked<1>(x)(2, 1), influence<double, 3>::input(1)));
    r.check(identical(marked(x)(2, 1), influence<double, 12>::input(7)));
    r.check(identical(marked<0, nan_too>(x)(2, 1), influence<double, 4, nan_too>::input(2)));
    r.check(identical(marked<nan_too>(x)(0, 1), influence<double, 12, nan_too>::input(1)));

    r.check(reach(by_token) == table<dim<4>>{1, 1, 1, 1});
    r.check(reach(arbitrary_as(x, by_token)) == table<dim<4>>{0, 0, 0, 0});
    r.check(identical(arbitrary<influence<double, 4>>(x), arbitrary_as(x, by_token)));
    const auto rows = reach<"token">(narrow<"token", 2>(by_token, 1));
    r.check(rows == table<axis<"token", 2>, dim<4>>{{0, 1, 0, 0}, {0, 0, 1, 0}});
    const auto columns = reach<"d_k">(marked<"d_k">(x));
    r.check(columns == table<d_k, dim<3>>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  });
  tests.proved("every mask", [](report& r) {
    const auto entries = launder(
        keep_mask<token, key>{{1, 0, 0, 1, 0}, {0, 1, 0, 0, 0}, {1, 1, 1, 1, 1}, {0, 0, 1, 0, 1}});
    r.check(is_what_the_mask_says(entries));
    r.check(is_what_the_mask_says(as_ignore(entries)));  // the same one, by its other polarity
    r.check(is_what_the_mask_says(key_padding(launder(keep_mask<key>{1, 1, 1, 0, 0}))));
    r.check(is_what_the_mask_says(valid_keys(launder(std::size_t{3}))));
    r.check(is_what_the_mask_says(causal<top_left>));
    r.check(is_what_the_mask_says(causal<bottom_right>));
    r.check(is_what_the_mask_says(causal_from(launder(std::size_t{1}))));
    r.check(is_what_the_mask_says(sliding_window<1, 0, top_left>));
    r.check(is_what_the_mask_says(sliding_window<1, 2, bottom_right>));
    r.check(is_what_the_mask_says(entries & causal<top_left>));
    r.check(is_what_the_mask_says(causal<top_left> & valid_keys(launder(std::size_t{2}))));
  });
  tests.proved("causality", [](report& r) {
    r.check(
        keys_that_reach<finite_only>(causal<top_left>) ==
        table<token, dim<5>>{{1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 1, 1, 0, 0}, {1, 1, 1, 1, 0}});
    r.check(keys_that_reach<finite_only>() == table<token, dim<5>>{{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1},
                                                  {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}});
  });
  // No text sees another, in packed sequences of tokens: two texts, of 1 and of 3.
  tests.proved("segments", [](report& r) {
    const auto x = marked<"token">(tensor<double, token, d_k>{});
    const auto ids = launder(tensor<int, token>{0, 1, 1, 1});
    r.check(reach<"token">(scaled_dot_product_attention(x, x, x, same_segment(ids))) ==
            table<token, dim<4>>{{1, 0, 0, 0}, {0, 1, 1, 1}, {0, 1, 1, 1}, {0, 1, 1, 1}});
    r.check(reach<"token">(scaled_dot_product_attention(x, x, x, same_segment(ids) & causal<>)) ==
            table<token, dim<4>>{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 1, 1, 0}, {0, 1, 1, 1}});
  });
  // A bias of -inf removes a key that is finite. Added to a NaN it is a NaN, in the scores; and in the
  // sum over the keys, where every weight is made with the NaN.
  tests.proved("a bias is arithmetic", [](report& r) {
    constexpr double none = -std::numeric_limits<double>::infinity();
    const tensor<double, token, key> b = launder(tensor<double, token, key>{
        {0, none, 0, none, 0}, {0, 1, none, 0, 0}, {0, 0, 0, 0, 0}, {none, none, none, none, 2}});
    using finite = influence<double, 5>;
    using strict = influence<double, 5, nan_too>;
    r.check(
        keys_that_reach<finite_only>(biased_by(as<finite>(b))) ==
        table<token, dim<5>>{{1, 0, 1, 0, 1}, {1, 1, 0, 1, 1}, {1, 1, 1, 1, 1}, {0, 0, 0, 0, 1}});
    for (const bool reached : keys_that_reach<nan_too>(biased_by(as<strict>(b)))) r.check(reached);
  });
  // A masked key cannot leak, NaN or not: its score is not looked at. A masked value can, as NaN: it is
  // multiplied by a weight of +0. With skip_masked it is not.
  tests.proved("what leaks where a mask is", [](report& r) {
    const auto marks = marked<"key", nan_too>(tensor<double, key, d_k>{});
    const auto others = arbitrary_as(tensor<double, key, d_v>{}, marks);
    const auto q = arbitrary_as(tensor<double, token, d_k>{}, marks);
    const auto past =
        table<token, dim<5>>{{1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 1, 1, 0, 0}, {1, 1, 1, 1, 0}};
    const auto by_keys = scaled_dot_product_attention(q, marks, others, causal<top_left>);
    r.check(reach<"token">(by_keys) == past);

    const auto v = marked<"key", nan_too>(tensor<double, key, d_v>{});
    const auto k = arbitrary_as(tensor<double, key, d_k>{}, v);
    for (const bool leaks : reach<"token">(scaled_dot_product_attention(q, k, v, causal<top_left>)))
      r.check(leaks);
    r.check(reach<"token">(scaled_dot_product_attention(q, k, v, causal<top_left>, skip_masked)) ==
            past);
  });
  tests.proved("the cache reaches no future", [](report& r) {
    r.check(decodes_from_the_past<finite_only>());
    r.check(decodes_from_the_past<nan_too>(skip_masked));
    r.check(!decodes_from_the_past<nan_too>());  // a NaN that was left in the room behind
  });
  // Columns 0 to 2 are head 0, 3 to 5 are head 1, and no head sees the other's.
  tests.proved("heads are separate", [](report& r) {
    const auto x = marked<"model">(tensor<double, token, model>{});
    const auto cut = split_heads<head, per_head>(x);
    const auto out = scaled_dot_product_attention(cut, cut, cut);
    r.check(reach<"head">(out) == table<head, dim<6>>{{1, 1, 1, 0, 0, 0}, {0, 0, 0, 1, 1, 1}});
    const auto slices = attention_of_slices<head>(x, x, x);
    r.check(reach<"model">(slices) == reach<"model">(merge_heads<"model">(out)));
    r.check(reach<"model">(slices)(0, 2) && !reach<"model">(slices)(0, 3));
  });
  // Heads that are split off and not moved in front of the tokens are the sequence: then no token
  // reaches another one.
  tests.proved("heads that are not moved out", [](report& r) {
    const auto x = marked<"token">(tensor<double, token, model>{});
    const auto left = split<"model", head, per_head>(x);
    const auto moved = permute<"head", "token", "per_head">(left);
    const auto wrong = reach<"token">(scaled_dot_product_attention(left, left, left));
    const auto right = reach<"token">(scaled_dot_product_attention(moved, moved, moved));
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j) r.check(right(i, j) && wrong(i, j) == (i == j));
  });
  // Queries 0 and 1 ask head 0 of two, 2 and 3 ask head 1.
  tests.proved("groups of queries share a head", [](report& r) {
    const auto kv = marked<"head">(tensor<double, head, token, d_k>{});
    const auto q = arbitrary_as(tensor<double, axis<"head", 4>, token, d_k>{}, kv);
    r.check(reach<"head">(grouped_query_attention(q, kv, kv)) ==
            table<axis<"head", 4>, dim<2>>{{1, 0}, {1, 0}, {0, 1}, {0, 1}});
  });
  tests.proved("a reshape without the transposition", [](report& r) {
    const auto x = marked<"token">(tensor<double, token, model>{});
    const auto right = split_heads<head, per_head>(x);
    for (const bool sees :
        reach<"token">(merge_heads<"model">(scaled_dot_product_attention(right, right, right))))
      r.check(sees);
    const auto wrong = split_without_the_transposition(x);
    r.check(reach<"token">(merged_without_the_transposition(
                scaled_dot_product_attention(wrong, wrong, wrong))) ==
            table<token, dim<4>>{{1, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 1}, {0, 0, 1, 1}});
    // Whoever tests causality alone does not notice: no token sees a later one, and half of the tokens
    // see too little.
    r.check(reach<"token">(merged_without_the_transposition(
                scaled_dot_product_attention(wrong, wrong, wrong, causal<>))) ==
            table<token, dim<4>>{{1, 0, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 1, 1}});
  });
  // The second: the score matrix is (d_k, d_k), of features instead of tokens. Every token's answer is
  // made of its own value alone, weighed by what all the tokens say.
  tests.proved("attention between features", [](report& r) {
    const auto v = marked<"token">(tensor<double, token, model>{});
    const auto x = arbitrary_as(tensor<double, token, model>{}, v);
    const auto across = [](const auto& q, const auto& k, const auto& values) {
      const auto features = [](const auto& y) { return transpose(split_heads<head, per_head>(y)); };
      return merge_heads<"model">(
          transpose(scaled_dot_product_attention(features(q), features(k), features(values))));
    };
    const auto right = [](const auto& q, const auto& k, const auto& values) {
      const auto cut = [](const auto& y) { return split_heads<head, per_head>(y); };
      return merge_heads<"model">(scaled_dot_product_attention(cut(q), cut(k), cut(values)));
    };
    for (const bool sees : reach<"token">(right(x, x, v))) r.check(sees);
    r.check(reach<"token">(across(x, x, v)) ==
            table<token, dim<4>>{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}});
    for (const bool sees : reach<"token">(across(v, v, x)))
      r.check(sees);  // no mask can hide a token
  });
  tests.proved("norms stay in their row", [](report& r) {
    const auto x = marked<"token">(tensor<double, token, d_k>{});
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j) {
        r.check(reach<"token">(layer_norm(x))(i, j) == (i == j));
        r.check(reach<"token">(softmax(x))(i, j) == (i == j));
        r.check(reach<"token">(softmax<"token">(x))(i, j));  // the wrong axis
      }
  });
  // What attn/scalars/influence.hpp promises.
  // number_of_an_input_out_of_range ends what asks for one: in rejected/.
  tests.proved("both operands, finite", [](report& r) { both_operands<finite_of_influence>(r); });
  tests.proved("both operands, NaN too", [](report& r) { both_operands<strict_of_influence>(r); });
  tests.proved("constants, finite", [] { return constants<finite_of_influence>(); });
  tests.proved("constants, NaN too", [] { return constants<strict_of_influence>(); });
  // What finite numbers cannot get past, a NaN can.
  tests.proved("two readings", [](report& r) {
    const finite_of_influence x = launder(finite_of_influence::input(5));
    r.check(identical(x * 0, finite_of_influence(0)) && identical(0 * x, finite_of_influence(0)));
    r.check(identical(x + -infinity, finite_of_influence(-infinity)) &&
            identical(-infinity + x, finite_of_influence(-infinity)));
    r.check(identical(x - infinity, finite_of_influence(-infinity)) &&
            identical(infinity - x, finite_of_influence(infinity)));
    r.check(identical(x / infinity, finite_of_influence(0)) && only(x / 3, 5, 5));
    r.check(
        identical(0 / x, finite_of_influence(0)));  // if x were 0, the quotient would not be finite
    r.check(identical(max(x, -infinity), x) && identical(max(-infinity, x), x));
    r.check(identical(min(x, infinity), x) && identical(min(infinity, x), x));
    r.check(identical(max(x, infinity), finite_of_influence(infinity)) &&
            identical(min(-infinity, x), finite_of_influence(-infinity)));
    const strict_of_influence y = launder(strict_of_influence::input(5));
    const strict_of_influence each[] = {y * 0, 0 * y, y + -infinity, y - infinity, infinity - y,
        y / infinity, 0 / y, max(y, -infinity), min(infinity, y), -infinity + y, max(infinity, y),
        min(y, -infinity)};
    for (const strict_of_influence& z : each) r.check(only(z, 5, 5));
    r.check(identical(select(false, y, strict_of_influence(0)), strict_of_influence(0)));
  });
  // A number that T does not have is no known constant: 1e-50 is not 0, though 0.0f is next to it.
  tests.proved("what is a constant", [](report& r) {
    using single = influence<float, 2>;
    const single x = launder(single::input(1));
    r.check(single(launder(0.5)).known && single(7).known && single(0.1f).known);
    r.check(!single(launder(0.1)).known && !single(launder(1e-50)).known && !single(1e300).known);
    r.check(!single(launder((1 << 24) + 1)).known && influence<double, 2>((1 << 24) + 1).known);
    r.check((x * launder(1e-50)).reached_by(1) && !(x * launder(0.0)).reached_by(1));
    r.check(!single(launder(0.1)).reached_by(0) && !single(launder(0.1)).reached_by(1));
    static_assert(!std::numeric_limits<single>::is_specialized);
    r.check((x * std::numeric_limits<single>::epsilon()).reached_by(1));
    r.check((x * std::numeric_limits<single>::min()).reached_by(1));
  });
  // A product that rounds may be fused with the sum that uses it, which then is not 0.
  tests.proved<float, double>("products that may be fused", []<class T>(report& r) {
    using E = influence<T, 1>;
    const E x = E::input(0);
    const T a = launder(T(1.1)), b = launder(T(1.3)), c = math::rounded(a * b);
    r.check(((E(a) * E(b) - E(c)) * x).reached_by(0) && ((E(c) - E(b) * E(a)) * x).reached_by(0));
    r.check(
        ((E(-c) + E(a) * E(b)) * x).reached_by(0) && ((-(E(a) * E(b)) + E(c)) * x).reached_by(0));
    r.check(((E(a) * E(b) * E(1) - E(c)) * x).reached_by(0));
    r.check(((E(a) * E(b) / E(1) - E(c)) * x).reached_by(0));
    using math::rounded;
    r.check(!((rounded(E(a) * E(b)) - E(c)) * x).reached_by(0));
    r.check(!((E(a) - E(a)) * x).reached_by(0) && !((E(c) / E(c) - E(1)) * x).reached_by(0));
    // What is exact is the same in either case.
    r.check(!((E(3) * E(T(0.125)) - E(T(0.375))) * x).reached_by(0));
    r.check(!((E(T(1 << 20)) * E(T(1 - (1 << 10))) + E(T(1 << 20) * T((1 << 10) - 1))) * x)
            .reached_by(0));
    // Without overflow, infinity takes away what is added to it: a mask.
    r.check(!(E(a) * E(b) + E(-infinity) + x).reached_by(0));
    // Products of the library are not fused.
    const auto product = matmul(
        as<E>(tensor<T, dim<1>, dim<2>>{{a, c}}), as<E>(tensor<T, dim<2>, dim<1>>{{b}, {-1}}));
    r.check(identical(product(0, 0), E(0)));
  });
  tests.proved("constants that are infinite or -0", [](report& r) {
    using number = influence<double, 2>;
    const auto constant_is = [&](const number& x, double value) {
      r.check(x.known && bitwise_equal(x.constant, value));
    };
    using row = tensor<double, dim<2>>;
    const auto constants = [](const row& x) { return as<number>(launder(x)); };
    constant_is(relu(constants({-0.0, 1}))(0), -0.0);
    constant_is(logsumexp<0>(constants({-infinity, -infinity})).data()[0], -infinity);
    constant_is(logsumexp<0>(constants({infinity, 1})).data()[0], infinity);
    const tensor<number, dim<2>> inputs{number::input(0), number::input(1)};
    r.check(relu(inputs)(1).reached_by(1) && !relu(inputs)(1).reached_by(0));
    r.check(logsumexp<0>(inputs).data()->reached_by(0));
  });
};
}  // namespace attn_tests::scalars_reach_tests
