// Exercise 49: What the training has found
// Topic: learning. Time: 8 minutes. Read first: docs/tour/27_learned_attention.md
//
// A trained head reverses a word of five letters: each token attends to the opposite one. Here the
// rows of the tokens are one-hot: row i has a 1 at place i. Choose the matrix W, instead of W_Q
// and W_K, so that softmax(X W X^T) does this, with at least 0.95 of each row at the right place.
//
//   constexpr tensor<double, place, other> answer{{1, 2, 3, 4, 5}, …};
//
// Hint: with one-hot rows, the scores X W X^T are W itself. How much larger than 0 must a score be,
// so that four others have 0.05 together?
//
// Fails with: exercise 49: which matrix reverses a word?
#include "exercise.hpp"

using token = axis<"token", 5>;
using place = axis<"place", 5>;
using other = axis<"other", 5>;

// Your answer:
constexpr hole answer{};
// The checks; do not edit them:
static_assert(filled<decltype(answer)>, "exercise 49: which matrix reverses a word?");
constexpr tensor<double, token, place> X{
    {1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 1, 0}, {0, 0, 0, 0, 1}};
constexpr auto K = rename<"place", "other">(as_keys(X));
constexpr auto weights = softmax<"key_token">(matmul(matmul(X, answer), transpose(K)));
constexpr auto most = argmax<"key_token">(weights);
constexpr bool itself = most(0) == 0 || most(4) == 4;
static_assert(!itself, "exercise 49: the first and the last token attend to themselves");
constexpr bool opposite =
    most(0) == 4 && most(1) == 3 && most(2) == 2 && most(3) == 1 && most(4) == 0;
static_assert(opposite, "exercise 49: not every token attends most to the opposite one");
constexpr auto largest = amax<"key_token">(weights);
constexpr bool certain = exercise::all_between(largest, 0.95, 1);
static_assert(certain, "exercise 49: the right places, but less than 0.95 of each row");
