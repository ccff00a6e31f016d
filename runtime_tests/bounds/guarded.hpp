// SPDX-License-Identifier: BSL-1.0
// An object between two guard pages: at the end of its own pages, so that reading
// or writing behind it ends the program, or at their beginning, for what lies before.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <new>
#include <stdexcept>

namespace attn_tests {

enum class place { end, beginning };

// Storage for a T; what is put there needs no destructor.
template <class T>
class guarded {
 public:
  explicit guarded(place where) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t inner = (sizeof(T) + page - 1) / page * page;
    size_ = inner + 2 * page;
    void* const all = mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) throw std::bad_alloc();
    pages_ = static_cast<char*>(all);
    if (mprotect(pages_ + page, inner, PROT_READ | PROT_WRITE) != 0)
      throw std::runtime_error("mprotect");
    at_ = pages_ + page + (where == place::end ? inner - sizeof(T) : 0);
  }
  ~guarded() { munmap(pages_, size_); }
  guarded(const guarded&) = delete;

  void* at() const { return at_; }

 private:
  char* pages_ = nullptr;
  char* at_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace attn_tests
