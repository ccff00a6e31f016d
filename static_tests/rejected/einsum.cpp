// SPDX-License-Identifier: BSL-1.0
// What attn/ops/einsum.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: einsum_elements
// rejected: a float and a double.
// expect-error: attn::einsum<pattern>\(…\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<float, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"ij,kj->ik">(q, k);
#else
constexpr auto y = einsum<"ij,kj->ik">(q, as<double>(k));
#endif

// case: einsum_ellipsis_ranks
// rejected: ellipses that stand for two axes and for none.
// expect-error: attn::einsum<pattern>\(…\): each ellipsis must be for the same number of axes
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, query, d_k> q;
constexpr tensor<double, batch, head, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"...qd,...kd->...qk">(q, tensor<double, key, d_k>());
#else
constexpr auto y = einsum<"...qd,...kd->...qk">(q, k);
#endif

// case: einsum_ellipsis_vanishes
// rejected: an ellipsis that is not in the output.
// expect-error: attn::einsum<pattern>\(…\): the result needs the ellipsis, too
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, query, d_k> q;
constexpr tensor<double, batch, head, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"...qd,...kd->qk">(q, k);
#else
constexpr auto y = einsum<"...qd,...kd->...qk">(q, k);
#endif

// case: einsum_no_arrow
// rejected: an implicit output: NumPy sorts the letters, and `ba` is a transposition.
// expect-error: attn::einsum<pattern>\(…\): a pattern needs an arrow: before -> after
// expect-note: pattern<attn::label<\d+>\{"ij,kj"\}, attn::rules::here<5>, attn::label<1>\{.*?\}>
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"ij,kj">(q, k);
#else
constexpr auto y = einsum<"ij,kj->ik">(q, k);
#endif

// case: einsum_number
// rejected: einsum has no unit axes.
// expect-error: attn::einsum<pattern>\(…\): an axis must have a name here, not a number
// expect-note: pattern<attn::label<\d+>\{"i j, k j -> i "\}, attn::rules::here<14>, attn::label<\d+>\{"1 k"\}>
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"i j, k j -> i 1 k">(q, k);
#else
constexpr auto y = einsum<"i j, k j -> i k">(q, k);
#endif

// case: einsum_operand_missing
// rejected: two terms, one operand.
// expect-error: attn::einsum<pattern>\(…\): requires one operand for each term
// expect-note: attn::rules::size<1>
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"ij,kj->ik">(q);
#else
constexpr auto y = einsum<"ij,kj->ik">(q, k);
#endif

// case: einsum_other_axis
// rejected: one letter, two names, and the same size: the error that a 3x3 example hides.
// expect-error: attn::einsum<pattern>\(…\): this name was another axis
// expect-note: pattern<attn::label<\d+>\{"\.\.\.ij,\.\.\."\}, attn::rules::here<9>, attn::label<\d+>\{"jk->\.\.\.ik"\}>
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using query = axis<"query", 3>;
using key = axis<"key", 6>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, query, d_k> q;
constexpr tensor<double, batch, head, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"...ij,...jk->...ik">(q, k);
#else
constexpr auto y = einsum<"...qd,...kd->...qk">(q, k);
#endif

// case: einsum_other_name
// rejected: q has queries, not keys.
// expect-error: attn::einsum<pattern>\(…\): this axis has another name
// expect-note: "query"
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, query, d_k> q;
constexpr tensor<double, batch, head, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"batch head key d_k, batch head query d_k -> batch head key query">(q, k);
#else
constexpr auto y = einsum<"batch head query d_k, batch head key d_k -> batch head query key">(q, k);
#endif

// case: einsum_other_size
// rejected: one letter, two sizes: Q K without the transposition.
// expect-error: attn::einsum<pattern>\(…\): this name had another size
// expect-note: pattern<attn::label<\d+>\{"\.\.\.ij,\.\.\."\}, attn::rules::here<9>, attn::label<\d+>\{"jk->\.\.\.ik"\}>
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, query, d_k> q;
constexpr tensor<double, batch, head, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"...ij,...jk->...ik">(q, k);
#else
constexpr auto y = einsum<"...qd,...kd->...qk">(q, k);
#endif

// case: einsum_other_sizes
// rejected: two letters with two sizes each; the first of them is reported.
// expect-error: attn::einsum<pattern>\(…\): this name had another size
// expect-note: attn::rules::here<3>
// errors: 1
constexpr tensor<double, dim<3>, dim<4>> a;
constexpr tensor<double, dim<4>, dim<5>> b;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"ij,ij->ij">(a, b);
#else
constexpr auto y = einsum<"ij,jk->ik">(a, b);
#endif

// case: einsum_output_twice
// rejected: a name twice in the output.
// expect-error: attn::einsum<pattern>\(…\): this name is on its side already
// expect-note: pattern<attn::label<\d+>\{"ij,kj->i"\}, attn::rules::here<8>, attn::label<\d+>\{"ik"\}>
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"ij,kj->iik">(q, k);
#else
constexpr auto y = einsum<"ij,kj->ik">(q, k);
#endif

// case: einsum_output_unknown
// rejected: a name in the output that is in no operand.
// expect-error: attn::einsum<pattern>\(…\): this name is in no operand
// expect-note: pattern<attn::label<\d+>\{"ij,kj->i"\}, attn::rules::here<8>, attn::label<\d+>\{"l"\}>
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"ij,kj->il">(q, k);
#else
constexpr auto y = einsum<"ij,kj->ik">(q, k);
#endif

// case: einsum_parentheses
// rejected: einsum does not cut axes.
// expect-error: attn::einsum<pattern>\(…\): a pattern is made of names, commas, ... and ->
// expect-note: pattern<attn::label<\d+>\{"i j, k j -> "\}, attn::rules::here<12>, attn::label<\d+>\{"\(i k\)"\}>
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"i j, k j -> (i k)">(q, k);
#else
constexpr auto y = einsum<"i j, k j -> i k">(q, k);
#endif

// case: einsum_rank
// rejected: three letters, two axes.
// expect-error: attn::einsum<pattern>\(…\): this term must have as many axes as its operand
// expect-note: pattern<attn::label<1>\{.*?\}, attn::rules::here<0>, attn::label<\d+>\{"ijd,kd->ik"\}>, attn::rules::rank<2>
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"ijd,kd->ik">(q, k);
#else
constexpr auto y = einsum<"id,kd->ik">(q, k);
#endif

// case: einsum_same_name_in_result
// rejected: self-attention: tokens by tokens.
// expect-error: attn::einsum<pattern>\(…\): the result would have two axes of this name
// expect-note: pattern<attn::label<\d+>\{"id,jd->i"\}, attn::rules::here<8>, attn::label<\d+>\{"j"\}>
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, token, d_k> q;
constexpr tensor<double, token, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"id,jd->ij">(q, k);
#else
constexpr auto y = einsum<"id,jd->ij">(q, as_keys(k));
#endif
