// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/scalars reject that have no table of their own. driver.py compiles each case
// with the lines above the first.
#include <algorithm>

#include <attn.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

// case: arbitrary_as_numbers
// rejected: arbitrary values like those of a tensor that nothing marked.
// expect-error: attn::arbitrary_as\(w, x\): the elements of x must be influence<T, N>
// errors: 1
using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto weights = arbitrary_as(x, x);
#else
constexpr auto weights = arbitrary_as(x, marked<"token">(x));
#endif

// case: arbitrary_numbers
// rejected: arbitrary values of a type that does not know influence.
// expect-error: attn::arbitrary<I>\(w\): I must be an influence<T, N>
// errors: 1
using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto weights = arbitrary<double>(x);
#else
constexpr auto weights = arbitrary<influence<double, 2>>(x);
#endif

// case: between_axes_differ
// rejected: bounds that have different axes.
// expect-error: attn::between\(low, high\): both must have the same axes
// errors: 1
using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto box = between(x, transpose(x));
#else
constexpr auto box = between(x, x + x);
#endif

// case: between_integers
// rejected: bounds that are integers.
// expect-error: attn::between\(low, high\): the elements must be float or double
// errors: 1
using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto box = between(as<int>(x), as<int>(x));
#else
constexpr auto box = between(as<float>(x), as<float>(x));
#endif

// case: bounded_numbers
// rejected: bounds of numbers that have none.
// expect-error: attn::bounded\(y\): the elements must be interval<T>
// errors: 1
using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr bool finite = bounded(softmax(x));
#else
constexpr bool finite = bounded(softmax(between(x, x)));
#endif

// case: overflow_of_numbers
// rejected: whether numbers may overflow, of which none does for all inputs.
// expect-error: attn::may_overflow\(y\): the elements must be interval<T>
// errors: 1
using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr bool finite = !may_overflow(softmax(x));
#else
constexpr bool finite = !may_overflow(softmax(between(x, x)));
static_assert(finite);
#endif

// case: counted_compared
// rejected: a branch on a counted number, which the count does not have.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared
// errors: 1
#ifdef ATTN_REJECT
constexpr bool sign = counted<double>(1) < counted<double>(2);
#else
constexpr bool sign = counted<double>(1).value < counted<double>(2).value;
#endif

// case: counted_in_model_of_integers
// rejected: counting what is done with integer parameters.
// expect-error: attn::counted_in\(executed, model\): the parameters must be float or double
// errors: 1
template <class T>
using layer = nn::linear<T, axis<"feature", 2>, axis<"out", 3>, output_by_input>;

template <class M>
constexpr bool counts() {
  operation_count executed;
  static_cast<void>(counted_in(executed, M{}));
  return true;
}

#ifdef ATTN_REJECT
constexpr bool n = counts<layer<int>>();
#else
constexpr bool n = counts<layer<float>>();
#endif

// case: counted_in_of_integers
// rejected: counting what is done with integers.
// expect-error: attn::counted_in\(executed, x\): the elements must be float or double
// errors: 1
inline constexpr tensor<int, dim<2>> x{1, 2};

template <class X>
constexpr std::size_t additions(const X& terms) {
  operation_count executed;
  static_cast<void>(sum<0>(counted_in(executed, terms)));
  return executed.additions;
}

#ifdef ATTN_REJECT
constexpr auto n = additions(x);
#else
constexpr auto n = additions(as<double>(x));
#endif

// case: counted_in_silent_model
// rejected: counting what is done with the parameters of a struct that does not say what it becomes in
//   another element type.
// expect-error: attn::counted_in\(executed, model\): the model must name its type with other elements
// errors: 1
template <class T>
struct talking {
  using vector = tensor<T, dim<2>>;
  BOOST_HANA_DEFINE_STRUCT(talking, (vector, weight));
  template <scalar U>
  using with_element = talking<U>;
};
struct silent {
  using vector = tensor<double, dim<2>>;
  BOOST_HANA_DEFINE_STRUCT(silent, (vector, weight));
};

template <class M>
constexpr bool counts() {
  operation_count executed;
  static_cast<void>(counted_in(executed, M{}));
  return true;
}

#ifdef ATTN_REJECT
constexpr bool n = counts<silent>();
#else
constexpr bool n = counts<talking<double>>();
#endif

