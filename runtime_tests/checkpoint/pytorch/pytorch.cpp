// SPDX-License-Identifier: BSL-1.0
// pytorch.py compiles this with headers of the files that make.py has written, and runs it in their
// directory. What PyTorch computed is in double precision; the models here are float.
#include <attn/io/file.hpp>
#include <attn/io/safetensors.hpp>
#include <attn/layers/cross_entropy.hpp>
#include <attn/recurrent.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/tuple.hpp>
#include <cstdio>
#include <string>

#include "encoder.hpp"
#include "encoder_results.hpp"
#include "gpt2.hpp"
#include "gpt2_results.hpp"
#include "lstm.hpp"
#include "lstm_results.hpp"
#include "tagger.hpp"
#include "tagger_results.hpp"

using namespace attn;

using token = axis<"token", 5>;
using width = axis<"width", 8>;
using head = axis<"head", 2>;
using inner = axis<"inner", 20>;
using norm = nn::layer_norm<float, width>;

template <class X, class Y>
struct results {
  BOOST_HANA_DEFINE_STRUCT(results, (X, x), (Y, y));
};
template <class X>
constexpr bool close(const X& x, const X& expected) {
  return allclose(x, expected, 0, 1e-5f);
}

template <class Layout>
struct answering {
  using layer = nn::encoder_layer<float, width, head, inner, Layout, act::relu, post_norm>;
  using encoder_type = nn::encoder<layer, 2, norm>;
  using answer_type = nn::linear<float, width, axis<"answer", 8>, Layout>;
  BOOST_HANA_DEFINE_STRUCT(answering, (encoder_type, encoder), (answer_type, answer));

  constexpr auto operator()(const tensor<float, token, width>& x) const {
    return answer(encoder(x));
  }
};
using answers = tensor<float, token, axis<"answer", 8>>;
constexpr auto of_encoder = from_safetensors<results<tensor<float, token, width>, answers>,
                                             bytes::encoder_results, allow_rounding>();

using in = axis<"in", 3>;
using hidden = axis<"hidden", 4>;
using lower = nn::lstm_cell<float, in, hidden>;
using upper = nn::lstm_cell<float, hidden, hidden>;
struct two_layers {
  using cells = boost::hana::tuple<lower, upper>;
  BOOST_HANA_DEFINE_STRUCT(two_layers, (cells, layers));

  constexpr auto operator()(const tensor<float, token, in>& x) const {
    const auto below = unroll(layers[boost::hana::size_c<0>], x, initial<lstm_state<vector>>());
    return unroll(layers[boost::hana::size_c<1>], below.outputs, initial<lstm_state<vector>>());
  }
  using vector = tensor<float, hidden>;
};
struct lstm_results {
  using inputs = tensor<float, token, in>;
  using outputs = tensor<float, token, hidden>;
  using states = tensor<float, axis<"layer", 2>, hidden>;
  BOOST_HANA_DEFINE_STRUCT(lstm_results, (inputs, x), (outputs, y), (states, h_n), (states, c_n));
};
constexpr auto of_lstm = from_safetensors<lstm_results, bytes::lstm_results, allow_rounding>();

// A tagger of a padded batch.
using word = axis<"word", 11>;
using batch = axis<"batch", 3>;
using tag = axis<"tag", 3>;
struct tagger_results {
  using integers = tensor<long long, batch, token>;
  using numbers = tensor<long long, batch>;
  using logits = tensor<float, batch, token, tag>;
  BOOST_HANA_DEFINE_STRUCT(tagger_results, (integers, x), (numbers, lengths), (integers, tags),
                           (logits, y), (tensor<float>, loss));
};
constexpr auto of_tagger =
    from_safetensors<tagger_results, bytes::tagger_results, allow_rounding>();
template <class Layout>
struct tagger {
  using embedding_type = nn::embedding<float, word, axis<"embedded", 6>>;
  using cell = nn::lstm_cell<float, axis<"embedded", 6>, hidden>;
  using lstm_type = nn::recurrent_layers<nn::bidirectional<cell>, 2>;
  using output_type = nn::linear<float, axis<"hidden", 8>, tag, Layout>;
  BOOST_HANA_DEFINE_STRUCT(tagger, (embedding_type, word_embeddings), (lstm_type, lstm),
                           (output_type, hidden2tag));

