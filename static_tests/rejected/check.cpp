// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/check.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> w{{0.1, 0.2, 0.7}, {0.25, 0.5, 0.25}};

// case: check_equals
// rejected: two weights exchanged: the first one that differs, and what is there.
// expect-error: attn::check: (not as expected|at \()
// expect-note: text<8>\{"token 1"\}, attn::rules::text<6>\{"key 1"\}, attn::rules::text<7>\{"is 0.5"\}, attn::rules::text<9>\{"not 0.25"\}, attn::rules::text<16>\{"difference 0.25"\}
// errors: 1
// allow: detail::
#ifdef ATTN_REJECT
static_assert(check<equals(w, {{0.1, 0.2, 0.7}, {0.25, 0.25, 0.5}})>);
#else
static_assert(check<equals(w, {{0.1, 0.2, 0.7}, {0.25, 0.5, 0.25}})>);
#endif

// case: check_is_close
// rejected: a value that is off by more than the tolerance.
// expect-error: attn::check: (not as expected|at \()
// expect-note: "token 0"\}, attn::rules::text<6>\{"key 2"\}, attn::rules::text<7>\{"is 0.7"\}, attn::rules::text<10>\{"not 0.701"\}
// errors: 1
// allow: detail::
#ifdef ATTN_REJECT
static_assert(check<is_close(w, {{0.1, 0.2, 0.701}, {0.25, 0.5, 0.25}})>);
#else
static_assert(check<is_close(w, {{0.1, 0.2, 0.701}, {0.25, 0.5, 0.25}}, 0.01)>);
#endif

// case: check_bits_equal
// rejected: a zero of the other sign, which == does not see.
// expect-error: attn::check: (not as expected|at \()
// expect-note: text<2>\{"1"\}, attn::rules::text<6>\{"is -0"\}, attn::rules::text<6>\{"not 0"\}, attn::rules::text<13>\{"difference 0"\}
// errors: 1
// allow: detail::
constexpr tensor<double, dim<2>> x{1, -0.0};

#ifdef ATTN_REJECT
static_assert(check<bits_equal(x, {1, 0})>);
#else
static_assert(check<equals(x, {1, 0})>);
#endif

// case: check_other_axes
// rejected: another shape is expected: no element is compared.
// expect-error: attn::equals\(A, B\): both must have the same axes
// errors: 1
#ifdef ATTN_REJECT
static_assert(check<equals(w, tensor<double, key, token>{})>);
#else
static_assert(!equals(w, tensor<double, token, key>{}));
static_assert(check<equals(w, unnamed(w))>);
#endif

// case: check_of_intervals
// rejected: elements that are no numbers.
// expect-error: attn::equals\(A, B\): requires an arithmetic element type
// errors: 1
#ifdef ATTN_REJECT
constexpr auto found = equals(tensor<interval<double>, token>{}, {});
#else
constexpr auto found = equals(tensor<double, token>{}, {});
#endif

// case: check_is_close_of_integers
// rejected: a tolerance for integers.
// expect-error: attn::is_close\(A, B\): requires a floating-point element type; integers: equals
// errors: 1
#ifdef ATTN_REJECT
constexpr auto found = is_close(tensor<int, token>{}, {});
#else
constexpr auto found = equals(tensor<int, token>{}, {});
#endif

// case: check_is_within
// rejected: a bound that one of the results may leave: the worst element, and by how much.
// expect-error: attn::check: (not as expected|at \()
// expect-note: text<8>\{"token 0"\}, attn::rules::text<6>\{"key 2"\}, attn::rules::text<7>\{"is 0.7"\}, attn::rules::text<18>\{"not within 0 to 0.5"\}|"not within 0 to 0.5"
// errors: 1
// allow: detail::
#ifdef ATTN_REJECT
static_assert(check<is_within(w, 0, 0.5)>);
#else
static_assert(check<is_within(w, 0, 0.75)>);
#endif

// case: check_is_within_intervals
// rejected: a proof of bounds that are too narrow.
// expect-error: attn::check: (not as expected|at \()
// expect-note: "is -3 to 3"\}, attn::rules::text<20>\{"not within -2 to 2"\}|"not within -2 to 2"
// errors: 1
// allow: detail::
constexpr auto sums = sum<"key">(between<tensor<double, token, key>>(-1, 1));

#ifdef ATTN_REJECT
static_assert(check<is_within(sums, -2, 2)>);
#else
static_assert(check<is_within(sums, -4, 4)>);
#endif