// case: counted_in_two_places
// rejected: a sum of two numbers that are counted in two places: which of them would it be in?
// expect-error[gcc]: operands_are_counted_in_two_places
// expect-error[clang]: must be initialized by a constant expression
// expect-note: operands_are_counted_in_two_places
// errors: 1
// lines[clang]: 10 it prints the whole lambda
constexpr double sum_of(operation_count& here, operation_count& there) {
  return (counted<double>(1, &here) + counted<double>(2, &there)).value;
}

#ifdef ATTN_REJECT
constexpr double three = [] {
  operation_count here, there;
  return sum_of(here, there);
}();
#else
constexpr double three = [] {
  operation_count here;
  return sum_of(here, here);
}();
#endif

// case: dual_compared
// rejected: a branch on a number with derivatives, which another branch does not have.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared
// errors: 1
// allow: detail::
using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr auto f = [](const auto& x) { return x(0) < 0 ? -x(0) : x(0); };
constexpr auto slope = forward_gradient(f, X{1, 2, 3, 4});
#else
constexpr auto f = [](const auto& x) { return math::max(-x(0), x(0)); };
constexpr auto slope = forward_gradient(f, X{1, 2, 3, 4});
#endif

// case: dual_to_double
// rejected: a conversion to double, which loses the derivatives.
// expect-error: attn: a dual does not convert
// errors: 1
// allow: detail::
using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr auto f = [](const auto& x) { return decltype(x(0) * x(1))(static_cast<double>(x(0))); };
constexpr auto slope = forward_gradient(f, X{1, 2, 3, 4});
#else
constexpr auto f = [](const auto& x) { return decltype(x(0) * x(1))(x(0)); };
constexpr auto slope = forward_gradient(f, X{1, 2, 3, 4});
#endif

// case: envelope_as_condition
// rejected: a branch on an element, which would be analysed on one side only.
// expect-error: attn: an envelope does not convert to a number or to bool
// errors: 1
constexpr envelope<float> x = 3;

#ifdef ATTN_REJECT
constexpr int sign = x ? 1 : 0;
#else
constexpr auto larger = math::max(x, 0);
#endif

// case: envelope_compared
// rejected: an envelope and a number, of which neither need be larger.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared
// errors: 1
constexpr envelope<float> x = 3;

#ifdef ATTN_REJECT
constexpr bool below = x < 4;
#else
constexpr bool below = x.upper() < 4;
#endif

// case: forward_gradient_of_a_tensor
// rejected: the gradient, by duals, of a function that returns many numbers.
// expect-error: attn::forward_gradient\(f, x\): f must return one number
// errors: 1
constexpr matrix<double, 2, 3> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto slope = forward_gradient([](const auto& y) { return softmax(y); }, x);
#else
constexpr auto slope =
    forward_gradient([](const auto& y) { return sum<0>(sum<0>(softmax(y))); }, x);
#endif

// case: forward_gradient_of_integers
// rejected: the gradient, by duals, by integers.
// expect-error: attn::forward_gradient\(f, x\): requires a floating-point element type
// errors: 1
constexpr tensor<int, dim<3>> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto slope = forward_gradient([](const auto& y) { return sum<0>(y); }, x);
#else
constexpr auto slope = forward_gradient([](const auto& y) { return sum<0>(y); }, as<double>(x));
#endif

// case: identical_axes
// rejected: tensors of other axes, compared as objects.
// expect-error: attn::identical\(A, B\): both must have the same axes
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;
constexpr auto x = between<X>(-1, 1);
constexpr auto longer = between<tensor<double, axis<"token", 5>>>(-1, 1);

#ifdef ATTN_REJECT
constexpr bool same = identical(x, longer);
#else
constexpr bool same = identical(x, x);
#endif

// case: identical_elements
// rejected: intervals of float and of double, compared as objects.
// expect-error: attn::identical\(A, B\): requires one element type
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;
constexpr auto x = between<X>(-1, 1);
constexpr auto y = between<tensor<float, token>>(-1, 1);

#ifdef ATTN_REJECT
constexpr bool same = identical(x, y);
#else
constexpr bool same = identical(y, y);
#endif

// case: identical_numbers
// rejected: numbers compared as analysis scalars are.
// expect-error: attn::identical\(A, B\): the elements must be analysis scalars
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;
constexpr X x{1, 2, 3, 4};

#ifdef ATTN_REJECT
constexpr bool same = identical(x, x);
#else
constexpr bool same = identical(between(x, x), between(x, x));
#endif

