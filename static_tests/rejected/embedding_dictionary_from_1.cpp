// SPDX-License-Identifier: BSL-1.0
// rejected: a dictionary numbers its 23 words from 1, and its table has 23 rows: the last word has none
//   (E1).
// expect-error: attn::embedding\(ids, table\): there are more ids than the table has rows; row 0 counts
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 2>;
constexpr vocabulary_of words{
    ids_from<1>, {"I",        "Like",   "AI",        "And",        "Machine",   "Learning",
                  "Data",     "Model",  "Code",      "Algorithms", "Python",    "Research",
                  "Robots",   "Deep",   "Networks",  "Compute",    "Vision",    "Tools",
                  "Projects", "Neural", "Knowledge", "Automation", "Innovation"}};
constexpr auto ids = tokenize<token>(words, "I Like Innovation");

#ifdef ATTN_REJECT
constexpr nn::embedding<float, axis<"word", 23>, width> layer{};
constexpr auto x = layer(ids);
#else
constexpr nn::embedding<float, axis<"word", 24>, width> layer{};
constexpr auto x = layer(ids);
#endif
