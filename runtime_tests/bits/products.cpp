// SPDX-License-Identifier: BSL-1.0
// Products of matrices, and layers that are one.
#include "runtime_tests/bits/bits.hpp"

namespace attn_tests {
namespace products_bits {

template <class T, std::size_t M, std::size_t K, std::size_t N>
constexpr void product(report& r) {
  const auto a = launder(filled<matrix<T, M, K>>(M));
  const auto b = launder(filled<matrix<T, K, N>>(N));
  r.bits(matmul(a, b));
}
// A right operand that is a temporary, which some kernels read in other parts.
template <class T, std::size_t M, std::size_t K, std::size_t N>
constexpr void product_of_new(report& r) {
  r.bits(matmul(launder(filled<matrix<T, M, K>>(M)), launder(filled<matrix<T, K, N>>(N))));
}

template <class T>
constexpr report products() {
  report r;
  product<T, 1, 1, 1>(r);
  product<T, 3, 3, 3>(r);
  product<T, 7, 4, 3>(r);
  product<T, 5, 9, 1>(r);
  product<T, 1, 5, 16>(r);
  product<T, 8, 8, 8>(r);
  product<T, 9, 12, 17>(r);
  product<T, 16, 16, 32>(r);
  product<T, 11, 3, 49>(r);
  product<T, 6, 40, 64>(r);
  return r;
}

template <class T>
constexpr report products_of_new() {
  report r;
  product_of_new<T, 3, 3, 3>(r);
  product_of_new<T, 2, 3, 2>(r);
  product_of_new<T, 3, 6, 3>(r);
  product_of_new<T, 8, 8, 8>(r);
  return r;
}

// Kernels that the shapes above do not reach: a register for all, one column, operands that are
// transposed or packed; and a right operand whose rows are a kilobyte apart.
template <class T>
constexpr report other_kernels() {
  report r;
  product<T, 2, 5, 3>(r);
  product<T, 17, 5, 1>(r);
  const auto x = launder(filled<matrix<T, 9, 12>>(1));
  r.bits(linear<output_by_input>(x, launder(filled<matrix<T, 23, 12>>(2))));
  r.bits(linear<output_by_input>(x, launder(filled<matrix<T, 3, 12>>(3))));
  r.bits(matmul(x, packed(launder(filled<matrix<T, 12, 23>>(4)))));
  return r;
}
template <class T>
constexpr report panels() {
  report r;
  product<T, 17, 33, 1024 / sizeof(T)>(r);
  return r;
}

// A right operand of more than 128 KiB, a few of its rows at a time; with AVX2 and Clang, the last
// columns are in two strips. (More of them: runtime_tests/bounds/matmul_kernels.cpp.)
constexpr report large_right_operand() {
  report r;
  product<double, 6, 500, 35>(r);
  return r;
}
// Rows of the left operand that are a page apart: low blocks, of four vectors.
constexpr report rows_a_page_apart() {
  report r;
  product<float, 7, 1024, 64>(r);
  return r;
}

template <class T, std::size_t Rows, std::size_t In, std::size_t Out>
constexpr void layer(report& r) {
  using torch = nn::linear<T, dim<In>, dim<Out>, output_by_input>;
  const auto dense = launder(splitmix_parameters<splitmix::s24, torch>(In));
  const auto x = launder(filled<matrix<T, Rows, In>>(Rows, T(3)));
  r.bits(dense(x));
  r.bits(in_layout<input_by_output>(dense)(x));
  r.bits(dense(select<0>(x, 0)));
  r.bits(add_bias(x, select<0>(x, Rows - 1)));
  const auto table = launder(filled<matrix<T, Out, In>>(Out));
  tensor<token_id<Out>, dim<Rows>> ids;
  for (std::size_t i = 0; i < Rows; ++i) ids(i) = token_id<Out>(i * 7 % Out);
  r.bits(embedding(launder(ids), table));
}

template <class T>
constexpr report layers() {
  report r;
  layer<T, 1, 1, 1>(r);
  layer<T, 3, 4, 5>(r);
  layer<T, 7, 16, 33>(r);
  return r;
}

constexpr report integers() {
  report r;
  product<int, 3, 5, 4>(r);
  r.bits(attention_scores(launder(filled<matrix<int, 3, 5>>(1)),
                          launder(filled<matrix<int, 4, 5>>(2))));
  return r;
}

constexpr recorded behaviours[] = {
    {{"products, float", products<float>}, 0xf0230cab75c4945e, 0x7ef608b2507f489c},
    {{"products, double", products<double>}, 0x338c6de9cc99b98a, 0x5bc5a7d13a06191b},
    {{"products of a temporary, float", products_of_new<float>},
     0x08cd3874977f45b7,
     0xfe29d61e8c44f326},
    {{"products of a temporary, double", products_of_new<double>},
     0x207a5051f77776d2,
     0x340ab8c3f1b6230a},
    {{"other kernels, float", other_kernels<float>}, 0xb5c1ac5d518584b7, 0x71bd9a42927f6982},
    {{"other kernels, double", other_kernels<double>}, 0xb2f509cebf878a5f, 0xd5599f920cb322ab},
    {{"panels, float", panels<float>}, 0x809bbab8ff0d4747, 0x0fd92482fc76a5ff},
    {{"panels, double", panels<double>}, 0xfc2c66fa3be44e0c, 0x0d6638c975026633},
    {{"large right operand", large_right_operand}, 0xc4460a5a3d320ef4, 0x95e33d3eab63fbf0},
    {{"rows a page apart", rows_a_page_apart}, 0x908f095577ab2099, 0x2be694b95bdecdef},
    {{"layers, float", layers<float>}, 0x0819473ae0e8059c, 0xeb836978abefbe7d},
    {{"layers, double", layers<double>}, 0x3d775cf23941cb04, 0xa327f14c1f9c98ab},
    {{"integers", integers}, 0x790f5c5a0416d01b},
};

}  // namespace products_bits

bool bits_of_products() { return agree<products_bits::behaviours>("products"); }

}  // namespace attn_tests
