// SPDX-License-Identifier: BSL-1.0
// What attn/ops/rearrange.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: rearrange_axis_appears
// rejected: an axis that is on the right only.
// expect-error: attn::rearrange<pattern>\(x\): this axis is not on the left; to add it: repeat
// expect-note: pattern<attn::label<\d+>\{"b t d -> b "\}, attn::rules::here<11>, attn::label<\d+>\{"g t d"\}>
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b t d -> b g t d">(x);
#else
constexpr auto y = repeat<"b t d -> b g t d">(x, axis<"g", 2>());
#endif

// case: rearrange_axis_vanishes
// rejected: an axis that is on the left only: it should be summed, or averaged?
// expect-error: attn::rearrange<pattern>\(x\): this axis is not on the right; for its sum: reduce
// expect-note: pattern<attn::label<\d+>\{"b "\}, attn::rules::here<2>, attn::label<\d+>\{"h t d -> b t d"\}>
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t d -> b t d">(x);
#else
constexpr auto y = reduce<"b h t d -> b t d", "sum">(x);
#endif

// case: rearrange_character
// rejected: a comma, as einsum has it.
// expect-error: attn::rearrange<pattern>\(x\): a pattern is made of names, 1, \( \), ... and ->
// expect-note: pattern<attn::label<\d+>\{"b"\}, attn::rules::here<1>, attn::label<\d+>\{", h, t, d -> b t h d"\}>
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b, h, t, d -> b t h d">(x);
#else
constexpr auto y = rearrange<"b h t d -> b t h d">(x);
#endif

// case: rearrange_ellipsis_appears
// rejected: an ellipsis that is on the right only.
// expect-error: attn::rearrange<pattern>\(x\): this ellipsis is not on the left
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t d -> ... b t (h d)">(x);
#else
constexpr auto y = rearrange<"b h t d -> b t (h d)">(x);
#endif

// case: rearrange_ellipsis_vanishes
// rejected: an ellipsis that is on the left only.
// expect-error: attn::rearrange<pattern>\(x\): this ellipsis is not on the right
// expect-note: pattern<attn::label<1>\{.*?\}, attn::rules::here<0>, attn::label<\d+>\{"\.\.\. t d -> t d"\}>
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"... t d -> t d">(x);
#else
constexpr auto y = rearrange<"... t d -> t d ...">(x);
#endif

// case: rearrange_seven_axes
// rejected: a tensor has at most six axes.
// expect-error: attn::rearrange<pattern>\(x\): a tensor has at most 6 axes
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t (two d) -> 1 1 b h t two d">(x, axis<"two", 2>());
#else
constexpr auto y = rearrange<"b h t (two d) -> 1 1 b (h t) two d">(x, axis<"two", 2>());
#endif

// case: rearrange_grouped_ellipsis
// rejected: one axis of x, cut into as many as one likes.
// expect-error: attn::rearrange<pattern>\(x\): on the left, an ellipsis cannot be in parentheses
// expect-note: pattern<attn::label<\d+>\{"b t \("\}, attn::rules::here<5>, attn::label<\d+>\{"\.\.\. d\) -> b t d \.\.\."\}>
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b t (... d) -> b t d ...">(x);
#else
constexpr auto y = rearrange<"b t d -> b (t d)">(x);
#endif

// case: rearrange_long_name
// rejected: a name of 24 characters.
// expect-error: attn::rearrange<pattern>\(x\): a name begins with a letter or _ and has 23 characters at most
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y =
    rearrange<"b h t number_of_columns_of_head -> b t h number_of_columns_of_head">(x);
#else
constexpr auto y = rearrange<"b h t columns_of_the_head -> b t h columns_of_the_head">(unnamed(x));
#endif

// case: rearrange_misspelt_size
// rejected: a size for `heads`, and the pattern has `head`.
// expect-error: attn::rearrange<pattern>\(x\): a size is an axis of the pattern: axis<"head", 8>\(\)
// expect-note: heads
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y =
    rearrange<"batch token (head d_k) -> batch head token d_k">(x, axis<"heads", 2>());
#else
constexpr auto y =
    rearrange<"batch token (head d_k) -> batch head token d_k">(x, axis<"head", 2>());
#endif

// case: rearrange_name_twice
// rejected: x has two axes here that are called the same.
// expect-error: attn::rearrange<pattern>\(x\): this name is on its side already
// expect-note: pattern<attn::label<\d+>\{"b h t "\}, attn::rules::here<6>, attn::label<\d+>\{"t -> b h t"\}>
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t t -> b h t">(x);
#else
constexpr auto y = rearrange<"b h t d -> b t (h d)">(x);
#endif

