// SPDX-License-Identifier: BSL-1.0
// tensor_at, and the memory of other libraries: std::mdspan where there is one, Eigen where it is
// installed.
#include <attn/tensor/array.hpp>
#include <attn/tensor/compare.hpp>
#include <cstring>
#include <type_traits>
#include <version>

#include "runtime_tests/catch.hpp"

#ifdef __cpp_lib_mdspan
#include <mdspan>
#endif
#if __has_include(<eigen3/Eigen/Core>)
// Its headers are not written for the warnings of ours.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wdeprecated-enum-enum-conversion"
#include <eigen3/Eigen/Core>
#pragma GCC diagnostic pop
#define ATTN_TESTS_EIGEN 1
#endif

using namespace attn;
using row = axis<"row", 2>;
using column = axis<"column", 4>;
using matrix_type = tensor<float, row, column>;

TEST_CASE("tensor/strided: a tensor where its elements are") {
  alignas(matrix_type) float numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  matrix_type& x = tensor_at<matrix_type>(&numbers[0]);
  CHECK(x == matrix_type{{1, 2, 3, 4}, {5, 6, 7, 8}});
  CHECK(x.data() == numbers);
  x(1, 2) = -7;
  CHECK(numbers[6] == -7);
  const float* read_only = numbers;
  static_assert(std::is_same_v<decltype(tensor_at<matrix_type>(read_only)), const matrix_type&>);
  CHECK(&tensor_at<matrix_type>(read_only) == &x);
}

#ifdef __cpp_lib_mdspan
TEST_CASE("tensor/strided: std::mdspan") {
  float numbers[12];
  for (int i = 0; i < 12; ++i) numbers[i] = static_cast<float>(i);
  const std::mdspan<const float, std::extents<int, 2, 4>> known(numbers);
  CHECK(from_mdspan<row, column>(known) == matrix_type{{0, 1, 2, 3}, {4, 5, 6, 7}});
  CHECK(from_mdspan(known)(1, 3) == 7);
  const std::mdspan<float, std::dextents<std::size_t, 2>, std::layout_left> columns(numbers, 2, 4);
  CHECK(from_mdspan<row, column>(columns) == matrix_type{{0, 2, 4, 6}, {1, 3, 5, 7}});
  using strided = std::layout_stride::mapping<std::extents<int, 2, 4>>;
  const std::mdspan<float, std::extents<int, 2, 4>, std::layout_stride> padded(
      numbers, strided({}, std::array<int, 2>{5, 1}));
  CHECK(from_mdspan<row, column>(padded) == matrix_type{{0, 1, 2, 3}, {5, 6, 7, 8}});
  copy_into(padded, matrix_type{{9, 8, 7, 6}, {5, 4, 3, 2}});
  CHECK(numbers[0] == 9);
  CHECK(numbers[4] == 4);
  CHECK(numbers[8] == 2);
}
#endif

#ifdef ATTN_TESTS_EIGEN
TEST_CASE("tensor/strided: Eigen") {
  Eigen::MatrixXf m(2, 4);  // column by column
  m << 1, 2, 3, 4, 5, 6, 7, 8;
  const auto x = from_strided<row, column>(m.data(), {m.innerStride(), m.outerStride()});
  CHECK(x == matrix_type{{1, 2, 3, 4}, {5, 6, 7, 8}});
  // A map of the tensor, without a copy.
  using by_rows = Eigen::Matrix<float, 2, 4, Eigen::RowMajor>;
  const Eigen::Map<const by_rows> map(x.data());
  CHECK(map(1, 2) == 7);
  // A map of Eigen's own with strides of its own.
  float numbers[16] = {};
  using steps = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  Eigen::Map<by_rows, 0, steps> every_second(numbers, steps(8, 2));
  copy_into(every_second.data(), {every_second.outerStride(), every_second.innerStride()}, x);
  CHECK(every_second == map);
  CHECK(numbers[1] == 0);
}
#endif
