// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/learning reject.
#include <algorithm>

#include <attn/analysis.hpp>
#include <attn/learning.hpp>

#include <boost/hana/define_struct.hpp>

using namespace attn;

constexpr matrix<double, 2, 3> x{{1, 2, 3}, {4, 5, 6}};
constexpr tensor<int, dim<3>> x_int_3{1, 2, 3};
constexpr tensor<double, dim<3>> x_3{1, 2, 3};
constexpr tensor<float, dim<3>> y{1, 2, 3};
using X = tensor<double, dim<2>>;
constexpr auto square = [](const auto& p) { return sum<0>(multiply(p, p)); };
template <class Wide, class Narrow> struct two_tensors {
  using wide_type = tensor<Wide, dim<2>>;
  using narrow_type = tensor<Narrow, dim<2>>;
  ATTN_MEMBERS(two_tensors, (wide_type, wide), (narrow_type, narrow));
};
using two_elements = two_tensors<double, float>;
using one_element = two_tensors<double, double>;
using of_floats = value_and_gradient_of<float, tensor<float, dim<3>>>;

// the gradient of a function that returns many numbers.
// - gradient_of_a_tensor: gradient([](const auto& y) { return softmax(y); }, x)
//   ;; gradient([](const auto& y) { return sum<0>(sum<0>(softmax(y))); }, x)
//   ;; attn::gradient\(f, x\): f must return one number
// the gradient by integers.
// - gradient_of_integers: gradient([](const auto& y) { return sum<0>(y); }, x_int_3)
//   ;; gradient([](const auto& y) { return sum<0>(y); }, as<double>(x_int_3))
//   ;; attn::gradient\(f, x\): requires a floating-point element type
// the gradient by a tensor of float and one of double.
// - gradient_by_two_elements: gradient([](const auto& a, const auto& b) { return sum<0>(a + b); },
//   x_3, y) ;; gradient([](const auto& a, const auto& b) { return sum<0>(a + b); }, x_3,
//   as<double>(y)) ;; attn::gradient\(f, x\): requires one element type for all operands
// a branch, of which a derivative would see one side only.
// - branch_on_a_recorded_value: gradient([](const auto& x) { return x(0) < x(1) ? x(0) : x(1); },
//   X{1, 2}) ;; gradient([](const auto& x) { return math::min(x(0), x(1)); }, X{1, 2})
//   ;; attn: interval, influence, term, dual, counted and recorded cannot be compared
//   ;; lines: 10 at most: in the user's function, which gradient evaluates
//   ;; total: 2500 the user's function is printed again and again ;; allow: detail::
// a record of narrow integers, whose sums would wrap around.
// - recorded_narrow_integers: using narrow = recorded<short>; ;; using wide = recorded<int>;
//   static_assert((wide(300) * wide(300)).value == 90000);
//   ;; expect-error[gcc]: template constraint failure for .*not_narrower_than_int<T> struct attn::recorded
//   ;; expect-error[clang]: constraints not satisfied for class template 'recorded'
//   ;; expect-note: not_narrower_than_int ;; allow: detail::
// a conversion to double, which ends the derivative.
// - recorded_to_double: constexpr auto f = [](const auto& x) { return decltype(x(0) *
//   x(1))(static_cast<double>(x(0))); }; constexpr auto slope = gradient(f, X{1, 2});
//   ;; constexpr auto f = [](const auto& x) { return decltype(x(0) * x(1))(x(0)); }; constexpr auto
//   slope = gradient(f, X{1, 2}); ;; attn: a recorded does not convert
//   ;; lines: 10 at most: in the user's function, which gradient evaluates
//   ;; total: 2500 the user's function is printed again and again ;; allow: detail::
// an upstream gradient that has other axes than the result.
// - vjp_upstream_differs: vjp([](const auto& y) { return sum<1>(y); }, x, tensor<double, dim<3>>{})
//   ;; vjp([](const auto& y) { return sum<1>(y); }, x, tensor<double, dim<2>>{})
//   ;; attn::vjp\(f, x, u\): u must have the axes of f\(x\)
// an upstream gradient of floats for a function of doubles.
// - vjp_upstream_of_float: vjp([](const auto& y) { return sum<1>(y); }, x, tensor<float, dim<2>>{})
//   ;; vjp([](const auto& y) { return sum<1>(y); }, x, tensor<double, dim<2>>{})
//   ;; attn::vjp\(f, x, u\): u must have the element type of x
// a workspace that is smaller than the compiler knows to be needed.
// - gradient_workspace_too_small: auto slope(gradient_workspace<100>& w) { return gradient(w, square,
//   y); } ;; auto slope(gradient_workspace<1000>& w) { return gradient(w, square, y); }
//   ;; attn::gradient\(workspace, f, x\): the workspace is too small
// a function that returns neither a number nor a tensor of what it is differentiated by.
// - gradient_workspace_size_of_an_int: gradient_workspace_size([](const auto&) { return 1; }, x_3)
//   ;; gradient_workspace_size(square, x_3)
//   ;; attn::gradient_workspace_size\(f, x\): f must return a number or a tensor with the elements of
// a result of floats for the gradient by doubles.
// - gradient_into_another_type: void into(of_floats& both, gradient_workspace<1000>& w) {
//   value_and_gradient_into(both, w, square, x_3); } ;; void into(of_floats& both,
//   gradient_workspace<1000>& w) { value_and_gradient_into(both, w, square, y); }
//   ;; attn::value_and_gradient_into\(both, workspace, f, x\): both must have the type
// a gradient inside another, of a function that uses the parameter of the other.
// - gradient_captures_an_outer_parameter: constexpr auto f = [](const auto& p) { return p(0) *
//   gradient([&](const auto& w) { return sum<0>(multiply(w, p)); }, X{1, 1})(0); }; constexpr auto
//   slope = gradient(f, X{3, 4}); ;; constexpr auto f = [](const auto& p) { const auto g =
//   [&](const auto& w) { return sum<0>(multiply(w, type_as(p, w))); }; return p(0) * gradient(g,
//   type_as(X{1, 1}, p))(0); }; constexpr auto slope = gradient(f, X{3, 4}); ;; constant:
//   gradient_inside_a_gradient_uses_an_operand_of_the_outer_one ;; lines: 60 at most: two functions
//   that are differentiated, with what evaluates them ;; total: 40000 both functions are printed
//   again and again ;; allow: detail::
// a direction that does not have the axes of x.
// - hessian_vector_product_along_another_type: hessian_vector_product(square, x_3, X{1, 2})
//   ;; hessian_vector_product(square, x_3, x_3)
//   ;; attn::hessian_vector_product\(f, x, v\): v is a direction in which x moves
// parameters of float and of double.
// - hessian_vector_product_of_two_elements: hessian_vector_product([](const auto& p) { return
//   square(p.wide); }, two_elements{}, two_elements{}) ;; hessian_vector_product([](const auto& p) {
//   return square(p.wide); }, one_element{}, one_element{})
//   ;; attn::hessian_vector_product\(f, x, v\): all parameters must have one element type
// the second derivatives of many numbers.
// - hessian_vector_product_of_a_tensor: hessian_vector_product([](const auto& p) { return
//   multiply(p, p); }, x_3, x_3) ;; hessian_vector_product(square, x_3, x_3)
//   ;; attn::hessian_vector_product\(f, x, v\): f must return one number
// derivatives with respect to integers.
// - hessian_vector_product_of_integers: hessian_vector_product(square, x_int_3, x_int_3)
//   ;; hessian_vector_product(square, as<double>(x_int_3), as<double>(x_int_3))
//   ;; attn::hessian_vector_product\(f, x, v\): requires a floating-point element type
