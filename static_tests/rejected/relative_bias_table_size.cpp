// SPDX-License-Identifier: BSL-1.0
// rejected: three queries and four keys are six distances apart, from -2 to 3, not seven.
// expect-error: attn::relative_bias<query, key>\(table\): the table must have an entry for every distance: as many as queries and keys together, less one
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 4>;

#ifdef ATTN_REJECT
constexpr auto bias = relative_bias<query, key>(tensor<float, axis<"distance", 7>>{});
#else
constexpr auto bias = relative_bias<query, key>(tensor<float, axis<"distance", 6>>{});
#endif
