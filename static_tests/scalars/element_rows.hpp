// SPDX-License-Identifier: BSL-1.0
// Rows of influence and term (attn/detail/constant/row.hpp): in constant evaluation they
// have the elements that the operations of single elements give.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::element_rows_tests {
template <class Reading> using reached = influence<double, 70, Reading>;
inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double largest = std::numeric_limits<double>::max();
inline constexpr double constants[] = {0, -0.0, 1, -1, 2.5, infinity, -infinity, largest, -largest};

// Whether a and b are the same object; identical takes -0 for 0.
template <class T, std::size_t N, class Reading>
constexpr bool same(const influence<T, N, Reading>& a, const influence<T, N, Reading>& b) {
  return identical(a, b) && bitwise_equal(tensor<T>(a.constant), tensor<T>(b.constant));
}
template <class T, class Reading>
constexpr bool same(const term<T, Reading>& a, const term<T, Reading>& b) {
  return identical(a, b) && a.record == b.record && a.node == b.node;
}
template <class E> constexpr bool same(const E* a, const E* b, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    if (!same(a[i], b[i])) return false;
  return true;
}

// Element i for a seed, which is not a constant.
template <class E> constexpr E unknown(std::uint64_t seed, std::size_t i) {
  const std::uint64_t z = splitmix64(seed, i);
  const auto another = static_cast<std::size_t>(z / 70 % 70);
  const E x = E::input(static_cast<std::size_t>(z % 70));
  switch (z >> 62) {
    case 0:
      return x;
    case 1:
      return -x;
    case 2:
      return x + E::input(another);
    default:
      return -(x * E::input(another));
  }
}
// One in `rare` is a constant.
template <class E> constexpr E element(std::uint64_t seed, std::size_t i, std::uint64_t rare) {
  const std::uint64_t z = splitmix64(seed + 1, i);
  if (rare == 0 || z % rare != 0) return unknown<E>(seed, i);
  return E(constants[z / rare % 5]);
}
template <class Tensor> constexpr Tensor elements(std::uint64_t seed, std::uint64_t rare) {
  Tensor x;
  for (std::size_t i = 0; i < x.size(); ++i)
    x.data()[i] = element<typename Tensor::value_type>(seed, i, rare);
  return x;
}

// Every operation, by its number; 0 for none.
inline constexpr int operations = 17;
template <int Operation, class V> constexpr V applied(const V& a, const V& b) {
  if constexpr (Operation == 0) return a + b;
  if constexpr (Operation == 1) return a - b;
  if constexpr (Operation == 2) return a * b;
  if constexpr (Operation == 3) return a / b;
  if constexpr (Operation == 4) return max(a, b);
  if constexpr (Operation == 5) return min(a, b);
  if constexpr (Operation == 6) return pow(a, b);
  if constexpr (Operation == 7) return -a;
  if constexpr (Operation == 8) return cos(a);
  if constexpr (Operation == 9) return erf(a);
  if constexpr (Operation == 10) return exp(a);
  if constexpr (Operation == 11) return log(a);
  if constexpr (Operation == 12) return log1p(a);
  if constexpr (Operation == 13) return sigmoid(a);
  if constexpr (Operation == 14) return sin(a);
  if constexpr (Operation == 15) return sqrt(a);
  if constexpr (Operation == 16) return tanh(a);
}

