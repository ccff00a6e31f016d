// SPDX-License-Identifier: BSL-1.0
// A dictionary of 23 words and a sentence of 7, as a worked example of self-attention has them.
#pragma once

#include <attn/text/tokenizer.hpp>
#include <string_view>

namespace attn_tests::article {
inline constexpr attn::vocabulary_of dictionary{attn::ids_from<1>,
    {"I", "Like", "AI", "And", "Machine", "Learning", "Data", "Model", "Code", "Algorithms",
        "Python", "Research", "Robots", "Deep", "Networks", "Compute", "Vision", "Tools",
        "Projects", "Neural", "Knowledge", "Automation", "Innovation"}};

inline constexpr std::string_view sentence = "I Like Machine Learning And Deep Learning";
inline constexpr int ids[] = {1, 2, 5, 6, 4, 14, 6};
}  // namespace attn_tests::article
