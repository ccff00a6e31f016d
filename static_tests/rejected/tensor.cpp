// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/tensor reject that have no table of their own. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

// case: allclose_different_axes
// rejected: a result compared with the expectation for another one.
// expect-error: attn::allclose\(A, B\): both must have the same axes
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;

#ifdef ATTN_REJECT
constexpr bool close = allclose(tensor<double, token>{1, 2, 3}, tensor<double, key>{1, 2, 3});
#else
constexpr bool close = allclose(tensor<double, token>{1, 2, 3}, tensor<double, token>{1, 2, 3});
#endif

// case: allclose_mixed_element_types
// rejected: close to what, float's precision or double's?
// expect-error: attn::allclose\(A, B\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<double, token> x{1, 2, 3};
constexpr tensor<float, token> y{1, 2, 3};

#ifdef ATTN_REJECT
constexpr bool close = allclose(x, y);
#else
constexpr bool close = allclose(x, as<double>(y));
#endif

// case: allclose_of_integers
// rejected: whole numbers are equal or they are not.
// expect-error: attn::allclose\(A, B\): requires a floating-point element type; compare integers with ==
// errors: 1
using token = axis<"token", 3>;

#ifdef ATTN_REJECT
constexpr bool close = allclose(tensor<int, token>{1, 2, 3}, {1, 2, 3});
#else
constexpr bool close = tensor<int, token>{1, 2, 3} == tensor<int, token>{1, 2, 3};
#endif

// case: allclose_of_intervals
// rejected: allclose of intervals, as of numbers.
// expect-error: attn::allclose\(A, B\): requires float or double
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;
constexpr auto x = between<X>(-1, 1);

#ifdef ATTN_REJECT
constexpr bool same = allclose(x, x);
#else
constexpr bool same = allclose(lower_of(x), lower_of(x));
#endif

// case: allclose_wrong_row_count
// rejected: the expectation has two rows, the result three.
// expect-error: attn::tensor: the braces must have one entry per index of each axis
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};

#ifdef ATTN_REJECT
constexpr bool close = allclose(Q, {{1, 0, 2}, {2, 2, 2}});
#else
constexpr bool close = allclose(Q, {{1, 0, 2}, {2, 2, 2}, {2, 1, 3}});
#endif

// case: along_axis_absent
// rejected: views along an axis that x does not have.
// expect-error: attn::along<axis>\(x\): x has no such axis
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto views = along<"key">(x);
#else
constexpr auto views = along<"token">(x);
#endif

// case: along_temporary
// rejected: views of a temporary, which would be gone before the first is used.
// expect-error: attn::along<axis>\(x\): x is a temporary, which would not last; give it a name
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto views = along<"token">(transpose(x));
#else
constexpr auto turned = transpose(x);
constexpr auto views = along<"token">(turned);
#endif

// case: as_double_of_intervals
// rejected: as<double> of intervals: which number should it be?
// expect-error: attn: an interval does not convert
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr X x = as<double>(between<X>(-1, 1));
#else
constexpr X x = lower_of(between<X>(-1, 1));
#endif

// case: as_keys_long_name
// rejected: the keys of a sequence whose name leaves no room for "key_" in front of it.
// expect-error: attn::as_keys\(x\): `key_` and the sequence's name must be at most 23 characters
// errors: 1
using width = axis<"width", 2>;

#ifdef ATTN_REJECT
using sentence = axis<"position_in_sentence", 3>;
#else
using sentence = axis<"position", 3>;
#endif

constexpr tensor<double, sentence, width> x{{1, 2}, {3, 4}, {5, 6}};
constexpr auto y = as_keys(x);

static_assert(y.rank == 2);

// case: as_keys_of_vector
// rejected: keys are rows of features; one row is no sequence.
// expect-error: attn::as_keys\(x\): x must have a sequence axis and a width
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
constexpr auto k = as_keys(tensor<double, feature>{1, 2});
#else
constexpr auto k = as_keys(tensor<double, token, feature>{{1, 2}, {3, 4}, {5, 6}});
#endif

