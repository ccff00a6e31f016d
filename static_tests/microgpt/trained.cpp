// SPDX-License-Identifier: BSL-1.0
// microgpt (docs/examples/), trained by the compiler: ATTN_STEPS steps, one constant each, without a
// flag. The losses and weights are from the Python program; the program trains again, and compares
// all bits. By itself, one step; the tests' numbers are in static_tests/CMakeLists.txt.
#include "docs/examples/microgpt.hpp"

#include <attn/tensor/compare.hpp>
#include <cstdio>
#include <utility>

#include "static_tests/reference/microgpt.hpp"

#ifndef ATTN_STEPS
#define ATTN_STEPS 1
#endif

namespace {

using namespace microgpt;
namespace python = reference::microgpt;

// --- the weights: the words of the shuffle, then 600 numbers at a time --------------------------------

constexpr drawing shuffled = [] {
  drawing d;
  d.shuffle();
  return d;
}();
template <std::size_t N>
constexpr drawing drawn = [] {
  drawing d = drawn<N - 1>;
  d.draw(600);
  return d;
}();
template <> constexpr drawing drawn<0> = shuffled;
static_assert(drawn<7>.count == attn::parameter_count<model>);

// --- the steps ----------------------------------------------------------------------------------------

// Where each name begins.
struct places {
  std::size_t begin[ATTN_STEPS + 1]{};
};
constexpr places place = [] {
  places all;
  for (std::size_t i = 0; i < ATTN_STEPS; ++i)
    all.begin[i + 1] = all.begin[i] + length_of_name(all.begin[i]) + 1;
  return all;
}();
template <std::size_t Step> constexpr void train_with(training& t) {
  constexpr std::size_t begin = place.begin[Step];
  train<tokens_in(length_of_name(begin))>(t, begin, 1000);
}

template <std::size_t Steps>
constexpr training after = [] {
  training t = after<Steps - 1>;
  train_with<Steps - 1>(t);
  return t;
}();
template <>
constexpr training after<0> = training(attn::vector_to_parameters<model>(drawn<7>.weights));

// Python adds in an order of its own.
constexpr bool close(double x, double wanted, double tolerance) {
  return x - wanted < tolerance && wanted - x < tolerance;
}
template <std::size_t Step>
constexpr bool has_the_loss_of_python = Step > 200 ||
                                        close(after<Step>.loss,
                                            python::losses[Step <= 200 ? Step - 1 : 0], 5e-5);
template <std::size_t... Step> constexpr bool all_have(std::index_sequence<Step...>) {
  for (const bool has : {has_the_loss_of_python<Step + 1>...})
    if (!has) return false;
  return true;
}
// In this order: each is instantiated when the one before it is there.
static_assert(all_have(std::make_index_sequence<ATTN_STEPS>{}));
static_assert(close(after<1>.loss, python::losses[0], 1e-14));

constexpr bool has_the_weights_of_python(const training& t, const python::checked& wanted) {
  double sum = 0, squares = 0;
  for (const double x : attn::parameters_to_vector(t.weights)) {
    sum += x;
    squares += x * x;
  }
  return close(sum, wanted.sum, 1e-8) && close(squares, wanted.sum_of_squares, 1e-8);
}
static_assert(
    python::weights[0].step == 1 && has_the_weights_of_python(after<1>, python::weights[0]));
#if ATTN_STEPS >= 3
static_assert(
    python::weights[2].step == 3 && has_the_weights_of_python(after<3>, python::weights[2]));
#endif

#if ATTN_STEPS == 1000
// What the compiler has learned, it says.
struct drawn_name {
  name text;
  attn::python_random generator{42};
};
template <std::size_t N>
constexpr drawn_name sample = [] {
  drawn_name s{{}, sample<N - 1>.generator};
  s.text = sampled(after<1000>.weights, s.generator);
  return s;
}();
template <> constexpr drawn_name sample<0> = {{}, drawn<7>.generator};
static_assert(close(after<1000>.loss, 2.6497, 5e-5));
static_assert(sample<1>.text == "kamon");
static_assert(sample<2>.text == "ann");
static_assert(sample<3>.text == "karai");
static_assert(sample<20>.text == "anton");
#endif

constexpr training by_the_compiler = after<ATTN_STEPS>;

}  // namespace

int main() {
  drawing d;
  d.shuffle();
  d.draw(d.weights.size());
  training t(attn::vector_to_parameters<model>(d.weights));
  [&]<std::size_t... Step>(std::index_sequence<Step...>) {
    void (*const steps[])(training&) = {&train_with<Step>...};
    for (const auto step : steps) step(t);
  }(std::make_index_sequence<ATTN_STEPS>{});
  const bool same =
      attn::bitwise_equal(t.weights, by_the_compiler.weights) &&
      attn::bitwise_equal(t.optimizer.exp_avg, by_the_compiler.optimizer.exp_avg) &&
      attn::bitwise_equal(t.optimizer.exp_avg_sq, by_the_compiler.optimizer.exp_avg_sq) &&
      t.loss == by_the_compiler.loss;
  std::printf("%d steps: the loss is %.17g in the program, %.17g by the compiler; %s\n", ATTN_STEPS,
      t.loss, by_the_compiler.loss, same ? "all bits are equal" : "bits differ");
  return same ? 0 : 1;
}
