// SPDX-License-Identifier: BSL-1.0
// rejected: the fourth of three words.
// expect-error[gcc]: id_out_of_range_for_one_hot
// expect-error[clang]: must be initialized by a constant expression
// expect-note: id_out_of_range_for_one_hot
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using word = axis<"word", 3>;

#ifdef ATTN_REJECT
constexpr auto y = one_hot<word, float>(tensor<int, token>{1, 3});
#else
constexpr auto y = one_hot<word, float>(tensor<int, token>{1, 2});
#endif
