// SPDX-License-Identifier: BSL-1.0
// What attn/ops/matmul.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <cstddef>
#include <limits>

#include <attn.hpp>

using namespace attn;

// case: matmul_batches_differ
// rejected: a batch of one query with a batch of two keys. PyTorch broadcasts it:
//   https://github.com/pytorch/pytorch/issues/64888.
// expect-error: attn::matmul\(A, B\): the leading axes must agree
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 2>;
template <std::size_t Batch>
using queries = tensor<float, axis<"batch", Batch>, token, dim<2>>;
using keys = tensor<float, axis<"batch", 2>, dim<2>, key>;

#ifdef ATTN_REJECT
constexpr auto scores = matmul(queries<1>{}, keys{});
#else
constexpr auto scores = matmul(queries<2>{}, keys{});
#endif

// case: matmul_one_query_matrix_for_all
// rejected: one A for all, whose rows have the name of the batch.
// expect-error: attn::matmul\(A, B\): the result would have two axes of one name
// errors: 1
using text = axis<"text", 2>;
constexpr tensor<double, text, axis<"feature", 3>, axis<"hidden", 4>> B;

#ifdef ATTN_REJECT
constexpr auto out = matmul(tensor<double, text, axis<"feature", 3>>{}, B);
#else
constexpr auto out = matmul(tensor<double, axis<"token", 2>, axis<"feature", 3>>{}, B);
#endif

// case: matmul_duplicate_axis
// rejected: self-attention: Q and K come from the same tokens, so the scores would have the
//   axis `token` twice, and no softmax<"token"> could tell which one is meant.
// expect-error: attn::matmul\(A, B\): the result would have two axes of one name
// expect-error: transpose\(as_keys\(K\)\)
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};
constexpr tensor<double, token, feature> K{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}};

#ifdef ATTN_REJECT
constexpr auto scores = matmul(Q, transpose(K));
#else
constexpr auto scores = matmul(Q, transpose(as_keys(K)));
#endif

// case: matmul_infinity_times_zero
// rejected: 0 * infinity: a mask that is multiplied where it should have been selected. The
//   compiler shows the way to the NaN, and it leads through the kernel.
// expect-error[gcc]: constant_is_not_a_number
// expect-error[clang]: must be initialized by a constant expression
// expect-note: constant_is_not_a_number|floating point arithmetic produces a NaN
// allow: detail::
// errors: 1
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr matrix<double, 1, 2> zeros;

#ifdef ATTN_REJECT
constexpr auto y = matmul(zeros, matrix<double, 2, 1>{{infinity}, {1}});
#else
constexpr auto y = matmul(zeros, matrix<double, 2, 1>{{2}, {1}});
#endif

// case: matmul_inner_sizes
// rejected: Q K without the transposition; in PyTorch a run-time error, in hand-written loops
//   none.
// expect-error: attn::matmul\(A, B\): A's last axis and B's second-to-last
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 4>;
using feature = axis<"feature", 3>;
constexpr tensor<float, token, feature> Q{{1, 0, 2}, {2, 2, 2}};
constexpr tensor<float, key, feature> K{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}, {1, 1, 1}};

#ifdef ATTN_REJECT
constexpr auto scores = matmul(Q, K);
#else
constexpr auto scores = matmul(Q, transpose(K));
#endif

// case: matmul_inner_sizes_unnamed
// rejected: 2x3 by 4x3 without any names: sizes are always checked.
// expect-error: attn::matmul\(A, B\): A's last axis and B's second-to-last
// errors: 1
constexpr matrix<double, 2, 3> A{{1, 0, 2}, {2, 2, 2}};
constexpr matrix<double, 4, 3> B{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}, {1, 1, 1}};

#ifdef ATTN_REJECT
constexpr auto product = matmul(A, B);
#else
constexpr auto product = matmul(A, transpose(B));
#endif

// case: matmul_into_smaller
// rejected: a product written into a tensor that has not its elements.
// expect-error: attn::matmul_into\(out, A, B\): out must have the axes of the result
// errors: 1
#ifdef ATTN_REJECT
using out_type = matrix<double, 1, 2>;
#else
using out_type = matrix<double, 3, 2>;
#endif

constexpr double first() {
  out_type out{};
  matmul_into(out, matrix<double, 3, 4>{}, matrix<double, 4, 2>{});
  return out(0, 0);
}
constexpr double zero = first();

// case: matmul_into_wrong_axes
// rejected: scores written into a tensor whose axes are in the other order: at 3x3 the sizes agree.
// expect-error: attn::matmul_into\(out, A, B\): out must have the axes of the result
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;

#ifdef ATTN_REJECT
using scores_type = tensor<double, key, token>;
#else
using scores_type = tensor<double, token, key>;
#endif

void score(scores_type& out, const tensor<double, token, feature>& q,
           const tensor<double, feature, key>& k) {
  matmul_into(out, q, k);
}

// case: matmul_names_ktq
// rejected: K^T Q where Q K^T was meant. An article derives the scores for vectors in columns
//   and then states them for vectors in rows; at 3x3 the two matrices have the same shape and
//   other numbers (E20).
// expect-error: attn::matmul\(A, B\): the contracted axes differ in name; did you mean matmul\(B, A\)\?
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};
constexpr tensor<double, key, feature> K{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}};

