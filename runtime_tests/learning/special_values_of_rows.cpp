// SPDX-License-Identifier: BSL-1.0
#include "runtime_tests/support/special_values.hpp"

namespace {

using namespace attn;
using attn_tests::as_row, attn_tests::counting, attn_tests::power;

// Of three numbers, which kernels read in part, and of 19, which are several vectors and a rest.
template <class T, std::size_t N>
struct rows {
  using element = T;
  static constexpr std::size_t width = N;
};
using of_three = rows<float, 3>;
using of_many = rows<double, 19>;

}  // namespace

TEMPLATE_TEST_CASE("special values: reductions", "", of_three, of_many) {
  using T = typename TestType::element;
  constexpr std::size_t N = TestType::width;
  ATTN_SAME_VALUES(sum<0>(x));
  ATTN_SAME_VALUES(mean<0>(x));
  ATTN_SAME_VALUES(amax<0>(x));
  ATTN_SAME_VALUES(amin<0>(x));
  ATTN_SAME_VALUES(reduce<0>(x, [](const auto& a, const auto& b) { return a * b; }));
  ATTN_SAME_VALUES(attn::reduce<"(a) ->", "max">(x));
  ATTN_SAME_VALUES(attn::reduce<"(a) ->", "mean">(x));
  ATTN_SAME_VALUES(cumsum<0>(x));
  ATTN_SAME_VALUES(dot<0>(x, flip<0>(x)));
  ATTN_SAME_VALUES(logsumexp<0>(x));
  ATTN_SAME_VALUES(logsumexp<0>(transpose(as_row(x))));
  ATTN_SAME_VALUES(logsumexp<0>(concat<0>(as_row(logsumexp<0>(x)), narrow<0, 1>(x, 0))));
}

TEMPLATE_TEST_CASE("special values: rows", "", of_three, of_many) {
  using T = typename TestType::element;
  constexpr std::size_t N = TestType::width;
  ATTN_SAME_VALUES(softmax(x));
  ATTN_SAME_VALUES(softmax<0>(transpose(as_row(x))));
  ATTN_SAME_VALUES(softmax_naive(x));
  ATTN_SAME_VALUES(log_softmax(x));
  ATTN_SAME_VALUES(log_softmax<0>(transpose(as_row(x))));
  ATTN_SAME_VALUES(layer_norm(x));
  ATTN_SAME_VALUES(layer_norm<0>(x, S(0)));
  ATTN_SAME_VALUES(layer_norm(x, x, x));
  ATTN_SAME_VALUES(rms_norm<0>(x, S(1e-5)));
  ATTN_SAME_VALUES(vmap<0>([](const auto& y) { return softmax(y); }, expand<dim<2>, 0>(x)));
}

// Also along an axis whose elements are not side by side: three columns of triples.
TEST_CASE("special values: columns") {
  using T = float;
  constexpr std::size_t N = 6;
  ATTN_SAME_VALUES(logsumexp<0>(split<0, dim<2>, dim<3>>(x)));
  ATTN_SAME_VALUES(softmax<0>(split<0, dim<2>, dim<3>>(x)));
  ATTN_SAME_VALUES(log_softmax<0>(split<0, dim<2>, dim<3>>(x)));
  ATTN_SAME_VALUES(layer_norm<0>(split<0, dim<2>, dim<3>>(x)));
  ATTN_SAME_VALUES(amax<0>(split<0, dim<2>, dim<3>>(x)));
}

TEMPLATE_TEST_CASE("special values: losses", "", of_three, of_many) {
  using T = typename TestType::element;
  constexpr std::size_t N = TestType::width;
  using two = tensor<int, dim<2>>;
  ATTN_SAME_VALUES(nll_loss(x, tensor<int>{1}));
  ATTN_SAME_VALUES(cross_entropy(x, tensor<int>{1}));
  ATTN_SAME_VALUES(cross_entropy(x, tensor<int>{1}, {.label_smoothing = 0.1}));
  ATTN_SAME_VALUES(cross_entropy(expand<dim<2>, 0>(x), two{1, 2}, {.label_smoothing = 0.1}));
  ATTN_SAME_VALUES(cross_entropy<reduction::sum>(expand<dim<2>, 0>(x), two{1, -100}));
  ATTN_SAME_VALUES(cross_entropy(x, tensor<int>{1}, counting<dim<N>>(x), {.label_smoothing = 0.1}));
}

TEST_CASE("special values: masked rows") {
  using T = float;
  constexpr std::size_t N = 3;
  using mask = keep_mask<dim<2>, dim<3>>;
  ATTN_SAME_VALUES(masked_softmax(expand<dim<2>, 0>(x), mask{{1, 1, 1}, {0, 0, 1}}));
  ATTN_SAME_VALUES(masked_softmax(expand<dim<2>, 0>(x), mask{{1, 1, 0}, {1, 1, 1}}));
  ATTN_SAME_VALUES(masked_softmax(expand<dim<2>, 0>(x), mask{{0, 1, 1}, {1, 1, 1}}));
  ATTN_SAME_VALUES(
      masked_softmax(expand<dim<2>, 0>(x), mask{{0, 0, 0}, {1, 1, 1}}, fully_masked<zero_rows>));
  ATTN_SAME_VALUES(
      masked_softmax(expand<dim<2>, 0>(x), mask{{0, 0, 0}, {1, 1, 1}}, fully_masked<nan_rows>));
  ATTN_SAME_VALUES(mask_scores(expand<dim<2>, 0>(x), mask{{1, 0, 1}, {1, 1, 1}}));
  ATTN_SAME_VALUES(zeroed_outside(expand<dim<2>, 0>(x), mask{{1, 0, 1}, {1, 1, 1}}));
}
