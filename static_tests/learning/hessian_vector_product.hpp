// SPDX-License-Identifier: BSL-1.0
// What attn/learning/gradient.hpp promises.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::hessian_vector_product_tests {
constexpr auto curved = [](const auto& x) {
  const auto y = softmax(matmul(x, transpose(tanh(x))));
  auto s = sum<0>(sum<0>(multiply(y, matmul(x, transpose(x)))))();
  return s + x(0, 1) * exp(x(1, 2)) + max(x(0, 0), x(1, 1)) * x(1, 0);
};

inline constexpr auto behaviours = [](test_table& tests) {
  // x^T A x, of an A that is not symmetric: H = A + A^T, in exact numbers.
  tests.executed<float, double>("a quadratic form", []<class T>(report& r) {
    using X = tensor<T, dim<3>>;
    const auto a = launder(matrix<T, 3, 3>{{1, 2, 3}, {-5, 8, 13}, {21, -34, 55}});
    const auto f = [&](const auto& x) {
      return sum<0>(multiply(x, sum<1>(multiply(expand<dim<3>, 0>(x), type_as(a, x)))));
    };
    const X x = launder(X{1, 2, 4}), v = launder(X{1, -1, 2});
    const auto product = hessian_vector_product(f, x, v);
    has_type<X>(product);
    r.check(product == X{2 + 3 + 2 * 24, -3 - 16 + 2 * -21, 24 + 21 + 2 * 110});
    // Row by row, the Hessian.
    for (std::size_t i = 0; i < 3; ++i) {
      X unit{};
      unit(i) = 1;
      const X row = hessian_vector_product(f, x, unit);
      for (std::size_t j = 0; j < 3; ++j) r.check(row(j) == a(i, j) + a(j, i));
    }
    r.bits(product);
  });
  // The Hessian by forward mode over forward mode, times v.
  tests.executed<float, double>("agrees with the Hessian", []<class T>(report& r) {
    using X = matrix<T, 2, 3>;
    const X x = launder(filled<X>(41)), v = launder(filled<X>(42));
    const auto product = hessian_vector_product(curved, x, v);
    const auto h = hessian(curved, x);
    T largest = 0, farthest = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      T expected = 0;
      for (std::size_t j = 0; j < 6; ++j) expected = expected + h.data()[i * 6 + j] * v.data()[j];
      const T difference = expected - product.data()[i];
      if (difference * difference > farthest) farthest = difference * difference;
      if (expected * expected > largest) largest = expected * expected;
    }
    const T epsilon = std::numeric_limits<T>::epsilon();
    r.check(largest > 0 && farthest <= 4096 * epsilon * epsilon * largest);
    r.bits(product);
  });
  // Of a model; u^T H v = v^T H u; and the differences of its gradient.
  tests.executed("of a model", [](report& r) {
    using layer = nn::linear<double, dim<3>, dim<4>, output_by_input>;
    using vector = decltype(parameters_to_vector(layer{}));
    const auto m = launder(vector_to_parameters<layer>(filled<vector>(43)));
    const auto x = launder(filled<matrix<double, 5, 3>>(44));
    const auto ids = as_token_ids<4>(tensor<int, dim<5>>{3, 0, 2, 0, 1});
    const auto loss = [&](const auto& model) {
      return cross_entropy(model(type_as(x, model)), ids);
    };
    const auto u = launder(vector_to_parameters<layer>(filled<vector>(45)));
    const auto v = launder(vector_to_parameters<layer>(filled<vector>(46)));
    const auto along_v = parameters_to_vector(hessian_vector_product(loss, m, v));
    const auto along_u = parameters_to_vector(hessian_vector_product(loss, m, u));
    const double uhv = sum<0>(multiply(parameters_to_vector(u), along_v))();
    const double vhu = sum<0>(multiply(parameters_to_vector(v), along_u))();
    r.check((uhv - vhu) * (uhv - vhu) < 1e-28 && uhv * uhv > 1e-8);
    const auto at = [&](double step) {
      return parameters_to_vector(gradient(loss,
          vector_to_parameters<layer>(parameters_to_vector(m) + parameters_to_vector(v) * step)));
    };
    r.check(is_close((at(1e-5) - at(-1e-5)) / 2e-5, along_v, 1e-7, 1e-9));
    r.bits(along_v);
  });
  tests.executed("in a workspace", [](report& r) {
    using X = matrix<double, 2, 3>;
    const X x = launder(filled<X>(41)), v = launder(filled<X>(42));
    constexpr std::size_t bytes = gradient_workspace_size(curved, as<dual<double>>(X{}));
    gradient_workspace<bytes> workspace;
    r.same(hessian_vector_product(workspace, curved, x, v), hessian_vector_product(curved, x, v));
  });
  tests.executed("a call names its rules", [](report& r) {
    const auto one = [](const auto& x) { return sum<0>(x); };
    const auto several = [](const auto& x) { return x; };
    using X = tensor<double, dim<3>>;
    r.check(rules::hessian_vector_product_call<decltype(one), X, X>::all::value);
    r.check(!rules::hessian_vector_product_call<decltype(several), X, X>::one_number::value);
    r.check(!rules::hessian_vector_product_call<decltype(one), X,
        tensor<double, dim<4>>>::same_type::value);
    using integers = tensor<int, dim<3>>;
    r.check(!rules::hessian_vector_product_call<decltype(one), integers,
        integers>::floating_point::value);
  });
};
}  // namespace attn_tests::hessian_vector_product_tests
