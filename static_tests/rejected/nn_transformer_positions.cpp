// SPDX-License-Identifier: BSL-1.0
// rejected: positions that leave fewer rows than there were.
// expect-error: attn::nn::transformer: positions must be a type that maps the embedded rows to rows of the same axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using model = axis<"model", 4>;
using head = axis<"head", 2>;
using inner = axis<"inner", 6>;
template <class Width, class Words>
using table = nn::embedding<double, Words, Width>;
using words = dim<9>;
using narrow_model = axis<"narrow_model", 2>;
template <class Width>
using encoder_of = nn::encoder<
    nn::encoder_layer<double, Width, head, inner, output_by_input, act::relu, post_norm>, 1>;
template <class Width>
using decoder_of = nn::decoder<
    nn::decoder_layer<double, Width, head, inner, output_by_input, act::relu, post_norm>, 1>;
template <class Width, class T = double>
using generator = nn::linear<T, Width, words, output_by_input>;
template <class Source, class Target, class Encoder, class Decoder, class Generator>
using whole = nn::transformer<table<Source, words>, table<Target, words>, encoder_of<Encoder>,
                              decoder_of<Decoder>, Generator>;
using right = whole<model, model, model, model, generator<model>>;
template <class Positions>
using with = nn::transformer<table<model, words>, table<model, words>, encoder_of<model>,
                             decoder_of<model>, generator<model>, Positions>;
struct first_row {
  template <class X>
  constexpr auto operator()(const X& x) const {
    return select<0>(x, 0);
  }
};
constexpr auto ids = as_token_ids<9>(tensor<int, token>{1, 2, 3});

#ifdef ATTN_REJECT
constexpr auto y = with<first_row>{}.encode(ids);
#else
constexpr auto y = with<act::identity>{}.encode(ids);
#endif
