// SPDX-License-Identifier: BSL-1.0
// Sums of products and nothing else, by each kernel: of its machine code, the search for the
// operations of a contract (no_fused_multiply_add.cmake).
#include <attn.hpp>

namespace attn_tests {
using namespace attn;

template <class T, std::size_t M, std::size_t K, std::size_t N>
struct products {
  static void write(matrix<T, M, N>& out, const matrix<T, M, K>& a, const matrix<T, K, N>& b) {
    matmul_into(out, a, b);
  }
  static void of_new(matrix<T, M, N>& out, const matrix<T, M, K>& a, const matrix<T, N, K>& b) {
    out = matmul(a, transpose(b));
  }
  static void transposed(matrix<T, M, N>& out, const matrix<T, M, K>& a, const matrix<T, N, K>& b) {
    out = linear<output_by_input>(a, b);
  }
  static void by_packed(matrix<T, M, N>& out, const matrix<T, M, K>& a,
                        const decltype(packed(matrix<T, K, N>{}))& b) {
    out = matmul(a, b);
  }
};
template struct products<float, 3, 3, 3>;
template struct products<float, 2, 3, 4>;
template struct products<float, 5, 9, 7>;
template struct products<float, 1, 40, 48>;
template struct products<float, 24, 24, 24>;
template struct products<float, 64, 64, 256>;
template struct products<double, 4, 4, 4>;
template struct products<double, 20, 20, 20>;

}  // namespace attn_tests
