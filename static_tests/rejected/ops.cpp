// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/ops reject that have no table of their own. driver.py compiles each case
// with the lines above the first.
#include <limits>

#include <attn.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

// case: amax_axis_absent
// rejected: the maximum over an axis that is not there.
// expect-error: attn::amax<axis>\(x\): x has no such axis
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto y = amax<"feature">(scores);
#else
constexpr auto y = amax<"key">(scores);
#endif

// case: amin_axis_absent
// rejected: the minimum over an axis that is not there.
// expect-error: attn::amin<axis>\(x\): x has no such axis
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto y = amin<"feature">(scores);
#else
constexpr auto y = amin<"key">(scores);
#endif

// case: argmax_axis_absent
// rejected: the largest along an axis that is not there.
// expect-error: attn::argmax<axis>\(x\): x has no such axis
// errors: 1
constexpr tensor<double, axis<"token", 2>, dim<3>> x;

#ifdef ATTN_REJECT
constexpr auto y = argmax<"key">(x);
#else
constexpr auto y = argmax<"token">(x);
#endif

// case: argmax_without_order
// rejected: elements that cannot be compared.
// expect-error: attn::argmax<axis>\(x\): requires an arithmetic element type, whose values can be compared
// errors: 1
struct mod7 {
  int n = 0;
  friend constexpr mod7 operator+(mod7 a, mod7 b) { return {(a.n + b.n) % 7}; }
  friend constexpr mod7 operator-(mod7 a, mod7 b) { return {(a.n + 7 - b.n) % 7}; }
  friend constexpr mod7 operator*(mod7 a, mod7 b) { return {a.n * b.n % 7}; }
};

#ifdef ATTN_REJECT
constexpr auto y = argmax<0>(tensor<mod7, dim<3>>{});
#else
constexpr auto y = argmax<0>(tensor<int, dim<3>>{});
#endif

// case: argmax_last_axis_absent
// rejected: the last of the largest along an axis that is not there.
// expect-error: attn::argmax<axis>\(x, last_of_equals\): x has no such axis
// errors: 1
constexpr tensor<double, axis<"token", 2>, dim<3>> x;

#ifdef ATTN_REJECT
constexpr auto y = argmax<"key">(x, last_of_equals);
#else
constexpr auto y = argmax<"token">(x, last_of_equals);
#endif

// case: argmax_last_without_order
// rejected: elements that cannot be compared.
// expect-error: attn::argmax<axis>\(x, last_of_equals\): requires an arithmetic element type, whose values can be compared
// errors: 1
struct mod7 {
  int n = 0;
  friend constexpr mod7 operator+(mod7 a, mod7 b) { return {(a.n + b.n) % 7}; }
  friend constexpr mod7 operator-(mod7 a, mod7 b) { return {(a.n + 7 - b.n) % 7}; }
  friend constexpr mod7 operator*(mod7 a, mod7 b) { return {a.n * b.n % 7}; }
};

#ifdef ATTN_REJECT
constexpr auto y = argmax<0>(tensor<mod7, dim<3>>{}, last_of_equals);
#else
constexpr auto y = argmax<0>(tensor<int, dim<3>>{}, last_of_equals);
#endif

// case: dot_axis_absent_in_A
// rejected: A has no such axis.
// expect-error: attn::dot<axes…>\(A, B\): A has no such axis
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = dot<"key">(q, k);
#else
constexpr auto y = dot<"d_k">(q, k);
#endif

// case: dot_axis_absent_in_B
// rejected: B has no such axis.
// expect-error: attn::dot<axes…>\(A, B\): B has no such axis
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = dot<"query">(q, k);
#else
constexpr auto y = dot<"d_k">(q, k);
#endif

// case: dot_elements
// rejected: a float and a double.
// expect-error: attn::dot<axes…>\(A, B\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<float, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = dot<"d_k">(q, k);
#else
constexpr auto y = dot<"d_k">(q, as<double>(k));
#endif

// case: dot_seven_axes
// rejected: a tensor has at most 6 axes.
// expect-error: attn::dot<axes…>\(A, B\): a tensor has at most 6 axes
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, dim<2>, dim<2>, head, query, d_k> q;
constexpr tensor<double, dim<2>, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = dot<"d_k">(q, k);
#else
constexpr auto y = dot<"d_k">(tensor<double, head, query, d_k>(), tensor<double, key, d_k>());
#endif

// case: dot_names
// rejected: by position, and the names differ.
// expect-error: attn::dot<axes…>\(A, B\): the axes at these positions differ in name
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, axis<"d_v", 6>> k;

#ifdef ATTN_REJECT
constexpr auto y = dot<1>(q, k);
#else
constexpr auto y = dot<1>(q, unnamed(k));
#endif

// case: dot_no_axis
// rejected: no axis to sum over.
// expect-error: attn::dot<axes…>\(A, B\): name the axes to sum over; for none: einsum
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = dot(q, k);
#else
constexpr auto y = dot<"d_k">(q, k);
#endif

// case: dot_shared_name
// rejected: both have tokens: the result would have them twice.
// expect-error: attn::dot<axes…>\(A, B\): A and B share another name; rename one, e.g. as_keys\(B\), or use einsum
// expect-note: batch
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, query, d_k> q;
constexpr tensor<double, batch, head, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = dot<"d_k">(q, k);
#else
constexpr auto y = einsum<"...qd,...kd->...qk">(q, k);
#endif

