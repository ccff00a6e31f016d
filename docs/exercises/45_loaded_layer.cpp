// Exercise 45: A layer from another program's file
// Topic: loading weights. Time: 7 minutes. Read first: docs/tour/16_loading_weights.md
//
// A file of Keras has a matrix (input, output) and a bias, both without names. Put them into this
// layer, whose weight is (output, input). Both matrices are 2 x 2, so nothing but the names and
// the result can tell whether it is right.
//
// Hint: `with_axes_of(layer.weight, w)` gives a matrix the names of the weight. Which of its
// axes must come first by then?
//
// Fails with: exercise 45: how does the file become a layer?
// Not allowed: linear
#include "exercise.hpp"

using in = axis<"in", 2>;
using out = axis<"out", 2>;
using layer_type = nn::linear<double, in, out, output_by_input>;
constexpr matrix<double, 2, 2> kernel{{1, 2}, {3, 4}};
constexpr tensor<double, dim<2>> offset{5, 6};

// Your answer:
constexpr auto loaded(const auto& kernel, const auto& offset) {
  layer_type layer{};
  return hole{};
}
// The checks; do not edit them:
constexpr auto layer = loaded(kernel, offset);
static_assert(filled<decltype(layer)>, "exercise 45: how does the file become a layer?");
constexpr bool same_type = std::is_same_v<decltype(layer), const layer_type>;
static_assert(same_type, "exercise 45: the result must be the layer, in its own layout");
constexpr tensor<double, axis<"token", 2>, in> x{{1, 0}, {0, 1}};
constexpr bool biased = layer(x * 0)(0, 0) == 5 && layer(x * 0)(1, 1) == 6;
static_assert(biased, "exercise 45: an input of zeros must give the bias of the file");
constexpr bool turned = layer(x)(0, 1) - layer(x * 0)(0, 1) == 2;
static_assert(turned, "exercise 45: in the file, input 0 has the factor 2 for output 1");