// case: rearrange_name_with_digit_first
// rejected: a name that begins with a digit: 2d.
// expect-error: attn::rearrange<pattern>\(x\): a name begins with a letter or _ and has 23 characters at most
// expect-note: pattern<attn::label<\d+>\{"b h t "\}, attn::rules::here<6>, attn::label<\d+>\{"2d -> b t h 2d"\}>
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t 2d -> b t h 2d">(x);
#else
constexpr auto y = rearrange<"b h t d2 -> b t h d2">(unnamed(x));
#endif

// case: rearrange_names_meet
// rejected: the part is called as another axis already is.
// expect-error: attn::rearrange<pattern>\(x\): the result would have two axes of this name
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b t (token d) -> b t token d">(x, axis<"token", 2>());
#else
constexpr auto y = rearrange<"b t (pair d) -> b t pair d">(x, axis<"pair", 2>());
#endif

// case: rearrange_nested
// rejected: parentheses in parentheses: einops has none of these either.
// expect-error: attn::rearrange<pattern>\(x\): parentheses cannot be nested
// expect-note: pattern<attn::label<\d+>\{"b h t d -> \("\}, attn::rules::here<12>, attn::label<\d+>\{"\(b h\) t\) d"\}>
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t d -> ((b h) t) d">(x);
#else
constexpr auto y = rearrange<"b h t d -> (b h t) d">(x);
#endif

// case: rearrange_no_arrow
// rejected: a pattern without an arrow: what is the result?
// expect-error: attn::rearrange<pattern>\(x\): a pattern needs an arrow: before -> after
// expect-note: pattern<attn::label<\d+>\{"b h t d"\}, attn::rules::here<7>, attn::label<1>\{.*?\}>
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t d">(x);
#else
constexpr auto y = rearrange<"b h t d -> b t (h d)">(x);
#endif

// case: rearrange_not_a_product
// rejected: three heads do not divide 8 columns.
// expect-error: attn::rearrange<pattern>\(x\): sizes in \( \) must multiply to the axis'
// expect-note: d_model
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y =
    rearrange<"batch token (head d_k) -> batch head token d_k">(x, axis<"head", 3>());
#else
constexpr auto y =
    rearrange<"batch token (head d_k) -> batch head token d_k">(x, axis<"head", 2>());
#endif

// case: rearrange_not_closed
// rejected: a parenthesis that is never closed.
// expect-error: attn::rearrange<pattern>\(x\): this \( is never closed
// expect-note: pattern<attn::label<\d+>\{"b t "\}, attn::rules::here<4>, attn::label<\d+>\{"\(h d -> b h t d"\}>
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b t (h d -> b h t d">(x, axis<"h", 2>());
#else
constexpr auto y = rearrange<"b t (h d) -> b h t d">(x, axis<"h", 2>());
#endif

// case: rearrange_not_opened
// rejected: a parenthesis that closes nothing.
// expect-error: attn::rearrange<pattern>\(x\): this \) closes nothing
// expect-note: pattern<attn::label<\d+>\{"b h t d -> b t h d"\}, attn::rules::here<18>, attn::label<\d+>\{"\)"\}>
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t d -> b t h d)">(x);
#else
constexpr auto y = rearrange<"b h t d -> b t (h d)">(x);
#endif

// case: rearrange_number
// rejected: an axis without a name, of size 2: einops has none of these either.
// expect-error: attn::rearrange<pattern>\(x\): the only number is 1; other axes have names
// expect-note: pattern<attn::label<\d+>\{"b t \("\}, attn::rules::here<5>, attn::label<\d+>\{"2 d\) -> b 2 t d"\}>
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b t (2 d) -> b 2 t d">(x);
#else
constexpr auto y = rearrange<"b t (two d) -> b two t d">(x, axis<"two", 2>());
#endif

// case: rearrange_other_letter
// rejected: two letters are names alike: h is not w.
// expect-error: attn::rearrange<pattern>\(x\): this axis of x has another name
// expect-note: pattern<attn::label<1>\{.*?\}, attn::rules::here<0>, attn::label<\d+>\{"w h -> h w"\}>
// errors: 1
constexpr tensor<double, axis<"h", 2>, axis<"w", 3>> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"w h -> h w">(x);
#else
constexpr auto y = rearrange<"h w -> w h">(x);
#endif

// case: rearrange_other_name
// rejected: the heads and the tokens in the wrong order: the sizes would even fit.
// expect-error: attn::rearrange<pattern>\(x\): this axis of x has another name
// expect-note: "head"
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"batch token head d_k -> batch head token d_k">(x);
#else
constexpr auto y = rearrange<"batch head token d_k -> batch token head d_k">(x);
#endif

// case: rearrange_size_is_other
// rejected: a size is given for an axis of x, and is not that of x.
// expect-error: attn::rearrange<pattern>\(x\): this axis of x has another size
// expect-note: pattern<attn::label<\d+>\{"b "\}, attn::rules::here<2>, attn::label<\d+>\{"t d -> b d t"\}>
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b t d -> b d t">(x, axis<"t", 4>());
#else
constexpr auto y = rearrange<"b t d -> b d t">(x, axis<"t", 3>());
#endif