// case: influence_as_index
// rejected: an element as an index, by a conversion to an integer.
// expect-error: attn: an influence does not convert
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr auto f(const auto& x) { return x(static_cast<int>(x(0))); }
constexpr auto y = f(marked(X{}));
#else
constexpr auto f(const auto& x) { return x(static_cast<int>(x(0))); }
constexpr auto y = f(X{});
#endif

// case: influence_compared
// rejected: a function whose branch on an element is missing from its proof: token 0 depends on token 3.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr auto f = [](auto x) {
  using E = typename decltype(x)::value_type;
  x(0) = x(3) == E(0) ? E(1) : E(2);
  return x;
};
static_assert(!reach<"token">(f(marked<"token">(X{})))(0, 3));
#else
constexpr auto f = [](auto x) {
  using E = typename decltype(x)::value_type;
  x(0) = math::max(x(3), E(0));
  return x;
};
static_assert(reach<"token">(f(marked<"token">(X{})))(0, 3));
#endif

// case: influence_input_out_of_range
// rejected: input number 3 of 3, which no table of what reaches what would show.
// expect-error[gcc]: number_of_an_input_out_of_range
// expect-error[clang]: must be initialized by a constant expression
// expect-note: number_of_an_input_out_of_range
// errors: 1
#ifdef ATTN_REJECT
constexpr auto x = influence<double, 3>::input(3);
#else
constexpr auto x = influence<double, 3>::input(2);
#endif

static_assert(sizeof x >= 16);

// case: influence_std_clamp
// rejected: std::clamp of analysis scalars: it compares.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared
// errors: 1
using number = influence<double, 2>;
constexpr number x = number::input(0);

#ifdef ATTN_REJECT
constexpr number y = std::clamp(x, number(0), number(1));
#else
constexpr number y = math::min(math::max(x, 0), 1);
#endif

// case: interval_as_condition
// rejected: an element as a condition.
// expect-error: attn: an? [a-z]+ does not convert
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr int f(const auto& x) { return x(0) ? 1 : 2; }
constexpr int y = f(between<X>(-1, 1));
#else
constexpr int f(const auto& x) { return x(0) ? 1 : 2; }
constexpr int y = f(X{});
#endif

// case: interval_bounds_reversed
// rejected: an interval whose lower bound is the larger one.
// expect-error[gcc]: the_bounds_of_an_interval_must_be_in_order
// expect-error[clang]: must be initialized by a constant expression
// expect-note: the_bounds_of_an_interval_must_be_in_order
// errors: 1
#ifdef ATTN_REJECT
constexpr interval<double> x(2, 1);
#else
constexpr interval<double> x(1, 2);
#endif

static_assert(sizeof x >= 16);

// case: interval_compared
// rejected: bounds of a function that returns 100 for one of its arguments.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr auto f = [](auto x) {
  for (auto& e : x) e = e != 0 ? e : decltype(e + e)(100);
  return x;
};
static_assert(within(f(between<X>(-1, 1)), -1, 2));
#else
constexpr auto f = [](auto x) {
  for (auto& e : x) e = math::min(e, 2);
  return x;
};
static_assert(within(f(between<X>(-1, 1)), -1, 2));
#endif

// case: interval_greater_number_first
// rejected: a comparison of a number with an element by >, on which a program would branch.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr bool f(const auto& x) { return 0 > x(0); }
constexpr bool y = f(between<X>(-1, 1));
#else
constexpr bool f(const auto& x) { return 0 > x(0); }
constexpr bool y = f(X{});
#endif

// case: interval_less
// rejected: a comparison of two elements by <, on which a program would branch.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr bool f(const auto& x) { return x(0) < x(1); }
constexpr bool y = f(between<X>(-1, 1));
#else
constexpr bool f(const auto& x) { return x(0) < x(1); }
constexpr bool y = f(X{});
#endif

// case: interval_less_equal_number
// rejected: a comparison of an element with a number by <=, on which a program would branch.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr bool f(const auto& x) { return x(0) <= 0.5; }
constexpr bool y = f(between<X>(-1, 1));
#else
constexpr bool f(const auto& x) { return x(0) <= 0.5; }
constexpr bool y = f(X{});
#endif

// case: interval_std_max
// rejected: std::max of analysis scalars: it compares.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr auto f = [](const auto& x) { return std::max(x(0), x(1)); };
constexpr bool y = f(between<X>(-1, 1)).bounded();
#else
constexpr auto f = [](const auto& x) { return math::max(x(0), x(1)); };
constexpr bool y = f(between<X>(-1, 1)).bounded();
#endif

