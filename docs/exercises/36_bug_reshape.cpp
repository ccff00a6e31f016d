// Exercise 36: Bug hunt: heads by reshape
// Topic: bug hunt. Time: 8 minutes. Read first: docs/tour/11_head_splits.md
//
// `reshaped` copies the elements in their order in memory to (head, token, d_k), like a
// `view` without a transposition. Sizes and even a test of causality pass. Repair the
// splitting; every head must see every token.
//
// Hint: in memory, the two heads of one token are adjacent. Which function of the library
// splits and moves?
//
// Fails with: exercise 36: head 0 does not see every token
#include <attn/analysis.hpp>

#include "exercise.hpp"

using token = axis<"token", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;
template <class T>
constexpr auto reshaped(const tensor<T, token, model>& x) {
  tensor<T, head, token, d_k> cut;
  for (std::size_t i = 0; i < x.size(); ++i) cut.data()[i] = x.data()[i];
  return cut;
}

// Your answer:
constexpr auto heads(const auto& x) { return reshaped(x); }
// The checks; do not edit them:
constexpr auto X = marked<"token">(tensor<double, token, model>{});
using result = decltype(heads(X));
constexpr bool leading = result::rank == 3 && result::shape_type::extents[0] == 2;
static_assert(leading, "exercise 36: the heads must be the leading axis of three");
constexpr auto seen = reach<0>(heads(X));
constexpr bool all_tokens = seen(0, 0) && seen(0, 3) && seen(1, 0) && seen(1, 3);
static_assert(all_tokens, "exercise 36: head 0 does not see every token");
constexpr bool rows = reach<1>(heads(X))(0, 0) && !reach<1>(heads(X))(0, 1);
static_assert(rows, "exercise 36: a row of a head mixes tokens");
constexpr auto Y = marked<"model">(tensor<double, token, model>{});
constexpr bool blocks = reach<0>(heads(Y))(0, 1) && !reach<0>(heads(Y))(0, 3);
static_assert(blocks, "exercise 36: head 0 must have the first half of the features");
constexpr auto numbers = exercise::other(tensor<int, token, model>{}, 1);
constexpr bool moved = heads(numbers)(0, 1, 0) == numbers(1, 0) &&
                       heads(numbers)(1, 2, 1) == numbers(2, 4) &&
                       heads(numbers)(1, 3, 2) == numbers(3, 5);
static_assert(moved, "exercise 36: the numbers must be moved, not changed or reversed");
