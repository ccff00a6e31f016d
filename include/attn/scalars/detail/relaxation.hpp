// SPDX-License-Identifier: BSL-1.0
// Linear relaxation backwards (CROWN: Zhang et al., NeurIPS 2018): the record of a computation, of
// which every step lies between two planes over its operands.
//
//   y >= lower[0] a + lower[1] b + lower[2],  y <= upper[0] a + upper[1] b + upper[2]
//
// for every value that the operands can have, with what T rounds. A bound of a sum of results is
// found from the last step to the first: each is replaced by the plane that its coefficient's sign
// demands, until only inputs are left. The operands of a step that is not linear get their own
// bounds first, in the same way.
//
//   product   (a - p) (b - q), for the centers p and q, is within its corners (McCormick)
//   convex    exp, inverse, square, root of n / a: above a tangent, below a chord
//   max       b + positive_part(a - b): above 0 or the identity, below a chord
//   S-shaped  sigmoid, tanh: below a chord where convex, a tangent where concave; above likewise
//   others    the form that affine has of them, over a single input
//
// Rows are exact steps, and roundings as in affine_rows.hpp: the weights of a softmax
// 1 / sum of exp(x_j - x_i), a norm c sqrt(n / (sum of squares + ..)), c = n x_i - sum of x, and an
// average m + sum of w_k (v_k - m). A product of integers (layers/detail/integer_products.hpp) is
// the exact sum of w_k x_k, and off by what its inputs and the program round. Coefficients are
// double, and what the substitution rounds is collected next to it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <attn/detail/directed_rounding.hpp>
#include <attn/math/max.hpp>
#include <attn/rules/call.hpp>
#include <attn/scalars/affine.hpp>
#include <attn/scalars/interval.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Numbers within a range, and steps of operands, as a certificate names them.
// clang-format off
#define ATTN_STEPS(OF)                                                                             \
  ATTN_FUNCTIONS_OF_ONE(OF) OF(range) OF(linear) OF(centered) OF(average) OF(integers) OF(product) \
  OF(normalized) OF(square) OF(inverse) OF(weight) OF(root_of_inverse) OF(positive_part) OF(pow)   \
  OF(fixed_integers)
// clang-format on
#define ATTN_STEP(name) name,
enum class relaxed_step : unsigned char { ATTN_STEPS(ATTN_STEP) };
#undef ATTN_STEP
#define ATTN_STEP(name) #name,
ATTN_ABI inline constexpr const char* names_of_steps[] = {ATTN_STEPS(ATTN_STEP)};
#undef ATTN_STEP
#undef ATTN_STEPS

inline constexpr std::size_t no_node = ~std::size_t{0};

template <std::floating_point T>
struct relaxed_node {
  relaxed_step step = relaxed_step::range;
  std::size_t a = no_node, b = no_node;
  double of_a = 0, of_b = 0, constant = 0;  // linear: of_a a + of_b b + constant
  int places = 0;                           // how many times half a last place T may be off
  std::size_t first = no_node, count = 0;   // the row whose roundings it has
  bool ready = false, tight = false;        // the following is known; and as well as it can be
  T rounding{};
  interval<T> range{};
  double lower[3]{}, upper[3]{};
};

template <std::floating_point T>
class relaxation {
 public:
  using node = relaxed_node<T>;
  using bounds = interval<T>;
  using exact = interval<double>;

  ATTN_ABI constexpr relaxation() = default;
  relaxation(const relaxation&) = delete;
  relaxation& operator=(const relaxation&) = delete;
  ATTN_ABI constexpr ~relaxation() {
    delete[] nodes_;
    delete[] weights_;
  }

  ATTN_ABI constexpr std::size_t add(const node& x) {
    if (count_ == capacity_) grow();
    nodes_[count_] = x;
    return count_++;
  }
  ATTN_ABI constexpr std::size_t add_range(const bounds& x) {
    node y;
    y.range = x;
    y.ready = y.tight = true;
    return add(y);
  }
  ATTN_ABI constexpr const node& operator[](std::size_t i) const { return nodes_[i]; }
  ATTN_ABI constexpr std::size_t size() const { return count_; }