// case: dot_sizes
// rejected: one name and two sizes.
// expect-error: attn::dot<axes…>\(A, B\): the summed axes must have the same size in A and B
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, axis<"d_k", 7>> k;

#ifdef ATTN_REJECT
constexpr auto y = dot<"d_k">(q, k);
#else
constexpr auto y = dot<"d_k">(q, tensor<double, key, d_k>());
#endif

// case: expand_existing_axis
// rejected: a row for every token, of something that is one number per token already.
// expect-error: attn::expand<Axis, position>\(x\): x has an axis of that name already
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;

#ifdef ATTN_REJECT
constexpr auto y = expand<token>(tensor<double, token>{1, 2, 3});
#else
constexpr auto y = expand<key>(tensor<double, token>{1, 2, 3});
#endif

// case: expand_seven_axes
// rejected: a seventh axis to broadcast along.
// expect-error: attn::expand<Axis, position>\(x\): a tensor has at most 6 axes
// errors: 1
using batch = axis<"batch", 2>;
using part = axis<"part", 2>;
using head = axis<"head", 2>;
using token = axis<"token", 3>;
constexpr tensor<int, batch, part, dim<2>, dim<1>, head, token> ids;

#ifdef ATTN_REJECT
constexpr auto wide = expand<axis<"key", 5>>(ids);
#else
constexpr auto wide = expand<axis<"key", 5>>(select<"part">(ids, 0));
#endif

// case: expand_position_absent
// rejected: a new axis at position 2 of a vector, which has room at 0 and 1.
// expect-error: attn::expand<Axis, position>\(x\): no such position
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;

#ifdef ATTN_REJECT
constexpr auto y = expand<key, 2>(tensor<double, token>{1, 2, 3});
#else
constexpr auto y = expand<key, 1>(tensor<double, token>{1, 2, 3});
#endif

// case: expand_too_large
// rejected: a number repeated more often than any memory has room for.
// expect-error: attn::expand<Axis, position>\(x\): the result would be too large for an object
// errors: 1
constexpr tensor<double, axis<"token", 2>> x{1, 2};

#ifdef ATTN_REJECT
constexpr auto wide = expand<axis<"key", 1ull << 62>>(x);
#else
constexpr auto wide = expand<axis<"key", 62>>(x);
#endif

// case: log_softmax_all_masked
// rejected: every score of a row is -infinity: its softmax is no number, nor a logarithm of it.
// expect-error[gcc]: log_softmax_of_a_row_without_a_finite_maximum
// expect-error[clang]: must be initialized by a constant expression
// expect-note: log_softmax_of_a_row_without_a_finite_maximum
// allow: detail::
// errors: 1
using key = axis<"key", 3>;
constexpr double infinity = std::numeric_limits<double>::infinity();

#ifdef ATTN_REJECT
constexpr auto y = log_softmax(tensor<double, key>{-infinity, -infinity, -infinity});
#else
constexpr auto y = log_softmax(tensor<double, key>{0, -infinity, -infinity});
#endif

// case: log_softmax_axis_absent
// rejected: log_softmax along an axis that the scores do not have.
// expect-error: attn::log_softmax<axis>\(x\): x has no such axis
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 2>;
constexpr tensor<double, token, key> scores{{2, 4}, {4, 16}, {4, 12}};

#ifdef ATTN_REJECT
constexpr auto y = log_softmax<"word">(scores);
#else
constexpr auto y = log_softmax<"key">(scores);
#endif

// case: log_softmax_infinite_column
// rejected: a score of +infinity, along the first axis, where columns are taken out of rows.
// expect-error[gcc]: log_softmax_of_a_row_without_a_finite_maximum
// expect-error[clang]: must be initialized by a constant expression
// expect-note: log_softmax_of_a_row_without_a_finite_maximum
// allow: detail::
// errors: 1
using key = axis<"key", 3>;
constexpr double infinity = std::numeric_limits<double>::infinity();

#ifdef ATTN_REJECT
constexpr auto y = log_softmax<0>(matrix<double, 2, 2>{{0, infinity}, {1, 2}});
#else
constexpr auto y = log_softmax<0>(matrix<double, 2, 2>{{0, -infinity}, {1, 2}});
#endif

// case: log_softmax_of_integers
// rejected: log_softmax of integer scores.
// expect-error: attn::log_softmax<axis>\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 2>;
constexpr tensor<int, token, key> scores{{2, 4}, {4, 16}, {4, 12}};

#ifdef ATTN_REJECT
constexpr auto y = log_softmax(scores);
#else
constexpr auto y = log_softmax(as<double>(scores));
#endif

// case: logsumexp_axis_absent
// rejected: logsumexp along an axis that is gone already.
// expect-error: attn::logsumexp<axis>\(x\): x has no such axis
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 2>;
constexpr tensor<double, token, key> scores{{2, 4}, {4, 16}, {4, 12}};

#ifdef ATTN_REJECT
constexpr auto y = logsumexp<"key">(logsumexp<"key">(scores));
#else
constexpr auto y = logsumexp<"token">(logsumexp<"key">(scores));
#endif

