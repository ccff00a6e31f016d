// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/axes reject that have no table of their own. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: axis_size_zero
// rejected: attention over no keys: every weight would be 0 / 0.
// expect-error: attn::axis: the size must be at least 1
// errors[gcc]: 1
// errors[clang]: 2
using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
constexpr tensor<double, axis<"key", 0>, feature> K;
#else
constexpr tensor<double, axis<"key", 1>, feature> K;
#endif

// case: dim_size_zero
// rejected: a matrix without rows.
// expect-error: attn::axis: the size must be at least 1
// errors[gcc]: 1
// errors[clang]: 2
#ifdef ATTN_REJECT
constexpr matrix<double, 0, 3> x;
#else
constexpr matrix<double, 1, 3> x;
#endif

// case: duplicate_axis_names
// rejected: a matrix of tokens by tokens: which one would softmax<"token"> be over?
// expect-error: attn::tensor: the named axes of one tensor must have different names
// errors: 1
using token = axis<"token", 3>;
using key_token = axis<"key_token", 3>;

#ifdef ATTN_REJECT
tensor<double, token, token> scores;
#else
tensor<double, token, key_token> scores;
#endif

// case: label_empty
// rejected: a name that says nothing: an unnamed axis is dim<3>.
// expect-error: attn::axis: the name must be an identifier of 1 to 23 characters
// errors[gcc]: 1
// errors[clang]: 2
#ifdef ATTN_REJECT
constexpr tensor<double, axis<"", 3>> x;
#else
constexpr tensor<double, dim<3>> x;
#endif

// case: label_not_identifier
// rejected: a name with a space in it, which no pattern of rearrange or einsum could write.
// expect-error: attn::axis: the name must be an identifier of 1 to 23 characters
// errors[gcc]: 1
// errors[clang]: 2
#ifdef ATTN_REJECT
constexpr tensor<double, axis<"key token", 3>> x;
#else
constexpr tensor<double, axis<"key_token", 3>> x;
#endif

// case: label_too_long
// rejected: 24 characters; every diagnostic repeats the name and has to stay readable.
// expect-error: attn::axis: the name must be an identifier of 1 to 23 characters
// errors[gcc]: 1
// errors[clang]: 2
#ifdef ATTN_REJECT
constexpr tensor<double, axis<"position_in_the_sentence", 3>> x;
#else
constexpr tensor<double, axis<"position_in_the_sentenc", 3>> x;
#endif

// case: too_many_axes
// rejected: seven axes.
// expect-error: attn::tensor: at most 6 axes
// errors: 1
#ifdef ATTN_REJECT
tensor<double, dim<2>, dim<2>, dim<2>, dim<2>, dim<2>, dim<2>, dim<2>> x;
#else
tensor<double, dim<2>, dim<2>, dim<2>, dim<2>, dim<2>, dim<2>> x;
#endif

// case: with_length_backwards
// rejected: lengths from 12 to 1.
// expect-error: attn::with_length<first, last>\(n, f\): first must not be above last, and the lengths no more than 256
// errors: 1
constexpr auto nothing = [](auto) {};

#ifdef ATTN_REJECT
constexpr bool found = with_length<12, 1>(3, nothing);
#else
constexpr bool found = with_length<1, 12>(3, nothing);
#endif

// case: with_length_too_many
// rejected: a thousand lengths, and as many times the same code.
// expect-error: attn::with_length<first, last>\(n, f\): first must not be above last, and the lengths no more than 256
// errors: 1
constexpr auto nothing = [](auto) {};

#ifdef ATTN_REJECT
constexpr bool found = with_length<1, 1000>(3, nothing);
#else
constexpr bool found = with_length<1, 100>(3, nothing);
#endif