// case: interval_three_ways
// rejected: a comparison of two elements by <=>, on which a program would branch.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared
// errors: 1
using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr bool f(const auto& x) { return (x(0) <=> x(1)) < 0; }
constexpr bool y = f(between<X>(-1, 1));
#else
constexpr bool f(const auto& x) { return (x(0) <=> x(1)) < 0; }
constexpr bool y = f(X{});
#endif

// case: jacobian_of_a_constant
// rejected: a function that forgets the derivatives of its argument.
// expect-error: attn::jacobian\(f, x\): f must return a tensor with the elements of its argument
// errors: 1
constexpr matrix<double, 2, 3> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto slopes = jacobian([](const auto& y) { return softmax(value_of(y)); }, x);
#else
constexpr auto slopes = jacobian([](const auto& y) { return softmax(y); }, x);
#endif

// case: jacobian_of_many_axes
// rejected: a Jacobian of more axes than a tensor has.
// expect-error: attn::jacobian\(f, x\): f\(x\) and x have more than 6 axes together
// errors: 1
constexpr tensor<double, dim<2>, dim<1>, dim<3>, dim<1>> x;

#ifdef ATTN_REJECT
constexpr auto slopes = jacobian([](const auto& y) { return softmax(y); }, x);
#else
constexpr auto slopes = jacobian([](const auto& y) { return sum<0>(sum<0>(softmax(y))); }, x);
#endif

// case: jvp_direction_differs
// rejected: a direction that has other axes than what moves along it.
// expect-error: attn::jvp\(f, x, v\): v is a direction in which x moves
// errors: 1
constexpr matrix<double, 2, 3> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto change = jvp([](const auto& y) { return softmax(y); }, x, matrix<double, 3, 2>{});
#else
constexpr auto change = jvp([](const auto& y) { return softmax(y); }, x, matrix<double, 2, 3>{});
#endif

// case: marked_axis_absent
// rejected: marks along an axis that x does not have.
// expect-error: attn::marked<axis>\(x\): x has no such axis
// errors: 1
using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto inputs = marked<"key">(x);
#else
constexpr auto inputs = marked<"token">(x);
#endif

// case: marked_integers
// rejected: marks on integers.
// expect-error: attn::marked\(x\): requires a floating-point element type
// errors: 1
using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto inputs = marked(as<int>(x));
#else
constexpr auto inputs = marked(x);
#endif

// case: operation_count_flops
// rejected: a sum of counts that wraps around.
// expect-error[gcc]: operation_count_exceeds_64_bits
// expect-error[clang]: must be initialized by a constant expression
// expect-note: operation_count_exceeds_64_bits
// errors: 1
// lines[gcc]: 9 at most from within constant evaluation
constexpr operation_count total{.additions = 1ull << 63, .multiplications = (1ull << 63) - 1};

#ifdef ATTN_REJECT
constexpr auto flops = (total + operation_count{.divisions = 1}).flops();
#else
constexpr auto flops = total.flops();
#endif

// case: operation_count_matmul
// rejected: the cost of a product of 2^24 cubed, which 64 bits cannot count.
// expect-error[gcc]: operation_count_exceeds_64_bits
// expect-error[clang]: must be initialized by a constant expression
// expect-note: operation_count_exceeds_64_bits
// errors: 1
// lines[gcc]: 9 at most from within constant evaluation
// allow: detail::
template <std::size_t N>
using square = matrix<float, N, N>;

#ifdef ATTN_REJECT
constexpr auto total = cost::matmul<square<1 << 24>, square<1 << 24>>();
#else
constexpr auto total = cost::matmul<square<1 << 20>, square<1 << 20>>();
static_assert(total.multiplications == 1ull << 60);
#endif

// case: cost_of_unknown_function
// rejected: the cost of a function without a counting rule. Profilers that passed over
//   what they did not know reported attention as free:
//   https://github.com/sovrasov/flops-counter.pytorch/issues/65,
//   https://github.com/ultralytics/thop/pull/157.
// expect-error: attn::cost_of<F, inputs…>\(\): nothing says what F costs for these inputs
// errors: 1
struct cube {
  template <class X>
  constexpr X operator()(const X& x) const {
    return multiply(multiply(x, x), x);
  }
};
struct square {};
template <>
struct attn::counting_rule<square> {
  template <class X>
  static constexpr operation_count of(input_types<X>) {
    return cost::multiply<X>();
  }
};
using X = tensor<double, axis<"token", 3>, axis<"feature", 2>>;

