// SPDX-License-Identifier: BSL-1.0
// Sequences of cells that are too large for the compiler, whose products with the inputs are computed
// for several steps together: the bits are the bits of the steps one by one, whatever their number.
#include <attn/layers/packed.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/random/splitmix.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/recurrent/unroll.hpp>
#include <attn/tensor/compare.hpp>
#include <memory>

#include "runtime_tests/catch.hpp"

namespace {

using namespace attn;

template <class Cell, class Xs, class S>
bool unrolls_as_steps(const Cell& cell, const Xs& xs, const state_before<S>& before) {
  const auto all =
      std::make_unique<decltype(unroll<0>(cell, xs, before))>(unroll<0>(cell, xs, before));
  state_before<S> now = before;
  bool same = true;
  for (std::size_t t = 0; t < Xs::shape_type::extents[0]; ++t) {
    const auto after = cell(select<0>(xs, t), now);
    same = same && bitwise_equal(select<0>(all->outputs, t), hidden_state(after));
    now = advance(after);
  }
  return same && now == advance(all->last);
}

template <class Cell, class S, std::size_t Rows, std::size_t In, std::size_t... Steps>
void check_steps() {
  using T = typename Cell::bias_type::value_type;
  const auto cell = std::make_unique<Cell>(splitmix_parameters<splitmix::s24, Cell>(1));
  const auto in_order = std::make_unique<decltype(packed(*cell))>(packed(*cell));
  const state_before<S> before = initial(splitmix_parameters<splitmix::s24, S>(2));
  const auto check = [&]<std::size_t N>(dim<N>*) {
    using Xs = tensor<T, dim<N>, dim<Rows>, dim<In>>;
    const auto xs = std::make_unique<Xs>(splitmix_fill<splitmix::s24, Xs>(3));
    CAPTURE(Rows, In, N);
    CHECK(unrolls_as_steps(*cell, *xs, before));
    CHECK(unrolls_as_steps(*in_order, *xs, before));
  };
  (check(static_cast<dim<Steps>*>(nullptr)), ...);
}

template <class T>
void check_cells() {
  using H = tensor<T, dim<1>, dim<64>>;
  check_steps<nn::lstm_cell<T, dim<64>, dim<64>>, lstm_state<H>, 1, 64, 1, 2, 3, 37, 64>();
  check_steps<nn::gru_cell<T, dim<64>, dim<64>>, H, 1, 64, 2, 65>();
  check_steps<nn::rnn_cell<T, dim<64>, dim<64>>, H, 1, 64, 2, 131>();
  using odd = tensor<T, dim<3>, dim<37>>;
  check_steps<nn::lstm_cell<T, dim<40>, dim<37>, gate_order::iofc>, lstm_state<odd>, 3, 40, 17>();
  check_steps<nn::gru_cell<T, dim<40>, dim<37>, gate_order::zrh>, odd, 3, 40, 17>();
  check_steps<nn::rnn_cell<T, dim<65>, dim<37>, act::relu>, odd, 3, 65, 19>();
  // Small weights, and products of two steps that are too many: one step after the other.
  using small = tensor<T, dim<2>, dim<8>>;
  check_steps<nn::lstm_cell<T, dim<8>, dim<8>>, lstm_state<small>, 2, 8, 5>();
  using many = tensor<T, dim<40>, dim<64>>;
  check_steps<nn::lstm_cell<T, dim<16>, dim<64>>, lstm_state<many>, 40, 16, 3>();
  // Too large for packing.
  using wide = tensor<T, dim<1>, dim<160>>;
  check_steps<nn::lstm_cell<T, dim<160>, dim<160>>, lstm_state<wide>, 1, 160, 31>();
}

}  // namespace

TEST_CASE("recurrent/unroll: large cells, float") { check_cells<float>(); }
TEST_CASE("recurrent/unroll: large cells, double") { check_cells<double>(); }
