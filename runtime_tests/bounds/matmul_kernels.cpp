// SPDX-License-Identifier: BSL-1.0
// Every kernel of a matrix product against detail/generic/matmul.hpp, bit for bit, with operands
// and results that end where a page ends: one element too far would be the end of this program.
#include <attn/detail/generic/matmul.hpp>
#include <attn/detail/runtime/matmul.hpp>
#include <attn/detail/storage.hpp>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "runtime_tests/bounds/guarded.hpp"
#include "runtime_tests/catch.hpp"

namespace {

using namespace attn::detail;

// Count elements, the last one directly before a guard page.
template <class T, std::size_t Count>
struct before_the_end : attn_tests::guarded<T[Count]> {
  before_the_end() : attn_tests::guarded<T[Count]>(attn_tests::place::end) {}
  T* data() const { return static_cast<T*>(this->at()); }
};

template <class T>
void fill(T* x, std::size_t count, unsigned seed) {
  for (std::size_t i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    x[i] = (T(seed >> 8) - T(8388608)) / T(3000000);
  }
}

template <class T, std::size_t M, std::size_t K, std::size_t N>
void check_shape() {
  INFO("(" << M << ", " << K << ") x (" << K << ", " << N << "), " << sizeof(T) << " bytes");
  const before_the_end<T, M * K> a;
  const before_the_end<T, K * N> b, turned;
  const before_the_end<T, M * N> out;
  constexpr std::size_t packed_elements = packed_size<T, K, N>;
  const before_the_end<T, packed_elements> packed;
  fill(a.data(), M * K, unsigned(M + K));
  fill(b.data(), K * N, unsigned(K + 100 * N));
  for (std::size_t i = 0; i < packed_elements; ++i) packed.data()[i] = 0;
  for (std::size_t k = 0; k < K; ++k)
    for (std::size_t j = 0; j < N; ++j) {
      turned.data()[j * K + k] = b.data()[k * N + j];
      packed.data()[packed_index<T, K>(k, j)] = b.data()[k * N + j];
    }
  std::vector<T> expected(M * N);
  generic::matmul<M, K, N>(expected.data(), a.data(), b.data());
  const auto equal = [&] {
    const bool same = std::memcmp(out.data(), expected.data(), M * N * sizeof(T)) == 0;
    std::memset(out.data(), 0xff, M * N * sizeof(T));
    return same;
  };

  runtime::matmul<M, K, N>(out.data(), a.data(), b.data());
  CHECK(equal());
  if constexpr (runtime::is_read_as_new<T, M, K, N>) {
    runtime::matmul_of_new<M, K, N>(out.data(), a.data(), b.data());
    CHECK(equal());
  }
  runtime::matmul_transposed<M, K, N>(out.data(), a.data(), turned.data());
  CHECK(equal());
  runtime::matmul_packed<M, K, N>(out.data(), a.data(), packed.data());
  CHECK(equal());
  generic::matmul_transposed<M, K, N>(out.data(), a.data(), turned.data());
  CHECK(equal());

  const before_the_end<T, packed_elements> packed_again;
  const before_the_end<T, N> bias;
  runtime::pack_transposed<K, N>(packed_again.data(), turned.data());
  CHECK(std::memcmp(packed_again.data(), packed.data(), packed_elements * sizeof(T)) == 0);
  fill(bias.data(), N, unsigned(N));
  for (std::size_t i = 0; i < M * N; ++i) expected[i] = expected[i] + bias.data()[i % N];
  runtime::matmul_packed<M, K, N>(out.data(), a.data(), packed.data(),
                                  runtime::plus_row<T>{bias.data()});
  CHECK(equal());
}

template <std::size_t M, std::size_t K, std::size_t N>
void check() {
  check_shape<float, M, K, N>();
  check_shape<double, M, K, N>();
}

}  // namespace

