// SPDX-License-Identifier: BSL-1.0
// What attn/ops/merge.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: merge_first_absent
// rejected: the first of the axes is not there.
// expect-error: attn::merge<first, second, name>\(x\): x has no axis `first`
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, head, token, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = merge<"h", "token", "row">(x);
#else
constexpr auto y = merge<"head", "token", "row">(x);
#endif

// case: merge_heads_existing_axis
// rejected: heads merged under the name of an axis that is there.
// expect-error: attn::merge_heads<width>\(y\): y has an axis of that name
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, axis<"width", 6>> x{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}};

#ifdef ATTN_REJECT
constexpr auto y = merge_heads<"token">(split_heads<head, d_k>(x));
#else
constexpr auto y = merge_heads<"width">(split_heads<head, d_k>(x));
#endif

static_assert(y.rank > 1);

// case: merge_heads_of_matrix
// rejected: a matrix has no heads.
// expect-error: attn::merge_heads<width>\(y\): y must be
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, axis<"width", 6>> x{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}};

#ifdef ATTN_REJECT
constexpr auto y = merge_heads<"width">(x);
#else
constexpr auto y = merge_heads<"width">(split_heads<head, d_k>(x));
#endif

static_assert(y.rank > 1);

// case: merge_not_adjacent
// rejected: heads and their widths with the tokens between them: a reshape without the transpose.
// It trains, and is wrong (FuxiCTR#30, transformer-from-scratch#6).
// expect-error: attn::merge<first, second, name>\(x\): `second` must follow `first` directly: permute or transpose x first; a reshape is not a transpose
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, head, token, dim<4>> x;
constexpr tensor<double, token, head, dim<4>> right;

#ifdef ATTN_REJECT
constexpr auto y = merge<"head", 2, "model">(x);
#else
constexpr auto y = merge<"head", 2, "model">(right);
#endif

// case: merge_second_absent
// rejected: the second of the axes is not there.
// expect-error: attn::merge<first, second, name>\(x\): x has no axis `second`
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, head, token, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = merge<"token", 3, "row">(x);
#else
constexpr auto y = merge<"token", 2, "row">(x);
#endif

// case: merge_to_existing_axis
// rejected: another axis has the name that the two get.
// expect-error: attn::merge<first, second, name>\(x\): x has another axis of that name
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, head, token, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = merge<"token", 2, "head">(x);
#else
constexpr auto y = merge<"token", 2, "row">(x);
#endif

// case: merge_unnamed_first_absent
// rejected: three axes, and none at position 3.
// expect-error: attn::merge<first, second, name>\(x\): x has no axis `first`
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, head, token, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = merge<3, 2>(x);
#else
constexpr auto y = merge<1, 2>(x);
#endif

// case: merge_unnamed_not_adjacent
// rejected: the first and the last of three axes.
// expect-error: attn::merge<first, second, name>\(x\): `second` must follow `first` directly
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, head, token, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = merge<0, 2>(x);
#else
constexpr auto y = merge<0, 1>(x);
#endif

// case: merge_unnamed_second_absent
// rejected: nothing stands behind the last axis.
// expect-error: attn::merge<first, second, name>\(x\): x has no axis `second`
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, head, token, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = merge<2, 3>(x);
#else
constexpr auto y = merge<1, 2>(x);
#endif

// case: merge_wrong_order
// rejected: neighbours, named in the wrong order.
// expect-error: attn::merge<first, second, name>\(x\): `second` must follow `first` directly
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, head, token, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = merge<"token", "head", "row">(x);
#else
constexpr auto y = merge<"head", "token", "row">(x);
#endif
