// SPDX-License-Identifier: BSL-1.0
// The models of models.cpp in libtorch: what its users would write for inference, one thread.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>

#include "runtime_tests/bench/models/peer.hpp"
#include "runtime_tests/bench/torch_tensors.hpp"

namespace bench {

namespace {

using at::Tensor;

struct norm {
  Tensor weight, bias;
  Tensor operator()(const Tensor& x) const {
    return at::layer_norm(x, {x.size(-1)}, weight, bias, 1e-5);
  }
};
norm next_norm(reader& p, std::int64_t width) { return {p.next({width}), p.next({width})}; }

// Queries, keys and values by one product, as in libtorch's own modules.
struct layer {
  std::int64_t heads;
  bool norm_first;  // and GELU; else ReLU
  Tensor qkv, qkv_bias, out, out_bias, to_inner, inner_bias, from_inner, from_inner_bias;
  norm norm1, norm2;

  layer(reader& p, std::int64_t width, std::int64_t heads_, std::int64_t inner, bool norm_first_)
      : heads(heads_), norm_first(norm_first_) {
    std::vector<Tensor> weights, biases;
    for (int i = 0; i < 3; ++i) {
      weights.push_back(p.next({width, width}));
      biases.push_back(p.next({width}));
    }
    qkv = at::cat(weights);
    qkv_bias = at::cat(biases);
    out = p.next({width, width});
    out_bias = p.next({width});
    to_inner = p.next({inner, width});
    inner_bias = p.next({inner});
    from_inner = p.next({width, inner});
    from_inner_bias = p.next({width});
    norm1 = next_norm(p, width);
    norm2 = next_norm(p, width);
  }
  double scale() const { return 1 / std::sqrt(static_cast<double>(out.size(0) / heads)); }

  // (batch, token, width) -> (3, batch * head, token, width / heads)
  Tensor project(const Tensor& x) const {
    const auto b = x.size(0), t = x.size(1), each = x.size(2) / heads;
    return at::linear(x, qkv, qkv_bias)
        .view({b, t, 3, heads, each})
        .permute({2, 0, 3, 1, 4})
        .reshape({3, b * heads, t, each});
  }
  Tensor join(const Tensor& y, std::int64_t batch) const {
    const auto t = y.size(1);
    return at::linear(
        y.view({batch, heads, t, -1}).transpose(1, 2).reshape({batch, t, out.size(0)}), out,
        out_bias);
  }
  Tensor attend(const Tensor& x, const Tensor& mask) const {
    const Tensor parts = project(x);
    const Tensor keys = parts[1].transpose(1, 2);
    const Tensor scores = mask.defined() ? at::baddbmm(mask, parts[0], keys, 1, scale())
                                         : at::bmm(parts[0], keys).mul_(scale());
    return join(at::bmm(at::softmax(scores, -1), parts[2]), x.size(0));
  }
  Tensor feed_forward(const Tensor& x) const {
    Tensor y = at::linear(x, to_inner, inner_bias);
    y = norm_first ? at::gelu(y, "tanh") : y.relu_();
    return at::linear(y, from_inner, from_inner_bias);
  }
  template <class Attention>
  Tensor with(const Tensor& x, const Attention& attention) const {
    if (norm_first) {
      const Tensor y = attention(norm1(x)).add_(x);
      return feed_forward(norm2(y)).add_(y);
    }
    const Tensor y = norm1(attention(x).add_(x));
    return norm2(feed_forward(y).add_(y));
  }
  Tensor operator()(const Tensor& x, const Tensor& mask = {}) const {
    return with(x, [&](const Tensor& y) { return attend(y, mask); });
  }
};

struct sizes {
  std::int64_t words, positions, width, heads, layers;
};

struct language_model {
  sizes n;
  Tensor table, positions;
  std::vector<layer> layers;
  norm last;

