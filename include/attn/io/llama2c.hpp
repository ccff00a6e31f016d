// SPDX-License-Identifier: BSL-1.0
// The files of llama2.c (github.com/karpathy/llama2.c): a model of float32, and its tokenizer.
//
//   from_llama2c(bytes, model)       loads an nn::llama, or returns what is wrong: text()
//   to_llama2c(model)                the bytes of such a file
//   from_llama2c(bytes, tokenizer)   a byte_pair_tokenizer (io/byte_pair.hpp), likewise
//   to_llama2c(tokenizer)
//
// A model begins with 7 int32, little endian: width, inner width, layers, heads, heads of keys and
// values, words (negative: the output layer has weights of its own), positions. Its float32 are
// tensor by tensor the numbers of all layers, and two tables of cosines and sines that nobody
// reads. It is the first version of the format, which has no magic number. A tokenizer is the
// length of the longest word, and for each word a float32 score, its length and its bytes.
//
// Rules: is_llama, for the model: an nn::llama of float, plain, in either layout.
// All of a file is checked before the first number is loaded.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <attn/io/byte_pair.hpp>
#include <attn/io/checkpoint.hpp>
#include <attn/io/file.hpp>
#include <attn/io/to_text.hpp>
#include <attn/models/llama.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The numbers at the beginning of a file, and what they are called.
inline constexpr std::size_t llama2c_sizes = 7;
ATTN_ABI inline constexpr const char* names_of_llama2c_sizes[llama2c_sizes] = {
    "width", "inner width", "layers", "heads", "heads of keys and values", "words", "positions"};

template <class M>
struct sizes_in_llama2c {
  static constexpr bool known = false;
};
template <class Word, class Width, class Head, class KvHead, class Inner, class Layout,
          class Options, std::size_t N, class Position, class Norm>
struct sizes_in_llama2c<
    nn::language_model<Word, nn::llama_layer<float, Width, Head, KvHead, Inner, Layout, Options>, N,
                       nn::no_positions<float, Position, Width>, Norm>> {
  static constexpr bool known = !std::is_same_v<Layout, packed_weights>;
  ATTN_ABI static constexpr std::uint32_t values[llama2c_sizes] = {
      static_cast<std::uint32_t>(Width::size),
      static_cast<std::uint32_t>(Inner::size),
      static_cast<std::uint32_t>(N),
      static_cast<std::uint32_t>(Head::size),
      static_cast<std::uint32_t>(KvHead::size),
      static_cast<std::uint32_t>(Word::size),
      static_cast<std::uint32_t>(Position::size)};
  // Cosines and sines of each position.
  static constexpr std::size_t unread = Position::size * (Width::size / Head::size);
};

// Calls f(tensor, is a weight that the file has output by input) in the order of the file.
template <class M, class F>
ATTN_ABI constexpr void for_each_in_llama2c(M& model, const F& f) {
  const auto of_layers = [&](const auto& tensor_of) {
    for (auto& layer : model.layers) f(tensor_of(layer));
  };
  f(model.embedding.weight);
  of_layers([](auto& l) -> auto& { return l.norm1.weight; });
  of_layers([](auto& l) -> auto& { return l.self_attn.q_proj; });
  of_layers([](auto& l) -> auto& { return l.self_attn.k_proj; });
  of_layers([](auto& l) -> auto& { return l.self_attn.v_proj; });
  of_layers([](auto& l) -> auto& { return l.self_attn.out_proj; });
  of_layers([](auto& l) -> auto& { return l.norm2.weight; });
  of_layers([](auto& l) -> auto& { return l.feed_forward.w1; });
  of_layers([](auto& l) -> auto& { return l.feed_forward.w2; });
  of_layers([](auto& l) -> auto& { return l.feed_forward.w3; });
  f(model.norm.weight);
}

// The place of number i of a tensor in the file: a weight of a linear layer is output by input
// there.
template <class Node>
ATTN_ABI constexpr auto& tensor_in(Node& node) {
  if constexpr (is_leaf<std::remove_const_t<Node>>)
    return node;
  else
    return node.weight;
}
template <class Node>
ATTN_ABI constexpr std::size_t place_in_llama2c(std::size_t i) {
  if constexpr (requires { Node::layout::input_axis; }) {
    if constexpr (Node::layout::input_axis == 0) {
      constexpr std::size_t outputs = last_axis<typename Node::weight_type::shape_type>::size;
      constexpr std::size_t inputs = Node::weight_type::volume / outputs;
      return i % outputs * inputs + i / outputs;
    }
  }
  return i;
}

}  // namespace detail

namespace rules {

template <bool Is>
struct is_llama {
  static constexpr bool value = Is;
};
template <class M>
struct llama2c_call {
  using operands = roles<>;
  using llama = is_llama<attn::detail::sizes_in_llama2c<M>::known>;
  using all = in_order<llama>;
};

}  // namespace rules

#define ATTN_REQUIRE_LLAMA2C(call, text) \
  ATTN_REQUIRE(call, llama,              \
               text ": requires an nn::llama of float; load the plain model, and pack it then")

template <parameter_struct M>
  requires(!std::is_const_v<M>)
