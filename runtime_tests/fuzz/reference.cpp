// SPDX-License-Identifier: BSL-1.0
#include "runtime_tests/fuzz/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reference {

namespace {

static_assert(std::numeric_limits<long double>::digits >= 64, "the reference needs a wider type");
constexpr long double infinity = std::numeric_limits<long double>::infinity();
constexpr long double not_a_number = std::numeric_limits<long double>::quiet_NaN();
int broken = 0;
format now = double_format;

constexpr number undecided_number{0, infinity};

bool exact(const number& a) { return a.error == 0; }
bool finite(const number& a) { return std::isfinite(a.value); }

// Whether v is a number of the element type.
bool representable(long double v) {
  if (v == 0) return true;
  int exponent = 0;
  std::frexp(v, &exponent);
  long double last = std::ldexp(1.0L, exponent - now.digits);
  last = std::max(last, now.smallest);
  const long double count = v / last;
  return now.unit == 0 ? v == std::trunc(v) : count == std::trunc(count);
}

// A result v whose operands cost it the error e, before its own rounding of at most u |v|.
number rounded(long double v, long double e, bool nothing_is_lost, long double units = 1) {
  if (std::isnan(v)) return {not_a_number, 0};
  if (!std::isfinite(v)) return {v, 0};
  if (!(nothing_is_lost && e == 0 && representable(v)))
    e += units * now.unit * (std::fabs(v) + e) + now.smallest;
  const long double lowest = std::fabs(v) - e, highest = std::fabs(v) + e;
  if (lowest > now.largest * (1 + 2 * now.unit)) return {std::copysign(infinity, v), 0};
  if (e > 0 && highest >= now.largest) return undecided_number;
  if (e == 0 && std::fabs(v) > now.largest) return {std::copysign(infinity, v), 0};
  return {v, e};
}

// Of an operation on a and b where one of them is special; nothing otherwise.
std::optional<number> special(const number& a, const number& b) {
  if (std::isnan(a.value) || std::isnan(b.value)) return number{not_a_number, 0};
  if (undecided(a) || undecided(b)) return undecided_number;
  return std::nullopt;
}

// A function of one number whose result is off by at most k ulp, increasing or decreasing.
number monotone(long double (*f)(long double), number a, long double k = 1) {
  if (std::isnan(a.value)) return a;
  if (undecided(a)) return a;
  const long double v = f(a.value);
  if (std::isnan(v)) return {not_a_number, 0};
  long double e = 0;
  if (a.error > 0) {
    const long double up = f(a.value + a.error), down = f(a.value - a.error);
    if (!std::isfinite(up) || !std::isfinite(down)) return undecided_number;
    e = std::max(std::fabs(up - v), std::fabs(down - v));
  }
  const bool same = e == 0 && (v == 0 || !std::isfinite(v)) && (a.value == 0 || !finite(a));
  return rounded(v, e, same, 2 * k);
}

number smooth(long double (*f)(long double), number a, long double slope, long double k) {
  if (std::isnan(a.value) || undecided(a)) return a;
  const long double v = f(a.value);
  if (std::isnan(v)) return {not_a_number, 0};
  return rounded(v, slope * a.error, v == 0 && a.value == 0, 2 * k);
}

long double sigmoid_of(long double x) { return 1 / (1 + std::exp(-x)); }
long double silu_of(long double x) { return x * sigmoid_of(x); }
long double softplus_of(long double x) {
  return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}
long double gelu_of(long double x) { return x / 2 * std::erfc(-x / std::sqrt(2.0L)); }
long double gelu_tanh_of(long double x) {
  const long double inside =
      std::sqrt(2 / 3.14159265358979323846264L) * (x + 0.044715L * x * x * x);
  return x * sigmoid_of(2 * inside);
}

// Row-major offsets.
std::vector<std::size_t> strides(const extents& shape) {
  std::vector<std::size_t> s(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 1;) s[d - 1] = s[d] * shape[d];
  return s;
}
// Seen as (outer, axis, inner).
struct around {
  std::size_t outer = 1, size = 1, inner = 1;
  around(const extents& shape, std::size_t axis) {
    for (std::size_t d = 0; d < shape.size(); ++d)
      (d < axis ? outer : d == axis ? size : inner) *= shape[d];
  }
  std::size_t at(std::size_t o, std::size_t i, std::size_t n) const {
    return (o * size + i) * inner + n;
  }
};
bool next_index(std::vector<std::size_t>& i, const extents& shape) {
  for (std::size_t d = shape.size(); d-- > 0;) {
    if (++i[d] < shape[d]) return true;
    i[d] = 0;
  }
  return false;
}

// 16 partial results, element i in partial i mod 16, then 8 to 8, 4 to 4 …
number reduce_row(const std::vector<number>& x, const std::function<number(number, number)>& f) {
  std::vector<std::optional<number>> partial(16);
  for (std::size_t i = 0; i < x.size(); ++i)
    partial[i % 16] = partial[i % 16] ? f(*partial[i % 16], x[i]) : x[i];
  for (std::size_t half = 8; half > 0; half /= 2)
    for (std::size_t l = 0; l < half; ++l)
      if (partial[l + half])
        partial[l] = partial[l] ? f(*partial[l], *partial[l + half]) : *partial[l + half];
  return *partial[0];
}
number sum_row(const std::vector<number>& x) {
  return reduce_row(x, [](number a, number b) { return a + b; });
}
number max_row(const std::vector<number>& x) {
  return reduce_row(x, [](number a, number b) { return max(a, b); });
}
number mean_row(const std::vector<number>& x) {
  return sum_row(x) * (constant(1) / constant(static_cast<long double>(x.size())));
}

std::vector<number> softmax_row(const std::vector<number>& x) {
  const number m = max_row(x);
  std::vector<number> y;
  for (const number& e : x) y.push_back(exp(e - m));
  if (broken == 8) y[0] = y[0] + y[0];
  const number share = constant(1) / sum_row(y);
  for (number& e : y) e = e * share;
  return y;
}

array along(const array& x, std::size_t axis,
            const std::function<std::vector<number>(const std::vector<number>&)>& f) {
  const around a(x.shape, axis);
  array out = x;
  for (std::size_t o = 0; o < a.outer; ++o)
    for (std::size_t n = 0; n < a.inner; ++n) {
      std::vector<number> row;
      for (std::size_t i = 0; i < a.size; ++i) row.push_back(x.at[a.at(o, i, n)]);
      row = f(row);
      for (std::size_t i = 0; i < a.size; ++i) out.at[a.at(o, i, n)] = row[i];
    }
  return out;
}

}  // namespace

