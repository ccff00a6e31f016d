// SPDX-License-Identifier: BSL-1.0
// Reverse mode agrees with forward mode and with differences, operation by operation.
#pragma once

#include "static_tests/support/both_ways.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::agreement_tests {
using row = axis<"row", 3>;
using X = tensor<double, row, column>;

constexpr X some() { return launder(filled<X>(1)); }
constexpr X positive() {
  X x = filled<X>(2);
  for (double& element : x) element = element + 1.5;
  return launder(x);
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("arithmetic", [] {
    return gradients_are_numeric(
        positive(), [](const auto& x) { return x + x * 2; },
        [](const auto& x) { return type_as(filled<X>(5), x) - x; },
        [](const auto& x) { return multiply(x, x + x); },
        [](const auto& x) { return divide(type_as(filled<X>(5), x), x); },
        [](const auto& x) { return divide(x, x * x.data()[3]); },
        [](const auto& x) { return -(x / 3); }, [](const auto& x) { return x / x(1, 2); },
        [](const auto& x) {
          auto y = x;
          y += x;
          y *= 3;
          y -= multiply(x, x);
          return y;
        },
        [](const auto& x) {
          auto y = x;
          y(2, 1) = y(0, 0) * y(2, 1);  // an element of its own
          return multiply(y, x);
        });
  });
  tests.proved("elementary functions", [] {
    return gradients_are_numeric(
        positive(), [](const auto& x) { return exp(x); }, [](const auto& x) { return log(x); },
        [](const auto& x) { return log1p(x); }, [](const auto& x) { return sqrt(x); },
        [](const auto& x) { return sin(x); }, [](const auto& x) { return cos(x); },
        [](const auto& x) { return tanh(x); }, [](const auto& x) { return sigmoid(x); },
        [](const auto& x) { return erf(x); }, [](const auto& x) { return pow(x, 2.5); },
        [](const auto& x) { return map(x, [](const auto& e) { return e * e * e; }); });
  });
  tests.proved("activations", [] {
    return gradients_are_numeric(
        some(), [](const auto& x) { return relu(x); }, [](const auto& x) { return silu(x); },
        [](const auto& x) { return gelu_exact(x); }, [](const auto& x) { return gelu_tanh(x); },
        [](const auto& x) { return softplus(x); },
        [](const auto& x) { return multiply(x, expand<column>(amax<"column">(x))); },
        [](const auto& x) { return multiply(x, expand<row, 0>(amin<"row">(x))); });
  });
  tests.proved("products", [] {
    using other = tensor<double, column, axis<"out", 5>>;
    using turned = tensor<double, axis<"out", 5>, column>;
    return gradients_are_numeric(
        some(), [](const auto& x) { return matmul(x, type_as(filled<other>(3), x)); },
        [](const auto& x) { return matmul(rename<"column", "other">(transpose(x)), x); },
        [](const auto& x) { return matmul(type_as(filled<tensor<double, dim<2>, row>>(3), x), x); },
        [](const auto& x) {
          return linear<output_by_input>(x, type_as(filled<turned>(3), x),
              type_as(filled<tensor<double, axis<"out", 5>>>(4), x));
        },
        [](const auto& x) {
          return linear<input_by_output>(type_as(filled<tensor<double, dim<2>, row>>(3), x), x);
        },
        [](const auto& x) {
          return linear<output_by_input>(type_as(filled<tensor<double, column>>(3), x), x);
        },
        [](const auto& x) {
          return add_bias(
              type_as(filled<tensor<double, dim<6>, column>>(3), x), select<"row">(x, 1));
        },
        [](const auto& x) { return attention_scores(x, as_keys(x)); },
        [](const auto& x) {
          return matmul(split<"column", dim<2>, axis<"k", 2>>(x),
              type_as(filled<tensor<double, axis<"k", 2>, dim<3>>>(6), x));
        },
        [](const auto& x) {
          return matmul(type_as(filled<tensor<double, row, dim<3>, axis<"k", 2>>>(6), x),
              split<"column", axis<"k", 2>, dim<2>>(x));
        },
        [](const auto& x) {
          return einsum<"row column, other column -> row other">(
              x, type_as(filled<tensor<double, axis<"other", 3>, column>>(7), x));
        },
        [](const auto& x) { return dot<"column">(select<"row">(x, 0), select<"row">(x, 2)); });
  });
  tests.proved("reductions", [] {
    return gradients_are_numeric(
        some(), [](const auto& x) { return sum<"row">(x); },
        [](const auto& x) { return sum<"column">(x); },
        [](const auto& x) { return mean<"row">(x); },
        [](const auto& x) { return cumsum<"column">(x); },
        [](const auto& x) { return softmax<"column">(x); },
        [](const auto& x) { return softmax<"row">(x); },
        [](const auto& x) { return log_softmax<"column">(x); },
        [](const auto& x) { return log_softmax<"row">(x); },
        [](const auto& x) { return logsumexp<"column">(x); },
        [](const auto& x) { return logsumexp<"row">(x); },
        [](const auto& x) { return sparsemax<"column">(x); },
        [](const auto& x) { return sparsemax<"row">(x); },
        [](const auto& x) {
          return masked_softmax(with_axes<row, axis<"key", 4>>(x), causal<top_left>);
        },
        [](const auto& x) { return softmax_naive(x); });
  });
  tests.proved("norms", [] {
    using line = tensor<double, column>;
    return gradients_are_numeric(
        some(), [](const auto& x) { return layer_norm(x); },
        [](const auto& x) { return layer_norm<"row">(x); },
        [](const auto& x) { return rms_norm<"column">(x, 1e-5); },
        [](const auto& x) {
          return layer_norm(x, select<"row">(x, 1), type_as(filled<line>(4), x));
        },
        [](const auto& x) {
          return layer_norm(
              type_as(filled<X>(8), x), type_as(filled<line>(4), x), select<"row">(x, 2));
        },
        [](const auto& x) { return rms_norm<"column">(x, select<"row">(x, 0), 1e-5); });
  });
  tests.proved("moved elements", [] {
    return gradients_are_numeric(
        some(), [](const auto& x) { return exp(transpose(x)); },
        [](const auto& x) { return exp(permute<1, 0>(x)); },
        [](const auto& x) { return exp(rearrange<"row (a b) -> b row a">(x, axis<"a", 2>())); },
        [](const auto& x) {
          return exp(repeat<"row column -> row twice column">(x, axis<"twice", 2>()));
        },
        [](const auto& x) { return exp(narrow<"column", 2>(x, 1)); },
        [](const auto& x) { return exp(select<"column">(x, 3)); },
        [](const auto& x) { return exp(concat<"row">(x, x * 2)); },
        [](const auto& x) {
          return exp(concat<"column">(x, type_as(filled<tensor<double, row, dim<2>>>(5), x), x));
        },
        [](const auto& x) {
          return exp(
              concat<"row">(type_as(filled<tensor<double, axis<"row", 2>, column>>(5), x), x));
        },
        [](const auto& x) { return vmap<"row">([](const auto& y) { return softmax(y); }, x); },
        [](const auto& x) {
          const auto constant = type_as(filled<X>(6), x), other = type_as(filled<X>(7), x);
          auto y = multiply(constant, other);  // equally large parts, taken apart at the same time
          y(0, 1) = constant(1, 0) * x(2, 2) - other(1, 1);
          return y;
        },
        [](const auto& x) { return exp(flip<"column">(x)); },
        [](const auto& x) { return exp(expand<axis<"new", 2>>(x)); },
        [](const auto& x) { return exp(merge<"row", "column", "all">(x)); },
        [](const auto& x) {
          return exp(embedding(as_token_ids<3>(tensor<int, dim<4>>{2, 0, 2, 1}), x));
        });
  });
  tests.proved("losses", [] {
    const auto ids = as_token_ids<4>(tensor<int, row>{3, 0, 2});
    return gradients_are_numeric(
        some(), [&](const auto& x) { return cross_entropy(x, ids); },
        [&](const auto& x) {
          return cross_entropy<reduction::sum>(x, ids, {.label_smoothing = 0.1});
        },
        [&](const auto& x) { return cross_entropy<reduction::none>(x, ids, {.ignore_index = 0}); },
        [&](const auto& x) {
          return cross_entropy(x, ids, {.label_smoothing = 0.2, .ignore_index = 2});
        },
        [&](const auto& x) { return nll_loss(x, ids); },
        [&](const auto& x) {
          return cross_entropy(x, ids, type_as(tensor<double, column>{1, 2, 0.5, 3}, x));
        });
  });
};
}  // namespace attn_tests::agreement_tests
