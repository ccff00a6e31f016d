// SPDX-License-Identifier: BSL-1.0
// Masks of every kind.
#include "runtime_tests/bits/bits.hpp"

namespace attn_tests {
namespace masks_bits {

// Masks of every kind, what is done to scores before them, and what is left out after them.
template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
constexpr void attend_with_masks(report& r) {
  const auto q = launder(filled<matrix<T, Tq, Dk>>(Tq, T(4)));
  const auto k = launder(filled<matrix<T, Tk, Dk>>(Tk + 50, T(4)));
  const auto v = launder(filled<matrix<T, Tk, Dv>>(Dv + 90));
  const auto bias = biased_by(launder(filled<matrix<T, Tq, Tk>>(Dk + 70)));
  keep_mask<dim<Tq>, dim<Tk>> some;
  for (std::size_t i = 0; i < some.size(); ++i) some.data()[i] = i % 3 != 1;
  const auto entries = launder(some);
  constexpr auto zero = fully_masked<zero_rows>;
  r.bits(attention_weights(q, k, entries, zero));
  r.bits(attention_weights(q, k, causal<bottom_right>, zero, bias));
  r.bits(scaled_dot_product_attention(q, k, v, causal<top_left> & entries, zero, skip_masked));
  r.bits(scaled_dot_product_attention(q, k, v, sliding_window<2, 1, top_left>, zero, bias,
                                      soft_capped_by(T(1.5))));
  r.bits(scaled_dot_product_attention(q, k, v, valid_keys(launder(Tk / 2 + 1)), scaled_by(T(0.7))));
  r.bits(zeroed_outside(attention_weights(q, k), as_ignore(entries)));
}

template <class T>
constexpr report masks() {
  report r;
  attend_with_masks<T, 1, 1, 1, 1>(r);
  attend_with_masks<T, 2, 5, 3, 4>(r);
  attend_with_masks<T, 7, 3, 2, 5>(r);
  attend_with_masks<T, 5, 17, 4, 9>(r);
  return r;
}

constexpr recorded behaviours[] = {
    {{"masks, float", masks<float>}, 0xd3c98d2842e7f9d4, 0xe1f3b8aa517c4e9b},
    {{"masks, double", masks<double>}, 0xcf5743e126ab8704, 0xa632a36bcf48a48d},
};

}  // namespace masks_bits

bool bits_of_masks() { return agree<masks_bits::behaviours>("masks"); }

}  // namespace attn_tests
