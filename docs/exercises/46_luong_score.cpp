// Exercise 46: A matrix between query and key
// Topic: scores. Time: 7 minutes. Read first: docs/tour/17_scores.md
//
// The features of a decoder's states and of an encoder's states have different meanings, so that a
// dot product of them makes no sense, although both have two. Write Luong's score, which has the
// matrix W between them.
//
// Hint: h is (step, d_h), W is (d_h, d_s) and s is (source, d_s). Every product must meet an axis
// of its own name.
//
// Fails with: exercise 46: what is the score with a matrix?
// Not allowed: multiplicative_score einsum
#include "exercise.hpp"

using step = axis<"step", 2>;
using source = axis<"source", 3>;
using d_h = axis<"d_h", 2>;
using d_s = axis<"d_s", 2>;
constexpr tensor<double, step, d_h> h{{1, 0}, {2, 1}};
constexpr tensor<double, source, d_s> s{{1, 2}, {0, 1}, {3, 0}};
constexpr tensor<double, d_h, d_s> W{{0, 1}, {2, 0}};

// Your answer:
constexpr auto score(const auto& h, const auto& W, const auto& s) { return hole{}; }
// The checks; do not edit them:
static_assert(filled<decltype(score(h, W, s))>, "exercise 46: what is the score with a matrix?");
constexpr auto found = score(h, W, s);
constexpr bool axes = std::is_same_v<decltype(found), const tensor<double, step, source>>;
static_assert(axes, "exercise 46: a row for each step, a column for each word of the source");
constexpr tensor<double, step, d_h> other{{2, 1}, {0, 3}};
constexpr bool right = found == tensor<double, step, source>{{2, 1, 0}, {6, 2, 6}} &&
                       score(other, W, s) == tensor<double, step, source>{{6, 2, 6}, {6, 0, 18}};
static_assert(right, "exercise 46: the scores are not h W s, without anything else");