TEST_CASE("ops/matmul: a right operand that is new") {
  check<2, 3, 2>();
  check<3, 3, 3>();
  check<8, 3, 3>();
  check<3, 4, 3>();
  check<5, 8, 3>();
  check<6, 5, 5>();
  check<2, 6, 6>();
  check<3, 9, 2>();
}
TEST_CASE("ops/matmul: tiny and narrow kernels") {
  check<1, 1, 1>();
  check<2, 2, 2>();
  check<3, 3, 3>();
  check<4, 4, 4>();
  check<3, 2, 3>();
  check<2, 5, 3>();
  check<7, 4, 3>();
  check<8, 1, 2>();
  check<5, 5, 5>();
  check<1, 17, 2>();
  check<5, 1, 1>();
  check<17, 5, 1>();
  check<8, 8, 8>();
  check<33, 10, 10>();
  check<2, 11, 13>();
  check<3, 96, 3>();
  check<2, 4099, 3>();
  check<6, 4099, 3>();
}

TEST_CASE("ops/matmul: blocks") {
  check<1, 128, 64>();
  check<16, 16, 16>();
  check<24, 24, 24>();
  check<9, 3, 33>();
  check<17, 19, 31>();
  check<6, 1, 40>();
  check<4, 2, 20>();
  check<3, 40, 97>();
  check<13, 7, 50>();
  check<11, 33, 100>();
  check<50, 23, 65>();
  check<8, 4, 20>();
  check<9, 4, 18>();
  check<70, 6, 36>();
}

// Squares of rows of b, at the end overlapping, and the columns of a register that is not full.
TEST_CASE("ops/matmul: few rows") {
  check<1, 16, 64>();
  check<1, 5, 7>();
  check<1, 3, 12>();
  check<1, 19, 80>();
  check<1, 7, 17>();
  check<1, 33, 130>();
  check<2, 33, 35>();
  check<2, 6, 9>();
  check<3, 17, 21>();
  check<4, 18, 16>();
  check<4, 9, 5>();
  check<4, 20, 14>();
}

TEST_CASE("ops/matmul: panels") {
  check<33, 70, 256>();
  check<40, 300, 129>();
  check<19, 1030, 37>();
  check<14, 300, 112>();
  check<20, 257, 130>();
}

// More than 128 KiB, by few rows: a few rows of b at a time, the last ones fewer, and columns that
// two strips have.
TEST_CASE("ops/matmul: a large right operand, in order") {
  check<1, 300, 113>();
  check<3, 301, 113>();
  check<5, 700, 97>();
  check<6, 1000, 35>();
  check<11, 520, 66>();
}

TEST_CASE("ops/matmul: rows that are a page apart") {
  check<7, 1024, 80>();
  check<13, 1024, 64>();
  check<30, 2048, 33>();
}

// The rule, for instruction sets of 16, 32 and 64 bytes.
TEST_CASE("ops/matmul: which kernel") {
  using sse2 = isa<16, 16>;
  using avx2 = isa<32, 16>;
  using avx512 = isa<64, 32>;
  const auto is = [](const char* name, const char* expected) {
    CHECK(std::string(name) == expected);
  };
  using namespace runtime;
  is(matmul_kernel<int, 3, 3, 3, avx512>::name, "plain");
  is(matmul_kernel<float, 3, 3, 3, avx512>::name, "pairs");
  is(matmul_kernel<float, 3, 3, 3, sse2>::name, "rows");
  is(matmul_kernel<float, 2, 2, 2, sse2>::name, "register");
  is(matmul_kernel<float, 2, 5, 3, avx512>::name, "register");
  is(matmul_kernel<float, 2, 2, 2, avx512>::name, "register");
  is(matmul_kernel<double, 3, 3, 3, avx2>::name, "rows");
  is(matmul_kernel<float, 10, 10, 10, avx512>::name, "rows");
  is(matmul_kernel<float, 10, 10, 10, avx2>::name, "blocks");
  is(matmul_kernel<float, 64, 64, 1, avx512>::name, "turned");
  is(matmul_kernel<float, 64, 64, 64, avx512>::name, "blocks");
  is(matmul_kernel<float, 128, 128, 128, avx512>::name, "blocks");
  is(matmul_kernel<float, 256, 256, 256, avx512>::name, "panels");
  is(matmul_kernel<float, 3, 768, 768, avx512>::name, "blocks");
  is(matmul_kernel<float, 16, 768, 768, avx512>::name, "panels");
  is(matmul_transposed_kernel<float, 3, 96, 3, avx512>::name, "turned");
}