// case: as_without_with_element
// rejected: a struct that does not say what it becomes in double.
// expect-error: attn::as<U>\(m\): the model must name its type with other elements: template <attn::scalar U> using with_element = …
// errors: 1
struct network {
  using first_layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  using second_layer = nn::linear<float, dim<4>, dim<2>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (second_layer, second));
};
constexpr network m{};

#ifdef ATTN_REJECT
constexpr auto wide = as<double>(m);
#else
constexpr auto wide = as<double>(m.first);
#endif

// case: bitwise_equal_different_axes
// rejected: the same bits in another order of axes are another matrix.
// expect-error: attn::bitwise_equal\(A, B\): both must have the same axes
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr bool same = bitwise_equal(x, tensor<double, key>{1, 2, 3});
#else
constexpr bool same = bitwise_equal(x, tensor<double, token>{1, 2, 3});
#endif

// case: bitwise_equal_mixed_element_types
// rejected: the same number has other bits in float and in double.
// expect-error: attn::bitwise_equal\(A, B\): requires one element type
// expect-error: convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<double, token> x{1, 2, 3};
constexpr tensor<float, token> y{1, 2, 3};

#ifdef ATTN_REJECT
constexpr bool same = bitwise_equal(x, y);
#else
constexpr bool same = bitwise_equal(x, as<double>(y));
#endif

// case: bitwise_equal_of_intervals
// rejected: bitwise_equal of intervals, as of numbers.
// expect-error: attn::bitwise_equal\(A, B\): requires an arithmetic element type
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;
constexpr auto x = between<X>(-1, 1);

#ifdef ATTN_REJECT
constexpr bool same = bitwise_equal(x, x);
#else
constexpr bool same = identical(x, x);
#endif

// case: bitwise_equal_of_long_double
// rejected: 80 bits in 128, of which the other 48 are unspecified.
// expect-error: attn::bitwise_equal\(A, B\): the elements must have 32 or 64 bits
// errors: 1
#ifdef ATTN_REJECT
constexpr bool same = bitwise_equal(1.0L, 1.0L);
#else
constexpr bool same = bitwise_equal(1.0, 1.0);
#endif

// case: braces_flat
// rejected: six numbers in a row for a matrix of three rows: numpy.array(...).reshape(3, 2)
//   without the reshape.
// expect-error: attn::tensor: rows need braces of their own: \{\{…\}, \{…\}\}
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
constexpr tensor<double, token, feature> x{1, 2, 3, 4, 5, 6};
#else
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
#endif

// case: braces_fraction_lost
// rejected: a half among whole numbers: it would become 0.
// expect-error: attn::tensor: the elements are integers, and a braced number has a fraction
// errors: 1
using token = axis<"token", 3>;

#ifdef ATTN_REJECT
constexpr tensor<int, token> x{0.5, 1, 2};
#else
constexpr tensor<double, token> x{0.5, 1, 2};
#endif

// case: braces_ragged
// rejected: one row is short; C++ arrays fill it up with zeros, and NumPy before 1.24 made an
//   array of lists.
// expect-error: attn::tensor: the braces must have one entry per index of each axis
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
constexpr tensor<double, token, feature> x{{1, 2}, {3}, {5, 6}};
#else
constexpr tensor<double, token, feature> x{{1, 2}, {3, 0}, {5, 6}};
#endif

// case: braces_wrong_element_count
// rejected: two numbers for three tokens.
// expect-error: attn::tensor: the braces must have one entry per index of each axis
// errors: 1
using token = axis<"token", 3>;

#ifdef ATTN_REJECT
constexpr tensor<double, token> x{1, 2};
#else
constexpr tensor<double, token> x{1, 2, 3};
#endif

// case: braces_wrong_plane_count
// rejected: one head's plane where there are two heads: rank 3 is counted level by level.
// expect-error: attn::tensor: the braces must have one entry per index of each axis
// errors: 1
using head = axis<"head", 2>;
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
constexpr tensor<double, head, token, feature> x{{{1, 2}, {3, 4}, {5, 6}}};
#else
constexpr tensor<double, head, token, feature> x{{{1, 2}, {3, 4}, {5, 6}},
                                                 {{1, 2}, {3, 4}, {5, 6}}};
