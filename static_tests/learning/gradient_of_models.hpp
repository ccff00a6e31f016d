// SPDX-License-Identifier: BSL-1.0
// What attn/learning/gradient.hpp promises of models.
#pragma once

#include <attn/layers/embedding.hpp>
#include <attn/layers/linear.hpp>
#include <attn/learning/gradient.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/tensor/compare.hpp>
#include <boost/hana/define_struct.hpp>
#include <type_traits>

#include "static_tests/reference/gradients_linear_embedding.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::gradient_of_models_tests {

using namespace attn;

// sum(u * y): with it, a gradient is what y.backward(u) computes.
template <class T, class U, class... Y, class... Axes>
constexpr T weighted(const tensor<T, Y...>& y, const tensor<U, Axes...>& u) {
  T sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    sum = sum + detail::rounded(T(y.data()[i] * T(u.data()[i])));
  return sum;
}

// A model of two layers; the table's rows that no token names have no gradient.
template <class T>
struct words {
  using table_type = nn::embedding<T, dim<5>, dim<3>>;
  using layer_type = nn::linear<T, dim<3>, dim<2>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(words, (table_type, table), (layer_type, layer));
  template <scalar U>
  using with_element = words<U>;
  friend constexpr bool operator==(const words&, const words&) = default;
};

template <class T>
constexpr report linear_and_embedding() {
  using namespace reference::gradients_linear_embedding;
  report r;
  words<T> model;
  model.table.weight = as<T>(E);
  model.layer.weight = as<T>(W);
  model.layer.bias = as<T>(b);
  const auto ids = as_token_ids<5>(tokens);
  const auto both = value_and_gradient(
      [&](const auto& m) { return weighted(m.layer(m.table(ids)), dout); }, launder(model));
  static_assert(std::is_same_v<decltype(both), const value_and_gradient_of<T, words<T>>>);
  r.check(near(both.gradient.table.weight, dE));
  r.check(near(both.gradient.layer.weight, dW) && near(both.gradient.layer.bias, db));
  r.check(bitwise_equal(both.value, weighted(model.layer(model.table(ids)), as<T>(dout))));
  r.bits(both.value);
  r.bits(both.gradient.table.weight);
  r.bits(both.gradient.layer.weight);
  return r;
}

// Steps down the gradient make the loss smaller: what all this is for.
constexpr report steps_of_training() {
  report r;
  using layer = nn::linear<double, dim<3>, dim<2>, output_by_input>;
  layer m{filled<tensor<double, dim<2>, dim<3>>>(2), filled<tensor<double, dim<2>>>(3)};
  const auto x = launder(filled<tensor<double, dim<4>, dim<3>>>(4));
  const auto wanted = launder(filled<tensor<double, dim<4>, dim<2>>>(5));
  const auto loss = [&](const auto& model) {
    const auto error = model(type_as(x, model)) - type_as(wanted, model);
    return mean<0>(sum<1>(multiply(error, error)));
  };
  double before = loss(m).data()[0];
  for (int step = 0; step < 5; ++step) {
    const auto both = value_and_gradient(loss, m);
    m = map_parameters([](const auto& p, const auto& slope) { return p - slope * 0.1; }, m,
                       both.gradient);
    const double after = loss(m).data()[0];
    r.check(after < before);
    before = after;
    r.bits(after);
  }
  return r;
}

constexpr report a_call_names_its_rules() {
  report r;
  const auto one = [](const auto& m) { return sum<0>(m.bias); };
  const auto several = [](const auto& m) { return m.bias; };
  using of_numbers = nn::linear<double, dim<3>, dim<2>, output_by_input>;
  using of_integers = nn::linear<int, dim<3>, dim<2>, output_by_input>;
  r.check(rules::gradient_call<decltype(one), of_numbers>::holds);
  r.check(!rules::gradient_call<decltype(several), of_numbers>::one_number::value);
  r.check(!rules::gradient_call<decltype(one), of_integers>::floating_point::value);
  r.check(rules::gradient_call<decltype(several), of_integers>::one_number::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"linear and embedding, float", linear_and_embedding<float>},
    {"linear and embedding, double", linear_and_embedding<double>},
    {"steps of training", steps_of_training},
    {"a call names its rules", a_call_names_its_rules},
};

}  // namespace attn_tests::gradient_of_models_tests
