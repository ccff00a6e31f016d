// SPDX-License-Identifier: BSL-1.0
// How far the results are from the exact ones: no further than the results of plain loops over the
// C library's functions. Exact are the reference's numbers, computed with 60 digits, and for what
// is larger the same loops in a longer format. The loops multiply by a reciprocal where the library
// does; to divide every element would save a rounding: on the few numbers of the reference, double,
// the worst is then 0.66 units for attention and 0.40 for layer norm, instead of 1.05 and 0.80.
#include <attn.hpp>
#include <cmath>
#include <vector>

#include "runtime_tests/catch.hpp"
#include "static_tests/reference/attention_sdpa.hpp"
#include "static_tests/reference/layers.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace {

using namespace attn;
using attn_tests::filled;
using attn_tests::launder;

// One matrix, row-major; no size is known to the compiler.
template <class T>
struct rows {
  std::size_t count, width;
  std::vector<T> data = std::vector<T>(count * width);
  T* operator[](std::size_t i) { return data.data() + i * width; }
  const T* operator[](std::size_t i) const { return data.data() + i * width; }
};
template <class T, class U, class R, class C>
rows<T> rows_of(const tensor<U, R, C>& x) {
  rows<T> y{R::size, C::size};
  for (std::size_t i = 0; i < x.size(); ++i) y.data[i] = static_cast<T>(x.data()[i]);
  return y;
}

namespace plain {

template <class T>
rows<T> product(const rows<T>& a, const rows<T>& b) {
  rows<T> c{a.count, b.width};
  for (std::size_t i = 0; i < a.count; ++i)
    for (std::size_t j = 0; j < b.width; ++j)
      for (std::size_t k = 0; k < a.width; ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}
template <class T>
void softmax(T* x, std::size_t n) {
  T largest = x[0], sum = 0;
  for (std::size_t i = 1; i < n; ++i) largest = std::max(largest, x[i]);
  for (std::size_t i = 0; i < n; ++i) sum += x[i] = std::exp(x[i] - largest);
  const T share = 1 / sum;
  for (std::size_t i = 0; i < n; ++i) x[i] *= share;
}
template <class T>
rows<T> attention(const rows<T>& q, const rows<T>& k, const rows<T>& v, bool causal) {
  rows<T> s{q.count, k.count};
  for (std::size_t i = 0; i < q.count; ++i) {
    const std::size_t seen = causal ? i + 1 : k.count;
    for (std::size_t j = 0; j < seen; ++j) {
      for (std::size_t d = 0; d < q.width; ++d) s[i][j] += q[i][d] * k[j][d];
      s[i][j] *= 1 / std::sqrt(static_cast<T>(q.width));
    }
    softmax(s[i], seen);
  }
  return product(s, v);
}
template <class T>
rows<T> layer_norm(const rows<T>& x, const rows<T>& gain, const rows<T>& bias, T eps) {
  rows<T> y{x.count, x.width};
  for (std::size_t i = 0; i < x.count; ++i) {
    const T n = static_cast<T>(x.width);
    T mean = 0, variance = 0;
    for (std::size_t j = 0; j < x.width; ++j) mean += x[i][j];
    mean /= n;
    for (std::size_t j = 0; j < x.width; ++j) variance += (x[i][j] - mean) * (x[i][j] - mean);
    const T share = 1 / std::sqrt(variance / n + eps);
    for (std::size_t j = 0; j < x.width; ++j)
      y[i][j] = (x[i][j] - mean) * share * gain[0][j] + bias[0][j];
  }
  return y;
}

}  // namespace plain

// Errors relative to the largest number of a result, in units of the type's last digit.
template <class T>
struct errors {
  double squares = 0, count = 0, worst = 0;
  template <class Got, class Exact>
  void add(const Got& got, const Exact& exact, std::size_t n) {
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i)
      largest = std::max(largest, std::fabs(static_cast<double>(exact[i])));
    for (std::size_t i = 0; i < n; ++i) {
      const auto difference = static_cast<long double>(got[i]) - static_cast<long double>(exact[i]);
      const double e = std::fabs(static_cast<double>(difference)) / largest /
                       static_cast<double>(std::numeric_limits<T>::epsilon());
      squares += e * e;
      count += 1;
      worst = std::max(worst, e);
    }
  }
  double typical() const { return std::sqrt(squares / count); }
};

