// SPDX-License-Identifier: BSL-1.0
// A Llama that tells a story, token by token, and what its heads attend to: the model that
// docs/examples/stories.cpp trained, or files of llama2.c that the visitor chooses. The compiler
// also tells the story of the first, and hashes what it computes: see `proved`.
#include <attn/io/llama2c.hpp>
#include <attn/models/llama.hpp>
#include <attn/text.hpp>
#include <new>
#include <string_view>

#include "examples/llama_sampling.hpp"
#include "examples/stories.hpp"
#include "stories_bytes.hpp"  // docs/examples/stories.bin, written by build.py

#ifdef __wasm__
#define PLAY_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#else  // where the test proves the assertions with another compiler
#define PLAY_EXPORT(name) extern "C"
#endif

namespace {

// What the library allocates while it reads a tokenizer or encodes a prompt. The next call begins
// with all of it free.
struct {
  alignas(16) unsigned char bytes[1 << 16];
  std::size_t used;
} heap;

}  // namespace

void* operator new(std::size_t n) {
  n = (n + 15) / 16 * 16;
  if (n > sizeof(heap.bytes) - heap.used) __builtin_trap();
  heap.used += n;
  return heap.bytes + heap.used - n;
}
void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}

namespace {

using namespace attn;

constexpr void mix(std::uint64_t& hash, std::uint32_t bits) {  // as FNV-1a does it, with words
  hash = (hash ^ bits) * 0x100000001b3;
}

// After some tokens: what the model knows, its logits for the next token, what each head attended
// to when the last one was read, and a hash of all of it so far.
template <class Model>
struct reading {
  static constexpr std::size_t layers = std::extent_v<typename Model::layers_type>;
  using layer = std::remove_all_extents_t<typename Model::layers_type>;
  using attention = typename layer::attention_type;
  using head = typename attention::head;
  using id = token_id<Model::word::size>;

  typename Model::state_type state{};
  tensor<float, typename Model::word> logits{};
  tensor<float, axis<"layer", layers>, head, axis<"key", Model::position::size>> weights{};
  std::uint64_t hash = 0;
  id last{};

