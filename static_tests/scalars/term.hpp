// SPDX-License-Identifier: BSL-1.0
// Behaviours of term, permutations of attn/scalars/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::scalars_term_tests {
using exact = term<double>;
using finite = term<double, finite_only>;
inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

static_assert(floating_scalar<exact> && floating_scalar<term<float, finite_only>>);
static_assert(std::is_same_v<exact, term<double, nan_too>> && analysis_scalar<exact>);
template <exact X> inline constexpr bool in_the_type = identical(X, exact::input(2));  // structural
static_assert(in_the_type<exact::input(2)>);

// What converts implicitly is computed in T, as T * U is.
static_assert(std::is_convertible_v<int, exact> && std::is_convertible_v<float, exact>);
static_assert(std::is_convertible_v<float, term<float>>);
static_assert(!std::is_convertible_v<double, term<float>>);
static_assert(std::is_constructible_v<term<float>, double>);

constexpr bool same_bits(double a, double b) {
  return bitwise_equal(tensor<double>(a), tensor<double>(b));
}

// Operands, not the order of operations, may be exchanged.
template <class I> constexpr void the_order_of_operations(report& r) {
  const I a = launder(I::input(0)), b = launder(I::input(1)), c = launder(I::input(2));
  r.check(identical(a + b, b + a) && identical(a * b, b * a));
  r.check(identical(max(a, b), max(b, a)) && identical(min(a, b), min(b, a)));
  r.check(!identical((a + b) + c, a + (b + c)) && !identical((a + b) + c, (a + c) + b));
  r.check(!identical((a * b) * c, a * (b * c)) && !identical(a * (b + c), a * b + a * c));
  r.check(!identical(a / b, b / a) && !identical(pow(a, b), pow(b, a)));
  r.check(!identical(a - b, b - a) && !identical((a + b) + (a + c), (a + a) + (b + c)));
  r.check(!identical(a / b, a * (1 / b)) && !identical(a / 3, a * (1.0 / 3)));
  // The method has one direction: these are equal, and not identical.
  r.check(!identical(2 * a, a + a) && !identical(a / 2, a * 0.5));
}

