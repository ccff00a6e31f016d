// SPDX-License-Identifier: BSL-1.0
// rejected: a constant of two numbers, and three are there.
// expect-error[gcc]: text_has_too_many_numbers
// expect-error[clang]: must be initialized by a constant expression
// expect-note: text_has_too_many_numbers
// errors: 1
// allow: detail::
// lines: 12 at most from within constant evaluation
#include <attn.hpp>
#include <attn/io/from_text.hpp>

using namespace attn;

using row = tensor<double, axis<"token", 2>>;

#ifdef ATTN_REJECT
constexpr auto x = from_text<row>("1 2 3");
#else
constexpr auto x = from_text<row>("tensor<double, token 2> 1 2");
#endif