void use(const format& f) { now = f; }
void make_mistake(int which) { broken = which; }
bool undecided(const number& a) { return std::isinf(a.error); }

// --- Numbers -------------------------------------------------------------------------------------

number constant(long double value) {
  if (now.digits == 24) return {static_cast<float>(value), 0};
  if (now.digits == 53) return {static_cast<double>(value), 0};
  return {value, 0};
}

number operator-(number a) { return {-a.value, a.error}; }
number operator+(number a, number b) {
  if (const auto known = special(a, b)) return *known;
  const long double v = a.value + b.value;
  if (!std::isfinite(v)) return rounded(v, 0, true);
  const long double part = v - a.value;
  const bool kept = (a.value - (v - part)) + (b.value - part) == 0;
  return rounded(v, a.error + b.error, kept && exact(a) && exact(b));
}
number operator-(number a, number b) { return a + -b; }
number operator*(number a, number b) {
  if (const auto known = special(a, b)) return *known;
  if ((!finite(a) && !exact(b) && std::fabs(b.value) <= b.error) ||
      (!finite(b) && !exact(a) && std::fabs(a.value) <= a.error))
    return undecided_number;
  const long double v = a.value * b.value;
  if (!std::isfinite(v)) return rounded(v, 0, true);
  const bool kept = std::fma(a.value, b.value, -v) == 0;
  // An exact zero keeps its sign only if the sign of the other factor is certain.
  const bool zero = (exact(a) && a.value == 0 && std::fabs(b.value) > b.error) ||
                    (exact(b) && b.value == 0 && std::fabs(a.value) > a.error);
  if (zero) return {v, 0};
  const long double e =
      std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error;
  return rounded(v, e, kept && exact(a) && exact(b));
}
number operator/(number a, number b) {
  if (const auto known = special(a, b)) return *known;
  if (!exact(b) && std::fabs(b.value) <= b.error) return undecided_number;
  if (!finite(b) && !exact(a) && std::fabs(a.value) <= a.error) return {0, now.smallest};
  const long double v = a.value / b.value;
  if (!std::isfinite(v)) {
    if (finite(a) && !exact(a) && std::fabs(a.value) <= a.error) return undecided_number;
    return rounded(v, 0, true);
  }
  const bool kept = !finite(b) || std::fma(v, b.value, -a.value) == 0;
  const long double e =
      finite(b) ? (a.error + std::fabs(v) * b.error) / (std::fabs(b.value) - b.error) : 0;
  return rounded(v, e, kept && exact(a) && exact(b));
}
number max(number a, number b) {
  if (const auto known = special(a, b)) return *known;
  if (a.value == 0 && b.value == 0) return std::signbit(a.value) ? b : a;
  number m = a.value < b.value ? b : a;
  m.error = std::max(a.error, b.error);
  // The other one is beyond reach.
  if (std::fabs(a.value - b.value) > a.error + b.error)
    m.error = a.value < b.value ? b.error : a.error;
  return m;
}
number min(number a, number b) { return -max(-a, -b); }

