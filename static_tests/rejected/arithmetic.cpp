// SPDX-License-Identifier: BSL-1.0
// What attn/ops/arithmetic.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: a_row_lacks_the_axis
// rejected: the maximum of each row is subtracted from the row, as NumPy broadcasts it.
// expect-error: attn: A - B: one operand lacks an axis of the other; repeat it: expand<axis, position>\(x\)
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = x - amax<"key">(x);
#else
constexpr auto y = x - expand<key, 1>(amax<"key">(x));
#endif

// case: a_row_lacks_the_first_axis
// rejected: the same where it is the left operand that has no row.
// expect-error: attn: A \+ B: one operand lacks an axis of the other; repeat it: expand<axis, position>\(x\)
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = sum<"token">(x) + x;
#else
constexpr auto y = expand<token, 0>(sum<"token">(x)) + x;
#endif

// case: a_row_lacks_two_axes
// rejected: two axes are missing, or one of another size: no single expand would help.
// expect-error: attn: A - B: both must have the same axes
// errors: 1
// forbid: expand<
using token = axis<"token", 2>;
using key = axis<"key", 3>;
constexpr tensor<double, axis<"head", 2>, token, key> x{};
constexpr tensor<double, key> b{};

#ifdef ATTN_REJECT
constexpr auto y = x - b;
#else
constexpr auto y = x - expand<axis<"head", 2>, 0>(expand<token, 0>(b));
#endif

// case: quotient_of_tensors
// rejected: a quotient of tensors, which is a function with a name, as a product is.
// expect-error: attn: A / B: element by element it is divide\(A, B\)( \[|$)
// errors: 1
constexpr matrix<double, 2, 2> e{{1, 2}, {3, 4}};

#ifdef ATTN_REJECT
constexpr auto w = e / e;
#else
constexpr auto w = divide(e, e);
#endif

// case: quotient_of_rows
// rejected: the last step of a softmax as NumPy writes it.
// expect-error: attn: A / B: element by element it is divide\(A, B\), where B lacks an axis: divide\(A, expand<axis, position>\(B\)\)
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 2>;
constexpr tensor<double, token, key> e{{1, 2}, {3, 4}};
constexpr auto d = sum<"key">(e);

#ifdef ATTN_REJECT
constexpr auto w = e / d;
#else
constexpr auto w = divide(e, expand<key, 1>(d));
#endif

// case: add_bias_matrix
// rejected: a bias with two axes: that is a sum.
// expect-error: attn::add_bias\(x, b\): b must have one axis, the last one of x
// errors: 1
using token = axis<"token", 2>;
using width = axis<"width", 3>;
constexpr tensor<float, token, width> x{};

#ifdef ATTN_REJECT
constexpr auto y = add_bias(x, x);
#else
constexpr auto y = x + x;
#endif

// case: add_bias_mixed_element_types
// rejected: a bias of double for rows of float.
// expect-error: attn::add_bias\(x, b\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 2>;
using width = axis<"width", 3>;
constexpr tensor<float, token, width> x{};

#ifdef ATTN_REJECT
constexpr auto y = add_bias(x, tensor<double, width>{});
#else
constexpr auto y = add_bias(x, as<float>(tensor<double, width>{}));
#endif

// case: add_bias_names
// rejected: a bias of another meaning.
// expect-error: attn::add_bias\(x, b\): the last axis of x and that of b differ in name
// errors: 1
using token = axis<"token", 2>;
using width = axis<"width", 3>;
constexpr tensor<float, token, width> x{};

#ifdef ATTN_REJECT
constexpr auto y = add_bias(x, tensor<float, axis<"hidden", 3>>{});
#else
constexpr auto y = add_bias(x, tensor<float, width>{});
#endif

// case: add_bias_of_token_ids
// rejected: a bias for ids, which are no numbers.
// expect-error: attn::add_bias\(x, b\): requires elements that can be added and multiplied
// errors: 1
constexpr matrix<token_id<5>, 2, 3> ids{};
constexpr tensor<token_id<5>, dim<3>> b{};

#ifdef ATTN_REJECT
constexpr auto y = add_bias(ids, b);
#else
constexpr auto y = add_bias(as<int>(ids), as<int>(b));
#endif

// case: add_bias_to_number
// rejected: a bias for what has no rows.
// expect-error: attn::add_bias\(x, b\): x must have an axis
// errors: 1
using token = axis<"token", 2>;
using width = axis<"width", 3>;
constexpr tensor<float, token, width> x{};

#ifdef ATTN_REJECT
constexpr auto y = add_bias(tensor<float>{}, tensor<float, width>{});
#else
constexpr auto y = add_bias(tensor<float, width>{}, tensor<float, width>{});
#endif

// case: add_bias_width
// rejected: a bias that is shorter than a row.
// expect-error: attn::add_bias\(x, b\): b must have the length of a row of x
// errors: 1
using token = axis<"token", 2>;
using width = axis<"width", 3>;
constexpr tensor<float, token, width> x{};

