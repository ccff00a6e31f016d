// Exercise 44: The order of the draws
// Topic: random numbers. Time: 7 minutes. Read first: docs/tour/15_random_numbers.md
//
// A program of PyTorch draws a weight of 5 x 4 with `torch.randn`, and then a bias of 3. Return its
// bias. The weight is not needed.
//
// Hint: what is not needed must be drawn nevertheless, from the same generator, with its own shape.
//
// Fails with: exercise 44: which numbers are the bias?
#include <attn/random.hpp>

#include "exercise.hpp"

using weight_type = matrix<float, 5, 4>;
using bias_type = tensor<float, dim<3>>;

// Your answer:
constexpr auto bias(torch_generator generator) { return hole{}; }
// The checks; do not edit them:
constexpr auto found = bias(torch_generator(12));
static_assert(filled<decltype(found)>, "exercise 44: which numbers are the bias?");
constexpr bool three = std::is_same_v<decltype(found), const bias_type>;
static_assert(three, "exercise 44: the bias has three elements, of float");
constexpr auto at_once = [](torch_generator g) {
  return narrow<0, 3>(torch_randn<tensor<float, dim<23>>>(g), 20);
};
constexpr auto at_first = [](torch_generator g) { return torch_randn<tensor<float, dim<3>>>(g); };
constexpr bool first = found == at_first(torch_generator(12));
static_assert(!first,
              "exercise 44: these are the first numbers of the seed; the weight takes them");
constexpr bool together = found == at_once(torch_generator(12));
static_assert(!together, "exercise 44: 23 numbers at once are not 20 numbers and then 3");
constexpr auto expected = [](torch_generator g) {
  torch_randn<matrix<float, 5, 4>>(g);
  return torch_randn<tensor<float, dim<3>>>(g);
};
constexpr bool right = found == expected(torch_generator(12));
static_assert(right, "exercise 44: these are not the numbers that PyTorch draws after the weight");
