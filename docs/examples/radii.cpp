// SPDX-License-Identifier: BSL-1.0
// How far may an input of a trained classifier move before the class changes?
//
//   g++ -std=c++20 -O2 -pthread -I include docs/examples/radii.cpp && ./a.out
//
// Prints the table of docs/certificates.md. Three classifiers of 8 tokens of 8 features are trained:
// one post-norm layer, the same with weight decay, and two layers. All 64 numbers of an input may
// move. For each of three inputs: the largest distance that `certify` proves to first and second order
// and by linear relaxation backwards, and the smallest at which a search finds another class. The
// true radius is between the last two.
//
//   ./a.out one_token   where only one token moves, of a box in one part and in several
#include <pthread.h>
#include <attn/analysis.hpp>
#include <attn/learning.hpp>
#include <attn/random.hpp>
#include <boost/hana/define_struct.hpp>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <type_traits>

namespace {

using namespace attn;
using token = axis<"token", 8>;
using feature = axis<"feature", 8>;
using category = axis<"category", 3>;
using batch = axis<"batch", 32>;
using input = tensor<float, token, feature>;
template <class T>
using layer = nn::encoder_layer<T, feature, axis<"head", 2>, axis<"inner", 16>, output_by_input,
                                act::relu, post_norm>;
template <class T>
using answer_layer = nn::linear<T, feature, category, output_by_input>;

template <class T>
struct one_layer {
  BOOST_HANA_DEFINE_STRUCT(one_layer, (layer<T>, first), (answer_layer<T>, answer));
  template <scalar U>
  using with_element = one_layer<U>;
};
template <class T>
struct two_layers {
  BOOST_HANA_DEFINE_STRUCT(two_layers, (layer<T>, first), (layer<T>, second),
                           (answer_layer<T>, answer));
  template <scalar U>
  using with_element = two_layers<U>;
};

// The scores of the categories. The model is converted in it, for elements of any kind.
template <class Model, class X>
auto scores(const Model& model, const X& x) {
  if constexpr (requires { model.second; })
    return model.answer(mean<"token">(model.second(model.first(x))));
  else
    return model.answer(mean<"token">(model.first(x)));
}
template <class Model>
auto classifier(const Model& model) {
  return [&model](const auto& x) {
    return scores(as<typename std::remove_cvref_t<decltype(x)>::value_type>(model), x);
  };
}

// Feature 0 marks one token; the largest of its next three features is the answer. The others
// mislead, and all features are noisy.
struct examples {
  tensor<float, batch, token, feature> x;
  tensor<token_id<3>, batch> wanted;
};
examples some_examples(torch_generator& random) {
  examples all;
  all.x = torch_uniform<tensor<float, batch, token, feature>>(random, -0.25, 0.25);
  for (std::size_t b = 0; b < batch::size; ++b) {
    const std::size_t marked = random() % token::size;
    all.x(b, marked, 0) += 1;
    for (std::size_t t = 0; t < token::size; ++t) {
      const std::size_t kind = random() % category::size;
      all.x(b, t, 1 + kind) += 1;
      if (t == marked) all.wanted(b) = token_id<3>(kind);
    }
  }
  return all;
}

void start(layer<float>& of) {
  for (auto* norm : {&of.norm1, &of.norm2}) {
    for (float& gain : norm->weight) gain = 1;
    for (float& bias : norm->bias) bias = 0;
  }
}
template <class Model>
Model trained(double weight_decay, int steps) {
  auto model = splitmix_parameters<splitmix::s24, Model>(1, 0.35);
  start(model.first);
  if constexpr (requires { model.second; }) start(model.second);
  adamw optimizer(model, {.lr = 0.005, .weight_decay = weight_decay});
  torch_generator random(1);
  for (int step = 0; step < steps; ++step) {
    const examples given = some_examples(random);
    const auto loss = [&](const auto& m) {
      return cross_entropy(scores(m, type_as(given.x, m.answer.weight)), given.wanted);
    };
    optimizer.step(model, gradient(loss, model));
  }
  return model;
}

// The largest distance, to 1 %, for which `holds` is true, if it is true up to there and false
// beyond.
template <class F>
double last_that(const F& holds, double low = 0, double high = 1) {
  while (high - low > high / 100) {
    const double middle = (low + high) / 2;
    (holds(middle) ? low : high) = middle;
  }
  return low;
}
template <class F, class X>
double proved(const F& classify, const X& x, const auto&... order) {
  return last_that([&](double eps) {
    return certify(classify, x, eps, order...).template margin<"category">()() > 0;
  });
}
// By a method that proves at least `from`, and takes longer.
template <class F, class X>
double proved_beyond(double from, const F& classify, const X& x, const auto&... order) {
  const auto holds = [&](double eps) {
    return certify(classify, x, eps, order...).template margin<"category">()() > 0;
  };
  while (holds(1.25 * from)) from *= 1.25;
  return last_that(holds, from, 1.25 * from);
}

// Whether a search finds an input within eps of x that has another category.
template <class F, class X>
bool changes(const F& classify, const X& x, double eps) {
  torch_generator random(1);
  const int had = argmax<"category">(classify(x))();
  const auto bound = static_cast<float>(eps);
  for (int other = 0; other < int{category::size}; ++other)
    for (int from = 0; other != had && from < 4; ++from) {
      X moved = from == 0 ? x : x + torch_uniform<X>(random, -eps, eps);
      for (int step = 0; step < 30; ++step) {
        if (argmax<"category">(classify(moved))() != had) return true;
        const X slope = gradient(
            [&](const auto& z) {
              const auto y = classify(z);
              return select<"category">(y, other) - select<"category">(y, had);
            },
            moved);
        for (std::size_t i = 0; i < X::volume; ++i) {
          const float was = x.data()[i], by = slope.data()[i] > 0 ? bound / 6 : -bound / 6;
          moved.data()[i] = math::min(math::max(moved.data()[i] + by, was - bound), was + bound);
        }
      }
    }
  return false;
}

// Only the token with the mark moves, so that there are 8 inputs.
template <class Model>
void print_one_token(const char* name, const Model& model) {
  const auto classify = classifier(model);
  torch_generator random(2);
  const examples given = some_examples(random);
  for (std::size_t b = 0; b < 3; ++b) {
    const input x = select<"batch">(given.x, b);
    const int marked = argmax<"token">(select<"feature">(x, 0))();
    const auto with_token = [&](const auto& moved) {
      auto z = as<typename std::remove_cvref_t<decltype(moved)>::value_type>(x);
      for (std::size_t i = 0; i < feature::size; ++i) z(marked, i) = moved(i);
      return classify(z);
    };
    const tensor<float, feature> token_of_x = select<"token">(x, marked);
    const double first = proved(with_token, token_of_x),
                 first_in_parts = proved_beyond(first, with_token, token_of_x, bisected<256>),
                 backward = proved(with_token, token_of_x, linear_relaxation),
                 in_parts = proved_beyond(backward, with_token, token_of_x, linear_relaxation,
                                          bisected<16>),
                 found =
                     last_that([&](double eps) { return !changes(with_token, token_of_x, eps); });
    std::printf("| %s | %zu | %.4f | %.4f | %.4f | %.4f | %.4f |\n", name, b, first, first_in_parts,
                backward, in_parts, found);
  }
}

template <class Model>
void print_radii(const char* name, const Model& model) {
  const auto classify = classifier(model);
  torch_generator random(2);
  const examples given = some_examples(random);
  std::size_t right = 0;
  for (std::size_t b = 0; b < batch::size; ++b)
    right += argmax<"category">(classify(select<"batch">(given.x, b)))() == int(given.wanted(b));
  for (std::size_t b = 0; b < 3; ++b) {
    const input x = select<"batch">(given.x, b);
    const double first = proved(classify, x),
                 second = proved_beyond(first, classify, x, second_order),
                 backward = proved(classify, x, linear_relaxation);
    const double found = last_that([&](double eps) { return !changes(classify, x, eps); });
    std::printf("| %s | %zu of %zu | %zu | %.4f | %.4f | %.4f | %.4f | %.1f |\n", name, right,
                std::size_t{batch::size}, b, first, second, backward, found, found / backward);
  }
}

void print_table_of_one_token() {
  std::puts("| model | input | first order | 256 parts | relaxation | 16 parts | search |");
  std::puts("|---|---|---|---|---|---|---|");
  print_one_token("one layer", trained<one_layer<float>>(0, 1500));
  print_one_token("one layer, weight decay", trained<one_layer<float>>(0.3, 1500));
}
void print_table() {
  std::puts(
      "| model | right | input | first order | second order | relaxation | search "
      "| search / relaxation |");
  std::puts("|---|---|---|---|---|---|---|---|");
  print_radii("one layer", trained<one_layer<float>>(0, 1500));
  print_radii("one layer, weight decay", trained<one_layer<float>>(0.3, 1500));
  print_radii("two layers", trained<two_layers<float>>(0, 1500));
}

}  // namespace

int main(int count, char** words) {
  const bool one_token = count > 1 && std::strcmp(words[1], "one_token") == 0;
  void (*print)() = one_token ? print_table_of_one_token : print_table;
  // To second order, each number has 64 derivatives with 64 slopes: a stack of 8 MiB is too small.
  pthread_attr_t large;
  pthread_t thread;
  pthread_attr_init(&large);
  pthread_attr_setstacksize(&large, std::size_t{256} << 20);
  const auto run = [](void* what) -> void* {
    (*static_cast<void (**)()>(what))();
    return nullptr;
  };
  if (pthread_create(&thread, &large, run, &print) != 0) return 1;
  pthread_join(thread, nullptr);
}
