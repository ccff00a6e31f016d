// SPDX-License-Identifier: BSL-1.0
// The same numbers whatever the compiler may do to floating-point arithmetic: this program is built
// with every relaxed mode (CMakeLists.txt) and compares what runs with what constant evaluation found.
//
// The comparison is of integers: in these modes the compiler may believe that nothing is a NaN, that
// nothing is infinite and that differences are not rounded, so what it makes of floating-point
// comparisons proves nothing. Zeros are equal whatever their sign, as -fno-signed-zeros has it.
#include <attn/analysis.hpp>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <utility>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace {

using namespace attn;
using namespace attn_tests;

template <class T>
using word_of = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

// The bits of an element in memory, in the order of the numbers: both zeros are 0.
template <class T>
std::int64_t place_of(const T* x) {
  word_of<T> bits;
  __builtin_memcpy(&bits, x, sizeof bits);
  return bits < 0 ? -std::int64_t(bits & std::numeric_limits<word_of<T>>::max()) : bits;
}
template <class T>
constexpr std::int64_t place_of_infinity = sizeof(T) == 4 ? 0x7f800000 : 0x7ff0000000000000;
constexpr bool is_nan(std::int64_t place, std::int64_t infinity) {
  return place > infinity || place < -infinity;
}

int failures = 0;

template <class T, class... Axes>
void compare(const char* name, const tensor<T, Axes...>& expected,
             const tensor<T, Axes...>& result) {
  const auto now = launder(result);  // bits of what the compiler saw being computed may be folded
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::int64_t e = place_of(expected.data() + i), n = place_of(now.data() + i);
    if (e == n) continue;
    ++failures;
    std::printf("%s, %s, element %zu: %.17g instead of %.17g\n", name,
                sizeof(T) == 4 ? "float" : "double", i, double(now.data()[i]),
                double(expected.data()[i]));
    return;
  }
}

void expect(const char* name, bool holds) {
  if (holds) return;
  ++failures;
  std::printf("%s\n", name);
}

// f of known operands in constant evaluation, and of the same ones in the running program.
#define ATTN_SAME(name, ...)                       \
  {                                                \
    constexpr auto f = [] { return __VA_ARGS__; }; \
    static constexpr auto expected = f();          \
    compare(name, expected, f());                  \
  }

template <class T>
constexpr T inf = std::numeric_limits<T>::infinity();

// Operands are constants: arithmetic of this file may do what the flags allow.
template <class Tensor>
consteval Tensor fixed(const Tensor& x) {
  return x;
}
template <class Tensor>
consteval Tensor given(std::uint64_t seed, typename Tensor::value_type scale = 1) {
  return filled<Tensor>(seed, scale);
}
template <class T>
consteval auto numbers(T scale, T offset = 0) {
  auto x = filled<tensor<T, dim<37>>>(7, scale);
  for (T& e : x) e = e + offset;
  return x;
}
template <class T>
consteval auto positive_numbers() {
  auto x = filled<tensor<T, dim<37>>>(8, T(3));
  for (T& e : x) e = e < T(0) ? -e : e;
  x.data()[3] = T(1e-30f);
  x.data()[5] = T(1e30f);
  x.data()[6] = T(1.0000001);
  return x;
}

