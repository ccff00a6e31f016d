// SPDX-License-Identifier: BSL-1.0
// Losses: cross_entropy of scores, nll_loss of logarithms. mse_loss. binary_cross_entropy.
//
//   cross_entropy(x, ids)                 nll_loss(log_softmax(x), ids)
//   nll_loss(y, ids)                      the mean of l over the tokens, l(…) = -y(…, ids(…))
//   cross_entropy(x, ids, {.label_smoothing = s, .ignore_index = n})
//   nll_loss(y, ids, {.ignore_index = n})
//   cross_entropy(x, ids, weights, …)     l(…) * weights(ids(…)), and the mean is divided by the
//   nll_loss(y, ids, weights, …)          sum of these weights instead of the number of tokens
//   cross_entropy<reduction::sum>(…), cross_entropy<reduction::none>(…), nll_loss likewise
//
// (token, word) x (token) -> (). reduction::none: (token). The last axis has the classes. ids are
// token ids or integers. Those equal to ignore_index, -100 unless stated, have no loss. Smoothing
// takes (1 - s) of the loss and s / n of the losses of all n classes. PyTorch's functional of that
// name.
//
// Cost: cost::cross_entropy<X, Ids>(), cost::nll_loss<Y, Ids>(): for n tokens, log_softmax, and
// 2 n - 1 additions and 1 division.
// Rules: floating_point_element; is_integer or is_token_id, and ids_within the classes; same_axes,
// of the ids and x without its last axis, and of the weights and the classes; same_element.
// Accuracy: the accuracy of log_softmax. The sum over the tokens is the tokens of sum
// (ops/reductions.hpp), the mean divides it.
// Special values: a class of probability 0 has the loss inf, and with smoothing every token with
// such a class has it. The derivatives are finite. The mean of no token is NaN, as in PyTorch, and
// does not compile as a constant. An id that is no class and no ignore_index does not compile as a
// constant and ends the program at run time. So does a smoothing outside [0, 1].
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/layers/activation.hpp>
#include <attn/math/max.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/reductions.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/convert.hpp>

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
[[noreturn]] ATTN_ABI inline void target_is_not_a_class() { detail::end_of_program(); }
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
template <class T, class... X, class Id, class... IdAxes>
struct loss_call<tensor<T, X...>, tensor<Id, IdAxes...>> {
  using classes = last_axis<shape<X...>>;
  using tokens = without_axis<shape<X...>, sizeof...(X) - 1>;
  using operands = roles<axes_of_A<X...>, axes_of_B<IdAxes...>>;
  using floating_point = floating_point_element<element<T>>;
  using are_ids = std::conditional_t<is_token_id<element<Id>>::value, is_token_id<element<Id>>,
                                     is_integer<element<Id>>>;
  using within = ids_within<element<Id>, any_axis<classes>>;
  using same_tokens = axes_agree<role_of<axes_of_A, tokens>, axes_of_B<IdAxes...>>;
  using one_per_token = same_tokens;
  using named =
      typename detail::choose<same_tokens::value>::template type<shape<IdAxes...>, tokens>;
  using result = tensor_of<T, merge_names<tokens, named>>;
  using all = in_order<floating_point, are_ids, within, one_per_token>;
  // What only the values tell.
  template <class Ids>
  ATTN_ABI static constexpr void check_values(const Ids& ids,
                                              const cross_entropy_options& options) {
    if (!(options.label_smoothing >= 0 && options.label_smoothing <= 1))
      label_smoothing_must_be_from_0_to_1();
    for (const auto& id : ids)
      if (attn::detail::counts(id, options.ignore_index) &&
          attn::detail::class_of(id) >= classes::size)
        target_is_not_a_class();
  }
};
template <class T, class Id, class... IdAxes>  // x has no axis
struct loss_call<tensor<T>, tensor<Id, IdAxes...>> {
  using operands = roles<axes_of_A<>, axes_of_B<IdAxes...>>;
  using floating_point = floating_point_element<element<T>>;
  using are_ids = not_asked;
  using within = not_asked;
  using one_per_token = has_axis<axes_of_A<>, wanted<axis_selector(-1)>>;
  using all = in_order<floating_point, one_per_token>;
};
template <class X, class Ids, class Weights>
struct weighted_loss_call;
template <class T, class... X, class Ids, class U, class... W>
struct weighted_loss_call<tensor<T, X...>, Ids, tensor<U, W...>> : loss_call<tensor<T, X...>, Ids> {
  using base = loss_call<tensor<T, X...>, Ids>;
  using one_element = same_element<element_of_A<T>, element_of_B<U>>;
  using one_per_class = axes_agree<axes_of_A<last_axis<shape<X...>>>, axes_of_B<W...>>;
  using all = in_order<typename base::all, one_element, one_per_class>;
};

}  // namespace rules