#ifdef ATTN_REJECT
constexpr auto y = add_bias(x, tensor<float, dim<2>>{});
#else
constexpr auto y = add_bias(x, tensor<float, dim<3>>{});
#endif

// case: add_different_axes
// rejected: the sum of a queries' and a keys' matrix: a residual connection to the wrong input.
// expect-error: attn: A \+ B: both must have the same axes
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, axis<"key", 3>, feature> y{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto sum = x + y;
#else
constexpr auto sum = x + rename<"key", "token">(y);
#endif

// case: add_different_rank
// rejected: one row added to every row: NumPy broadcasts it, along whichever axis happens to
//   fit; the bias of a layer is `add_bias`.
// expect-error: attn: A \+ B: one operand lacks an axis of the other; repeat it: expand<axis, position>\(x\)
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, feature> bias{1, 2};

#ifdef ATTN_REJECT
constexpr auto sum = x + bias;
#else
constexpr auto sum = x + x;
#endif

// case: add_mixed_element_types
// rejected: float and double, where C would silently compute in double and store in either.
// expect-error: attn: A \+ B: requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<double, token> x{1, 2, 3};
constexpr tensor<float, token> y{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto sum = x + y;
#else
constexpr auto sum = x + as<double>(y);
#endif

// case: add_token_ids
// rejected: a calculation with ids, which are no numbers.
// expect-error: attn: A \+ B: requires elements that can be added and multiplied
// errors: 1
constexpr tensor<token_id<5>, dim<2>> a{1, 2};
constexpr tensor<token_id<5>, dim<2>> b{3, 4};

#ifdef ATTN_REJECT
constexpr auto y = a + b;
#else
constexpr auto y = as<int>(a) + as<int>(b);
#endif

// case: divide_different_axes
// rejected: normalising rows by the sums of columns; at equal lengths only the name tells.
// expect-error: attn::divide\(A, B\): both must have the same axes
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, axis<"key", 3>, feature> y{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto quotient = divide(x, y);
#else
constexpr auto quotient = divide(x, x);
#endif

// case: divide_mixed_element_types
// rejected: a double by a whole number, which C++ would convert on the way.
// expect-error: attn::divide\(A, B\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<double, token> x{1, 2, 3};
constexpr tensor<int, token> y{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto quotient = divide(x, y);
#else
constexpr auto quotient = divide(x, as<double>(y));
#endif

// case: divide_token_ids
// rejected: a calculation with ids, which are no numbers.
// expect-error: attn::divide\(A, B\): requires elements that can be added and multiplied
// errors: 1
constexpr tensor<token_id<5>, dim<2>> a{1, 2};
constexpr tensor<token_id<5>, dim<2>> b{3, 4};

#ifdef ATTN_REJECT
constexpr auto y = divide(a, b);
#else
constexpr auto y = divide(as<int>(a), as<int>(b));
#endif

// case: multiply_different_axes
// rejected: "multiply the queries by the keys" means the matrix product.
// expect-error: attn::multiply\(A, B\): both must have the same axes; for a matrix product: matmul
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, axis<"key", 3>, feature> y{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto product = multiply(x, y);
#else
constexpr auto product = multiply(x, x);
#endif

// case: multiply_mixed_element_types
// rejected: double times float: which of the two is the product?
// expect-error: attn::multiply\(A, B\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<double, token> x{1, 2, 3};
constexpr tensor<float, token> y{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto product = multiply(x, y);
#else
constexpr auto product = multiply(x, as<double>(y));
#endif

// case: multiply_token_ids
// rejected: a calculation with ids, which are no numbers.
// expect-error: attn::multiply\(A, B\): requires elements that can be added and multiplied
// errors: 1
constexpr tensor<token_id<5>, dim<2>> a{1, 2};
constexpr tensor<token_id<5>, dim<2>> b{3, 4};

#ifdef ATTN_REJECT
constexpr auto y = multiply(a, b);
#else
constexpr auto y = multiply(as<int>(a), as<int>(b));
#endif

// case: subtract_mixed_element_types
// rejected: double minus float: the difference is what the float has lost.
// expect-error: attn: A - B: requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<double, token> x{1, 2, 3};
constexpr tensor<float, token> y{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto difference = x - y;
#else
constexpr auto difference = x - as<double>(y);
#endif

// case: subtract_token_ids
// rejected: a calculation with ids, which are no numbers.
// expect-error: attn: A - B: requires elements that can be added and multiplied
// errors: 1
constexpr tensor<token_id<5>, dim<2>> a{1, 2};
constexpr tensor<token_id<5>, dim<2>> b{3, 4};

#ifdef ATTN_REJECT
constexpr auto y = a - b;
#else
constexpr auto y = as<int>(a) - as<int>(b);
#endif

// case: subtract_transposed
// rejected: x - x^T of a square matrix: the same sizes, but a token is no feature.
// expect-error: attn: A - B: both must have the same axes
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}};
constexpr tensor<double, feature, token> y{{1, 3}, {2, 4}};

#ifdef ATTN_REJECT
constexpr auto difference = x - y;
#else
constexpr auto difference = x - x;
#endif

// case: tensor_times_tensor
// rejected: `*` is the element-wise product of NumPy's arrays and the matrix product of its
//   matrices.
// expect-error: attn: A \* B: say which product: multiply\(A, B\) or matmul\(A, B\)
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto product = x * x;
#else
constexpr auto product = multiply(x, x);
#endif

// case: add_in_place_names
// rejected: a sum in place of tensors with other names.
// expect-error: attn: A \+= B: both must have the same axes
// errors: 1
constexpr bool added() {
  tensor<double, axis<"token", 3>> x{1, 2, -3};
#ifdef ATTN_REJECT
  x += tensor<double, axis<"key", 3>>{1, 2, 3};
#else
  x += tensor<double, axis<"token", 3>>{1, 2, 3};
#endif
  return true;
}
static_assert(added());

// case: subtract_in_place_mixed_element_types
// rejected: a difference in place of two element types.
// expect-error: attn: A -= B: requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
constexpr bool subtracted() {
  tensor<double, dim<3>> x{1, 2, -3};
#ifdef ATTN_REJECT
  x -= tensor<float, dim<3>>{1, 2, 3};
#else
  x -= tensor<double, dim<3>>{1, 2, 3};
#endif
  return true;
}
static_assert(subtracted());

// case: add_in_place_of_a_row
// rejected: NumPy's habit: a row added to each row of a matrix, in place.
// expect-error: attn: A \+= B: one operand lacks an axis of the other; repeat it: expand<axis, position>\(x\)
// errors: 1
constexpr bool added() {
  using token = axis<"token", 2>;
  tensor<double, token, dim<3>> x{};
  const tensor<double, dim<3>> row{1, 2, 3};
#ifdef ATTN_REJECT
  x += row;
#else
  x += expand<token, 0>(row);
#endif
  return true;
}
static_assert(added());

// case: subtract_in_place_of_columns
// rejected: the same of a difference.
// expect-error: attn: A -= B: one operand lacks an axis of the other; repeat it: expand<axis, position>\(x\)
// errors: 1
constexpr bool subtracted() {
  using key = axis<"key", 2>;
  tensor<double, dim<3>, key> x{};
#ifdef ATTN_REJECT
  x -= amax<"key">(x);
#else
  x -= expand<key, 1>(amax<"key">(x));
#endif
  return true;
}
static_assert(subtracted());

// case: number_added
// rejected: a number added to every element, as in NumPy.
// expect-error: attn: A \+ s: the operands must be tensors; a function of each element with a number: map\(A, f\)
// errors: 1
constexpr matrix<double, 2, 2> x{{1, 2}, {3, 4}};

#ifdef ATTN_REJECT
constexpr auto y = x + 1;
#else
constexpr auto y = map(x, [](double e) { return e + 1; });
#endif

// case: added_to_a_number
// rejected: … from the other side.
// expect-error: attn: s \+ A: the operands must be tensors; a function of each element with a number: map\(A, f\)
// errors: 1
constexpr matrix<double, 2, 2> x{{1, 2}, {3, 4}};

#ifdef ATTN_REJECT
constexpr auto y = 1.5 + x;
#else
constexpr auto y = map(x, [](double e) { return 1.5 + e; });
#endif

// case: number_subtracted
// rejected: the largest score of all, subtracted from every one.
// expect-error: attn: A - s: the operands must be tensors; a function of each element with a number: map\(A, f\)
// errors: 1
constexpr matrix<double, 2, 2> x{{1, 2}, {3, 4}};

#ifdef ATTN_REJECT
constexpr auto y = x - 4.0;
#else
constexpr auto y = map(x, [](double e) { return e - 4.0; });
#endif

// case: subtracted_from_a_number
// rejected: the complement of weights.
// expect-error: attn: s - A: the operands must be tensors; a function of each element with a number: map\(A, f\)
// errors: 1
constexpr matrix<double, 2, 2> x{{1, 2}, {3, 4}};

#ifdef ATTN_REJECT
constexpr auto y = 1 - x;
#else
constexpr auto y = map(x, [](double e) { return 1 - e; });
#endif

// case: number_divided
// rejected: the reciprocal of every element.
// expect-error: attn: s / A: the operands must be tensors; a function of each element with a number: map\(A, f\)
// errors: 1
constexpr matrix<double, 2, 2> x{{1, 2}, {3, 4}};

#ifdef ATTN_REJECT
constexpr auto y = 1 / x;
#else
constexpr auto y = map(x, [](double e) { return 1 / e; });
#endif