  language_model(reader& p, const sizes& of) : n(of) {
    table = p.next({n.words, n.width});
    positions = p.next({n.positions, n.width});
    for (std::int64_t i = 0; i < n.layers; ++i)
      layers.emplace_back(p, n.width, n.heads, 4 * n.width, true);
    last = next_norm(p, n.width);
  }
  Tensor operator()(const Tensor& ids, const Tensor& mask) const {
    Tensor x = at::embedding(table, ids).add_(positions.narrow(0, 0, ids.size(0))).unsqueeze(0);
    for (const layer& each : layers) x = each(x, mask);
    return at::linear(last(x), table);
  }
};

// For each layer, the keys (head, width / heads, position) and the values (head, position, …).
struct cache {
  std::vector<Tensor> keys, values;
  explicit cache(const sizes& n) {
    for (std::int64_t i = 0; i < n.layers; ++i) {
      keys.push_back(at::empty({n.heads, n.width / n.heads, n.positions}));
      values.push_back(at::empty({n.heads, n.positions, n.width / n.heads}));
    }
  }
};

Tensor step(const language_model& m, cache& past, std::int64_t id, std::int64_t at_position) {
  Tensor x = at::add(m.table[id], m.positions[at_position]).view({1, 1, m.n.width});
  for (std::size_t i = 0; i < m.layers.size(); ++i) {
    const layer& of = m.layers[i];
    x = of.with(x, [&](const Tensor& y) {
      const Tensor parts = of.project(y);
      past.keys[i].select(2, at_position).copy_(parts[1].squeeze(1));
      past.values[i].select(1, at_position).copy_(parts[2].squeeze(1));
      const Tensor scores =
          at::bmm(parts[0], past.keys[i].narrow(2, 0, at_position + 1)).mul_(of.scale());
      return of.join(at::bmm(at::softmax(scores, -1), past.values[i].narrow(1, 0, at_position + 1)),
                     1);
    });
  }
  return at::linear(m.last(x), m.table).view({1, m.n.words});
}

using computation = std::function<Tensor()>;

computation encoder(const model_data& data, std::int64_t batch, std::int64_t tokens,
                    std::int64_t width) {
  reader p{data.parameters, at::kFloat}, inputs{data.inputs, at::kFloat};
  const layer of(p, width, 4, 4 * width, false);
  return [of, x = inputs.next({batch, tokens, width})] { return of(x); };
}

computation forward(const model_data& data, const sizes& n) {
  reader p{data.parameters, at::kFloat}, inputs{data.inputs, at::kFloat};
  const language_model of(p, n);
  const auto t = static_cast<std::int64_t>(data.inputs.size());
  const Tensor mask = at::full({t, t}, -std::numeric_limits<float>::infinity())
                          .triu(1)
                          .expand({n.heads, t, t})
                          .contiguous();
  return [of, mask, ids = inputs.next({t}).to(at::kLong)] { return of(ids, mask); };
}

computation steps(const model_data& data, const sizes& n) {
  reader p{data.parameters, at::kFloat};
  const language_model of(p, n);
  return [of, ids = data.inputs, past = std::make_shared<cache>(n)] {
    std::vector<Tensor> logits;
    for (std::size_t i = 0; i < ids.size(); ++i)
      logits.push_back(
          step(of, *past, static_cast<std::int64_t>(ids[i]), static_cast<std::int64_t>(i)));
    return at::cat(logits);
  };
}

struct lstm_parameters {
  Tensor weight_ih, weight_hh, bias_ih, bias_hh;
  explicit lstm_parameters(reader& p)
      : weight_ih(p.next({256, 64})),
        weight_hh(p.next({256, 64})),
        bias_ih(p.next({256})),
        bias_hh(p.next({256})) {}
};

computation lstm_along_time(const model_data& data) {
  reader p{data.parameters, at::kFloat}, inputs{data.inputs, at::kFloat};
  const lstm_parameters w(p);
  const Tensor zero = at::zeros({1, 1, 64});
  return [w, zero, x = inputs.next({1000, 1, 64})] {
    return std::get<0>(at::lstm(x, {zero, zero}, {w.weight_ih, w.weight_hh, w.bias_ih, w.bias_hh},
                                true, 1, 0, false, false, false));
  };
}

computation lstm_step(const model_data& data) {
  reader p{data.parameters, at::kFloat}, inputs{data.inputs, at::kFloat};
  const lstm_parameters w(p);
  const Tensor zero = at::zeros({32, 64});
  return [w, zero, x = inputs.next({32, 64})] {
    return std::get<0>(
        at::lstm_cell(x, {zero, zero}, w.weight_ih, w.weight_hh, w.bias_ih, w.bias_hh));
  };
}

computation by_name(const model_data& data) {
  if (data.name == "encoder layer 256, 64 tokens") return encoder(data, 1, 64, 256);
  if (data.name == "encoder layer 128, 32 tokens, batch of 32") return encoder(data, 32, 32, 128);
  if (data.name == "language model, 64 steps") return steps(data, {64, 64, 64, 4, 4});
  if (data.name == "GPT of 10.8 M, 1 token" || data.name == "GPT of 10.8 M, 8 tokens")
    return forward(data, {65, 256, 384, 6, 6});
  if (data.name == "LSTM 64, 1,000 steps") return lstm_along_time(data);
  if (data.name == "LSTM 64, a step, batch of 32") return lstm_step(data);
  throw std::invalid_argument("no model of that name in torch.cpp: " + data.name);
}

}  // namespace

peer_model torch_model(const model_data& data) {
  at::set_num_threads(1);
  const c10::InferenceMode no_derivatives;
  const auto compute = std::make_shared<computation>(by_name(data));
  return {[compute] {
            const c10::InferenceMode no_record;
            (*compute)();
          },
          [compute] {
            const c10::InferenceMode no_record;
            return numbers_of((*compute)());
          }};
}

}  // namespace bench