number exp(number a) {
  if (std::isnan(a.value) || undecided(a)) return a;
  if (std::isinf(a.value)) return {a.value < 0 ? 0 : infinity, 0};
  const long double v = std::exp(a.value), highest = exact(a) ? v : std::exp(a.value + a.error);
  if (std::isinf(highest)) return undecided_number;
  return rounded(v, highest - v, a.value == 0, 2);
}
number log(number a) {
  if (std::isnan(a.value) || undecided(a)) return a;
  if (!exact(a) && a.value - a.error <= 0) return undecided_number;
  if (a.value == 1 && exact(a)) return {0, 0};
  return monotone([](long double x) { return std::log(x); }, a);
}
number log1p(number a) {
  if (std::isnan(a.value) || undecided(a)) return a;
  if (!exact(a) && a.value - a.error <= -1) return undecided_number;
  return monotone([](long double x) { return std::log1p(x); }, a);
}
number sqrt(number a) {
  if (std::isnan(a.value) || undecided(a)) return a;
  if (exact(a)) {
    const long double v = std::sqrt(a.value);
    return rounded(v, 0, !std::isfinite(v) || std::fma(v, v, -a.value) == 0);
  }
  if (a.value - a.error < 0) return undecided_number;
  const long double v = std::sqrt(a.value);
  const long double e =
      std::max(std::sqrt(a.value + a.error) - v, v - std::sqrt(a.value - a.error));
  return rounded(v, e, false);
}
number tanh(number a) {
  return monotone([](long double x) { return std::tanh(x); }, a);
}
number sigmoid(number a) { return monotone(sigmoid_of, a); }
number erf(number a) {
  return monotone([](long double x) { return std::erf(x); }, a);
}
number sin(number a) {
  return smooth([](long double x) { return std::sin(x); }, a, 1, 1);
}
number cos(number a) {
  return smooth([](long double x) { return std::cos(x); }, a, 1, 1);
}
// Of exact numbers only.
number pow(number a, number b) {
  const long double v = std::pow(a.value, b.value);
  return rounded(v, 0, v == 0 && (a.value == 0 || !finite(a) || !finite(b)), 2);
}
number relu(number a) {
  if (std::isnan(a.value) || undecided(a)) return a;
  return a.value > 0 ? a : a.value == 0 ? a : number{0, exact(a) ? 0 : a.error};
}
// y = x times a sigmoid, which may be off by its last digit: much where it is subnormal.
static number with_subnormal_factor(number y, number x) {
  if (!undecided(y) && std::isfinite(y.value) && x.value < 0)
    y.error += std::fabs(x.value) * now.smallest;
  return y;
}
number silu(number a) {
  if (a.value == -infinity) return {not_a_number, 0};
  return with_subnormal_factor(smooth(silu_of, a, 1.1L, 2), a);
}
// To the right of 0 within 2 ulp; to the left the error is at most 2 ulp of x / 2.
number gelu_exact(number a) {
  if (std::isnan(a.value) || undecided(a)) return a;
  if (a.value == -infinity) return {not_a_number, 0};
  number y = smooth(gelu_of, a, 1.13L, 2);
  if (a.value < 0 && !undecided(y)) y.error += 2 * 2 * now.unit * std::fabs(a.value / 2);
  return y;
}
// x sigmoid(2 u): 9 ulp down to -2, 120 to -8, and there the result is below 1e-13.
number gelu_tanh(number a) {
  if (std::isnan(a.value) || undecided(a)) return a;
  if (a.value == -infinity) return {not_a_number, 0};
  // Below -8 the error grows with the size of the exponent, 2 |u|.
  const long double k = a.value >= -2   ? 9
                        : a.value >= -8 ? 120
                                        : 120 + 8 * std::fabs(a.value * a.value * a.value);
  return with_subnormal_factor(smooth(gelu_tanh_of, a, 1.13L, k), a);
}
number softplus(number a) {
  if (a.value == -infinity) return {0, 0};
  return smooth(softplus_of, a, 1, 2);
}
number elu_plus_one(number a) {
  if (std::isnan(a.value) || undecided(a)) return a;
  if (a.value > a.error) return a + constant(1);
  if (a.value <= 0 && exact(a)) return exp(a);
  number y = exp(a);
  y.error += 2 * a.error;
  return y;
}
number identity(number a) { return a; }

// --- Arrays --------------------------------------------------------------------------------------

