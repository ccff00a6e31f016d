// SPDX-License-Identifier: BSL-1.0
// sample<axis>(p, u): draws an index with the probabilities p, from a number u in [0, 1). The axis
// is removed.
//
//   out(…) = the smallest i with u < p(…, 0, …) + … + p(…, i, …)
//
// (token, word) x (token) -> (token), of int, for "word"; (word) x number -> rank 0. sample(p, u)
// takes the last axis. The same u gives the same index. The caller provides u (random/). It is the
// inverse of the distribution function of p.
// Accuracy: the sums are the sums of the element type, in index order. If u is above all sums,
// because of rounding or because the probabilities sum to less than 1, the result is the last index
// with p > 0: an index of probability 0 is never drawn. A u outside [0, 1) does not compile as a
// constant; at run time it ends the program if ATTN_CHECKED is defined, and otherwise is clamped.
// Special values: NaN probabilities are ignored. a u of NaN is above all sums. If no probability is
// above 0, the index is 0.
// sample_by_rank<axis>(p, u) adds up the probabilities in descending order instead, equal ones in
// index order: llama2.c draws so from a nucleus.
//
// What is left to draw from, of logits; the others become -infinity. In this order, Hugging Face's:
//   repetition_penalty(logits, ids, penalty)   a positive logit of the ids / penalty, others *
//   logits / temperature
//   top_k<axis>(logits, k)      the k largest, and what equals the last of them; k = 0: all
//   top_p<axis>(logits, p)      the most likely ones, as few as have probabilities of p together or
//                               more, one at least; by softmax<axis>(logits); p >= 1: all
// (token, word) -> (token, word). The axis is the last one where it is left out; repetition_penalty
// takes a row, (word), and any ids. NaN is not kept if there are k numbers.
//
// Rules: has_axis; floating_point_element; arithmetic_element; same_element; same_axes, for u and
// what remains of p; is_vector, is_token_id and ids_within the words, for a penalty, which must be
// positive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/infinity.hpp>
#include <attn/ops/reductions.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void sample_requires_a_number_from_0_to_1() {
  detail::end_of_program();
}
[[noreturn]] ATTN_ABI inline void repetition_penalty_must_be_positive() {
  detail::end_of_program();
}

namespace rules {

template <auto Axis, class P, class U>
struct sample_call;
template <auto Axis, class T, class... Axes, class U, class... Rest>
struct sample_call<Axis, tensor<T, Axes...>, tensor<U, Rest...>>
    : axis_call<Axis, tensor<T, Axes...>> {
  using axis = axis_call<Axis, tensor<T, Axes...>>;
  using rest = without_axis<shape<Axes...>, axis::position>;

  using operands = roles<axes_of_A<Axes...>, axes_of_B<Rest...>>;
  using floating_point = floating_point_element<element<T>>;
  using ordered = arithmetic_element<element<T>>;
  using one_element = same_element<element_of_A<T>, element_of_B<U>>;
  using one_for_each_row = axes_agree<role_of<axes_of_A, rest>, axes_of_B<Rest...>>;
  using all = in_order<typename axis::all, floating_point, ordered, one_element, one_for_each_row>;
};

// What is drawn from, of logits.
template <auto Axis, class X>
struct drawn_from_call;
template <auto Axis, class T, class... Axes>
struct drawn_from_call<Axis, tensor<T, Axes...>> : axis_call<Axis, tensor<T, Axes...>> {
  using axis = axis_call<Axis, tensor<T, Axes...>>;
  using operands = roles<axes_of<Axes...>>;
  using floating_point = floating_point_element<element<T>>;
  using ordered = arithmetic_element<element<T>>;
  static constexpr std::size_t extent = axis_at<shape<Axes...>, axis::position>::size;
  using all = in_order<typename axis::all, floating_point, ordered>;
};
template <class X, class Id>
struct penalty_call;
template <class T, class Word, class Id>
struct penalty_call<tensor<T, Word>, Id>
    : drawn_from_call<attn::axis_selector(-1), tensor<T, Word>> {
  using token_ids = is_token_id<element<Id>>;
  using within = ids_within<element<Id>, any_axis<Word>>;
  using all = in_order<typename drawn_from_call<attn::axis_selector(-1), tensor<T, Word>>::all,
                       token_ids, within>;
};

}  // namespace rules

