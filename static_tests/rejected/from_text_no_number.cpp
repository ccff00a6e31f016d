// SPDX-License-Identifier: BSL-1.0
// rejected: a word among the numbers of a constant.
// expect-error[gcc]: text_has_a_word_that_is_no_number
// expect-error[clang]: must be initialized by a constant expression
// expect-note: text_has_a_word_that_is_no_number
// errors: 1
// allow: detail::
// lines: 12 at most from within constant evaluation
#include <attn.hpp>
#include <attn/io/from_text.hpp>

using namespace attn;

using row = tensor<double, axis<"token", 2>>;

#ifdef ATTN_REJECT
constexpr auto x = from_text<row>("1 two");
#else
constexpr auto x = from_text<row>("tensor<double, token 2> 1 2");
#endif