#ifdef ATTN_REJECT
constexpr auto total = cost_of<cube, X>();
#else
constexpr auto total = cost_of<square, X>();
#endif

// case: reach_axis_absent
// rejected: what reaches along an axis that y does not have.
// expect-error: attn::reach<axis>\(y\): y has no such axis
// errors: 1
using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto table = reach<"key">(softmax(marked<"token">(x)));
#else
constexpr auto table = reach<"feature">(softmax(marked<"token">(x)));
#endif

// case: reach_of_numbers
// rejected: what reaches a number that nothing marked.
// expect-error: attn::reach<axis>\(y\): the elements must be influence<T, N>
// errors: 1
using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto table = reach<"token">(softmax(x));
#else
constexpr auto table = reach<"token">(softmax(marked<"token">(x)));
#endif

// case: same_for_all_inputs_axes_differ
// rejected: two functions whose results have different axes.
// expect-error: attn::same_for_all_inputs\(f, g, x…\): the results must have the same axes
// errors: 1
using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};
constexpr auto f = [](const auto& a) { return softmax(a); };
constexpr auto turned = [](const auto& a) { return transpose(softmax(a)); };

#ifdef ATTN_REJECT
constexpr auto found = same_for_all_inputs(f, turned, x);
#else
constexpr auto found = same_for_all_inputs(f, f, x);
#endif

// case: same_for_all_inputs_of_integers
// rejected: a proof about functions of integers, which have no terms.
// expect-error: attn::same_for_all_inputs\(f, g, x…\): f and g must return tensors that are computed
// errors: 1
constexpr tensor<int, axis<"token", 2>> x{1, 2};
constexpr auto f = [](const auto& a) { return a + a; };

#ifdef ATTN_REJECT
constexpr auto found = same_for_all_inputs(f, f, x);
#else
constexpr auto found = same_for_all_inputs(f, f, as<float>(x));
#endif

// case: same_for_all_inputs_two_elements
// rejected: a proof about a function of float and of double.
// expect-error: attn::same_for_all_inputs\(f, g, x…\): the tensors must have one element type
// errors: 1
constexpr tensor<double, axis<"token", 2>> x{1, 2};
constexpr auto f = [](const auto& a, const auto&) { return a; };

#ifdef ATTN_REJECT
constexpr auto found = same_for_all_inputs(f, f, x, as<float>(x));
#else
constexpr auto found = same_for_all_inputs(f, f, x, x);
#endif

// case: mutant_branches_on_an_element
// rejected: a mutant of relu that branches on an element, of which a proof would follow one side.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared: an analysis takes no branch; use max or min
// errors: 1
constexpr tensor<double, axis<"token", 3>> x{1, 2, 3};
constexpr auto right = [](const auto& a) { return relu(a); };

#ifdef ATTN_REJECT
constexpr auto mutant = [](auto a) {
  for (auto& e : a) e = e < 0 ? e * 0 : e;
  return a;
};
constexpr auto y = mutant(numbered(x));
#else
constexpr auto mutant = [](auto a) {
  for (auto& e : a) e = max(e, 0);
  return a;
};
static_assert(same_for_all_inputs(right, mutant, x));
#endif

// case: same_for_all_inputs_differ
// rejected: a sum in another order.
// expect-error: attn::check: (not as expected|at \()
// expect-note: is \(a0 \+ a2\) \+ a1.*not \(a0 \+ a1\) \+ a2|\(a0 \+ a2\) \+ a1, not \(a0 \+ a1\) \+ a2
// errors: 1
// allow: detail::
constexpr tensor<double, axis<"token", 3>> x{1, 2, 3};
constexpr auto f = [](const auto& a) { return sum<0>(a); };
constexpr auto g = [](const auto& a) {
  return select<0>(a, 0) + select<0>(a, 1) + select<0>(a, 2);
};

#ifdef ATTN_REJECT
static_assert(check<same_for_all_inputs(f, g, x)>);
#else
static_assert(check<same_for_all_inputs(f, f, x)>);
#endif

// case: term_as_a_number
// rejected: the number of a term, which has none.
// expect-error: attn: a term does not convert to a number or to bool
// errors: 1
constexpr term<double> x = term<double>::input(0);

#ifdef ATTN_REJECT
constexpr auto y = static_cast<double>(x);
#else
constexpr auto y = x + x;
#endif

// case: term_compared
// rejected: a branch on an element, which a proof would follow on one side only.
// expect-error: attn: interval, influence, term, dual, counted and recorded cannot be compared
// errors: 1
constexpr term<double> x = term<double>::input(0);

