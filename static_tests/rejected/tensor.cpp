// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/tensor reject that have no table of their own.
#include <boost/hana/define_struct.hpp>

#include <attn.hpp>
#include <attn/analysis.hpp>
#include <attn/learning.hpp>
#include <attn/ops.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using token_4 = axis<"token", 4>;
using feature_3 = axis<"feature", 3>;
using token_2 = axis<"token", 2>;
using width = axis<"width", 2>;
using feature = axis<"feature", 2>;
using head = axis<"head", 2>;
using row = axis<"row", 3>;
using col = axis<"col", 2>;
using d_k = axis<"d_k", 3>;
using model = axis<"model", 4>;
using row_2 = axis<"row", 2>;
constexpr tensor<double, token> x_token{1, 2, 3};
constexpr tensor<float, token> y{1, 2, 3};
using X = tensor<double, token_4>;
constexpr auto unit = between<X>(-1, 1);
constexpr tensor<double, token, feature_3> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};
constexpr tensor<double, token_2, feature_3> x_of_double{{1, 2, 3}, {4, 5, 6}};
struct network {
  using first_layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  using second_layer = nn::linear<float, dim<4>, dim<2>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (second_layer, second));
};
constexpr network m{};
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
constexpr double elements[] = {1, 2, 3, 4, 5, 6};
constexpr const double* p = elements;
constexpr double five[] = {1, 2, 3, 4, 5};
constexpr double b[] = {1, 2, 3, 4, 5, 6};
constexpr double rows_of_2[3][2] = {{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, axis<"token", 3>, axis<"feature", 2>> x_token_3_feature_2{
    {1, 2}, {3, 4}, {5, 6}};
using floats = tensor<float, axis<"a", 1ull << 57>>;
constexpr tensor<double, feature_3, token_2> x_feature_3_token_2{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<float, axis<"out", 3>, axis<"in", 2>> weight{};
constexpr matrix<float, 2, 3> data{{1, 2, 3}, {4, 5, 6}};
constexpr tensor<double, row, col> x_row_col{};
constexpr double first(const tensor<double, col, row>& k) { return k(0, 0); }
constexpr double first_of_2x2(const matrix<double, 2, 2>& x) { return x(0, 0); }
constexpr matrix<float, 2, 2> x_float_2x2{};
constexpr tensor<double, token_4, axis<"model", 6>> x_token_4_model_6{};
constexpr tensor<double, token_4, model> x_token_4_model{};
constexpr tensor<double, token_4, axis<"model", 4>> x_token_4_model_4{};
constexpr tensor<double, token_4, axis<"model", 3>> x_token_4_model_3{};
constexpr tensor<double, token_4> x_token_4{1, 2, 3, 4};
constexpr matrix<double, 2, 2> x_2x2{{1, 2}, {3, 4}};
constexpr tensor<double, token, axis<"model", 2>> X_double_token_model_2{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, token_4, head> x_token_4_head{};
constexpr tensor<float, axis<"token", 2>> a_float_token_2{1, 2};
constexpr tensor<float, axis<"key", 2>> b_float_key_2{1, 2};
constexpr tensor<int, axis<"token", 2>> a_int_token_2{1, 2};
constexpr tensor<double, axis<"token", 2>> a_double_token_2{1, 2};
constexpr double a[6] = {1, 2, 3, 4, 5, 6};
using x_type = matrix<double, 2, 3>;
struct extents_2_3 {
  static constexpr std::size_t rank() { return 2; }
  static constexpr std::size_t static_extent(std::size_t d) { return 2 + d; }
  constexpr std::size_t extent(std::size_t d) const { return 2 + d; }
};
struct by_rows {
  constexpr std::size_t operator()(std::size_t i, std::size_t j) const { return 3 * i + j; }
};
struct plain {
  constexpr const double& access(const double* p, std::size_t i) const { return p[i]; }
};
struct mdspan_2_3 {
  using value_type = double;
  using index_type = std::size_t;
  using extents_type = extents_2_3;
  const double* data;
  constexpr const double* data_handle() const { return data; }
  constexpr extents_2_3 extents() const { return {}; }
  constexpr by_rows mapping() const { return {}; }
  constexpr plain accessor() const { return {}; }
};
struct writes {
  constexpr double& access(double* p, std::size_t i) const { return p[i]; }
};
struct writable_2_3 {
  using value_type = double;
  using element_type = double;
  using index_type = std::size_t;
  using extents_type = extents_2_3;
  double* data;
  constexpr double* data_handle() const { return data; }
  constexpr extents_2_3 extents() const { return {}; }
  constexpr by_rows mapping() const { return {}; }
  constexpr writes accessor() const { return {}; }
};
struct extents_n_3 : extents_2_3 {
  static constexpr std::size_t static_extent(std::size_t d) {
    return d == 0 ? static_cast<std::size_t>(-1) : 3;
  }
};
struct mdspan_n_3 : mdspan_2_3 {
  using extents_type = extents_n_3;
  constexpr extents_n_3 extents() const { return {}; }
};

template <class T> constexpr matrix<T, 2, 2> x_2{{1, 0}, {1, 1}};
using key_token = axis<"key_token", 3>;
constexpr auto nothing = [](auto) {};
constexpr tensor<double, token_2, feature_3> x_3{{1, 2, 3}, {4, 5, 6}};
constexpr tensor<double, axis<"batch", 4>, token_2, feature_3> x_batch_4_token_feature{};

// a result compared with the expectation for another one.
// - allclose_different_axes: allclose(tensor<double, token>{1, 2, 3}, tensor<double, key>{1, 2, 3})
//   ;; allclose(tensor<double, token>{1, 2, 3}, tensor<double, token>{1, 2, 3})
//   ;; attn::allclose\(A, B\): both must have the same axes
// close to what, float's precision or double's?
// - allclose_mixed_element_types: allclose(x_token, y) ;; allclose(x_token, as<double>(y))
//   ;; attn::allclose\(A, B\): requires one element type for all operands; convert with as<T>\(x\)
// whole numbers are equal or they are not.
// - allclose_of_integers: allclose(tensor<int, token>{1, 2, 3}, {1, 2, 3})
//   ;; tensor<int, token>{1, 2, 3} == tensor<int, token>{1, 2, 3}
//   ;; attn::allclose\(A, B\): requires a floating-point element type; compare integers with ==
// allclose of intervals, as of numbers.
// - allclose_of_intervals: allclose(unit, unit) ;; allclose(lower_of(unit), lower_of(unit))
//   ;; attn::allclose\(A, B\): requires float or double
// the expectation has two rows, the result three.
// - allclose_wrong_row_count: allclose(Q, {{1, 0, 2}, {2, 2, 2}}) ;; allclose(Q, {{1, 0, 2}, {2, 2,
//   2}, {2, 1, 3}}) ;; attn::tensor: the braces must have one entry per index of each axis
// views along an axis that x does not have.
// - along_axis_absent: along<"key">(x_of_double) ;; along<"token">(x_of_double)
//   ;; attn::along<axis>\(x\): x has no such axis
// views of a temporary, which would be gone before the first is used.
// - along_temporary: constexpr auto views = along<"token">(transpose(x_of_double)); ;; constexpr
//   auto turned = transpose(x_of_double); constexpr auto views = along<"token">(turned); ;;
//   attn::along<axis>\(x\): x is a temporary, which would not last; give it a name
// as<double> of intervals: which number should it be?
// - as_double_of_intervals: constexpr X x = as<double>(between<X>(-1, 1));
//   ;; constexpr X x = lower_of(between<X>(-1, 1)); ;; attn: an interval does not convert
// the keys of a sequence whose name leaves no room for "key_" in front of it.
// - as_keys_long_name: as_keys(tensor<double, axis<"position_in_sentence", 3>, width>{{1, 2}, {3,
//   4}, {5, 6}}) ;; as_keys(tensor<double, axis<"position", 3>, width>{{1, 2}, {3, 4}, {5, 6}})
//   ;; attn::as_keys\(x\): `key_` and the sequence's name must be at most 23 characters
// keys are rows of features; one row is no sequence.
// - as_keys_of_vector: as_keys(tensor<double, feature>{1, 2})
//   ;; as_keys(tensor<double, token, feature>{{1, 2}, {3, 4}, {5, 6}})
//   ;; attn::as_keys\(x\): x must have a sequence axis and a width
// a struct that does not say what it becomes in double.
// - as_without_with_element: as<double>(m) ;; as<double>(m.first) ;; attn::as<U>\(m\): the model
//   must name its type with other elements: template <attn::scalar U> using with_element = …
// the same bits in another order of axes are another matrix.
// - bitwise_equal_different_axes: bitwise_equal(x_token, tensor<double, key>{1, 2, 3})
//   ;; bitwise_equal(x_token, tensor<double, token>{1, 2, 3})
//   ;; attn::bitwise_equal\(A, B\): both must have the same axes
// the same number has different bits in float and in double.
// - bitwise_equal_mixed_element_types: bitwise_equal(x_token, y) ;; bitwise_equal(x_token,
//   as<double>(y)) ;; expect-error: attn::bitwise_equal\(A, B\): requires one element type ;;
//   expect-error: convert with as<T>\(x\)
// bitwise_equal of intervals, as of numbers.
// - bitwise_equal_of_intervals: bitwise_equal(unit, unit) ;; identical(unit, unit)
//   ;; attn::bitwise_equal\(A, B\): requires an arithmetic element type
// 80 bits in 128, of which the other 48 are unspecified.
// - bitwise_equal_of_long_double: bitwise_equal(1.0L, 1.0L) ;; bitwise_equal(1.0, 1.0)
//   ;; attn::bitwise_equal\(A, B\): the elements must have 32 or 64 bits
// six numbers in a row for a matrix of three rows: numpy.array(...).reshape(3, 2) without the
// reshape.
// - braces_flat: constexpr tensor<double, token, feature> x{1, 2, 3, 4, 5, 6};
//   ;; constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
//   ;; attn::tensor: rows need braces of their own: \{\{…\}, \{…\}\}
// a half among whole numbers: it would become 0.
// - braces_fraction_lost: constexpr tensor<int, token> x{0.5, 1, 2};
//   ;; constexpr tensor<double, token> x{0.5, 1, 2};
//   ;; attn::tensor: the elements are integers, and a braced number has a fraction
// 300 as a signed char, which would become 44.
// - braces_narrow_char: constexpr tensor<signed char, dim<2>> x{0, 300}; ;; constexpr tensor<short,
//   dim<2>> x{0, 300}; ;; constant: braced_number_does_not_fit_the_element_type ;;
//   expect-error[clang]: attn::tensor: a braced number does not fit the element type ;;
//   errors[clang]: 2
// -1 as an unsigned number, the largest.
// - braces_narrow_unsigned: constexpr tensor<unsigned, dim<2>> x{-1, 0}; ;; constexpr tensor<int,
//   dim<2>> x{-1, 0}; ;; constant: braced_number_does_not_fit_the_element_type ;;
//   expect-error[clang]: attn::tensor: a braced number does not fit the element type ;;
//   errors[clang]: 2
// 5000000000 in 32 bits.
// - braces_narrow_int: constexpr tensor<int, dim<2>> x{5000000000, 0}; ;; constexpr tensor<long
//   long, dim<2>> x{5000000000, 0}; ;; constant: braced_number_does_not_fit_the_element_type ;;
//   expect-error[clang]: attn::tensor: a braced number does not fit the element type ;;
//   errors[clang]: 2
// 2 as a bool, which would become 1.
// - braces_narrow_bool: constexpr tensor<bool, dim<2>> x{1, 2}; ;; constexpr tensor<bool, dim<2>>
//   x{1, true}; ;; constant: braced_number_does_not_fit_the_element_type ;; expect-error[clang]:
//   attn::tensor: a braced number does not fit the element type ;; errors[clang]: 2
// a number beyond the range of float, which would become infinite.
// - braces_narrow_infinite: constexpr tensor<float, dim<2>> x{1e300, 0}; ;; constexpr
//   tensor<double, dim<2>> x{1e300, 0}; ;; constant: braced_number_does_not_fit_the_element_type ;;
//   expect-error[clang]: attn::tensor: a braced number does not fit the element type ;;
//   errors[clang]: 2
// an integer that float does not have.
// - braces_narrow_inexact: constexpr tensor<float, dim<2>> x{0, 16777217}; ;; constexpr
//   tensor<float, dim<2>> x{0, 16777217.0}; ;; constant:
//   braced_number_does_not_fit_the_element_type ;; expect-error[clang]: attn::tensor: a braced
//   number does not fit the element type ;; errors[clang]: 2
// one row is short; C++ arrays fill it up with zeros, and NumPy before 1.24 made an array of lists.
// - braces_ragged: constexpr tensor<double, token, feature> x{{1, 2}, {3}, {5, 6}};
//   ;; constexpr tensor<double, token, feature> x{{1, 2}, {3, 0}, {5, 6}};
//   ;; attn::tensor: the braces must have one entry per index of each axis
// two numbers for three tokens.
// - braces_wrong_element_count: constexpr tensor<double, token> x{1, 2};
//   ;; constexpr tensor<double, token> x{1, 2, 3};
//   ;; attn::tensor: the braces must have one entry per index of each axis
// one head's plane where there are two heads: rank 3 is counted level by level.
// - braces_wrong_plane_count: constexpr tensor<double, head, token, feature> x{{{1, 2}, {3, 4}, {5,
//   6}}}; ;; constexpr tensor<double, head, token, feature> x{{{1, 2}, {3, 4}, {5, 6}}, {{1, 2},
//   {3, 4}, {5, 6}}}; ;; attn::tensor: the braces must have one entry per index of each axis
// two rows for three tokens; where shapes are values, x becomes a smaller matrix.
// - braces_wrong_row_count: constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}};
//   ;; constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
//   ;; attn::tensor: the braces must have one entry per index of each axis
// every row has one number too many; where shapes are values, x becomes wider.
// - braces_wrong_row_length: constexpr tensor<double, token, feature> x{{1, 2, 9}, {3, 4, 9}, {5,
//   6, 9}}; ;; ditto ;; attn::tensor: the braces must have one entry per index of each axis
// an array that has elements for which the tensor has none.
// - copy_into_larger: constexpr std::size_t rows = 3; constexpr double first() { double a[rows][3]
//   = {}; copy_into(a, matrix<double, 2, 3>{}); return a[0][0]; } constexpr double zero = first();
//   ;; constexpr std::size_t rows = 2; constexpr double first() { double a[rows][3] = {};
//   copy_into(a, matrix<double, 2, 3>{}); return a[0][0]; } constexpr double zero = first();
//   ;; attn::copy_into\(a, x\): a must have the sizes of x's axes, or be flat
// an array of float for a tensor of double.
// - copy_into_other_element: constexpr double last() { float a[2][3] = {}; copy_into(a,
//   x_of_double); return a[1][1]; } constexpr double copied = last(); ;; constexpr double last() {
//   double a[2][3]; copy_into(a, x_of_double); return a[1][1]; } constexpr double copied = last();
//   ;; attn::copy_into\(a, x\): requires one element type for all operands; convert with as<T>\(x\)
// a pointer to rows, which does not know how many there are.
// - copy_into_pointer: constexpr double last() { double a[2][3] = {}; copy_into(&a[0],
//   x_of_double); return a[1][1]; } constexpr double copied = last(); ;; ditto
//   ;; attn::copy_into\(a, x\): a must have its size in its type
// an array that is as large as the tensor, and lies the other way.
// - copy_into_transposed: constexpr double last() { double a[3][2] = {}; copy_into(a, x_of_double);
//   return a[1][1]; } constexpr double copied = last(); ;; ditto
//   ;; attn::copy_into\(a, x\): a must have the sizes of x's axes, or be flat
// is a row of queries equal to a row of keys? The question is the mistake.
// - equal_different_axes: tensor<double, token>{1, 2, 3} == tensor<double, key>{1, 2, 3}
//   ;; tensor<double, token>{1, 2, 3} == tensor<double, token>{1, 2, 3}
//   ;; attn: A == B: both must have the same axes
// 0.1f == 0.1 is false, to every newcomer's surprise.
// - equal_mixed_element_types: x_token == y ;; x_token == as<double>(y)
//   ;; attn: A == B: requires one element type for all operands; convert with as<T>\(x\)
// the number of keys of a tensor that has none.
// - extent_axis_absent: x.extent<"key">() ;; x.extent<"token">()
//   ;; attn::tensor::extent<axis>\(\): the tensor has no such axis
// a pointer, which does not know how many elements there are.
// - from_array_pointer: from_array<token_2, feature_3>(p) ;; from_data<token_2, feature_3>(p)
//   ;; attn::from_array<axes…>\(a\): a must have its size in its type; for a pointer:
//   from_data<axes…>\(p\)
// a flat array with an element too few.
// - from_array_too_short: from_array<token_2, feature_3>(five) ;; from_array<token_2, feature_3>(b)
//   ;; attn::from_array<axes…>\(a\): a must have the sizes of the axes, or be flat
// an array that is as large as the tensor, and lies the other way.
// - from_array_transposed: from_array<token_2, feature_3>(rows_of_2)
//   ;; from_array<feature_3, token_2>(rows_of_2)
//   ;; attn::from_array<axes…>\(a\): a must have the sizes of the axes, or be flat
// x[-1] is the last row in Python and memory before the array in C.
// - index_negative: x(-1, 0) ;; x(2, 0) ;; constant: index_out_of_range_for_its_axis
// an index whose lower 32 bits are in range.
// - index_of_64_bits: x_token_3_feature_2((1ull << 32) + 1, 0) ;; x_token_3_feature_2(1ull, 0)
//   ;; constant: index_out_of_range_for_its_axis
// the third feature of two: an index counted from 1. The name of the function that cannot be called
// in constant evaluation is the message.
// - index_out_of_range: x(0, 2) ;; x(0, 1) ;; constant: index_out_of_range_for_its_axis
// the tenth feature of two, in an index that is part of the program.
// - index_out_of_range_static: double last = x.at<0, 9>(); ;; double last = x.at<0, 1>();
//   ;; attn::tensor::at<…>\(\): every index must be below the size of its axis
// the axis to rename is not there: a typing error, or it has been renamed already.
// - rename_axis_absent: rename<"key", "query">(x) ;; rename<"token", "query">(x)
//   ;; attn::rename<from, to>\(x\): x has no axis `from`
// both axes would be called `feature`.
// - rename_to_existing_axis: rename<"token", "feature">(x) ;; ditto
//   ;; attn::rename<from, to>\(x\): x has another axis named `to`
// two tensors of intervals, compared as numbers are.
// - tensor_of_intervals_equal: unit == unit ;; identical(unit, unit)
//   ;; attn: interval, influence, term, dual, counted and recorded cannot be compared
// what no array can have: the elements could be counted, and their bytes could not.
// - too_large_bytes: using doubles = decltype(as<double>(std::declval<const floats&>()));
//   ;; using doubles = decltype(as<int>(std::declval<const floats&>()));
//   ;; attn::tensor: too large: the elements would take more bytes than an object can have
// elements that a size_t counts, as it does their bytes.
// - too_large_for_an_array: sizeof(tensor<float, axis<"a", 1ull << 61>>)
//   ;; sizeof(tensor<float, axis<"a", 1ull << 57>>)
//   ;; attn::tensor: too large: the elements would take more bytes than an object can have
// two axes of 2^32 have 2^64 elements, which a size_t counts as none.
// - too_large_volume: sizeof(tensor<double, axis<"a", 1ull << 32>, axis<"b", 1ull << 32>>)
//   ;; sizeof(tensor<double, axis<"a", 1ull << 25>, axis<"b", 1ull << 31>>)
//   ;; attn::tensor: too large: the elements would take more bytes than an object can have
//   ;; expect-note: 4294967296, 4294967296
// an element of a column that has no so many; it would be there, in the next column.
// - view_out_of_range: rows_of(x_feature_3_token_2)[0][2] ;; rows_of(x_feature_3_token_2)[0][1]
//   ;; constant: index_out_of_range_for_its_axis
// new names for a matrix, but in the wrong order: that would be a transposition.
// - with_axes_other_sizes: with_axes<feature, token>(x) ;; with_axes<axis<"key", 3>, feature>(x)
//   ;; attn::with_axes<axes…>\(x\): requires as many axes as x has, of the same sizes
// unnamed data of a weight, transposed.
// - with_axes_of_a_transposed_weight: with_axes_of(weight, data)
//   ;; with_axes_of(weight, transpose(data))
//   ;; attn::with_axes_of\(y, x\): requires as many axes as y has, of the same sizes
// one index for a matrix: a row in NumPy, the second element in a flat array.
// - wrong_index_count: x(1) ;; x(1, 0) ;; attn::tensor: one index per axis
// one index for a matrix, in an index that is part of the program.
// - wrong_index_count_static: x.at<1>() ;; x.at<1, 0>()
//   ;; attn::tensor::at<…>\(\): one index per axis
// a transposed matrix, for a function of one that is not.
// - another_order_as_an_argument: first(x_row_col) ;; first(transpose(x_row_col)) ;; attn: x = y:
//   both must have the same axes, in the same order ;; expect-note: "col 2, row 3".*"row 3, col 2"
// a tensor of float for a function of tensors of double.
// - elements_of_an_argument: first_of_2x2(x_float_2x2) ;; first_of_2x2(as<double>(x_float_2x2))
//   ;; attn: x = y: requires one element type for both; convert with as<T>\(y\)
//   ;; expect-note: element_of_A<double>, attn::rules::element_of_B<float>
// a split without a transposition, where the program declares the axes that it expects.
// - heads_declared_before_they_are_moved: constexpr tensor<double, head, token_4, d_k> heads =
//   split<"model", head, d_k>(x_token_4_model_6); ;; constexpr tensor<double, head, token_4, d_k>
//   heads = split_heads<head, d_k>(x_token_4_model_6); ;; attn: x = y: both must have the same
//   axes, in the same order ;; expect-note: "head 2, token 4, d_k 3".*"token 4, head 2, d_k 3"
// a square matrix, transposed: the sizes are those that were declared.
// - transposed_in_a_declaration: constexpr tensor<double, token_4, model> y =
//   transpose(x_token_4_model); ;; constexpr tensor<double, model, token_4> y =
//   transpose(x_token_4_model); ;; attn: x = y: both must have the same axes, in the same order ;;
//   expect-note: "token 4, model 4".*"model 4, token 4"
// an axis of the right name, but longer.
// - other_size_in_a_declaration: constexpr tensor<double, token_4, axis<"model", 3>>
//   y{x_token_4_model_4}; ;; constexpr tensor<double, token_4, axis<"model", 3>> y{narrow<"model",
//   3>(x_token_4_model_4, 0)}; ;; attn: x = y: both must have the same axes, in the same order ;;
//   expect-note: "token 4, model 3".*"token 4, model 4"
// the sum was forgotten; in braces, as an element would be.
// - axis_left_in_a_declaration: constexpr tensor<double, token_4> y{x_token_4_model_3}; ;;
//   constexpr tensor<double, token_4> y{sum<"model">(x_token_4_model_3)}; ;; attn: x = y: both must
//   have the same axes, in the same order ;; expect-note: "token 4".*"token 4, model 3"
// a tensor of double, declared as one of float.
// - float_in_a_declaration: constexpr tensor<float, token_4> y = x_token_4;
//   ;; constexpr tensor<float, token_4> y = as<float>(x_token_4);
//   ;; attn: x = y: requires one element type for both; convert with as<T>\(y\)
//   ;; expect-note: element_of_A<float>, attn::rules::element_of_B<double>
// a matrix without names, declared with names: which of its axes is which?
// - names_in_a_declaration: constexpr tensor<double, row_2, col> y = x_2x2; ;; constexpr
//   tensor<double, row_2, col> y = with_axes<row_2, col>(x_2x2); ;; attn: x = y: the axes have
//   names in only one of them; x = with_axes_of\(x, y\) ;; row 2, col 2
// the scores of self-attention, declared as (token, token).
// - scores_declared_with_one_name_twice: constexpr tensor<double, token, token> scores =
//   attention_scores(X_double_token_model_2, X_double_token_model_2); ;; constexpr tensor<double,
//   token, axis<"key_token", 3>> scores = attention_scores(X_double_token_model_2,
//   X_double_token_model_2); ;; attn::tensor: the named axes of one tensor must have different
//   names ;; errors: 1 ;; errors[clang]: 2
// a function that returns another tensor than it declares.
// - other_axes_in_a_return: constexpr tensor<double, head, token_4> turned() { return
//   x_token_4_head; } ;; constexpr tensor<double, head, token_4> turned() { return
//   transpose(x_token_4_head); } ;; attn: x = y: both must have the same axes, in the same order ;;
//   expect-note: "head 2, token 4".*"token 4, head 2"
// a weight from a matrix without names: which of its axes is the input?
// - tensor_assigned_without_names: constexpr auto filled() { nn::linear<double, axis<"in", 3>,
//   axis<"out", 2>, output_by_input> layer; const matrix<double, 2, 3> w{{1, 2, 3}, {4, 5, 6}};
//   layer.weight = w; return layer; } constexpr auto layer = filled();
//   ;; constexpr auto filled() { nn::linear<double, axis<"in", 3>, axis<"out", 2>, output_by_input>
//   layer; const matrix<double, 2, 3> w{{1, 2, 3}, {4, 5, 6}}; layer.weight =
//   with_axes_of(layer.weight, w); return layer; } constexpr auto layer = filled();
//   ;; attn: x = y: the axes have names in only one of them; x = with_axes_of\(x, y\)
// a weight that is stored the other way round.
// - tensor_assigned_in_another_order: constexpr auto filled() { nn::linear<double, axis<"in", 3>,
//   axis<"out", 2>, output_by_input> layer; const tensor<double, axis<"in", 3>, axis<"out", 2>>
//   w{{1, 2}, {3, 4}, {5, 6}}; layer.weight = w; return layer; } constexpr auto layer = filled();
//   ;; constexpr auto filled() { nn::linear<double, axis<"in", 3>, axis<"out", 2>, output_by_input>
//   layer; const tensor<double, axis<"in", 3>, axis<"out", 2>> w{{1, 2}, {3, 4}, {5, 6}};
//   layer.weight = transpose(w); return layer; } constexpr auto layer = filled();
//   ;; attn: x = y: both must have the same axes ;; expect-note: "out 2, in 3".*"in 3, out 2"
// numbers of float for a model of double.
// - tensor_assigned_of_float: constexpr auto filled() { tensor<double, axis<"in", 3>> x; const
//   tensor<float, axis<"in", 3>> y{1, 2, 3}; x = y; return x; } constexpr auto x = filled();
//   ;; constexpr auto filled() { tensor<double, axis<"in", 3>> x; const tensor<float, axis<"in",
//   3>> y{1, 2, 3}; x = as<double>(y); return x; } constexpr auto x = filled();
//   ;; attn: x = y: requires one element type for both; convert with as<T>\(y\)
// the error against a reference with other axes.
// - ulp_axes_differ: ulp(a_float_token_2, b_float_key_2) ;; ulp(a_float_token_2, a_float_token_2)
//   ;; attn::ulp\(A, B\): both must have the same axes
// units in the last place of integers.
// - ulp_of_integers: ulp(a_int_token_2, a_int_token_2)
//   ;; ulp(as<float>(a_int_token_2), as<float>(a_int_token_2))
//   ;; attn::ulp\(A, B\): requires float or double; compare integers with ==
// a result of double, measured with a reference of float.
// - ulp_narrower_reference: ulp(a_double_token_2, as<float>(a_double_token_2))
//   ;; ulp(as<float>(a_double_token_2), a_double_token_2)
//   ;; attn::ulp\(A, B\): B is the reference, with A's element type, or double
// one stride for a matrix: the second would be 0, and every column the first.
// - strided_missing_stride: from_strided<token_2, feature_3>(a, {3}) ;; from_strided<token_2,
//   feature_3>(a, {3, 1}) ;; attn::from_strided<axes…>\(p, strides\): one stride per axis ;;
//   not-shown the number of axes is
// the memory is of float, the tensor of double.
// - strided_other_element: inline void copy(float* to, const x_type& x) { copy_into(to, {3, 1}, x);
//   } ;; inline void copy(double* to, const x_type& x) { copy_into(to, {3, 1}, x); }
//   ;; attn::copy_into\(p, strides, x\): requires one element type for all operands; convert with
//   as<T>\(x\)
// three floats at a place where the tensor would have four.
// - tensor_at_padding: inline float last(const float* p) { return tensor_at<tensor<float,
//   axis<"token", 3>>>(p)(2); }
//   ;; inline float last(const float* p) { return tensor_at<tensor<float, axis<"token", 4>>>(p)(2);
//   } ;; attn::tensor_at<X>\(p\): X has padding after its elements; copy: from_data<axes…>\(p\)
// an mdspan with the sizes of the tensor, the other way.
// - mdspan_transposed: from_mdspan<feature_3, token_2>(mdspan_2_3{a}) ;; from_mdspan<token_2,
//   feature_3>(mdspan_2_3{a}) ;; attn::from_mdspan<axes…>\(m\): m must have the sizes of the axes
// rows of a view that is the other way around.
// - mdspan_copy_transposed: inline void copy(writable_2_3 to) { copy_into(to, x_feature_3_token_2); } ;;
//   inline void copy(writable_2_3 to) { copy_into(to, x_of_double); }
//   ;; attn::copy_into\(m, x\): m must have the sizes of x's axes
// a size that is known at run time has no axis of its own.
// - mdspan_of_any_size: from_mdspan(mdspan_n_3{{a}}) ;; from_mdspan<token_2, feature_3>(mdspan_n_3{{a}})
//   ;; attn::from_mdspan\(m\): without axes, all extents of m must be static
// a function that the library has of float and double only.
// - long_double_softmax: softmax(x_2<long double>) ;; softmax(x_2<double>)
//   ;; attn::softmax<axis>\(x\): requires a floating-point element type; convert with as<double>
// a function that the library has of float and double only.
// - long_double_exp: attn::exp(x_2<long double>) ;; attn::exp(x_2<double>)
//   ;; attn::exp\(x\): requires a floating-point element type; convert with as<double>
// a function that the library has of float and double only.
// - long_double_norm: layer_norm<1>(x_2<long double>) ;; layer_norm<1>(x_2<double>) ;;
//   attn::layer_norm<axis>\(x, …\): requires a floating-point element type; convert with as<double>
// attention, whose scale has a root.
// - long_double_attention: scaled_dot_product_attention(x_2<long double>, x_2<long double>,
//   x_2<long double>) ;; scaled_dot_product_attention(x_2<double>, x_2<double>, x_2<double>) ;;
//   attn::scaled_dot_product_attention\(Q, K, V\): requires a floating-point element type; convert
//   with as<double>
// one number.
// - long_double_function: math::exp(1.5L) ;; math::exp(1.5)
//   ;; attn::math::exp: requires float or double; convert with as<double>
// the bits of 16 bytes, of which some are padding.
// - long_double_bits: bitwise_equal(x_2<long double>, x_2<long double>)
//   ;; bitwise_equal(x_2<double>, x_2<double>)
//   ;; attn::bitwise_equal\(A, B\): the elements must have 32 or 64 bits ;; allow: detail::
// a 16-bit float, which std::is_arithmetic does not know.
// - half_as_element: tensor<_Float16, dim<2>> y; ;; tensor<float, dim<2>> y;
//   ;; attn::tensor: requires an arithmetic element type, such as float, or a class
// an integer that std::is_arithmetic knows with -std=gnu++20, and since GCC 16.
// - integer_of_128_bits: __extension__ using wide = __int128; tensor<wide, dim<2>> y;
//   ;; tensor<long, dim<2>> y;
//   ;; attn::tensor: requires an arithmetic element type, such as float, or a class
// weights that are characters.
// - char_softmax: softmax(x_2<char>) ;; softmax(as<float>(x_2<char>))
//   ;; attn::softmax<axis>\(x\): requires a floating-point element type; convert with
// a sum that would wrap around.
// - char8_t_sum: sum<1>(x_2<char8_t>) ;; sum<1>(as<int>(x_2<char8_t>)) ;; attn::sum<axis>\(x\):
//   requires elements that can be added and multiplied; convert bool and integers
// a mean of whole numbers.
// - wchar_t_mean: mean<1>(x_2<wchar_t>) ;; mean<1>(as<double>(x_2<wchar_t>))
//   ;; attn::mean<axis>\(x\): requires a floating-point element type; convert with
// a product of bools.
// - bool_product: matmul(x_2<bool>, x_2<bool>) ;; matmul(as<int>(x_2<bool>), as<int>(x_2<bool>))
//   ;; attn::matmul\(A, B\): requires elements that can be added and multiplied
// attention over no keys: every weight would be 0 / 0.
// - axis_size_zero: constexpr tensor<double, axis<"key", 0>, feature> K;
//   ;; constexpr tensor<double, axis<"key", 1>, feature> K;
//   ;; attn::axis: the size must be at least 1 ;; errors[clang]: 2
// a matrix without rows.
// - dim_size_zero: constexpr matrix<double, 0, 3> x; ;; constexpr matrix<double, 1, 3> x;
//   ;; attn::axis: the size must be at least 1 ;; errors[clang]: 2
// a matrix of tokens by tokens: which one would softmax<"token"> be over?
// - duplicate_axis_names: tensor<double, token, token> scores; ;; tensor<double, token, key_token>
//   scores; ;; attn::tensor: the named axes of one tensor must have different names
// a name that says nothing: an unnamed axis is dim<3>.
// - label_empty: constexpr tensor<double, axis<"", 3>> x; ;; constexpr tensor<double, dim<3>> x;
//   ;; attn::axis: the name must have 1 to 23 ASCII letters, digits or _, and no digit first ;; errors[clang]: 2
// a name with a space in it, which no pattern of rearrange or einsum could write.
// - label_not_identifier: constexpr tensor<double, axis<"key token", 3>> x;
//   ;; constexpr tensor<double, axis<"key_token", 3>> x;
//   ;; attn::axis: the name must have 1 to 23 ASCII letters, digits or _, and no digit first ;; errors[clang]: 2
// an array of characters without the zero at the end of a string.
// - label_not_terminated: constexpr char name[] = {'k', 'e', 'y'}; constexpr tensor<double,
//   axis<name, 3>> x;
//   ;; constexpr char name[] = {'k', 'e', 'y', '\0'}; constexpr tensor<double, axis<name, 3>> x;
//   ;; attn::axis: the name must have 1 to 23 ASCII letters, digits or _, and no digit first ;; errors[clang]: 2
// 24 characters; every diagnostic repeats the name and has to stay readable.
// - label_too_long: constexpr tensor<double, axis<"position_in_the_sentence", 3>> x;
//   ;; constexpr tensor<double, axis<"position_in_the_sentenc", 3>> x;
//   ;; attn::axis: the name must have 1 to 23 ASCII letters, digits or _, and no digit first ;; errors[clang]: 2
// seven axes.
// - too_many_axes: tensor<double, dim<2>, dim<2>, dim<2>, dim<2>, dim<2>, dim<2>, dim<2>> x;
//   ;; tensor<double, dim<2>, dim<2>, dim<2>, dim<2>, dim<2>, dim<2>> x;
//   ;; attn::tensor: at most 6 axes
// lengths from 12 to 1.
// - with_length_backwards: with_length<12, 1>(3, nothing) ;; with_length<1, 12>(3, nothing)
//   ;; attn::with_length<first, last>\(n, f\): first must not be above last, and the lengths no
//   more than 256
// a thousand lengths, and as many times the same code.
// - with_length_too_many: with_length<1, 1000>(3, nothing) ;; with_length<1, 100>(3, nothing)
//   ;; attn::with_length<first, last>\(n, f\): first must not be above last, and the lengths no
//   more than 256
// the rows of a temporary, which would be gone before the first is used.
// - rows_of_temporary: constexpr auto rows = rows_of(transpose(x_3));
//   ;; constexpr auto turned = transpose(x_3); constexpr auto rows = rows_of(turned);
//   ;; attn::rows_of\(x\): x is a temporary, which would not last; give it a name
// the rows of a tensor with a batch: along which axis they lie is to be said.
// - rows_of_three_axes: rows_of(x_batch_4_token_feature)
//   ;; along<"feature">(x_batch_4_token_feature)
//   ;; attn::rows_of\(x\): x must have two axes; any number: along<axis>\(x\)