#endif

// case: braces_wrong_row_count
// rejected: two rows for three tokens; where shapes are values, x becomes a smaller matrix.
// expect-error: attn::tensor: the braces must have one entry per index of each axis
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}};
#else
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
#endif

// case: braces_wrong_row_length
// rejected: every row has one number too many; where shapes are values, x becomes wider.
// expect-error: attn::tensor: the braces must have one entry per index of each axis
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
constexpr tensor<double, token, feature> x{{1, 2, 9}, {3, 4, 9}, {5, 6, 9}};
#else
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
#endif

// case: copy_into_larger
// rejected: an array that has elements for which the tensor has none.
// expect-error: attn::copy_into\(a, x\): a must have the sizes of x's axes, or be flat
// errors: 1
#ifdef ATTN_REJECT
constexpr std::size_t rows = 3;
#else
constexpr std::size_t rows = 2;
#endif

constexpr double first() {
  double a[rows][3] = {};
  copy_into(a, matrix<double, 2, 3>{});
  return a[0][0];
}
constexpr double zero = first();

// case: copy_into_other_element
// rejected: an array of float for a tensor of double.
// expect-error: attn::copy_into\(a, x\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr double last() {
  float a[2][3] = {};
  copy_into(a, x);
  return a[1][1];
}
constexpr double copied = last();
#else
constexpr double last() {
  double a[2][3];
  copy_into(a, x);
  return a[1][1];
}
constexpr double copied = last();
#endif

// case: copy_into_pointer
// rejected: a pointer to rows, which does not know how many there are.
// expect-error: attn::copy_into\(a, x\): a must have its size in its type
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr double last() {
  double a[2][3] = {};
  copy_into(&a[0], x);
  return a[1][1];
}
constexpr double copied = last();
#else
constexpr double last() {
  double a[2][3];
  copy_into(a, x);
  return a[1][1];
}
constexpr double copied = last();
#endif

// case: copy_into_transposed
// rejected: an array that is as large as the tensor, and lies the other way.
// expect-error: attn::copy_into\(a, x\): a must have the sizes of x's axes, or be flat
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr double last() {
  double a[3][2] = {};
  copy_into(a, x);
  return a[1][1];
}
constexpr double copied = last();
#else
constexpr double last() {
  double a[2][3];
  copy_into(a, x);
  return a[1][1];
}
constexpr double copied = last();
#endif

// case: equal_different_axes
// rejected: is a row of queries equal to a row of keys? The question is the mistake.
// expect-error: attn: A == B: both must have the same axes
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;

#ifdef ATTN_REJECT
constexpr bool same = tensor<double, token>{1, 2, 3} == tensor<double, key>{1, 2, 3};
#else
constexpr bool same = tensor<double, token>{1, 2, 3} == tensor<double, token>{1, 2, 3};
#endif

// case: equal_mixed_element_types
// rejected: 0.1f == 0.1 is false, to every newcomer's surprise.
// expect-error: attn: A == B: requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<double, token> x{1, 2, 3};
constexpr tensor<float, token> y{1, 2, 3};

#ifdef ATTN_REJECT
constexpr bool same = x == y;
#else
constexpr bool same = x == as<double>(y);
#endif

// case: extent_axis_absent
// rejected: the number of keys of a tensor that has none.
// expect-error: attn::tensor::extent<axis>\(\): the tensor has no such axis
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto length = x.extent<"key">();
#else
constexpr auto length = x.extent<"token">();
#endif

// case: from_array_pointer
// rejected: a pointer, which does not know how many elements there are.
// expect-error: attn::from_array<axes…>\(a\): a must have its size in its type; for a pointer: from_data<axes…>\(p\)
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr double a[] = {1, 2, 3, 4, 5, 6};
constexpr const double* p = a;

#ifdef ATTN_REJECT
constexpr auto x = from_array<token, feature>(p);
#else
constexpr auto x = from_data<token, feature>(p);
#endif

// case: from_array_too_short
// rejected: a flat array with an element too few.
// expect-error: attn::from_array<axes…>\(a\): a must have the sizes of the axes, or be flat
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr double a[] = {1, 2, 3, 4, 5};
constexpr double b[] = {1, 2, 3, 4, 5, 6};

