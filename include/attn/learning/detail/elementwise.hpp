// SPDX-License-Identifier: BSL-1.0
// Reverse mode of elementwise operations, and of losses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/layers/activation.hpp>
#include <attn/layers/cross_entropy.hpp>
#include <attn/learning/detail/rows.hpp>
#include <attn/learning/detail/storage.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/reductions.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Reverse mode of what is computed element by element, and of sums along an axis.
//
//   a + b: da = dy, db = dy;   a - b: db = -dy;   multiply(a, b): da = dy b, db = dy a
//   divide(a, b), of the value q: da = dy / b, db = -(dy q) / b;   x * s, x / s: dy * s, dy / s
//   f(x), of one element: dy f'(x), where f' is as in dual.hpp;   sum: dy for every element

// -(dy q) / b
struct quotient_by_divisor {
  static constexpr bool divides = true;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& dy, const V& q, const V& b) const {
    return quotient(V(-rounded(V(dy * q))), b);
  }
};

template <class Operation, std::size_t N, class T>
struct backward_rule<pairs_of<Operation, N>, recorded<T>> {
  template <class Out, class A, class B>
  ATTN_ABI static constexpr bool record(Out& out, const A& a, const B& b) {
    recording<T>* r = record_of(a, b);
    if (r == nullptr) return false;
    recorded_part<T>* left = a.storage_.data.together(*r);
    recorded_part<T>* right = b.storage_.data.together(*r);
    const auto made = r->make_step(N, {.pull = &pull, .a = left, .b = right});
    if (!r->counting) each_of_row<N>(made.value, Operation{}, left->value, right->value);
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    const T* dy = s.out->adjoint;
    const T* a = s.a->value;
    const T* b = s.b->value;
    const T* y = s.out->value;
    r.template contribute<N>(*s.a, [&](T* to) {
      if constexpr (std::is_same_v<Operation, times>)
        each_of_row<N>(to, times{}, dy, b);
      else if constexpr (std::is_same_v<Operation, over>)
        each_of_row<N>(to, over{}, dy, b);
      else
        each_of_row<N>(to, unchanged{}, dy);
    });
    r.template contribute<N>(*s.b, [&](T* to) {
      if constexpr (std::is_same_v<Operation, times>)
        each_of_row<N>(to, times{}, dy, a);
      else if constexpr (std::is_same_v<Operation, over>)
        each_of_row<N>(to, quotient_by_divisor{}, dy, y, b);
      else if constexpr (std::is_same_v<Operation, minus>)
        each_of_row<N>(to, negated{}, dy);
      else
        each_of_row<N>(to, unchanged{}, dy);
    });
  }
};

// With a constant factor or divisor. One that varies is taken element by element.
template <class Operation, std::size_t N, class T>
struct backward_rule<scaled_of<Operation, N>, recorded<T>> {
  template <class Out, class A>
  ATTN_ABI static constexpr bool record(Out& out, const A& a, const recorded<T>& s) {
    if (s.adjoint != nullptr) return false;
    recording<T>* r = record_of(a);
    if (r == nullptr) return false;
    recorded_part<T>* operand = a.storage_.data.together(*r);
    T* factor = r->numbers(1);
    const auto made = r->make_step(N, {.pull = &pull, .a = operand, .numbers = factor});
    if (!r->counting) {
      *factor = s.value;
      each_of_row_with<N>(made.value, Operation{}, operand->value, s.value);
    }
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    const T* dy = s.out->adjoint;
    r.template contribute<N>(*s.a,
                             [&](T* to) { each_of_row_with<N>(to, Operation{}, dy, *s.numbers); });
  }
};

// dy f'(x), where the value of f may be known already. V is a number or a vector of them.
template <class F>
struct slope_times {
  static constexpr bool of_vectors = false;
  template <class T>
  ATTN_ABI constexpr T operator()(const T& x, const T&, const T& dy) const {
    return rounded(T(F{}(dual<T, 1>::variable(x, 0)).gradient[0] * dy));
  }
};
template <class F>
  requires requires(double x) { F::slope_times(x, x, x); }
struct slope_times<F> {
  static constexpr bool of_vectors = true;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x, const V& y, const V& dy) const {
    return F::slope_times(x, y, dy);
  }
};
template <>
struct slope_times<negated> {
  static constexpr bool of_vectors = true;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V&, const V&, const V& dy) const {
    return -dy;
  }
};
template <>
struct slope_times<exp_of> {
  static constexpr bool of_vectors = true;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V&, const V& y, const V& dy) const {
    return rounded(V(y * dy));
  }
};
template <>
struct slope_times<tanh_of> {
  static constexpr bool of_vectors = true;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V&, const V& y, const V& dy) const {
    const V one = splat<V>(element_of<V>(1));
    return rounded(V(rounded(V(V(one - y) * V(one + y))) * dy));
  }
};
// y sigmoid(-x), from two functions so that no digit of 1 - y is lost.
template <>
struct slope_times<sigmoid_of> {
  static constexpr bool of_vectors = true;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x, const V& y, const V& dy) const {
    return rounded(V(rounded(V(y * sigmoid_of{}(V(-x)))) * dy));
  }
};