std::size_t volume(const extents& shape) {
  std::size_t n = 1;
  for (const std::size_t e : shape) n *= e;
  return n;
}
array zeros(const extents& shape) { return {shape, std::vector<number>(volume(shape))}; }
array reshaped(array x, const extents& shape) {
  x.shape = shape;
  return x;
}
array permuted(const array& x, const std::vector<std::size_t>& order) {
  extents shape;
  for (const std::size_t d : order) shape.push_back(x.shape[d]);
  array out = zeros(shape);
  const auto step = strides(x.shape);
  std::vector<std::size_t> i(shape.size());
  std::size_t to = 0;
  do {
    std::size_t from = 0;
    for (std::size_t d = 0; d < order.size(); ++d) from += i[d] * step[order[d]];
    out.at[to++] = x.at[from];
  } while (next_index(i, shape));
  return out;
}
array transposed(const array& x) {
  std::vector<std::size_t> order;
  for (std::size_t d = 0; d < x.rank(); ++d) order.push_back(d);
  if (broken == 11)
    return reshaped(x, [&] {
      extents shape = x.shape;
      std::swap(shape[x.rank() - 1], shape[x.rank() - 2]);
      return shape;
    }());
  std::swap(order[x.rank() - 1], order[x.rank() - 2]);
  return permuted(x, order);
}
array concatenated(const std::vector<array>& parts, std::size_t axis) {
  extents shape = parts[0].shape;
  shape[axis] = 0;
  for (const array& p : parts) shape[axis] += p.shape[axis];
  array out = zeros(shape);
  const around to(shape, axis);
  std::size_t begin = 0;
  for (const array& p : parts) {
    const around from(p.shape, axis);
    for (std::size_t o = 0; o < from.outer; ++o)
      for (std::size_t i = 0; i < from.size; ++i)
        for (std::size_t n = 0; n < from.inner; ++n)
          out.at[to.at(o, begin + i, n)] = p.at[from.at(o, i, n)];
    begin += from.size;
  }
  return out;
}
array narrowed(const array& x, std::size_t axis, std::size_t start, std::size_t length) {
  extents shape = x.shape;
  shape[axis] = length;
  array out = zeros(shape);
  const around from(x.shape, axis), to(shape, axis);
  for (std::size_t o = 0; o < to.outer; ++o)
    for (std::size_t i = 0; i < length; ++i)
      for (std::size_t n = 0; n < to.inner; ++n)
        out.at[to.at(o, i, n)] = x.at[from.at(o, start + i, n)];
  return out;
}
array selected(const array& x, std::size_t axis, std::size_t index) {
  array out = narrowed(x, axis, index, 1);
  out.shape.erase(out.shape.begin() + static_cast<std::ptrdiff_t>(axis));
  return out;
}
array expanded(const array& x, std::size_t axis, std::size_t size) {
  array one = x;
  one.shape.insert(one.shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
  return concatenated(std::vector<array>(size, one), axis);
}
array one_hot(const array& ids, std::size_t size) {
  extents shape = ids.shape;
  shape.push_back(size);
  array out = zeros(shape);
  for (std::size_t i = 0; i < ids.at.size(); ++i)
    out.at[i * size + static_cast<std::size_t>(ids.at[i].value)].value = 1;
  return out;
}
array embedded(const array& ids, const array& table) {
  extents shape = ids.shape;
  const std::size_t width = table.shape[1];
  shape.push_back(width);
  array out = zeros(shape);
  for (std::size_t i = 0; i < ids.at.size(); ++i)
    for (std::size_t j = 0; j < width; ++j)
      out.at[i * width + j] = table.at[static_cast<std::size_t>(ids.at[i].value) * width + j];
  return out;
}
array spread(const array& x, const std::string& from, const std::string& to,
             const std::vector<std::size_t>& sizes) {
  array out = zeros(sizes);
  const auto step = strides(x.shape);
  std::vector<std::size_t> i(sizes.size());
  std::size_t at = 0;
  do {
    std::size_t source = 0;
    for (std::size_t d = 0; d < to.size(); ++d)
      if (const auto where = from.find(to[d]); where != std::string::npos)
        source += i[d] * step[where];
    out.at[at++] = x.at[source];
  } while (next_index(i, sizes));
  return out;
}

array each(const array& x, function f) {
  array out = x;
  for (number& e : out.at) e = f(e);
  return out;
}
array both(const array& a, const array& b, const std::function<number(number, number)>& f) {
  array out = a;
  for (std::size_t i = 0; i < a.at.size(); ++i) out.at[i] = f(a.at[i], b.at[i]);
  return out;
}
array scaled(const array& a, number s) {
  array out = a;
  for (number& e : out.at) e = e * s;
  return out;
}
array matmul(const array& a, const array& b) {
  const std::size_t m = a.shape[a.rank() - 2], k = a.shape[a.rank() - 1], n = b.shape[b.rank() - 1];
  extents shape = a.shape;
  shape.back() = n;
  array out = zeros(shape);
  const std::size_t outer = a.at.size() / (m * k);
  const std::size_t next = b.rank() == 2 ? 0 : k * n;
  for (std::size_t o = 0; o < outer; ++o)
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const auto term = [&](std::size_t l) {
          return a.at[(o * m + i) * k + l] * b.at[o * next + l * n + j];
        };
        number s = term(0);
        for (std::size_t l = 1; l < k - (broken == 1 && k > 1 ? 1 : 0); ++l) s = s + term(l);
        out.at[(o * m + i) * n + j] = s;
      }
  return out;
}
array einsum(const std::vector<array>& x, const std::vector<std::string>& terms,
             const std::string& result) {
  std::string all = result;  // the axes of the result, then those that are summed, as they appear
  for (const std::string& t : terms)
    for (const char c : t)
      if (all.find(c) == std::string::npos) all += c;
  extents sizes;
  for (const char c : all)
    for (std::size_t t = 0; t < terms.size(); ++t)
      if (const auto d = terms[t].find(c); d != std::string::npos) {
        sizes.push_back(x[t].shape[d]);
        break;
      }
  const extents kept(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(result.size()));
  const extents gone(sizes.begin() + static_cast<std::ptrdiff_t>(result.size()), sizes.end());
  array out = zeros(kept);
  std::vector<std::size_t> i(kept.size());
  std::size_t to = 0;
  do {
    std::vector<std::size_t> g(gone.size());
    bool first = true;
    number s;
    do {
      std::optional<number> product;
      for (std::size_t t = 0; t < terms.size(); ++t) {
        const auto step = strides(x[t].shape);
        std::size_t at = 0;
        for (std::size_t d = 0; d < terms[t].size(); ++d) {
          const std::size_t a = all.find(terms[t][d]);
          at += step[d] * (a < kept.size() ? i[a] : g[a - kept.size()]);
        }
        product = product ? *product * x[t].at[at] : x[t].at[at];
      }
      s = first ? *product : s + *product;
      first = false;
    } while (next_index(g, gone));
    out.at[to++] = s;
  } while (next_index(i, kept));
  return out;
}
array add_bias(const array& x, const array& b) {
  array out = x;
  for (std::size_t i = 0; i < x.at.size(); ++i) out.at[i] = x.at[i] + b.at[i % b.at.size()];
  return out;
}