namespace detail {

// Among n probabilities, `stride` apart.
template <class T>
ATTN_ABI constexpr int drawn_index(const T* p, std::size_t n, std::size_t stride, const T& u) {
  if (!(u >= T(0) && u < T(1))) {
#if !defined(ATTN_CHECKED)
    if (std::is_constant_evaluated())
#endif
      sample_requires_a_number_from_0_to_1();
  }
  std::size_t last = 0;
  T below = T(0);
  for (std::size_t i = 0; i < n; ++i) {
    const T probability = p[i * stride];
    if (!(probability > T(0))) continue;
    last = i;
    below = below + probability;
    if (u < below) break;
  }
  return static_cast<int>(last);
}

// The numbers of n values, `stride` apart, the largest value first. Of equals the first one, and
// NaN at the end. A heap.
template <std::size_t N>
struct ranking {
  std::uint32_t of[N];

  template <class T>
  ATTN_ABI constexpr ranking(const T* values, std::size_t stride) : of{} {
    const auto precedes = [&](std::uint32_t i, std::uint32_t j) {
      const T &a = values[i * stride], &b = values[j * stride];
      if (a > b || (a == a && b != b)) return true;
      return !(a < b) && !(a != a && b == b) && i < j;
    };
    const auto sift = [&](std::size_t at, std::size_t end) {
      for (std::size_t child = 2 * at + 1; child < end; child = 2 * at + 1) {
        if (child + 1 < end && precedes(of[child], of[child + 1])) ++child;
        if (precedes(of[child], of[at])) return;
        exchange(at, child);
        at = child;
      }
    };
    for (std::size_t i = 0; i < N; ++i) of[i] = static_cast<std::uint32_t>(i);
    for (std::size_t i = N / 2; i-- > 0;) sift(i, N);
    for (std::size_t end = N; end-- > 1;) {
      exchange(0, end);
      sift(0, end);
    }
  }

 private:
  ATTN_ABI constexpr void exchange(std::size_t i, std::size_t j) {
    const std::uint32_t number = of[i];
    of[i] = of[j];
    of[j] = number;
  }
};

template <class Result, std::size_t At, bool ByRank, class T, class... Axes, class... Rest>
ATTN_ABI constexpr Result sample_along(const tensor<T, Axes...>& p, const tensor<T, Rest...>& u) {
  using around = around_axis<shape<Axes...>, At>;
  Result out(uninitialized);
  for (std::size_t row = 0; row < around::rows; ++row) {
    const T* const first = p.data() + around::start_of(row);
    if constexpr (ByRank) {
      const ranking<around::extent> ranks(first, around::inner);
      tensor<T, dim<around::extent>> sorted(uninitialized);
      for (std::size_t i = 0; i < around::extent; ++i)
        sorted.data()[i] = first[ranks.of[i] * around::inner];
      const int drawn = drawn_index(sorted.data(), around::extent, 1, u.data()[row]);
      out.data()[row] = static_cast<int>(ranks.of[drawn]);
    } else {
      out.data()[row] = drawn_index(first, around::extent, around::inner, u.data()[row]);
    }
  }
  return out;
}

// The logit of a word that has occurred.
template <class T>
ATTN_ABI constexpr T penalised(const T& logit, const T& penalty) {
  if (!(penalty > T(0))) repetition_penalty_must_be_positive();
  return logit > T(0) ? logit / penalty : logit * penalty;
}

// x, where kept(row, ranks) of the most likely of each row are kept.
template <std::size_t At, class T, class... Axes, class F>
ATTN_ABI constexpr tensor<T, Axes...> kept_by_rank(const tensor<T, Axes...>& x, const F& kept) {
  using around = around_axis<shape<Axes...>, At>;
  tensor<T, Axes...> out = x;
  for (std::size_t row = 0; row < around::rows; ++row) {
    const std::size_t start = around::start_of(row), stride = around::inner;
    const ranking<around::extent> ranks(x.data() + start, stride);
    for (std::size_t i = kept(start, stride, ranks); i < around::extent; ++i)
      out.data()[start + ranks.of[i] * stride] = -infinity_constant<T>{};
  }
  return out;
}

}  // namespace detail

template <axis_selector Axis, class T, class U, class... Axes, class... Rest>
ATTN_ABI constexpr auto sample(const tensor<T, Axes...>& p, const tensor<U, Rest...>& u) {
  using call = rules::sample_call<Axis, tensor<T, Axes...>, tensor<U, Rest...>>;
  ATTN_REQUIRE(call, axis_exists, "attn::sample<axis>(p, u): p has no such axis");
  ATTN_REQUIRE(call, floating_point,
               "attn::sample<axis>(p, u): p must be probabilities of a floating-point type, e.g. "
               "softmax(logits)");
  ATTN_REQUIRE(call, ordered,
               "attn::sample<axis>(p, u): requires an arithmetic element type, whose values can be "
               "compared");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::sample<axis>(p, u)");
  ATTN_REQUIRE(
      call, one_for_each_row,
      "attn::sample<axis>(p, u): one u for each row: u must have the axes of p but the one "
      "that goes");
  if constexpr (call::all::value)
    return detail::sample_along<tensor_of<int, typename call::rest>, call::position, false>(p, u);
  else
    return p;
}

