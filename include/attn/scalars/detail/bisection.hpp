// SPDX-License-Identifier: BSL-1.0
// Bisection of a box: what is asked of all inputs is asked of one half and of the other, where the
// answer for both together is not enough.
#pragma once

#include <cstddef>

#include <attn/detail/directed_rounding.hpp>
#include <attn/math/max.hpp>
#include <attn/scalars/interval.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// All tensors of which every element is within its reach of the centre.
template <class X>
struct box_part {
  using T = typename X::value_type;
  X center, reach;

  ATTN_ABI constexpr T end(std::size_t j, bool upper) const {
    const T& from = center.data()[j];
    return upper ? sum_above(from, reach.data()[j]) : sum_below(from, -reach.data()[j]);
  }
  ATTN_ABI constexpr bool has_halves(std::size_t j) const {
    return reach.data()[j] > T(0) && end(j, true) - end(j, false) < infinite<T>;
  }
  // What has element j on one side of the centre.
  ATTN_ABI constexpr box_part half(std::size_t j, bool upper) const {
    const T from = center.data()[j], low = upper ? from : end(j, false),
            high = upper ? end(j, true) : from, middle = low / 2 + high / 2;
    box_part part = *this;
    part.center.data()[j] = middle;
    part.reach.data()[j] = (math::max)(sum_above(high, -middle), sum_above(middle, -low));
    return part;
  }
};

// Along which input, and which half is asked first.
struct cut_of_box {
  std::size_t input = ~std::size_t{0};
  bool upper = false;
};
// The input on which the forms depend most: by its slopes, and by its share of what is not linear.
// First comes the half in which output `beside` falls below the others.
template <class X, class First, class Question>
ATTN_ABI constexpr cut_of_box best_cut(const box_part<X>& box, const First& first,
                                       const Question& question) {
  using T = typename X::value_type;
  T all = T(0), most[X::volume]{}, rise[X::volume]{};
  for (const T& reach : box.reach) all = all + reach;
  for (std::size_t i = 0; i < first.output.size(); ++i) {
    const std::size_t k = question.beside(first, i);
    const auto &y = first.form(i), &z = first.form(k);
    if (!y.linear() || !z.linear()) continue;
    const T error = k == i ? y.error : y.error + z.error;
    for (std::size_t j = 0; j < X::volume; ++j) {
      if (!box.has_halves(j)) continue;
      const T slope = k == i ? y.slope[j] : y.slope[j] - z.slope[j];
      most[j] = most[j] + (math::max)(slope, -slope) + rounded(error * (box.reach.data()[j] / all));
      rise[j] = rise[j] + slope;
    }
  }
  cut_of_box cut;
  const auto better = [&](std::size_t j, std::size_t than) {
    return most[j] > most[than] ||
           (most[j] == most[than] && box.reach.data()[j] > box.reach.data()[than]);
  };
  for (std::size_t j = 0; j < X::volume; ++j)
    if (box.has_halves(j) && (cut.input >= X::volume || better(j, cut.input)))
      cut = {j, rise[j] > T(0)};
  return cut;
}

// What is asked. settled: whether the answer is enough; helps: whether half of it may improve it.
struct bounds_of_parts {
  template <class Certificate>
  ATTN_ABI static constexpr auto of(const Certificate& c) {
    return c.bounds();
  }
  template <class First>
  ATTN_ABI static constexpr std::size_t beside(const First&, std::size_t i) {
    return i;
  }
  template <class Bounds>
  ATTN_ABI static constexpr bool settled(const Bounds&) {
    return false;
  }
  template <class Bounds>
  ATTN_ABI static constexpr bool helps(const Bounds&, const Bounds&) {
    return true;
  }
  template <class Bounds>
  ATTN_ABI static constexpr Bounds merged(const Bounds& both, const Bounds& one,
                                          const Bounds& other) {
    return generated<Bounds>([&](std::size_t i) {
      const auto &x = one.data()[i], &y = other.data()[i];
      auto all = both.data()[i];
      all.lower = (math::max)(all.lower, (math::min)(x.lower, y.lower));
      all.upper = (math::min)(all.upper, (math::max)(x.upper, y.upper));
      all.may_be_nan = all.may_be_nan && (x.may_be_nan || y.may_be_nan);
      all.may_overflow = all.may_overflow && (x.may_overflow || y.may_overflow);
      return all;
    });
  }
};

template <auto Axis, class Around>
struct margin_of_parts {
  template <class Certificate>
  ATTN_ABI static constexpr auto of(const Certificate& c) {
    return c.template margin<Axis>();
  }
  // The largest one of the row.
  template <class First>
  ATTN_ABI static constexpr std::size_t beside(const First& first, std::size_t i) {
    constexpr std::size_t inner = Around::inner, row = inner * Around::extent;
    std::size_t best = i;
    for (std::size_t k = i / row * row + i % inner; k < i / row * row + row; k += inner)
      if (first.form(k).center > first.form(best).center) best = k;
    return best;
  }
  template <class Margins>
  ATTN_ABI static constexpr bool settled(const Margins& margins) {
    bool all = true;
    for (const auto& margin : margins) all = all && margin > 0;
    return all;
  }
  template <class Margins>
  ATTN_ABI static constexpr bool helps(const Margins& both, const Margins& one) {
    bool any = false;
    for (std::size_t i = 0; i < both.size(); ++i)
      any = any || (!(both.data()[i] > 0) && one.data()[i] > 0);
    return any;
  }
  template <class Margins>
  ATTN_ABI static constexpr Margins merged(const Margins& both, const Margins& one,
                                           const Margins& other) {
    return generated<Margins>([&](std::size_t i) {
      return (math::max)(both.data()[i], (math::min)(one.data()[i], other.data()[i]));
    });
  }
};

struct overflow_of_parts : bounds_of_parts {
  template <class Certificate>
  ATTN_ABI static constexpr bool of(const Certificate& c) {
    return c.may_overflow();
  }
  ATTN_ABI static constexpr bool settled(bool both) { return !both; }
  ATTN_ABI static constexpr bool helps(bool, bool one) { return !one; }
  ATTN_ABI static constexpr bool merged(bool, bool one, bool other) { return one || other; }
};

// certified(part): a certificate for it.
template <class X, class Question, class Certified>
ATTN_ABI constexpr auto over_parts(const box_part<X>& box, std::size_t parts,
                                   const Question& question, const Certified& certified)
    -> decltype(question.of(certified(box))) {
  cut_of_box cut;
  const auto both = [&] {
    const auto whole = certified(box);
    auto answer = question.of(whole);
    if (parts > 1 && !question.settled(answer))
      cut = best_cut(box, whole.to_first_order(), question);
    return answer;
  }();
  if (cut.input >= X::volume) return both;
  const auto one = over_parts(box.half(cut.input, cut.upper), parts / 2, question, certified);
  if (!question.helps(both, one)) return both;
  const auto other = over_parts(box.half(cut.input, !cut.upper), parts / 2, question, certified);
  return question.merged(both, one, other);
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