array reduced(const array& x, std::size_t axis, reduction how) {
  extents shape = x.shape;
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
  array out = zeros(shape);
  const around a(x.shape, axis);
  for (std::size_t o = 0; o < a.outer; ++o)
    for (std::size_t n = 0; n < a.inner; ++n) {
      std::vector<number> row;
      for (std::size_t i = 0; i < a.size; ++i) row.push_back(x.at[a.at(o, i, n)]);
      number r;
      switch (how) {
        case reduction::sum:
          r = sum_row(row);
          break;
        case reduction::mean:
          r = mean_row(row);
          break;
        case reduction::max:
          r = max_row(row);
          break;
        case reduction::min:
          r = reduce_row(row, [](number p, number q) { return min(p, q); });
          break;
        case reduction::product:
          r = reduce_row(row, [](number p, number q) { return p * q; });
          break;
        case reduction::argmax: {
          std::size_t best = 0;
          for (std::size_t i = 1; i < row.size(); ++i)
            if (!std::isnan(row[best].value) &&
                (std::isnan(row[i].value) || row[i].value > row[best].value ||
                 (broken == 2 && row[i].value == row[best].value)))
              best = i;
          r = {static_cast<long double>(best), 0};
          break;
        }
        case reduction::variance: {
          const number mean = mean_row(row);
          for (number& e : row) e = (e - mean) * (e - mean);
          r = mean_row(row);
          break;
        }
        case reduction::logsumexp: {
          const number m = max_row(row);
          if (std::isinf(m.value)) {
            r = m;
            break;
          }
          const bool of_exact = std::all_of(row.begin(), row.end(), exact);
          for (number& e : row) e = exp(e - m);
          const number d = log(sum_row(row));
          r = m + d;
          // The documented bound, where it applies.
          if (of_exact && std::isfinite(r.value) && !undecided(r))
            r.error = 4 * now.unit * std::max({1.0L, std::fabs(m.value), std::fabs(r.value)});
          break;
        }
      }
      out.at[o * a.inner + n] = r;
    }
  return out;
}
array softmax(const array& x, std::size_t axis) { return along(x, axis, softmax_row); }
array log_softmax(const array& x, std::size_t axis) {
  return along(x, axis, [](const std::vector<number>& row) {
    const bool of_exact = std::all_of(row.begin(), row.end(), exact);
    const number m = max_row(row);
    std::vector<number> y, power;
    for (const number& e : row) y.push_back(e - m);
    for (const number& e : y) power.push_back(exp(e));
    const number d = log(sum_row(power));
    for (number& e : y) {
      e = e - d;
      if (of_exact && std::isfinite(e.value) && !undecided(e))
        e.error = 4 * now.unit * std::max(1.0L, std::fabs(e.value));
    }
    return y;
  });
}
array layer_norm(const array& x, std::size_t axis, const array* gain, const array* bias,
                 double eps) {
  return along(x, axis, [&](std::vector<number> row) {
    const number mean = mean_row(row);
    std::vector<number> squares;
    for (number& e : row) e = e - mean;
    for (const number& e : row) squares.push_back(e * e);
    number variance = mean_row(squares);
    if (broken == 3 && row.size() > 1)
      variance = variance * constant(static_cast<long double>(row.size()) / (row.size() - 1.0L));
    const number factor = constant(1) / sqrt(variance + constant(eps));
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = row[i] * factor;
      if (gain) row[i] = row[i] * gain->at[i];
      if (bias) row[i] = row[i] + bias->at[i];
    }
    return row;
  });
}
array rms_norm(const array& x, std::size_t axis, const array* gain, double eps) {
  return along(x, axis, [&](std::vector<number> row) {
    std::vector<number> squares;
    for (const number& e : row) squares.push_back(e * e);
    const number factor = constant(1) / sqrt(mean_row(squares) + constant(eps));
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = row[i] * factor;
      if (gain) row[i] = row[i] * gain->at[i];
    }
    return row;
  });
}

namespace {
// sin and cos of position / base^(exponent), computed in double (the angle within 13 * 2^-53 of
// itself, the functions within an ulp) and rounded to the element type.
std::pair<number, number> turned(long long position, double base, long double exponent) {
  const auto p = static_cast<long double>(position);
  const long double angle = p / std::pow(static_cast<long double>(base), exponent);
  const long double off = 13 * 0x1p-53L * std::fabs(angle) + 0x1p-53L;
  const bool none = position == 0;
  return {rounded(std::sin(angle), none ? 0 : off, none),
          rounded(std::cos(angle), none ? 0 : off, none)};
}
}  // namespace

array rotary(const array& x, bool half, std::size_t features,
             const std::vector<long long>& positions, double base) {
  array out = x;
  const std::size_t width = x.shape.back(), tokens = x.shape[x.rank() - 2];
  const std::size_t n = features == 0 ? width : features;
  for (std::size_t row = 0; row < x.at.size() / width; ++row)
    for (std::size_t i = 0; i < n / 2; ++i) {
      const auto [sine, cosine] =
          turned(positions[row % tokens], base,
                 2.0L * static_cast<long double>(i) / static_cast<long double>(n));
      const std::size_t p = row * width + (half ? i : 2 * i);
      const std::size_t q = row * width + (half ? i + n / 2 : 2 * i + 1);
      const number a = x.at[p], b = x.at[q];
      out.at[p] = a * cosine - b * sine;
      out.at[q] = a * sine + b * cosine;
      if (broken == 4) std::swap(out.at[p], out.at[q]);
    }
  return out;
}
// 0: interleaved, 1: halves, 2: halves of tensor2tensor.
array sinusoidal(std::size_t tokens, std::size_t width, int layout, std::size_t first) {
  array out = zeros({tokens, width});
  const std::size_t sines = (width + 1) / 2;
  const auto d = static_cast<long double>(width);
  for (std::size_t t = 0; t < tokens; ++t)
    for (std::size_t j = 0; j < width; ++j) {
      const std::size_t i = layout == 0   ? j / 2
                            : layout == 1 ? j % sines
                                          : j % (width / 2 + (width < 2));
      const bool cosine = layout == 0 ? j % 2 == 1 : layout == 1 ? j >= sines : j >= width / 2;
      if (layout == 2 && width % 2 == 1 && j == width - 1) continue;
      const auto index = static_cast<long double>(i);
      const long double exponent =
          layout == 2 ? index / std::max(1.0L, static_cast<long double>(width / 2) - 1)
                      : 2 * index / d;
      const auto [s, c] = turned(static_cast<long long>(first + t), 10000, exponent);
      out.at[t * width + j] = cosine ? c : s;
    }
  return out;
}
array linear(const array& x, const array& w, const array* b, bool output_by_input) {
  const array weight = output_by_input ? transposed(w) : w;
  array rows = x;
  const bool vector = x.rank() == 1;
  if (vector) rows.shape = {1, x.shape[0]};
  array y = matmul(rows, weight);
  if (vector) y.shape = {y.shape[1]};
  return b ? add_bias(y, *b) : y;
}