// case: logsumexp_nan
// rejected: a score that is no number.
// expect-error[gcc]: constant_is_not_a_number
// expect-error[clang]: must be initialized by a constant expression
// expect-note: constant_is_not_a_number
// allow: detail::
// errors: 1
using key = axis<"key", 3>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

#ifdef ATTN_REJECT
constexpr auto y = logsumexp<0>(tensor<double, key>{0, no_number, 2});
#else
constexpr auto y = logsumexp<0>(tensor<double, key>{0, infinity, 2});
#endif

// case: logsumexp_of_integers
// rejected: logsumexp of integer scores.
// expect-error: attn::logsumexp<axis>\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 2>;
constexpr tensor<int, token, key> scores{{2, 4}, {4, 16}, {4, 12}};

#ifdef ATTN_REJECT
constexpr auto y = logsumexp<"key">(scores);
#else
constexpr auto y = logsumexp<"key">(as<double>(scores));
#endif

// case: map_different_axes
// rejected: pairs of elements that do not belong together.
// expect-error: attn::map\(A, B, f\): both must have the same axes
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, axis<"key", 3>, feature> y{{1, 2}, {3, 4}, {5, 6}};
constexpr auto smaller = [](double a, double b) { return a < b ? a : b; };

#ifdef ATTN_REJECT
constexpr auto least = map(x, y, smaller);
#else
constexpr auto least = map(x, x, smaller);
#endif

// case: map_parameters_another_type
// rejected: a function that turns every tensor into another type.
// expect-error: attn::map_parameters\(f, m, …\): f must return a tensor of the type of its first argument
// errors: 1
struct network {
  using vector = tensor<float, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(network, (vector, weight));
};
constexpr network m{};

#ifdef ATTN_REJECT
constexpr auto y = map_parameters([](const auto& w) { return as<double>(w); }, m);
#else
constexpr auto y = map_parameters([](const auto& w) { return as<float>(as<double>(w)); }, m);
#endif

// case: mean_axis_absent
// rejected: the mean over the tokens of a matrix that has lost them.
// expect-error: attn::mean<axis>\(x\): x has no such axis
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto y = mean<"feature">(scores);
#else
constexpr auto y = mean<"key">(scores);
#endif

// case: mean_of_integers
// rejected: the mean of 2, 4 and 4 is no whole number.
// expect-error: attn::mean<axis>\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<int, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto y = mean<"key">(scores);
#else
constexpr auto y = mean<"key">(as<double>(scores));
#endif

// case: narrow_axis_absent
// rejected: a range of an axis that the tensor has not.
// expect-error: attn::narrow<axis, length>\(x, start\): x has no such axis
// errors: 1
constexpr tensor<double, axis<"token", 4>, axis<"width", 2>> x{{1, 2}, {3, 4}, {5, 6}, {7, 8}};

#ifdef ATTN_REJECT
constexpr auto part = narrow<"key", 2>(x, 1);
#else
constexpr auto part = narrow<"token", 2>(x, 1);
#endif

static_assert(part.rank > 0);

// case: narrow_out_of_range
// rejected: a range that ends past the end of the axis, in constant evaluation.
// expect-error[gcc]: index_out_of_range_for_its_axis
// expect-error[clang]: must be initialized by a constant expression
// expect-note: index_out_of_range_for_its_axis
// allow: detail::
// errors: 1
constexpr tensor<double, axis<"token", 4>, axis<"width", 2>> x{{1, 2}, {3, 4}, {5, 6}, {7, 8}};

#ifdef ATTN_REJECT
constexpr auto part = narrow<"token", 2>(x, 3);
#else
constexpr auto part = narrow<"token", 2>(x, 2);
#endif

static_assert(part.rank > 0);

// case: narrow_too_long
// rejected: a range that is longer than the axis.
// expect-error: the length must be 1 to the axis' size
// errors: 1
constexpr tensor<double, axis<"token", 4>, axis<"width", 2>> x{{1, 2}, {3, 4}, {5, 6}, {7, 8}};

#ifdef ATTN_REJECT
constexpr auto part = narrow<"token", 5>(x, 0);
#else
constexpr auto part = narrow<"token", 4>(x, 0);
#endif

static_assert(part.rank > 0);

// case: one_hot_existing_axis
// rejected: the new axis is there already.
// expect-error: attn::one_hot<Axis, T>\(ids\): ids have an axis of that name already
// errors: 1
using token = axis<"token", 2>;
using word = axis<"word", 3>;

#ifdef ATTN_REJECT
constexpr auto y = one_hot<token, float>(tensor<int, token>{0, 1});
#else
constexpr auto y = one_hot<word, float>(tensor<int, token>{0, 1});
#endif

// case: one_hot_seven_axes
// rejected: ids of six axes, and the axis of the rows.
// expect-error: attn::one_hot<Axis, T>\(ids\): a tensor has at most 6 axes
// errors: 1
using batch = axis<"batch", 2>;
using part = axis<"part", 2>;
using head = axis<"head", 2>;
using token = axis<"token", 3>;
constexpr tensor<int, batch, part, dim<2>, dim<1>, head, token> ids;

#ifdef ATTN_REJECT
constexpr auto rows = one_hot<axis<"word", 7>, double>(ids);
#else
constexpr auto rows = one_hot<axis<"word", 7>, double>(select<"part">(ids, 0));
#endif