namespace detail {

// The loss of a row of logarithms y. Weight is a pointer to the weights of the classes, or
// nullptr_t.
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

// The cost of a row, also of one that is ignored.
template <bool Weighted>
ATTN_ABI constexpr operation_count cost_of_loss(std::size_t classes,
                                                const cross_entropy_options& options) {
  operation_count row{.additions = 1, .multiplications = Weighted ? 1u : 0u};
  if (options.label_smoothing != 0)
    row += {.additions = classes, .multiplications = 2 + (Weighted ? classes : 0)};
  return row;
}

// out holds zeros: the loss of what is ignored.
template <std::size_t Rows, std::size_t Classes, bool Weighted>
struct losses_of {
  template <class Out, class Y, class Ids, class Weight>
  ATTN_ABI static constexpr void count(Out& out, const Y& y, const Ids&, const Weight& weight,
                                       const cross_entropy_options& options) {
    count_in(out, Rows * cost_of_loss<Weighted>(Classes, options), y, weight);
  }
  template <class T, class Id, class Weight>
  ATTN_ABI static constexpr void write(T* out, const T* y, const Id* ids, const Weight& weight,
                                       const cross_entropy_options& options) {
    for (std::size_t i = 0; i < Rows; ++i)
      if (counts(ids[i], options.ignore_index))
        out[i] = loss_of<Classes>(y + i * Classes, static_cast<std::size_t>(ids[i]), weight,
                                  options.label_smoothing);
  }
};

template <class T, class... Axes>
ATTN_ABI constexpr T sum_of_all(const tensor<T, Axes...>& x) {
  if constexpr (is_tally<T>) {
    T sum;
    count_in(sum, {.additions = shape<Axes...>::volume - 1}, x);
    return sum;
  } else {
    return generic::reduce<shape<Axes...>::volume, 1>(x.data(), plus{});
  }
}

template <class Result, reduction How, class Losses, class T, class... X, class Ids, class Weight>
ATTN_ABI constexpr Result loss(const tensor<T, X...>& y, const Ids& ids, Weight weight,
                               const cross_entropy_options& options) {
  constexpr std::size_t classes = last_axis<shape<X...>>::size;
  Losses losses, weights;
  std::size_t count = 0;
  for (const auto& id : ids) count += counts(id, options.ignore_index) ? 1u : 0u;
  if constexpr (!std::is_null_pointer_v<Weight>)
    for (std::size_t i = 0; i < ids.size(); ++i)
      if (counts(ids.data()[i], options.ignore_index))
        weights.data()[i] = weight[static_cast<std::size_t>(ids.data()[i])];
  evaluate<losses_of<Ids::volume, classes, !std::is_null_pointer_v<Weight>>>(losses, y, ids, weight,
                                                                             options);
  if constexpr (How == reduction::none) {
    return losses;
  } else {
    const T total = sum_of_all(losses);
    if constexpr (How == reduction::sum)
      return Result(total);
    else if constexpr (std::is_null_pointer_v<Weight>)
      return Result(T(total / T(static_cast<double>(count))));
    else
      return Result(T(total / sum_of_all(weights)));
  }
}

template <reduction How, class Losses>
using loss_result =
    std::conditional_t<How == reduction::none, Losses, tensor<typename Losses::value_type>>;

}  // namespace detail

template <reduction How = reduction::mean, class T, class Id, class... X, class... IdAxes>
ATTN_ABI constexpr auto nll_loss(const tensor<T, X...>& y, const tensor<Id, IdAxes...>& ids,
                                 const nll_loss_options& options = {}) {
  using call = rules::loss_call<tensor<T, X...>, tensor<Id, IdAxes...>>;
  ATTN_REQUIRE_TARGETS(call, "attn::nll_loss(x, ids)");
  if constexpr (call::all::value) {
    call::check_values(ids, {0, options.ignore_index});
    return detail::loss<detail::loss_result<How, typename call::result>, How,
                        typename call::result>(y, ids, nullptr, {0, options.ignore_index});
  } else {
    return y;
  }
}

