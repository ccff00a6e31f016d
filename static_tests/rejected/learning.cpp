// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/learning reject. driver.py compiles each case
// with the lines above the first.
#include <algorithm>

#include <attn.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

// case: gradient_of_a_tensor
// rejected: the gradient of a function that returns many numbers.
// expect-error: attn::gradient\(f, x\): f must return one number
// errors: 1
constexpr matrix<double, 2, 3> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto slope = gradient([](const auto& y) { return softmax(y); }, x);
#else
constexpr auto slope = gradient([](const auto& y) { return sum<0>(sum<0>(softmax(y))); }, x);
#endif

// case: gradient_of_integers
// rejected: the gradient by integers.
// expect-error: attn::gradient\(f, x\): requires a floating-point element type
// errors: 1
constexpr tensor<int, dim<3>> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto slope = gradient([](const auto& y) { return sum<0>(y); }, x);
#else
constexpr auto slope = gradient([](const auto& y) { return sum<0>(y); }, as<double>(x));
#endif

// case: gradient_by_two_elements
// rejected: the gradient by a tensor of float and one of double.
// expect-error: attn::gradient\(f, x\): requires one element type for all operands
// errors: 1
constexpr tensor<double, dim<3>> x{1, 2, 3};
constexpr tensor<float, dim<3>> y{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto slopes = gradient([](const auto& a, const auto& b) { return sum<0>(a + b); }, x, y);
#else
constexpr auto slopes =
    gradient([](const auto& a, const auto& b) { return sum<0>(a + b); }, x, as<double>(y));
#endif

// case: branch_on_a_recorded_value
// rejected: a branch, of which a derivative would see one side only.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared
// errors: 1
// lines: 10 at most: in the user's function, which gradient evaluates
// total: 2500 the user's function is printed again and again
// allow: detail::
using X = tensor<double, dim<2>>;

#ifdef ATTN_REJECT
constexpr auto slope = gradient([](const auto& x) { return x(0) < x(1) ? x(0) : x(1); }, X{1, 2});
#else
constexpr auto slope = gradient([](const auto& x) { return math::min(x(0), x(1)); }, X{1, 2});
#endif

// case: recorded_to_double
// rejected: a conversion to double, which ends the derivative.
// expect-error: attn: a recorded does not convert
// errors: 1
// lines: 10 at most: in the user's function, which gradient evaluates
// total: 2500 the user's function is printed again and again
// allow: detail::
using X = tensor<double, dim<2>>;

#ifdef ATTN_REJECT
constexpr auto f = [](const auto& x) { return decltype(x(0) * x(1))(static_cast<double>(x(0))); };
constexpr auto slope = gradient(f, X{1, 2});
#else
constexpr auto f = [](const auto& x) { return decltype(x(0) * x(1))(x(0)); };
constexpr auto slope = gradient(f, X{1, 2});
#endif

// case: vjp_upstream_differs
// rejected: an upstream gradient that has other axes than the result.
// expect-error: attn::vjp\(f, x, u\): u must have the axes of f\(x\)
// errors: 1
constexpr matrix<double, 2, 3> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto back = vjp([](const auto& y) { return sum<1>(y); }, x, tensor<double, dim<3>>{});
#else
constexpr auto back = vjp([](const auto& y) { return sum<1>(y); }, x, tensor<double, dim<2>>{});
#endif
