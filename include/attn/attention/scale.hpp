// SPDX-License-Identifier: BSL-1.0
// What the scores are multiplied by before the softmax, as an option of an attention function.
//
//   (none)        1 / sqrt(d_k), d_k being the width of a query: what "scaled" means by default
//   unscaled      nothing
//   scaled_by(x)  x
//
// The factor is T(1) / sqrt(T(d_k)), rounded twice, and multiplies the finished scores.
// Options are trailing arguments in any order, one of each kind (rules::one_of_each_kind).
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/math/sqrt.hpp>
#include <attn/rules/relations.hpp>
#include <attn/tensor/scalar.hpp>

namespace attn {

// The kinds of options; a kind of its own for every question that an option answers.
struct scale_kind {};

struct unscaled_t {
  using kind = scale_kind;
};
inline constexpr unscaled_t unscaled{};

template <scalar S>
struct scaled_by_t {
  using kind = scale_kind;
  S factor;
};
template <scalar S>
constexpr scaled_by_t<S> scaled_by(const S& factor) {
  return {factor};
}

// An argument that attention functions take behind their tensors.
template <class O>
concept attention_option = requires {
  typename O::kind;
};

// T(1) / sqrt(T(width)).
template <floating_scalar T>
constexpr T default_scale(std::size_t width) {
  using math::sqrt;
  return T(1) / sqrt(T(static_cast<int>(width)));
}

namespace detail {

// The scores as the options want them: x * factor, or x.
template <class T, class Scores>
constexpr auto scale_scores(const Scores& x, std::size_t width) {
  return x * default_scale<T>(width);
}
template <class T, class Scores, class... Rest>
constexpr auto scale_scores(const Scores& x, std::size_t, const unscaled_t&, const Rest&...) {
  return x;
}
template <class T, class Scores, class S, class... Rest>
constexpr auto scale_scores(const Scores& x, std::size_t, const scaled_by_t<S>& scale,
                            const Rest&...) {
  return x * T(scale.factor);
}

// What kind of option it is; a type of its own for what is none, which are_options rejects.
template <class Option>
struct kind_of {
  using type = Option;
};
template <attention_option Option>
struct kind_of<Option> {
  using type = typename Option::kind;
};
template <class... Options>
using kinds_of = rules::options<typename kind_of<Options>::type...>;

}  // namespace detail

}  // namespace attn