// case: one_hot_id_out_of_range
// rejected: the fourth of three words.
// expect-error[gcc]: id_out_of_range_for_one_hot
// expect-error[clang]: must be initialized by a constant expression
// expect-note: id_out_of_range_for_one_hot
// errors: 1
using token = axis<"token", 2>;
using word = axis<"word", 3>;

#ifdef ATTN_REJECT
constexpr auto y = one_hot<word, float>(tensor<int, token>{1, 3});
#else
constexpr auto y = one_hot<word, float>(tensor<int, token>{1, 2});
#endif

// case: one_hot_more_ids
// rejected: ids from 0 to 4, and an axis of four words.
// expect-error: attn::one_hot<Axis, T>\(ids\): there are more ids than the axis has indices
// errors: 1
constexpr tensor<token_id<5>, axis<"token", 3>> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto y = one_hot<axis<"word", 4>, float>(ids);
#else
constexpr auto y = one_hot<axis<"word", 5>, float>(ids);
#endif

// case: one_hot_of_fractions
// rejected: ids with fractions.
// expect-error: attn::one_hot<Axis, T>\(ids\): the ids must be integers
// errors: 1
using token = axis<"token", 2>;
using word = axis<"word", 3>;

#ifdef ATTN_REJECT
constexpr auto y = one_hot<word, float>(tensor<double, token>{1, 2});
#else
constexpr auto y = one_hot<word, float>(tensor<int, token>{1, 2});
#endif

// case: one_hot_too_large
// rejected: one row of zeros for each id, and each longer than any memory.
// expect-error: attn::one_hot<Axis, T>\(ids\): the result would be too large for an object
// errors: 1
constexpr tensor<int, axis<"token", 2>> ids{1, 2};

#ifdef ATTN_REJECT
constexpr auto rows = one_hot<axis<"word", 1ull << 62>, float>(ids);
#else
constexpr auto rows = one_hot<axis<"word", 62>, float>(ids);
#endif

// case: permute_axis_absent
// rejected: an axis that x does not have.
// expect-error: attn::permute<axes…>\(x\): the order must name every axis of x exactly once
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, token, head, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = permute<"head", "key", 2>(x);
#else
constexpr auto y = permute<"head", "token", 2>(x);
#endif

// case: permute_axis_missing
// rejected: two of three axes: where does the third go?
// expect-error: attn::permute<axes…>\(x\): the order must name every axis of x exactly once
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, token, head, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = permute<"head", "token">(x);
#else
constexpr auto y = permute<"head", "token", 2>(x);
#endif

// case: permute_axis_twice
// rejected: one axis twice: once by its name, once by its position.
// expect-error: attn::permute<axes…>\(x\): the order must name every axis of x exactly once
// errors: 1
using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, token, head, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = permute<"head", "token", 1>(x);
#else
constexpr auto y = permute<"head", "token", 2>(x);
#endif

// case: reduce_axis_absent
// rejected: a reduction over an axis that is not there.
// expect-error: attn::reduce<axis>\(x, f\): x has no such axis
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};
constexpr auto plus = [](double a, double b) { return a + b; };

#ifdef ATTN_REJECT
constexpr auto y = reduce<"feature">(scores, plus);
#else
constexpr auto y = reduce<"key">(scores, plus);
#endif

// case: reduce_axis_appears
// rejected: reduce adds no axes.
// expect-error: attn::reduce<pattern, how>\(x\): this axis is not on the left
// expect-note: pattern<attn::label<\d+>\{"b t d -> b t "\}, attn::rules::here<13>, attn::label<\d+>\{"new"\}>
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = reduce<"b t d -> b t new", "sum">(x);
#else
constexpr auto y = reduce<"b t d -> b t", "sum">(x);
#endif

// case: reduce_mean_of_integers
// rejected: the mean of integers.
// expect-error: attn::reduce<pattern, how>\(x\): a mean requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<int, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = reduce<"b t d -> b d", "mean">(x);
#else
constexpr auto y = reduce<"b t d -> b d", "mean">(as<double>(x));
#endif

// case: reduce_number_on_the_right
// rejected: windows of two, on the wrong side.
// expect-error: attn::reduce<pattern, how>\(x\): a number other than 1 must be on the left, and not 0
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = reduce<"b t (d 2) -> b t 2", "max">(x);
#else
constexpr auto y = reduce<"b t (d 2) -> b t d", "max">(x);
#endif

// case: reduce_unknown
// rejected: a reduction that is none of the five.
// expect-error: attn::reduce<pattern, how>\(x\): how is sum, mean, max, min or prod
// expect-note: "average"
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = reduce<"b t d -> b d", "average">(x);
#else
constexpr auto y = reduce<"b t d -> b d", "mean">(x);
#endif

// case: repeat_axis_vanishes
// rejected: repeat does not sum.
// expect-error: attn::repeat<pattern>\(x\): this axis is not on the right; for its sum: reduce
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = repeat<"b h t d -> b t d">(x);
#else
constexpr auto y = repeat<"b h t d -> b h t d">(x);
#endif

// case: repeat_ellipsis_vanishes
// rejected: repeat drops no axes.
// expect-error: attn::repeat<pattern>\(x\): this ellipsis is not on the right
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = repeat<"... d -> d">(x);
#else
constexpr auto y = repeat<"... d -> d ...">(x);
#endif