template <class T>
struct both {
  errors<T> library, loops;
  template <class Got, class Plain, class Exact>
  void add(const Got& got, const Plain& loop, const Exact& exact) {
    library.add(got.data(), exact, got.size());
    loops.add(loop.data.data(), exact, got.size());
  }
  // Of a few numbers only the worst tells something.
  void library_is_no_worse(bool few = false) const {
    INFO("typical " << library.typical() << ", plain loops " << loops.typical());
    INFO("worst " << library.worst << ", plain loops " << loops.worst);
    CHECK(loops.worst > 0);
    CHECK((few || library.typical() <= loops.typical()));
    CHECK(library.worst <= loops.worst);
  }
};

// The result is exact in the first of these that is longer.
template <class T>
using longer = std::conditional_t<std::is_same_v<T, float>, double, long double>;

template <class T, class Q, class K, class V, class Out, class... Options>
void attend(both<T>& b, const Q& q, const K& k, const V& v, const Out& exact, bool causal,
            const Options&... options) {
  b.add(scaled_dot_product_attention(launder(as<T>(q)), launder(as<T>(k)), launder(as<T>(v)),
                                     options...),
        plain::attention(rows_of<T>(q), rows_of<T>(k), rows_of<T>(v), causal), exact.value.data());
}

template <class T>
void attention_of_the_reference() {
  both<T> b;
  {
    using namespace reference::attention_sdpa_square;
    attend(b, Q, K, V, out, false);
  }
  {
    using namespace reference::attention_sdpa_cross;
    attend(b, Q, K, V, out, false);
  }
  {
    using namespace reference::attention_sdpa_causal;
    attend(b, Q, K, V, out, true, causal<top_left>);
  }
  {
    using namespace reference::attention_sdpa_large_logits;
    attend(b, Q, K, V, out, false);
  }
  b.library_is_no_worse(true);
}

template <class T>
void layer_norm_of_the_reference() {
  using namespace reference::layers_layer_norm;
  both<T> b;
  const auto row = [](const auto& x) {
    rows<T> y{1, x.size()};
    for (std::size_t i = 0; i < x.size(); ++i) y.data[i] = static_cast<T>(x.data()[i]);
    return y;
  };
  b.add(layer_norm(launder(as<T>(X)), as<T>(reference::layers_layer_norm::gamma), as<T>(beta)),
        plain::layer_norm(rows_of<T>(X), row(reference::layers_layer_norm::gamma), row(beta),
                          T(1e-5)),
        affine_eps0.value.data());
  b.library_is_no_worse(true);
}

template <class T>
void larger() {
  const auto q = launder(filled<matrix<T, 64, 64>>(1)), k = launder(filled<matrix<T, 64, 64>>(2)),
             v = launder(filled<matrix<T, 64, 64>>(3));
  using long_rows = rows<longer<T>>;
  const long_rows Q = rows_of<longer<T>>(q), K = rows_of<longer<T>>(k), V = rows_of<longer<T>>(v);
  SECTION("a product") {
    both<T> b;
    b.add(matmul(q, v), plain::product(rows_of<T>(q), rows_of<T>(v)),
          plain::product(Q, V).data.data());
    b.library_is_no_worse();
  }
  SECTION("attention") {
    both<T> b;
    b.add(scaled_dot_product_attention(q, k, v),
          plain::attention(rows_of<T>(q), rows_of<T>(k), rows_of<T>(v), false),
          plain::attention(Q, K, V, false).data.data());
    b.library_is_no_worse();
  }
  SECTION("softmax") {
    both<T> b;
    const auto x = launder(filled<matrix<T, 64, 64>>(4, T(8)));
    auto loops = rows_of<T>(x);
    auto exact = rows_of<longer<T>>(x);
    for (std::size_t i = 0; i < 64; ++i) {
      plain::softmax(loops[i], 64);
      plain::softmax(exact[i], 64);
    }
    b.add(softmax(x), loops, exact.data.data());
    b.library_is_no_worse();
  }
}

}  // namespace

TEMPLATE_TEST_CASE("attention is as exact as plain loops", "[accuracy]", float, double) {
  attention_of_the_reference<TestType>();
}
TEMPLATE_TEST_CASE("layer norm is as exact as plain loops", "[accuracy]", float, double) {
  layer_norm_of_the_reference<TestType>();
}
TEMPLATE_TEST_CASE("64 by 64 is as exact as plain loops", "[accuracy]", float, double) {
  larger<TestType>();
}
