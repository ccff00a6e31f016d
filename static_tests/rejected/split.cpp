// SPDX-License-Identifier: BSL-1.0
// What attn/ops/split.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: split_axis_absent
// rejected: the axis to split is not there.
// expect-error: attn::split<axis, parts…>\(x\): x has no such axis
// errors: 1
using token = axis<"token", 2>;
using model = axis<"model", 12>;
using head = axis<"head", 3>;
constexpr tensor<double, token, model> x;

#ifdef ATTN_REJECT
constexpr auto y = split<"d_model", head, dim<4>>(x);
#else
constexpr auto y = split<"model", head, dim<4>>(x);
#endif

// case: split_seven_axes
// rejected: an axis of a tensor of six is split in two.
// expect-error: attn::split<axis, parts…>\(x\): a tensor has at most 6 axes
// errors: 1
using batch = axis<"batch", 2>;
using part = axis<"part", 2>;
using head = axis<"head", 2>;
using token = axis<"token", 3>;
constexpr tensor<int, batch, part, dim<2>, dim<1>, head, token> ids;

#ifdef ATTN_REJECT
constexpr auto parts = split<"token", axis<"a", 3>, axis<"b", 1>>(ids);
#else
constexpr auto parts = split<"token", axis<"a", 3>, axis<"b", 1>>(select<"part">(ids, 0));
#endif

// case: split_heads_existing_axis
// rejected: heads under the name of an axis that is there.
// expect-error: attn::split_heads<head, d_k>\(x\): x has an axis of that name
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, axis<"width", 6>> x{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}};

#ifdef ATTN_REJECT
constexpr auto y = split_heads<axis<"token", 2>, d_k>(x);
#else
constexpr auto y = split_heads<head, d_k>(x);
#endif

static_assert(y.rank > 1);

// case: split_heads_not_dividing
// rejected: heads that do not divide the width (E31: Python's // would truncate).
// expect-error: attn::split_heads\(x\): head times d_k must be the width
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, axis<"width", 6>> x{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}};

#ifdef ATTN_REJECT
constexpr auto y = split_heads<axis<"head", 4>, axis<"d_k", 1>>(x);
#else
constexpr auto y = split_heads<head, d_k>(x);
#endif

static_assert(y.rank > 1);

// case: split_heads_vector
// rejected: a vector has no sequence to cut.
// expect-error: attn::split_heads<head, d_k>\(x\): x must be
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, axis<"width", 6>> x{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}};

#ifdef ATTN_REJECT
constexpr auto y = split_heads<head, d_k>(select<"token">(x, 0));
#else
constexpr auto y = split_heads<head, d_k>(x);
#endif

static_assert(y.rank > 0);

// case: split_into_one
// rejected: one part is another name and no split.
// expect-error: attn::split<axis, parts…>\(x\): two parts or more; for another name: rename
// errors: 1
using token = axis<"token", 2>;
using model = axis<"model", 12>;
using head = axis<"head", 3>;
constexpr tensor<double, token, model> x;

#ifdef ATTN_REJECT
constexpr auto y = split<"model", axis<"width", 12>>(x);
#else
constexpr auto y = rename<"model", "width">(x);
#endif

// case: split_sizes_do_not_multiply
// rejected: 12 columns are not 3 heads of 5.
// expect-error: attn::split<axis, parts…>\(x\): the parts' sizes must multiply to the axis' size
// errors: 1
using token = axis<"token", 2>;
using model = axis<"model", 12>;
using head = axis<"head", 3>;
constexpr tensor<double, token, model> x;

#ifdef ATTN_REJECT
constexpr auto y = split<"model", head, dim<5>>(x);
#else
constexpr auto y = split<"model", head, dim<4>>(x);
#endif

// case: split_sizes_wrap
// rejected: parts whose sizes multiply to the axis' size modulo 2^64 only.
// expect-error: attn::split<axis, parts…>\(x\): the parts' sizes must multiply to the axis' size
// errors: 1
constexpr tensor<double, axis<"width", 6>> x;

#ifdef ATTN_REJECT
constexpr auto y = split<"width", dim<2>, dim<(1ull << 63) + 3>>(x);
#else
constexpr auto y = split<"width", dim<2>, dim<3>>(x);
#endif

// case: split_to_existing_axis
// rejected: a part has the name of another axis of x.
// expect-error: attn::split<axis, parts…>\(x\): the result would have two axes of one name
// errors: 1
using token = axis<"token", 2>;
using model = axis<"model", 12>;
using head = axis<"head", 3>;
constexpr tensor<double, token, model> x;

#ifdef ATTN_REJECT
constexpr auto y = split<"model", token, dim<6>>(x);
#else
constexpr auto y = split<"model", dim<2>, dim<6>>(x);
#endif

// case: split_two_parts_of_one_name
// rejected: both parts have one name.
// expect-error: attn::split<axis, parts…>\(x\): the result would have two axes of one name
// errors: 1
using token = axis<"token", 2>;
using model = axis<"model", 12>;
using head = axis<"head", 3>;
constexpr tensor<double, token, model> x;

#ifdef ATTN_REJECT
constexpr auto y = split<"model", head, axis<"head", 4>>(x);
#else
constexpr auto y = split<"model", head, axis<"width", 4>>(x);
#endif