#ifdef ATTN_REJECT
constexpr auto scores = matmul(transpose(K), Q);
#else
constexpr auto scores = matmul(Q, transpose(K));
#endif

// case: matmul_names_of_another_axis
// rejected: two axes of one size and other names; neither the transpose nor as_keys would help.
// expect-error: attn::matmul\(A, B\): the contracted axes differ in name: A's last, B's second-to-last
// errors: 1
// forbid: did you mean
using token = axis<"token", 2>;
using key = axis<"key", 4>;
constexpr tensor<double, token, axis<"feature", 4>> X;
constexpr tensor<double, key, axis<"content", 3>> V;

#ifdef ATTN_REJECT
constexpr auto y = matmul(X, V);
#else
constexpr auto y = matmul(X, rename<"key", "feature">(V));
#endif

// case: matmul_names_of_self_attention
// rejected: the weights of self-attention are (token, key_token), and V is still (token, d_v).
// expect-error: attn::matmul\(A, B\): the contracted axes differ in name; did you mean as_keys\(B\)\?
// errors: 1
// forbid: transpose
using token = axis<"token", 3>;
constexpr tensor<double, token, axis<"d_k", 3>> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};
constexpr tensor<double, token, axis<"d_v", 3>> V{{1, 2, 3}, {2, 8, 0}, {2, 6, 3}};
constexpr auto w = attention_weights(Q, Q);

#ifdef ATTN_REJECT
constexpr auto out = matmul(w, V);
#else
constexpr auto out = matmul(w, as_keys(V));
static_assert(out == scaled_dot_product_attention(Q, Q, V));
#endif

// case: matmul_names_of_self_attention_unnamed_width
// rejected: the same where a width without a name would let the transpose of V compile as well.
// expect-error: attn::matmul\(A, B\): the contracted axes differ in name; did you mean as_keys\(B\)\?
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<double, token, dim<3>> V{{1, 2, 3}, {2, 8, 0}, {2, 6, 3}};
constexpr auto w = attention_weights(V, V);

#ifdef ATTN_REJECT
constexpr auto out = matmul(w, V);
#else
constexpr auto out = matmul(w, as_keys(V));
#endif

// case: matmul_of_token_ids
// rejected: a product of ids, which are no numbers: the look-up was forgotten.
// expect-error: attn::matmul\(A, B\): requires elements that can be added and multiplied
// errors: 1
constexpr matrix<token_id<5>, 2, 3> ids{};
constexpr matrix<float, 3, 2> W{};

#ifdef ATTN_REJECT
constexpr auto y = matmul(ids, W);
#else
constexpr auto y = matmul(as<float>(as<int>(ids)), W);
#endif

// case: matmul_type_of_wrong_product
// rejected: the type of an impossible product, never computed: an explicit return type would
//   let it pass.
// expect-error: attn::matmul\(A, B\): A's last axis and B's second-to-last
// errors: 1
using product_of_rows = tensor<double, dim<2>, dim<3>>;

#ifdef ATTN_REJECT
using product = decltype(matmul(product_of_rows{}, product_of_rows{}));
#else
using product = decltype(matmul(product_of_rows{}, transpose(product_of_rows{})));
#endif

// case: matmul_value_wrong_axis
// rejected: the weights' keys meet the values' features: V^T where V was meant, unnoticed at
//   3x3 (E15).
// expect-error: attn::matmul\(A, B\): the contracted axes differ in name; did you mean transpose\(B\)\?
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<double, key, feature> V{{1, 2, 3}, {2, 8, 0}, {2, 6, 3}};
constexpr tensor<double, token, key> weights{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

#ifdef ATTN_REJECT
constexpr auto out = matmul(weights, transpose(V));
#else
constexpr auto out = matmul(weights, V);
#endif

// case: matmul_vector
// rejected: a vector has no columns: is it one row or one column?
// expect-error: attn::matmul\(A, B\): A and B must have at least two axes
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};

#ifdef ATTN_REJECT
constexpr auto scores = matmul(Q, tensor<double, feature>{1, 2, 3});
#else
constexpr auto scores = matmul(Q, tensor<double, feature, dim<1>>{{1}, {2}, {3}});
#endif

// case: mixed_element_types
// rejected: integer tokens times float weights; PyTorch says so at run time ("expected scalar
//   type Long but found Float"), C++ would convert every element on the way (E8).
// expect-error: attn::matmul\(A, B\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 2>;
constexpr tensor<int, token, feature> x{{1, 0}, {0, 1}};
constexpr tensor<float, feature, axis<"hidden", 2>> W{{0.5f, 1}, {1.5f, 2}};

#ifdef ATTN_REJECT
constexpr auto projected = matmul(x, W);
#else
constexpr auto projected = matmul(as<float>(x), W);
#endif

// case: mixed_float_double
// rejected: float queries and double keys: one of them has lost digits already, or is about to.
// expect-error: attn::matmul\(A, B\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<float, token, feature> Q;
constexpr tensor<double, key, feature> K;

#ifdef ATTN_REJECT
constexpr auto scores = matmul(Q, transpose(K));
#else
constexpr auto scores = matmul(as<double>(Q), transpose(K));
#endif
