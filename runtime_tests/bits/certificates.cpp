// SPDX-License-Identifier: BSL-1.0
// Bounds hold for the numbers that this very build computes: at all corners of small boxes, and at
// random points inside, results are within what interval, certify and certify to second order prove
// in the same build, and so are margins. The hashes are of bounds and margins. A million
// points and all corners of 832 boxes are too many for a compiler. More operations and boxes, in
// one build: runtime_tests/scalars/affine_fuzz.cpp.
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "runtime_tests/bits/bits.hpp"

namespace attn_tests {
namespace certificates_bits {

constexpr std::size_t boxes = 64, points = 1280;  // of every function; points inside of each box

using token = axis<"token", 2>;
using width = axis<"width", 4>;
template <class T>
using input = tensor<T, token, width>;
constexpr std::size_t inputs = input<float>::volume, corners = std::size_t{1} << inputs;

template <class X>
using element_of = typename std::remove_cvref_t<X>::value_type;

class source {
 public:
  explicit source(std::uint64_t seed) : seed_(seed) {}
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>(splitmix64(seed_, next_++) >> 32) % n;
  }
  template <class T>
  T fraction() {
    return number<T>(seed_, next_++);
  }
  // 1, 1/2, 1/4 … : a product with it is exact, so that no build can fuse it with a sum.
  template <class T>
  T power(std::size_t n) {
    return std::ldexp(T(1), -static_cast<int>(below(n)));
  }

 private:
  std::uint64_t seed_, next_ = 0;
};

// The number of T nearest to x + by that is not beyond it.
template <class T>
T end_of_side(T x, T by) {
  const T to = x + by, step = to - x;
  const T rest = (x - (to - step)) + (by - step);  // x + by = to + rest, exactly (Knuth)
  return rest != T(0) && (rest < T(0)) == (by > T(0)) ? std::nextafter(to, x) : to;
}

// From a fraction of the last digit to larger than the numbers in it. Where the offset is large, a
// sum loses most digits; where sizes differ, its order decides about many.
template <class T>
struct box {
  input<T> center, lower, upper;
  T eps;

  explicit box(source& from) {
    const T offset = from.below(4) == 0 ? 64 * from.template fraction<T>() : T(0);
    const T size = 4 * from.template power<T>(6);
    const std::size_t spread = from.below(4) == 0 ? 12 : 1;
    for (T& x : center)
      x = offset + size * from.template power<T>(spread) * from.template fraction<T>();
    constexpr auto digits = static_cast<std::size_t>(std::numeric_limits<T>::digits);
    eps = (1 + from.template fraction<T>() / 2) * from.template power<T>(digits + 4);
    for (std::size_t i = 0; i < inputs; ++i) {
      lower.data()[i] = end_of_side(center.data()[i], -eps);
      upper.data()[i] = end_of_side(center.data()[i], eps);
    }
  }
  input<T> corner(std::size_t which) const {
    input<T> z;
    for (std::size_t i = 0; i < inputs; ++i)
      z.data()[i] = ((which >> i) % 2 == 0 ? lower : upper).data()[i];
    return z;
  }
  input<T> point(source& from) const {
    input<T> z;
    for (std::size_t i = 0; i < inputs; ++i) {
      const T by = detail::rounded(eps * from.template fraction<T>());
      z.data()[i] = math::min(math::max(center.data()[i] + by, lower.data()[i]), upper.data()[i]);
    }
    return z;
  }
};

// The result in double is as good as exact for float: no result is out of bounds by more than what
// double rounds off. A bound may be the exact result itself.
template <class... Axes>
bool has_exact(const tensor<interval<float>, Axes...>& y, const tensor<double, Axes...>& exact) {
  bool all = true;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double value = exact.data()[i], slack = 1e-12 * (1 + std::fabs(value));
    all = all && static_cast<double>(y.data()[i].lower) <= value + slack &&
          value - slack <= static_cast<double>(y.data()[i].upper);
  }
  return all;
}

// What is proved of the outputs of a box: the bounds found in each way, and the larger margin.
template <class T, class... Axes>
struct proof_of_box {
  using bounds = tensor<interval<T>, Axes...>;
  static constexpr std::size_t last = sizeof...(Axes) - 1;
  static constexpr std::size_t row = axis_at<shape<Axes...>, last>::size;

  std::array<bounds, 3> known;
  std::array<T, bounds::volume / row> margin;

  template <class F>
  proof_of_box(const F& f, const box<T>& b, report& r) {
    known[0] = f(between(b.lower, b.upper));
    const auto eps = static_cast<double>(b.eps);
    add(certify(f, b.center, eps), known[1], r);
    if constexpr (std::is_same_v<T, float>)  // of double, it takes the compilers as long once more
      add(certify(f, b.center, eps, second_order), known[2], r);
    else
      known[2] = known[1];
    for (const bounds& found : known) {
      r.bits(lower_of(found));
      r.bits(upper_of(found));
    }
  }
  template <class Certificate>
  void add(const Certificate& c, bounds& found, report& r) {
    found = c.bounds();
    const auto margins = c.template margin<last>();
    r.bits(margins);
    for (std::size_t i = 0; i < margin.size(); ++i) {
      const T before = &found == &known[1] ? -std::numeric_limits<T>::infinity() : margin[i];
      margin[i] = math::max(before, margins.data()[i]);
    }
  }

