// SPDX-License-Identifier: BSL-1.0
// A view of characters, like std::string_view, whose header would add a third to the compile time
// of <attn.hpp>.
//
//   word_view w = "text";         from literals and from what has data() and size(): std::string,
//                                 std::string_view
//   std::string_view s = w;       to whatever is made of a pointer and a length
//   w.data() w.size() w.empty() begin end ==
//
// It does not own the characters: a std::string must outlive its view.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/abi.hpp>
#include <attn/version.hpp>

namespace attn {

namespace detail {
template <class Text>
concept has_characters = requires(const Text& text) {
  static_cast<const char*>(text.data());
  static_cast<std::size_t>(text.size());
};
}  // namespace detail

class word_view {
 public:
  ATTN_ABI constexpr word_view() = default;
  ATTN_ABI constexpr word_view(const char* characters) : data_(characters) {
    while (characters[size_] != '\0') ++size_;
  }
  ATTN_ABI constexpr word_view(const char* data, std::size_t size) : data_(data), size_(size) {}
  template <detail::has_characters Text>
  ATTN_ABI constexpr word_view(const Text& text) : data_(text.data()), size_(text.size()) {}

  // Types constructible from a pointer and a length, except numbers.
  template <class Text>
    requires(std::is_class_v<Text> && std::is_constructible_v<Text, const char*, std::size_t> &&
             detail::has_characters<Text>)
  ATTN_ABI constexpr operator Text() const {
    return Text(data_, size_);
  }

  ATTN_ABI constexpr const char* data() const { return data_; }
  ATTN_ABI constexpr std::size_t size() const { return size_; }
  ATTN_ABI constexpr bool empty() const { return size_ == 0; }
  ATTN_ABI constexpr const char* begin() const { return data_; }
  ATTN_ABI constexpr const char* end() const { return data_ + size_; }

  ATTN_ABI friend constexpr bool operator==(const word_view& a, const word_view& b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i)
      if (a.data_[i] != b.data_[i]) return false;
    return true;
  }
  // Of another text the better match than its own comparison, were it made of a view.
  template <detail::has_characters Text>
    requires(!std::is_same_v<Text, word_view>)
  ATTN_ABI friend constexpr bool operator==(const word_view& a, const Text& b) {
    return a == word_view(b);
  }

 private:
  const char* data_ = "";
  std::size_t size_ = 0;
};

}  // namespace attn
