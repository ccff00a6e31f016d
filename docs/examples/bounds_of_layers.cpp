// SPDX-License-Identifier: BSL-1.0
// How tight are bounds? The ratio of the widest proved range of any output to the widest range that
// a search finds.
//
//   g++ -std=c++20 -O2 -I include docs/examples/bounds_of_layers.cpp && ./a.out
//
// Prints the tables of docs/reference/scalars/certify.md. The search follows, for every output, the
// signs of its gradient upwards and downwards, from the center and from random corners of the box;
// it may miss the largest range, so a quotient is an upper bound of what the proof loses.
#include <attn/analysis.hpp>
#include <attn/random.hpp>
#include <cstddef>
#include <cstdio>
#include <type_traits>

namespace {

using namespace attn;
using token = axis<"token", 3>;
using model = axis<"model", 4>;
using input = tensor<double, token, model>;
template <class Activation, class Norms>
using layer = nn::encoder_layer<double, model, axis<"head", 2>, axis<"inner", 8>, output_by_input,
                                Activation, Norms>;

struct box {
  input center;
  double eps;
};

// The smallest and the largest value of every output that was seen.
template <class Y>
struct range_of {
  Y lowest, highest;

  explicit range_of(const Y& y) : lowest(y), highest(y) {}
  void add(const Y& y) {
    for (std::size_t i = 0; i < y.size(); ++i) {
      lowest.data()[i] = math::min(lowest.data()[i], y.data()[i]);
      highest.data()[i] = math::max(highest.data()[i], y.data()[i]);
    }
  }
  double widest() const {
    double width = 0;
    for (std::size_t i = 0; i < lowest.size(); ++i)
      width = math::max(width, highest.data()[i] - lowest.data()[i]);
    return width;
  }
};

// One walk: output i, upwards or downwards.
template <class F, class Y>
void climb(const F& f, const box& inputs, input at, std::size_t i, bool upwards,
           range_of<Y>& seen) {
  for (int step = 0; step < 12; ++step) {
    seen.add(f(at));
    const auto slopes = jacobian(f, at);
    const double stride = step < 4 ? 2 * inputs.eps : inputs.eps / 2;
    for (std::size_t j = 0; j < at.size(); ++j) {
      const bool rises = (slopes.data()[i * at.size() + j] > 0) == upwards;
      const double was = inputs.center.data()[j], to = at.data()[j] + (rises ? stride : -stride);
      at.data()[j] = math::min(math::max(to, was - inputs.eps), was + inputs.eps);
    }
  }
  seen.add(f(at));
}

template <class F>
double reached(const F& f, const box& inputs, int starts) {
  torch_generator random(1);
  range_of seen(f(inputs.center));
  for (int start = 0; start < starts; ++start) {
    input from = inputs.center;
    if (start > 0)
      for (auto& x : from)
        x = x + (torch_uniform<tensor<double>>(random, -1, 1)() < 0 ? -inputs.eps : inputs.eps);
    for (std::size_t i = 0; i < seen.lowest.size(); ++i)
      for (const bool upwards : {true, false}) climb(f, inputs, from, i, upwards, seen);
  }
  return seen.widest();
}

template <class Bounds>
double widest(const Bounds& y) {
  double width = 0;
  for (const auto& element : y) width = math::max(width, element.upper - element.lower);
  return width;
}

template <class F>
void print(const char* name, const F& f, const box& inputs, int starts) {
  tensor<interval<double>, token, model> bounds;
  for (std::size_t i = 0; i < bounds.size(); ++i)
    bounds.data()[i] =
        interval<double>(inputs.center.data()[i]) + interval<double>(-inputs.eps, inputs.eps);
  const double found = reached(f, inputs, starts);
  const double by_intervals = widest(f(bounds)) / found;
  const double certified = widest(certify(f, inputs.center, inputs.eps).bounds()) / found;
  const double closer =
      widest(certify(f, inputs.center, inputs.eps, second_order).bounds()) / found;
  std::printf("| %s | %.2f | %.2f | %.2f |\n", name, by_intervals, certified, closer);
}

// A layer whose norms have the gain 1 and the bias 0, as in PyTorch before training.
template <class Layer>
Layer some_layer() {
  auto weights = splitmix_parameters<splitmix::s24, Layer>(1, 0.5);
  for (auto* norm : {&weights.norm1, &weights.norm2}) {
    norm->bias = {};
    for (auto& gain : norm->weight) gain = 1;
  }
  return weights;
}
template <class Layer>
auto computed_by(const Layer& weights) {
  return [weights](const auto& x) {
    return as<typename std::remove_cvref_t<decltype(x)>::value_type>(weights)(x);
  };
}

void print_table(const box& inputs, int starts) {
  std::printf("| inputs within ±%g | interval | certify | second_order |\n|---|---|---|---|\n",
              inputs.eps);
  const auto each = [&](const char* name, const auto& f) { print(name, f, inputs, starts); };
  each("`post_norm` layer", computed_by(some_layer<layer<act::relu, post_norm>>()));
  each("`pre_norm` layer", computed_by(some_layer<layer<act::relu, pre_norm>>()));
  each("`pre_norm`, `act::gelu_exact`",
       computed_by(some_layer<layer<act::gelu_exact, pre_norm>>()));
  each("`layer_norm`", [](const auto& x) { return layer_norm(x); });
  each("self-attention of X, X, X",
       [](const auto& x) { return scaled_dot_product_attention(x, as_keys(x), as_keys(x)); });
  const auto q = splitmix_fill<splitmix::s24, input>(5), k = splitmix_fill<splitmix::s24, input>(6);
  each("attention, of V alone", [&](const auto& v) {
    using T = typename std::remove_cvref_t<decltype(v)>::value_type;
    return scaled_dot_product_attention(as<T>(q), as_keys(as<T>(k)), as_keys(v));
  });
  each("mean of squares", [](const auto& x) { return mean<"model">(multiply(x, x)); });
}

}  // namespace

int main() {
  print_table({splitmix_fill<splitmix::s24, input>(3), 0.01}, 2);
  std::puts("");
  print_table({splitmix_fill<splitmix::s24, input>(3), 0.02}, 2);
  std::puts("");
  print_table({input{}, 1}, 6);
}