template <class T> using sequence = tensor<T, token, model>;
template <class T>
using encoder = nn::encoder_layer<T, model, axis<"head", 2>, axis<"inner", 3>, output_by_input,
    act::relu, pre_norm>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/scalars/term.hpp promises.
  tests.proved("the order of operations", [](report& r) { the_order_of_operations<exact>(r); });
  tests.proved(
      "the order of operations, finite", [](report& r) { the_order_of_operations<finite>(r); });
  // Every operation is another node.
  tests.proved("every operation", [](report& r) {
    const exact a = launder(exact::input(3)), b = launder(exact::input(68));
    const exact each[] = {a, b, exact(3), a + b, a - b, a * b, a / b, b / a, max(a, b), min(a, b),
        pow(a, b), pow(b, a), -a, cos(a), erf(a), exp(a), log(a), log1p(a), sigmoid(a), sin(a),
        sqrt(a), tanh(a), exp(b), -(a + b), a + (-b) * b, a + 1, a * 3, 1 / a, exp(-a), max(a, 0),
        exp(exp(a))};
    constexpr std::size_t count = sizeof each / sizeof *each;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < count; ++j) r.check(identical(each[i], each[j]) == (i == j));
    r.check(identical(select(true, a, b), a) && identical(select(false, a, b), b));
  });
  // What has the same bits for every value: also checked with special values.
  tests.proved("what is the same for every value", [](report& r) {
    const exact a = launder(exact::input(0)), b = launder(exact::input(1));
    r.check(identical(a - b, a + -b) && identical(-(-a), a) && identical(a - -b, a + b));
    r.check(identical(-a * b, -(a * b)) && identical(a * -b, -a * b) && identical(-a * -b, a * b));
    r.check(
        identical(-a / b, -(a / b)) && identical(a / -b, -a / b) && identical(a * -3, -(a * 3)));
    r.check(identical(a * 1, a) && identical(-1 * a, -a) && identical(a / 1, a));
    r.check(identical(a / -1, -a) && identical(a + -0.0, a) && identical(-0.0 + a, a));
    r.check(identical(max(a, a), a) && identical(min(a, a), a));
    r.check(identical(max(a, -infinity), a) && identical(min(infinity, a), a));
    // And what is not: for a = -0, NaN or an infinity.
    r.check(!identical(a + 0, a) && !identical(a - a, exact(0)) && !identical(0 * a, exact(0)));
    r.check(!identical(-infinity + a, exact(-infinity)) && !identical(a / infinity, exact(0)));
    r.check(!identical(-a + -b, -(a + b)) && !identical(max(a, infinity), exact(infinity)));
    r.check(!identical(a / a, exact(1)) && !identical(sqrt(a * a), a));
    for (const double x : {1.5, -2.5, 0.0, -0.0, infinity, -infinity, 5e-324, 1e300}) {
      const double v = launder(x), w = launder(0.3);
      r.check(same_bits(v - w, v + -w) && same_bits(-v * w, -(v * w)));
      r.check(same_bits(-v / w, -(v / w)) && same_bits(v * 1, v) && same_bits(v / 1, v));
      r.check(same_bits(v + -0.0, v) && same_bits(math::max(v, v), v));
      r.check(same_bits(math::max(v, -infinity), v) && same_bits(math::min(v, infinity), v));
    }
  });
  tests.proved("finite numbers", [](report& r) {
    const finite a = launder(finite::input(0)), zero = launder(finite(0));
    r.check(identical(0 * a, zero) && identical(a * -0.0, zero) && identical(a + 0, a));
    r.check(
        identical(a - a, zero) && identical(a * 2 - 2 * a, zero) && identical(zero, finite(-0.0)));
    r.check(
        identical(-infinity + a, finite(-infinity)) && identical(a - infinity, finite(-infinity)));
    r.check(identical(a / infinity, zero) && identical(max(a, infinity), finite(infinity)));
    r.check(identical(
        min(max(a, std::numeric_limits<double>::lowest()), std::numeric_limits<double>::max()), a));
    // 1 / 0 and 1 / -0 differ by more than the sign of a zero.
    r.check(!identical(1 / (0 * a), finite(infinity)) && !identical(a / a, finite(1)));
  });
  tests.proved("constants", [](report& r) {
    const exact two = launder(exact(2)), three = launder(exact(3));
    r.check(identical(two + three, exact(5)) && identical(two - three, exact(-1)));
    r.check(identical(two * three, exact(6)) && identical(three / two, exact(1.5)));
    r.check(identical(max(two, three), three) && identical(min(two, three), two));
    r.check(identical(pow(two, three), exact(8)) && identical(exp(exact(0)), exact(1)));
    r.check(identical(sqrt(exact(9)), three) && identical(-two, exact(-2)) && exact().known);
    r.check(
        !identical(exact(0.0), exact(-0.0)) && identical(exact(not_a_number), exact(not_a_number)));
    r.check(!identical(two, exact::input(0)) &&
            identical(term<float>(launder(0.1)), term<float>(0.1f)));
    // Rounded in T, in the order in which they are written.
    r.check(!identical(exact(launder(0.1)) + 0.2, exact(0.3)));
  });
  // The contract's order, written out: 16 partial sums, and products in the order of their index.
  tests.proved<float, double>("operations have the order of the contract", []<class T>(report& r) {
    const auto x = numbered(launder(tensor<T, dim<20>>{}));
    term<T> partial[16];
    for (std::size_t i = 0; i < 16; ++i) partial[i] = T(-0.0);
    for (std::size_t i = 0; i < 20; ++i) partial[i % 16] = partial[i % 16] + x(i);
    for (std::size_t half = 8; half > 0; half /= 2)
      for (std::size_t l = 0; l < half; ++l) partial[l] = partial[l] + partial[l + half];
    r.check(identical(sum<0>(x), tensor<term<T>>(partial[0])));
    const auto a = numbered(tensor<T, dim<2>, dim<3>>{});
    const auto b = numbered(tensor<T, dim<3>, dim<2>>{}, 6);
    r.check(
        identical(matmul(a, b)(1, 0), (a(1, 0) * b(0, 0) + a(1, 1) * b(1, 0)) + a(1, 2) * b(2, 0)));
    r.check(identical(b(0, 1), term<T>::input(7)));
  });
  // No two of 400 similar terms collide, in either half of the hash.
  tests.proved("hashes", [](report& r) {
    constexpr std::size_t count = 400;
    std::uint64_t low[count], high[count];
    for (std::size_t i = 0; i < count; ++i) {
      const exact a = exact::input(i % 20), b = exact::input(i / 20);
      const exact x = launder(i % 2 == 0 ? a / b : exp(a) - b * 2);
      low[i] = x.hash.low, high[i] = x.hash.high;
    }
    bool distinct = true;
    unsigned ones = 0;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < i; ++j)
        distinct = distinct && low[i] != low[j] && high[i] != high[j];
      for (std::uint64_t bits = low[i] ^ (high[i] << 1 | high[i] >> 63); bits > 0; bits &= bits - 1)
        ++ones;
    }
    r.check(distinct);
    r.check(ones > count * 31 && ones < count * 33);  // half of the 64
    r.bits(ones);
  });
  // A text that would be longer is not begun: a0 + a1 has 7 characters, and 5 before its last operand.
  tests.proved("a text of at most n characters", [](report& r) {
    detail::term_record<double> record;
    const std::size_t a = record.add({.a = {0}}), b = record.add({.a = {1}});
    const std::size_t sum =
        record.add({.operation = detail::term_operation::plus, .a = {a}, .b = {b}});
    const auto is = [&](std::size_t most, std::string_view text) {
      const auto written = record.text_of({sum}, most);
      return std::string_view(written.data(), written.size()) == text;
    };
    r.check(is(7, "a0 + a1") && is(6, "..") && is(5, "..") && is(4, "..") && is(1, ""));
  });
  // What attn/scalars/permutations.hpp promises.
  // All weights; the formula, and not the bits, because the keys are added in another order.
  tests.proved<float, double>("an encoder", []<class T>(report& r) {
    const auto x = launder(sequence<T>{});
    const auto found = is_permutation_equivariant<"token">(encoder<T>{}, x);
    has_type<term_report<token, model>>(found);
    r.check(found);
  });
  tests.proved<double>("not bit for bit", []<class T>(report& r) {
    r.check(says(is_permutation_equivariant<"token", nan_too>(encoder<T>{}, sequence<T>{}),
        "attn::check: at (token 0, model 0): b0 - ((b0 + b2) + (b1 + b3))*0.25, not b4 - "
        "((b4 + b6) + (b5 + b7))*0.25; 12 of 12 elements differ"));
  });
  tests.proved<float>("an encoder with a mask", []<class T>(report& r) {
    r.check(says(is_permutation_equivariant<"token">(encoder<T>{}, sequence<T>{}, causal<>),
        "attn::check: at (token 0, model 0): not proved equal; 8 of 12 "
        "elements"));
    r.check(says(is_permutation_equivariant<"model">(encoder<T>{}, sequence<T>{}),
        "attn::check: at (token 0, model 0): not proved equal; 12 of 12 "
        "elements"));
  });
  // Row by row: bit for bit. Also for queries.
  tests.proved<float, double>("row by row", []<class T>(report& r) {
    const sequence<T> x;
    r.check(is_permutation_equivariant<"token", nan_too>(
        [](const auto& y) { return layer_norm(y); }, x));
    r.check(is_permutation_equivariant<0, nan_too>([](const auto& y) { return exp(y); }, x));
    const auto attend = [](const auto& q, const auto& k) {
      return scaled_dot_product_attention(q, k, k);
    };
    const tensor<T, axis<"key", 3>, model> k;
    const tensor<T, axis<"key", 2>, model> two_keys;  // a + b = b + a
    r.check(is_permutation_equivariant<"token", nan_too>(attend, x, k));
    const auto with_queries_last = [](const auto& keys, const auto& q) {
      return scaled_dot_product_attention(q, keys, keys);
    };
    r.check(is_permutation_invariant<"key">(with_queries_last, k, x));
    r.check(says(is_permutation_invariant<"key", nan_too>(with_queries_last, k, x),
        "attn::check: at (token 0, model 0): (((c0*b0 + c1*b1) + c2*b2) + c3*b3)*0.5, not "
        "(((c0*b4 + c1*b5) + c2*b6) + c3*b7)*0.5; 12 of 12 elements differ"));
    r.check(is_permutation_invariant<"key", nan_too>(with_queries_last, two_keys, x));
  });
  // The exchange of two indices alone, or a rotation alone, is not every permutation.
  tests.proved("both generators", [](report& r) {
    const sequence<double> x;
    const auto pairs = [](const auto& y) {  // token 2 has a rule of its own
      auto z = y;
      for (std::size_t j = 0; j < 4; ++j) z(2, j) = y(0, j) + y(1, j) + y(2, j);
      return z;
    };
    const auto cyclic = [](const auto& y) {
      auto z = y;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 4; ++j) z(i, j) = y(i, j) + 2 * y((i + 1) % 3, j);
      return z;
    };
    r.check(says(is_permutation_equivariant<"token">(pairs, x),
        "attn::check: at (token 1, model 0): not proved equal; 8 of 12 "
        "elements"));
    r.check(says(is_permutation_equivariant<"token">(cyclic, x),
        "attn::check: at (token 0, model 0): not proved equal; 12 of 12 "
        "elements"));
    const auto previous = [](const auto& y) {
      return y + detail::permuted<"token", detail::rotation_by_one>(y);
    };
    r.check(says(is_permutation_equivariant<"token">(previous, x),
        "attn::check: at (token 0, model 0): not proved equal; 12 of 12 "
        "elements"));
    const tensor<double, axis<"token", 1>, model> one;
    r.check(is_permutation_equivariant<"token">(previous, one));
  });
  // Positions break the symmetry; a mean restores it.
  tests.proved<float, double>("positions and means", []<class T>(report& r) {
    const sequence<T> x;
    const auto with_position = [](const auto& y) {
      auto z = y;
      for (std::size_t i = 0; i < 3; ++i) z(i, 0) = z(i, 0) + static_cast<int>(i);
      return z;
    };
    const auto mean_of_tokens = [](const auto& y) { return mean<"token">(y); };
    r.check(says(is_permutation_equivariant<"token">(with_position, x),
        "attn::check: at (token 0, model 0): not proved equal; 2 of 12 "
        "elements"));
    r.check(is_permutation_invariant<"token">(mean_of_tokens, x));
    r.check(says(is_permutation_invariant<"token", nan_too>(mean_of_tokens, x),
        std::is_same_v<T, float>
            ? "attn::check: at (model 0): ((b0 + b8) + b4)*0.33333334, not ((b4 + b8) + "
              "b0)*0.33333334; 4 of 4 elements differ"
            : "attn::check: at (model 0): ((b0 + b8) + b4)*0.3333333333333333, not ((b4 + "
              "b8) + b0)*0.3333333333333333; 4 of 4 elements differ"));
    r.check(is_permutation_invariant<"token">([](const auto& y) { return amax<"token">(y); }, x));
    const auto first = [](const auto& y) { return select<"token">(y, 0); };
    r.check(says(is_permutation_invariant<"token">(first, x),
        "attn::check: at (model 0): not proved equal; 4 of 4 elements"));
  });
};
}  // namespace attn_tests::scalars_term_tests
