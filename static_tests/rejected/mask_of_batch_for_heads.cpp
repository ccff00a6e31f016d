// SPDX-License-Identifier: BSL-1.0
// rejected: a mask for each text of a batch, where the scores have heads: it "works if the batch size
// equals the number of heads" (keras-hub#783, tensorflow#49237, pytorch-seq2seq#119).
// expect-error: a mask must have the axes of the scores
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 2>;
using token = axis<"token", 2>;
using key = axis<"key", 3>;
constexpr tensor<double, head, token, key> scores;
constexpr keep_mask<batch, token, key> of_texts;
constexpr keep_mask<head, token, key> of_heads;

#ifdef ATTN_REJECT
constexpr auto weights = masked_softmax(scores, of_texts);
#else
constexpr auto weights = masked_softmax(scores, of_heads);
#endif