  // As model.step(state, next), which the last assertion below compares.
  constexpr void read(const Model& model, id next) {
    using token = dim<1>;
    const std::size_t before = state.tokens;
    last = next;
    auto x = model.positions(model.embedding(tensor<id, token>{next}), before);
    for (std::size_t i = 0; i < layers; ++i) {
      const layer& at = model.layers[i];
      const auto q = rotary<llama2c_block::pairs>(
          split_heads<head, typename attention::d_k>(at.self_attn.q_proj(at.norm1(x))), before,
          llama2c_block::frequencies<attention::d_k::size>);
      auto& cache = state.layers.of[i];
      x = at.step(cache, x);
      const auto found = grouped_query_attention_weights(q, cache.keys, valid_keys(cache.count));
      for (std::size_t j = 0; j < found.size(); ++j)
        weights.data()[i * found.size() + j] = found.data()[j];
    }
    ++state.tokens;
    logits = select<0>(model.logits(x), 0);

    mix(hash, static_cast<std::uint32_t>(static_cast<std::size_t>(next)));
    for (const float each : logits) mix(hash, std::bit_cast<std::uint32_t>(each));
    for (std::size_t row = 0; row < layers * head::size; ++row)
      for (std::size_t key = 0; key < state.tokens; ++key)
        mix(hash, std::bit_cast<std::uint32_t>(weights.data()[row * Model::position::size + key]));
  }
};

// --- The story that the compiler tells, at temperature 0. A constant for each token. ---

using own_model = stories::model;
constexpr own_model own_weights = [] {
  own_model model{};
  from_llama2c(stories_bytes, model);
  return model;
}();
constexpr auto own_words = stories::known_words();

constexpr stories::id most_likely(const tensor<float, stories::word>& logits) {
  llama_sampling::random_numbers none{1};
  return llama_sampling::chosen(logits, 0, 1, none);
}
constexpr auto read_after(const reading<own_model>& before) {
  auto now = before;
  now.read(own_weights,
           before.state.tokens == 0 ? own_words.begin_of_text : most_likely(before.logits));
  return now;
}
template <std::size_t N>
constexpr reading<own_model> after = read_after(after<N - 1>);
template <>
constexpr reading<own_model> after<0>{};

constexpr std::size_t proved_tokens = 27;
struct proof {
  std::uint64_t hash[proved_tokens];
  stories::id id[proved_tokens];
};
constexpr proof proved = []<std::size_t... I>(std::index_sequence<I...>) {
  return proof{{after<I + 1>.hash...}, {after<I + 1>.last...}};
}(std::make_index_sequence<proved_tokens>());

// The hash of 27 tokens, of their logits and of the weights of all heads; the words; and their end.
static_assert(proved.hash[proved_tokens - 1] == 0x85c321c496f92a98);
static_assert([] {
  std::string_view rest =
      "Ben had a green boat. He loved it. Anna saw the green boat. Ben gave it to Anna. Anna was "
      "glad.";
  for (std::size_t i = 1; i < proved_tokens; ++i) {
    const word_view word = own_words.text(proved.id[i], proved.id[i - 1]);
    if (rest.substr(0, word.size()) != std::string_view(word.data(), word.size())) return false;
    rest.remove_prefix(word.size());
  }
  return rest.empty() && most_likely(after<proved_tokens>.logits) == own_words.begin_of_text;
}());
// The composition above is the model's step.
static_assert([] {
  auto state = after<proved_tokens - 1>.state;
  const auto logits = own_weights.step(state, after<proved_tokens>.last);
  return bitwise_equal(logits, after<proved_tokens>.logits) && state == after<proved_tokens>.state;
}());

// --- The same at run time, with any weights. ---

using other_model =
    nn::llama<float, axis<"word", 512>, axis<"position", 512>, axis<"width", 64>, axis<"head", 8>,
              axis<"kv_head", 4>, axis<"inner", 172>, 5, output_by_input>;

// A model, its words, and the story so far.
template <class Model, class Words>
struct teller {
  using id = typename reading<Model>::id;
  static constexpr std::size_t most = Model::position::size;
  Model model{};
  Words words{};
  reading<Model> now{};
  id prompt[most]{}, next;
  std::size_t prompted = 0, begun = 0;

  void start() {
    now.state.reset();
    now.hash = 0;
    next = words.begin_of_text;
    prompted = begun = 0;
  }
  // Reads the next token, and chooses the one after it.
  bool step(float temperature, float nucleus, llama_sampling::random_numbers& random) {
    if (now.state.room() == 0 || (now.state.tokens != 0 && next == words.begin_of_text))
      return false;
    now.read(model, next);
    next = begun < prompted ? prompt[begun++]
                            : llama_sampling::chosen(now.logits, temperature, nucleus, random);
    return true;
  }
};

// Without constructors, which a module would call in front of each function.
constinit teller<own_model, stories::tokenizer> own;
constinit teller<other_model, byte_pair_tokenizer<512, 4096>> other;
bool is_own = true;

template <class F>
auto with_teller(F f) {
  return is_own ? f(own) : f(other);
}

struct {
  float temperature, nucleus;
  llama_sampling::random_numbers random;
} drawing;

// Files and prompts from the page, and texts for it.
unsigned char buffer[1 << 21];
struct {
  const char* at;
  std::size_t size;
} text;
void show(word_view shown) { text = {shown.data(), shown.size()}; }
constinit rules::composed_text fault;
bool report(const checkpoint_result& result) {
  fault = result.fault;
  text = {fault.data(), fault.size()};
  return static_cast<bool>(result);
}
byte_view given(std::size_t size) {
  heap.used = 0;
  return {buffer, size};
}

}  // namespace

PLAY_EXPORT(story_buffer) void* story_buffer() { return buffer; }
PLAY_EXPORT(story_buffer_size) std::size_t story_buffer_size() { return sizeof(buffer); }
PLAY_EXPORT(story_text) const char* story_text() { return text.at; }
PLAY_EXPORT(story_text_size) std::size_t story_text_size() { return text.size; }

