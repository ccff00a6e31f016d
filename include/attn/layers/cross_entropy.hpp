// SPDX-License-Identifier: BSL-1.0
// The loss of a classification: cross_entropy of scores, nll_loss of logarithms of probabilities.
//
//   cross_entropy(x, ids)                 nll_loss(log_softmax(x), ids)
//   nll_loss(y, ids)                      the mean of l over the tokens, l(…) = -y(…, ids(…))
//   cross_entropy(x, ids, {.label_smoothing = s, .ignore_index = n})
//   nll_loss(y, ids, {.ignore_index = n})
//   cross_entropy(x, ids, weights, …)     l(…) * weights(ids(…)), and the mean is divided by the
//   nll_loss(y, ids, weights, …)          sum of these weights instead of the number of tokens
//   cross_entropy<reduction::sum>(…), cross_entropy<reduction::none>(…), nll_loss likewise
//
// (token, word) x (token) -> (); reduction::none: (token). The last axis has the classes. ids are
// token ids or integers; those equal to ignore_index, -100 unless stated, have no loss. Smoothing
// takes (1 - s) of the loss and s / n of those of all n classes. PyTorch's functional of that name.
//
// Cost: cost::cross_entropy<X, Ids>(), cost::nll_loss<Y, Ids>(): for n tokens, log_softmax, and
// 2 n - 1 additions and 1 division.
// Rules: floating_point_element; is_integer or is_token_id, and ids_within the classes; same_axes,
// of the ids and x without its last axis, and of the weights and the classes; same_element.
// Accuracy: that of log_softmax; the sum over the tokens is that of sum (ops/reduce.hpp), the mean
// divides it.
// Special values: a class of probability 0 has the loss inf. The mean of no token is NaN, as in
// PyTorch, and does not compile as a constant. An id that is no class and no ignore_index does not
// compile as a constant and ends the program at run time; so does a smoothing outside [0, 1].
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/integers.hpp>
#include <attn/ops/detail/cost.hpp>
#include <attn/ops/log_softmax.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

enum class reduction { mean, sum, none };

struct nll_loss_options {
  long long ignore_index = -100;
};
struct cross_entropy_options {
  double label_smoothing = 0;
  long long ignore_index = -100;
};

// Not constexpr on purpose: reached in constant evaluation, their names are the compiler's message.
[[noreturn]] ATTN_ABI inline void target_is_no_class() { detail::end_of_program(); }
[[noreturn]] ATTN_ABI inline void label_smoothing_must_be_from_0_to_1() {
  detail::end_of_program();
}

namespace detail {

// Whether a target has a loss.
template <class Id>
ATTN_ABI constexpr bool counts(const Id& id, long long ignored) {
  if constexpr (std::is_integral_v<Id>)
    return static_cast<long long>(id) != ignored;
  else
    return static_cast<int>(id) != ignored;
}
// The class that a target is.
template <class Id>
ATTN_ABI constexpr std::size_t class_of(const Id& id) {
  if constexpr (std::is_integral_v<Id>)
    return as_index(id);
  else
    return static_cast<std::size_t>(id);
}

}  // namespace detail