  // Makes planes and bounds of the node, and of all that it is computed from.
  ATTN_ABI constexpr void prepare(std::size_t target) {
    bool* needed = new bool[target + 1]{};
    needed[target] = true;
    for (std::size_t i = target + 1; i-- > 0;) {
      const node& y = nodes_[i];
      if (!needed[i] || y.ready) continue;
      if (y.a != no_node) needed[y.a] = true;
      if (y.b != no_node) needed[y.b] = true;
      for (std::size_t k = 0; k < y.count; ++k) needed[y.first + k] = true;
    }
    if (weights_ == nullptr || spare_ < count_) {
      delete[] weights_;
      weights_ = new double[count_]{};
      spare_ = count_;
    }
    for (std::size_t i = 0; i <= target; ++i)
      if (needed[i] && !nodes_[i].ready) build(i);
    delete[] needed;
  }
  // The bounds of a node that is prepared, as narrow as they can be.
  ATTN_ABI constexpr const bounds& tightened(std::size_t i) {
    node& y = nodes_[i];
    if (y.tight) return y.range;
    y.tight = true;
    if (!y.range.bounded()) return y.range;
    const T low = converted_below<T>(below(i, 1, no_node)),
            high = -converted_below<T>(below(i, -1, no_node));
    y.range.lower = (math::max)(y.range.lower, low);
    y.range.upper = (math::min)(y.range.upper, high);
    return y.range;
  }
  // Not above `sign` a - b, of prepared nodes; without b, of a.
  ATTN_ABI constexpr double below(std::size_t a, double sign, std::size_t b) {
    weights_[a] += sign;
    if (b != no_node) weights_[b] -= 1;
    double sum = 0, off = 0;
    bool all_bounded = true;
    const auto add_up = [&](double x) {
      sum += x;
      off += unit * (size_of(x) + size_of(sum));
    };
    for (std::size_t i = (b != no_node && b > a ? b : a) + 1; i-- > 0;) {
      const double w = weights_[i];
      if (w == 0) continue;
      weights_[i] = 0;
      const node& y = nodes_[i];
      all_bounded = all_bounded && y.range.bounded();
      if (!all_bounded) continue;
      if (y.a == no_node) {
        const double at = static_cast<double>(w > 0 ? y.range.lower : y.range.upper);
        add_up(rounded(w * at));
        continue;
      }
      const double* plane = w > 0 ? y.lower : y.upper;
      pass_on(y.a, rounded(w * plane[0]), off);
      if (y.b != no_node) pass_on(y.b, rounded(w * plane[1]), off);
      add_up(rounded(w * plane[2]));
    }
    if (!all_bounded) return -infinite<double>;
    return sum_below(sum, -rounded(off * (1 + 0x1p-20)) - 0x1p-1000);
  }