// The project's own weights; a file of `size` bytes in the buffer, which may have other weights for
// its type; the words for the other type. False with a text, if a file is not one.
PLAY_EXPORT(story_own_model) void story_own_model() {
  is_own = true;
  from_llama2c(stories_bytes, own.model);
  own.words = own_words;
}
PLAY_EXPORT(story_model)
bool story_model(std::size_t size) {
  constexpr std::uint32_t width = own_model::width::size;
  const byte_view file = given(size);
  const bool of_own_type = size >= 4 && little_endian<std::uint32_t>(file, 0) == width;
  if (!report(of_own_type ? from_llama2c(file, own.model) : from_llama2c(file, other.model)))
    return false;
  is_own = of_own_type;
  return true;
}
PLAY_EXPORT(story_words)
bool story_words(std::size_t size) { return report(from_llama2c(given(size), other.words)); }

PLAY_EXPORT(story_layers) std::size_t story_layers() {
  return with_teller([](auto& to) { return to.now.layers; });
}
PLAY_EXPORT(story_heads) std::size_t story_heads() {
  return with_teller([](auto& to) { return decltype(to.now)::head::size; });
}
PLAY_EXPORT(story_positions) std::size_t story_positions() {
  return with_teller([](auto& to) { return decltype(to.model)::position::size; });
}

// A story from its beginning. The prompt are ids in the buffer, as many as story_encode returned.
PLAY_EXPORT(story_encode)
std::size_t story_encode(std::size_t size) {
  heap.used = 0;
  const auto ids = other.words.encode({reinterpret_cast<const char*>(buffer), size});
  for (std::size_t i = 0; i < ids.size(); ++i)
    reinterpret_cast<std::uint32_t*>(buffer)[i] =
        static_cast<std::uint32_t>(static_cast<std::size_t>(ids[i]));
  return ids.size();
}
PLAY_EXPORT(story_start)
void story_start(std::size_t prompted, float temperature, float nucleus, std::uint64_t seed) {
  drawing = {temperature, nucleus, {seed}};
  with_teller([&](auto& to) {
    using teller_type = std::remove_reference_t<decltype(to)>;
    to.start();
    for (std::size_t i = 0; i < prompted && i < teller_type::most; ++i)
      to.prompt[to.prompted++] =
          typename teller_type::id(reinterpret_cast<const std::uint32_t*>(buffer)[i]);
  });
}
// False at the end of the story, or if there is no room for another token.
PLAY_EXPORT(story_step) bool story_step() {
  return with_teller([](auto& to) {
    const auto before = to.now.last;
    if (!to.step(drawing.temperature, drawing.nucleus, drawing.random)) return false;
    show(to.words.text(to.now.last, before));
    return true;
  });
}
// The word that would be read next; of any id.
PLAY_EXPORT(story_next) std::size_t story_next() {
  return with_teller([](auto& to) {
    show(to.words.text(to.next, to.now.last));
    return static_cast<std::size_t>(to.next);
  });
}
PLAY_EXPORT(story_word) void story_word(std::size_t i) { show(own_words.text(stories::id(i))); }
PLAY_EXPORT(story_word_count) std::size_t story_word_count() { return own_words.size(); }
// (layer, head, key), where keys after the last token are 0.
PLAY_EXPORT(story_weights) const float* story_weights() {
  return with_teller([](auto& to) { return static_cast<const float*>(to.now.weights.data()); });
}

// What the hash is now, and was in the compiler after `tokens` of them.
PLAY_EXPORT(story_hash) std::uint64_t story_hash() {
  return with_teller([](auto& to) { return to.now.hash; });
}
PLAY_EXPORT(story_proved_hash) std::uint64_t story_proved_hash(std::size_t tokens) {
  return tokens == 0 || tokens > proved_tokens ? 0 : proved.hash[tokens - 1];
}
PLAY_EXPORT(story_proved_tokens) std::size_t story_proved_tokens() { return proved_tokens; }
