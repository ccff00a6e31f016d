// SPDX-License-Identifier: BSL-1.0
// Options for one attention among several: a decoder has two, a Transformer three.
//
//   layer(y, memory, self_options(causal<>), cross_options(key_padding(m)))
//
//   source_options(options…)   1: the encoder attends to the source
//   self_options(options…)     2: the decoder attends to itself, with a mask
//   cross_options(options…)    3: the decoder attends to the output of the encoder
//
// The numbers are those of the Transformer's figure. The options are trailing arguments in any
// order, each function at most once; an attention that is omitted has no options. Their arguments
// are the options of scaled_dot_product_attention, which are copied.
//
// Rules, at the call: are_placed_options, one_of_each_kind.
#pragma once

#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/rules/elements.hpp>
#include <attn/rules/models.hpp>
#include <attn/rules/relations.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct source_place {};
struct self_place {};
struct cross_place {};

// Those of a model.
struct decoder_places {
  using places = rules::options<self_place, cross_place>;
};
struct transformer_places {
  using places = rules::options<source_place, self_place, cross_place>;
};

namespace detail {
// Their copies: not a tuple of others', whose functions would be shared by all units (abi.hpp).
template <class... Options>
struct option_copies {
  template <class F, class... Before>
  ATTN_ABI constexpr auto unpack(const F& f, const Before&... before) const {
    return f(before...);
  }
};
template <class First, class... Rest>
struct option_copies<First, Rest...> {
  First first;
  option_copies<Rest...> rest;
  template <class F, class... Before>
  ATTN_ABI constexpr auto unpack(const F& f, const Before&... before) const {
    return rest.unpack(f, before..., first);
  }
};
ATTN_ABI constexpr option_copies<> copies_of() { return {}; }
template <class First, class... Rest>
ATTN_ABI constexpr option_copies<First, Rest...> copies_of(const First& first,
                                                           const Rest&... rest) {
  return {first, copies_of(rest...)};
}
}  // namespace detail

template <class Place, class... Options>
struct placed_options {
  using place = Place;
  detail::option_copies<Options...> options;

  template <class F>
  ATTN_ABI constexpr auto unpack(const F& f) const {
    return options.unpack(f);
  }
};

template <class... Options>
ATTN_ABI constexpr placed_options<source_place, Options...> source_options(
    const Options&... options) {
  return {detail::copies_of(options...)};
}
template <class... Options>
ATTN_ABI constexpr placed_options<self_place, Options...> self_options(const Options&... options) {
  return {detail::copies_of(options...)};
}
template <class... Options>
ATTN_ABI constexpr placed_options<cross_place, Options...> cross_options(
    const Options&... options) {
  return {detail::copies_of(options...)};
}

namespace detail {

template <class Place, class Option>
concept stands_at = requires { requires std::is_same_v<typename Option::place, Place>; };

// f(options…) with those of one place, or with none.
template <class Place, class F>
ATTN_ABI constexpr auto with_options(const F& f) {
  return f();
}
template <class Place, class F, class First, class... Rest>
ATTN_ABI constexpr auto with_options(const F& f, const First& first, const Rest&... rest) {
  if constexpr (stands_at<Place, First>)
    return first.unpack(f);
  else
    return with_options<Place>(f, rest...);
}

// The options of one place as they were given, or none of them.
template <class Place>
ATTN_ABI constexpr placed_options<Place> options_at() {
  return {};
}
template <class Place, class First, class... Rest>
ATTN_ABI constexpr auto options_at(const First& first, const Rest&... rest) {
  if constexpr (stands_at<Place, First>)
    return first;
  else
    return options_at<Place>(rest...);
}

template <class Option>
struct place_of_options {
  using type = Option;
};
template <class Option>
  requires requires { typename Option::place; }
struct place_of_options<Option> {
  using type = typename Option::place;
};
template <class... Options>
using places_of_options = rules::options<typename place_of_options<Options>::type...>;

// The options of one place, as types.
template <class Placed>
struct options_inside;
template <class Place, class... Options>
struct options_inside<placed_options<Place, Options...>> {
  using type = rules::options<Options...>;
};
template <class Place, class... Options>
using options_for_place =
    typename options_inside<decltype(options_at<Place>(std::declval<const Options&>()...))>::type;

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
