// SPDX-License-Identifier: BSL-1.0
// One head of attention that learns to reverse its input. docs/tour/27_learned_attention.md trains it
// in the compiler and shows its attention weights before and after.
#pragma once

#include <boost/hana/define_struct.hpp>
#include <cstddef>

#include <attn/learning.hpp>

namespace reversal {

using namespace attn;

using letter = axis<"letter", 4>;
using width = axis<"width", 6>;
using token = axis<"token", 5>;
using batch = axis<"batch", 8>;
using id = token_id<4>;

template <class T>
struct network_of {
  using table = nn::embedding<T, letter, width>;
  using places = nn::learned_positions<T, axis<"position", 5>, width>;
  using attention = nn::multi_head_attention<T, width, axis<"head", 1>, output_by_input>;
  using output = nn::linear<T, width, letter, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network_of, (table, embedding), (places, positions),
                           (attention, self_attn), (output, out));
  template <scalar U>
  using with_element = network_of<U>;
  friend constexpr bool operator==(const network_of&, const network_of&) = default;

  template <class Ids>
  constexpr auto rows(const Ids& ids) const {
    return positions(embedding(ids));
  }
  // The logits of the letter in each place: (batch, token) -> (batch, token, letter).
  template <class Ids>
  constexpr auto operator()(const Ids& ids) const {
    return out(self_attn(rows(ids)));
  }
};
using network = network_of<double>;

// Eight words of five letters, others in every step.
constexpr auto words_of_step(std::size_t step) {
  tensor<id, batch, token> ids;
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < 5; ++j) ids(i, j) = id(splitmix64(step, i * 5 + j) >> 62);
  return ids;
}

struct training {
  network weights = splitmix_parameters<splitmix::s24, network>(7, 0.5);
  adam<network> optimizer{weights, {.lr = 0.03}};
  std::size_t steps = 0;
  double loss_before = 0;

  constexpr void step() {
    const auto given = words_of_step(steps++);
    const auto wanted = flip<1>(given);
    const auto both =
        value_and_gradient([&](const auto& m) { return cross_entropy(m(given), wanted); }, weights);
    loss_before = both.value;
    optimizer.step(weights, both.gradient);
  }
};

}  // namespace reversal
