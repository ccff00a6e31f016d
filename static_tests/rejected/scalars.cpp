// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/scalars reject that have no table of their own.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <optional>
#include <tuple>
#include <type_traits>

#include <attn/analysis.hpp>
#include <attn/learning.hpp>

#include <boost/hana/define_struct.hpp>

using namespace attn;

using token_4 = axis<"token", 4>;
constexpr tensor<double, axis<"token", 2>, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};
template <class T> using layer = nn::linear<T, axis<"feature", 2>, axis<"out", 3>, output_by_input>;
template <class M> constexpr bool counts() {
  operation_count executed;
  static_cast<void>(counted_in(executed, M{}));
  return true;
}
inline constexpr tensor<int, dim<2>> x_int_2{1, 2};
template <class X> constexpr std::size_t additions(const X& terms) {
  operation_count executed;
  static_cast<void>(sum<0>(counted_in(executed, terms)));
  return executed.additions;
}
template <class T> struct talking {
  using vector = tensor<T, dim<2>>;
  BOOST_HANA_DEFINE_STRUCT(talking, (vector, weight));
  template <scalar U> using with_element = talking<U>;
};
struct silent {
  using vector = tensor<double, dim<2>>;
  BOOST_HANA_DEFINE_STRUCT(silent, (vector, weight));
};
constexpr double sum_of(operation_count& here, operation_count& there) {
  return (counted<double>(1, &here) + counted<double>(2, &there)).value;
}
using X = tensor<double, token_4>;
constexpr envelope<float> three = 3;
constexpr matrix<double, 2, 3> x_2x3{{1, 2, 3}, {4, 5, 6}};
constexpr tensor<int, dim<3>> x_int_3{1, 2, 3};
constexpr auto unit = between<X>(-1, 1);
constexpr auto longer = between<tensor<double, axis<"token", 5>>>(-1, 1);
constexpr auto y = between<tensor<float, token_4>>(-1, 1);
constexpr X x_of_X{1, 2, 3, 4};
constexpr auto at_an_element(const auto& x) { return x(static_cast<int>(x(0))); }
using number = influence<double, 2>;
constexpr number input_0 = number::input(0);
constexpr int chosen(const auto& x) { return x(0) ? 1 : 2; }
constexpr bool negative(const auto& x) { return 0 > x(0); }
constexpr bool less(const auto& x) { return x(0) < x(1); }
constexpr bool at_most_half(const auto& x) { return x(0) <= 0.5; }
constexpr bool before(const auto& x) { return (x(0) <=> x(1)) < 0; }
constexpr tensor<double, dim<2>, dim<1>, dim<3>, dim<1>> x_2_1_3_1;
constexpr operation_count total{.additions = 1ull << 63, .multiplications = (1ull << 63) - 1};
template <std::size_t N> using square = matrix<float, N, N>;
constexpr auto softmax_of = [](const auto& a) { return softmax(a); };
constexpr auto turned = [](const auto& a) { return transpose(softmax(a)); };
constexpr tensor<int, axis<"token", 2>> x_int_token_2{1, 2};
constexpr auto twice = [](const auto& a) { return a + a; };
constexpr tensor<double, axis<"token", 2>> x_token_2{1, 2};
constexpr auto first_of = [](const auto& a, const auto&) { return a; };
constexpr tensor<double, axis<"token", 3>> x_token_3{1, 2, 3};
constexpr auto right = [](const auto& a) { return relu(a); };
constexpr auto sum_of_all = [](const auto& a) { return sum<0>(a); };
constexpr auto g = [](const auto& a) {
  return select<0>(a, 0) + select<0>(a, 1) + select<0>(a, 2);
};
constexpr term<double> unknown = term<double>::input(0);
constexpr auto same_as = [](const auto& a) { return a; };
using square_of_features = tensor<double, axis<"feature", 3>, axis<"content", 3>>;
constexpr square_of_features weights_2{};
template <class T> struct unlisted_layer {
  tensor<T, axis<"feature", 3>, axis<"content", 3>> weight{};
  constexpr auto operator()(const auto& a) const { return matmul(a, weight); }
};
template <class T> struct listed_layer {
  using weight_type = tensor<T, axis<"feature", 3>, axis<"content", 3>>;
  ATTN_MEMBERS(listed_layer, (weight_type, weight));
  constexpr auto operator()(const auto& a) const { return matmul(a, weight); }
};
template <class T> struct half_listed_layer {
  using weight_type = tensor<T, axis<"feature", 3>, axis<"content", 3>>;
  ATTN_MEMBERS(half_listed_layer, (weight_type, weight));
  tensor<T, axis<"content", 3>> bias{};
  constexpr auto operator()(const auto& a) const { return matmul(a, weight) + expand_as(bias, a); }
};
constexpr listed_layer<double> a_layer{};
constexpr auto product_with = []<class W>(const auto& a, const W& w) {
  if constexpr (std::is_pointer_v<W>)
    return matmul(a, w->weight);
  else
    return matmul(a, w.weight);
};
inline tensor<float, dim<2>> gates{};
struct layer_of_reference {
  using rows = tensor<float, axis<"feature", 3>>;
  using numbers = tensor<float, dim<2>>;
  ATTN_MEMBERS(layer_of_reference, (rows, bias), (numbers, gain));
  numbers& gate = gates;
};
struct counts_calls {
  mutable int calls = 0;
  constexpr auto operator()(const auto& a) const {
    ++calls;
    return a;
  }
};
constexpr auto exp_of = [](const auto& a) { return exp(a); };
constexpr tensor<double, axis<"token", 2>, axis<"feature", 2>> x_token_2_feature_2{{1, 2}, {3, 4}};
constexpr auto mean_of_tokens = [](const auto& a) { return mean<"token">(a); };
constexpr tensor<double, axis<"batch", 2>, axis<"feature", 2>> x_batch_2_feature_2{{1, 2}, {3, 4}};
constexpr auto softmax_of_features = [](const auto& a) { return softmax<"feature">(a); };
constexpr tensor<double, axis<"token", 2>, axis<"key", 2>> w{{0.5, 0.5}, {1, 0}};
constexpr tensor<int, axis<"token", 2>, axis<"key", 2>> w_of_int{{0, 1}, {1, 0}};
using scores_of_2 = tensor<double, axis<"token", 2>, axis<"key", 2>>;
constexpr auto softmax_of_keys = [](const auto& x) { return softmax<"key">(x); };
using scores = tensor<double, axis<"token", 2>, axis<"key", 3>>;
constexpr auto f = [](const auto& x) { return tanh(x); };
constexpr auto box = between<tensor<double, axis<"key", 2>>>(-1, 1);
using logits = tensor<int, axis<"row", 1>, axis<"category", 3>>;
constexpr auto doubled = [](const auto& x) { return x + x; };
constexpr tensor<float, axis<"category", 3>> x_float_category_3{1, 2, 4};
constexpr auto certain = certify([](const auto& y) { return y + y; }, x_float_category_3, 0.5);
constexpr auto certain_twice = certify(doubled, x_float_category_3, 0.5, second_order);
constexpr auto relaxed_certain = certify(doubled, x_float_category_3, 0.5, linear_relaxation);
template <axis_selector Axis> constexpr bool written() {
  std::size_t lines = 0;
  relaxed_certain.write<Axis>([&](const char*) { ++lines; });
  return lines > 0;
}
struct of_pointers {
  template <class T, class... Axes>
  constexpr auto operator()(const tensor<T, Axes...>& x) const -> decltype(*(x.data() - 0)) {
    return *x.data();
  }
};
struct cube {
  template <class X> constexpr X operator()(const X& x) const {
    return multiply(multiply(x, x), x);
  }
};
using of_2_features = tensor<double, axis<"feature", 2>>;
using rows_of_2 = tensor<double, axis<"token", 3>, axis<"feature", 2>>;
struct of_doubles {
  ATTN_MEMBERS(of_doubles, (of_2_features, gain));
  template <class X> constexpr X operator()(const X& x) const { return add_bias(x, gain); }
};
template <class T> struct of_any {
  using weight_type = tensor<T, axis<"feature", 2>>;
  ATTN_MEMBERS(of_any, (weight_type, gain));
  template <class X> constexpr X operator()(const X& x) const { return add_bias(x, gain); }
};
constexpr auto attention_of = [](const auto& a, const auto&... options) {
  return scaled_dot_product_attention(a, as_keys(a), as_keys(a), options...);
};

