// Exercise 28: Two steps of an RNN
// Topic: recurrent steps. Time: 6 minutes. Read first: docs/tour/18_recurrence.md
//
// A cell reads two words, first `x0`, then `x1`. Return the state after both: a step is
// `cell(x, before)`, and `advance(after)` is the state before the next step.
//
// Hint: state_before and state_after are different types, so that a forgotten step is
// noticed.
//
// Fails with: exercise 28: how does a cell read two words?
#include <attn/recurrent.hpp>

#include "exercise.hpp"

using in = axis<"in", 2>;
using hidden = axis<"hidden", 3>;
constexpr nn::rnn_cell<double, in, hidden> cell{
    {{1, 0}, {0, 1}, {1, -1}}, {{0.5, 0, 0.25}, {0, 0.5, 0}, {0, 1, 0.5}}, {}, {}};
constexpr tensor<double, in> a{1, 0}, b{0, 1};
constexpr auto nothing = initial<tensor<double, hidden>>();

// Your answer:
constexpr auto read(const auto& cell, const auto& x0, const auto& x1, const auto& before) {
  return hole{};
}
// The checks; do not edit them:
static_assert(filled<decltype(read(cell, a, b, nothing))>,
              "exercise 28: how does a cell read two words?");
constexpr bool first = read(cell, a, b, nothing).value != read(cell, b, b, nothing).value;
static_assert(first, "exercise 28: the first word has no effect");
constexpr bool order = read(cell, a, b, nothing).value(1) > read(cell, b, a, nothing).value(1);
static_assert(order, "exercise 28: the later word must have the greater effect");