namespace rules {

// Scores or logarithms, the ids of the targets, and the weights of the classes, if there are any.
template <class X, class Ids>
struct loss_call;
template <class T, class... X, class Id, class... I>
struct loss_call<tensor<T, X...>, tensor<Id, I...>> {
  using classes = last_axis<shape<X...>>;
  using tokens = without_axis<shape<X...>, sizeof...(X) - 1>;
  using operands = roles<axes_of_A<X...>, axes_of_B<I...>>;
  using floating_point = floating_point_element<element<T>>;
  using are_ids = std::conditional_t<is_token_id<element<Id>>::value, is_token_id<element<Id>>,
                                     is_integer<element<Id>>>;
  using within = only_if<are_ids::value, ids_within<element<Id>, any_axis<classes>>>;
  using same_tokens = axes_agree<role_of<axes_of_A, tokens>, axes_of_B<I...>>;
  using one_per_token = only_if<are_ids::value, same_tokens>;
  using named = typename detail::choose<same_tokens::value>::template type<shape<I...>, tokens>;
  using result = tensor_of<T, merge_names<tokens, named>>;
  static constexpr bool holds = all_hold<floating_point, are_ids, within, one_per_token>;
  // What only the values tell.
  template <class Ids>
  ATTN_ABI static constexpr void check(const Ids& ids, const cross_entropy_options& options) {
    if (!(options.label_smoothing >= 0 && options.label_smoothing <= 1))
      label_smoothing_must_be_from_0_to_1();
    for (const auto& id : ids)
      if (attn::detail::counts(id, options.ignore_index) &&
          attn::detail::class_of(id) >= classes::size)
        target_is_no_class();
  }
};
template <class T, class Id, class... I>  // x has no axis
struct loss_call<tensor<T>, tensor<Id, I...>> {
  using operands = roles<axes_of_A<>, axes_of_B<I...>>;
  using floating_point = floating_point_element<element<T>>;
  using are_ids = not_asked;
  using within = not_asked;
  using one_per_token = has_axis<axes_of_A<>, wanted<axis_selector(-1)>>;
  static constexpr bool holds = false;
};
template <class X, class Ids, class Weights>
struct weighted_loss_call;
template <class T, class... X, class Ids, class U, class... W>
struct weighted_loss_call<tensor<T, X...>, Ids, tensor<U, W...>> : loss_call<tensor<T, X...>, Ids> {
  using base = loss_call<tensor<T, X...>, Ids>;
  using one_element = same_element<element_of_A<T>, element_of_B<U>>;
  using one_per_class =
      only_if<base::holds, axes_agree<axes_of_A<last_axis<shape<X...>>>, axes_of_B<W...>>>;
  static constexpr bool holds = base::holds && all_hold<one_element, one_per_class>;
};

}  // namespace rules

namespace detail {

// The loss of a row of logarithms y. Weight is a pointer to those of the classes, or nullptr_t.
template <std::size_t Classes, class T, class Weight>
ATTN_ABI constexpr T loss_of(const T* y, std::size_t id, Weight weight, double smoothing) {
  constexpr bool weighted = !std::is_null_pointer_v<Weight>;
  T loss = T{} - y[id];
  if constexpr (weighted) loss = rounded(loss * weight[id]);
  if (smoothing == 0) return loss;
  T all;
  if constexpr (weighted) {
    tensor<T, dim<Classes>> terms(uninitialized);
    for (std::size_t j = 0; j < Classes; ++j) terms.data()[j] = rounded(y[j] * weight[j]);
    all = generic::reduce<Classes, 1>(terms.data(), plus{});
  } else {
    all = generic::reduce<Classes, 1>(y, plus{});
  }
  return rounded(T(1 - smoothing) * loss) - rounded(T(smoothing / Classes) * all);
}

// losses holds zeros: the loss of what is ignored.
template <std::size_t Classes, class Losses, class Y, class Ids, class Weight>
ATTN_ABI constexpr void write_losses(Losses& losses, const Y& y, const Ids& ids, Weight weight,
                                     const cross_entropy_options& options) {
  using T = typename Y::value_type;
  if constexpr (is_recorded<T> && std::is_null_pointer_v<Weight>)
    if (backward_rule<of_losses, T>::template record<Classes>(losses, y, ids, options)) return;
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (counts(ids.data()[i], options.ignore_index))
      losses.data()[i] =
          loss_of<Classes>(y.data() + i * Classes, static_cast<std::size_t>(ids.data()[i]), weight,
                           options.label_smoothing);
}

template <class Result, reduction How, class Losses, class T, class... X, class Ids, class Weight>
ATTN_ABI constexpr Result loss(const tensor<T, X...>& y, const Ids& ids, Weight weight,
                               const cross_entropy_options& options) {
  constexpr std::size_t classes = last_axis<shape<X...>>::size;
  Losses losses, weights;
  std::size_t count = 0;
  for (const auto& id : ids) count += counts(id, options.ignore_index) ? 1 : 0;
  if constexpr (!std::is_null_pointer_v<Weight>)
    for (std::size_t i = 0; i < ids.size(); ++i)
      if (counts(ids.data()[i], options.ignore_index))
        weights.data()[i] = weight[static_cast<std::size_t>(ids.data()[i])];
  write_losses<classes>(losses, y, ids, weight, options);
  if constexpr (How == reduction::none) {
    return losses;
  } else {
    const T total = generic::reduce<Losses::volume, 1>(losses.data(), plus{});
    if constexpr (How == reduction::sum)
      return Result(total);
    else if constexpr (std::is_null_pointer_v<Weight>)
      return Result(T(total / T(static_cast<double>(count))));
    else
      return Result(T(total / generic::reduce<Losses::volume, 1>(weights.data(), plus{})));
  }
}

template <reduction How, class Losses>
using loss_result =
    std::conditional_t<How == reduction::none, Losses, tensor<typename Losses::value_type>>;

}  // namespace detail