// case: repeat_seven_axes
// rejected: a seventh axis.
// expect-error: attn::repeat<pattern>\(x\): a tensor has at most 6 axes
// errors: 1
constexpr tensor<double, dim<2>, dim<3>, dim<4>, dim<5>> x;

#ifdef ATTN_REJECT
constexpr auto y = repeat<"a b c d -> a 1 b c 1 d e">(x, axis<"e", 2>());
#else
constexpr auto y = repeat<"a b c d -> a 1 b c 1 (d e)">(x, axis<"e", 2>());
#endif

// case: repeat_heads_existing_axis
// rejected: heads named as the width is.
// expect-error: attn::repeat_heads<head>\(x\): x has another axis of that name
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = repeat_heads<axis<"width", 6>>(k);
#else
constexpr auto out = repeat_heads<q_head>(k);
#endif

static_assert(out.rank > 0);

// case: repeat_heads_matrix
// rejected: keys without a head.
// expect-error: attn::repeat_heads<head>\(x\): x must be \(head, token, width\)
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = repeat_heads<q_head>(select<0>(k, 0));
#else
constexpr auto out = repeat_heads<q_head>(k);
#endif

static_assert(out.rank > 0);

// case: repeat_heads_not_dividing
// rejected: three heads made four.
// expect-error: attn::repeat_heads<head>\(x\): the heads of x must divide the number of heads
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = repeat_heads<axis<"head", 4>>(k);
#else
constexpr auto out = repeat_heads<q_head>(k);
#endif

static_assert(out.rank > 0);

// case: repeat_size_missing
// rejected: how often?
// expect-error: attn::repeat<pattern>\(x\): a new axis needs its size: axis<"head", 8>\(\)
// expect-note: pattern<attn::label<\d+>\{"\.\.\. -> "\}, attn::rules::here<7>, attn::label<\d+>\{"group \.\.\."\}>
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = repeat<"... -> group ...">(x);
#else
constexpr auto y = repeat<"... -> group ...">(x, axis<"group", 4>());
#endif

// case: repeat_too_large
// rejected: sizes that are given to a pattern, and whose product wraps around.
// expect-error: attn::repeat<pattern>\(x\): the result would be too large for an object
// errors: 1
constexpr tensor<int, axis<"token", 2>> x{1, 2};

#ifdef ATTN_REJECT
constexpr auto many = repeat<"token -> token (head group)">(x, axis<"head", 1ull << 32>(),
                                                            axis<"group", 1ull << 32>());
#else
constexpr auto many =
    repeat<"token -> token (head group)">(x, axis<"head", 3>(), axis<"group", 2>());
#endif

// case: repeat_zero_times
// rejected: no times at all.
// expect-error: attn::repeat<pattern>\(x\): on the left the only number is 1; on the right, 0 is not a size
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = repeat<"b t d -> b (t 0) d">(x);
#else
constexpr auto y = repeat<"b t d -> b (t 1) d">(x);
#endif

// case: sample_axis_absent
// rejected: p has no such axis.
// expect-error: attn::sample<axis>\(p, u\): p has no such axis
// errors: 1
using word = axis<"word", 4>;
constexpr tensor<double, word> p{0.25, 0.25, 0.25, 0.25};

#ifdef ATTN_REJECT
constexpr auto drawn = sample<"key">(p, 0.5);
#else
constexpr auto drawn = sample<"word">(p, 0.5);
#endif

// case: sample_mixed_element_types
// rejected: double and float.
// expect-error: attn::sample<axis>\(p, u\): requires one element type
// errors: 1
using word = axis<"word", 2>;
constexpr tensor<double, word> p{0.5, 0.5};

#ifdef ATTN_REJECT
constexpr auto drawn = sample(p, tensor<float>(0.5f));
#else
constexpr auto drawn = sample(p, tensor<double>(0.5));
#endif

// case: sample_of_integers
// rejected: counts are no probabilities.
// expect-error: attn::sample<axis>\(p, u\): p must be probabilities
// errors: 1
using word = axis<"word", 4>;
constexpr tensor<int, word> counts{1, 2, 3, 4};

#ifdef ATTN_REJECT
constexpr auto drawn = sample(counts, 1);
#else
constexpr auto drawn = sample(as<double>(counts) / 10, 0.5);
#endif

// case: sample_one_u_for_rows
// rejected: one u for three rows: they would all be drawn alike.
// expect-error: attn::sample<axis>\(p, u\): one u for each row
// errors: 1
using token = axis<"token", 3>;
using word = axis<"word", 2>;
constexpr tensor<double, token, word> p{{0.5, 0.5}, {0.5, 0.5}, {0.5, 0.5}};

#ifdef ATTN_REJECT
constexpr auto drawn = sample(p, 0.5);
#else
constexpr auto drawn = sample(p, tensor<double, token>{0.1, 0.5, 0.9});
#endif

// case: sample_u_is_1
// rejected: u is of [0, 1), and 1 is not.
// expect-error: sample_wants_a_number_of_0_to_1|must be initialized by a constant expression
// expect-note: sample_wants_a_number_of_0_to_1
// allow: detail::
// errors: 1
using word = axis<"word", 2>;
constexpr tensor<double, word> p{0.5, 0.5};