  template <class F>
  bool holds_at(const F& f, const input<T>& x) const {
    const tensor<T, Axes...> y = f(x);
    for (const bounds& found : known)
      if (!encloses(found, y)) return false;
    if constexpr (std::is_same_v<T, float>) {
      const auto exact = f(as<double>(x));
      for (const bounds& found : known)
        if (!has_exact(found, exact)) return false;
    }
    for (std::size_t i = 0; row > 1 && i < margin.size(); ++i)
      if (!(lead(y.data() + i * row) >= margin[i])) return false;
    return true;
  }
  // The largest of a row, less the next one.
  static T lead(const T* y) {
    T largest = y[0], next = -std::numeric_limits<T>::infinity();
    for (std::size_t j = 1; j < row; ++j) {
      next = math::max(next, math::min(largest, y[j]));
      largest = math::max(largest, y[j]);
    }
    return largest - next;
  }
};
template <class T, class F, class... Axes>
auto proved(const F& f, const box<T>& b, report& r, const tensor<T, Axes...>&) {
  return proof_of_box<T, Axes...>(f, b, r);
}

template <class T, auto F, std::uint64_t Stream>
report tried() {
  report r;
  source of_boxes(Stream << 40), of_points((Stream << 40) + (std::uint64_t{1} << 39));
  for (std::size_t n = 0; n < boxes; ++n) {
    const box<T> b(of_boxes);
    const auto proof = proved(F, b, r, F(b.center));
    for (std::size_t p = 0; p < corners + points; ++p) {
      const bool holds = proof.holds_at(F, p < corners ? b.corner(p) : b.point(of_points));
      r.check(holds);
      if (holds) continue;
      std::printf("box %zu: a result at %s %zu is not within what is proved\n", n,
                  p < corners ? "corner" : "point", p < corners ? p : p - corners);
      break;
    }
  }
  return r;
}

constexpr auto softmax_of = [](const auto& x) { return softmax(x); };
constexpr auto layer_norm_of = [](const auto& x) { return layer_norm(x); };
constexpr auto rms_norm_of = [](const auto& x) {
  return rms_norm(x, element_of<decltype(x)>(1e-6));
};
constexpr auto attention_of = [](const auto& x) {
  return scaled_dot_product_attention(x, as_keys(x), as_keys(x));
};
constexpr auto product_of = [](const auto& x) { return matmul(x, transpose(as_keys(x))); };
constexpr auto mean_of_squares = [](const auto& x) { return mean<"width">(multiply(x, x)); };

template <class Layer, std::uint64_t Seed>
struct layer {
  static inline const Layer weights = splitmix_parameters<splitmix::s24, Layer>(Seed);
  template <class X>
  auto operator()(const X& x) const {
    return as<element_of<X>>(weights)(x);
  }
};
using inner = axis<"inner", 6>;
template <class Activation, class Norm>
using encoder =
    nn::encoder_layer<float, width, axis<"head", 2>, inner, output_by_input, Activation, Norm>;
constexpr layer<nn::feed_forward<float, width, inner, output_by_input, act::relu>, 1> feed_forward;
constexpr layer<encoder<act::relu, post_norm>, 2> post;
constexpr layer<encoder<act::gelu_exact, pre_norm>, 4> pre;

constexpr recorded behaviours[] = {
    {{"softmax, float", tried<float, softmax_of, 1>}, 0xde1e930eadc3c79b},
    {{"layer_norm, float", tried<float, layer_norm_of, 3>}, 0xf950ff1e2f569daf},
    {{"layer_norm, double", tried<double, layer_norm_of, 4>}, 0x5253be2ac5b020aa},
    {{"rms_norm, float", tried<float, rms_norm_of, 5>}, 0xa2e63874dff1ff9b},
    {{"rms_norm, double", tried<double, rms_norm_of, 6>}, 0x125e3db0d18f9fe9},
    {{"attention, float", tried<float, attention_of, 7>}, 0xc1cb3e7c7ec38aa1},
    {{"product, float", tried<float, product_of, 9>}, 0x7b193cb1a7a9ebe0},
    {{"product, double", tried<double, product_of, 10>}, 0x642860425c996852},
    {{"mean of squares, float", tried<float, mean_of_squares, 11>}, 0x51cab917b6ff12a3},
    {{"mean of squares, double", tried<double, mean_of_squares, 12>}, 0x8aa03fab262217ee},
    {{"feed-forward, float", tried<float, feed_forward, 13>}, 0x5d9f16ed89f22fd4},
    {{"post-norm, float", tried<float, post, 14>}, 0xa256e802ccd2902c},
    {{"pre-norm with GELU, float", tried<float, pre, 16>}, 0x501d1ad5192442a1},
};
static_assert(std::size(behaviours) * boxes * points >= 1'000'000);

}  // namespace certificates_bits

bool bits_of_certificates() {
  return agree<certificates_bits::behaviours, by::program>("certificates");
}

}  // namespace attn_tests
