// SPDX-License-Identifier: BSL-1.0
// The models of learning.cpp in libtorch: what its users would write, one thread.
#include <torch/torch.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "runtime_tests/bench/learning/peer.hpp"
#include "runtime_tests/bench/torch_tensors.hpp"

namespace bench {

namespace {

using at::Tensor;

struct model {
  std::vector<Tensor> parameters;
  std::function<Tensor(const std::vector<Tensor>&)> loss;
};

Tensor total_of_squares(const Tensor& y) { return (y * y).sum(); }

model mlp(const model_data& data, std::int64_t batch) {
  reader p{data.parameters, at::kFloat}, inputs{data.inputs, at::kFloat};
  const Tensor x = inputs.next({batch, 64});
  return {{p.next({128, 64}), p.next({128}), p.next({64, 128}), p.next({64})},
          [x](const std::vector<Tensor>& w) {
            return total_of_squares(at::linear(at::relu(at::linear(x, w[0], w[1])), w[2], w[3]));
          }};
}

model attention(const model_data& data) {
  reader p{data.parameters, at::kFloat};
  return {{p.next({64, 64}), p.next({64, 64}), p.next({64, 64})}, [](const std::vector<Tensor>& w) {
            return total_of_squares(
                at::matmul(at::softmax(at::matmul(w[0], w[1].t()) * 0.125, -1), w[2]));
          }};
}

// (token, width) -> (head, token, width / heads)
Tensor cut(const Tensor& x, std::int64_t heads) {
  return x.reshape({x.size(0), heads, x.size(1) / heads}).transpose(0, 1);
}
Tensor join(const Tensor& x) {
  return x.transpose(0, 1).reshape({x.size(1), x.size(0) * x.size(2)});
}

model encoder_layer(const model_data& data) {
  reader p{data.parameters, at::kFloat}, inputs{data.inputs, at::kFloat};
  const Tensor x = inputs.next({16, 64});
  model m;
  for (int i = 0; i < 4; ++i) {  // q, k, v, output
    m.parameters.push_back(p.next({64, 64}));
    m.parameters.push_back(p.next({64}));
  }
  m.parameters.push_back(p.next({256, 64}));
  m.parameters.push_back(p.next({256}));
  m.parameters.push_back(p.next({64, 256}));
  for (int i = 0; i < 5; ++i) m.parameters.push_back(p.next({64}));  // its bias; two norms
  m.loss = [x](const std::vector<Tensor>& w) {
    const Tensor y = at::layer_norm(x, {64}, w[12], w[13], 1e-5);
    const Tensor q = cut(at::linear(y, w[0], w[1]), 4), k = cut(at::linear(y, w[2], w[3]), 4),
                 v = cut(at::linear(y, w[4], w[5]), 4);
    const Tensor weights = at::softmax(at::matmul(q, k.transpose(1, 2)) * 0.25, -1);
    const Tensor sum = x + at::linear(join(at::matmul(weights, v)), w[6], w[7]);
    const Tensor z = at::layer_norm(sum, {64}, w[14], w[15], 1e-5);
    return total_of_squares(sum +
                            at::linear(at::gelu(at::linear(z, w[8], w[9]), "tanh"), w[10], w[11]));
  };
  return m;
}

model lstm(const model_data& data) {
  reader p{data.parameters, at::kFloat}, inputs{data.inputs, at::kFloat};
  const Tensor x = inputs.next({32, 1, 64}), zero = at::zeros({1, 1, 64});
  return {{p.next({256, 64}), p.next({256, 64}), p.next({256}), p.next({256})},
          [x, zero](const std::vector<Tensor>& w) {
            return total_of_squares(std::get<0>(at::lstm(x, {zero, zero}, {w[0], w[1], w[2], w[3]},
                                                         true, 1, 0, true, false, false)));
          }};
}

Tensor rms_norm(const Tensor& x) { return x * at::rsqrt(at::mean(x * x, {-1}, true) + 1e-5); }

model gpt(const model_data& data) {
  reader p{data.parameters, at::kDouble}, inputs{data.inputs, at::kDouble};
  const Tensor ids = inputs.next({8}).to(at::kLong), next = inputs.next({8}).to(at::kLong);
  const Tensor masked = at::ones({8, 8}).triu(1).to(at::kBool);
  return {{p.next({27, 16}), p.next({16, 16}), p.next({27, 16}), p.next({16, 16}), p.next({16, 16}),
           p.next({16, 16}), p.next({16, 16}), p.next({64, 16}), p.next({16, 64})},
          [=](const std::vector<Tensor>& w) {
            const Tensor x = rms_norm(at::embedding(w[0], ids) + w[1].narrow(0, 0, 8));
            const Tensor y = rms_norm(x);
            const Tensor q = cut(at::linear(y, w[3]), 4), k = cut(at::linear(y, w[4]), 4),
                         v = cut(at::linear(y, w[5]), 4);
            const Tensor scores =
                (at::matmul(q, k.transpose(1, 2)) * 0.5)
                    .masked_fill(masked, -std::numeric_limits<double>::infinity());
            const Tensor z = at::linear(join(at::matmul(at::softmax(scores, -1), v)), w[6]) + x;
            const Tensor inner = at::linear(at::relu(at::linear(rms_norm(z), w[7])), w[8]) + z;
            return at::cross_entropy_loss(at::linear(inner, w[2]), next);
          }};
}

model by_name(const model_data& data) {
  if (data.name == "MLP 64-128-64") return mlp(data, 1);
  if (data.name == "MLP 64-128-64, batch 32") return mlp(data, 32);
  if (data.name == "attention 64x64") return attention(data);
  if (data.name == "encoder layer 64, 16 tokens") return encoder_layer(data);
  if (data.name == "LSTM 64, 32 steps") return lstm(data);
  if (data.name == "microgpt, 8 characters") return gpt(data);
  throw std::invalid_argument("no model of that name in torch.cpp: " + data.name);
}

}  // namespace

learner torch_learner(const model_data& data) {
  at::set_num_threads(1);
  const auto m = std::make_shared<model>(by_name(data));
  for (Tensor& w : m->parameters) w.requires_grad_(true);
  const auto gradients = std::make_shared<std::vector<Tensor>>();
  return {[m] {
            const at::NoGradGuard no_record;
            return m->loss(m->parameters).item<double>();
          },
          [m, gradients] {
            const Tensor loss = m->loss(m->parameters);
            *gradients = torch::autograd::grad({loss}, m->parameters);
            return loss.item<double>();
          },
          [gradients] {
            std::vector<double> all;
            for (const Tensor& g : *gradients) {
              const auto numbers = numbers_of(g);
              all.insert(all.end(), numbers.begin(), numbers.end());
            }
            return all;
          }};
}

}  // namespace bench