#ifdef ATTN_REJECT
constexpr auto drawn = sample(p, 1.0);
#else
constexpr auto drawn = sample(p, 0.999);
#endif

// case: sum_axis_absent
// rejected: the sum over an axis that has been summed over before, or never was there.
// expect-error: attn::sum<axis>\(x\): x has no such axis
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto y = sum<"feature">(scores);
#else
constexpr auto y = sum<"key">(scores);
#endif

// case: transpose_vector
// rejected: NumPy's transpose of a vector is the vector itself: is it a row or a column?
// expect-error: attn::transpose\(x\): x must have at least two axes
// errors: 1
using token = axis<"token", 3>;

#ifdef ATTN_REJECT
constexpr auto row = transpose(tensor<double, token>{1, 2, 3});
#else
constexpr auto row = transpose(tensor<double, dim<1>, token>{{1, 2, 3}});
#endif

// case: zip_with_names_differ
// rejected: two operands whose names differ, behind one that has none.
// expect-error: attn::zip_with\(f, A, B…\): all must have the same axes
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};
constexpr auto key_of_x = rename<"token", "key">(x);
constexpr auto sum_of = [](double a, double b, double c) { return a + b + c; };

#ifdef ATTN_REJECT
constexpr auto y = zip_with(sum_of, unnamed(x), x, key_of_x);
#else
constexpr auto y = zip_with(sum_of, unnamed(x), x, x);
#endif

// case: zip_with_third_differs
// rejected: a third operand with its axes the other way round.
// expect-error: attn::zip_with\(f, A, B…\): all must have the same axes
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};
constexpr auto sum_of = [](double a, double b, double c) { return a + b + c; };

#ifdef ATTN_REJECT
constexpr auto y = zip_with(sum_of, x, x, transpose(x));
#else
constexpr auto y = zip_with(sum_of, x, x, x);
#endif

// case: flip_axis_absent
// rejected: an axis that the tensor has not.
// expect-error: attn::flip<axis>\(x\): x has no such axis
// errors: 1
constexpr tensor<double, axis<"token", 2>, axis<"key", 3>> x{};

#ifdef ATTN_REJECT
constexpr auto y = flip<"time">(x);
#else
constexpr auto y = flip<"key">(x);
#endif

// case: cumsum_axis_absent
// rejected: a running sum along an axis that x does not have.
// expect-error: attn::cumsum<axis>\(x\): x has no such axis
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> x{{1, 2, 4}, {8, 16, 32}};

#ifdef ATTN_REJECT
constexpr auto y = cumsum<"time">(x);
#else
constexpr auto y = cumsum<"key">(x);
#endif

// case: cumsum_of_ids
// rejected: a running sum of token ids, which are no quantities.
// expect-error: attn::cumsum<axis>\(x\): requires elements that can be added and multiplied
// errors: 1
using token = axis<"token", 2>;
using id = token_id<9>;

#ifdef ATTN_REJECT
constexpr auto y = cumsum<"token">(tensor<id, token>{id(1), id(2)});
#else
constexpr auto y = cumsum<"token">(tensor<int, token>{1, 2});
#endif

// case: in_parts_none
// rejected: work in no part.
// expect-error: attn::in_parts<n>\(run\): requires at least one part
// errors: 1
#ifdef ATTN_REJECT
constexpr auto parts = in_parts<0>(one_by_one{});
#else
constexpr auto parts = in_parts<1>(one_by_one{});
#endif

// case: in_parts_run_of_tasks
// rejected: a runner of single tasks, where one that calls all parts is needed.
// expect-error: attn::in_parts<n>\(run\): run must be callable as run\(count, part\)
// errors: 1
#ifdef ATTN_REJECT
constexpr auto parts = in_parts<2>([](const auto& task) { task(); });
#else
constexpr auto parts = in_parts<2>(one_by_one{});
#endif

// case: softmax_in_parts_axis_absent
// rejected: the softmax along an axis that x does not have, in parts.
// expect-error: attn::softmax_into<axis>\(out, x\): x has no such axis
// errors: 1
void normalize() {
  const tensor<float, axis<"query", 4>, axis<"key", 3>> x{};
  auto out = x;
  const auto two = in_parts<2>(one_by_one{});
#ifdef ATTN_REJECT
  softmax_into<"keys">(two, out, x);
#else
  softmax_into<"key">(two, out, x);
#endif
}

// case: matmul_in_parts_sizes
// rejected: a product in parts whose widths differ: the sentence of the product.
// expect-error: attn::matmul\(A, B\): A's last axis and B's second-to-last axis differ in size
// errors: 1
constexpr bool divided() {
  const auto two = in_parts<2>(one_by_one{});
  matrix<double, 2, 2> out{};
#ifdef ATTN_REJECT
  matmul_into(two, out, matrix<double, 2, 3>{}, matrix<double, 4, 2>{});
#else
  matmul_into(two, out, matrix<double, 2, 3>{}, matrix<double, 3, 2>{});
#endif
  return true;
}
static_assert(divided());

// case: vmap_axis_absent
// rejected: an axis that x does not have.
// expect-error: attn::vmap<axis>\(f, x, …\): x has no such axis
// errors: 1
constexpr tensor<double, axis<"batch", 2>, dim<3>> x{};
constexpr auto twice = [](const auto& one) { return one + one; };

