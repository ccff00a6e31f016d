// SPDX-License-Identifier: BSL-1.0
// Reverse mode of softmax, masked or not, log_softmax, sparsemax and logsumexp, for each row along
// the axis.
//
//   y = softmax(x)       dx_i = y_i (dy_i - s),        s = the reduction of dy_j y_j; 0 if masked
//   y = log_softmax(x)   dx_i = dy_i - exp(y_i) s,     s = the reduction of dy_j
//   y = sparsemax(x)     dx_i = dy_i - s if y_i > 0, else 0,   s = the mean of dy_j with y_j > 0
//   y = logsumexp(x)     dx_i = e_i (dy / d),          e_i = exp(x_i - max x), d = the sum of e
//
// An entry of weight 0 has the derivative 0, whatever dy is there. So has one that is masked, in a
// row of NaN as well, and an entry of -inf of logsumexp, in a row of -inf as well.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/attention/masked_softmax.hpp>
#include <attn/learning/detail/rows.hpp>
#include <attn/learning/detail/storage.hpp>
#include <attn/ops/reductions.hpp>
#include <attn/ops/softmax.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// weight * (dy - s), and 0 where the weight is.
template <class T>
struct weight_times_less {
  T s;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& weight, const V& dy) const {
    return weight_times{}(weight, V(dy - splat<V>(s)));
  }
};
// dy - e s
template <class T>
struct less_scaled {
  T s;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& e, const V& dy) const {
    return dy - rounded(V(e * splat<V>(s)));
  }
};

struct pull_softmax {
  template <std::size_t N, std::size_t Stride, class T>
  ATTN_ABI static constexpr void row(T* to, const T* weights, const T* adjoints) {
    const row_in<N, Stride, T> y(weights), dy(adjoints);
    row_out<N, Stride, T> dx(to);
    each_of_row<N>(dx.data, weight_times{}, y.data, dy.data);
    const T s = sum_of_row<N>(static_cast<const T*>(dx.data));
    each_of_row<N>(dx.data, weight_times_less<T>{s}, y.data, dy.data);
  }
};
struct pull_log_softmax {
  template <std::size_t N, std::size_t Stride, class T>
  ATTN_ABI static constexpr void row(T* to, const T* logarithms, const T* adjoints) {
    const row_in<N, Stride, T> y(logarithms), dy(adjoints);
    row_out<N, Stride, T> dx(to);
    each_of<exp_of, N>::write(dx.data, static_cast<const T*>(y.data));
    each_of_row<N>(dx.data, less_scaled<T>{sum_of_row<N>(static_cast<const T*>(dy.data))},
                   static_cast<const T*>(dx.data), dy.data);
  }
};

struct pull_sparsemax {
  template <std::size_t N, std::size_t Stride, class T>
  ATTN_ABI static constexpr void row(T* to, const T* weights, const T* adjoints) {
    T sum(0);
    int count = 0;
    for (std::size_t i = 0; i < N * Stride; i += Stride)
      if (primal(weights[i]) > 0) sum = sum + adjoints[i], ++count;
    const T s = count > 0 ? T(quotient(sum, T(count))) : T(0);
    for (std::size_t i = 0; i < N * Stride; i += Stride)
      to[i] = primal(weights[i]) > 0 ? T(adjoints[i] - s) : T(0);
  }
};

struct pull_logsumexp {
  template <std::size_t N, std::size_t Stride, class T>
  ATTN_ABI static constexpr void row(T* to, const T* elements, const T& dy) {
    const row_in<N, Stride, T> x(elements);
    row_out<N, Stride, T> dx(to);
    const T m = kept_finite(generic::largest_of<N, 1>(x.data));
    each_of_row_with<N>(dx.data, minus{}, x.data, m);
    each_of<exp_of, N>::write(dx.data, static_cast<const T*>(dx.data));
    const T d = sum_of_row<N>(static_cast<const T*>(dx.data));
    const T share = primal(d) == 0 ? T(0) : T(quotient(dy, d));
    each_of_row_with<N>(dx.data, weight_times{}, static_cast<const T*>(dx.data), share);
  }
};

