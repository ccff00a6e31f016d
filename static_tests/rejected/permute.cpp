// SPDX-License-Identifier: BSL-1.0
// What merge, split reject.
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using head = axis<"head", 3>;
using head_2 = axis<"head", 2>;
using d_k = axis<"d_k", 3>;
constexpr tensor<double, head, token, dim<4>> x;
constexpr tensor<double, token, axis<"width", 6>> x_token_width_6{{1, 2, 3, 4, 5, 6},
                                                                  {7, 8, 9, 10, 11, 12}};
constexpr tensor<double, token, head, dim<4>> right;
using head_3 = axis<"head", 3>;
constexpr tensor<double, token, axis<"model", 12>> x_2;
constexpr tensor<int, axis<"batch", 2>, axis<"part", 2>, dim<2>, dim<1>, head_2, axis<"token", 3>>
    ids;
constexpr tensor<double, axis<"width", 6>> x_width_6;

// the first of the axes is not there.
// - merge_first_absent: merge<"h", "token", "row">(x) ;; merge<"head", "token", "row">(x)
//   ;; attn::merge<first, second, name>\(x\): x has no axis `first`
// heads merged under the name of an axis that is there.
// - merge_heads_existing_axis: merge_heads<"token">(split_heads<head_2, d_k>(x_token_width_6))
//   ;; merge_heads<"width">(split_heads<head_2, d_k>(x_token_width_6))
//   ;; attn::merge_heads<width>\(y\): y has an axis of that name
// a matrix has no heads.
// - merge_heads_of_matrix: merge_heads<"width">(x_token_width_6) ;; ditto
//   ;; attn::merge_heads<width>\(y\): y must be
// heads and their widths with the tokens between them: a reshape without the transpose. It trains,
// and is wrong (FuxiCTR#30, transformer-from-scratch#6).
// - merge_not_adjacent: merge<"head", 2, "model">(x) ;; merge<"head", 2, "model">(right)
//   ;; attn::merge<first, second, name>\(x\): `second` must follow `first` directly: permute or
//   transpose x first; a reshape is not a transpose
// the second of the axes is not there.
// - merge_second_absent: merge<"token", 3, "row">(x) ;; merge<"token", 2, "row">(x)
//   ;; attn::merge<first, second, name>\(x\): x has no axis `second`
// another axis has the name that the two get.
// - merge_to_existing_axis: merge<"token", 2, "head">(x) ;; ditto
//   ;; attn::merge<first, second, name>\(x\): x has another axis of that name
// three axes, and none at position 3.
// - merge_unnamed_first_absent: merge<3, 2>(x) ;; merge<1, 2>(x)
//   ;; attn::merge<first, second, name>\(x\): x has no axis `first`
// the first and the last of three axes.
// - merge_unnamed_not_adjacent: merge<0, 2>(x) ;; merge<0, 1>(x)
//   ;; attn::merge<first, second, name>\(x\): `second` must follow `first` directly
// nothing stands behind the last axis.
// - merge_unnamed_second_absent: merge<2, 3>(x) ;; merge<1, 2>(x)
//   ;; attn::merge<first, second, name>\(x\): x has no axis `second`
// neighbours, named in the wrong order.
// - merge_wrong_order: merge<"token", "head", "row">(x) ;; merge<"head", "token", "row">(x)
//   ;; attn::merge<first, second, name>\(x\): `second` must follow `first` directly
// the axis to split is not there.
// - split_axis_absent: split<"d_model", head_3, dim<4>>(x_2) ;; split<"model", head_3, dim<4>>(x_2)
//   ;; attn::split<axis, parts…>\(x\): x has no such axis
// an axis of a tensor of six is split in two.
// - split_seven_axes: split<"token", axis<"a", 3>, axis<"b", 1>>(ids)
//   ;; split<"token", axis<"a", 3>, axis<"b", 1>>(select<"part">(ids, 0))
//   ;; attn::split<axis, parts…>\(x\): a tensor has at most 6 axes
// heads under the name of an axis that is there.
// - split_heads_named_existing_axis: split_heads<axis<"token", 2>>(x_token_width_6)
//   ;; split_heads<axis<"head", 2>>(x_token_width_6)
//   ;; attn::split_heads<head>\(x\): x has an axis of that name already
// four heads for a width of six.
// - split_heads_named_not_dividing: split_heads<axis<"head", 4>>(x_token_width_6)
//   ;; split_heads<axis<"head", 3>>(x_token_width_6)
//   ;; attn::split_heads<head>\(x\): the number of heads must divide the width of x
// two of one name.
// - split_heads_existing_axis: split_heads<axis<"token", 2>, d_k>(x_token_width_6)
//   ;; split_heads<head_2, d_k>(x_token_width_6)
//   ;; attn::split_heads<head, d_k>\(x\): x has an axis of that name
// heads that do not divide the width (E31: Python's // would truncate).
// - split_heads_not_dividing: split_heads<axis<"head", 4>, axis<"d_k", 1>>(x_token_width_6)
//   ;; ditto ;; attn::split_heads\(x\): head times d_k must be the width
// a vector has no sequence to cut.
// - split_heads_vector: split_heads<head_2, d_k>(select<"token">(x_token_width_6, 0)) ;; ditto
//   ;; attn::split_heads<head, d_k>\(x\): x must be
// one part is another name and no split.
// - split_into_one: split<"model", axis<"width", 12>>(x_2) ;; rename<"model", "width">(x_2)
//   ;; attn::split<axis, parts…>\(x\): two parts or more; for another name: rename
// 12 columns are not 3 heads of 5.
// - split_sizes_do_not_multiply: split<"model", head_3, dim<5>>(x_2)
//   ;; split<"model", head_3, dim<4>>(x_2)
//   ;; attn::split<axis, parts…>\(x\): the sizes of the parts must multiply to the size of the
//   axis
// parts whose sizes multiply to the size of the axis modulo 2^64 only.
// - split_sizes_wrap: split<"width", dim<2>, dim<(1ull << 63) + 3>>(x_width_6)
//   ;; split<"width", dim<2>, dim<3>>(x_width_6)
//   ;; attn::split<axis, parts…>\(x\): the sizes of the parts must multiply to the size of the
//   axis
// a part has the name of another axis of x.
// - split_to_existing_axis: split<"model", token, dim<6>>(x_2) ;; split<"model", dim<2>,
//   dim<6>>(x_2) ;; attn::split<axis, parts…>\(x\): the result would have two axes with the same name
// both parts have one name.
// - split_two_parts_of_one_name: split<"model", head_3, axis<"head", 4>>(x_2)
//   ;; split<"model", head_3, axis<"width", 4>>(x_2)
//   ;; attn::split<axis, parts…>\(x\): the result would have two axes with the same name
