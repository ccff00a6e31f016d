// SPDX-License-Identifier: BSL-1.0
// rejected: a matrix of tokens by tokens: which one would softmax<"token"> be over?
// expect-error: attn::tensor: the named axes of one tensor must have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key_token = axis<"key_token", 3>;

#ifdef ATTN_REJECT
tensor<double, token, token> scores;
#else
tensor<double, token, key_token> scores;
#endif