ATTN_ABI constexpr checkpoint_result from_llama2c(const byte_view& file, M& model) {
  using call = rules::llama2c_call<M>;
  ATTN_REQUIRE_LLAMA2C(call, "attn::from_llama2c(bytes, model)");
  checkpoint_result result;
  if constexpr (call::all::value) {
    using sizes = detail::sizes_in_llama2c<M>;
    constexpr std::size_t begin = 4 * detail::llama2c_sizes;
    if (file.size() < begin) {
      result.fault.add("the file has ").add(file.size());
      result.fault.add(" bytes, and a file of llama2.c begins with 28 for the sizes of the model");
      return result;
    }
    for (std::size_t i = 0; i < detail::llama2c_sizes; ++i) {
      const auto found = little_endian<std::uint32_t>(file, 4 * i);
      if (found == sizes::values[i]) continue;
      if (i == 0 && found == 0x616b3432) {
        result.fault.add(
            "the file is of a later version of llama2.c's format; export.py --version 0 writes the "
            "first");
        return result;
      }
      result.fault.add(detail::names_of_llama2c_sizes[i]).add(": the model has ");
      result.fault.add(sizes::values[i]).add(", the file ");
      if (i == 5 && found == 0 - sizes::values[i])
        result.fault.add("has the same number and an output layer of its own");
      else if (found > 0x7fffffffu)
        result.fault.add("a negative number");
      else
        result.fault.add(found);
      return result;
    }
    constexpr std::size_t numbers = parameter_count<M> + sizes::unread;
    if (file.size() != begin + 4 * numbers) {
      result.fault.add("the file has ").add(file.size()).add(" bytes, and a model of its sizes ");
      result.fault.add(begin + 4 * numbers);
      return result;
    }
    std::size_t at = begin;
    detail::for_each_in_llama2c(model, [&](auto& node) {
      auto& to = detail::tensor_in(node);
      for (std::size_t i = 0; i < to.size(); ++i) {
        const std::size_t place =
            at + 4 * detail::place_in_llama2c<std::remove_cvref_t<decltype(node)>>(i);
        to.data()[i] = std::bit_cast<float>(little_endian<std::uint32_t>(file, place));
      }
      at += 4 * to.size();
    });
  }
  return result;
}

template <parameter_struct M>
ATTN_ABI constexpr byte_buffer to_llama2c(const M& model) {
  using call = rules::llama2c_call<M>;
  ATTN_REQUIRE_LLAMA2C(call, "attn::to_llama2c(model)");
  byte_buffer file;
  if constexpr (call::all::value) {
    using sizes = detail::sizes_in_llama2c<M>;
    for (const std::uint32_t size : sizes::values) append_little_endian(file, size);
    detail::for_each_in_llama2c(model, [&](const auto& node) {
      const auto& from = detail::tensor_in(node);
      const std::size_t begin = file.size();
      detail::append_zeros(file, 4 * from.size());
      for (std::size_t i = 0; i < from.size(); ++i) {
        const auto bits = std::bit_cast<std::uint32_t>(from.data()[i]);
        const std::size_t place =
            begin + 4 * detail::place_in_llama2c<std::remove_cvref_t<decltype(node)>>(i);
        for (std::size_t byte = 0; byte < 4; ++byte)
          file[place + byte] = static_cast<unsigned char>(bits >> 8 * byte);
      }
    });
    detail::append_zeros(file, 4 * sizes::unread);
  }
  return file;
}

// The ids that begin and end a text are 1 and 2.
template <std::size_t Words, std::size_t Characters>
ATTN_ABI constexpr checkpoint_result from_llama2c(const byte_view& file,
                                                  byte_pair_tokenizer<Words, Characters>& words) {
  checkpoint_result result;
  byte_pair_tokenizer<Words, Characters> read;
  if (file.size() < 4) {
    result.fault.add("the file has ").add(file.size());
    result.fault.add(" bytes, and a tokenizer of llama2.c begins with 4 for its longest word");
    return result;
  }
  std::size_t at = 4;
  std::vector<char> word;
  for (std::size_t id = 0; id < Words; ++id) {
    const auto fault = [&](const char* text) {
      result.fault.add("word ").add(id).add(text);
      return result;
    };
    if (file.size() - at < 8) return fault(": the file ends before it");
    const auto score = std::bit_cast<float>(little_endian<std::uint32_t>(file, at));
    const std::size_t length = little_endian<std::uint32_t>(file, at + 4);
    at += 8;
    if (length > file.size() - at) return fault(": the file ends in it");
    if (!(score == score)) return fault(": its score is not a number");
    word.resize(0);
    for (std::size_t i = 0; i < length; ++i) word.push_back(static_cast<char>(file[at + i]));
    if (!read.add(word_view(word.data(), length), score))
      return fault(": the tokenizer has room for fewer characters");
    at += length;
  }
  if (at != file.size()) {
    result.fault.add("the file has ")
        .add(file.size() - at)
        .add(" bytes after word ")
        .add(Words - 1);
    return result;
  }
  if constexpr (Words > 2) {
    read.begin_of_text = token_id<Words>(1);
    read.end_of_text = token_id<Words>(2);
  }
  words = read;
  return result;
}

template <std::size_t Words, std::size_t Characters>
ATTN_ABI constexpr byte_buffer to_llama2c(const byte_pair_tokenizer<Words, Characters>& words) {
  byte_buffer file;
  std::uint32_t longest = 0;
  for (std::size_t id = 0; id < words.size(); ++id) {
    const auto size = static_cast<std::uint32_t>((words.word)(token_id<Words>(id)).size());
    longest = size > longest ? size : longest;
  }
  append_little_endian(file, longest);
  for (std::size_t id = 0; id < words.size(); ++id) {
    const word_view word = (words.word)(token_id<Words>(id));
    append_little_endian(file, std::bit_cast<std::uint32_t>(words.score(token_id<Words>(id))));
    append_little_endian(file, static_cast<std::uint32_t>(word.size()));
    for (const char c : word) file.push_back(static_cast<unsigned char>(c));
  }
  return file;
}

}  // namespace attn
ATTN_STRICT_FP_END