template <class F, std::size_t N, class T>
ATTN_ABI constexpr void write_slopes(T* to, const T* x, const T* y, const T* dy) {
  if constexpr (binary_format<T> && slope_times<F>::of_vectors)
    each_of_row<N>(to, slope_times<F>{}, x, y, dy);
  else if constexpr (binary_format<T>)
    generic::elementwise<N>(to, slope_times<F>{}, x, y, dy);
  else
    generic::elementwise<N>(
        to,
        [](const T& element, const T&, const T& d) {
          return rounded(T(F{}(dual<T, 1>::variable(element, 0)).gradient[0] * d));
        },
        x, y, dy);
}

template <class F, std::size_t N, class T>
struct backward_rule<each_of<F, N>, recorded<T>> {
  template <class Out, class X>
  ATTN_ABI static constexpr bool record(Out& out, const X& x) {
    recording<T>* r = record_of(x);
    if (r == nullptr) return false;
    recorded_part<T>* operand = x.storage_.data.together(*r);
    const auto made = r->make_step(N, {.pull = &pull, .a = operand});
    if (!r->counting) each_of<F, N>::write(made.value, operand->value);
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    r.template contribute<N>(
        *s.a, [&](T* to) { write_slopes<F, N>(to, s.a->value, s.out->value, s.out->adjoint); });
  }
};

template <std::size_t N, class T>
struct backward_rule<negated_of<N>, recorded<T>> : backward_rule<each_of<negated, N>, recorded<T>> {
};

template <class Around, class T>
struct backward_rule<reduced_by<Around, plus>, recorded<T>> {
  template <class Out, class X>
  ATTN_ABI static constexpr bool record(Out& out, const X& x, const plus& add) {
    recording<T>* r = record_of(x);
    if (r == nullptr) return false;
    recorded_part<T>* operand = x.storage_.data.together(*r);
    const auto made = r->make_step(Out::volume, {.pull = &pull, .a = operand});
    if (!r->counting) reduced_by<Around, plus>::write(made.value, operand->value, add);
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    constexpr std::size_t inner = Around::inner, extent = Around::extent;
    r.template contribute<Around::outer * extent * inner>(*s.a, [&](T* to) {
      for (std::size_t o = 0; o < Around::outer; ++o)
        for (std::size_t e = 0; e < extent; ++e)
          for (std::size_t i = 0; i < inner; ++i) *to++ = s.out->adjoint[o * inner + i];
    });
  }
};

// Reverse mode of the losses of rows of logarithms y, without weights of the classes.
//
//   loss = -y_id                                  dy_id = -d
//   loss = (1 - s) (-y_id) - s / n sum(y)         dy_j = -(d s / n), less d (1 - s) for j = id
//
// What is ignored has the derivative 0.

template <std::size_t Rows, std::size_t Classes, class T>
struct backward_rule<losses_of<Rows, Classes, false>, recorded<T>> {
  template <class Out, class Y, class Ids>
  ATTN_ABI static constexpr bool record(Out& out, const Y& y, const Ids& ids, std::nullptr_t,
                                        const cross_entropy_options& options) {
    recording<T>* r = record_of(y);
    if (r == nullptr) return false;
    recorded_part<T>* rows = y.storage_.data.together(*r);
    std::uint32_t* words = r->words(Rows);  // the classes; Classes where there is no loss
    T* shares = r->numbers(2);              // of the class, and of each
    const auto made =
        r->make_step(Out::volume, {.pull = &pull, .a = rows, .numbers = shares, .words = words});
    if (!r->counting) {
      shares[0] = T(1 - options.label_smoothing);
      shares[1] = T(options.label_smoothing / Classes);
      for (std::size_t i = 0; i < Rows; ++i) {
        const bool counted = counts(ids.data()[i], options.ignore_index);
        const std::size_t id = counted ? static_cast<std::size_t>(ids.data()[i]) : Classes;
        words[i] = static_cast<std::uint32_t>(id);
        made.value[i] = counted ? loss_of<Classes>(rows->value + i * Classes, id, nullptr,
                                                   options.label_smoothing)
                                : T(0);
      }
    }
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    r.template contribute<Rows * Classes>(*s.a, [&](T* to) {
      for (std::size_t i = 0; i < Rows; ++i, to += Classes) {
        const T d = s.out->adjoint[i];
        const bool counted = s.words[i] < Classes;
        const T of_each = counted ? T(-rounded(T(d * s.numbers[1]))) : T(0);
        for (std::size_t j = 0; j < Classes; ++j) to[j] = of_each;
        if (counted) to[s.words[i]] = to[s.words[i]] - rounded(T(d * s.numbers[0]));
      }
    });
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