// arbitrary values like the elements of a tensor that nothing marked.
// - arbitrary_as_numbers: arbitrary_as(x, x) ;; arbitrary_as(x, marked<"token">(x))
//   ;; attn::arbitrary_as\(w, x\): the elements of x must be influence<T, N>
// arbitrary values of a type that does not know influence.
// - arbitrary_numbers: arbitrary<double>(x) ;; arbitrary<influence<double, 2>>(x)
//   ;; attn::arbitrary<I>\(w\): I must be an influence<T, N>
// bounds that have different axes.
// - between_axes_differ: between(x, transpose(x)) ;; between(x, x + x)
//   ;; attn::between\(low, high\): both must have the same axes
// bounds that are integers.
// - between_integers: between(as<int>(x), as<int>(x)) ;; between(as<float>(x), as<float>(x))
//   ;; attn::between\(low, high\): the elements must be float or double
// bounds of numbers that have none.
// - bounded_numbers: bounded(softmax(x)) ;; bounded(softmax(between(x, x)))
//   ;; attn::bounded\(y\): the elements must be interval<T>
// whether numbers may overflow, of which none does for all inputs.
// - overflow_of_numbers: constexpr bool finite = !may_overflow(softmax(x));
//   ;; constexpr bool finite = !may_overflow(softmax(between(x, x))); static_assert(finite);
//   ;; attn::may_overflow\(y\): the elements must be interval<T>
// a branch on a counted number, which the count does not have.
// - counted_compared: counted<double>(1) < counted<double>(2)
//   ;; counted<double>(1).value < counted<double>(2).value
//   ;; attn: interval, influence, term, dual, counted and recorded cannot be compared
// counting what is done with integer parameters.
// - counted_in_model_of_integers: counts<layer<int>>() ;; counts<layer<float>>()
//   ;; attn::counted_in\(executed, model\): the parameters must be float or double
// counting what is done with integers.
// - counted_in_of_integers: additions(x_int_2) ;; additions(as<double>(x_int_2))
//   ;; attn::counted_in\(executed, x\): the elements must be float or double
// counting what is done with the parameters of a struct that does not say what it becomes in
// another element type.
// - counted_in_silent_model: counts<silent>() ;; counts<talking<double>>()
//   ;; attn::counted_in\(executed, model\): the model must name its type with other elements
// a sum of two numbers that are counted in two places: which of them would it be in?
// - counted_in_two_places: [] { operation_count here, there; return sum_of(here, there); }()
//   ;; [] { operation_count here; return sum_of(here, here); }()
//   ;; constant: operands_are_counted_in_two_places ;; lines[clang]: 10 it prints the whole lambda
// a branch on a number with derivatives, which another branch does not have.
// - dual_compared: constexpr auto f = [](const auto& x) { return x(0) < 0 ? -x(0) : x(0); };
//   constexpr auto slope = forward_gradient(f, X{1, 2, 3, 4}); ;; constexpr auto f = [](const auto&
//   x) { return math::max(-x(0), x(0)); }; constexpr auto slope = forward_gradient(f, X{1, 2, 3,
//   4}); ;; attn: interval, influence, term, dual, counted and recorded cannot be compared ;;
//   allow: detail::
// a product of derivatives that would wrap around: 300 * 300 of short would be 24464.
// - dual_of_narrow_integers: using narrow = dual<short>; ;; using wide = dual<int>;
//   static_assert((wide(300) * wide(300)).value == 90000);
//   ;; expect-error[gcc]: template constraint failure for .*not_narrower_than_int<T> struct attn::dual
//   ;; expect-error[clang]: constraints not satisfied for class template 'dual'
//   ;; expect-note: not_narrower_than_int ;; allow: detail::
// a set of inputs by integers, whose constants would wrap around.
// - influence_of_integers: using set = influence<short, 2>; ;; using set = influence<float, 2>;
//   ;; expect-error[gcc]: template constraint failure for .* struct attn::influence
//   ;; expect-error[clang]: constraints not satisfied for class template 'influence'
//   ;; expect-note: floating_point
// counting what is done with narrow integers, whose sums would wrap around.
// - counted_narrow_integers: using narrow = counted<signed char>; ;; using wide = counted<float>;
//   ;; expect-error[gcc]: template constraint failure for .* struct attn::counted
//   ;; expect-error[clang]: constraints not satisfied for class template 'counted'
//   ;; expect-note: floating_point
// bounds of narrow integers.
// - interval_of_narrow_integers: using narrow = interval<short>; ;; using wide = interval<float>;
//   ;; expect-error[gcc]: template constraint failure for .* struct attn::interval
//   ;; expect-error[clang]: constraints not satisfied for class template 'interval'
//   ;; expect-note: floating_point
// a conversion to double, which loses the derivatives.
// - dual_to_double: constexpr auto f = [](const auto& x) { return decltype(x(0) *
//   x(1))(static_cast<double>(x(0))); }; constexpr auto slope = forward_gradient(f, X{1, 2, 3, 4});
//   ;; constexpr auto f = [](const auto& x) { return decltype(x(0) * x(1))(x(0)); }; constexpr auto
//   slope = forward_gradient(f, X{1, 2, 3, 4}); ;; attn: a dual does not convert ;; allow: detail::
// a branch on an element, which would be analysed on one side only.
// - envelope_as_condition: three ? 1 : 0 ;; math::max(three, 0)
//   ;; attn: an envelope does not convert to a number or to bool
// an envelope and a number, of which neither need be larger.
// - envelope_compared: three < 4 ;; three.upper() < 4
//   ;; attn: interval, influence, term, dual, counted and recorded cannot be compared
// the gradient, by duals, of a function that returns many numbers.
// - forward_gradient_of_a_tensor: forward_gradient([](const auto& y) { return softmax(y); }, x_2x3)
//   ;; forward_gradient([](const auto& y) { return sum<0>(sum<0>(softmax(y))); }, x_2x3)
//   ;; attn::forward_gradient\(f, x\): f must return one number
// the gradient, by duals, by integers.
// - forward_gradient_of_integers: forward_gradient([](const auto& y) { return sum<0>(y); },
//   x_int_3) ;; forward_gradient([](const auto& y) { return sum<0>(y); }, as<double>(x_int_3))
//   ;; attn::forward_gradient\(f, x\): requires a floating-point element type
// tensors of other axes, compared as objects.
// - identical_axes: identical(unit, longer) ;; identical(unit, unit)
//   ;; attn::identical\(A, B\): both must have the same axes
// intervals of float and of double, compared as objects.
// - identical_elements: identical(unit, y) ;; identical(y, y)
//   ;; attn::identical\(A, B\): requires one element type
// numbers compared as analysis scalars are.
// - identical_numbers: identical(x_of_X, x_of_X) ;; identical(between(x_of_X, x_of_X),
//   between(x_of_X, x_of_X)) ;; attn::identical\(A, B\): the elements must be analysis scalars
// an element as an index, by a conversion to an integer.
// - influence_as_index: at_an_element(marked(X{})) ;; at_an_element(X{})
//   ;; attn: an influence does not convert
// a function whose branch on an element is missing from its proof: token 0 depends on token 3.
// - influence_compared: constexpr auto f = [](auto x) { using E = typename decltype(x)::value_type;
//   x(0) = x(3) == E(0) ? E(1) : E(2); return x; };
//   static_assert(!reach<"token">(f(marked<"token">(X{})))(0, 3));
//   ;; constexpr auto f = [](auto x) { using E = typename decltype(x)::value_type; x(0) =
//   math::max(x(3), E(0)); return x; }; static_assert(reach<"token">(f(marked<"token">(X{})))(0,
//   3)); ;; attn: interval, influence, term, dual, counted and recorded cannot be compared
// input number 3 of 3, which no table of what reaches what would show.
// - influence_input_out_of_range: influence<double, 3>::input(3) ;; influence<double, 3>::input(2)
//   ;; constant: number_of_an_input_out_of_range
// std::clamp of analysis scalars: it compares.
// - influence_std_clamp: constexpr number y = std::clamp(input_0, number(0), number(1));
//   ;; constexpr number y = math::min(math::max(input_0, 0), 1);
//   ;; attn: interval, influence, term, dual, counted and recorded cannot be compared
// an element as a condition.
// - interval_as_condition: chosen(between<X>(-1, 1)) ;; chosen(X{})
//   ;; attn: an? [a-z]+ does not convert
// comparisons of the standard library, an element as an integer, and the index of the largest.
// - std_sort: constexpr auto f = [](auto x) { std::sort(x.begin(), x.end()); return x; };
//   constexpr auto y = f(between<X>(-1, 1)); ;; constexpr auto f = [](auto x) { x(0) =
//   math::min(x(0), x(1)); return x; }; constexpr auto y = f(between<X>(-1, 1));
//   ;; attn: interval, influence, term, dual, counted and recorded cannot be compared
//   ;; lines: 13 at most the calls within std::sort ;; total: 2600 at most the calls within std::sort
// - std_less: std::less<>{}(unit(0), unit(1)) ;; std::less<>{}(unit(0).upper, unit(1).upper)
//   ;; attn: interval, influence, term, dual, counted and recorded cannot be compared
// - interval_as_int: as<int>(unit) ;; as<int>(upper_of(unit)) ;; attn: an interval does not convert
// - interval_negated: !unit(0) ;; !unit(0).bounded() ;; attn: an interval does not convert
// - argmax_of_intervals: argmax<"token">(unit) ;; argmax<"token">(upper_of(unit))
//   ;; attn::argmax<axis>\(x\): requires an arithmetic element type
// an interval whose lower bound is the larger one.
// - interval_bounds_reversed: constexpr interval<double> x(2, 1);
//   ;; constexpr interval<double> x(1, 2); ;; constant: the_bounds_of_an_interval_must_be_in_order
// bounds of a function that returns 100 for one of its arguments.
// - interval_compared: constexpr auto f = [](auto x) { for (auto& e : x) e = e != 0 ? e :
//   decltype(e + e)(100); return x; }; static_assert(within(f(between<X>(-1, 1)), -1, 2));
//   ;; constexpr auto f = [](auto x) { for (auto& e : x) e = math::min(e, 2); return x; };
//   static_assert(within(f(between<X>(-1, 1)), -1, 2));
//   ;; attn: interval, influence, term, dual, counted and recorded cannot be compared
// a comparison of a number with an element by >, on which a program would branch.
// - interval_greater_number_first: negative(between<X>(-1, 1)) ;; negative(X{})
//   ;; attn: interval, influence, term, dual, counted and recorded cannot be compared
// a comparison of two elements by <, on which a program would branch.
// - interval_less: less(between<X>(-1, 1)) ;; less(X{})
//   ;; attn: interval, influence, term, dual, counted and recorded cannot be compared
// a comparison of an element with a number by <=, on which a program would branch.
// - interval_less_equal_number: at_most_half(between<X>(-1, 1)) ;; at_most_half(X{})
//   ;; attn: interval, influence, term, dual, counted and recorded cannot be compared
// std::max of analysis scalars: it compares.
// - interval_std_max: constexpr auto f = [](const auto& x) { return std::max(x(0), x(1)); };
//   constexpr bool y = f(between<X>(-1, 1)).bounded(); ;; constexpr auto f = [](const auto& x) {
//   return math::max(x(0), x(1)); }; constexpr bool y = f(between<X>(-1, 1)).bounded(); ;; attn:
//   interval, influence, term, dual, counted and recorded cannot be compared
// a comparison of two elements by <=>, on which a program would branch.
// - interval_three_ways: before(between<X>(-1, 1)) ;; before(X{})
//   ;; attn: interval, influence, term, dual, counted and recorded cannot be compared
// a function that forgets the derivatives of its argument.
// - jacobian_of_a_constant: jacobian([](const auto& y) { return softmax(value_of(y)); }, x_2x3)
//   ;; jacobian([](const auto& y) { return softmax(y); }, x_2x3)
//   ;; attn::jacobian\(f, x\): f must return a tensor with the elements of its argument
// the derivatives of integers.
// - jacobian_of_integers: jacobian(softmax_of, x_int_3) ;; jacobian(softmax_of, as<double>(x_int_3))
//   ;; attn::jacobian\(f, x\): requires a floating-point element type
// a Jacobian of more axes than a tensor has.
// - jacobian_of_many_axes: jacobian([](const auto& y) { return softmax(y); }, x_2_1_3_1)
//   ;; jacobian([](const auto& y) { return sum<0>(sum<0>(softmax(y))); }, x_2_1_3_1)
//   ;; attn::jacobian\(f, x\): f\(x\) and x have more than 6 axes together
// a direction that has other axes than what moves along it.
// - jvp_direction_differs: jvp([](const auto& y) { return softmax(y); }, x_2x3, matrix<double, 3,
//   2>{}) ;; jvp([](const auto& y) { return softmax(y); }, x_2x3, matrix<double, 2, 3>{})
//   ;; attn::jvp\(f, x, v\): v is a direction in which x moves
// a direction of other elements than what moves along it.
// - jvp_two_elements: jvp(softmax_of, x_2x3, matrix<float, 2, 3>{})
//   ;; jvp(softmax_of, x_2x3, matrix<double, 2, 3>{})
//   ;; attn::jvp\(f, x, v\): requires one element type for all operands
// integers that move.
// - jvp_of_integers: jvp(softmax_of, x_int_3, x_int_3)
//   ;; jvp(softmax_of, as<double>(x_int_3), as<double>(x_int_3))
//   ;; attn::jvp\(f, x, v\): requires a floating-point element type
// a function that forgets how its argument moves.
// - jvp_of_a_constant: jvp([](const auto& y) { return softmax(value_of(y)); }, x_2x3, x_2x3)
//   ;; jvp(softmax_of, x_2x3, x_2x3)
//   ;; attn::jvp\(f, x, v\): f must return a tensor with the elements of its argument
// marks along an axis that x does not have.
// - marked_axis_absent: marked<"key">(x) ;; marked<"token">(x)
//   ;; attn::marked<axis>\(x\): x has no such axis
// marks on integers.
// - marked_integers: marked(as<int>(x)) ;; marked(x)
//   ;; attn::marked\(x\): requires a floating-point element type
// … and along an axis.
// - marked_integers_of_an_axis: marked<"token">(x_int_token_2)
//   ;; marked<"token">(as<double>(x_int_token_2))
//   ;; attn::marked<axis>\(x\): requires a floating-point element type
// a sum of counts that wraps around.
// - operation_count_flops: (total + operation_count{.divisions = 1}).flops() ;; total.flops()
//   ;; constant: operation_count_exceeds_64_bits
//   ;; lines[gcc]: 9 at most from within constant evaluation
// the cost of a product of 2^24 cubed, which 64 bits cannot count.
// - operation_count_matmul: constexpr auto total = cost::matmul<square<1 << 24>, square<1 <<
//   24>>();
//   ;; constexpr auto total = cost::matmul<square<1 << 20>, square<1 << 20>>();
//   static_assert(total.multiplications == 1ull << 60);
//   ;; constant: operation_count_exceeds_64_bits
//   ;; lines: 12 at most from within constant evaluation ;; allow: detail::
//   ;; total: 2200 the call is evaluated, and what it calls
// what reaches along an axis that y does not have.
// - reach_axis_absent: reach<"key">(softmax(marked<"token">(x)))
//   ;; reach<"feature">(softmax(marked<"token">(x))) ;; attn::reach<axis>\(y\): y has no such axis
// what reaches a number that nothing marked.
// - reach_of_numbers: reach<"token">(softmax(x)) ;; reach<"token">(softmax(marked<"token">(x)))
//   ;; attn::reach<axis>\(y\): the elements must be influence<T, N>
// … of any of them.
// - reach_of_any_of_numbers: reach(softmax(x)) ;; reach(softmax(marked(x)))
//   ;; attn::reach\(y\): the elements must be influence<T, N>
// two functions whose results have different axes.
// - same_for_all_inputs_axes_differ: same_for_all_inputs(softmax_of, turned, x)
//   ;; same_for_all_inputs(softmax_of, softmax_of, x)
//   ;; attn::same_for_all_inputs\(f, g, x…\): the results must have the same axes
// a proof about functions of integers, which have no terms.
// - same_for_all_inputs_of_integers: same_for_all_inputs(twice, twice, x_int_token_2)
//   ;; same_for_all_inputs(twice, twice, as<float>(x_int_token_2))
//   ;; attn::same_for_all_inputs\(f, g, x…\): f and g must return tensors that are computed
// a proof about a function of float and of double.
// - same_for_all_inputs_two_elements: same_for_all_inputs(first_of, first_of, x_token_2,
//   as<float>(x_token_2)) ;; same_for_all_inputs(first_of, first_of, x_token_2, x_token_2)
//   ;; attn::same_for_all_inputs\(f, g, x…\): the tensors must have one element type
// a mutant of relu that branches on an element, of which a proof would follow one side.
// - mutant_branches_on_an_element: constexpr auto mutant = [](auto a) { for (auto& e : a) e = e < 0
//   ? e * 0 : e; return a; }; constexpr auto y = mutant(numbered(x_token_3));
//   ;; constexpr auto mutant = [](auto a) { for (auto& e : a) e = max(e, 0); return a; };
//   static_assert(same_for_all_inputs(right, mutant, x_token_3));
//   ;; attn: interval, influence, term, dual, counted and recorded cannot be compared: an analysis
//   takes no branch; use max or min
// a sum in another order.
// - same_for_all_inputs_differ: static_assert(check<same_for_all_inputs(sum_of_all, g,
//   x_token_3)>); ;; static_assert(check<same_for_all_inputs(sum_of_all, sum_of_all, x_token_3)>);
//   ;; attn::check: (not as expected|at \() ;; expect-note: is \(a0 \+ a2\) \+ a1.*not \(a0 \+ a1\)
//   \+ a2|\(a0 \+ a2\) \+ a1, not \(a0 \+ a1\) \+ a2 ;; allow: detail::
// the number of a term, which has none.
// - term_as_a_number: static_cast<double>(unknown) ;; unknown + unknown
//   ;; attn: a term does not convert to a number or to bool
// a branch on an element, which a proof would follow on one side only.
// - term_compared: unknown < 0 ? -unknown : unknown ;; max(unknown, -unknown)
//   ;; attn: interval, influence, term, dual, counted and recorded cannot be compared
// integers as inputs of terms.
// - numbered_integers: numbered(x_int_token_2) ;; numbered(as<double>(x_int_token_2))
//   ;; attn::numbered\(x\): the elements must be float or double
// causality along an axis that x does not have.
// - is_causal_axis_absent: is_causal<"key">(softmax_of, x) ;; is_causal<"token">(softmax_of, x)
//   ;; attn::is_causal<axis>\(f, x\): x has no such axis
// causality of a function that returns one row for all tokens.
// - is_causal_axis_lost: is_causal<"token">([](const auto& a) { return sum<"token">(a); }, x)
//   ;; is_causal<"token">([](const auto& a) { return cumsum<"token">(a); }, x)
//   ;; attn::is_causal<axis>\(f, x\): the result of f has no such axis
// causality of a function that returns fewer tokens.
// - is_causal_axis_shorter: is_causal<"token">([](const auto& a) { return narrow<"token", 1>(a, 0);
//   }, x) ;; is_causal<"token">([](const auto& a) { return narrow<"token", 2>(a, 0); }, x)
//   ;; attn::is_causal<axis>\(f, x\): in the result of f the axis has another size
// causality of a function of integers.
// - is_causal_integers: is_causal<"token">(same_as, x_int_token_2)
//   ;; is_causal<"token">(same_as, as<double>(x_int_token_2))
//   ;; attn::is_causal<axis>\(f, x\): requires a floating-point element type
// causality of a function whose result does not depend on x at all: it has numbers.
// weights that a lambda has captured, zeros: a proof would be about them.
// - is_causal_captured: is_causal<"token">([w = weights_2](const auto& a) { return matmul(a, w); },
//   x) ;; is_causal<"token">([](const auto& a, const auto& w) { return matmul(a, w); }, x, weights_2)
//   ;; attn::is_causal<axis>\(f, x\): an argument has a state that cannot be enumerated; list its tensors
//   ;; not-shown of the state there is no shape
// a layer whose weights no list names.
// - is_causal_layer_without_members: is_causal<"token">(unlisted_layer<double>{}, x) ;;
//   is_causal<"token">(listed_layer<double>{}, x) ;; attn::is_causal<axis>\(f, x\): an argument has
//   a state that cannot be enumerated; list its tensors ;; not-shown of the state there is no shape
// a layer of which the list names the matrix and leaves out the bias.
// - is_causal_layer_half_listed: is_causal<"token">(half_listed_layer<double>{}, x) ;;
//   is_causal<"token">(listed_layer<double>{}, x) ;; attn::is_causal<axis>\(f, x\): an argument has
//   a state that cannot be enumerated; list its tensors ;; not-shown of the state there is no shape
// weights in a struct, as a further argument.
// - rows_independent_struct_of_weights: rows_independent<"token">(product_with, x, unlisted_layer<double>{})
//   ;; rows_independent<"token">(product_with, x, listed_layer<double>{})
//   ;; attn::rows_independent<axis>\(f, x\): an argument has a state that cannot be enumerated
//   ;; not-shown of the state there is no shape
// … and a pointer to one.
// - rows_independent_pointer: rows_independent<"token">(product_with, x, &a_layer) ;;
//   rows_independent<"token">(product_with, x, a_layer) ;; attn::rows_independent<axis>\(f, x\): an
//   argument has a state that cannot be enumerated ;; not-shown of the state there is no shape
// … that may be there or not.
// - is_causal_optional: is_causal<"token">(first_of, x, std::optional(2.0))
//   ;; is_causal<"token">(first_of, x, *std::optional(2.0))
//   ;; attn::is_causal<axis>\(f, x\): an argument has a state that cannot be enumerated
//   ;; not-shown of the state there is no shape
// … to which a layer refers, from its padding.
// - is_causal_layer_of_reference: is_causal<"token">(first_of, x, layer_of_reference{})
//   ;; is_causal<"token">(first_of, x, listed_layer<double>{})
//   ;; attn::is_causal<axis>\(f, x\): an argument has a state that cannot be enumerated
//   ;; not-shown of the state there is no shape
// a function that counts its calls.
// - is_permutation_of_state: is_permutation_equivariant<"token">(counts_calls{}, x)
//   ;; is_permutation_equivariant<"token">(same_as, x)
//   ;; attn::is_permutation_equivariant<axis>\(f, x\): an argument has a state that cannot be enumerated
//   ;; not-shown of the state there is no shape
// - same_for_all_inputs_tuple: same_for_all_inputs(product_with, product_with, x, std::tuple(2.0))
//   ;; same_for_all_inputs(product_with, product_with, x, listed_layer<double>{})
//   ;; attn::same_for_all_inputs\(f, g, x…\): an argument has a state that cannot be enumerated
//   ;; not-shown of the state there is no shape
// - is_causal_no_tensor: is_causal<"token">([](const auto&) { return x_token_2; }, x_token_2)
//   ;; is_causal<"token">([](const auto& a) { return a; }, x_token_2)
//   ;; attn::is_causal<axis>\(f, x\): f must return a tensor that is computed from x
// permutations of an axis that x does not have.
// - is_permutation_equivariant_axis_absent: is_permutation_equivariant<"key">(exp_of, x_token_2)
//   ;; is_permutation_equivariant<"token">(exp_of, x_token_2)
//   ;; attn::is_permutation_equivariant<axis>\(f, x\): x has no such axis
// a function that has no tokens to permute in its result.
// - is_permutation_equivariant_axis_lost: is_permutation_equivariant<"token">(mean_of_tokens,
//   x_token_2_feature_2) ;; is_permutation_invariant<"token">(mean_of_tokens, x_token_2_feature_2)
//   ;; attn::is_permutation_equivariant<axis>\(f, x\): the result of f has no such axis
// … in whose result they are fewer.
// - is_permutation_equivariant_axis_shorter: is_permutation_equivariant<"token">([](const auto& a)
//   { return narrow<"token", 1>(a, 0); }, x_token_2) ;; is_permutation_equivariant<"token">(exp_of,
//   x_token_2) ;; attn::is_permutation_equivariant<axis>\(f, x\): in the result of f the axis has
//   another size
// … that returns the same, whatever they are.
// - is_permutation_equivariant_of_a_constant: is_permutation_equivariant<"token">([](const auto&) {
//   return x_token_2; }, x_token_2) ;; is_permutation_equivariant<"token">(exp_of, x_token_2)
//   ;; attn::is_permutation_equivariant<axis>\(f, x\): f must return a tensor that is computed from x
// permutations of integers.
// - is_permutation_equivariant_integers: is_permutation_equivariant<"token">(same_as, x_int_token_2)
//   ;; is_permutation_equivariant<"token">(same_as, as<double>(x_int_token_2))
//   ;; attn::is_permutation_equivariant<axis>\(f, x\): requires a floating-point element type
// permutations of an axis that x does not have.
// - is_permutation_invariant_axis_absent: is_permutation_invariant<"key">(mean_of_tokens,
//   x_token_2_feature_2) ;; ditto
//   ;; attn::is_permutation_invariant<axis>\(f, x\): x has no such axis
// a function that counts its calls.
// - is_permutation_invariant_of_state: is_permutation_invariant<"token">(counts_calls{}, x)
//   ;; is_permutation_invariant<"token">(mean_of_tokens, x) ;; attn::is_permutation_invariant<axis>\(f,
//   x\): an argument has a state that cannot be enumerated ;; not-shown of the state there is no shape
// permutations of integers.
// - is_permutation_invariant_integers: is_permutation_invariant<"token">(sum_of_all, x_int_token_2)
//   ;; is_permutation_invariant<"token">(sum_of_all, as<double>(x_int_token_2))
//   ;; attn::is_permutation_invariant<axis>\(f, x\): requires a floating-point element type
// rows along an axis that x does not have.
// - rows_independent_axis_absent: rows_independent<"token">(softmax_of_features,
//   x_batch_2_feature_2) ;; rows_independent<"batch">(softmax_of_features, x_batch_2_feature_2)
//   ;; attn::rows_independent<axis>\(f, x\): x has no such axis
// rows of a function that returns one for all of them.
// - rows_independent_axis_lost: rows_independent<"token">(mean_of_tokens, x_token_2_feature_2)
//   ;; rows_independent<"token">(exp_of, x_token_2_feature_2)
//   ;; attn::rows_independent<axis>\(f, x\): the result of f has no such axis
// … or fewer.
// - rows_independent_axis_shorter: rows_independent<"token">([](const auto& a) { return
//   narrow<"token", 1>(a, 0); }, x_token_2_feature_2) ;; rows_independent<"token">(exp_of,
//   x_token_2_feature_2) ;; attn::rows_independent<axis>\(f, x\): in the result of f the axis has
//   another size
// … or the same, whatever they are.
// - rows_independent_of_a_constant: rows_independent<"token">([](const auto&) { return x_token_2; },
//   x_token_2) ;; rows_independent<"token">(exp_of, x_token_2)
//   ;; attn::rows_independent<axis>\(f, x\): f must return a tensor that is computed from x
// rows of integers.
// - rows_independent_integers: rows_independent<"token">(same_as, x_int_token_2)
//   ;; rows_independent<"token">(same_as, as<double>(x_int_token_2))
//   ;; attn::rows_independent<axis>\(f, x\): requires a floating-point element type
// weights along an axis that w does not have.
// - is_stochastic_axis_absent: is_stochastic<"head">(w) ;; is_stochastic<"key">(w)
//   ;; attn::is_stochastic<axis>\(w\): w has no such axis
// integer weights.
// - is_stochastic_integers: is_stochastic<"key">(w_of_int)
//   ;; is_stochastic<"key">(as<float>(w_of_int))
//   ;; attn::is_stochastic<axis>\(w\): the elements must be float or double
// a proof for all inputs, of which no bounds are given.
// - is_stochastic_without_bounds: is_stochastic<"key">(softmax_of_keys, scores_of_2{})
//   ;; is_stochastic<"key">(softmax_of_keys, between<scores_of_2>(-1, 1))
//   ;; attn::is_stochastic<axis>\(f, box…\): the inputs must have bounds: between
// the weights of a function whose result lacks the axis.
// - is_stochastic_result_axis: is_stochastic<"head">(softmax_of_keys, between<scores_of_2>(-1, 1))
//   ;; ditto ;; attn::is_stochastic<axis>\(f, box…\): the result of f has no such axis
// an input of an axis that the box does not have.
// - is_monotone_in_axis_absent: is_monotone_in<"head", 2>(f, between<scores>(-1, 1))
//   ;; is_monotone_in<"key", 2>(f, between<scores>(-1, 1))
//   ;; attn::is_monotone_in<axis, index>\(f, box\): the box has no such axis
// an index that the axis does not have.
// - is_monotone_in_index_out_of_range: is_monotone_in<"key", 3>(f, between<scores>(-1, 1)) ;; ditto
//   ;; attn::is_monotone_in<axis, index>\(f, box\): the axis has no such index
// a proof for all inputs of a box, of which no bounds are given.
// - is_monotone_in_without_bounds: is_monotone_in<"key", 2>(f, scores{}) ;; ditto
//   ;; attn::is_monotone_in<axis, index>\(f, box\): box must have bounds: between
// a function whose result is not computed from its argument.
// - is_monotone_in_of_a_constant: is_monotone_in<"key", 2>([](const auto&) { return scores{}; },
//   between<scores>(-1, 1)) ;; is_monotone_in<"key", 2>(f, between<scores>(-1, 1))
//   ;; attn::is_monotone_in<axis, index>\(f, box\): f must return a tensor that is computed from x
// a proof for all inputs of a box, of which no bounds are given.
// - is_monotone_without_bounds: is_monotone(f, scores{}) ;; is_monotone(f, between<scores>(-1, 1))
//   ;; attn::is_monotone\(f, box\): box must have bounds: between
// a function whose result is not computed from its argument.
// - is_monotone_of_a_constant: is_monotone([](const auto&) { return scores{}; },
//   between<scores>(-1, 1)) ;; is_monotone([](const auto& x) { return x; }, between<scores>(-1, 1))
//   ;; attn::is_monotone\(f, box\): f must return a tensor that is computed from x
// a function that falls, where it must not.
// - is_monotone_violated: static_assert(check<is_monotone([](const auto& x) { return -x; }, box)>);
//   ;; static_assert(check<is_monotone<non_increasing>([](const auto& x) { return -x; }, box)>);
//   ;; attn::check: (not as expected|at \(key 0\): slope -1 to -1 in key 0, not 0 or more)
//   ;; expect-note: not 0 or more ;; allow: detail::
// a certificate about integers.
// - certify_integers: certify(doubled, logits{}, 1) ;; certify(doubled, as<float>(logits{}), 1)
//   ;; attn::certify\(f, x, eps\): the elements must be float or double
// a certificate of a function that does not compute with the elements of its argument.
// - certify_of_a_constant: certify([](const auto&) { return x_float_category_3 +
//   x_float_category_3; }, x_float_category_3, 0.5)
//   ;; certify([](const auto& y) { return y + y; }, x_float_category_3, 0.5)
//   ;; attn::certify\(f, x, eps\): f must compute a tensor from x, generic in the element type
// a certificate of a function that returns a single element.
// - certify_of_no_tensor: certify([](const auto& y) { return y(0); }, x_float_category_3, 0.5)
//   ;; certify([](const auto& y) { return sum<"category">(y); }, x_float_category_3, 0.5)
//   ;; attn::certify\(f, x, eps\): f must compute a tensor from x, generic in the element type
// the margin along an axis that the result does not have.
// - certify_margin_axis_absent: certain.margin<"class">() ;; certain.margin<"category">()
//   ;; attn::certificate.margin<axis>\(\): x has no such axis
// … and to second order, and by a linear relaxation.
// - certify_margin_to_second_order: certain_twice.margin<"class">()
//   ;; certain_twice.margin<"category">() ;; attn::certificate.margin<axis>\(\): x has no such axis
// - certify_margin_of_a_relaxation: relaxed_certain.margin<"class">()
//   ;; relaxed_certain.margin<"category">() ;; attn::certificate.margin<axis>\(\): x has no such axis
// … and of a box in parts.
// - certify_margin_in_parts: certify(doubled, x_float_category_3, 0.5, bisected<2>).margin<"class">()
//   ;; certify(doubled, x_float_category_3, 0.5, bisected<2>).margin<"category">()
//   ;; attn::certificate.margin<axis>\(\): x has no such axis
// a number of parts to which halves of halves do not come.
// - certify_three_parts: certify(doubled, x_float_category_3, 0.5, bisected<3>)
//   ;; certify(doubled, x_float_category_3, 0.5, bisected<4>)
//   ;; attn::certify\(f, x, eps, order, bisected<n>\): n must be a power of 2
// - certify_no_parts: certify(doubled, x_float_category_3, 0.5, linear_relaxation, bisected<0>)
//   ;; certify(doubled, x_float_category_3, 0.5, linear_relaxation, bisected<2>)
//   ;; attn::certify\(f, x, eps, order, bisected<n>\): n must be a power of 2
// a certificate in writing, with margins along an axis that the result does not have.
// - certify_write_axis_absent: written<"class">() ;; written<"category">()
//   ;; attn::certificate.write<axis>\(out\): x has no such axis
// the cost of a function that cannot be called. Profilers that passed over what they did not know
// reported attention as free: https://github.com/sovrasov/flops-counter.pytorch/issues/65,
// https://github.com/ultralytics/thop/pull/157.
// - cost_of_unknown_function: cost_of<of_pointers, rows_of_2>() ;; cost_of<cube, rows_of_2>()
//   ;; attn::cost_of<F, inputs…>\(options…\): F must be a function of tensors of any element type
// the cost of a model that has no type with other elements, so that it cannot be called with
// elements that have no numbers.
// - cost_of_model_of_one_element_type: cost_of<of_doubles, rows_of_2>()
//   ;; cost_of<of_any<double>, rows_of_2>()
//   ;; attn::cost_of<F, inputs…>\(\): the model must name its type with other elements
// attention without a mask, where tokens must not see later ones.
// - is_causal_violated: static_assert(check<is_causal<"token">(attention_of, x_token_2_feature_2)>);
//   ;; static_assert(check<is_causal<"token">(attention_of, x_token_2_feature_2, causal<>)>);
//   ;; attn::check: (not as expected|not proved: token 0 may depend on token 1)
//   ;; expect-note: not proved: ;; allow: detail::
// the sign or the bits of an element, on which a program would branch.
// - interval_bits: std::bit_cast<std::uint64_t>(unit(0)) ;; std::bit_cast<std::uint64_t>(unit(0).upper)
//   ;; expect-error: no matching function for call to '(std::)?bit_cast ;; lines: 12 at most the overload
