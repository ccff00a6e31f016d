// SPDX-License-Identifier: BSL-1.0
// rejected: a generator of another width than the decoder.
// expect-error: attn::nn::transformer: the generator's input must be the decoder's width
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

#ifdef ATTN_REJECT
constexpr whole<model, model, model, model, generator<narrow_model>> f{};
#else
constexpr right f{};
#endif