// y, a row, is that operation of the elements; without failure, if there must be none.
template <int Operation, class Row, class E>
constexpr bool has_lanes_of(const Row& a, const Row& b, const E* x, const E* y, bool must_succeed) {
  const Row z = applied<Operation>(a, b);
  if (z.failed) return !must_succeed;
  E lanes[5];
  z.store(lanes, 5, 1);
  for (std::size_t i = 0; i < 5; ++i)
    if (!same(lanes[i], applied<Operation>(x[i], y[i]))) return false;
  return true;
}
template <int Operation, class E> constexpr void check_operation(report& r) {
  using row = detail::constant::row_of<E, 5>;
  E x[5], y[5], c[5];
  for (std::size_t i = 0; i < 5; ++i) x[i] = unknown<E>(3, i), y[i] = unknown<E>(4, i);
  const row a = row::load(x, 5, 1), b = row::load(y, 5, 1);
  r.check(!a.failed && has_lanes_of<Operation>(a, b, x, y, true));
  y[3] = x[3];  // equal lanes, and opposite ones: a sum may be 0, a maximum an operand
  r.check(has_lanes_of<Operation>(a, row::load(y, 5, 1), x, y, false));
  y[3] = -x[3];
  r.check(has_lanes_of<Operation>(a, row::load(y, 5, 1), x, y, false));
  r.check(has_lanes_of<Operation>(a, a, x, x, false));
  for (const double value : constants) {
    for (E& each : c) each = E(value);
    r.check(has_lanes_of<Operation>(a, row(E(value)), x, c, true));
    if constexpr (Operation < 7) r.check(has_lanes_of<Operation>(row(value), a, c, x, true));
  }
  if constexpr (requires { x->hash.low; }) {  // what differs in one half of the hash
    for (std::size_t i = 0; i < 5; ++i) y[i] = x[i];
    y[0].hash.low += 1, y[1].hash.low -= 1, y[2].hash.high += 1, y[3].hash.high -= 1;
    y[4].hash.high ^= std::uint64_t{1} << 63;
    r.check(has_lanes_of<Operation>(a, row::load(y, 5, 1), x, y, true));
    r.check(has_lanes_of<Operation>(row::load(y, 5, 1), a, y, x, true));
  }
  for (E& each : c) each = E(2);
  r.check(has_lanes_of<Operation>(row(2), row(E(2)), c, c, true));
  for (E& each : c) each = y[0];
  r.check(has_lanes_of<Operation>(row(y[0]), a, c, x, true));
  x[4] = E(1);
  r.check(row::load(x, 5, 1).failed && !row::load(x, 4, 1).failed);
  r.check(has_lanes_of<Operation>(row::load(x, 5, 1), b, x, x, false));
}
template <class E> constexpr report operators() {
  report r;
  if constexpr (detail::constant::has_rows<E>)
    [&]<int... O>(std::integer_sequence<int, O...>) { (check_operation<O, E>(r), ...); }(
        std::make_integer_sequence<int, operations>());
  return r;
}

// Of whole tensors: the evaluator for any scalar is the expected value.
template <class E, std::size_t M, std::size_t K, std::size_t N>
constexpr void check_products(report& r, std::uint64_t rare_a, std::uint64_t rare_b) {
  using lhs = tensor<E, dim<M>, dim<K>>;
  const auto a = launder(elements<lhs>(11, rare_a));
  const auto b = launder(elements<tensor<E, dim<K>, dim<N>>>(12, rare_b));
  const auto t = launder(elements<tensor<E, dim<N>, dim<K>>>(13, rare_b));
  tensor<E, dim<M>, dim<N>> expected;
  detail::generic::matmul<M, K, N>(expected.data(), a.data(), b.data());
  r.check(same(matmul(a, b).data(), expected.data(), M * N));
  detail::generic::matmul_transposed<M, K, N>(expected.data(), a.data(), t.data());
  const auto y =
      detail::made<detail::product_with_transposed<decltype(a), decltype(t)>, decltype(expected)>(
          a, t);
  r.check(same(y.data(), expected.data(), M * N));
}
template <class E> constexpr void products(report& r) {
  check_products<E, 2, 3, 5>(r, 0, 0);
  check_products<E, 3, 3, 2>(r, 2, 0);  // constants, as the weights of masked keys
  check_products<E, 3, 3, 2>(r, 0, 3);
  check_products<E, 3, 2, 4>(r, 2, 2);
  check_products<E, 1, 2, 67>(r, 0, 0);  // more than a row has lanes
  check_products<E, 1, 2, 67>(r, 0, 40);
}

template <class E> constexpr void elementwise(report& r) {
  for (const std::uint64_t rare : {0u, 5u}) {
    const auto x = launder(elements<tensor<E, dim<67>>>(21, rare));
    const auto y = launder(elements<tensor<E, dim<67>>>(22, rare));
    const auto silu_x = silu(x), gelu_x = gelu_exact(x), soft_x = softplus(x);
    const auto sum = x + y, product = multiply(x, y), positive = relu(x), e = exp(x),
               scaled = x * 3;
    bool equal = true;
    for (std::size_t i = 0; i < 67; ++i) {
      equal = equal && same(sum(i), x(i) + y(i)) && same(product(i), x(i) * y(i));
      equal = equal && same(positive(i), detail::relu_of{}(x(i))) && same(e(i), exp(x(i)));
      equal = equal && same(scaled(i), x(i) * E(3));
      equal = equal && same(silu_x(i), detail::silu_of{}(x(i)));
      equal = equal && same(gelu_x(i), detail::gelu_exact_of{}(x(i)));
      equal = equal && same(soft_x(i), detail::softplus_of{}(x(i)));
    }
    r.check(equal);
  }
}