template <axis_selector Axis = -1, class T, class U, class... Axes, class... Rest>
ATTN_ABI constexpr auto sample_by_rank(const tensor<T, Axes...>& p, const tensor<U, Rest...>& u) {
  using call = rules::sample_call<Axis, tensor<T, Axes...>, tensor<U, Rest...>>;
  ATTN_REQUIRE(call, axis_exists, "attn::sample_by_rank<axis>(p, u): p has no such axis");
  ATTN_REQUIRE(
      call, floating_point,
      "attn::sample_by_rank<axis>(p, u): p must be probabilities of a floating-point type");
  ATTN_REQUIRE(
      call, ordered,
      "attn::sample_by_rank<axis>(p, u): requires an arithmetic element type, whose values "
      "can be compared");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::sample_by_rank<axis>(p, u)");
  ATTN_REQUIRE(
      call, one_for_each_row,
      "attn::sample_by_rank<axis>(p, u): one u for each row: u must have the axes of p but "
      "the one that goes");
  if constexpr (call::all::value)
    return detail::sample_along<tensor_of<int, typename call::rest>, call::position, true>(p, u);
  else
    return p;
}

template <class T, class U, class... Axes, class... Rest>
ATTN_ABI constexpr auto sample(const tensor<T, Axes...>& p, const tensor<U, Rest...>& u) {
  return sample<-1>(p, u);
}

// One row: u is a number.
template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto sample(const tensor<T, Axes...>& p, const std::type_identity_t<T>& u) {
  return sample<Axis>(p, tensor<T>(u));
}
template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto sample_by_rank(const tensor<T, Axes...>& p,
                                       const std::type_identity_t<T>& u) {
  return sample_by_rank<Axis>(p, tensor<T>(u));
}

#define ATTN_REQUIRE_LOGITS(call, text)                                                  \
  ATTN_REQUIRE(call, axis_exists, text ": the logits have no such axis");                \
  ATTN_REQUIRE(call, floating_point, text ": requires logits of a floating-point type"); \
  ATTN_REQUIRE(call, ordered,                                                            \
               text ": requires an arithmetic element type, whose values can be compared")

template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto top_k(const tensor<T, Axes...>& logits, std::size_t k) {
  using call = rules::drawn_from_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_LOGITS(call, "attn::top_k<axis>(logits, k)");
  if constexpr (call::all::value) {
    if (k == 0 || k >= call::extent) return logits;
    return detail::kept_by_rank<call::position>(
        logits, [&](std::size_t start, std::size_t stride, const auto& ranks) {
          const T* const row = logits.data() + start;
          std::size_t n = k;
          while (n < call::extent && row[ranks.of[n] * stride] == row[ranks.of[n - 1] * stride])
            ++n;
          return n;
        });
  } else {
    return logits;
  }
}

template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto top_p(const tensor<T, Axes...>& logits, const std::type_identity_t<T>& p) {
  using call = rules::drawn_from_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_LOGITS(call, "attn::top_p<axis>(logits, p)");
  if constexpr (call::all::value) {
    if (p >= T(1)) return logits;
    const auto likely = softmax<Axis>(logits);
    return detail::kept_by_rank<call::position>(
        logits, [&](std::size_t start, std::size_t stride, const auto& ranks) {
          const T* const row = likely.data() + start;
          T sum = row[ranks.of[0] * stride];
          std::size_t n = 1;
          while (n < call::extent && sum < p) sum = sum + row[ranks.of[n++] * stride];
          return n;
        });
  } else {
    return logits;
  }
}

template <class T, class Word, class Id, class... Token>
ATTN_ABI constexpr auto repetition_penalty(const tensor<T, Word>& logits,
                                           const tensor<Id, Token...>& ids,
                                           const std::type_identity_t<T>& penalty) {
  using call = rules::penalty_call<tensor<T, Word>, Id>;
  ATTN_REQUIRE(call, token_ids,
               "attn::repetition_penalty(logits, ids, penalty): the ids must be token ids");
  ATTN_REQUIRE(
      call, within,
      "attn::repetition_penalty(logits, ids, penalty): the vocabulary of the ids is larger "
      "than the logits");
  ATTN_REQUIRE_LOGITS(call, "attn::repetition_penalty(logits, ids, penalty)");
  if constexpr (call::all::value) {
    auto out = logits;
    for (const Id id : ids) {
      const auto i = static_cast<std::size_t>(id);
      out.data()[i] = detail::penalised(logits.data()[i], penalty);
    }
    return out;
  } else {
    return logits;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