  constexpr auto operator()(const tensor<long long, batch, token>& words) const {
    return hidden2tag(
        unroll<"token">(lstm, word_embeddings(as_token_ids<11>(words)), of_tagger.lengths).outputs);
  }
};
constexpr auto tagged = from_safetensors<tagger<output_by_input>, bytes::tagger, torch_names>();
static_assert(close(tagged(of_tagger.x), of_tagger.y));
static_assert(close(cross_entropy(tagged(of_tagger.x), of_tagger.tags, {.ignore_index = -100}),
                    of_tagger.loss));

template <class Layout>
using gpt2 = nn::language_model<
    word, nn::encoder_layer<float, width, head, inner, Layout, act::gelu_tanh, pre_norm>, 2,
    nn::learned_positions<float, axis<"position", 6>, width>, norm>;
constexpr auto of_gpt2 =
    from_safetensors<results<tensor<long long, token>, tensor<float, token, word>>,
                     bytes::gpt2_results, allow_rounding>();
constexpr tensor<token_id<11>, token> ids = [] {
  tensor<token_id<11>, token> x;
  for (std::size_t i = 0; i < token::size; ++i)
    x(i) = token_id<11>(static_cast<std::size_t>(of_gpt2.x(i)));
  return x;
}();

// As constants.
static_assert(
    close(from_safetensors<answering<output_by_input>, bytes::encoder, torch_names>()(of_encoder.x),
          of_encoder.y));
static_assert(
    close(from_safetensors<answering<input_by_output>, bytes::encoder, torch_names>()(of_encoder.x),
          of_encoder.y));
constexpr auto ran = from_safetensors<two_layers, bytes::lstm, torch_names>()(of_lstm.x);
static_assert(close(ran.outputs, of_lstm.y));
static_assert(close(ran.last.value.hidden, select<"layer">(of_lstm.h_n, 1)));
static_assert(close(ran.last.value.cell, select<"layer">(of_lstm.c_n, 1)));
static_assert(close(from_safetensors<gpt2<input_by_output>, bytes::gpt2, gpt2_names>()(ids),
                    of_gpt2.y));
static_assert(close(from_safetensors<gpt2<output_by_input>, bytes::gpt2, gpt2_names>()(ids),
                    of_gpt2.y));

bool failed = false;
void expect(bool holds, const char* what) {
  if (!holds) std::printf("%s\n", what);
  failed = failed || !holds;
}

template <class M, class X, class Y, class... Option>
void at_run_time(const std::string& file, const std::string& layout, const X& x, const Y& y,
                 Option... options) {
  M model{};
  std::fputs(from_safetensors(read_file((file + ".safetensors").c_str()).bytes, model, options...)
                 .text()
                 .c_str(),
             stdout);
  if constexpr (requires { model(x).outputs; })
    expect(close(model(x).outputs, y), file.c_str());
  else
    expect(close(model(x), y), file.c_str());
  const std::string to = file + "_" + layout + ".safetensors";
  if constexpr (requires { model.lstm; } || std::is_same_v<M, two_layers>)
    expect(bool(write_file(to.c_str(), to_safetensors(model, options..., layer_numbers))),
           "written");
  else
    expect(bool(write_file(to.c_str(), to_safetensors(model, options...))), "written");
}

template <class Layout>
void with_layout(const char* layout) {
  at_run_time<answering<Layout>>("encoder", layout, of_encoder.x, of_encoder.y, torch_names);
  at_run_time<two_layers>("lstm", layout, of_lstm.x, of_lstm.y, torch_names);
  at_run_time<tagger<Layout>>("tagger", layout, of_tagger.x, of_tagger.y, torch_names);
  at_run_time<gpt2<Layout>>("gpt2", layout, ids, of_gpt2.y, gpt2_names);
}

int main() {
  with_layout<output_by_input>("output_by_input");
  with_layout<input_by_output>("input_by_output");
  return failed ? 1 : 0;
}