#ifdef ATTN_REJECT
constexpr auto y = vmap<"bach">(twice, x);
#else
constexpr auto y = vmap<"batch">(twice, x);
#endif

// case: vmap_lengths
// rejected: two batches of different lengths.
// expect-error: attn::vmap<axis>\(f, x, …\): the operands differ in length
// errors: 1
constexpr tensor<double, axis<"batch", 2>, dim<3>> x{};
constexpr auto sum_of = [](const auto& a, const auto& b) { return a + b; };

#ifdef ATTN_REJECT
constexpr auto y = vmap<"batch">(sum_of, x, tensor<double, axis<"batch", 4>, dim<3>>{});
#else
constexpr auto y = vmap<"batch">(sum_of, x, tensor<double, axis<"batch", 2>, dim<3>>{});
#endif

// case: vmap_returns_a_number
// rejected: a function that returns a number and no tensor.
// expect-error: attn::vmap<axis>\(f, x, …\): f must return a tensor for one index of the axis
// errors: 1
constexpr tensor<double, axis<"batch", 2>, dim<3>> x{};

#ifdef ATTN_REJECT
constexpr auto y = vmap<"batch">([](const auto& one) { return one(0); }, x);
#else
constexpr auto y = vmap<"batch">([](const auto& one) { return one * one(0); }, x);
#endif

// case: vmap_name_in_the_result
// rejected: a result that has the axis already.
// expect-error: attn::vmap<axis>\(f, x, …\): the result of f has an axis of this name already
// errors: 1
constexpr tensor<double, axis<"batch", 2>, dim<3>> x{};
constexpr tensor<double, axis<"batch", 5>, dim<3>> table{};

#ifdef ATTN_REJECT
constexpr auto y = vmap<"batch">([](const auto&) { return table; }, x);
#else
constexpr auto y = vmap<"batch">([](const auto&) { return sum<"batch">(table); }, x);
#endif

// case: vmap_into_other_axes
// rejected: a tensor that has other axes than the results.
// expect-error: attn::vmap_into<axis>\(out, f, x, …\): out must have the axes of the result
// errors: 1
constexpr tensor<double, axis<"batch", 2>, dim<3>> x{};
constexpr bool doubled() {
  const auto twice = [](const auto& one) { return one + one; };
#ifdef ATTN_REJECT
  tensor<double, dim<3>, axis<"batch", 2>> out{};
#else
  tensor<double, axis<"batch", 2>, dim<3>> out{};
#endif
  vmap_into<"batch">(out, twice, x);
  return true;
}
static_assert(doubled());

// case: elementwise_sizes
// rejected: operands of different sizes.
// expect-error: attn::elementwise\(f, A, B…\): all must have the same axes
// errors: 1
constexpr matrix<double, 2, 3> x{};
constexpr auto sum_of = [](const auto& a, const auto& b) { return a + b; };

#ifdef ATTN_REJECT
constexpr auto y = elementwise(sum_of, x, matrix<double, 3, 2>{});
#else
constexpr auto y = elementwise(sum_of, x, matrix<double, 2, 3>{});
#endif

// case: elementwise_along_an_axis
// rejected: a softmax, which is no function of each element.
// expect-error: attn::softmax<axis>\(x\): x has no such axis
// errors: 1
constexpr matrix<double, 2, 3> x{};

#ifdef ATTN_REJECT
constexpr auto y = elementwise([](const auto& a) { return softmax(a); }, x);
#else
constexpr auto y = elementwise([](const auto& a) { return exp(a); }, x);
#endif

// case: elementwise_returns_a_number
// rejected: a function of numbers.
// expect-error: attn::elementwise\(f, A, B…\): f must take and return tensors of any axes
// errors: 1
constexpr matrix<double, 2, 3> x{};

#ifdef ATTN_REJECT
constexpr auto y = elementwise([](double a) { return a * 2; }, x);
#else
constexpr auto y = elementwise([](const auto& a) { return a * 2; }, x);
#endif

// case: elementwise_into_other_axes
// rejected: a tensor that has other axes than the operands.
// expect-error: attn::elementwise_into\(out, f, A, B…\): out must have the axes of the result
// errors: 1
constexpr tensor<double, axis<"token", 2>, dim<3>> x{};
constexpr bool doubled_in_blocks() {
#ifdef ATTN_REJECT
  tensor<double, dim<3>, axis<"token", 2>> out{};
#else
  tensor<double, axis<"token", 2>, dim<3>> out{};
#endif
  elementwise_into(out, [](const auto& a) { return a + a; }, x);
  return true;
}
static_assert(doubled_in_blocks());

// case: elementwise_into_other_element
// rejected: an integer, where the formula gives a fraction.
// expect-error: attn::elementwise_into\(out, f, A, B…\): out must have the element type
// errors: 1
constexpr matrix<double, 2, 3> x{};
constexpr bool stored() {
#ifdef ATTN_REJECT
  matrix<int, 2, 3> out{};
#else
  matrix<double, 2, 3> out{};
#endif
  elementwise_into(out, [](const auto& a) { return a + a; }, x);
  return true;
}
static_assert(stored());

