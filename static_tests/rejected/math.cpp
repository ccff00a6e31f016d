// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/math reject that have no table of their own.
#include <attn.hpp>

using namespace attn;

constexpr tensor<int, axis<"token", 3>> x{1, 2, 3};
constexpr tensor<double, axis<"key", 3>> x_double_key_3{1, 2, 3};
constexpr matrix<double, 1, 2> x_double_1x2{{1, 2}};
constexpr matrix<float, 1, 2> exponents{{1, 2}};
constexpr matrix<int, 1, 2> x_1x2{{1, 2}};
constexpr tensor<double, axis<"token", 4>, axis<"width", 2>> x_double_token_4_width_2{
    {1, 2}, {3, 4}, {5, 6}, {7, 8}};

// the cosine of infinity in constant evaluation: what compiled is free of NaNs.
// - cos_of_infinity: constexpr double y = math::cos(-std::numeric_limits<double>::infinity());
//   static_assert(sizeof y == 8);
//   ;; constexpr double y = math::cos(-std::numeric_limits<double>::max()); static_assert(sizeof y
//   == 8); ;; constant: cosine_of_an_infinite_angle
// cos of whole numbers: the result would be cut down to whole numbers again.
// - cos_of_integers: cos(x) ;; cos(as<double>(x))
//   ;; attn::cos\(x\): requires a floating-point element type; convert with as<double>\(x\)
// erf of whole numbers: the result would be cut down to whole numbers again.
// - erf_of_integers: erf(x) ;; erf(as<double>(x))
//   ;; attn::erf\(x\): requires a floating-point element type; convert with as<double>\(x\)
// exp of whole numbers: the result would be cut down to whole numbers again.
// - exp_of_integers: exp(x) ;; exp(as<double>(x))
//   ;; attn::exp\(x\): requires a floating-point element type; convert with as<double>\(x\)
// log1p below -1 in constant evaluation: what compiled is free of NaNs.
// - log1p_below_minus_one: constexpr double y = math::log1p(-1.5); static_assert(sizeof y == 8);
//   ;; constexpr double y = math::log1p(-0.5); static_assert(sizeof y == 8);
//   ;; constant: logarithm_of_one_plus_a_number_below_minus_one
// log1p of whole numbers: the result would be cut down to whole numbers again.
// - log1p_of_integers: log1p(x) ;; log1p(as<double>(x))
//   ;; attn::log1p\(x\): requires a floating-point element type; convert with as<double>\(x\)
// log of whole numbers: the result would be cut down to whole numbers again.
// - log_of_integers: log(x) ;; log(as<double>(x))
//   ;; attn::log\(x\): requires a floating-point element type; convert with as<double>\(x\)
// the logarithm of a negative number in constant evaluation: what compiled is free of NaNs.
// - log_of_negative: constexpr double y = math::log(-2.0); static_assert(sizeof y == 8);
//   ;; constexpr double y = math::log(2.0); static_assert(sizeof y == 8);
//   ;; constant: logarithm_of_a_negative_number
// an exponent for each token, and a base for each key.
// - pow_exponents_of_other_axes: attn::pow(x_double_key_3, tensor<double, axis<"token", 3>>{1, 2,
//   3}) ;; attn::pow(x_double_key_3, tensor<double, axis<"key", 3>>{1, 2, 3})
//   ;; attn::pow\(x, y\): both must have the same axes
// exponents of float for a base of double.
// - pow_exponents_of_float: attn::pow(x_double_1x2, exponents) ;; attn::pow(x_double_1x2,
//   as<double>(exponents)) ;; attn::pow\(x, y\): requires one element type for all operands
// powers of whole numbers, each with its exponent.
// - pow_of_integers_each: attn::pow(x_1x2, x_1x2) ;; attn::pow(as<double>(x_1x2),
//   as<double>(x_1x2)) ;; attn::pow\(x, y\): requires a floating-point element type
// pow of whole numbers: the result would be cut down to whole numbers again.
// - pow_of_integers: pow(x, 2) ;; pow(as<double>(x), 2) ;; attn::pow\(x, exponent\): requires a
//   floating-point element type; convert with as<double>\(x\)
// a negative number to a power that is no integer, in constant evaluation: what compiled is free of
// NaNs.
// - pow_of_negative: constexpr double y = math::pow(-2.0, 1.5); static_assert(sizeof y == 8);
//   ;; constexpr double y = math::pow(-2.0, 3.0); static_assert(sizeof y == 8);
//   ;; constant: fractional_power_of_a_negative_number
// one index of an axis that the tensor has not.
// - select_axis_absent: select<"key">(x_double_token_4_width_2, 1)
//   ;; select<"token">(x_double_token_4_width_2, 1)
//   ;; attn::select<axis>\(x, index\): x has no such axis
// an index past the end of the axis, in constant evaluation.
// - select_out_of_range: select<"token">(x_double_token_4_width_2, 4)
//   ;; select<"token">(x_double_token_4_width_2, 3) ;; constant: index_out_of_range_for_its_axis
//   ;; allow: detail::
// sigmoid of whole numbers: the result would be cut down to whole numbers again.
// - sigmoid_of_integers: sigmoid(x) ;; sigmoid(as<double>(x))
//   ;; attn::sigmoid\(x\): requires a floating-point element type; convert with as<double>\(x\)
// the sine of infinity in constant evaluation: what compiled is free of NaNs.
// - sin_of_infinity: constexpr double y = math::sin(-std::numeric_limits<double>::infinity());
//   static_assert(sizeof y == 8);
//   ;; constexpr double y = math::sin(-std::numeric_limits<double>::max()); static_assert(sizeof y
//   == 8); ;; constant: sine_of_an_infinite_angle
// sin of whole numbers: the result would be cut down to whole numbers again.
// - sin_of_integers: sin(x) ;; sin(as<double>(x))
//   ;; attn::sin\(x\): requires a floating-point element type; convert with as<double>\(x\)
// sqrt of whole numbers: the result would be cut down to whole numbers again.
// - sqrt_of_integers: sqrt(x) ;; sqrt(as<double>(x))
//   ;; attn::sqrt\(x\): requires a floating-point element type; convert with as<double>\(x\)
// the root of a negative number in constant evaluation: what compiled is free of NaNs.
// - sqrt_of_negative: constexpr double y = math::sqrt(-2.0); static_assert(sizeof y == 8);
//   ;; constexpr double y = math::sqrt(2.0); static_assert(sizeof y == 8);
//   ;; constant: square_root_of_a_negative_number
// tanh of whole numbers: the result would be cut down to whole numbers again.
// - tanh_of_integers: tanh(x) ;; tanh(as<double>(x))
//   ;; attn::tanh\(x\): requires a floating-point element type; convert with as<double>\(x\)
// a result of another element type.
// - exp_into_other_element: constexpr bool written() { const tensor<double, dim<3>> x{1, 2, -3};
//   tensor<float, dim<3>> out{}; exp_into(out, x); return true; } static_assert(written());
//   ;; constexpr bool written() { const tensor<double, dim<3>> x{1, 2, -3}; tensor<double, dim<3>>
//   out{}; exp_into(out, x); return true; } static_assert(written());
//   ;; attn::exp_into\(out, x\): out must have the element type of the operands
