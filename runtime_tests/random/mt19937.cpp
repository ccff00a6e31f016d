// SPDX-License-Identifier: BSL-1.0
#include "static_tests/random/mt19937.hpp"

#include <random>

#include "runtime_tests/catch.hpp"

TEST_CASE("random/mt19937: word by word std::mt19937") {
  for (const std::uint32_t seed : {12u, 5489u, 0xFFFFFFFFu}) {
    attn::mt19937 ours(seed);
    std::mt19937 theirs(seed);
    int different = 0;
    for (int i = 0; i < 2000; ++i) different += ours() != theirs();
    CHECK(different == 0);
  }
}

// w = (i * 7919 % 1000 + 1) / 1000; torch.manual_seed(3); torch.multinomial(w, 4), then
// torch.multinomial(w, 6, True) and torch.rand(1), of PyTorch 1.13; the same in float and double.
template <class T>
static void thousand_weights() {
  attn::tensor<T, attn::dim<1000>> w{};
  for (int i = 0; i < 1000; ++i) w.data()[i] = static_cast<T>((i * 7919 % 1000 + 1) / 1000.0);
  attn::torch_generator g(3);
  const attn::tensor<int, attn::dim<4>> four{474, 494, 748, 410};
  const attn::tensor<int, attn::dim<6>> six{868, 943, 349, 166, 326, 179};
  CHECK((attn::torch_multinomial<attn::dim<4>>(g, w) == four));
  CHECK((attn::torch_multinomial<attn::dim<6>>(g, w, attn::with_replacement) == six));
  CHECK(attn::torch_rand<float>(g) == 0.25397658348083496f);
}
TEST_CASE("random/mt19937: indices by a thousand weights") {
  thousand_weights<float>();
  thousand_weights<double>();
}