// case: packed_into_other_axes
// rejected: packed weights of another matrix.
// expect-error: attn::packed_into\(out, w\): out must have the axes of the result
// errors: 1
constexpr tensor<float, axis<"in", 3>, axis<"out", 2>> w{};
constexpr bool packs() {
#ifdef ATTN_REJECT
  packed_weight<float, axis<"in", 2>, axis<"out", 2>> out{};
#else
  packed_weight<float, axis<"in", 3>, axis<"out", 2>> out{};
#endif
  packed_into(out, w);
  return true;
}
static_assert(packs());

// case: index_select_axis_absent
// rejected: indices of an axis that is not there.
// expect-error: attn::index_select<axis>\(x, ids\): x has no such axis
// errors: 1
constexpr tensor<double, axis<"token", 2>, dim<3>> x;
constexpr tensor<int, axis<"choice", 2>> ids{1, 0};

#ifdef ATTN_REJECT
constexpr auto y = index_select<"key">(x, ids);
#else
constexpr auto y = index_select<"token">(x, ids);
#endif

// case: index_select_negative
// rejected: a negative index, which has no meaning unless that is said.
// expect-error[gcc]: index_out_of_range_for_its_axis
// expect-error[clang]: must be initialized by a constant expression
// expect-note: index_out_of_range_for_its_axis
// errors: 1
constexpr tensor<double, axis<"token", 2>> x{1, 2};
constexpr tensor<int, axis<"choice", 1>> ids{-1};

#ifdef ATTN_REJECT
constexpr auto y = index_select<"token">(x, ids);
#else
constexpr auto y = index_select<"token">(x, ids, negative_from_end);
#endif

// case: index_select_before_the_first
// rejected: the third from the end of two.
// expect-error[gcc]: index_out_of_range_for_its_axis
// expect-error[clang]: must be initialized by a constant expression
// expect-note: index_out_of_range_for_its_axis
// errors: 1
constexpr tensor<double, axis<"token", 2>> x{1, 2};

#ifdef ATTN_REJECT
constexpr auto y = index_select<"token">(x, tensor<int, dim<1>>{-3}, negative_from_end);
#else
constexpr auto y = index_select<"token">(x, tensor<int, dim<1>>{-2}, negative_from_end);
#endif

// case: index_select_of_fractions
// rejected: indices with fractions.
// expect-error: attn::index_select<axis>\(x, ids\): the ids must be integers
// errors: 1
constexpr tensor<double, axis<"token", 2>> x{1, 2};

#ifdef ATTN_REJECT
constexpr auto y = index_select<"token">(x, tensor<double, dim<1>>{1});
#else
constexpr auto y = index_select<"token">(x, tensor<int, dim<1>>{1});
#endif

// case: index_select_by_a_matrix
// rejected: indices with two axes.
// expect-error: attn::index_select<axis>\(x, ids\): the ids must have one axis
// errors: 1
constexpr tensor<double, axis<"token", 2>> x{1, 2};

#ifdef ATTN_REJECT
constexpr auto y = index_select<"token">(x, matrix<int, 1, 2>{{1, 0}});
#else
constexpr auto y = index_select<"token">(x, tensor<int, dim<2>>{1, 0});
#endif

// case: index_select_more_ids
// rejected: ids from 0 to 2, and an axis of two tokens.
// expect-error: attn::index_select<axis>\(x, ids\): there are more ids than the axis has indices
// errors: 1
constexpr tensor<double, axis<"token", 2>> x{1, 2};

#ifdef ATTN_REJECT
constexpr auto y = index_select<"token">(x, tensor<token_id<3>, dim<2>>{1, 0});
#else
constexpr auto y = index_select<"token">(x, tensor<token_id<2>, dim<2>>{1, 0});
#endif

// case: index_select_existing_axis
// rejected: the indices have the name of another axis of x.
// expect-error: attn::index_select<axis>\(x, ids\): x has another axis named as that of the ids
// errors: 1
constexpr tensor<double, axis<"token", 2>, axis<"width", 3>> x;

#ifdef ATTN_REJECT
constexpr auto y = index_select<"token">(x, tensor<int, axis<"width", 3>>{1, 0, 1});
#else
constexpr auto y = index_select<"token">(x, tensor<int, axis<"choice", 3>>{1, 0, 1});
#endif

// case: one_hot_before_the_first
// rejected: the fourth from the end of three words.
// expect-error[gcc]: id_out_of_range_for_one_hot
// expect-error[clang]: must be initialized by a constant expression
// expect-note: id_out_of_range_for_one_hot
// errors: 1
using word = axis<"word", 3>;

#ifdef ATTN_REJECT
constexpr auto y = one_hot<word, float>(tensor<int, dim<2>>{1, -4}, negative_from_end);
#else
constexpr auto y = one_hot<word, float>(tensor<int, dim<2>>{1, -3}, negative_from_end);
#endif

// case: one_hot_negative
// rejected: a negative id, which has no meaning unless that is said.
// expect-error[gcc]: id_out_of_range_for_one_hot
// expect-error[clang]: must be initialized by a constant expression
// expect-note: id_out_of_range_for_one_hot
// errors: 1
using word = axis<"word", 3>;

#ifdef ATTN_REJECT
constexpr auto y = one_hot<word, float>(tensor<int, dim<2>>{1, -1});
#else
constexpr auto y = one_hot<word, float>(tensor<int, dim<2>>{1, -1}, negative_from_end);
#endif
