// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/io reject that have no table of their own. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>
#include <attn/io/from_text.hpp>
#include <attn/io/svg.hpp>
#include <attn/io/tables.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

// case: from_text_constant_of_integers
// rejected: a model of integers is to be made of a text.
// expect-error: attn::from_text<m>\(text\): the elements must be float or double
// errors: 1
template <class T>
struct network {
  using vector = tensor<T, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(network, (vector, weight));
};

#ifdef ATTN_REJECT
inline auto read() { return from_text<network<int>>("1 2 3"); }
#else
inline auto read() { return from_text<network<float>>("1 2 3"); }
#endif

// case: from_text_model_of_integers
// rejected: a model of integers is to be read from a text of fractions.
// expect-error: attn::from_text\(text, m\): the elements must be float or double
// errors: 1
template <class T>
struct network {
  using vector = tensor<T, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(network, (vector, weight));
};

#ifdef ATTN_REJECT
inline bool read(network<int>& m) { return static_cast<bool>(from_text("1 2 3", m)); }
#else
inline bool read(network<float>& m) { return static_cast<bool>(from_text("1 2 3", m)); }
#endif

// case: from_text_no_number
// rejected: a word among the numbers of a constant.
// expect-error[gcc]: text_has_a_word_that_is_no_number
// expect-error[clang]: must be initialized by a constant expression
// expect-note: text_has_a_word_that_is_no_number
// errors: 1
// allow: detail::
// lines: 12 at most from within constant evaluation
using row = tensor<double, axis<"token", 2>>;

#ifdef ATTN_REJECT
constexpr auto x = from_text<row>("1 two");
#else
constexpr auto x = from_text<row>("tensor<double, token 2> 1 2");
#endif

// case: from_text_other_axes
// rejected: the text of a tensor with other axes.
// expect-error[gcc]: text_has_other_axes_than_the_tensor
// expect-error[clang]: must be initialized by a constant expression
// expect-note: text_has_other_axes_than_the_tensor
// errors: 1
// allow: detail::
// lines: 12 at most from within constant evaluation
using row = tensor<double, axis<"token", 2>>;

#ifdef ATTN_REJECT
constexpr auto x = from_text<row>("tensor<double, key 2> 1 2");
#else
constexpr auto x = from_text<row>("tensor<double, token 2> 1 2");
#endif

// case: from_text_out_of_range
// rejected: a number that no double is near to.
// expect-error[gcc]: text_has_a_number_out_of_range
// expect-error[clang]: must be initialized by a constant expression
// expect-note: text_has_a_number_out_of_range
// errors: 1
// allow: detail::
// lines: 12 at most from within constant evaluation
using row = tensor<double, axis<"token", 2>>;

#ifdef ATTN_REJECT
constexpr auto x = from_text<row>("1 1e400");
#else
constexpr auto x = from_text<row>("tensor<double, token 2> 1 2");
#endif

// case: from_text_too_few
// rejected: a constant of two numbers, and one is there.
// expect-error[gcc]: text_has_too_few_numbers
// expect-error[clang]: must be initialized by a constant expression
// expect-note: text_has_too_few_numbers
// errors: 1
// allow: detail::
// lines: 12 at most from within constant evaluation
using row = tensor<double, axis<"token", 2>>;

#ifdef ATTN_REJECT
constexpr auto x = from_text<row>("1");
#else
constexpr auto x = from_text<row>("tensor<double, token 2> 1 2");
#endif

// case: from_text_too_many
// rejected: a constant of two numbers, and three are there.
// expect-error[gcc]: text_has_too_many_numbers
// expect-error[clang]: must be initialized by a constant expression
// expect-note: text_has_too_many_numbers
// errors: 1
// allow: detail::
// lines: 12 at most from within constant evaluation
using row = tensor<double, axis<"token", 2>>;

#ifdef ATTN_REJECT
constexpr auto x = from_text<row>("1 2 3");
#else
constexpr auto x = from_text<row>("tensor<double, token 2> 1 2");
#endif

// case: to_latex_of_heads
// rejected: a matrix of LaTeX has two axes; these weights have one for each head.
// expect-error: attn::to_latex\(x\): x must have at most two axes; select<axis>\(x, i\) takes one out
// errors: 1
constexpr tensor<double, axis<"head", 2>, axis<"token", 3>, axis<"key", 4>> weights{};

#ifdef ATTN_REJECT
inline auto text() { return to_latex(weights); }
#else
inline auto text() { return to_latex(select<"head">(weights, 1)); }
#endif

// case: to_markdown_of_heads
// rejected: the same of a table of Markdown.
// expect-error: attn::to_markdown\(x\): x must have at most two axes; select<axis>\(x, i\) takes one out
// errors: 1
constexpr tensor<double, axis<"head", 2>, axis<"token", 3>, axis<"key", 4>> weights{};

#ifdef ATTN_REJECT
inline auto text() { return to_markdown(weights); }
#else
inline auto text() { return to_markdown(select<"head">(weights, 1)); }
#endif

// case: to_svg_of_a_batch
// rejected: the weights of all heads as one picture.
// expect-error: attn::to_svg\(x\): x must have two axes; select<axis>\(x, i\) takes one out
// errors: 1
constexpr tensor<double, axis<"head", 2>, axis<"token", 3>, axis<"key", 3>> weights;

#ifdef ATTN_REJECT
inline auto picture() { return to_svg(weights); }
#else
inline auto picture() { return to_svg(select<"head">(weights, 0)); }
#endif

// case: to_svg_of_a_row
// rejected: a vector has no rows.
// expect-error: attn::to_svg\(x\): x must have two axes; .* expand<axis, position>\(x\) adds one
// errors: 1
constexpr tensor<double, axis<"key", 3>> weights{0.5, 0.25, 0.25};

#ifdef ATTN_REJECT
inline auto picture() { return to_svg(weights); }
#else
inline auto picture() { return to_svg(expand<axis<"token", 1>, 0>(weights)); }
#endif

// case: to_svg_of_integers
// rejected: a table of integers, whose colours would be those of fractions.
// expect-error: attn::to_svg\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
constexpr matrix<int, 2, 2> counts{{1, 2}, {3, 4}};

#ifdef ATTN_REJECT
inline auto picture() { return to_svg(counts); }
#else
inline auto picture() { return to_svg(as<double>(counts)); }
#endif