// --- Attention -----------------------------------------------------------------------------------

mask no_mask(const extents& scores) { return mask(volume(scores), 1); }
mask window(const extents& scores, long long left, long long right, long long offset) {
  mask m = no_mask(scores);
  const auto k = static_cast<long long>(scores.back());
  const auto q = static_cast<long long>(scores[scores.size() - 2]);
  for (std::size_t at = 0; at < m.size(); ++at) {
    const long long j = static_cast<long long>(at) % k;
    const long long i = static_cast<long long>(at) / k % q + offset;
    m[at] = (left < 0 || j >= i - left - (broken == 10 ? 1 : 0)) && (right < 0 || j <= i + right);
  }
  return m;
}
mask keys(const extents& scores, std::size_t count) {
  mask m = no_mask(scores);
  for (std::size_t at = 0; at < m.size(); ++at) m[at] = at % scores.back() < count;
  return m;
}
mask entries(const extents& scores, const std::vector<char>& allowed) {
  mask m = no_mask(scores);
  for (std::size_t at = 0; at < m.size(); ++at) m[at] = allowed[at % allowed.size()];
  return m;
}
mask both(const mask& a, const mask& b) {
  mask m = a;
  for (std::size_t at = 0; at < m.size(); ++at) m[at] = a[at] && b[at];
  return m;
}

array scores(const array& q, const array& k) { return matmul(q, transposed(k)); }

array attention_weights(const array& q, const array& k, const options& o) {
  const auto d = static_cast<long double>(q.shape.back() + (broken == 5 ? 1 : 0));
  const number factor = o.scale    ? *o.scale
                        : o.scores ? constant(1)
                                   : constant(1) / sqrt(constant(d));
  array x = o.scores           ? scaled(*o.scores, factor)
            : o.scales_queries ? scores(scaled(q, factor), k)
                               : scaled(scores(q, k), factor);
  if (o.cap)
    for (number& e : x.at) e = tanh(e / *o.cap) * *o.cap;
  if (o.bias)
    for (std::size_t i = 0; i < x.at.size(); ++i)
      x.at[i] = x.at[i] + o.bias->at[i % o.bias->at.size()];
  const mask allowed = o.allowed && broken != 6 ? *o.allowed : no_mask(x.shape);
  const std::size_t n = x.shape.back();
  array w = zeros(x.shape);
  for (std::size_t at = 0; at < x.at.size(); at += n) {
    std::vector<number> row;
    bool some = false;
    for (std::size_t j = 0; j < n; ++j) {
      row.push_back(allowed[at + j] ? x.at[at + j] : number{-infinity, 0});
      some = some || allowed[at + j];
    }
    if (!some) {
      for (std::size_t j = 0; j < n; ++j) w.at[at + j] = {o.nan_rows ? not_a_number : 0, 0};
      continue;
    }
    if (o.hard) {
      std::size_t best = n;
      bool sure = true;
      for (std::size_t j = 0; j < n; ++j) {
        if (!allowed[at + j]) continue;
        if (best == n) {
          best = j;
        } else if (!std::isnan(row[best].value)) {
          const bool tie =
              std::fabs(row[j].value - row[best].value) <= row[j].error + row[best].error &&
              row[j].error + row[best].error > 0;
          if (tie || undecided(row[j]) || undecided(row[best])) sure = false;
          if (std::isnan(row[j].value) || row[j].value > row[best].value) best = j;
        }
      }
      for (std::size_t j = 0; j < n; ++j) {
        w.at[at + j] = {j == best ? 1.0L : 0.0L, 0};
        if (!sure) w.at[at + j] = undecided_number;
      }
      continue;
    }
    row = softmax_row(row);
    for (std::size_t j = 0; j < n; ++j) w.at[at + j] = row[j];
  }
  return w;
}
array attention(const array& q, const array& k, const array& v, const options& o) {
  const array w = attention_weights(q, k, o);
  if (!o.skip_masked || !o.allowed) return matmul(w, v);
  // A masked key adds nothing; where none is left, the weights are the answer.
  const std::size_t n = w.shape.back(), tokens = w.shape[w.rank() - 2], width = v.shape.back();
  extents shape = w.shape;
  shape.back() = width;
  array out = zeros(shape);
  for (std::size_t row = 0; row < w.at.size() / n; ++row)
    for (std::size_t c = 0; c < width; ++c) {
      const std::size_t from = v.rank() == 2 ? 0 : row / tokens * n * width;
      number s = w.at[row * n];
      bool first = true;
      for (std::size_t j = 0; j < n; ++j) {
        if (!(*o.allowed)[row * n + j]) continue;
        const number term = w.at[row * n + j] * v.at[from + j * width + c];
        s = first ? term : s + term;
        first = false;
      }
      out.at[row * width + c] = s;
    }
  return out;
}
array repeated_heads(const array& x, std::size_t heads) {
  const std::size_t axis = x.rank() - 3, group = heads / x.shape[axis];
  std::vector<array> parts;
  for (std::size_t h = 0; h < heads; ++h) {
    const std::size_t from = broken == 7 ? h % x.shape[axis] : h / group;
    parts.push_back(narrowed(x, axis, from, 1));
  }
  return concatenated(parts, axis);
}
array split_heads(const array& x, std::size_t heads) {
  extents shape(x.shape.begin(), x.shape.end() - 1);
  shape.insert(shape.end(), {heads, x.shape.back() / heads});
  const array cut = reshaped(x, shape);
  return x.rank() == 2 ? permuted(cut, {1, 0, 2}) : permuted(cut, {0, 2, 1, 3});
}
array merged_heads(const array& x) {
  array y = x.rank() == 3 ? permuted(x, {1, 0, 2}) : permuted(x, {0, 2, 1, 3});
  const std::size_t d = y.shape.back();
  y.shape.pop_back();
  y.shape.back() *= d;
  return y;
}
array linear_attention(const array& q, const array& k, const array& v) {
  const array pq = each(q, elu_plus_one), pk = each(k, elu_plus_one);
  const array state = matmul(transposed(pk), v);
  const array total = reduced(pk, pk.rank() - 2, reduction::sum);
  array above = matmul(pq, state);
  const std::size_t width = v.shape.back(), d = q.shape.back(), tokens = q.shape[q.rank() - 2];
  for (std::size_t row = 0; row < pq.at.size() / d; ++row) {
    number below = pq.at[row * d] * total.at[row / tokens * d % total.at.size()];
    for (std::size_t j = 1; j < d; ++j)
      below = below + pq.at[row * d + j] * total.at[(row / tokens * d + j) % total.at.size()];
    for (std::size_t c = 0; c < width; ++c)
      above.at[row * width + c] = above.at[row * width + c] / below;
  }
  return above;
}
array additive_scores(const array& q, const array& k, const array& v, const array& w,
                      const array& u) {
  const array vq = matmul(q, transposed(v)), wk = matmul(k, transposed(w));
  extents shape = q.shape;
  const std::size_t keys_count = k.shape[k.rank() - 2], hidden = u.at.size();
  const std::size_t tokens = q.shape[q.rank() - 2];
  shape.back() = keys_count;
  array out = zeros(shape);
  for (std::size_t row = 0; row < vq.at.size() / hidden; ++row)
    for (std::size_t j = 0; j < keys_count; ++j) {
      const std::size_t from = k.rank() == 2 ? j : row / tokens * keys_count + j;
      number s;
      for (std::size_t h = 0; h < hidden; ++h) {
        const number term = tanh(vq.at[row * hidden + h] + wk.at[from * hidden + h]) * u.at[h];
        s = h == 0 ? term : s + term;
      }
      out.at[row * keys_count + j] = s;
    }
  return out;
}

