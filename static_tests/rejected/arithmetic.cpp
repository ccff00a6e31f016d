// SPDX-License-Identifier: BSL-1.0
// What attn/ops/arithmetic.hpp rejects.
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using key_2 = axis<"key", 2>;
using width = axis<"width", 3>;
using token_3 = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, key> x_token_key{{1, 2, 3}, {4, 5, 6}};
constexpr tensor<double, axis<"head", 2>, token, key> x_head_2_token_key{};
constexpr tensor<double, key> b_double_key{};
constexpr matrix<double, 2, 2> e{{1, 2}, {3, 4}}, x_2x2{{1, 2}, {3, 4}};
constexpr tensor<double, token, key_2> e_token_key_2{{1, 2}, {3, 4}};
constexpr auto d = sum<"key">(e_token_key_2);
constexpr tensor<float, token, width> x_float_token_width{};
constexpr matrix<token_id<5>, 2, 3> ids{};
constexpr tensor<token_id<5>, dim<3>> b_3{};
constexpr tensor<double, token_3, feature> x{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, axis<"key", 3>, feature> y{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, feature> bias{1, 2};
constexpr tensor<double, token_3> x_token_3{1, 2, 3};
constexpr tensor<float, token_3> y_float_token_3{1, 2, 3};
constexpr tensor<token_id<5>, dim<2>> a{1, 2}, b{3, 4};
constexpr tensor<int, token_3> y_int_token_3{1, 2, 3};
constexpr tensor<double, token, feature> x_of_double{{1, 2}, {3, 4}};
constexpr tensor<double, feature, token> y_feature_token{{1, 3}, {2, 4}};

// the maximum of each row is subtracted from the row, as NumPy broadcasts it.
// - a_row_lacks_the_axis: x_token_key - amax<"key">(x_token_key)
//   ;; x_token_key - expand<key, 1>(amax<"key">(x_token_key))
//   ;; attn: A - B: one operand lacks an axis of the other; repeat it: expand<axis, position>\(x\)
// the same where it is the left operand that has no row.
// - a_row_lacks_the_first_axis: sum<"token">(x_token_key) + x_token_key
//   ;; expand<token, 0>(sum<"token">(x_token_key)) + x_token_key
//   ;; attn: A \+ B: one operand lacks an axis of the other; repeat it: expand<axis, position>\(x\)
// two axes are missing, or one of another size: no single expand would help.
// - a_row_lacks_two_axes: x_head_2_token_key - b_double_key
//   ;; x_head_2_token_key - expand<axis<"head", 2>, 0>(expand<token, 0>(b_double_key))
//   ;; attn: A - B: both must have the same axes ;; forbid: expand<
// a quotient of tensors, which is a function with a name, as a product is.
// - quotient_of_tensors: e / e ;; divide(e, e)
//   ;; attn: A / B: element by element it is divide\(A, B\)( \[|$)
// the last step of a softmax as NumPy writes it.
// - quotient_of_rows: e_token_key_2 / d ;; divide(e_token_key_2, expand<key_2, 1>(d))
//   ;; attn: A / B: element by element it is divide\(A, B\), where B lacks an axis: divide\(A,
//   expand<axis, position>\(B\)\)
// a bias with two axes: that is a sum.
// - add_bias_matrix: add_bias(x_float_token_width, x_float_token_width) ;; x_float_token_width +
//   x_float_token_width ;; attn::add_bias\(x, b\): b must have one axis, the last one of x
// a bias of double for rows of float.
// - add_bias_mixed_element_types: add_bias(x_float_token_width, tensor<double, width>{})
//   ;; add_bias(x_float_token_width, as<float>(tensor<double, width>{}))
//   ;; attn::add_bias\(x, b\): requires one element type for all operands; convert with as<T>\(x\)
// a bias of another meaning.
// - add_bias_names: add_bias(x_float_token_width, tensor<float, axis<"hidden", 3>>{})
//   ;; add_bias(x_float_token_width, tensor<float, width>{})
//   ;; attn::add_bias\(x, b\): the last axes of x and b differ in name
// a bias for ids, which are no numbers.
// - add_bias_of_token_ids: add_bias(ids, b_3) ;; add_bias(as<int>(ids), as<int>(b_3))
//   ;; attn::add_bias\(x, b\): requires elements that can be added and multiplied
// a bias for what has no rows.
// - add_bias_to_number: add_bias(tensor<float>{}, tensor<float, width>{}) ;; add_bias(tensor<float,
//   width>{}, tensor<float, width>{}) ;; attn::add_bias\(x, b\): x must have an axis
// a bias that is shorter than a row.
// - add_bias_width: add_bias(x_float_token_width, tensor<float, dim<2>>{})
//   ;; add_bias(x_float_token_width, tensor<float, dim<3>>{})
//   ;; attn::add_bias\(x, b\): b must have the length of a row of x
// the sum of a queries' and a keys' matrix: a residual connection to the wrong input.
// - add_different_axes: x + y ;; x + rename<"key", "token">(y)
//   ;; attn: A \+ B: both must have the same axes
// one row added to every row: NumPy broadcasts it, along whichever axis happens to fit; the bias of
// a layer is `add_bias`.
// - add_different_rank: x + bias ;; x + x
//   ;; attn: A \+ B: one operand lacks an axis of the other; repeat it: expand<axis, position>\(x\)
// float and double, where C would silently compute in double and store in either.
// - add_mixed_element_types: x_token_3 + y_float_token_3 ;; x_token_3 + as<double>(y_float_token_3)
//   ;; attn: A \+ B: requires one element type for all operands; convert with as<T>\(x\)
// a calculation with ids, which are no numbers.
// - add_token_ids: a + b ;; as<int>(a) + as<int>(b)
//   ;; attn: A \+ B: requires elements that can be added and multiplied
// normalising rows by the sums of columns; at equal lengths only the name tells.
// - divide_different_axes: divide(x, y) ;; divide(x, x)
//   ;; attn::divide\(A, B\): both must have the same axes
// a double by a whole number, which C++ would convert on the way.
// - divide_mixed_element_types: divide(x_token_3, y_int_token_3)
//   ;; divide(x_token_3, as<double>(y_int_token_3))
//   ;; attn::divide\(A, B\): requires one element type for all operands; convert with as<T>\(x\)
// a calculation with ids, which are no numbers.
// - divide_token_ids: divide(a, b) ;; divide(as<int>(a), as<int>(b))
//   ;; attn::divide\(A, B\): requires elements that can be added and multiplied
// "multiply the queries by the keys" means the matrix product.
// - multiply_different_axes: multiply(x, y) ;; multiply(x, x)
//   ;; attn::multiply\(A, B\): both must have the same axes; for a matrix product: matmul
// double times float: which of the two is the product?
// - multiply_mixed_element_types: multiply(x_token_3, y_float_token_3)
//   ;; multiply(x_token_3, as<double>(y_float_token_3))
//   ;; attn::multiply\(A, B\): requires one element type for all operands; convert with as<T>\(x\)
// a calculation with ids, which are no numbers.
// - multiply_token_ids: multiply(a, b) ;; multiply(as<int>(a), as<int>(b))
//   ;; attn::multiply\(A, B\): requires elements that can be added and multiplied
// double minus float: the difference is what the float has lost.
// - subtract_mixed_element_types: x_token_3 - y_float_token_3
//   ;; x_token_3 - as<double>(y_float_token_3)
//   ;; attn: A - B: requires one element type for all operands; convert with as<T>\(x\)
// a calculation with ids, which are no numbers.
// - subtract_token_ids: a - b ;; as<int>(a) - as<int>(b)
//   ;; attn: A - B: requires elements that can be added and multiplied
// x - x^T of a square matrix: the same sizes, but a token is no feature.
// - subtract_transposed: x_of_double - y_feature_token ;; x_of_double - x_of_double
//   ;; attn: A - B: both must have the same axes
// `*` is the element-wise product of NumPy's arrays and the matrix product of its matrices.
// - tensor_times_tensor: x * x ;; multiply(x, x)
//   ;; attn: A \* B: say which product: multiply\(A, B\) or matmul\(A, B\)
// a sum instead of tensors with other names.
// - add_in_place_names: constexpr bool added() { tensor<double, axis<"token", 3>> x{1, 2, -3}; x +=
//   tensor<double, axis<"key", 3>>{1, 2, 3}; return true; } static_assert(added());
//   ;; constexpr bool added() { tensor<double, axis<"token", 3>> x{1, 2, -3}; x += tensor<double,
//   axis<"token", 3>>{1, 2, 3}; return true; } static_assert(added());
//   ;; attn: A \+= B: both must have the same axes
// a difference instead of two element types.
// - subtract_in_place_mixed_element_types: constexpr bool subtracted() { tensor<double, dim<3>>
//   x{1, 2, -3}; x -= tensor<float, dim<3>>{1, 2, 3}; return true; } static_assert(subtracted());
//   ;; constexpr bool subtracted() { tensor<double, dim<3>> x{1, 2, -3}; x -= tensor<double,
//   dim<3>>{1, 2, 3}; return true; } static_assert(subtracted());
//   ;; attn: A -= B: requires one element type for all operands; convert with as<T>\(x\)
// NumPy's habit: a row added to each row of a matrix, in place.
// - add_in_place_of_a_row: constexpr bool added() { using token = axis<"token", 2>; tensor<double,
//   token, dim<3>> x{}; const tensor<double, dim<3>> row{1, 2, 3}; x += row; return true; }
//   static_assert(added()); ;; constexpr bool added() { using token = axis<"token", 2>;
//   tensor<double, token, dim<3>> x{}; const tensor<double, dim<3>> row{1, 2, 3}; x +=
//   expand<token, 0>(row); return true; } static_assert(added()); ;; attn: A \+= B: one operand
//   lacks an axis of the other; repeat it: expand<axis, position>\(x\)
// the same of a difference.
// - subtract_in_place_of_columns: constexpr bool subtracted() { using key = axis<"key", 2>;
//   tensor<double, dim<3>, key> x{}; x -= amax<"key">(x); return true; }
//   static_assert(subtracted());
//   ;; constexpr bool subtracted() { using key = axis<"key", 2>; tensor<double, dim<3>, key> x{}; x
//   -= expand<key, 1>(amax<"key">(x)); return true; } static_assert(subtracted());
//   ;; attn: A -= B: one operand lacks an axis of the other; repeat it: expand<axis, position>\(x\)
// a number added to every element, as in NumPy.
// - number_added: x_2x2 + 1 ;; map(x_2x2, [](double e) { return e + 1; }) ;; attn: A \+ s: the
//   operands must be tensors; a function of each element with a number: map\(A, f\)
// … from the other side.
// - added_to_a_number: 1.5 + x_2x2 ;; map(x_2x2, [](double e) { return 1.5 + e; }) ;; attn: s \+ A:
//   the operands must be tensors; a function of each element with a number: map\(A, f\)
// the largest score of all, subtracted from every one.
// - number_subtracted: x_2x2 - 4.0 ;; map(x_2x2, [](double e) { return e - 4.0; }) ;; attn: A - s:
//   the operands must be tensors; a function of each element with a number: map\(A, f\)
// the complement of weights.
// - subtracted_from_a_number: 1 - x_2x2 ;; map(x_2x2, [](double e) { return 1 - e; }) ;; attn: s -
//   A: the operands must be tensors; a function of each element with a number: map\(A, f\)
// the reciprocal of every element.
// - number_divided: 1 / x_2x2 ;; map(x_2x2, [](double e) { return 1 / e; }) ;; attn: s / A: the
//   operands must be tensors; a function of each element with a number: map\(A, f\)
