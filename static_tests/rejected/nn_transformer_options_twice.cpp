// SPDX-License-Identifier: BSL-1.0
// rejected: options for one attention twice.
// expect-error: attn::nn::transformer\(source, target, …\): options for one attention twice
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
constexpr right f{};
constexpr auto ids = as_token_ids<9>(tensor<int, token>{1, 2, 3});

#ifdef ATTN_REJECT
constexpr auto y = f(ids, ids, cross_options(), cross_options());
#else
constexpr auto y = f(ids, ids, cross_options(), self_options());
#endif
