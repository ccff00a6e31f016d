// SPDX-License-Identifier: BSL-1.0
// oneDNN: primitives made beforehand, constant weights packed as it likes them.
#include <cmath>
#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>
#include <vector>

#include "runtime_tests/bench/contender.hpp"

namespace {

using namespace bench;
using layout = dnnl::memory::desc;
using tag = dnnl::memory::format_tag;
using extents = dnnl::memory::dims;

dnnl::engine& processor() {
  static dnnl::engine one(dnnl::engine::kind::cpu, 0);
  return one;
}
dnnl::stream& stream() {
  static dnnl::stream one(processor());
  return one;
}
layout floats(const extents& sizes, tag order) {
  return layout(sizes, dnnl::memory::data_type::f32, order);
}
layout floats(const extents& sizes, const extents& strides) {
  return layout(sizes, dnnl::memory::data_type::f32, strides);
}
dnnl::memory at(const float* p, const layout& l) {
  return dnnl::memory(l, processor(), const_cast<float*>(p));
}
// A copy of what lies at p, in another layout.
dnnl::memory packed(const float* p, const layout& from, const layout& to) {
  dnnl::memory source = at(p, from), copy(to, processor());
  dnnl::reorder(source, copy).execute(stream(), source, copy);
  stream().wait();
  return copy;
}

// Primitives one after the other. Its arguments are made once.
struct steps {
  struct step {
    dnnl::primitive primitive;
    std::unordered_map<int, dnnl::memory> arguments;
    // What the scores of heads get above their diagonal afterwards; a mask as a post-operation
    // would send this version's matmul to its reference code.
    float* scores = nullptr;
    std::size_t heads = 0, tokens = 0;
  };
  std::shared_ptr<std::vector<step>> all = std::make_shared<std::vector<step>>();
  void operator()() const {
    for (const step& s : *all) {
      s.primitive.execute(stream(), s.arguments);
      if (!s.scores) continue;
      for (std::size_t row = 0; row < s.heads * s.tokens; ++row)
        for (std::size_t j = row % s.tokens + 1; j < s.tokens; ++j)
          s.scores[row * s.tokens + j] = -1e30f;
    }
  }
};

long size(std::size_t n) { return static_cast<long>(n); }

template <product R>
entry multiply(bench::memory& m) {
  const float* a = m.operand(first_factor, R.m * R.k, 1);
  const float* b = m.operand(second_factor, R.k * R.n, 1);
  float* c = m.result(R.m * R.n);
  const layout A = floats({size(R.m), size(R.k)}, tag::ab),
               B = floats({size(R.k), size(R.n)}, tag::ab),
               C = floats({size(R.m), size(R.n)}, tag::ab),
               any = floats({size(R.k), size(R.n)}, tag::any);
  const dnnl::matmul::primitive_desc chosen({A, R.constant ? any : B, C}, processor());
  steps s;
  s.all->push_back(
      {dnnl::matmul(chosen),
       {{DNNL_ARG_SRC, at(a, A)},
        {DNNL_ARG_WEIGHTS, R.constant ? packed(b, B, chosen.weights_desc()) : at(b, B)},
        {DNNL_ARG_DST, at(c, C)}}});
  return calling(s, c, R.m * R.n);
}
template <product R>
entry sgemm(bench::memory& m) {
  const float* a = m.operand(first_factor, R.m * R.k, 1);
  const float* b = m.operand(second_factor, R.k * R.n, 1);
  float* c = m.result(R.m * R.n);
  return calling([=] { dnnl_sgemm('N', 'N', R.m, R.n, R.k, 1, a, R.k, b, R.n, 0, c, R.n); }, c,
                 R.m * R.n);
}

steps::step softmax_step(const float* from, float* to, const layout& l, int axis) {
  const dnnl::softmax_forward::primitive_desc chosen({dnnl::prop_kind::forward_inference, l, axis},
                                                     processor());
  return {dnnl::softmax_forward(chosen), {{DNNL_ARG_SRC, at(from, l)}, {DNNL_ARG_DST, at(to, l)}}};
}
template <bench::softmax R>
entry rows_of_softmax(bench::memory& m) {
  const float* x = m.operand(operand_number::x, R.rows * R.columns, of_softmax);
  float* y = m.result(R.rows * R.columns);
  steps s;
  s.all->push_back(softmax_step(x, y, floats({size(R.rows), size(R.columns)}, tag::ab), 1));
  return calling(s, y, R.rows * R.columns);
}

template <bench::exp R>
entry exponentials(bench::memory& m) {
  const float* x = m.operand(operand_number::x, R.count, of_exp);
  float* y = m.result(R.count);
  const layout l = floats({size(R.count)}, tag::a);
  const dnnl::eltwise_forward::primitive_desc chosen(
      {dnnl::prop_kind::forward_inference, dnnl::algorithm::eltwise_exp, l}, processor());
  steps s;
  s.all->push_back(
      {dnnl::eltwise_forward(chosen), {{DNNL_ARG_SRC, at(x, l)}, {DNNL_ARG_DST, at(y, l)}}});
  return calling(s, y, R.count);
}

// Scores of heads, their softmax, and the values: with the strides of their matrices.
void attend_steps(steps& s, bench::memory& m, attention r, const layout& q, const layout& k,
                  const layout& v, const layout& o, const float* at_q, const float* at_k,
                  const float* at_v, float* at_o) {
  float* const scores = m.scratch(r.heads * r.tokens * r.tokens);
  const layout S = floats({size(r.heads), size(r.tokens), size(r.tokens)}, tag::abc);
  dnnl::primitive_attr scaled;
  scaled.set_output_scales(0, {1 / std::sqrt(float(r.width))});
  s.all->push_back({dnnl::matmul(dnnl::matmul::primitive_desc({q, k, S}, scaled, processor())),
                    {{DNNL_ARG_SRC, at(at_q, q)},
                     {DNNL_ARG_WEIGHTS, at(at_k, k)},
                     {DNNL_ARG_DST, at(scores, S)}},
                    r.causal ? scores : nullptr,
                    r.heads,
                    r.tokens});
  s.all->push_back(softmax_step(scores, scores, S, 2));
  s.all->push_back({dnnl::matmul(dnnl::matmul::primitive_desc({S, v, o}, processor())),
                    {{DNNL_ARG_SRC, at(scores, S)},
                     {DNNL_ARG_WEIGHTS, at(at_v, v)},
                     {DNNL_ARG_DST, at(at_o, o)}}});
}

template <attention R>
entry attend(bench::memory& m) {
  constexpr std::size_t count = R.heads * R.tokens * R.width;
  const float* q = m.operand(queries, count, 1);
  const float* k = m.operand(keys, count, 1);
  const float* v = m.operand(values, count, 1);
  float* o = m.result(count);
  const layout rows = floats({size(R.heads), size(R.tokens), size(R.width)}, tag::abc),
               columns = floats({size(R.heads), size(R.width), size(R.tokens)}, tag::acb);
  steps s;
  attend_steps(s, m, R, rows, columns, rows, rows, q, k, v, o);
  return calling(s, o, count);
}

template <multi_head R>
entry attend_with_projections(bench::memory& m) {
  constexpr std::size_t w = R.width, d = w / R.heads;
  const float* x = m.operand(operand_number::x, R.tokens * w, 1);
  const float* weight[] = {m.operand(query_weight, w * w, of_parameters),
                           m.operand(key_weight, w * w, of_parameters),
                           m.operand(value_weight, w * w, of_parameters)};
  const float* w_o = m.operand(output_weight, w * w, of_parameters);
  float *o = m.result(R.tokens * w), *side_by_side = m.scratch(3 * w * w),
        *qkv = m.scratch(3 * R.tokens * w), *c = m.scratch(R.tokens * w);
  for (std::size_t i = 0; i < w; ++i)
    for (std::size_t j = 0; j < 3 * w; ++j)
      side_by_side[i * 3 * w + j] = weight[j / w][i * w + j % w];

  const long t = size(R.tokens), wide = size(w), row = 3 * wide, head = size(d);
  const layout X = floats({t, wide}, tag::ab), W3 = floats({wide, row}, tag::ab),
               W = floats({wide, wide}, tag::ab), Y3 = floats({t, row}, tag::ab);
  const dnnl::matmul::primitive_desc in({X, floats({wide, row}, tag::any), Y3}, processor()),
      out({X, floats({wide, wide}, tag::any), X}, processor());
  const extents sizes{size(R.heads), t, head};
  steps s;
  s.all->push_back({dnnl::matmul(in),
                    {{DNNL_ARG_SRC, at(x, X)},
                     {DNNL_ARG_WEIGHTS, packed(side_by_side, W3, in.weights_desc())},
                     {DNNL_ARG_DST, at(qkv, Y3)}}});
  const layout rows = floats(sizes, extents{head, row, 1});
  attend_steps(s, m, {R.tokens, d, R.heads, false}, rows,
               floats({size(R.heads), head, t}, extents{head, 1, row}), rows,
               floats(sizes, extents{head, wide, 1}), qkv, qkv + w, qkv + 2 * w, c);
  s.all->push_back({dnnl::matmul(out),
                    {{DNNL_ARG_SRC, at(c, X)},
                     {DNNL_ARG_WEIGHTS, packed(w_o, W, out.weights_desc())},
                     {DNNL_ARG_DST, at(o, X)}}});
  return calling(s, o, R.tokens * w);
}

template <layer_norm R>
entry normalise(bench::memory& m) {
  const float* x = m.operand(operand_number::x, R.rows * R.width, 1);
  const float* p = m.operand(parameters, 2 * R.width, 1);
  float* y = m.result(R.rows * R.width);
  const layout X = floats({size(R.rows), size(R.width)}, tag::ab),
               W = floats({size(R.width)}, tag::a);
  const dnnl::layer_normalization_forward::primitive_desc chosen(
      {dnnl::prop_kind::forward_inference, X, 1e-5f,
       dnnl::normalization_flags::use_scale | dnnl::normalization_flags::use_shift},
      processor());
  steps s;
  s.all->push_back({dnnl::layer_normalization_forward(chosen),
                    {{DNNL_ARG_SRC, at(x, X)},
                     {DNNL_ARG_SCALE, at(p, W)},
                     {DNNL_ARG_SHIFT, at(p + R.width, W)},
                     {DNNL_ARG_DST, at(y, X)}}});
  return calling(s, y, R.rows * R.width);
}

template <lstm R>
entry lstm_step(bench::memory& m) {
  constexpr std::size_t n = R.hidden, gates = 4 * n;
  const float* p = m.operand(parameters, gates * (R.in + n + 2), of_parameters);
  const float* x = m.operand(operand_number::x, R.in, 1);
  const float* h = m.operand(state_hidden, n, 1);
  const float* c = m.operand(state_cell, n, 1);
  float *result = m.result(2 * n), *again = m.scratch(n), *bias = m.scratch(gates);
  const float *w_h = p + gates * R.in, *b = w_h + gates * n;
  for (std::size_t i = 0; i < gates; ++i) bias[i] = b[i] + b[gates + i];
  const long in = size(R.in), hidden = size(n);
  const layout X = floats({1, 1, in}, tag::tnc), H = floats({1, 1, 1, hidden}, tag::ldnc),
               Y = floats({1, 1, hidden}, tag::tnc), B = floats({1, 1, 4, hidden}, tag::ldgo);
  const dnnl::lstm_forward::primitive_desc chosen(
      {dnnl::prop_kind::forward_inference, dnnl::rnn_direction::unidirectional_left2right, X, H, H,
       floats({1, 1, in, 4, hidden}, tag::any), floats({1, 1, hidden, 4, hidden}, tag::any), B, Y,
       H, H},
      processor());
  const layout by_input = floats({1, 1, in, 4, hidden}, tag::ldgoi),
               by_state = floats({1, 1, hidden, 4, hidden}, tag::ldgoi);
  steps s;
  s.all->push_back({dnnl::lstm_forward(chosen),
                    {{DNNL_ARG_SRC_LAYER, at(x, X)},
                     {DNNL_ARG_SRC_ITER, at(h, H)},
                     {DNNL_ARG_SRC_ITER_C, at(c, H)},
                     {DNNL_ARG_WEIGHTS_LAYER, packed(p, by_input, chosen.weights_layer_desc())},
                     {DNNL_ARG_WEIGHTS_ITER, packed(w_h, by_state, chosen.weights_iter_desc())},
                     {DNNL_ARG_BIAS, at(bias, B)},
                     {DNNL_ARG_DST_LAYER, at(again, Y)},
                     {DNNL_ARG_DST_ITER, at(result, H)},
                     {DNNL_ARG_DST_ITER_C, at(result + n, H)}}});
  return calling(s, result, 2 * n);
}

template <feed_forward R>
entry gelu_network(bench::memory& m) {
  constexpr std::size_t weights = R.width * R.inner;
  const float* p = m.operand(parameters, 2 * weights + R.inner + R.width, of_parameters);
  const float* x = m.operand(operand_number::x, R.rows * R.width, 1);
  const float *b1 = p + weights, *w2 = b1 + R.inner, *b2 = w2 + weights;
  float *y = m.result(R.rows * R.width), *between = m.scratch(R.rows * R.inner);
  const long rows = size(R.rows), wide = size(R.width), inner = size(R.inner);
  const layout X = floats({rows, wide}, tag::ab), A = floats({rows, inner}, tag::ab),
               W1 = floats({wide, inner}, tag::ab), W2 = floats({inner, wide}, tag::ab),
               B1 = floats({1, inner}, tag::ab), B2 = floats({1, wide}, tag::ab);
  dnnl::post_ops activation;
  activation.append_eltwise(1, dnnl::algorithm::eltwise_gelu_tanh, 0, 0);
  dnnl::primitive_attr then;
  then.set_post_ops(activation);
  const dnnl::matmul::primitive_desc up({X, floats({wide, inner}, tag::any), B1, A}, then,
                                        processor()),
      down({A, floats({inner, wide}, tag::any), B2, X}, processor());
  steps s;
  s.all->push_back({dnnl::matmul(up),
                    {{DNNL_ARG_SRC, at(x, X)},
                     {DNNL_ARG_WEIGHTS, packed(p, W1, up.weights_desc())},
                     {DNNL_ARG_BIAS, at(b1, B1)},
                     {DNNL_ARG_DST, at(between, A)}}});
  s.all->push_back({dnnl::matmul(down),
                    {{DNNL_ARG_SRC, at(between, A)},
                     {DNNL_ARG_WEIGHTS, packed(w2, W2, down.weights_desc())},
                     {DNNL_ARG_BIAS, at(b2, B2)},
                     {DNNL_ARG_DST, at(y, X)}}});
  return calling(s, y, R.rows * R.width);
}

}  // namespace

void add_contenders(bench::list& all) {
  const auto add = [&]<auto R>(prepare how, const char* who = "oneDNN") {
    all.add(name(R), operations(R), who, how);
  };
  for_each<products>([&]<product R>() {
    add.template operator()<R>(multiply<R>);
    add.template operator()<R>(sgemm<R>, "oneDNN sgemm");
  });
  for_each<softmaxes>([&]<bench::softmax R>() { add.template operator()<R>(rows_of_softmax<R>); });
  for_each<exps>([&]<bench::exp R>() { add.template operator()<R>(exponentials<R>); });
  for_each<attentions>([&]<attention R>() { add.template operator()<R>(attend<R>); });
  for_each<multi_heads>(
      [&]<multi_head R>() { add.template operator()<R>(attend_with_projections<R>); });
  for_each<layer_norms>([&]<layer_norm R>() { add.template operator()<R>(normalise<R>); });
  for_each<lstms>([&]<lstm R>() { add.template operator()<R>(lstm_step<R>); });
  for_each<feed_forwards>([&]<feed_forward R>() { add.template operator()<R>(gelu_network<R>); });
}
