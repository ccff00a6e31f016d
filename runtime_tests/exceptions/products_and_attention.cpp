// SPDX-License-Identifier: BSL-1.0
// Products, and attention in all its forms, of odd sizes.
#include "runtime_tests/exceptions/quiet.hpp"

namespace attn_tests {
namespace {

using namespace attn;

template <class T, std::size_t M, std::size_t K, std::size_t N>
void products() {
  for (const T centre : {T(0), sizeof(T) == 4 ? T(1e15f) : T(1e140)}) {
    const auto a = around<matrix<T, M, K>>(centre);
    const auto b = around<matrix<T, K, N>>(centre);
    const auto turned = around<matrix<T, N, K>>(centre);
    const auto each = [&](const char* name, const auto& f) { quiet({name, M, N, sizeof(T)}, f); };
    each("product", [&] { return matmul(a, b); });
    each("product with a transposed matrix", [&] { return matmul(a, transpose(turned)); });
    each("product with a packed matrix", [&] { return matmul(a, packed(b)); });
    each("einsum", [&] { return einsum<"i k, k j -> i j">(a, b); });
    each("dot", [&] { return dot<1>(a, a); });
  }
}

// Scores of hundreds, of both signs.
template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
void attention() {
  const auto q = around<matrix<T, Tq, Dk>>(T(40));
  const auto v = around<matrix<T, Tk, Dv>>(T(0));
  for (const T centre : {T(0), T(90), T(-90)}) {
    const auto k = around<matrix<T, Tk, Dk>>(centre);
    const auto each = [&](const char* name, const auto&... options) {
      quiet({name, Tq, Tk, sizeof(T)},
            [&] { return scaled_dot_product_attention(q, k, v, options...); });
    };
    each("attention");
    each("causal attention", causal<top_left>);
    each("attention to some keys", valid_keys(launder(Tk / 2 + 1)));
    each("attention in a window", sliding_window<2, 1, top_left>, fully_masked<zero_rows>);
  }
  for (const T centre : {T(0), T(-3), T(40)}) {
    const auto near = around<matrix<T, Tq, Dk>>(centre, T(2));
    const auto k = around<matrix<T, Tk, Dk>>(centre, T(2));
    quiet({"linear attention", Tq, Tk, sizeof(T)}, [&] { return linear_attention(near, k, v); });
  }
}

// What is made of the same kernels, or of softmax and products.
template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
void other_attention() {
  const auto q = around<matrix<T, Tq, Dk>>(T(40));
  const auto k = around<matrix<T, Tk, Dk>>(T(-90));
  const auto v = around<matrix<T, Tk, Dv>>(T(0));
  keep_mask<dim<Tq>, dim<Tk>> every_other;
  for (std::size_t i = 0; i < Tq; ++i)
    for (std::size_t j = 0; j < Tk; ++j) every_other(i, j) = (i + j) % 2 == 0;
  every_other = launder(every_other);
  const auto zero = fully_masked<zero_rows>;
  const auto each = [&](const char* name, const auto& f) { quiet({name, Tq, Tk, sizeof(T)}, f); };
  each("attention with a mask",
       [&] { return scaled_dot_product_attention(q, k, v, every_other, zero); });
  each("attention with a bias", [&] {
    return scaled_dot_product_attention(q, k, v, biased_by(around<matrix<T, Tq, Tk>>(T(-20))));
  });
  each("attention with soft-capped scores",
       [&] { return scaled_dot_product_attention(q, k, v, soft_capped_by(T(30))); });
  each("attention into", [&] {
    matrix<T, Tq, Dv> out;
    scaled_dot_product_attention_into(out, q, k, v);
    return out;
  });
  each("attention weights", [&] { return attention_weights(q, k); });
  each("masked softmax", [&] { return masked_softmax(attention_scores(q, k), every_other, zero); });
  each("online attention", [&] { return online_attention<2>(q, k, v); });
  each("hard attention", [&] { return hard_attention(q, k, v); });
  each("similarity attention", [&] { return similarity_attention(q, k, v); });
}

// Heads are a leading axis, and may be the lanes.
template <class T, std::size_t Heads, std::size_t Tq, std::size_t Tk, std::size_t D>
void heads() {
  const auto q = around<tensor<T, dim<Heads>, dim<Tq>, dim<D>>>(T(-60));
  const auto k = around<tensor<T, dim<Heads>, dim<Tk>, dim<D>>>(T(30));
  quiet({"attention of heads", Tq, Tk, sizeof(T)},
        [&] { return scaled_dot_product_attention(q, k, k); });
  quiet({"causal attention of heads", Tq, Tk, sizeof(T)},
        [&] { return scaled_dot_product_attention(q, k, k, causal<top_left>); });
  quiet({"linear attention of heads", Tq, Tk, sizeof(T)},
        [&] { return linear_attention(q, k, k); });
}

}  // namespace

void products_and_attention() {
  for_odd_widths<5>([]<std::size_t N> {
    products<float, 3, 5, N>();
    attention<float, N, 3, 5, 7>();
    attention<float, 5, N, 3, 9>();
  });
  for_odd_widths<3>([]<std::size_t N> {
    products<double, 5, 3, N>();
    attention<double, 3, N, N, 1>();
  });
  products<float, 1, 33, 35>();
  products<float, 33, 35, 37>();
  products<double, 19, 67, 21>();
  attention<float, 3, 3, 3, 3>();
  attention<float, 7, 3, 2, 5>();
  attention<float, 5, 17, 4, 9>();
  attention<float, 19, 7, 5, 3>();
  attention<float, 35, 67, 17, 33>();
  attention<double, 2, 5, 3, 4>();
  attention<double, 33, 35, 8, 17>();
  other_attention<float, 3, 5, 7, 9>();
  other_attention<float, 17, 19, 3, 5>();
  other_attention<double, 5, 3, 7, 1>();
  heads<float, 3, 3, 5, 7>();
  heads<float, 17, 5, 3, 3>();
  heads<double, 5, 3, 7, 3>();
}

}  // namespace attn_tests