// Vectors, and the scalars of math/.
template <class T>
void elementary_functions() {
#define ATTN_ELEMENTARY(function, operand)                                      \
  ATTN_SAME(#function " of " #operand, attn::function(launder(fixed(operand)))) \
  ATTN_SAME(#function " of one of " #operand, [] {                              \
    auto x = launder(fixed(operand));                                           \
    for (T & e : x) e = math::function(e);                                      \
    return x;                                                                   \
  }())
  ATTN_ELEMENTARY(exp, numbers<T>(80))
  ATTN_ELEMENTARY(exp, (tensor<T, dim<4>>{T(0.3), 1, T(1.7), -inf<T>}))
  ATTN_ELEMENTARY(log, positive_numbers<T>())
  ATTN_ELEMENTARY(log, (tensor<T, dim<5>>{0, 1, inf<T>, T(0.99), T(1.01)}))
  ATTN_ELEMENTARY(log1p, positive_numbers<T>())
  ATTN_ELEMENTARY(log1p, (tensor<T, dim<5>>{0, -1, inf<T>, T(1e-9), T(-1e-9)}))
  ATTN_ELEMENTARY(sin, numbers<T>(30))
  ATTN_ELEMENTARY(sin, numbers<T>(T(1e9)))
  ATTN_ELEMENTARY(sin, (tensor<T, dim<4>>{1, T(3.14159265358979), T(22), 0}))
  ATTN_ELEMENTARY(cos, numbers<T>(30))
  ATTN_ELEMENTARY(cos, numbers<T>(T(1e9)))
  ATTN_ELEMENTARY(cos, (tensor<T, dim<4>>{1, T(1.5707963267949), T(11), 0}))
  ATTN_ELEMENTARY(tanh, numbers<T>(6))
  ATTN_ELEMENTARY(tanh, (tensor<T, dim<5>>{inf<T>, -inf<T>, 0, T(1e-9), T(100)}))
  ATTN_ELEMENTARY(sigmoid, numbers<T>(40))
  ATTN_ELEMENTARY(sigmoid, (tensor<T, dim<5>>{inf<T>, -inf<T>, 0, T(1e-9), T(-500)}))
  ATTN_ELEMENTARY(erf, numbers<T>(4))
  ATTN_ELEMENTARY(erf, (tensor<T, dim<5>>{inf<T>, -inf<T>, 0, T(1e-9), T(100)}))
  ATTN_ELEMENTARY(sqrt, positive_numbers<T>())
  ATTN_ELEMENTARY(sqrt, (tensor<T, dim<4>>{0, 4, inf<T>, 2}))
  ATTN_SAME("pow", [] {
    auto x = launder(positive_numbers<T>());
    const auto y = launder(numbers<T>(1));
    for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = math::pow(x.data()[i], y.data()[i]);
    return x;
  }())
  ATTN_SAME("pow of special values", [] {
    const auto x = launder(fixed(tensor<T, dim<8>>{-2, -2, 0, 0, inf<T>, inf<T>, T(0.5), 1}));
    const auto y = launder(fixed(tensor<T, dim<8>>{3, 4, 2, -1, -1, 1, inf<T>, inf<T>}));
    auto power = x;
    for (std::size_t i = 0; i < x.size(); ++i)
      power.data()[i] = math::pow(x.data()[i], y.data()[i]);
    return power;
  }())
  ATTN_SAME("gelu_exact", gelu_exact(launder(numbers<T>(6))))
  ATTN_SAME("gelu_tanh", gelu_tanh(launder(numbers<T>(6))))
  ATTN_SAME("silu", silu(launder(numbers<T>(6))))
#undef ATTN_ELEMENTARY
}

template <class T, std::size_t M, std::size_t N>
consteval auto scores() {
  auto x = filled<matrix<T, M, N>>(M + N, T(4));
  if (N > 1)
    for (std::size_t i = 0; i < M; ++i) x.data()[i * N + i % N] = -inf<T>;
  return x;
}

template <class T, std::size_t M, std::size_t N>
void rows() {
  ATTN_SAME("softmax", softmax<1>(launder(scores<T, M, N>())))
  ATTN_SAME("softmax of columns", softmax<0>(launder(given<matrix<T, M, N>>(3, T(4)))))
  ATTN_SAME("log_softmax", log_softmax<1>(launder(given<matrix<T, M, N>>(4, T(4)))))
  ATTN_SAME("logsumexp", logsumexp<1>(launder(given<matrix<T, M, N>>(4, T(4)))))
  ATTN_SAME("sum", sum<1>(launder(given<matrix<T, M, N>>(5))))
  ATTN_SAME("sum of columns", sum<0>(launder(given<matrix<T, M, N>>(5))))
  ATTN_SAME("amax", amax<1>(launder(scores<T, M, N>())))
  ATTN_SAME("amax of -inf", amax<1>(launder(scores<T, M, N>() * T(0.0625) + matrix<T, M, N>{})))
  ATTN_SAME("mean", mean<1>(launder(given<matrix<T, M, N>>(6))))
  ATTN_SAME("layer_norm", [] {
    const auto g = launder(given<tensor<T, dim<N>>>(9));
    return layer_norm(launder(given<matrix<T, M, N>>(8)), g, g);
  }())
  ATTN_SAME("rms_norm", [] {
    const auto g = launder(given<tensor<T, dim<N>>>(9));
    return rms_norm(launder(given<matrix<T, M, N>>(8)), g, T(1e-6));
  }())
}

