// Exercise 42: Ids that begin at 1
// Topic: embeddings. Time: 6 minutes. Read first: docs/tour/13_embeddings.md
//
// A file has one row for each of four words. The vocabulary numbers them from 1, and 0 is the
// id of padding, whose row must be zero. Make the table in which each id finds its row.
//
// Hint: the table has one row more than the file. Which of its rows has the number 0?
//
// Fails with: exercise 42: what is the table for ids from 1?
#include "exercise.hpp"

using word = axis<"word", 4>;
using width = axis<"width", 2>;
constexpr tensor<double, word, width> rows{{1, 10}, {2, 20}, {3, 30}, {4, 40}};

// Your answer:
constexpr auto table(const auto& rows) { return hole{}; }
// The checks; do not edit them:
static_assert(filled<decltype(table(rows))>, "exercise 42: what is the table for ids from 1?");
constexpr auto found = table(rows);
constexpr bool sizes =
    std::is_same_v<decltype(found), const tensor<double, axis<"word", 5>, width>>;
static_assert(sizes, "exercise 42: there must be a row for each id from 0 to 4, as wide as before");
constexpr auto ids = as_token_ids<5>(tensor<int, axis<"token", 3>>{4, 1, 0});
constexpr auto X = embedding(ids, found);
constexpr bool last = X(0, 0) == 4 && X(0, 1) == 40 && X(1, 0) == 1 && X(1, 1) == 10;
static_assert(last, "exercise 42: a word does not find its own row");
constexpr bool padding = X(2, 0) == 0 && X(2, 1) == 0;
static_assert(padding, "exercise 42: the row of padding must be zero");