#ifdef ATTN_REJECT
constexpr auto x = from_array<token, feature>(a);
#else
constexpr auto x = from_array<token, feature>(b);
#endif

// case: from_array_transposed
// rejected: an array that is as large as the tensor, and lies the other way.
// expect-error: attn::from_array<axes…>\(a\): a must have the sizes of the axes, or be flat
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr double a[3][2] = {{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto x = from_array<token, feature>(a);
#else
constexpr auto x = from_array<feature, token>(a);
#endif

// case: index_negative
// rejected: x[-1] is the last row in Python and memory before the array in C.
// expect-error[gcc]: index_out_of_range_for_its_axis
// expect-error[clang]: must be initialized by a constant expression
// expect-note: index_out_of_range_for_its_axis
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr double last = x(-1, 0);
#else
constexpr double last = x(2, 0);
#endif

// case: index_of_64_bits
// rejected: an index whose lower 32 bits are in range.
// expect-error[gcc]: index_out_of_range_for_its_axis
// expect-error[clang]: must be initialized by a constant expression
// expect-note: index_out_of_range_for_its_axis
// errors: 1
constexpr tensor<double, axis<"token", 3>, axis<"feature", 2>> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr double element = x((1ull << 32) + 1, 0);
#else
constexpr double element = x(1ull, 0);
#endif

// case: index_out_of_range
// rejected: the third feature of two: an index counted from 1. The name of the function that
//   cannot be called in constant evaluation is the message.
// expect-error[gcc]: index_out_of_range_for_its_axis
// expect-error[clang]: must be initialized by a constant expression
// expect-note: index_out_of_range_for_its_axis
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr double last = x(0, 2);
#else
constexpr double last = x(0, 1);
#endif

// case: index_out_of_range_static
// rejected: the tenth feature of two, in an index that is part of the program.
// expect-error: attn::tensor::at<…>\(\): every index must be below the size of its axis
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
double last = x.at<0, 9>();
#else
double last = x.at<0, 1>();
#endif

// case: rename_axis_absent
// rejected: the axis to rename is not there: a typing error, or it has been renamed already.
// expect-error: attn::rename<from, to>\(x\): x has no axis `from`
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = rename<"key", "query">(x);
#else
constexpr auto y = rename<"token", "query">(x);
#endif

// case: rename_to_existing_axis
// rejected: both axes would be called `feature`.
// expect-error: attn::rename<from, to>\(x\): x has another axis named `to`
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = rename<"token", "feature">(x);
#else
constexpr auto y = rename<"token", "query">(x);
#endif

// case: tensor_of_intervals_equal
// rejected: two tensors of intervals, compared as numbers are.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;
constexpr auto x = between<X>(-1, 1);

#ifdef ATTN_REJECT
constexpr bool same = x == x;
#else
constexpr bool same = identical(x, x);
#endif

// case: too_large_bytes
// rejected: what no array can have: the elements could be counted, and their bytes could not.
// expect-error: attn::tensor: too large: the elements would take more bytes than an object can have
// errors: 1
using floats = tensor<float, axis<"a", 1ull << 57>>;

#ifdef ATTN_REJECT
using doubles = decltype(as<double>(std::declval<const floats&>()));
#else
using doubles = decltype(as<int>(std::declval<const floats&>()));
#endif

// case: too_large_for_an_array
// rejected: elements that a size_t counts, as it does their bytes.
// expect-error: attn::tensor: too large: the elements would take more bytes than an object can have
// errors: 1
#ifdef ATTN_REJECT
constexpr std::size_t bytes = sizeof(tensor<float, axis<"a", 1ull << 61>>);
#else
constexpr std::size_t bytes = sizeof(tensor<float, axis<"a", 1ull << 57>>);
#endif

// case: too_large_volume
// rejected: two axes of 2^32 have 2^64 elements, which a size_t counts as none.
// expect-error: attn::tensor: too large: the elements would take more bytes than an object can have
// expect-note: 4294967296, 4294967296
// errors: 1
#ifdef ATTN_REJECT
constexpr std::size_t bytes = sizeof(tensor<double, axis<"a", 1ull << 32>, axis<"b", 1ull << 32>>);
#else
constexpr std::size_t bytes = sizeof(tensor<double, axis<"a", 1ull << 25>, axis<"b", 1ull << 31>>);
#endif

// case: view_out_of_range
// rejected: an element of a column that has no so many; it would be there, in the next column.
// expect-error[gcc]: index_out_of_range_for_its_axis
// expect-error[clang]: must be initialized by a constant expression
// expect-note: index_out_of_range_for_its_axis
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, feature, token> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr double element = rows_of(x)[0][2];
#else
constexpr double element = rows_of(x)[0][1];
#endif

// case: with_axes_other_sizes
// rejected: new names for a matrix, but in the wrong order: that would be a transposition.
// expect-error: attn::with_axes<axes…>\(x\): requires as many axes as x has, of the same sizes
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = with_axes<feature, token>(x);
#else
constexpr auto y = with_axes<axis<"key", 3>, feature>(x);
#endif

// case: with_axes_of_a_transposed_weight
// rejected: unnamed data of a weight, transposed.
// expect-error: attn::with_axes_of\(y, x\): requires as many axes as y has, of the same sizes
// errors: 1
constexpr tensor<float, axis<"out", 3>, axis<"in", 2>> weight{};
constexpr matrix<float, 2, 3> data{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = with_axes_of(weight, data);
#else
constexpr auto y = with_axes_of(weight, transpose(data));
#endif

// case: wrong_index_count
// rejected: one index for a matrix: a row in NumPy, the second element in a flat array.
// expect-error: attn::tensor: one index per axis
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr double element = x(1);
#else
constexpr double element = x(1, 0);
#endif

// case: wrong_index_count_static
// rejected: one index for a matrix, in an index that is part of the program.
// expect-error: attn::tensor::at<…>\(\): one index per axis
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr double element = x.at<1>();
#else
constexpr double element = x.at<1, 0>();
#endif

// case: another_order_as_an_argument
// rejected: a transposed matrix, for a function of one that is not.
// expect-error: attn: x = y: both must have the same axes, in the same order
// expect-note: "col 2, row 3".*"row 3, col 2"
// errors: 1
using row = axis<"row", 3>;
using col = axis<"col", 2>;
constexpr tensor<double, row, col> x{};
constexpr double first(const tensor<double, col, row>& k) { return k(0, 0); }

#ifdef ATTN_REJECT
constexpr double y = first(x);
#else
constexpr double y = first(transpose(x));
#endif

// case: elements_of_an_argument
// rejected: a tensor of float for a function of tensors of double.
// expect-error: attn: x = y: requires one element type for both; convert with as<T>\(y\)
// expect-note: element_of_A<double>, attn::rules::element_of_B<float>
// errors: 1
constexpr double first(const matrix<double, 2, 2>& x) { return x(0, 0); }
constexpr matrix<float, 2, 2> x{};

#ifdef ATTN_REJECT
constexpr double y = first(x);
#else
constexpr double y = first(as<double>(x));
#endif

// case: heads_declared_before_they_are_moved
// rejected: a split without a transposition, where the program declares the axes that it expects.
// expect-error: attn: x = y: both must have the same axes, in the same order
// expect-note: "head 2, token 4, d_k 3".*"token 4, head 2, d_k 3"
// errors: 1
using token = axis<"token", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;
constexpr tensor<double, token, axis<"model", 6>> x{};

#ifdef ATTN_REJECT
constexpr tensor<double, head, token, d_k> heads = split<"model", head, d_k>(x);
#else
constexpr tensor<double, head, token, d_k> heads = split_heads<head, d_k>(x);
#endif

// case: transposed_in_a_declaration
// rejected: a square matrix, transposed: the sizes are those that were declared.
// expect-error: attn: x = y: both must have the same axes, in the same order
// expect-note: "token 4, model 4".*"model 4, token 4"
// errors: 1
using token = axis<"token", 4>;
using model = axis<"model", 4>;
constexpr tensor<double, token, model> x{};

#ifdef ATTN_REJECT
constexpr tensor<double, token, model> y = transpose(x);
#else
constexpr tensor<double, model, token> y = transpose(x);
#endif

// case: other_size_in_a_declaration
// rejected: an axis of the right name, but longer.
// expect-error: attn: x = y: both must have the same axes, in the same order
// expect-note: "token 4, model 3".*"token 4, model 4"
// errors: 1
using token = axis<"token", 4>;
constexpr tensor<double, token, axis<"model", 4>> x{};

#ifdef ATTN_REJECT
constexpr tensor<double, token, axis<"model", 3>> y{x};
#else
constexpr tensor<double, token, axis<"model", 3>> y{narrow<"model", 3>(x, 0)};
#endif

// case: axis_left_in_a_declaration
// rejected: the sum was forgotten; in braces, as an element would be.
// expect-error: attn: x = y: both must have the same axes, in the same order
// expect-note: "token 4".*"token 4, model 3"
// errors: 1
using token = axis<"token", 4>;
constexpr tensor<double, token, axis<"model", 3>> x{};

#ifdef ATTN_REJECT
constexpr tensor<double, token> y{x};
#else
constexpr tensor<double, token> y{sum<"model">(x)};
#endif

// case: float_in_a_declaration
// rejected: a tensor of double, declared as one of float.
// expect-error: attn: x = y: requires one element type for both; convert with as<T>\(y\)
// expect-note: element_of_A<float>, attn::rules::element_of_B<double>
// errors: 1
using token = axis<"token", 4>;
constexpr tensor<double, token> x{1, 2, 3, 4};

#ifdef ATTN_REJECT
constexpr tensor<float, token> y = x;
#else
constexpr tensor<float, token> y = as<float>(x);
#endif

// case: names_in_a_declaration
// rejected: a matrix without names, declared with names: which of its axes is which?
// expect-error: attn: x = y: the axes have names in only one of them; x = with_axes_of\(x, y\)
// axes: row 2, col 2
// errors: 1
using row = axis<"row", 2>;
using col = axis<"col", 2>;
constexpr matrix<double, 2, 2> x{{1, 2}, {3, 4}};

#ifdef ATTN_REJECT
constexpr tensor<double, row, col> y = x;
#else
constexpr tensor<double, row, col> y = with_axes<row, col>(x);
#endif

// case: scores_declared_with_one_name_twice
// rejected: the scores of self-attention, declared as (token, token).
// expect-error: attn::tensor: the named axes of one tensor must have different names
// errors: 1
// errors[clang]: 2
using token = axis<"token", 3>;
constexpr tensor<double, token, axis<"model", 2>> X{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr tensor<double, token, token> scores = attention_scores(X, X);
#else
constexpr tensor<double, token, axis<"key_token", 3>> scores = attention_scores(X, X);
#endif

// case: other_axes_in_a_return
// rejected: a function that returns another tensor than it declares.
// expect-error: attn: x = y: both must have the same axes, in the same order
// expect-note: "head 2, token 4".*"token 4, head 2"
// errors: 1
using token = axis<"token", 4>;
using head = axis<"head", 2>;
constexpr tensor<double, token, head> x{};

#ifdef ATTN_REJECT
constexpr tensor<double, head, token> turned() { return x; }
#else
constexpr tensor<double, head, token> turned() { return transpose(x); }
#endif

// case: tensor_assigned_without_names
// rejected: a weight from a matrix without names: which of its axes is the input?
// expect-error: attn: x = y: the axes have names in only one of them; x = with_axes_of\(x, y\)
// errors: 1
constexpr auto filled() {
  nn::linear<double, axis<"in", 3>, axis<"out", 2>, output_by_input> layer;
  const matrix<double, 2, 3> w{{1, 2, 3}, {4, 5, 6}};
#ifdef ATTN_REJECT
  layer.weight = w;
#else
  layer.weight = with_axes_of(layer.weight, w);
#endif
  return layer;
}
constexpr auto layer = filled();

// case: tensor_assigned_in_another_order
// rejected: a weight that is stored the other way round.
// expect-error: attn: x = y: both must have the same axes
// expect-note: "out 2, in 3".*"in 3, out 2"
// errors: 1
constexpr auto filled() {
  nn::linear<double, axis<"in", 3>, axis<"out", 2>, output_by_input> layer;
  const tensor<double, axis<"in", 3>, axis<"out", 2>> w{{1, 2}, {3, 4}, {5, 6}};
#ifdef ATTN_REJECT
  layer.weight = w;
#else
  layer.weight = transpose(w);
#endif
  return layer;
}
constexpr auto layer = filled();

// case: tensor_assigned_of_float
// rejected: numbers of float for a model of double.
// expect-error: attn: x = y: requires one element type for both; convert with as<T>\(y\)
// errors: 1
constexpr auto filled() {
  tensor<double, axis<"in", 3>> x;
  const tensor<float, axis<"in", 3>> y{1, 2, 3};
#ifdef ATTN_REJECT
  x = y;
#else
  x = as<double>(y);
#endif
  return x;
}
constexpr auto x = filled();

// case: ulp_axes_differ
// rejected: the error against a reference with other axes.
// expect-error: attn::ulp\(A, B\): both must have the same axes
// errors: 1
constexpr tensor<float, axis<"token", 2>> a{1, 2};
constexpr tensor<float, axis<"key", 2>> b{1, 2};

#ifdef ATTN_REJECT
constexpr double error = ulp(a, b);
#else
constexpr double error = ulp(a, a);
#endif

// case: ulp_of_integers
// rejected: units in the last place of integers.
// expect-error: attn::ulp\(A, B\): requires float or double; compare integers with ==
// errors: 1
constexpr tensor<int, axis<"token", 2>> a{1, 2};

#ifdef ATTN_REJECT
constexpr double error = ulp(a, a);
#else
constexpr double error = ulp(as<float>(a), as<float>(a));
#endif

// case: ulp_narrower_reference
// rejected: a result of double, measured with a reference of float.
// expect-error: attn::ulp\(A, B\): B is the reference, with A's element type, or double
// errors: 1
constexpr tensor<double, axis<"token", 2>> a{1, 2};

#ifdef ATTN_REJECT
constexpr double error = ulp(a, as<float>(a));
#else
constexpr double error = ulp(as<float>(a), a);
#endif

// case: strided_missing_stride
// rejected: one stride for a matrix: the second would be 0, and every column the first.
// expect-error: attn::from_strided<axes…>\(p, strides\): one stride per axis
// errors: 1
// axes: not-shown the number of axes is
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr double a[6] = {1, 2, 3, 4, 5, 6};
#ifdef ATTN_REJECT
constexpr auto x = from_strided<token, feature>(a, {3});
#else
constexpr auto x = from_strided<token, feature>(a, {3, 1});
#endif

// case: strided_other_element
// rejected: the memory is of float, the tensor of double.
// expect-error: attn::copy_into\(p, strides, x\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using x_type = matrix<double, 2, 3>;
#ifdef ATTN_REJECT
inline void copy(float* to, const x_type& x) { copy_into(to, {3, 1}, x); }
#else
inline void copy(double* to, const x_type& x) { copy_into(to, {3, 1}, x); }
#endif

// case: tensor_at_padding
// rejected: three floats at a place where the tensor would have four.
// expect-error: attn::tensor_at<X>\(p\): X has padding behind its elements; copy: from_data<axes…>\(p\)
// errors: 1
#ifdef ATTN_REJECT
inline float last(const float* p) { return tensor_at<tensor<float, axis<"token", 3>>>(p)(2); }
#else
inline float last(const float* p) { return tensor_at<tensor<float, axis<"token", 4>>>(p)(2); }
#endif

// case: mdspan_transposed
// rejected: an mdspan with the sizes of the tensor, the other way.
// expect-error: attn::from_mdspan<axes…>\(m\): m must have the sizes of the axes
// errors: 1
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
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr double a[6] = {1, 2, 3, 4, 5, 6};
#ifdef ATTN_REJECT
constexpr auto x = from_mdspan<feature, token>(mdspan_2_3{a});
#else
constexpr auto x = from_mdspan<token, feature>(mdspan_2_3{a});
#endif
