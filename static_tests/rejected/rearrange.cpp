// SPDX-License-Identifier: BSL-1.0
// What rearrange, repeat, reduce_pattern, einsum reject.
#include <attn/ops.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
constexpr tensor<double, batch, token, axis<"d_model", 8>> x_batch_token_d_model;
constexpr tensor<double, batch, axis<"head", 4>, token, axis<"d_k", 6>> x;
constexpr tensor<double, axis<"h", 2>, axis<"w", 3>> x_h_2_w_3;
constexpr tensor<double, axis<"width", 6>> x_width_6;
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
using head = axis<"head", 4>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<float, key, d_k> k_of_float;
constexpr tensor<double, batch, head, query, d_k> q_batch_head_query_d_k;
constexpr tensor<double, batch, head, key, d_k> k_batch_head_key_d_k;
constexpr tensor<double, key, d_k> k;
constexpr tensor<double, batch, head, axis<"key", 6>, d_k> k_batch_head_key_6_d_k;
constexpr tensor<double, dim<3>, dim<4>> a;
constexpr tensor<double, dim<4>, dim<5>> b;
constexpr tensor<double, token, d_k> q_token_d_k, k_token_d_k;

// an axis that is on the right only.
// - rearrange_axis_appears: rearrange<"b t d -> b g t d">(x_batch_token_d_model) ;; repeat<"b t d
//   -> b g t d">(x_batch_token_d_model, axis<"g", 2>()) ;; attn::rearrange<pattern>\(x\): this axis
//   is not on the left; to add it: repeat ;; expect-note: pattern<attn::label<\d+>\{"b t d -> b
//   "\}, attn::rules::here<11>, attn::label<\d+>\{"g t d"\}>
// an axis that is on the left only: it should be summed, or averaged?
// - rearrange_axis_vanishes: rearrange<"b h t d -> b t d">(x) ;; reduce<"b h t d -> b t d",
//   "sum">(x) ;; attn::rearrange<pattern>\(x\): this axis is missing after ->; to sum over it: reduce
//   ;; expect-note: pattern<attn::label<\d+>\{"b "\}, attn::rules::here<2>, attn::label<\d+>\{"h t
//   d -> b t d"\}>
// a comma, as einsum has it.
// - rearrange_character: rearrange<"b, h, t, d -> b t h d">(x) ;; rearrange<"b h t d -> b t h
//   d">(x) ;; attn::rearrange<pattern>\(x\): a pattern is made of names, 1, \( \), ... and -> ;;
//   expect-note: pattern<attn::label<\d+>\{"b"\}, attn::rules::here<1>, attn::label<\d+>\{", h, t,
//   d -> b t h d"\}>
// an ellipsis that is on the right only.
// - rearrange_ellipsis_appears: rearrange<"b h t d -> ... b t (h d)">(x) ;; rearrange<"b h t d -> b
//   t (h d)">(x) ;; attn::rearrange<pattern>\(x\): this ellipsis is not on the left
// an ellipsis that is on the left only.
// - rearrange_ellipsis_vanishes: rearrange<"... t d -> t d">(x) ;; rearrange<"... t d -> t d
//   ...">(x) ;; attn::rearrange<pattern>\(x\): this ellipsis is not on the right ;; expect-note:
//   pattern<attn::label<1>\{.*?\}, attn::rules::here<0>, attn::label<\d+>\{"\.\.\. t d -> t d"\}>
// a tensor has at most six axes.
// - rearrange_seven_axes: rearrange<"b h t (two d) -> 1 1 b h t two d">(x, axis<"two", 2>())
//   ;; rearrange<"b h t (two d) -> 1 1 b (h t) two d">(x, axis<"two", 2>())
//   ;; attn::rearrange<pattern>\(x\): a tensor has at most 6 axes
// one axis of x, cut into as many as one likes.
// - rearrange_grouped_ellipsis: rearrange<"b t (... d) -> b t d ...">(x_batch_token_d_model) ;;
//   rearrange<"b t d -> b (t d)">(x_batch_token_d_model) ;; attn::rearrange<pattern>\(x\): on the
//   left, an ellipsis cannot be in parentheses ;; expect-note: pattern<attn::label<\d+>\{"b t
//   \("\}, attn::rules::here<5>, attn::label<\d+>\{"\.\.\. d\) -> b t d \.\.\."\}>
// a name of 24 characters.
// - rearrange_long_name: rearrange<"b h t number_of_columns_of_head -> b t h
//   number_of_columns_of_head">(x) ;; rearrange<"b h t columns_of_the_head -> b t h
//   columns_of_the_head">(unnamed(x)) ;; attn::rearrange<pattern>\(x\): a name begins with a letter
//   or _ and has 23 characters at most
// a size for `heads`, and the pattern has `head`.
// - rearrange_misspelt_size: rearrange<"batch token (head d_k) -> batch head token
//   d_k">(x_batch_token_d_model, axis<"heads", 2>()) ;; rearrange<"batch token (head d_k) -> batch
//   head token d_k">(x_batch_token_d_model, axis<"head", 2>()) ;; attn::rearrange<pattern>\(x\): a
//   size is an axis of the pattern: axis<"head", 8>\(\) ;; expect-note: heads
// an axis of the result twice; on the left it is a diagonal.
// - rearrange_name_twice: rearrange<"b h t d -> b h t t d">(x) ;; rearrange<"b h t d -> b t (h d)">(x)
//   ;; attn::rearrange<pattern>\(x\): this name is on its side already ;; expect-note:
//   pattern<attn::label<\d+>\{"b h t d -> b h t "\}, attn::rules::here<17>, attn::label<\d+>\{"t d"\}>
// a part that is also the other part.
// - rearrange_part_twice: rearrange<"b t (h h) -> b t h">(x_batch_token_d_model, axis<"h", 2>())
//   ;; rearrange<"b t (h d) -> b t h d">(x_batch_token_d_model, axis<"h", 2>())
//   ;; attn::rearrange<pattern>\(x\): this name is on its side already
// the diagonal of axes with two sizes.
// - rearrange_diagonal_of_two_sizes: rearrange<"i i -> i">(tensor<double, dim<3>, dim<4>>{})
//   ;; rearrange<"i i -> i">(tensor<double, dim<3>, dim<3>>{}) ;; attn::rearrange<pattern>\(x\): this
//   axis of x has another size
// the diagonal of axes with two names: neither is the result's.
// - reduce_diagonal_of_two_names: reduce<"i i ->", "sum">(tensor<double, axis<"row", 3>,
//   axis<"column", 3>>{}) ;; reduce<"i i ->", "sum">(tensor<double, axis<"row", 3>, dim<3>>{})
//   ;; attn::reduce<pattern, how>\(x\): this axis of x has another name
// words over one axis, of which one is another.
// - einsum_words_of_other_axes: einsum<"key, kay ->">(tensor<double, axis<"key", 3>>{},
//   tensor<double, axis<"key", 3>>{}) ;; einsum<"key, key ->">(tensor<double, axis<"key", 3>>{},
//   tensor<double, axis<"key", 3>>{}) ;; attn::einsum<pattern>\(…\): this axis has another name
// a name that begins with a digit: 2d.
// - rearrange_name_with_digit_first: rearrange<"b h t 2d -> b t h 2d">(x) ;; rearrange<"b h t d2 ->
//   b t h d2">(unnamed(x)) ;; attn::rearrange<pattern>\(x\): a name begins with a letter or _ and
//   has 23 characters at most ;; expect-note: pattern<attn::label<\d+>\{"b h t "\},
//   attn::rules::here<6>, attn::label<\d+>\{"2d -> b t h 2d"\}>
// the part is called as another axis already is.
// - rearrange_names_meet: rearrange<"b t (token d) -> b t token d">(x_batch_token_d_model,
//   axis<"token", 2>())
//   ;; rearrange<"b t (pair d) -> b t pair d">(x_batch_token_d_model, axis<"pair", 2>())
//   ;; attn::rearrange<pattern>\(x\): the result would have two axes of this name
// parentheses in parentheses: einops has none of these either.
// - rearrange_nested: rearrange<"b h t d -> ((b h) t) d">(x) ;; rearrange<"b h t d -> (b h t)
//   d">(x) ;; attn::rearrange<pattern>\(x\): parentheses cannot be nested ;; expect-note:
//   pattern<attn::label<\d+>\{"b h t d -> \("\}, attn::rules::here<12>, attn::label<\d+>\{"\(b h\)
//   t\) d"\}>
// a pattern without an arrow: what is the result?
// - rearrange_no_arrow: rearrange<"b h t d">(x) ;; rearrange<"b h t d -> b t (h d)">(x) ;;
//   attn::rearrange<pattern>\(x\): a pattern needs an arrow: before -> after ;; expect-note:
//   pattern<attn::label<\d+>\{"b h t d"\}, attn::rules::here<7>, attn::label<1>\{.*?\}>
// three heads do not divide 8 columns.
// - rearrange_not_a_product: rearrange<"batch token (head d_k) -> batch head token
//   d_k">(x_batch_token_d_model, axis<"head", 3>()) ;; rearrange<"batch token (head d_k) -> batch
//   head token d_k">(x_batch_token_d_model, axis<"head", 2>()) ;; attn::rearrange<pattern>\(x\):
//   sizes in \( \) must multiply to the axis size ;; expect-note: d_model
// a parenthesis that is never closed.
// - rearrange_not_closed: rearrange<"b t (h d -> b h t d">(x_batch_token_d_model, axis<"h", 2>())
//   ;; rearrange<"b t (h d) -> b h t d">(x_batch_token_d_model, axis<"h", 2>())
//   ;; attn::rearrange<pattern>\(x\): this \( is never closed
//   ;; expect-note: pattern<attn::label<\d+>\{"b t "\}, attn::rules::here<4>,
//   attn::label<\d+>\{"\(h d -> b h t d"\}>
// a parenthesis that closes nothing.
// - rearrange_not_opened: rearrange<"b h t d -> b t h d)">(x) ;; rearrange<"b h t d -> b t (h
//   d)">(x) ;; attn::rearrange<pattern>\(x\): this \) closes nothing ;; expect-note:
//   pattern<attn::label<\d+>\{"b h t d -> b t h d"\}, attn::rules::here<18>,
//   attn::label<\d+>\{"\)"\}>
// an axis without a name, of size 2: einops has none of these either.
// - rearrange_number: rearrange<"b t (2 d) -> b 2 t d">(x_batch_token_d_model)
//   ;; rearrange<"b t (two d) -> b two t d">(x_batch_token_d_model, axis<"two", 2>())
//   ;; attn::rearrange<pattern>\(x\): the only number is 1; other axes have names
//   ;; expect-note: pattern<attn::label<\d+>\{"b t \("\}, attn::rules::here<5>,
//   attn::label<\d+>\{"2 d\) -> b 2 t d"\}>
// two letters are names alike: h is not w.
// - rearrange_other_letter: rearrange<"w h -> h w">(x_h_2_w_3) ;; rearrange<"h w -> w
//   h">(x_h_2_w_3) ;; attn::rearrange<pattern>\(x\): this axis of x has another name ;;
//   expect-note: pattern<attn::label<1>\{.*?\}, attn::rules::here<0>, attn::label<\d+>\{"w h -> h
//   w"\}>
// the heads and the tokens in the wrong order: the sizes would even fit.
// - rearrange_other_name: rearrange<"batch token head d_k -> batch head token d_k">(x)
//   ;; rearrange<"batch head token d_k -> batch token head d_k">(x)
//   ;; attn::rearrange<pattern>\(x\): this axis of x has another name ;; expect-note: "head"
// a size is given for an axis of x, and is not the size in x.
// - rearrange_size_is_other: rearrange<"b t d -> b d t">(x_batch_token_d_model, axis<"t", 4>()) ;;
//   rearrange<"b t d -> b d t">(x_batch_token_d_model, axis<"t", 3>()) ;;
//   attn::rearrange<pattern>\(x\): this axis of x has another size ;; expect-note:
//   pattern<attn::label<\d+>\{"b "\}, attn::rules::here<2>, attn::label<\d+>\{"t d -> b d t"\}>
// a number, where einops has `head=2`.
// - rearrange_size_without_name: rearrange<"batch token (head d_k) -> batch head token
//   d_k">(x_batch_token_d_model, 2) ;; rearrange<"batch token (head d_k) -> batch head token
//   d_k">(x_batch_token_d_model, axis<"head", 2>()) ;; attn::rearrange<pattern>\(x\): a size is an
//   axis of the pattern: axis<"head", 8>\(\)
// sizes in parentheses that multiply to the size of the axis modulo 2^64 only.
// - rearrange_sizes_wrap: rearrange<"(a b) -> a b">(x_width_6, axis<"a", (1ull << 63) + 3>(),
//   axis<"b", 2>()) ;; rearrange<"(a b) -> a b">(x_width_6, axis<"a", 3>(), axis<"b", 2>())
//   ;; attn::rearrange<pattern>\(x\): sizes in \( \) must multiply to the axis size
// three axes in the pattern, four in x.
// - rearrange_too_few_axes: rearrange<"h t d -> t (h d)">(x) ;; rearrange<"b h t d -> b t (h
//   d)">(x) ;; attn::rearrange<pattern>\(x\): the left side must have as many axes as x ;;
//   expect-note: pattern<attn::label<\d+>\{"h t d "\}, attn::rules::here<6>, attn::label<\d+>\{"->
//   t \(h d\)"\}>, attn::rules::rank<4>
// four axes in the pattern, three in x.
// - rearrange_too_many_axes: rearrange<"b h t d -> b t (h d)">(x_batch_token_d_model) ;;
//   rearrange<"b h t -> b t h">(x_batch_token_d_model) ;; attn::rearrange<pattern>\(x\): the left
//   side must have as many axes as x ;; expect-note: pattern<attn::label<\d+>\{"b h t "\},
//   attn::rules::here<6>, attn::label<\d+>\{"d -> b t \(h d\)"\}>, attn::rules::rank<3>
// more names than a pattern has room for.
// - rearrange_too_long: rearrange<"a b c d e f g h i j k l m n o p q -> a">(x)
//   ;; rearrange<"b h t d -> b t (h d)">(x)
//   ;; attn::rearrange<pattern>\(x\): the pattern is too long: 16 names a side
// two patterns in one.
// - rearrange_two_arrows: rearrange<"b h t d -> b t -> h d">(x) ;; rearrange<"b h t d -> b t (h
//   d)">(x) ;; attn::rearrange<pattern>\(x\): a pattern has one arrow, not two ;; expect-note:
//   pattern<attn::label<\d+>\{"b h t d -> b t "\}, attn::rules::here<15>, attn::label<\d+>\{"-> h
//   d"\}>
// an ellipsis of two dots.
// - rearrange_two_dots: rearrange<".. d -> d ..">(x) ;; rearrange<"... d -> d ...">(x) ;;
//   attn::rearrange<pattern>\(x\): an ellipsis is three dots ;; expect-note:
//   pattern<attn::label<1>\{.*?\}, attn::rules::here<0>, attn::label<\d+>\{"\.\. d -> d \.\."\}>
// two ellipses: which axes are whose?
// - rearrange_two_ellipses: rearrange<"... t ... -> t ...">(x) ;; rearrange<"... t d -> t ...
//   d">(x) ;; attn::rearrange<pattern>\(x\): a side has one ellipsis at most ;; expect-note:
//   pattern<attn::label<\d+>\{"\.\.\. t "\}, attn::rules::here<6>, attn::label<\d+>\{"\.\.\. -> t
//   \.\.\."\}>
// 8 = head x d_k: how many heads?
// - rearrange_two_sizes_missing: rearrange<"batch token (head d_k) -> batch head token
//   d_k">(x_batch_token_d_model) ;; rearrange<"batch token (head d_k) -> batch head token
//   d_k">(x_batch_token_d_model, axis<"head", 2>()) ;; attn::rearrange<pattern>\(x\): also needs
//   this size: axis<"head", 8>\(\) ;; expect-note: d_model
// one name and two sizes.
// - rearrange_two_sizes_of_one_name: rearrange<"batch token (head d_k) -> batch head token
//   d_k">(x_batch_token_d_model, axis<"head", 2>(), axis<"head", 4>()) ;; ditto
//   ;; attn::rearrange<pattern>\(x\): a name has one size
// an axis of size 2 where the pattern has 1.
// - rearrange_unit_is_none: rearrange<"1 t d -> t d">(x_batch_token_d_model) ;; rearrange<"b t d ->
//   t (b d)">(x_batch_token_d_model) ;; attn::rearrange<pattern>\(x\): this axis of x has another
//   size ;; expect-note: pattern<attn::label<1>\{.*?\}, attn::rules::here<0>, attn::label<\d+>\{"1
//   t d -> t d"\}>
// a float and a double.
// - einsum_elements: einsum<"ij,kj->ik">(q, k_of_float) ;; einsum<"ij,kj->ik">(q,
//   as<double>(k_of_float)) ;; attn::einsum<pattern>\(…\): requires one element type for all
//   operands; convert with as<T>\(x\)
// ellipses that stand for two axes and for none.
// - einsum_ellipsis_ranks: einsum<"...qd,...kd->...qk">(q_batch_head_query_d_k, tensor<double, key,
//   d_k>()) ;; einsum<"...qd,...kd->...qk">(q_batch_head_query_d_k, k_batch_head_key_d_k)
//   ;; attn::einsum<pattern>\(…\): each ellipsis must be for the same number of axes
// an ellipsis that is not in the output.
// - einsum_ellipsis_vanishes: einsum<"...qd,...kd->qk">(q_batch_head_query_d_k,
//   k_batch_head_key_d_k) ;; ditto
//   ;; attn::einsum<pattern>\(…\): the result also needs the ellipsis
// an implicit output: NumPy sorts the letters, and `ba` is a transposition.
// - einsum_no_arrow: einsum<"ij,kj">(q, k) ;; einsum<"ij,kj->ik">(q, k) ;;
//   attn::einsum<pattern>\(…\): a pattern needs an arrow: before -> after ;; expect-note:
//   pattern<attn::label<\d+>\{"ij,kj"\}, attn::rules::here<5>, attn::label<1>\{.*?\}>
// einsum has no unit axes.
// - einsum_number: einsum<"i j, k j -> i 1 k">(q, k) ;; einsum<"i j, k j -> i k">(q, k) ;;
//   attn::einsum<pattern>\(…\): an axis must have a name here, not a number ;; expect-note:
//   pattern<attn::label<\d+>\{"i j, k j -> i "\}, attn::rules::here<14>, attn::label<\d+>\{"1 k"\}>
// two terms, one operand.
// - einsum_operand_missing: einsum<"ij,kj->ik">(q) ;; einsum<"ij,kj->ik">(q, k)
//   ;; attn::einsum<pattern>\(…\): requires one operand for each term
//   ;; expect-note: attn::rules::size<1>
// one letter, two names, and the same size: the error that a 3x3 example hides.
// - einsum_other_axis: einsum<"...ij,...jk->...ik">(q_batch_head_query_d_k, k_batch_head_key_6_d_k)
//   ;; einsum<"...qd,...kd->...qk">(q_batch_head_query_d_k, k_batch_head_key_6_d_k)
//   ;; attn::einsum<pattern>\(…\): this name was another axis
//   ;; expect-note: pattern<attn::label<\d+>\{"\.\.\.ij,\.\.\."\}, attn::rules::here<9>,
//   attn::label<\d+>\{"jk->\.\.\.ik"\}>
// q has queries, not keys.
// - einsum_other_name: einsum<"batch head key d_k, batch head query d_k -> batch head key
//   query">(q_batch_head_query_d_k, k_batch_head_key_d_k) ;; einsum<"batch head query d_k, batch
//   head key d_k -> batch head query key">(q_batch_head_query_d_k, k_batch_head_key_d_k) ;;
//   attn::einsum<pattern>\(…\): this axis has another name ;; expect-note: "query"
// one letter, two sizes: Q K without the transposition.
// - einsum_other_size: einsum<"...ij,...jk->...ik">(q_batch_head_query_d_k, k_batch_head_key_d_k)
//   ;; einsum<"...qd,...kd->...qk">(q_batch_head_query_d_k, k_batch_head_key_d_k)
//   ;; attn::einsum<pattern>\(…\): this name had another size
//   ;; expect-note: pattern<attn::label<\d+>\{"\.\.\.ij,\.\.\."\}, attn::rules::here<9>,
//   attn::label<\d+>\{"jk->\.\.\.ik"\}>
// two letters with two sizes each; the first of them is reported.
// - einsum_other_sizes: einsum<"ij,ij->ij">(a, b) ;; einsum<"ij,jk->ik">(a, b)
//   ;; attn::einsum<pattern>\(…\): this name had another size ;; expect-note: attn::rules::here<3>
// a name twice in the output.
// - einsum_output_twice: einsum<"ij,kj->iik">(q, k) ;; einsum<"ij,kj->ik">(q, k) ;;
//   attn::einsum<pattern>\(…\): this name is on its side already ;; expect-note:
//   pattern<attn::label<\d+>\{"ij,kj->i"\}, attn::rules::here<8>, attn::label<\d+>\{"ik"\}>
// a name in the output that is in no operand.
// - einsum_output_unknown: einsum<"ij,kj->il">(q, k) ;; ditto ;; attn::einsum<pattern>\(…\): this
//   name is in no operand ;; expect-note: pattern<attn::label<\d+>\{"ij,kj->i"\},
//   attn::rules::here<8>, attn::label<\d+>\{"l"\}>
// einsum does not cut axes.
// - einsum_parentheses: einsum<"i j, k j -> (i k)">(q, k) ;; einsum<"i j, k j -> i k">(q, k)
//   ;; attn::einsum<pattern>\(…\): a pattern is made of names, commas, ... and ->
//   ;; expect-note: pattern<attn::label<\d+>\{"i j, k j -> "\}, attn::rules::here<12>,
//   attn::label<\d+>\{"\(i k\)"\}>
// three letters, two axes.
// - einsum_rank: einsum<"ijd,kd->ik">(q, k) ;; einsum<"id,kd->ik">(q, k)
//   ;; attn::einsum<pattern>\(…\): this term must have as many axes as its operand
//   ;; expect-note: pattern<attn::label<1>\{.*?\}, attn::rules::here<0>,
//   attn::label<\d+>\{"ijd,kd->ik"\}>, attn::rules::rank<2>
// self-attention: tokens by tokens.
// - einsum_same_name_in_result: einsum<"id,jd->ij">(q_token_d_k, k_token_d_k) ;;
//   einsum<"id,jd->ij">(q_token_d_k, as_keys(k_token_d_k)) ;; attn::einsum<pattern>\(…\): the
//   result would have two axes of this name ;; expect-note: pattern<attn::label<\d+>\{"id,jd->i"\},
//   attn::rules::here<8>, attn::label<\d+>\{"j"\}>