// case: rearrange_size_without_name
// rejected: a number, where einops has `head=2`.
// expect-error: attn::rearrange<pattern>\(x\): a size is an axis of the pattern: axis<"head", 8>\(\)
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"batch token (head d_k) -> batch head token d_k">(x, 2);
#else
constexpr auto y =
    rearrange<"batch token (head d_k) -> batch head token d_k">(x, axis<"head", 2>());
#endif

// case: rearrange_sizes_wrap
// rejected: sizes in parentheses that multiply to the axis' size modulo 2^64 only.
// expect-error: attn::rearrange<pattern>\(x\): sizes in \( \) must multiply to the axis'
// errors: 1
constexpr tensor<double, axis<"width", 6>> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"(a b) -> a b">(x, axis<"a", (1ull << 63) + 3>(), axis<"b", 2>());
#else
constexpr auto y = rearrange<"(a b) -> a b">(x, axis<"a", 3>(), axis<"b", 2>());
#endif

// case: rearrange_too_few_axes
// rejected: three axes in the pattern, four in x.
// expect-error: attn::rearrange<pattern>\(x\): the left side must have as many axes as x
// expect-note: pattern<attn::label<\d+>\{"h t d "\}, attn::rules::here<6>, attn::label<\d+>\{"-> t \(h d\)"\}>, attn::rules::rank<4>
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"h t d -> t (h d)">(x);
#else
constexpr auto y = rearrange<"b h t d -> b t (h d)">(x);
#endif

// case: rearrange_too_many_axes
// rejected: four axes in the pattern, three in x.
// expect-error: attn::rearrange<pattern>\(x\): the left side must have as many axes as x
// expect-note: pattern<attn::label<\d+>\{"b h t "\}, attn::rules::here<6>, attn::label<\d+>\{"d -> b t \(h d\)"\}>, attn::rules::rank<3>
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t d -> b t (h d)">(x);
#else
constexpr auto y = rearrange<"b h t -> b t h">(x);
#endif

// case: rearrange_two_arrows
// rejected: two patterns in one.
// expect-error: attn::rearrange<pattern>\(x\): a pattern has one arrow, not two
// expect-note: pattern<attn::label<\d+>\{"b h t d -> b t "\}, attn::rules::here<15>, attn::label<\d+>\{"-> h d"\}>
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t d -> b t -> h d">(x);
#else
constexpr auto y = rearrange<"b h t d -> b t (h d)">(x);
#endif

// case: rearrange_two_dots
// rejected: an ellipsis of two dots.
// expect-error: attn::rearrange<pattern>\(x\): an ellipsis is three dots
// expect-note: pattern<attn::label<1>\{.*?\}, attn::rules::here<0>, attn::label<\d+>\{"\.\. d -> d \.\."\}>
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<".. d -> d ..">(x);
#else
constexpr auto y = rearrange<"... d -> d ...">(x);
#endif

// case: rearrange_two_ellipses
// rejected: two ellipses: which axes are whose?
// expect-error: attn::rearrange<pattern>\(x\): a side has one ellipsis at most
// expect-note: pattern<attn::label<\d+>\{"\.\.\. t "\}, attn::rules::here<6>, attn::label<\d+>\{"\.\.\. -> t \.\.\."\}>
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"... t ... -> t ...">(x);
#else
constexpr auto y = rearrange<"... t d -> t ... d">(x);
#endif

// case: rearrange_two_sizes_missing
// rejected: 8 = head x d_k: how many heads?
// expect-error: attn::rearrange<pattern>\(x\): also needs this size: axis<"head", 8>\(\)
// expect-note: d_model
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"batch token (head d_k) -> batch head token d_k">(x);
#else
constexpr auto y =
    rearrange<"batch token (head d_k) -> batch head token d_k">(x, axis<"head", 2>());
#endif

// case: rearrange_two_sizes_of_one_name
// rejected: one name and two sizes.
// expect-error: attn::rearrange<pattern>\(x\): a name has one size
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"batch token (head d_k) -> batch head token d_k">(x, axis<"head", 2>(),
                                                                               axis<"head", 4>());
#else
constexpr auto y =
    rearrange<"batch token (head d_k) -> batch head token d_k">(x, axis<"head", 2>());
#endif

// case: rearrange_unit_is_none
// rejected: an axis of size 2 where the pattern has 1.
// expect-error: attn::rearrange<pattern>\(x\): this axis of x has another size
// expect-note: pattern<attn::label<1>\{.*?\}, attn::rules::here<0>, attn::label<\d+>\{"1 t d -> t d"\}>
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using d_model = axis<"d_model", 8>;
constexpr tensor<double, batch, token, d_model> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"1 t d -> t d">(x);
#else
constexpr auto y = rearrange<"b t d -> t (b d)">(x);
#endif
