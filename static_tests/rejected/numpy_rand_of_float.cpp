// SPDX-License-Identifier: BSL-1.0
// rejected: np.random.rand has no dtype: it gives double, which is then converted.
// expect-error: attn::numpy_rand<T>\(engine\): NumPy draws double; convert: as<float>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr auto drawn() {
  mt19937 engine(12);
#ifdef ATTN_REJECT
  return numpy_rand<tensor<float, dim<3>>>(engine);
#else
  return as<float>(numpy_rand<tensor<double, dim<3>>>(engine));
#endif
}
constexpr auto x = drawn();