template <reduction How = reduction::mean, class T, class Id, class U, class... X, class... IdAxes,
          class... W>
ATTN_ABI constexpr auto nll_loss(const tensor<T, X...>& y, const tensor<Id, IdAxes...>& ids,
                                 const tensor<U, W...>& weights,
                                 const nll_loss_options& options = {}) {
  using call = rules::weighted_loss_call<tensor<T, X...>, tensor<Id, IdAxes...>, tensor<U, W...>>;
  ATTN_REQUIRE_TARGETS(call, "attn::nll_loss(x, ids, weights)");
  ATTN_REQUIRE_CLASS_WEIGHTS(call, "attn::nll_loss(x, ids, weights)");
  if constexpr (call::all::value) {
    call::check_values(ids, {0, options.ignore_index});
    return detail::loss<detail::loss_result<How, typename call::result>, How,
                        typename call::result>(y, ids, weights.data(), {0, options.ignore_index});
  } else {
    return y;
  }
}

template <reduction How = reduction::mean, class T, class Id, class... X, class... IdAxes>
ATTN_ABI constexpr auto cross_entropy(const tensor<T, X...>& x, const tensor<Id, IdAxes...>& ids,
                                      const cross_entropy_options& options = {}) {
  using call = rules::loss_call<tensor<T, X...>, tensor<Id, IdAxes...>>;
  ATTN_REQUIRE_TARGETS(call, "attn::cross_entropy(x, ids)");
  if constexpr (call::all::value) {
    call::check_values(ids, options);
    return detail::loss<detail::loss_result<How, typename call::result>, How,
                        typename call::result>(log_softmax(x), ids, nullptr, options);
  } else {
    return x;
  }
}

template <reduction How = reduction::mean, class T, class Id, class U, class... X, class... IdAxes,
          class... W>
ATTN_ABI constexpr auto cross_entropy(const tensor<T, X...>& x, const tensor<Id, IdAxes...>& ids,
                                      const tensor<U, W...>& weights,
                                      const cross_entropy_options& options = {}) {
  using call = rules::weighted_loss_call<tensor<T, X...>, tensor<Id, IdAxes...>, tensor<U, W...>>;
  ATTN_REQUIRE_TARGETS(call, "attn::cross_entropy(x, ids, weights)");
  ATTN_REQUIRE_CLASS_WEIGHTS(call, "attn::cross_entropy(x, ids, weights)");
  if constexpr (call::all::value) {
    call::check_values(ids, options);
    return detail::loss<detail::loss_result<How, typename call::result>, How,
                        typename call::result>(log_softmax(x), ids, weights.data(), options);
  } else {
    return x;
  }
}

// Losses of numbers, element by element: x of a model, y the targets. The mean of l over all
// elements, or with reduction::sum and reduction::none as above.
//
//   mse_loss(x, y)                   l = (x - y)^2
//   binary_cross_entropy(p, y)       l = -y log p - (1 - y) log(1 - p), logarithms at least -87.3
//   binary_cross_entropy_with_logits(x, y[, {.pos_weight = w}])
//                                    l = w y softplus(-x) + (1 - y) softplus(x)
//
// PyTorch's functionals of these names. y is a probability, most often 0 or 1. Logits are scores
// before a sigmoid, and exact where p rounds to 0 or 1: their derivative is sigmoid(x) - y.
// Cost: cost::mse_loss<X, Y>() and likewise.
// Rules: same_axes, same_element, of x and y; floating_point_element.
// Accuracy: every operation rounded once. log and softplus as in their headers.
// Special values: where a logarithm is bounded, its derivative is 0. The bound is log 2^-126, of
// the smallest normal float. PyTorch's is -100, of numbers whose derivative 1 / p overflows in
// float: PyTorch divides by at least 1e-12 instead, and its derivatives at 0 and 1 are 0 or 1e12.

struct binary_cross_entropy_options {
  double pos_weight = 1;
};

