// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/math reject that have no table of their own. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: cos_of_infinity
// rejected: the cosine of infinity in constant evaluation: what compiled is free of NaNs.
// expect-error[gcc]: cosine_of_an_infinite_angle
// expect-error[clang]: must be initialized by a constant expression
// expect-note: cosine_of_an_infinite_angle
// errors: 1
#ifdef ATTN_REJECT
constexpr double y = math::cos(-std::numeric_limits<double>::infinity());
#else
constexpr double y = math::cos(-std::numeric_limits<double>::max());
#endif

static_assert(sizeof y == 8);

// case: cos_of_integers
// rejected: cos of whole numbers: the result would be cut down to whole numbers again.
// expect-error: attn::cos\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<int, token> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto y = cos(x);
#else
constexpr auto y = cos(as<double>(x));
#endif

// case: erf_of_integers
// rejected: erf of whole numbers: the result would be cut down to whole numbers again.
// expect-error: attn::erf\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<int, token> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto y = erf(x);
#else
constexpr auto y = erf(as<double>(x));
#endif

// case: exp_of_integers
// rejected: exp of whole numbers: the result would be cut down to whole numbers again.
// expect-error: attn::exp\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<int, token> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto y = exp(x);
#else
constexpr auto y = exp(as<double>(x));
#endif

// case: log1p_below_minus_one
// rejected: log1p below -1 in constant evaluation: what compiled is free of NaNs.
// expect-error[gcc]: logarithm_of_one_plus_a_number_below_minus_one
// expect-error[clang]: must be initialized by a constant expression
// expect-note: logarithm_of_one_plus_a_number_below_minus_one
// errors: 1
#ifdef ATTN_REJECT
constexpr double y = math::log1p(-1.5);
#else
constexpr double y = math::log1p(-0.5);
#endif

static_assert(sizeof y == 8);

// case: log1p_of_integers
// rejected: log1p of whole numbers: the result would be cut down to whole numbers again.
// expect-error: attn::log1p\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<int, token> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto y = log1p(x);
#else
constexpr auto y = log1p(as<double>(x));
#endif

// case: log_of_integers
// rejected: log of whole numbers: the result would be cut down to whole numbers again.
// expect-error: attn::log\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<int, token> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto y = log(x);
#else
constexpr auto y = log(as<double>(x));
#endif

// case: log_of_negative
// rejected: the logarithm of a negative number in constant evaluation: what compiled is free of NaNs.
// expect-error[gcc]: logarithm_of_a_negative_number
// expect-error[clang]: must be initialized by a constant expression
// expect-note: logarithm_of_a_negative_number
// errors: 1
#ifdef ATTN_REJECT
constexpr double y = math::log(-2.0);
#else
constexpr double y = math::log(2.0);
#endif

static_assert(sizeof y == 8);

// case: pow_exponents_of_other_axes
// rejected: an exponent for each token, and a base for each key.
// expect-error: attn::pow\(x, y\): both must have the same axes
// errors: 1
constexpr tensor<double, axis<"key", 3>> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto y = attn::pow(x, tensor<double, axis<"token", 3>>{1, 2, 3});
#else
constexpr auto y = attn::pow(x, tensor<double, axis<"key", 3>>{1, 2, 3});
#endif

// case: pow_exponents_of_float
// rejected: exponents of float for a base of double.
// expect-error: attn::pow\(x, y\): requires one element type for all operands
// errors: 1
constexpr matrix<double, 1, 2> x{{1, 2}};
constexpr matrix<float, 1, 2> exponents{{1, 2}};

#ifdef ATTN_REJECT
constexpr auto y = attn::pow(x, exponents);
#else
constexpr auto y = attn::pow(x, as<double>(exponents));
#endif

// case: pow_of_integers_each
// rejected: powers of whole numbers, each with its exponent.
// expect-error: attn::pow\(x, y\): requires a floating-point element type
// errors: 1
constexpr matrix<int, 1, 2> x{{1, 2}};

#ifdef ATTN_REJECT
constexpr auto y = attn::pow(x, x);
#else
constexpr auto y = attn::pow(as<double>(x), as<double>(x));
#endif

// case: pow_of_integers
// rejected: pow of whole numbers: the result would be cut down to whole numbers again.
// expect-error: attn::pow\(x, exponent\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<int, token> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto y = pow(x, 2);
#else
constexpr auto y = pow(as<double>(x), 2);
#endif

