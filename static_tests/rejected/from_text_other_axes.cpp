// SPDX-License-Identifier: BSL-1.0
// rejected: the text of a tensor with other axes.
// expect-error[gcc]: text_has_other_axes_than_the_tensor
// expect-error[clang]: must be initialized by a constant expression
// expect-note: text_has_other_axes_than_the_tensor
// errors: 1
// allow: detail::
// lines: 12 at most from within constant evaluation
#include <attn.hpp>
#include <attn/io/from_text.hpp>

using namespace attn;

using row = tensor<double, axis<"token", 2>>;

#ifdef ATTN_REJECT
constexpr auto x = from_text<row>("tensor<double, key 2> 1 2");
#else
constexpr auto x = from_text<row>("tensor<double, token 2> 1 2");
#endif
