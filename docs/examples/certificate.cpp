// SPDX-License-Identifier: BSL-1.0
// From PyTorch's weights to a certificate: how far may an input move before the class changes?
//
//   g++ -std=c++20 -O2 -I include docs/examples/certificate.cpp && ./a.out
//
// The classifier was trained by PyTorch (classifier.py). For each of six inputs, the program finds
// the largest eps for which `certify` proves that the class cannot change, to first order and to
// second, and the smallest for which a search (steps along the gradient's signs, from several
// starts) finds an input that changes it. The true radius lies between. docs/certificates.md tells
// what is proved and what is not.
#include <attn/analysis.hpp>
#include <attn/io/safetensors.hpp>
#include <attn/learning.hpp>
#include <attn/random.hpp>
#include <boost/hana/define_struct.hpp>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <type_traits>

#include "classifier_weights.hpp"

namespace {

using namespace attn;
using token = axis<"token", 3>;
using feature = axis<"feature", 4>;
using head = axis<"head", 2>;
using category = axis<"category", 3>;
using input = tensor<float, token, feature>;

// The members have the names that they have in PyTorch's module.
struct classifier {
  using attention_layer = nn::multi_head_attention<float, feature, head, output_by_input>;
  using answer_layer = nn::linear<float, feature, category, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(classifier, (attention_layer, attention), (answer_layer, answer));
};
constexpr classifier model = from_safetensors<classifier, classifier_weights, torch_names>();

// What the module's forward computes, for elements of any kind: numbers, bounds, derivatives.
constexpr auto classify = [](const auto& x) {
  using T = typename std::remove_cvref_t<decltype(x)>::value_type;
  return as<T>(model.answer)(mean<"token">(as<T>(model.attention)(x)));
};

// Token 1 is marked, and says category 1; the others are there to mislead.
constexpr input example{{0.1f, 0.9f, 0.2f, -0.1f}, {1.1f, 0, 1, 0.1f}, {-0.2f, 0, 0.1f, 1}};
static_assert(argmax<"category">(classify(example))() == 1);

// Proved by the compiler for all inputs within 0.1 of the example.
constexpr auto certain = certify(classify, example, 0.1);
static_assert(certain.margin<"category">()() > 0);
static_assert(!certain.may_overflow());

// The largest eps, to 0.1 %, for which `holds` is true, if it is true up to there and false beyond.
template <class F>
double last_that(const F& holds) {
  double low = 0, high = 4;
  while (high - low > high / 1000) {
    const double middle = (low + high) / 2;
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

double certified_radius(const input& x, const auto&... order) {
  return last_that([&](double eps) {
    return certify(classify, x, eps, order...).template margin<"category">()() > 0;
  });
}

// How far the category `other` is above the one that x had: positive, where it has changed.
auto excess(int had, int other) {
  return [=](const auto& x) {
    const auto y = classify(x);
    return select<"category">(y, other) - select<"category">(y, had);
  };
}

// Whether the search finds an input within eps of x whose category is another one.
bool changes(const input& x, double eps, torch_generator& random) {
  const int had = argmax<"category">(classify(x))();
  const auto bound = static_cast<float>(eps);
  for (int other = 0; other < int{category::size}; ++other)
    for (int start = 0; other != had && start < 8; ++start) {
      input moved = start == 0 ? x : x + torch_uniform<input>(random, -bound, bound);
      for (int step = 0; step < 40; ++step) {
        if (argmax<"category">(classify(moved))() != had) return true;
        const input slope = gradient(excess(had, other), moved);
        for (std::size_t i = 0; i < input::volume; ++i) {
          const float was = x.data()[i], by = slope.data()[i] > 0 ? bound / 8 : -bound / 8;
          const float to = moved.data()[i] + by;
          moved.data()[i] = math::min(math::max(to, was - bound), was + bound);
        }
      }
    }
  return false;
}

// The smallest eps at which the search succeeds, or nearly so.
double attacked_radius(const input& x) {
  torch_generator random(1);
  return last_that([&](double eps) { return !changes(x, eps, random); });
}

constexpr input inputs[] = {
    example,
    {{1, 1.1f, 0, 0.1f}, {0, 0.1f, 1, 0}, {0.1f, 0, 0, 1}},
    {{0, 1, 0, 0}, {0, 1, 0.1f, 0}, {1, 0, 0, 1}},
    {{0.1f, 0, 0.8f, 0.1f}, {0.8f, 0.3f, 0.2f, 0.6f}, {0, 0.9f, 0, 0.1f}},
    {{0.7f, 0.1f, 0.9f, 0.2f}, {0.2f, 1, 0, 0}, {0.3f, 0, 0.2f, 1.2f}},
    {{0.9f, 0.5f, 0.1f, 0.6f}, {0, 0.2f, 1, -0.2f}, {0, 1.2f, 0, 0}},
};

}  // namespace

int main() {
  std::puts("input  category  proved  second order  changed  changed / second order");
  for (std::size_t i = 0; i < std::size(inputs); ++i) {
    const input& x = inputs[i];
    const double to_first = certified_radius(x), proved = certified_radius(x, second_order);
    const double changed = attacked_radius(x);
    std::printf("%5zu  %8d  %6.3f  %12.3f  %7.3f  %22.2f\n", i, argmax<"category">(classify(x))(),
                to_first, proved, changed, changed / proved);
  }
}
