// SPDX-License-Identifier: BSL-1.0
// rejected: id 23 of 23 ids: the last one is 22
// (ng-video-lecture#20, E5-V#7).
// expect-error[gcc]: token_id_out_of_range
// expect-error[clang]: must be initialized by a constant expression
// expect-note: token_id_out_of_range
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr token_id<23> id(23);
#else
constexpr token_id<23> id(22);
#endif
