// SPDX-License-Identifier: BSL-1.0
// rejected: sums and products of bool and of integers narrower than int, which would wrap around: the
//   sum of 100, 100 and 100 as signed char would be 44, and the sum of three flags a flag. And integers
//   times a fraction, which would be 0 as one of them.
// axes: in every row
#include <attn/attention.hpp>
#include <attn/ops.hpp>

using namespace attn;

constexpr tensor<signed char, dim<3>> bytes{100, 100, 100};
constexpr tensor<int, dim<3>> numbers{100, 100, 100};
constexpr tensor<bool, dim<3>> flags{true, true, true};
constexpr matrix<short, 2, 3> table{{1, 2, 3}, {4, 5, 6}};
constexpr matrix<int, 2, 3> wide{{1, 2, 3}, {4, 5, 6}};
constexpr matrix<short, 3, 3> square{};
constexpr tensor<short, dim<3>> row{};
constexpr signed char one = 1;
constexpr auto plus = [](auto a, auto b) { return a + b; };
tensor<signed char, dim<3>> changed;
tensor<int, dim<3>> number;

// - sum<0>(bytes) ;; sum<0>(numbers)
//   ;; attn::sum<axis>\(x\): requires elements that can be added and multiplied; convert bool and
//   integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - sum<0>(flags) ;; sum<0>(as<int>(flags))
//   ;; attn::sum<axis>\(x\): requires elements that can be added and multiplied; convert bool and
//   integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - cumsum<0>(bytes) ;; cumsum<0>(numbers)
//   ;; attn::cumsum<axis>\(x\): requires elements that can be added and multiplied; convert bool
//   and integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - reduce<"a -> ", "sum">(bytes) ;; reduce<"a -> ", "sum">(numbers)
//   ;; attn::reduce<pattern, how>\(x\): requires elements that can be added and multiplied; convert
//   bool and integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - reduce<"a -> ", "prod">(bytes) ;; reduce<"a -> ", "max">(bytes)
//   ;; attn::reduce<pattern, how>\(x\): requires elements that can be added and multiplied; convert
//   bool and integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - reduce<0>(bytes, plus) ;; reduce<0>(numbers, plus) ;; attn::reduce<axis>\(x, f\): f must
//   combine two elements to one of the same type ;; not-shown the element type
// - matmul(table, transpose(table)) ;; matmul(wide, transpose(wide))
//   ;; attn::matmul\(A, B\): requires elements that can be added and multiplied; convert bool and
//   integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - dot<0>(bytes, bytes) ;; dot<0>(numbers, numbers)
//   ;; attn::dot<axes…>\(A, B\): requires elements that can be added and multiplied; convert bool
//   and integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - einsum<"i, i -> ">(bytes, bytes) ;; einsum<"i, i -> ">(numbers, numbers)
//   ;; attn::einsum<pattern>\(…\): requires elements that can be added and multiplied; convert bool
//   and integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - attention_scores(table, table) ;; attention_scores(wide, wide)
//   ;; attn::attention_scores\(Q, K\): requires elements that can be added and multiplied; convert
//   bool and integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - column_scores(table, table) ;; column_scores(wide, wide)
//   ;; attn::column_scores\(Q, K\): requires elements that can be added and multiplied; convert
//   bool and integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - similarity_attention(table, table, table) ;; similarity_attention(wide, wide, wide)
//   ;; attn::similarity_attention\(Q, K, V\): requires elements that can be added and multiplied;
//   convert bool and integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - general_score(table, table, square) ;; general_score(wide, wide, as<int>(square))
//   ;; attn::general_score\(Q, K, W\): requires elements that can be added and multiplied; convert
//   bool and integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - linear<input_by_output>(table, square) ;; linear<input_by_output>(wide, as<int>(square))
//   ;; attn::linear<layout>\(x, W\): requires elements that can be added and multiplied; convert
//   bool and integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - add_bias(table, row) ;; add_bias(wide, numbers)
//   ;; attn::add_bias\(x, b\): requires elements that can be added and multiplied; convert bool and
//   integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - packed(table) ;; packed(wide)
//   ;; attn::packed\(w\): requires elements that can be added and multiplied; convert bool and
//   integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - bytes + bytes ;; numbers + numbers
//   ;; attn: A \+ B: requires elements that can be added and multiplied; convert bool and integers
//   narrower than int with as<int>\(x\) ;; not-shown the element type
// - flags - flags ;; as<int>(flags) - as<int>(flags)
//   ;; attn: A - B: requires elements that can be added and multiplied; convert bool and integers
//   narrower than int with as<int>\(x\) ;; not-shown the element type
// - multiply(bytes, bytes) ;; multiply(numbers, numbers)
//   ;; attn::multiply\(A, B\): requires elements that can be added and multiplied; convert bool and
//   integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - divide(bytes, bytes) ;; divide(numbers, numbers)
//   ;; attn::divide\(A, B\): requires elements that can be added and multiplied; convert bool and
//   integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - -bytes ;; -numbers ;; attn: -A: requires elements that can be added and multiplied; convert
//   bool and integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - bytes * one ;; numbers * 1 ;; attn: A \* s: requires elements that can be added and multiplied;
//   convert bool and integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - one * bytes ;; 1 * numbers ;; attn: s \* A: requires elements that can be added and multiplied;
//   convert bool and integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - bytes / one ;; numbers / 1 ;; attn: A / s: requires elements that can be added and multiplied;
//   convert bool and integers narrower than int with as<int>\(x\) ;; not-shown the element type
// - void f() { changed *= one; } ;; void f() { number *= 1; }
//   ;; attn: A \*= s: requires elements that can be added and multiplied; convert bool and integers
//   narrower than int with as<int>\(x\) ;; not-shown the element type
// - void f() { changed /= one; } ;; void f() { number /= 1; }
//   ;; attn: A /= s: requires elements that can be added and multiplied; convert bool and integers
//   narrower than int with as<int>\(x\) ;; not-shown the element type
// - void f() { changed += bytes; } ;; void f() { number += numbers; }
//   ;; attn: A \+= B: requires elements that can be added and multiplied; convert bool and integers
//   narrower than int with as<int>\(x\) ;; not-shown the element type
// - void f() { changed -= bytes; } ;; void f() { number -= numbers; }
//   ;; attn: A -= B: requires elements that can be added and multiplied; convert bool and integers
//   narrower than int with as<int>\(x\) ;; not-shown the element type
// - numbers * 0.5 ;; as<double>(numbers) * 0.5 ;; attn: A \* s: the elements are integers, and s
//   has a fraction; convert with as<double>\(A\) ;; not-shown the element type
// - 0.5f * numbers ;; 0.5f * as<float>(numbers) ;; attn: s \* A: the elements are integers, and s
//   has a fraction; convert with as<double>\(A\) ;; not-shown the element type
// - numbers / 2.0 ;; numbers / 2 ;; attn: A / s: the elements are integers, and s has a fraction;
//   convert with as<double>\(A\) ;; not-shown the element type
// - void f() { number *= 0.5; } ;; void f() { number *= 2; } ;; attn: A \*= s: the elements are
//   integers, and s has a fraction; convert with as<double>\(A\) ;; not-shown the element type
// - void f() { number /= 0.5f; } ;; void f() { number /= 2; } ;; attn: A /= s: the elements are
//   integers, and s has a fraction; convert with as<double>\(A\) ;; not-shown the element type