#ifdef ATTN_REJECT
constexpr auto y = x < 0 ? -x : x;
#else
constexpr auto y = max(x, -x);
#endif

// case: numbered_integers
// rejected: integers as inputs of terms.
// expect-error: attn::numbered\(x\): the elements must be float or double
// errors: 1
constexpr tensor<int, axis<"token", 2>> x{1, 2};

#ifdef ATTN_REJECT
constexpr auto y = numbered(x);
#else
constexpr auto y = numbered(as<double>(x));
#endif

// case: is_causal_axis_absent
// rejected: causality along an axis that x does not have.
// expect-error: attn::is_causal<axis>\(f, x\): x has no such axis
// errors: 1
using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};
constexpr auto f = [](const auto& a) { return softmax(a); };

#ifdef ATTN_REJECT
constexpr auto found = is_causal<"key">(f, x);
#else
constexpr auto found = is_causal<"token">(f, x);
#endif

// case: is_causal_axis_lost
// rejected: causality of a function that returns one row for all tokens.
// expect-error: attn::is_causal<axis>\(f, x\): the result of f has no such axis
// errors: 1
using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto found = is_causal<"token">([](const auto& a) { return sum<"token">(a); }, x);
#else
constexpr auto found = is_causal<"token">([](const auto& a) { return cumsum<"token">(a); }, x);
#endif

// case: is_causal_axis_shorter
// rejected: causality of a function that returns fewer tokens.
// expect-error: attn::is_causal<axis>\(f, x\): in the result of f the axis has another size
// errors: 1
using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto found =
    is_causal<"token">([](const auto& a) { return narrow<"token", 1>(a, 0); }, x);
#else
constexpr auto found =
    is_causal<"token">([](const auto& a) { return narrow<"token", 2>(a, 0); }, x);
#endif

// case: is_causal_integers
// rejected: causality of a function of integers.
// expect-error: attn::is_causal<axis>\(f, x\): requires a floating-point element type
// errors: 1
constexpr tensor<int, axis<"token", 2>> x{1, 2};
constexpr auto f = [](const auto& a) { return a; };

#ifdef ATTN_REJECT
constexpr auto found = is_causal<"token">(f, x);
#else
constexpr auto found = is_causal<"token">(f, as<double>(x));
#endif

// case: is_causal_no_tensor
// rejected: causality of a function whose result does not depend on x at all: it has numbers.
// expect-error: attn::is_causal<axis>\(f, x\): f must return a tensor that is computed from x
// errors: 1
constexpr tensor<double, axis<"token", 2>> x{1, 2};

#ifdef ATTN_REJECT
constexpr auto found = is_causal<"token">([](const auto&) { return x; }, x);
#else
constexpr auto found = is_causal<"token">([](const auto& a) { return a; }, x);
#endif

// case: is_causal_violated
// rejected: attention without a mask, where tokens must not see later ones.
// expect-error: attn::check: (not as expected|token 0 depends on token 1)
// expect-note: token 0 depends on
// errors: 1
// allow: detail::
constexpr tensor<double, axis<"token", 2>, axis<"feature", 2>> x{{1, 2}, {3, 4}};
constexpr auto f = [](const auto& a, const auto&... options) {
  return scaled_dot_product_attention(a, as_keys(a), as_keys(a), options...);
};

#ifdef ATTN_REJECT
static_assert(check<is_causal<"token">(f, x)>);
#else
static_assert(check<is_causal<"token">(f, x, causal<>)>);
#endif

// case: is_permutation_equivariant_axis_absent
// rejected: permutations of an axis that x does not have.
// expect-error: attn::is_permutation_equivariant<axis>\(f, x\): x has no such axis
// errors: 1
constexpr tensor<double, axis<"token", 2>> x{1, 2};
constexpr auto f = [](const auto& a) { return exp(a); };

#ifdef ATTN_REJECT
constexpr auto found = is_permutation_equivariant<"key">(f, x);
#else
constexpr auto found = is_permutation_equivariant<"token">(f, x);
#endif

// case: is_permutation_equivariant_axis_lost
// rejected: a function that has no tokens to permute in its result.
// expect-error: attn::is_permutation_equivariant<axis>\(f, x\): the result of f has no such axis
// errors: 1
constexpr tensor<double, axis<"token", 2>, axis<"feature", 2>> x{{1, 2}, {3, 4}};
constexpr auto f = [](const auto& a) { return mean<"token">(a); };

