// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/io that have no table of their own rejects. driver.py compiles each case with the lines above the first.
#include <attn.hpp>
#include <attn/io/from_text.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

// case: from_text_model_of_integers
// rejected: a model of integers is to be read from a text of fractions.
// expect-error: attn::from_text\(text, m\): the elements must be float or double
// errors: 1
template <class T>
struct network {
  using vector = tensor<T, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(network, (vector, weight));
};

#ifdef ATTN_REJECT
inline bool read(network<int>& m) { return static_cast<bool>(from_text("1 2 3", m)); }
#else
inline bool read(network<float>& m) { return static_cast<bool>(from_text("1 2 3", m)); }
#endif
