// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/check.hpp rejects.
#include <attn/analysis.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> w{{0.1, 0.2, 0.7}, {0.25, 0.5, 0.25}};
constexpr tensor<double, dim<2>> x{1, -0.0};
constexpr auto sums = sum<"key">(between<tensor<double, token, key>>(-1, 1));
constexpr auto marked_x = marked<"token">(tensor<double, token, axis<"width", 3>>{});
constexpr tensor<bool, token, dim<2>> causal_reach{{true, false}, {true, true}};
constexpr tensor<float, token, key> x_float_token_key{{0.5f, 0.5f, 0.1f}, {0.25f, 0.5f, 0.25f}};
constexpr auto thrice = as<envelope<float>>(x_float_token_key) +
                        as<envelope<float>>(x_float_token_key) +
                        as<envelope<float>>(x_float_token_key);
constexpr auto all = as<envelope<double>>(w);
constexpr auto as_floats = as<float>(w);
constexpr tensor<token_id<9>, token> ids{2, 8};

// two weights exchanged: the first one that differs, and what is there.
// - check_equals: static_assert(check<equals(w, {{0.1, 0.2, 0.7}, {0.25, 0.25, 0.5}})>); ;;
//   static_assert(check<equals(w, {{0.1, 0.2, 0.7}, {0.25, 0.5, 0.25}})>); ;; attn::check: (not as
//   expected|at \() ;; expect-note: text<8>\{"token 1"\}, attn::rules::text<6>\{"key 1"\},
//   attn::rules::text<7>\{"is 0.5"\}, attn::rules::text<9>\{"not 0.25"\},
//   attn::rules::text<16>\{"difference 0.25"\} ;; allow: detail::
// a value that is off by more than the tolerance.
// - check_is_close: static_assert(check<is_close(w, {{0.1, 0.2, 0.701}, {0.25, 0.5, 0.25}})>); ;;
//   static_assert(check<is_close(w, {{0.1, 0.2, 0.701}, {0.25, 0.5, 0.25}}, 0.01)>); ;;
//   attn::check: (not as expected|at \() ;; expect-note: "token 0"\}, attn::rules::text<6>\{"key
//   2"\}, attn::rules::text<7>\{"is 0.7"\}, attn::rules::text<10>\{"not 0.701"\} ;; allow: detail::
// a zero of the other sign, which == does not see.
// - check_bits_equal: static_assert(check<bits_equal(x, {1, 0})>);
//   ;; static_assert(check<equals(x, {1, 0})>); ;; attn::check: (not as expected|at \()
//   ;; expect-note: text<2>\{"1"\}, attn::rules::text<6>\{"is -0"\}, attn::rules::text<6>\{"not
//   0"\}, attn::rules::text<13>\{"difference 0"\} ;; allow: detail::
// a report that no comparison has made, of which nothing differs.
// - check_no_comparison: constexpr comparison<double, token> found{};
//   ;; constexpr auto found = equals(x, {1, 0});
//   ;; expect-error[gcc]: is private within this context ;; expect-error[clang]: calling a private constructor
// a proof that nobody has made. (Its members in braces are no initializer either: properties.hpp.)
// - check_no_proof: constexpr dependence_report<token> found{};
//   ;; constexpr auto found = is_causal<"token">([](const auto& y) { return softmax(y); }, w);
//   ;; expect-error[gcc]: is private within this context ;; expect-error[clang]: calling a private constructor
// another shape is expected: no element is compared.
// - check_other_axes: static_assert(check<equals(w, tensor<double, key, token>{})>);
//   ;; static_assert(!equals(w, tensor<double, token, key>{})); static_assert(check<equals(w,
//   unnamed(w))>); ;; attn::equals\(A, B\): both must have the same axes
// elements that are no numbers.
// - check_of_intervals: equals(tensor<interval<double>, token>{}, {}) ;; equals(tensor<double,
//   token>{}, {}) ;; attn::equals\(A, B\): requires an arithmetic element type
// a tolerance for integers.
// - check_is_close_of_integers: is_close(tensor<int, token>{}, {}) ;; equals(tensor<int, token>{},
//   {}) ;; attn::is_close\(A, B\): requires a floating-point element type; integers: equals
// a bound that one of the results may leave: the worst element, and by how much.
// - check_is_within: static_assert(check<is_within(w, 0, 0.5)>); ;;
//   static_assert(check<is_within(w, 0, 0.75)>); ;; attn::check: (not as expected|at \() ;;
//   expect-note: text<8>\{"token 0"\}, attn::rules::text<6>\{"key 2"\}, attn::rules::text<7>\{"is
//   0.7"\}, attn::rules::text<18>\{"not within 0 to 0.5"\}|"not within 0 to 0.5" ;; allow: detail::
// a proof of bounds that are too narrow.
// - check_is_within_intervals: static_assert(check<is_within(sums, -2, 2)>);
//   ;; static_assert(check<is_within(sums, -4, 4)>); ;; attn::check: (not as expected|at \()
//   ;; expect-note: "is -3 to 3"\}, attn::rules::text<20>\{"not within -2 to 2"\}|"not within -2 to
//   2" ;; allow: detail::
// a proof that token 0 sees no later token, without the mask.
// - check_reach: static_assert(check<equals(reach<"token">(scaled_dot_product_attention(marked_x,
//   marked_x, marked_x)), causal_reach)>);
//   ;; static_assert( check<equals(reach<"token">(scaled_dot_product_attention(marked_x, marked_x,
//   marked_x, causal<>)), causal_reach)>); ;; attn::check: (not as expected|at \()
//   ;; expect-note: "token 0"\}, attn::rules::text<2>\{"1"\}, attn::rules::text<5>\{"is 1"\},
//   attn::rules::text<6>\{"not 0"\} ;; allow: detail::
// a result that rounding does not explain: the element, and the numbers that it explains.
// - check_is_within_envelopes: static_assert(check<is_within(tensor<float, token, key>{{1.5f, 1.5f,
//   0.75f}, {0.75f, 1.5f, 0.75f}}, thrice)>); ;; static_assert(check<is_within(x_float_token_key +
//   x_float_token_key + x_float_token_key, thrice)>); ;; attn::check: (not as expected|at \() ;;
//   expect-note: "token 0"\}, attn::rules::text<6>\{"key 2"\}, attn::rules::text<8>\{"is 0.75"\},
//   attn::rules::text<29>\{"not within 0.29999998 to 0.3"\}|"not within 0.29999998 to 0.3" ;;
//   allow: detail::
// numbers whose axes are not the envelopes' axes.
// - is_within_of_other_axes: is_within(transpose(w), all) ;; is_within(w, all)
//   ;; attn::is_within\(y, all\): both must have the same axes
// results in float, for a formula in double.
// - is_within_of_another_element: is_within(as_floats, as<envelope<double>>(w))
//   ;; is_within(as_floats, as<envelope<float>>(w))
//   ;; attn::is_within\(y, all\): the elements of y must be T, if all elements are envelope<T>
// another result instead of the envelopes.
// - is_within_of_two_numbers: is_within(w, w) ;; is_within(w, as<envelope<double>>(w))
//   ;; attn::is_within\(y, all\): the elements of all must be envelope<T>
// integers have no bounds that rounding could leave.
// - is_within_of_integers: is_within(as<int>(w), 0, 1) ;; is_within(w, 0, 1)
//   ;; attn::is_within\(y, a, b\): the elements must be interval<T>, float or double
// a constant, to be printed.
// - peek_weights: static_assert(peek<w>); ;; static_assert(check<equals(w, w)>); ;; attn::peek:
//   (the constant is printed here|\(token 2, key 3\): 0.1 0.2 0.7; 0.25 0.5 0.25) ;; expect-note:
//   printed<attn::rules::text<17>\{"\(token 2, key 3\)"\}, attn::rules::text<12>\{"0.1 0.2 0.7"\},
//   attn::rules::text<14>\{"0.25 0.5 0.25"\}> ;; allow: detail::
// ids are no numbers.
// - peek_ids: static_assert(peek<ids>); ;; static_assert(check<equals(as<int>(ids), {2, 8})>);
//   ;; attn::peek<x>: requires an arithmetic element type ;; allow: detail::
// the axes are others than the reader expects.
// - check_has_axes: static_assert(check<has_axes<key, token>(w)>);
//   ;; static_assert(check<has_axes<token, key>(w)>);
//   ;; attn::check: (not as expected|x is \(token 2, key 3\), not \(key 3, token 2\))
//   ;; expect-note: as_expected<attn::rules::text<3>\{"is"\}, attn::rules::text<8>\{"token 2"\},
//   attn::rules::text<6>\{"key 3"\}, attn::rules::text<4>\{"not"\} ;; allow: detail::