#ifdef ATTN_REJECT
constexpr auto found = is_permutation_equivariant<"token">(f, x);
#else
constexpr auto found = is_permutation_invariant<"token">(f, x);
#endif

// case: is_permutation_invariant_axis_absent
// rejected: permutations of an axis that x does not have.
// expect-error: attn::is_permutation_invariant<axis>\(f, x\): x has no such axis
// errors: 1
constexpr tensor<double, axis<"token", 2>, axis<"feature", 2>> x{{1, 2}, {3, 4}};
constexpr auto f = [](const auto& a) { return mean<"token">(a); };

#ifdef ATTN_REJECT
constexpr auto found = is_permutation_invariant<"key">(f, x);
#else
constexpr auto found = is_permutation_invariant<"token">(f, x);
#endif

// case: rows_independent_axis_absent
// rejected: rows along an axis that x does not have.
// expect-error: attn::rows_independent<axis>\(f, x\): x has no such axis
// errors: 1
constexpr tensor<double, axis<"batch", 2>, axis<"feature", 2>> x{{1, 2}, {3, 4}};
constexpr auto f = [](const auto& a) { return softmax<"feature">(a); };

#ifdef ATTN_REJECT
constexpr auto found = rows_independent<"token">(f, x);
#else
constexpr auto found = rows_independent<"batch">(f, x);
#endif

// case: is_stochastic_axis_absent
// rejected: weights along an axis that w does not have.
// expect-error: attn::is_stochastic<axis>\(w\): w has no such axis
// errors: 1
constexpr tensor<double, axis<"token", 2>, axis<"key", 2>> w{{0.5, 0.5}, {1, 0}};

#ifdef ATTN_REJECT
constexpr auto found = is_stochastic<"head">(w);
#else
constexpr auto found = is_stochastic<"key">(w);
#endif

// case: is_stochastic_integers
// rejected: integer weights.
// expect-error: attn::is_stochastic<axis>\(w\): the elements must be float or double
// errors: 1
constexpr tensor<int, axis<"token", 2>, axis<"key", 2>> w{{0, 1}, {1, 0}};

#ifdef ATTN_REJECT
constexpr auto found = is_stochastic<"key">(w);
#else
constexpr auto found = is_stochastic<"key">(as<float>(w));
#endif

// case: is_stochastic_without_bounds
// rejected: a proof for all inputs, of which no bounds are given.
// expect-error: attn::is_stochastic<axis>\(f, box…\): the inputs must have bounds: between
// errors: 1
using scores = tensor<double, axis<"token", 2>, axis<"key", 2>>;
constexpr auto f = [](const auto& x) { return softmax<"key">(x); };

#ifdef ATTN_REJECT
constexpr auto found = is_stochastic<"key">(f, scores{});
#else
constexpr auto found = is_stochastic<"key">(f, between<scores>(-1, 1));
#endif

// case: is_stochastic_result_axis
// rejected: the weights of a function whose result lacks the axis.
// expect-error: attn::is_stochastic<axis>\(f, box…\): the result of f has no such axis
// errors: 1
using scores = tensor<double, axis<"token", 2>, axis<"key", 2>>;
constexpr auto f = [](const auto& x) { return softmax<"key">(x); };

#ifdef ATTN_REJECT
constexpr auto found = is_stochastic<"head">(f, between<scores>(-1, 1));
#else
constexpr auto found = is_stochastic<"key">(f, between<scores>(-1, 1));
#endif

// case: is_monotone_in_axis_absent
// rejected: an input of an axis that the box does not have.
// expect-error: attn::is_monotone_in<axis, index>\(f, box\): the box has no such axis
// errors: 1
using scores = tensor<double, axis<"token", 2>, axis<"key", 3>>;
constexpr auto f = [](const auto& x) { return tanh(x); };

#ifdef ATTN_REJECT
constexpr auto found = is_monotone_in<"head", 2>(f, between<scores>(-1, 1));
#else
constexpr auto found = is_monotone_in<"key", 2>(f, between<scores>(-1, 1));
#endif

// case: is_monotone_in_index_out_of_range
// rejected: an index that the axis does not have.
// expect-error: attn::is_monotone_in<axis, index>\(f, box\): the axis has no such index
// errors: 1
using scores = tensor<double, axis<"token", 2>, axis<"key", 3>>;
constexpr auto f = [](const auto& x) { return tanh(x); };