// --- Layers --------------------------------------------------------------------------------------

array linear_layer(const array& x, parameters& p, bool output_by_input, bool bias) {
  const array& w = p.take();
  return linear(x, w, bias ? &p.take() : nullptr, output_by_input);
}
array feed_forward(const array& x, parameters& p, bool output_by_input, function activation,
                   bool bias) {
  const array hidden = each(linear_layer(x, p, output_by_input, bias), activation);
  return linear_layer(hidden, p, output_by_input, bias);
}
array gated_feed_forward(const array& x, parameters& p, bool output_by_input, function activation) {
  const array &w1 = p.take(), &w2 = p.take(), &w3 = p.take();
  const array gate = each(linear(x, w1, nullptr, output_by_input), activation);
  const array up = linear(x, w3, nullptr, output_by_input);
  const array hidden = both(gate, up, [](number a, number b) { return a * b; });
  return linear(hidden, w2, nullptr, output_by_input);
}
array multi_head(const array& q, const array& k, const array& v, parameters& p, std::size_t heads,
                 bool output_by_input, const options& o) {
  const array pq = linear_layer(q, p, output_by_input, true);
  const array pk = linear_layer(k, p, output_by_input, true);
  const array pv = linear_layer(v, p, output_by_input, true);
  const array found =
      attention(split_heads(pq, heads), split_heads(pk, heads), split_heads(pv, heads), o);
  return linear_layer(merged_heads(found), p, output_by_input, true);
}
namespace {
array plus(const array& a, const array& b) {
  return both(a, b, [](number p, number q) { return p + q; });
}
struct norm {
  const array &weight, &bias;
  array operator()(const array& x) const {
    return layer_norm(x, x.rank() - 1, &weight, &bias, 1e-5);
  }
};
norm take_norm(parameters& p) {
  const array& weight = p.take();
  return {weight, p.take()};
}
// How many tensors a part has: skipped, to be read later.
constexpr std::size_t tensors_of_attention = 8, tensors_of_network = 4;
}  // namespace
array encoder_layer(const array& x, parameters& p, const layer_kind& kind, const options& o) {
  parameters norms{p.all, p.next + tensors_of_attention + tensors_of_network};
  const norm norm1 = take_norm(norms), norm2 = take_norm(norms);
  const auto attend = [&](const array& rows) {
    return multi_head(rows, rows, rows, p, kind.heads, kind.output_by_input, o);
  };
  const auto network = [&](const array& rows) {
    return feed_forward(rows, p, kind.output_by_input, kind.activation, true);
  };
  array out;
  if (kind.pre_norm) {
    const array h = plus(x, attend(norm1(x)));
    out = plus(h, network(norm2(h)));
  } else {
    const array h = norm1(plus(x, attend(x)));
    out = norm2(plus(h, network(h)));
  }
  p.next = norms.next;
  return out;
}
array decoder_layer(const array& y, const array& memory, parameters& p, const layer_kind& kind,
                    const options& self, const options& cross) {
  parameters norms{p.all, p.next + 2 * tensors_of_attention + tensors_of_network};
  const norm norm1 = take_norm(norms), norm2 = take_norm(norms), norm3 = take_norm(norms);
  const auto attend = [&](const array& rows) {
    return multi_head(rows, rows, rows, p, kind.heads, kind.output_by_input, self);
  };
  const auto ask = [&](const array& rows) {
    return multi_head(rows, memory, memory, p, kind.heads, kind.output_by_input, cross);
  };
  const auto network = [&](const array& rows) {
    return feed_forward(rows, p, kind.output_by_input, kind.activation, true);
  };
  array out;
  if (kind.pre_norm) {
    const array h = plus(y, attend(norm1(y)));
    const array g = plus(h, ask(norm2(h)));
    out = plus(g, network(norm3(g)));
  } else {
    const array h = norm1(plus(y, attend(y)));
    const array g = norm2(plus(h, ask(h)));
    out = norm3(plus(g, network(g)));
  }
  p.next = norms.next;
  return out;
}
array language_model(const array& ids, parameters& p, std::size_t layers, const layer_kind& kind) {
  const array& table = p.take();
  const array& positions = p.take();
  array x = embedded(ids, table);
  const std::size_t rows = x.shape[x.rank() - 2] * x.shape.back();
  for (std::size_t i = 0; i < x.at.size(); ++i) x.at[i] = x.at[i] + positions.at[i % rows];
  extents scores_shape{ids.shape.back(), ids.shape.back()};
  scores_shape.insert(scores_shape.begin(), kind.heads);
  if (ids.rank() == 2) scores_shape.insert(scores_shape.begin(), ids.shape[0]);
  options causal;
  causal.allowed = window(scores_shape, -1, 0, 0);
  for (std::size_t l = 0; l < layers; ++l) x = encoder_layer(x, p, kind, causal);
  const norm last = take_norm(p);
  return matmul(last(x), transposed(table));
}