template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
void attention() {
  const auto each = [&](const char* name, auto f) {
    static constexpr auto expected = decltype(f){}();
    compare(name, expected, f());
  };
#define ATTN_OPERANDS                                              \
  const auto q = launder(given<matrix<T, Tq, Dk>>(Tq, T(4)));      \
  const auto k = launder(given<matrix<T, Tk, Dk>>(Tk + 50, T(4))); \
  const auto v = launder(given<matrix<T, Tk, Dv>>(Dv + 90))
  each("attention", [] {
    ATTN_OPERANDS;
    return scaled_dot_product_attention(q, k, v);
  });
  each("causal attention", [] {
    ATTN_OPERANDS;
    return scaled_dot_product_attention(q, k, v, causal<top_left>);
  });
  each("causal attention from the end, zero rows", [] {
    ATTN_OPERANDS;
    return scaled_dot_product_attention(q, k, v, causal<bottom_right>, fully_masked<zero_rows>);
  });
  each("attention in a window", [] {
    ATTN_OPERANDS;
    return scaled_dot_product_attention(q, k, v, sliding_window<2, 1, top_left>,
                                        fully_masked<zero_rows>, soft_capped_by(T(1.5)));
  });
  each("attention to some keys", [] {
    ATTN_OPERANDS;
    return scaled_dot_product_attention(q, k, v, valid_keys(launder(Tk / 2 + 1)));
  });
  each("attention with entries left out", [] {
    ATTN_OPERANDS;
    keep_mask<dim<Tq>, dim<Tk>> some_of_them;
    for (std::size_t i = 0; i < some_of_them.size(); ++i) some_of_them.data()[i] = i % 3 != 1;
    return attention_weights(q, k, launder(some_of_them), fully_masked<zero_rows>);
  });
  each("a product", [] {
    ATTN_OPERANDS;
    return matmul(q, transpose(k));
  });
#undef ATTN_OPERANDS
}

template <class T>
const T& nan_in_memory() {
  static const T x = launder(std::numeric_limits<T>::quiet_NaN());
  return x;
}
template <class T>
bool is_nan(const T& x) {
  return is_nan(place_of(&x), place_of_infinity<T>);
}

