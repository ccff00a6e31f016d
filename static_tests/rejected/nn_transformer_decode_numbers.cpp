// SPDX-License-Identifier: BSL-1.0
// rejected: numbers for the decoder, of which nobody has said that they are words.
// expect-error: attn::nn::transformer: source and target must be token ids; as_token_ids<words>\(ids\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using word = dim<7>;
using wort = dim<8>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::transformer<word, wort, layer, 2> translator{};
constexpr auto s = as_token_ids<7>(tensor<int, source>{1, 6, 0, 2});
constexpr auto t = as_token_ids<8>(tensor<int, target>{7, 1, 3});
constexpr auto memory = translator.encode(s);
constexpr tensor<int, target> numbers{7, 1, 3};

#ifdef ATTN_REJECT
constexpr auto decoded = translator.decode(numbers, memory);
#else
constexpr auto decoded = translator.decode(t, memory);
#endif