namespace rules {
// Targets that are numbers are constants of an analysis of x.
template <class X, class Y>
struct number_loss_call;
template <class T, class... A, class U, class... B>
struct number_loss_call<tensor<T, A...>, tensor<U, B...>>
    : elementwise_call<
          tensor<T, A...>,
          tensor<std::conditional_t<std::is_floating_point_v<U> && !std::is_arithmetic_v<T>, T, U>,
                 B...>> {
  using base = typename number_loss_call::elementwise_call;
  using floating_point = floating_point_element<element<T>>;
  using all = in_order<typename base::all, floating_point>;
};
}  // namespace rules

namespace detail {

template <reduction How, class Losses>
ATTN_ABI constexpr loss_result<How, Losses> reduced(const Losses& losses) {
  using T = typename Losses::value_type;
  if constexpr (How == reduction::none)
    return losses;
  else if constexpr (How == reduction::sum)
    return tensor<T>(sum_of_all(losses));
  else
    return tensor<T>(T(sum_of_all(losses) / T(static_cast<double>(Losses::volume))));
}

template <class X>
ATTN_ABI constexpr X ones_like(const X&) {
  X ones;
  for (auto& each : ones) each = typename X::value_type(1);
  return ones;
}

// log x, at least log 2^-126: of the smallest normal float, whose slope is finite.
template <class X>
ATTN_ABI constexpr X bounded_log(const X& x) {
  using T = typename X::value_type;
  X above = x;
  if constexpr (is_tally<T>)
    count_in(above, {.comparisons = X::volume}, x);
  else
    for (T& each : above) each = (math::max)(each, T(0x1p-126));
  return attn::log(above);
}

}  // namespace detail

template <reduction How = reduction::mean, class T, class U, class... A, class... B>
ATTN_ABI constexpr auto mse_loss(const tensor<T, A...>& x, const tensor<U, B...>& y) {
  using call = rules::number_loss_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ELEMENTWISE(call, "attn::mse_loss(x, y)")
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::mse_loss(x, y)");
  if constexpr (call::all::value) {
    const auto difference = x - as<T>(y);
    return detail::reduced<How>(multiply(difference, difference));
  } else {
    return x;
  }
}

template <reduction How = reduction::mean, class T, class U, class... A, class... B>
ATTN_ABI constexpr auto binary_cross_entropy(const tensor<T, A...>& p, const tensor<U, B...>& y) {
  using call = rules::number_loss_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ELEMENTWISE(call, "attn::binary_cross_entropy(p, y)")
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::binary_cross_entropy(p, y)");
  if constexpr (call::all::value) {
    const auto targets = as<T>(y);
    const auto one = detail::ones_like(p);
    return detail::reduced<How>(-multiply(targets, detail::bounded_log(p)) -
                                multiply(one - targets, detail::bounded_log(one - p)));
  } else {
    return p;
  }
}

template <reduction How = reduction::mean, class T, class U, class... A, class... B>
ATTN_ABI constexpr auto binary_cross_entropy_with_logits(
    const tensor<T, A...>& x, const tensor<U, B...>& y,
    const binary_cross_entropy_options& options = {}) {
  using call = rules::number_loss_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ELEMENTWISE(call, "attn::binary_cross_entropy_with_logits(x, y)")
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::binary_cross_entropy_with_logits(x, y)");
  if constexpr (call::all::value) {
    const auto targets = as<T>(y);
    const auto positive = options.pos_weight == 1 ? targets : targets * T(options.pos_weight);
    return detail::reduced<How>(multiply(positive, softplus(-x)) +
                                multiply(detail::ones_like(x) - targets, softplus(x)));
  } else {
    return x;
  }
}

ATTN_COST(mse_loss)
ATTN_COST(binary_cross_entropy)
ATTN_COST(binary_cross_entropy_with_logits)

namespace cost {
template <class Y, class Ids>
ATTN_ABI constexpr operation_count nll_loss() {
  ATTN_COUNT(attn::nll_loss(detail::operand<Y>(n), Ids{}));
}
template <class X, class Ids>
ATTN_ABI constexpr operation_count cross_entropy() {
  ATTN_COUNT(attn::cross_entropy(detail::operand<X>(n), Ids{}));
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