#ifdef ATTN_REJECT
constexpr auto found = is_monotone_in<"key", 3>(f, between<scores>(-1, 1));
#else
constexpr auto found = is_monotone_in<"key", 2>(f, between<scores>(-1, 1));
#endif

// case: is_monotone_in_without_bounds
// rejected: a proof for all inputs of a box, of which no bounds are given.
// expect-error: attn::is_monotone_in<axis, index>\(f, box\): box must have bounds: between
// errors: 1
using scores = tensor<double, axis<"token", 2>, axis<"key", 3>>;
constexpr auto f = [](const auto& x) { return tanh(x); };

#ifdef ATTN_REJECT
constexpr auto found = is_monotone_in<"key", 2>(f, scores{});
#else
constexpr auto found = is_monotone_in<"key", 2>(f, between<scores>(-1, 1));
#endif

// case: is_monotone_without_bounds
// rejected: a proof for all inputs of a box, of which no bounds are given.
// expect-error: attn::is_monotone\(f, box\): box must have bounds: between
// errors: 1
using scores = tensor<double, axis<"token", 2>, axis<"key", 3>>;
constexpr auto f = [](const auto& x) { return tanh(x); };

#ifdef ATTN_REJECT
constexpr auto found = is_monotone(f, scores{});
#else
constexpr auto found = is_monotone(f, between<scores>(-1, 1));
#endif

// case: is_monotone_of_a_constant
// rejected: a function whose result is not computed from its argument.
// expect-error: attn::is_monotone\(f, box\): f must return a tensor that is computed from x
// errors: 1
using scores = tensor<double, axis<"token", 2>, axis<"key", 3>>;

#ifdef ATTN_REJECT
constexpr auto found = is_monotone([](const auto&) { return scores{}; }, between<scores>(-1, 1));
#else
constexpr auto found = is_monotone([](const auto& x) { return x; }, between<scores>(-1, 1));
#endif

// case: is_monotone_violated
// rejected: a function that falls, where it must not.
// expect-error: attn::check: (not as expected|at \(key 0\): slope -1 to -1 in key 0, not 0 or more)
// expect-note: not 0 or more
// errors: 1
// allow: detail::
constexpr auto box = between<tensor<double, axis<"key", 2>>>(-1, 1);

#ifdef ATTN_REJECT
static_assert(check<is_monotone([](const auto& x) { return -x; }, box)>);
#else
static_assert(check<is_monotone<non_increasing>([](const auto& x) { return -x; }, box)>);
#endif

// case: certify_integers
// rejected: a certificate about integers.
// expect-error: attn::certify\(f, x, eps\): the elements must be float or double
// errors: 1
using logits = tensor<int, axis<"row", 1>, axis<"category", 3>>;
constexpr auto f = [](const auto& x) { return x + x; };

#ifdef ATTN_REJECT
constexpr auto certain = certify(f, logits{}, 1);
#else
constexpr auto certain = certify(f, as<float>(logits{}), 1);
#endif

// case: certify_of_a_constant
// rejected: a certificate of a function that does not compute with the elements of its argument.
// expect-error: attn::certify\(f, x, eps\): f must compute a tensor from x, generic in the element type
// errors: 1
constexpr tensor<float, axis<"category", 3>> x{1, 2, 4};

#ifdef ATTN_REJECT
constexpr auto certain = certify([](const auto&) { return x + x; }, x, 0.5);
#else
constexpr auto certain = certify([](const auto& y) { return y + y; }, x, 0.5);
#endif

// case: certify_of_no_tensor
// rejected: a certificate of a function that returns a single element.
// expect-error: attn::certify\(f, x, eps\): f must compute a tensor from x, generic in the element type
// errors: 1
constexpr tensor<float, axis<"category", 3>> x{1, 2, 4};

#ifdef ATTN_REJECT
constexpr auto certain = certify([](const auto& y) { return y(0); }, x, 0.5);
#else
constexpr auto certain = certify([](const auto& y) { return sum<"category">(y); }, x, 0.5);
#endif

// case: certify_margin_axis_absent
// rejected: the margin along an axis that the result does not have.
// expect-error: attn::certificate.margin<axis>\(\): x has no such axis
// errors: 1
constexpr tensor<float, axis<"category", 3>> x{1, 2, 4};
constexpr auto certain = certify([](const auto& y) { return y + y; }, x, 0.5);

#ifdef ATTN_REJECT
constexpr auto margin = certain.margin<"class">();
#else
constexpr auto margin = certain.margin<"category">();
#endif
