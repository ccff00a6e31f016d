// Exercise 48: What scores cost
// Topic: cost. Time: 7 minutes. Read first: docs/tour/24_cost.md
//
// n tokens of width d attend to each other. How many multiplications and additions, together, do
// their scores take? Write the formula; a sum of d products has d - 1 additions.
//
// Hint: how many scores are there, and what does one of them take?
//
// Fails with: exercise 48: how many operations do the scores take?
// Not allowed: cost cost_of
#include "exercise.hpp"

// Your answer:
constexpr auto operations(std::size_t n, std::size_t d) { return hole{}; }
// The checks; do not edit them:
static_assert(filled<decltype(operations(1, 1))>,
              "exercise 48: how many operations do the scores take?");
constexpr bool squared = operations(20, 8) == 4 * operations(10, 8);
static_assert(squared, "exercise 48: twice as many tokens have four times as many scores");
constexpr bool one = operations(1, 1) == 1;
static_assert(one, "exercise 48: one score of width 1 is one multiplication, and nothing is added");
template <std::size_t N, std::size_t D>
constexpr auto counted_by_the_library =
    cost::attention_scores<tensor<double, axis<"token", N>, axis<"d", D>>,
                           tensor<double, axis<"key", N>, axis<"d", D>>>()
        .flops();
constexpr bool right = operations(7, 4) == counted_by_the_library<7, 4> &&
                       operations(10, 3) == counted_by_the_library<10, 3>;
static_assert(right, "exercise 48: additions are also operations");