  // The steps that are prepared, a line each: docs/check_certificate.py reads them.
  template <class Out>
  ATTN_ABI constexpr void write(const Out& out) const {
    for (std::size_t i = 0; i < count_; ++i) {
      const node& y = nodes_[i];
      if (!y.ready) continue;
      rules::composed_text line;
      line.add("step ").add(i).add(" ").add(names_of_steps[static_cast<std::size_t>(y.step)]);
      for (const std::size_t operand : {y.a, y.b, y.first})
        operand == no_node ? line.add(" -") : line.add(" ").add(operand);
      line.add(" ").add(y.count).add(" ").add(static_cast<std::size_t>(y.places));
      for (const double x : {y.of_a, y.of_b, y.constant, static_cast<double>(y.rounding)})
        add_exact(line, x);
      for (const double x : y.lower) add_exact(line, x);
      for (const double x : y.upper) add_exact(line, x);
      add_exact(line, static_cast<double>(y.range.lower));
      add_exact(line, static_cast<double>(y.range.upper));
      out(line.add("\n").data());
    }
  }
  // m:e, for m 2^e.
  ATTN_ABI static constexpr void add_exact(rules::composed_text& line, double x) {
    if (!(x - x == 0)) {
      line.add(x > 0 ? " inf" : x < 0 ? " -inf" : " nan");
      return;
    }
    int exponent = 0;
    double size = size_of(x);
    for (; size >= 0x1p53; size /= 2) ++exponent;
    for (; size != static_cast<double>(static_cast<std::uint64_t>(size)); size *= 2) --exponent;
    line.add(x < 0 ? " -" : " ").add(static_cast<std::uint64_t>(size)).add(":");
    line.add(exponent < 0 ? "-" : "");
    line.add(static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent));
  }

 private:
  // Twice what a double rounds, relative to it.
  ATTN_ABI static constexpr double unit = 0x1p-52;
  ATTN_ABI static constexpr T epsilon = limits<T>::epsilon, least = limits<T>::denorm_min;

  node* nodes_ = nullptr;
  double* weights_ = nullptr;  // of the sum that is bounded; zeros between two
  std::size_t count_ = 0, capacity_ = 0, spare_ = 0;

  ATTN_ABI constexpr void grow() {
    capacity_ = capacity_ == 0 ? 64 : 2 * capacity_;
    node* more = new node[capacity_];
    for (std::size_t i = 0; i < count_; ++i) more[i] = nodes_[i];
    delete[] nodes_;
    nodes_ = more;
  }
  ATTN_ABI static constexpr double size_of(double x) { return x < 0 ? -x : x; }
  ATTN_ABI static constexpr exact in_double(const bounds& x) {
    return exact(static_cast<double>(x.lower), static_cast<double>(x.upper));
  }
  ATTN_ABI constexpr void pass_on(std::size_t to, double by, double& off) {
    const double sum = weights_[to] + by, size = magnitude(nodes_[to].range);
    off += rounded(unit * rounded((size_of(by) + size_of(sum) + 0x1p-900) * size));
    weights_[to] = sum;
  }
  ATTN_ABI static constexpr double magnitude(const bounds& x) {
    return static_cast<double>(magnitude_of(x));
  }

  ATTN_ABI constexpr void build(std::size_t i) {
    node& y = nodes_[i];
    y.ready = true;
    switch (y.step) {
      case relaxed_step::range:
        return;
      case relaxed_step::linear:
        return build_linear(y);
      case relaxed_step::centered:
        y.constant = y.of_b == 1 ? -middle_of_row(y) : nodes_[y.first].constant;
        return build_linear(y);
      case relaxed_step::average:
        y.constant = -nodes_[y.b].constant;
        y.b = no_node;
        return build_linear(y, average_error(y));
      case relaxed_step::integers:
      case relaxed_step::fixed_integers:
        return build_linear(y, y.rounding);
      case relaxed_step::product:
      case relaxed_step::normalized:
        return build_product(y);
      case relaxed_step::pow:
        return only(y, pow(nodes_[y.a].range, nodes_[y.b].range));
      default:
        return build_function(y, tightened(y.a));
    }
  }
  // Nothing is known but the range.
  ATTN_ABI static constexpr void only(node& y, const bounds& range) {
    y.a = y.b = no_node;
    y.range = range;
    y.tight = true;
  }
  ATTN_ABI static constexpr bool is_small(const bounds& x) { return affine<T, 1>::is_small(x); }
  // The exact range and planes, which are set, and what T rounds.
  ATTN_ABI static constexpr void round_off(node& y, const bounds& exact_range, const T& by) {
    y.rounding = by;
    y.range = exact_range;
    if (y.places == 0 && by > T(0)) y.range = exact_range + bounds(-by, by);
    y.lower[2] = sum_below(y.lower[2], -static_cast<double>(by));
    y.upper[2] = sum_above(y.upper[2], static_cast<double>(by));
  }
  ATTN_ABI static constexpr T rounding_of(const node& y, const bounds& range) {
    return T(y.places) * (rounded(epsilon * magnitude_of(range)) + least);
  }

  ATTN_ABI static constexpr bounds times(double factor, const bounds& x) {
    return factor == 1 ? x : factor == -1 ? -x : bounds(factor) * x;
  }
  ATTN_ABI constexpr void build_linear(node& y, const T& of_row = T(0)) {
    bounds range = times(y.of_a, nodes_[y.a].range);
    if (y.b != no_node) range = range + times(y.of_b, nodes_[y.b].range);
    if (y.constant != 0) range = range + bounds(y.constant);
    if (!is_small(range) || !(of_row < infinite<T>))
      return only(y, of_row > T(0) ? bounds::anything() : range);
    for (double* plane : {y.lower, y.upper})
      plane[0] = y.of_a, plane[1] = y.of_b, plane[2] = y.constant;
    round_off(y, range, y.places > 0 ? rounding_of(y, range) : of_row);
  }
  ATTN_ABI constexpr T largest_of_row(const node& y) const {
    T size = T(0);
    for (std::size_t k = 0; k < y.count; ++k)
      size = (math::max)(size, magnitude_of(nodes_[y.first + k].range));
    return size;
  }
  ATTN_ABI constexpr double middle_of_row(const node& y) const {
    T sum = T(0);
    for (std::size_t k = 0; k < y.count; ++k) {
      const bounds& x = nodes_[y.first + k].range;
      if (is_small(x)) sum = sum + (x.lower / 2 + x.upper / 2);
    }
    return static_cast<double>(quotient(sum, T(y.count)));
  }
  // As row_bounds of interval and affine have it.
  ATTN_ABI constexpr T average_error(const node& y) const {
    const T largest = largest_of_row(y);
    if (!(largest < affine<T, 1>::largest)) return infinite<T>;
    const T places = T(additions_on_the_way(y.count) + 3 + y.count) * epsilon;
    return 3 * (product_above(largest, places) + T(y.count) * least);
  }
  ATTN_ABI constexpr T norm_error(const node& y, const bounds& root, const bounds& z) const {
    const T h = T(additions_on_the_way(y.count)), n = T(y.count), largest = largest_of_row(y);
    if (!(largest < T(0x1p50))) return infinite<T>;
    const T off = y.of_a == 1 ? rounded((h + 5) * epsilon * largest) + 4 * least : T(0);
    const T scale = rounded(n * root.upper) * (1 + 4 * epsilon);
    if (!(rounded(scale * off) < T(0.25))) return infinite<T>;
    return (rounded(2 * (h + 8) * epsilon * magnitude_of(z)) +
            rounded(2 * scale * rounded(off * (1 + sqrt(bounds(n)).upper))) + least) *
           (1 + 8 * epsilon);
  }
  ATTN_ABI constexpr T weight_error(const node& y, const bounds& exact_weight) const {
    bounds differences(0);
    for (std::size_t k = 0; k < y.count; ++k) {
      const bounds& d = nodes_[y.first + k].range;
      differences.lower = (math::min)(differences.lower, d.lower);
      differences.upper = (math::max)(differences.upper, d.upper);
    }
    const T difference = sum_above(differences.upper, -differences.lower);
    if (!(difference < T(1) / (64 * epsilon))) return infinite<T>;
    const T error = (difference + T(additions_on_the_way(y.count + 1)) + 8) * (T(1.25) * epsilon);
    return error < T(1) / 32 ? rounded(error * exact_weight.upper) + 8 * least : infinite<T>;
  }

  // y = a b = q a + p b - p q + (a - p) (b - q).
  ATTN_ABI constexpr void build_product(node& y) {
    const bounds a = tightened(y.a), b = tightened(y.b);
    bounds range = a * b;
    T of_row = T(0);
    if (y.step == relaxed_step::normalized) {
      if (const T most = sqrt(bounds(T(y.count))).upper; !range.may_be_nan) {
        range.lower = (math::max)(range.lower, -most);
        range.upper = (math::min)(range.upper, most);
      }
      of_row = is_small(range) ? norm_error(y, b, range) : infinite<T>;
    }
    if (!is_small(a) || !is_small(b) || !is_small(range) || !(of_row < infinite<T>))
      return only(y, of_row < infinite<T> ? range : bounds::anything());
    const exact x = in_double(a), z = in_double(b);
    const double p = middle(x), q = middle(z);
    const exact rest = (x - exact(p)) * (z - exact(q)) - exact(p) * exact(q);
    y.lower[0] = y.upper[0] = q;
    y.lower[1] = y.upper[1] = p;
    y.lower[2] = rest.lower;
    y.upper[2] = rest.upper;
    round_off(y, range, y.places > 0 ? rounding_of(y, range) : of_row);
  }
  ATTN_ABI static constexpr double middle(const exact& x) { return x.lower / 2 + x.upper / 2; }

  template <class F, class Slope>
  ATTN_ABI static constexpr void set_convex(node& y, const exact& x, const F& f,
                                            const Slope& slope) {
    const exact low(x.lower), high(x.upper), at(middle(x)), slopes = slope(at);
    const double tangent = middle(slopes), width = x.upper - x.lower;
    const exact beside = (slopes - exact(tangent)) * (x - at);
    y.lower[0] = tangent;
    y.lower[2] = (f(at) - exact(tangent) * at + beside).lower;
    double chord = width > 0x1p-200 ? (middle(f(high)) - middle(f(low))) / width : tangent;
    if (!(size_of(chord) < 0x1p60)) chord = tangent;
    y.upper[0] = chord;
    y.upper[2] =
        (math::max)((f(low) - exact(chord) * low).upper, (f(high) - exact(chord) * high).upper);
  }
  // A line above f, convex below 0 and concave above: the chord, or the tangent at a point that is
  // not beyond `farthest`. slope(f(v)) is the slope at v, at most 1.
  template <class F, class Slope>
  ATTN_ABI static constexpr void set_above(double* line, const exact& x, double farthest,
                                           const F& f, const Slope& slope) {
    const double low = x.lower, high = x.upper;
    const double at = low < 0 ? (math::min)((math::min)(high, -low / 2), farthest) : middle(x);
    double steep = slope(f(at));
    if (at == high && f(high) + rounded(steep * (low - high)) < f(low))
      steep = quotient(f(high) - f(low), high - low);
    line[0] = steep = (math::min)((math::max)(steep, 0.0), 1.0);
    const exact s(steep), left(low), right(high), y = f(exact(at));
    line[2] = (math::max)((f(left) - s * left).upper, (f(right) - s * right).upper);
    if (!(high > 0)) return;
    const exact beside = (slope(y) - s) * (exact((math::max)(low, 0.0), high) - exact(at));
    line[2] = (math::max)(line[2], (y - s * exact(at) + beside).upper);
  }
  // Between two lines next to each other: the lines of a form over one input.
  template <class F>
  ATTN_ABI static constexpr bool set_form(node& y, const exact& x, const F& f) {
    using form = affine<double, 1>;
    const double at = middle(x),
                 reach = (math::max)(sum_above(x.upper, -at), sum_above(at, -x.lower));
    const form found = f(form::input(at, reach, 0));
    if (!found.linear()) return false;
    const double slope = reach > 0x1p-200 ? quotient(found.slope[0], reach) : 0;
    if (!(size_of(slope) < 0x1p60)) return false;
    const exact off = exact(found.slope[0]) - exact(slope) * exact(reach);
    const double error =
        sum_above(found.error, (math::max)(-off.lower, off.upper)) + found.error * 0x1p-40;
    const exact constant = exact(found.center) - exact(slope) * exact(at);
    y.lower[0] = y.upper[0] = slope;
    y.lower[2] = sum_below(constant.lower, -error);
    y.upper[2] = sum_above(constant.upper, error);
    return true;
  }
  ATTN_ABI constexpr void build_function(node& y, const bounds& a) {
    if (!is_small(a)) return only(y, bounds::anything());
    const exact x = in_double(a), one(1);
    bounds range;
    T of_row = T(0);
    bool known = true;
    const auto set = [&](const auto& f) {
      range = f(a);
      known = set_form(y, x, f);
    };
    const auto set_s_shaped = [&](double at_zero, double farthest, const auto& f,
                                  const auto& slope) {
      range = f(a);
      set_above(y.upper, x, farthest, f, slope);
      set_above(y.lower, -x, farthest, f, slope);  // f(-v) = 2 f(0) - f(v)
      y.lower[2] = sum_below(2 * at_zero, -y.lower[2]);
    };
    using math::sigmoid, math::tanh;
    switch (y.step) {
      case relaxed_step::square:
        range = a * a;
        set_convex(
            y, x, [](const exact& v) { return v * v; }, [](const exact& v) { return v + v; });
        break;
      case relaxed_step::exp:
        range = exp(a);
        if (!is_small(range)) return only(y, range);
        set_convex(
            y, x, [](const exact& v) { return exp(v); }, [](const exact& v) { return exp(v); });
        break;
      case relaxed_step::weight:
      case relaxed_step::inverse:
        range = bounds(1) / a;
        if (y.step == relaxed_step::weight) {
          range = assume_at_most(assume_at_least(range, 0), 1);
          of_row = weight_error(y, range);
          if (!(of_row < infinite<T>)) return only(y, bounds::anything());
        }
        if (!is_small(range)) return only(y, range);
        if (a.lower > T(0))
          set_convex(
              y, x, [&](const exact& v) { return one / v; },
              [&](const exact& v) { return -(one / (v * v)); });
        else
          known = set_form(y, x, [](const auto& v) { return affine_steps<double, 1>::inverse(v); });
        break;
      case relaxed_step::root_of_inverse: {
        if (!(a.lower > T(0x1p-100))) return only(y, bounds::anything());
        const exact n(y.constant);
        range = sqrt(bounds(y.constant) / a);
        set_convex(
            y, x, [&](const exact& v) { return sqrt(n / v); },
            [&](const exact& v) { return -(sqrt(n / v) / (v + v)); });
        break;
      }
      case relaxed_step::positive_part: {
        range = (math::max)(a, bounds(0));
        const bool above = a.lower >= T(0), below = a.upper <= T(0);
        const double chord = above ? 1 : below ? 0 : quotient(x.upper, x.upper - x.lower);
        y.lower[0] = above || (!below && x.upper > -x.lower) ? 1 : 0;
        y.lower[2] = 0;
        y.upper[0] = chord;
        y.upper[2] = above || below ? 0
                                    : (math::max)((-(exact(chord) * exact(x.lower))).upper,
                                                  ((one - exact(chord)) * exact(x.upper)).upper);
        break;
      }
      case relaxed_step::sigmoid:
        set_s_shaped(
            0.5, 4, [](const auto& v) { return sigmoid(v); },
            [](const auto& v) { return v * (1 - v); });
        break;
      case relaxed_step::tanh:
        set_s_shaped(
            0, 2, [](const auto& v) { return tanh(v); },
            [](const auto& v) { return (1 - v) * (1 + v); });
        break;
#define ATTN_FORM(f)                         \
  case relaxed_step::f:                      \
    set([](const auto& v) { return f(v); }); \
    break
        ATTN_FORM(cos);
        ATTN_FORM(erf);
        ATTN_FORM(log);
        ATTN_FORM(log1p);
        ATTN_FORM(sin);
        ATTN_FORM(sqrt);
#undef ATTN_FORM
      default:
        return only(y, bounds::anything());
    }
    if (!known || !is_small(range)) return only(y, range);
    y.tight = true;
    round_off(y, range, y.places > 0 ? rounding_of(y, range) : of_row);
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
