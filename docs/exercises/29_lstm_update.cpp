// Exercise 29: What an LSTM remembers
// Topic: recurrent steps. Time: 7 minutes. Read first: docs/tour/18_recurrence.md
//
// Return the new cell state c': the forget gate f scales the old one, c, and the input gate i
// scales the candidate g. All four are rows; products are element by element.
//
// Hint: two products and a sum: c' = f * c + i * g. The operator * is not one of them.
//
// Fails with: exercise 29: what is the new cell state?
#include "exercise.hpp"

using hidden = axis<"hidden", 3>;
constexpr tensor<double, hidden> zero{}, one{1, 1, 1}, C0{3, -7, 0.5}, G{0.25, 0.5, -1};

// Your answer:
constexpr auto cell_state(const auto& f, const auto& i, const auto& g, const auto& c) {
  return hole{};
}
// The checks; do not edit them:
static_assert(filled<decltype(cell_state(one, one, G, C0))>,
              "exercise 29: what is the new cell state?");
constexpr bool forgets = cell_state(zero, zero, G, C0) == zero;
static_assert(forgets, "exercise 29: with both gates closed, nothing must remain");
constexpr bool reads = cell_state(zero, one, G, C0) == G;
static_assert(reads,
              "exercise 29: with only the input gate open, the candidate must be the new state");
constexpr bool keeps_all = cell_state(one, zero, G, C0) == C0;
static_assert(keeps_all, "exercise 29: with only the forget gate open, the old state must remain");