template <reduction How = reduction::mean, class T, class Id, class... X, class... I>
ATTN_ABI constexpr auto nll_loss(const tensor<T, X...>& y, const tensor<Id, I...>& ids,
                                 const nll_loss_options& options = {}) {
  using call = rules::loss_call<tensor<T, X...>, tensor<Id, I...>>;
  ATTN_REQUIRE_TARGETS(call, "attn::nll_loss(x, ids)");
  if constexpr (call::holds) {
    call::check(ids, {0, options.ignore_index});
    return detail::loss<detail::loss_result<How, typename call::result>, How,
                        typename call::result>(y, ids, nullptr, {0, options.ignore_index});
  } else {
    return y;
  }
}

template <reduction How = reduction::mean, class T, class Id, class U, class... X, class... I,
          class... W>
ATTN_ABI constexpr auto nll_loss(const tensor<T, X...>& y, const tensor<Id, I...>& ids,
                                 const tensor<U, W...>& weights,
                                 const nll_loss_options& options = {}) {
  using call = rules::weighted_loss_call<tensor<T, X...>, tensor<Id, I...>, tensor<U, W...>>;
  ATTN_REQUIRE_TARGETS(call, "attn::nll_loss(x, ids, weights)");
  ATTN_REQUIRE_CLASS_WEIGHTS(call, "attn::nll_loss(x, ids, weights)");
  if constexpr (call::holds) {
    call::check(ids, {0, options.ignore_index});
    return detail::loss<detail::loss_result<How, typename call::result>, How,
                        typename call::result>(y, ids, weights.data(), {0, options.ignore_index});
  } else {
    return y;
  }
}

template <reduction How = reduction::mean, class T, class Id, class... X, class... I>
ATTN_ABI constexpr auto cross_entropy(const tensor<T, X...>& x, const tensor<Id, I...>& ids,
                                      const cross_entropy_options& options = {}) {
  using call = rules::loss_call<tensor<T, X...>, tensor<Id, I...>>;
  ATTN_REQUIRE_TARGETS(call, "attn::cross_entropy(x, ids)");
  if constexpr (call::holds) {
    call::check(ids, options);
    return detail::loss<detail::loss_result<How, typename call::result>, How,
                        typename call::result>(log_softmax(x), ids, nullptr, options);
  } else {
    return x;
  }
}

template <reduction How = reduction::mean, class T, class Id, class U, class... X, class... I,
          class... W>
ATTN_ABI constexpr auto cross_entropy(const tensor<T, X...>& x, const tensor<Id, I...>& ids,
                                      const tensor<U, W...>& weights,
                                      const cross_entropy_options& options = {}) {
  using call = rules::weighted_loss_call<tensor<T, X...>, tensor<Id, I...>, tensor<U, W...>>;
  ATTN_REQUIRE_TARGETS(call, "attn::cross_entropy(x, ids, weights)");
  ATTN_REQUIRE_CLASS_WEIGHTS(call, "attn::cross_entropy(x, ids, weights)");
  if constexpr (call::holds) {
    call::check(ids, options);
    return detail::loss<detail::loss_result<How, typename call::result>, How,
                        typename call::result>(log_softmax(x), ids, weights.data(), options);
  } else {
    return x;
  }
}

namespace cost {
// The mean of the losses of all tokens, without options.
template <class Y, class Ids>
ATTN_ABI constexpr operation_count nll_loss() {
  constexpr std::size_t tokens = Ids::volume;
  return detail::possible<decltype(attn::nll_loss(detail::some<Y>(), detail::some<Ids>()))> +
         operation_count{.additions = tokens + (tokens - 1), .divisions = 1};
}
template <class X, class Ids>
ATTN_ABI constexpr operation_count cross_entropy() {
  return nll_loss<X, Ids>() + log_softmax<X>();
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