// --- Recurrence ----------------------------------------------------------------------------------

namespace {
// W x + b for each gate: (gate, unit) as one row.
std::vector<number> affine(const std::vector<number>& x, const array& w, const array& b) {
  std::vector<number> y;
  const std::size_t n = x.size();
  for (std::size_t r = 0; r < w.at.size() / n; ++r) {
    number s = w.at[r * n] * x[0];
    for (std::size_t i = 1; i < n; ++i) s = s + w.at[r * n + i] * x[i];
    y.push_back(s + b.at[r]);
  }
  return y;
}
struct cell_weights {
  const array &ih, &hh, &bih, &bhh;
};
cell_weights take_cell(parameters& p) {
  const array& ih = p.take();
  const array& hh = p.take();
  const array& bih = p.take();
  return {ih, hh, bih, p.take()};
}
std::vector<number> row_of(const array& xs, std::size_t t) {
  const std::size_t n = xs.shape.back();
  const auto begin = xs.at.begin() + static_cast<std::ptrdiff_t>(t * n);
  return {begin, begin + static_cast<std::ptrdiff_t>(n)};
}
recurrence steps(const array& xs, const array& h, const array& c,
                 const std::function<void(const std::vector<number>&, std::vector<number>&,
                                          std::vector<number>&)>& step) {
  recurrence r{zeros({xs.shape[0], h.at.size()}), h, c};
  for (std::size_t t = 0; t < xs.shape[0]; ++t) {
    if (broken == 9) r.hidden = h, r.cell = c;
    step(row_of(xs, t), r.hidden.at, r.cell.at);
    for (std::size_t j = 0; j < h.at.size(); ++j)
      r.outputs.at[t * h.at.size() + j] = r.hidden.at[j];
  }
  return r;
}
}  // namespace

recurrence rnn(const array& xs, const array& h, parameters& p, function activation) {
  const cell_weights w = take_cell(p);
  return steps(xs, h, {}, [&](const std::vector<number>& x, std::vector<number>& state, auto&) {
    const auto from_x = affine(x, w.ih, w.bih), from_h = affine(state, w.hh, w.bhh);
    for (std::size_t j = 0; j < state.size(); ++j) state[j] = activation(from_x[j] + from_h[j]);
  });
}
recurrence lstm(const array& xs, const array& h, const array& c, parameters& p,
                const std::vector<std::size_t>& order) {
  const cell_weights w = take_cell(p);
  const std::size_t n = h.at.size();
  return steps(
      xs, h, c,
      [&](const std::vector<number>& x, std::vector<number>& hidden, std::vector<number>& cell) {
        const auto from_x = affine(x, w.ih, w.bih), from_h = affine(hidden, w.hh, w.bhh);
        for (std::size_t j = 0; j < n; ++j) {
          const auto s = [&](std::size_t gate) {
            return from_x[order[gate] * n + j] + from_h[order[gate] * n + j];
          };
          const number i = sigmoid(s(0)), f = sigmoid(s(1)), g = tanh(s(2)), o = sigmoid(s(3));
          cell[j] = f * cell[j] + i * g;
          hidden[j] = o * tanh(cell[j]);
        }
      });
}
recurrence gru(const array& xs, const array& h, parameters& p,
               const std::vector<std::size_t>& order, bool linear_before_reset) {
  const cell_weights w = take_cell(p);
  const std::size_t n = h.at.size();
  return steps(xs, h, {}, [&](const std::vector<number>& x, std::vector<number>& hidden, auto&) {
    const auto from_x = affine(x, w.ih, w.bih), from_h = affine(hidden, w.hh, w.bhh);
    std::vector<number> r, z, kept;
    for (std::size_t j = 0; j < n; ++j) {
      r.push_back(sigmoid(from_x[order[0] * n + j] + from_h[order[0] * n + j]));
      z.push_back(sigmoid(from_x[order[1] * n + j] + from_h[order[1] * n + j]));
      kept.push_back(r[j] * hidden[j]);
    }
    const auto from_kept = affine(kept, w.hh, w.bhh);
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t at = order[2] * n + j;
      const number recalled = linear_before_reset ? r[j] * from_h[at] : from_kept[at];
      const number candidate = tanh(from_x[at] + recalled);
      hidden[j] = (constant(1) - z[j]) * candidate + z[j] * hidden[j];
    }
  });
}

}  // namespace reference
