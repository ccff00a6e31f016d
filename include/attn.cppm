// SPDX-License-Identifier: BSL-1.0
// The library as a C++20 module: `import attn;` gives what attn/all.hpp declares.
// docs/packages.md shows how to compile it. A module exports no macros: version.hpp is for including.
//
// The declarations are attached to the global module (extern "C++"), as in units that include the
// headers: both kinds of unit make one program. They are in the purview, not in the global module
// fragment, where a compiler may discard what only argument-dependent lookup finds.
module;

// All that the library includes of others, so that it is not included, and exported, below.
#include <algorithm>
#include <array>
#include <bit>
#include <boost/hana/accessors.hpp>
#include <boost/hana/basic_tuple.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/tag_of.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/fwd/at.hpp>
#include <boost/hana/fwd/first.hpp>
#include <boost/hana/fwd/pair.hpp>
#include <boost/hana/fwd/second.hpp>
#include <boost/hana/fwd/string.hpp>
#include <boost/hana/fwd/tuple.hpp>
#include <boost/hana/fwd/unpack.hpp>
#include <cerrno>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdio.h>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <new>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

export module attn;

// Compilers look for these by name where a template of the library is instantiated: in units that
// import, which need not include the headers that declare them.
export namespace std {
using std::initializer_list;
using std::operator+;
using std::operator==;
using std::operator<=>;
using std::operator<<;
}  // namespace std
#if defined(_GLIBCXX_RELEASE) && _GLIBCXX_RELEASE < 16  // and, for iterators, for these
export namespace __gnu_cxx {
using __gnu_cxx::operator==;
using __gnu_cxx::operator<=>;
using __gnu_cxx::operator-;
using __gnu_cxx::operator+;
}  // namespace __gnu_cxx
#endif

#if defined(__clang__)
#pragma clang diagnostic ignored "-Winclude-angled-in-module-purview"
#endif
export extern "C++" {
#include <attn/all.hpp>
}
