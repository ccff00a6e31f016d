// SPDX-License-Identifier: BSL-1.0
// rejected: a model of integers is to be made of a text.
// expect-error: attn::from_text<m>\(text\): the elements must be float or double
// errors: 1
#include <attn.hpp>
#include <attn/io/from_text.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

template <class T>
struct network {
  using vector = tensor<T, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(network, (vector, weight));
};

#ifdef ATTN_REJECT
inline auto read() { return from_text<network<int>>("1 2 3"); }
#else
inline auto read() { return from_text<network<float>>("1 2 3"); }
#endif
