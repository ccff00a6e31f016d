// SPDX-License-Identifier: BSL-1.0
// A certificate of a trained Transformer's layer in constants, within the compilers' default limits:
// 8 tokens of 8 features, 2 heads, 16 inside (docs/examples/radii.cpp). Every row of every step is an
// evaluation. First one token moves, 8 numbers, and then all 64.
#include <attn/layers/activation.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/encoder.hpp>
#include <attn/scalars/certify.hpp>
#include <attn/tensor/array.hpp>
#include <boost/hana/define_struct.hpp>

#include "static_tests/without_flags/classifier_8.hpp"

namespace attn_tests::without_flags {

using namespace attn;
using token = axis<"token", 8>;
using feature = axis<"feature", 8>;
using category = axis<"category", 3>;
using head = axis<"head", 2>;
template <class T> struct classifier {
  using layer =
      nn::encoder_layer<T, feature, head, axis<"inner", 16>, output_by_input, act::relu, post_norm>;
  using answer_layer = nn::linear<T, feature, category, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(classifier, (layer, first), (answer_layer, answer));
  template <scalar U> using with_element = classifier<U>;
};
constexpr auto weights = vector_to_parameters<classifier<float>>(from_array(classifier_8));
constexpr auto values = from_array<token, feature>(input_8);

// The elements of the input: numbers, or forms of the inputs of the tokens from First on, as many
// as E has inputs.
template <class E, std::size_t First> constexpr tensor<E, token, feature> inputs(double eps) {
  tensor<E, token, feature> x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t at = i - First * feature::size;
    x.data()[i] = values.data()[i];
    if constexpr (!std::is_same_v<E, float>)
      if (at < sizeof E().slope / sizeof(float)) x.data()[i] = E::input(values.data()[i], eps, at);
  }
  return x;
}
// Rows of one token each: of x, and together again.
template <class T, class Width> using one_row = tensor<T, axis<"token", 1>, Width>;
template <class T, class Width>
constexpr one_row<T, Width> row_of(const tensor<T, token, Width>& x, std::size_t i) {
  one_row<T, Width> row;
  for (std::size_t j = 0; j < Width::size; ++j) row(0, j) = x(i, j);
  return row;
}
template <class T, class Width, class... Rows>
constexpr tensor<T, token, Width> together(const one_row<T, Width>& first, const Rows&... others) {
  tensor<T, token, Width> x;
  std::size_t i = 0;
  const auto add = [&](const auto& row) {
    for (std::size_t j = 0; j < Width::size; ++j) x(i, j) = row(0, j);
    ++i;
  };
  add(first), (add(others), ...);
  return x;
}

// One evaluation each.
template <class E, std::size_t First, int Thousandths> struct chain {
  static constexpr auto model = as<E>(weights);
  static constexpr auto x = inputs<E, First>(Thousandths / 1000.);
  using rows = std::make_index_sequence<token::size>;

  template <std::size_t I> static constexpr auto q = model.first.self_attn.q_proj(row_of(x, I));
  template <std::size_t I> static constexpr auto k = model.first.self_attn.k_proj(row_of(x, I));
  template <std::size_t I> static constexpr auto v = model.first.self_attn.v_proj(row_of(x, I));
  template <std::size_t... I> static constexpr auto keys_of(std::index_sequence<I...>) {
    return split_heads<head>(together(k<I>...));
  }
  template <std::size_t... I> static constexpr auto values_of(std::index_sequence<I...>) {
    return split_heads<head>(together(v<I>...));
  }
  template <class R> static constexpr auto keys = as_keys(keys_of(R{}));
  template <class R> static constexpr auto values = as_keys(values_of(R{}));
  template <std::size_t I, std::size_t H>
  static constexpr auto attended =
      scaled_dot_product_attention(select<"head">(split_heads<head>(q<I>), H),
          select<"head">(keys<rows>, H), select<"head">(values<rows>, H));
  template <std::size_t I> static constexpr auto merged() {
    one_row<E, axis<"head_d_v", 8>> y;
    for (std::size_t j = 0; j < feature::size; ++j)
      y(0, j) = j < 4 ? attended<I, 0>(0, j) : attended<I, 1>(0, j - 4);
    return y;
  }
  template <std::size_t I>
  static constexpr auto projected = model.first.self_attn.out_proj(merged<I>());
  template <std::size_t I>
  static constexpr auto normed = model.first.norm1(row_of(x, I) + projected<I>);
  template <std::size_t I> static constexpr auto fed = model.first.feed_forward(normed<I>);
  template <std::size_t I> static constexpr auto out = model.first.norm2(normed<I> + fed<I>);
  template <std::size_t... I> static constexpr auto answer_of(std::index_sequence<I...>) {
    return model.answer(mean<"token">(together(out<I>...)));
  }
  template <class R> static constexpr auto answer = answer_of(R{});
  static constexpr const auto& result = answer<rows>;
};

// The chain computes what the model does, to the bit.
constexpr auto scores = weights.answer(mean<"token">(weights.first(values)));
static_assert(bitwise_equal(scores, chain<float, 0, 0>::result));
static_assert(argmax<"category">(scores)() == 1);

// Token 1 moves by 0.03; all tokens by 0.007.
template <class E, std::size_t First, int Thousandths>
constexpr auto margin =
    certificate<float, sizeof E().slope / sizeof(float), category>{
        chain<E, First, Thousandths>::result}
        .template margin<"category">()();
static_assert(margin<affine<float, 8>, 1, 30> > 0);
static_assert(margin<affine<float, 64>, 0, 7> > 0);

}  // namespace attn_tests::without_flags