// Rows that write() makes and Pull takes back.
template <class T, class Around, class Pull>
struct rule_of_rows {
 protected:
  template <class Out, class X, class Write>
  ATTN_ABI static constexpr bool record_rows(Out& out, const X& x, const Write& write,
                                             const std::uint32_t* kept = nullptr) {
    recording<T>* r = record_of(x);
    if (r == nullptr) return false;
    recorded_part<T>* operand = x.storage_.data.together(*r);
    const auto made = r->make_step(Out::volume, {.pull = &pull, .a = operand, .words = kept});
    if (!r->counting) write(made.value, operand->value);
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    constexpr std::size_t volume = Around::rows * Around::extent;
    r.template contribute<volume>(*s.a, [&](T* to) {
      for (std::size_t row = 0; row < Around::rows; ++row) {
        const std::size_t at = Around::start_of(row);
        Pull::template row<Around::extent, Around::inner>(to + at, s.out->value + at,
                                                          s.out->adjoint + at);
      }
      if (s.words != nullptr)
        for (std::size_t i = 0; i < volume; ++i)
          if ((s.words[i / 32] >> (i % 32) & 1) == 0) to[i] = T(0);
    });
  }
};

template <class Around, class T>
struct backward_rule<softmax_of<Around>, recorded<T>> : rule_of_rows<T, Around, pull_softmax> {
  template <class Out, class X>
  ATTN_ABI static constexpr bool record(Out& out, const X& x) {
    return backward_rule::record_rows(
        out, x, [](T* y, const T* from) { softmax_of<Around>::write(y, from); });
  }
};

// A bit of the record for each that is kept.
template <class Scores, class Policy, class T>
struct backward_rule<masked_softmax_of<Scores, Policy>, recorded<T>>
    : rule_of_rows<T, around_axis<Scores, Scores::rank - 1>, pull_softmax> {
  template <class Out, class X, class Mask>
  ATTN_ABI static constexpr bool record(Out& out, const X& x, const Mask& mask) {
    recording<T>* r = record_of(x);
    if (r == nullptr) return false;
    constexpr std::size_t words = (Scores::volume + 31) / 32, n = last_axis<Scores>::size;
    std::uint32_t* bits = r->words(words);
    return backward_rule::record_rows(
        out, x,
        [&](T* y, const T* from) {
          masked_softmax_of<Scores, Policy>::write(y, from, mask);
          for (std::size_t i = 0; i < words; ++i) bits[i] = 0;
          for_each_row<Scores>(mask, [&](const auto& kept, std::size_t at) {
            for (std::size_t i = at; i < at + n; ++i)
              if (kept(i - at)) bits[i / 32] |= std::uint32_t{1} << (i % 32);
          });
        },
        bits);
  }
};

template <class Around, class T>
struct backward_rule<log_softmax_of<Around>, recorded<T>>
    : rule_of_rows<T, Around, pull_log_softmax> {
  template <class Out, class X>
  ATTN_ABI static constexpr bool record(Out& out, const X& x) {
    return backward_rule::record_rows(
        out, x, [](T* y, const T* from) { log_softmax_of<Around>::write(y, from); });
  }
};

template <class Around, class T>
struct backward_rule<sparsemax_of<Around>, recorded<T>> : rule_of_rows<T, Around, pull_sparsemax> {
  template <class Out, class X>
  ATTN_ABI static constexpr bool record(Out& out, const X& x) {
    return backward_rule::record_rows(
        out, x, [](T* y, const T* from) { sparsemax_of<Around>::write(y, from); });
  }
};

template <class Around, class T>
struct backward_rule<logsumexp_of<Around>, recorded<T>> {
  template <class Out, class X>
  ATTN_ABI static constexpr bool record(Out& out, const X& x) {
    recording<T>* r = record_of(x);
    if (r == nullptr) return false;
    recorded_part<T>* operand = x.storage_.data.together(*r);
    const auto made = r->make_step(Out::volume, {.pull = &pull, .a = operand});
    if (!r->counting) logsumexp_of<Around>::write(made.value, operand->value);
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    r.template contribute<Around::rows * Around::extent>(*s.a, [&](T* to) {
      for (std::size_t row = 0; row < Around::rows; ++row) {
        const std::size_t at = Around::start_of(row);
        pull_logsumexp::row<Around::extent, Around::inner>(to + at, s.a->value + at,
                                                           s.out->adjoint[row]);
      }
    });
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