// case: pow_of_negative
// rejected: a negative number to a power that is no integer, in constant evaluation: what compiled is
// free of NaNs.
// expect-error[gcc]: fractional_power_of_a_negative_number
// expect-error[clang]: must be initialized by a constant expression
// expect-note: fractional_power_of_a_negative_number
// errors: 1
#ifdef ATTN_REJECT
constexpr double y = math::pow(-2.0, 1.5);
#else
constexpr double y = math::pow(-2.0, 3.0);
#endif

static_assert(sizeof y == 8);

// case: select_axis_absent
// rejected: one index of an axis that the tensor has not.
// expect-error: attn::select<axis>\(x, index\): x has no such axis
// errors: 1
constexpr tensor<double, axis<"token", 4>, axis<"width", 2>> x{{1, 2}, {3, 4}, {5, 6}, {7, 8}};

#ifdef ATTN_REJECT
constexpr auto part = select<"key">(x, 1);
#else
constexpr auto part = select<"token">(x, 1);
#endif

static_assert(part.rank > 0);

// case: select_out_of_range
// rejected: an index past the end of the axis, in constant evaluation.
// expect-error[gcc]: index_out_of_range_for_its_axis
// expect-error[clang]: must be initialized by a constant expression
// expect-note: index_out_of_range_for_its_axis
// allow: detail::
// errors: 1
constexpr tensor<double, axis<"token", 4>, axis<"width", 2>> x{{1, 2}, {3, 4}, {5, 6}, {7, 8}};

#ifdef ATTN_REJECT
constexpr auto part = select<"token">(x, 4);
#else
constexpr auto part = select<"token">(x, 3);
#endif

static_assert(part.rank > 0);

// case: sigmoid_of_integers
// rejected: sigmoid of whole numbers: the result would be cut down to whole numbers again.
// expect-error: attn::sigmoid\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<int, token> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto y = sigmoid(x);
#else
constexpr auto y = sigmoid(as<double>(x));
#endif

// case: sin_of_infinity
// rejected: the sine of infinity in constant evaluation: what compiled is free of NaNs.
// expect-error[gcc]: sine_of_an_infinite_angle
// expect-error[clang]: must be initialized by a constant expression
// expect-note: sine_of_an_infinite_angle
// errors: 1
#ifdef ATTN_REJECT
constexpr double y = math::sin(-std::numeric_limits<double>::infinity());
#else
constexpr double y = math::sin(-std::numeric_limits<double>::max());
#endif

static_assert(sizeof y == 8);

// case: sin_of_integers
// rejected: sin of whole numbers: the result would be cut down to whole numbers again.
// expect-error: attn::sin\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<int, token> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto y = sin(x);
#else
constexpr auto y = sin(as<double>(x));
#endif

// case: sqrt_of_integers
// rejected: sqrt of whole numbers: the result would be cut down to whole numbers again.
// expect-error: attn::sqrt\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<int, token> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto y = sqrt(x);
#else
constexpr auto y = sqrt(as<double>(x));
#endif

// case: sqrt_of_negative
// rejected: the root of a negative number in constant evaluation: what compiled is free of NaNs.
// expect-error[gcc]: square_root_of_a_negative_number
// expect-error[clang]: must be initialized by a constant expression
// expect-note: square_root_of_a_negative_number
// errors: 1
#ifdef ATTN_REJECT
constexpr double y = math::sqrt(-2.0);
#else
constexpr double y = math::sqrt(2.0);
#endif

static_assert(sizeof y == 8);

// case: tanh_of_integers
// rejected: tanh of whole numbers: the result would be cut down to whole numbers again.
// expect-error: attn::tanh\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<int, token> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto y = tanh(x);
#else
constexpr auto y = tanh(as<double>(x));
#endif

// case: exp_into_other_element
// rejected: a result of another element type.
// expect-error: attn::exp_into\(out, x\): out must have the element type of the operands
// errors: 1
constexpr bool written() {
  const tensor<double, dim<3>> x{1, 2, -3};
#ifdef ATTN_REJECT
  tensor<float, dim<3>> out{};
#else
  tensor<double, dim<3>> out{};
#endif
  exp_into(out, x);
  return true;
}
static_assert(written());
