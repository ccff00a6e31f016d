// SPDX-License-Identifier: BSL-1.0
// Options: trailing arguments of attention functions, in any order, at most one of each kind.
//
//   scaled_dot_product_attention(q, k, v, scaled_by(0.5), causal<>, fully_masked<zero_rows>)
//
//   kind                meaning                                 default
//   score_kind          the score of a query and a key          their dot product
//   scale_kind          the factor of the scores                1 / sqrt(d_k)
//   soft_cap_kind       a bound for the scores                  none
//   bias_kind           a tensor added to the scaled scores     none
//   mask_kind           the keys a query may attend to          all
//   normaliser_kind     what turns scores into weights          the softmax
//   fully_masked_kind   the weights of a query without keys     an error if known, otherwise 0
//   masked_values_kind  whether masked values are multiplied    they are
//
// They are applied in this order (a scale of the queries before the score). An option is a value
// with a member type `kind`, or a tensor of mask entries. Rules: are_options; one_of_each_kind.
#pragma once

#include <type_traits>
#include <utility>

#include <attn/detail/element.hpp>
#include <attn/rules/relations.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct score_kind {};
struct scale_kind {};
struct soft_cap_kind {};
struct bias_kind {};
struct mask_kind {};
struct normaliser_kind {};
struct fully_masked_kind {};
struct masked_values_kind {};

namespace detail {

// What attention is a function of.
template <class X>
concept any_tensor = requires {
  typename X::value_type;
  typename X::shape_type;
};

// What kind of option it is. A type of its own for what is none, which are_options rejects.
template <class Option>
struct kind_of {
  using type = Option;
};
template <class Option>
  requires requires { typename Option::kind; }
struct kind_of<Option> {
  using type = typename Option::kind;
};
template <class T, class... Axes>
  requires requires { typename T::tensor_kind; }
struct kind_of<tensor<T, Axes...>> {
  using type = typename T::tensor_kind;
};
template <class... Options>
using kinds_of = rules::options<typename kind_of<Options>::type...>;

template <class Kind, class Option>
inline constexpr bool is_kind = std::is_same_v<Kind, typename kind_of<Option>::type>;
template <class Kind, class... Options>
inline constexpr bool has_kind = (is_kind<Kind, Options> || ...);

// The option of a kind, or the default. By reference, since an option may be a large tensor: it is
// one of the arguments, or a default that has static storage, never a temporary of the caller's.
template <class Default>
inline constexpr Default default_value{};
template <class Kind, class Default>
ATTN_ABI constexpr const Default& option() {
  return default_value<Default>;
}
template <class Kind, class Default, class First, class... Rest>
ATTN_ABI constexpr const auto& option(const First& first, const Rest&... rest) {
  if constexpr (is_kind<Kind, First>)
    return first;
  else
    return option<Kind, Default>(rest...);
}
template <class Kind, class Default, class... Options>
using option_type =
    std::remove_cvref_t<decltype(option<Kind, Default>(std::declval<const Options&>()...))>;

// The softmax of the scores alone, and whether there is a sink next to them (weights.hpp).
struct softmax_of_scores {
  static constexpr bool has_sink = false;
};
template <class... Options>
using normaliser = option_type<normaliser_kind, softmax_of_scores, Options...>;
template <class... Options>
inline constexpr bool has_sink = normaliser<Options...>::has_sink;
template <class... Options>
inline constexpr bool is_hard = has_kind<normaliser_kind, Options...> && !has_sink<Options...>;

}  // namespace detail

// A trailing argument of attention functions.
template <class O>
concept attention_option = !std::is_same_v<O, typename detail::kind_of<O>::type>;

namespace detail {
template <attention_option O>
inline constexpr bool is_enumerated<O> = true;
}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