// case: check_reach
// rejected: a proof that token 0 sees no later token, without the mask.
// expect-error: attn::check: (not as expected|at \()
// expect-note: "token 0"\}, attn::rules::text<2>\{"1"\}, attn::rules::text<5>\{"is 1"\}, attn::rules::text<6>\{"not 0"\}
// errors: 1
// allow: detail::
constexpr auto x = marked<"token">(tensor<double, token, axis<"width", 3>>{});
constexpr tensor<bool, token, dim<2>> causal_reach{{true, false}, {true, true}};

#ifdef ATTN_REJECT
static_assert(check<equals(reach<"token">(scaled_dot_product_attention(x, x, x)), causal_reach)>);
#else
static_assert(
    check<equals(reach<"token">(scaled_dot_product_attention(x, x, x, causal<>)), causal_reach)>);
#endif

// case: check_is_within_envelopes
// rejected: a result that rounding does not explain: the element, and the numbers that it explains.
// expect-error: attn::check: (not as expected|at \()
// expect-note: "token 0"\}, attn::rules::text<6>\{"key 2"\}, attn::rules::text<8>\{"is 0.75"\}, attn::rules::text<29>\{"not within 0.29999998 to 0.3"\}|"not within 0.29999998 to 0.3"
// errors: 1
// allow: detail::
constexpr tensor<float, token, key> x{{0.5f, 0.5f, 0.1f}, {0.25f, 0.5f, 0.25f}};
constexpr auto thrice = as<envelope<float>>(x) + as<envelope<float>>(x) + as<envelope<float>>(x);

#ifdef ATTN_REJECT
constexpr tensor<float, token, key> y{{1.5f, 1.5f, 0.75f}, {0.75f, 1.5f, 0.75f}};
static_assert(check<is_within(y, thrice)>);
#else
static_assert(check<is_within(x + x + x, thrice)>);
#endif

// case: is_within_of_other_axes
// rejected: numbers whose axes are not those of the envelopes.
// expect-error: attn::is_within\(y, all\): both must have the same axes
// errors: 1
constexpr auto all = as<envelope<double>>(w);

#ifdef ATTN_REJECT
constexpr auto found = is_within(transpose(w), all);
#else
constexpr auto found = is_within(w, all);
#endif

// case: is_within_of_another_element
// rejected: results in float, for a formula in double.
// expect-error: attn::is_within\(y, all\): the elements of y must be T, if those of all are envelope<T>
// errors: 1
constexpr auto result = as<float>(w);

#ifdef ATTN_REJECT
constexpr auto found = is_within(result, as<envelope<double>>(w));
#else
constexpr auto found = is_within(result, as<envelope<float>>(w));
#endif

// case: is_within_of_two_numbers
// rejected: another result in place of the envelopes.
// expect-error: attn::is_within\(y, all\): the elements of all must be envelope<T>
// errors: 1
#ifdef ATTN_REJECT
constexpr auto found = is_within(w, w);
#else
constexpr auto found = is_within(w, as<envelope<double>>(w));
#endif

// case: is_within_of_integers
// rejected: integers have no bounds that rounding could leave.
// expect-error: attn::is_within\(y, a, b\): the elements must be interval<T>, float or double
// errors: 1
#ifdef ATTN_REJECT
constexpr auto found = is_within(as<int>(w), 0, 1);
#else
constexpr auto found = is_within(w, 0, 1);
#endif

// case: peek_weights
// rejected: a constant, to be printed.
// expect-error: attn::peek: (the constant is printed here|\(token 2, key 3\): 0.1 0.2 0.7; 0.25 0.5 0.25)
// expect-note: printed<attn::rules::text<17>\{"\(token 2, key 3\)"\}, attn::rules::text<12>\{"0.1 0.2 0.7"\}, attn::rules::text<14>\{"0.25 0.5 0.25"\}>
// errors: 1
// allow: detail::
#ifdef ATTN_REJECT
static_assert(peek<w>);
#else
static_assert(check<equals(w, w)>);
#endif

// case: peek_ids
// rejected: ids are no numbers.
// expect-error: attn::peek<x>: requires an arithmetic element type
// errors: 1
// allow: detail::
constexpr tensor<token_id<9>, token> ids{2, 8};

#ifdef ATTN_REJECT
static_assert(peek<ids>);
#else
static_assert(check<equals(as<int>(ids), {2, 8})>);
#endif

// case: check_has_axes
// rejected: the axes are others than the reader expects.
// expect-error: attn::check: (not as expected|x is \(token 2, key 3\), not \(key 3, token 2\))
// expect-note: as_expected<attn::rules::text<3>\{"is"\}, attn::rules::text<8>\{"token 2"\}, attn::rules::text<6>\{"key 3"\}, attn::rules::text<4>\{"not"\}
// errors: 1
// allow: detail::
#ifdef ATTN_REJECT
static_assert(check<has_axes<key, token>(w)>);
#else
static_assert(check<has_axes<token, key>(w)>);
#endif