// What cannot be a constant: NaN propagates, and is not equal to anything.
template <class T>
void special_values() {
  auto x = launder(numbers<T>(1));
  x.data()[17] = nan_in_memory<T>();
  const auto carries = [&](const char* name, const auto& result) {
    const auto y = launder(result);
    expect(name, is_nan(y.data()[y.size() > 1 ? 17 : 0]));
    if (y.size() > 1) expect(name, !is_nan(y.data()[16]) && !is_nan(y.data()[18]));
  };
  carries("exp lost a NaN", attn::exp(x));
  carries("log1p lost a NaN", attn::log1p(x));
  carries("sin lost a NaN", attn::sin(x));
  carries("cos lost a NaN", attn::cos(x));
  carries("tanh lost a NaN", attn::tanh(x));
  carries("erf lost a NaN", attn::erf(x));
  carries("sigmoid lost a NaN", attn::sigmoid(x));
  carries("sum lost a NaN", sum<0>(x));
  carries("amax lost a NaN", amax<0>(x));
  carries("a product lost a NaN", multiply(x, x));
  const auto p = launder(softmax<0>(x));
  for (const T& e : p) expect("softmax lost a NaN", is_nan(e));
  // In memory, and by reference: of what a function takes and returns by value, Clang may believe
  // that it is no NaN.
  auto one = launder(tensor<T, dim<8>>{});
  for (T& e : one) e = nan_in_memory<T>();
  one.data()[5] = one.data()[6] = launder(T(-1));
  const auto ones = launder(one);
  one.data()[0] = math::exp(ones.data()[0]);
  one.data()[1] = math::log(ones.data()[1]);
  one.data()[2] = math::sin(ones.data()[2]);
  one.data()[3] = math::tanh(ones.data()[3]);
  one.data()[4] = math::sigmoid(ones.data()[4]);
  one.data()[5] = math::sqrt(ones.data()[5]);
  one.data()[6] = math::log(ones.data()[6]);
  one.data()[7] = math::max(ones.data()[7], T(1));
  one = launder(one);
  constexpr const char* functions[] = {"exp",     "log",  "sin", "tanh",
                                       "sigmoid", "sqrt", "log", "max"};
  for (std::size_t i = 0; i < one.size(); ++i)
    if (!is_nan(one.data()[i])) {
      ++failures;
      std::printf("%s of one number lost a NaN, or made none\n", functions[i]);
    }

  expect("a NaN is close to itself", !allclose(x, x));
  expect("what is equal is not close", allclose(launder(numbers<T>(1)), numbers<T>(1)));
  const auto infinite = launder(tensor<T, dim<2>>{inf<T>, 1}),
             finite = launder(tensor<T, dim<2>>{3, 1});
  expect("infinity is close to 3", !allclose(infinite, finite));
  expect("3 is close to infinity", !allclose(finite, infinite));
  expect("the bits of a NaN differ from themselves", bitwise_equal(x, x));

  const auto masked = launder(tensor<T, dim<5>>{-inf<T>, -inf<T>, 3, -inf<T>, 2});
  expect("argmax", argmax<0>(masked).data()[0] == 2);
  matrix<T, 3, 4> q = launder(given<matrix<T, 3, 4>>(1));
  const auto none = launder([] {
    keep_mask<dim<3>, dim<3>> nothing;
    for (auto& e : nothing) e = false;
    return nothing;
  }());
  for (const T& e : launder(attention_weights(q, q, none, fully_masked<zero_rows>)))
    expect("a row without keys is not zero", place_of(&e) == 0);
  for (const T& e : launder(attention_weights(q, q, none, fully_masked<nan_rows>)))
    expect("a row without keys is not NaN", is_nan(e));
}

// Bounds hold: the bounds of every sum, product and quotient enclose the exact one.
template <class T>
void intervals() {
  using I = interval<T>;
  const auto x = launder(numbers<T>(3)), y = launder(numbers<T>(1, T(2.5)));
  const auto ordered = [](const char* name, const T& low, const T& inside, const T& high) {
    expect(name, place_of(&low) <= place_of(&inside) && place_of(&inside) <= place_of(&high));
  };
  for (std::size_t i = 0; i < x.size(); ++i) {
    const I a(x.data()[i]), b(y.data()[i]);
    const auto strict = [](const char* name, const I& r) {
      expect(name, place_of(&r.lower) < place_of(&r.upper));
    };
    const auto encloses = [&](const char* name, const I& r, T inside) {
      ordered(name, r.lower, inside, r.upper);
    };
    encloses("a sum out of its bounds", a + b, x.data()[i] + y.data()[i]);
    encloses("a product out of its bounds", a * b, x.data()[i] * y.data()[i]);
    strict("a product without room", a * b);
    strict("a quotient without room", a / b);
    // 1 + a tiny number is inexact: the sum of bounds has to move.
    const I tiny(launder(T(1e-30f)));
    strict("a sum without room", b + tiny);
    strict("a difference without room", b - tiny);
    encloses("exp out of its bounds", exp(a), math::exp(x.data()[i]));
    encloses("tanh out of its bounds", tanh(a), math::tanh(x.data()[i]));
  }
}

template <class T>
void of_element_type() {
  elementary_functions<T>();
  special_values<T>();
  intervals<T>();
}

}  // namespace

int main() {
  of_element_type<float>();
  of_element_type<double>();
  rows<float, 2, 19>();
  rows<double, 5, 3>();
  attention<float, 5, 17, 4, 9>();
  attention<double, 3, 3, 3, 3>();
  if (failures > 0) std::printf("%d failures\n", failures);
  return failures > 0;
}