template <class E, std::size_t M, std::size_t N>
constexpr void check_norms(report& r, std::uint64_t rare) {
  using detail::origin;
  const auto x = launder(elements<tensor<E, dim<M>, dim<N>>>(31, rare));
  const auto gain = launder(elements<tensor<E, dim<N>>>(32, 2));
  const auto bias = launder(elements<tensor<E, dim<N>>>(33, 2));
  const E eps = E(0.25);
  auto expected = x;
  detail::generic::norms<origin::mean, N, 1>(
      expected.data(), x.data(), M, gain.data(), bias.data(), eps);
  r.check(same(layer_norm(x, gain, bias, eps).data(), expected.data(), M * N));
  detail::generic::norms<origin::zero, M, N>(expected.data(), x.data(), N, nullptr, nullptr, eps);
  r.check(same(rms_norm<0>(x, eps).data(), expected.data(), M * N));
  detail::generic::norms<origin::zero, N, 1>(
      expected.data(), x.data(), M, gain.data(), nullptr, eps);
  r.check(same(rms_norm(x, gain, eps).data(), expected.data(), M * N));
}
template <class E> constexpr void norms(report& r) {
  check_norms<E, 2, 5>(r, 0);
  check_norms<E, 18, 2>(r, 0);  // more than a row has lanes
  check_norms<E, 3, 2>(r, 4);
}

template <class E, std::size_t M, std::size_t N>
constexpr void check_softmax(report& r, std::uint64_t rare) {
  const auto x = launder(elements<tensor<E, dim<M>, dim<N>>>(41, rare));
  auto expected = x;
  for (std::size_t i = 0; i < M; ++i)
    detail::generic::softmax<N, 1>(expected.data() + i * N, x.data() + i * N);
  r.check(same(softmax(x).data(), expected.data(), M * N));
  for (std::size_t j = 0; j < N; ++j)
    detail::generic::softmax<M, N>(expected.data() + j, x.data() + j);
  r.check(same(softmax<0>(x).data(), expected.data(), M * N));
}
// Of a query that may attend to the first Count keys.
template <std::size_t Count, class E, std::size_t N>
constexpr bool is_softmax_of_the_first(
    const tensor<E, dim<N>, dim<N>>& y, const tensor<E, dim<N>, dim<N>>& x) {
  E expected[N];
  detail::generic::softmax<Count, 1>(expected, x.data() + (Count - 1) * N);
  return same(y.data() + (Count - 1) * N, expected, Count) &&
         (Count == N || same(y(Count - 1, N - 1), E(0)));
}
template <class E> constexpr void softmaxes(report& r) {
  check_softmax<E, 3, 5>(r, 0);
  check_softmax<E, 18, 2>(r, 0);
  check_softmax<E, 3, 4>(r, 4);
  for (const std::uint64_t rare : {0u, 4u}) {
    const auto x = launder(elements<tensor<E, dim<4>, dim<4>>>(42, rare));
    const auto y = masked_softmax(x, causal<>);
    r.check(is_softmax_of_the_first<1>(y, x) && is_softmax_of_the_first<2>(y, x));
    r.check(is_softmax_of_the_first<3>(y, x) && is_softmax_of_the_first<4>(y, x));
  }
}

using single = term<float>;
using exact = term<double>;
using finite = term<double, finite_only>;

// Not behaviours: rows are of constant evaluation, and Clang would warn of their functions.
static_assert(operators<reached<finite_only>>().failed_line == 0);
static_assert(operators<reached<nan_too>>().failed_line == 0);
static_assert(operators<exact>().failed_line == 0);
static_assert(operators<finite>().failed_line == 0);

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("products, influence", [](report& r) { products<reached<finite_only>>(r); });
  tests.proved("products, influence, NaN too", [](report& r) { products<reached<nan_too>>(r); });
  tests.proved("products, term", [](report& r) { products<exact>(r); });
  tests.proved("products, term, finite", [](report& r) { products<finite>(r); });
  tests.proved("elementwise, influence", [](report& r) { elementwise<reached<finite_only>>(r); });
  tests.proved("elementwise, term, float", [](report& r) { elementwise<single>(r); });
  tests.proved("elementwise, term, finite", [](report& r) { elementwise<finite>(r); });
  tests.proved("norms, influence", [](report& r) { norms<reached<finite_only>>(r); });
  tests.proved("norms, term", [](report& r) { norms<exact>(r); });
  tests.proved("norms, term, finite", [](report& r) { norms<finite>(r); });
  tests.proved("softmaxes, influence", [](report& r) { softmaxes<reached<finite_only>>(r); });
  tests.proved("softmaxes, influence, NaN too", [](report& r) { softmaxes<reached<nan_too>>(r); });
  tests.proved("softmaxes, term", [](report& r) { softmaxes<exact>(r); });
  tests.proved("softmaxes, term, finite", [](report& r) { softmaxes<finite>(r); });
  tests.proved<float, double>("inputs", []<class T>(report& r) {
    const auto x = numbered(launder(tensor<T, dim<67>>{}), 1000);
    for (std::size_t i = 0; i < 67; ++i) r.check(same(x(i), term<T>::input(1000 + i)));
  });
};
}  // namespace attn_tests::element_rows_tests
