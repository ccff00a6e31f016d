// SPDX-License-Identifier: BSL-1.0
// Where a checkpoint of GPT-2, as Hugging Face's Transformers writes it, has the tensors of an
// nn::language_model. Its linear layers are (in, out); checkpoint.hpp has the table.
#pragma once

#include <cstddef>
#include <string_view>

#include <attn/io/detail/location.hpp>
#include <attn/io/detail/torch_names.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// What a part of a dotted name is there. `first`: it is at the beginning of the name.
struct renamed_part {
  std::string_view own, there;
  bool first;
};
ATTN_ABI inline constexpr renamed_part gpt2_parts[] = {
    {"embedding", "wte", true},
    {"positions", "wpe", true},
    {"layers", "h", true},
    {"norm", "ln_f", true},
    {"norm1", "ln_1", false},
    {"norm2", "ln_2", false},
    {"self_attn.out_proj", "attn.c_proj", false},
    {"feed_forward.linear1", "mlp.c_fc", false},
    {"feed_forward.linear2", "mlp.c_proj", false},
    {"self_attn.q_proj", "attn.c_attn", false},
    {"self_attn.k_proj", "attn.c_attn", false},
    {"self_attn.v_proj", "attn.c_attn", false},
};

ATTN_ABI constexpr joined_name gpt2_name(std::string_view own) {
  joined_name name;
  for (std::size_t i = 0; i < own.size();) {
    const bool starts = i == 0 || own[i - 1] == '.';
    const renamed_part* renamed = nullptr;
    for (const renamed_part& part : gpt2_parts)
      if (starts && (i == 0 || !part.first) && own.substr(i, part.own.size()) == part.own &&
          own.substr(i + part.own.size()).substr(0, 1) == ".")
        renamed = &part;
    name.add(renamed != nullptr ? renamed->there : own.substr(i, 1));
    i += renamed != nullptr ? renamed->own.size() : 1;
  }
  return name;
}

// Readers and writers alike: there is one place for each tensor.
ATTN_ABI constexpr location place_in_gpt2(const wanted_tensor& want) {
  location at = own_location(want);
  if (want.layout == weight_layout::output_by_input) transpose(at);
  if (const projection_name of = projection_in(want.full_name()))
    make_part(at, at.rank - 1, of.part, 3);
  at.name = gpt2_name(want.full_name());
  return at;
}

// Older files also have the causal mask, which no model of the library stores.
ATTN_ABI constexpr bool is_mask_of_gpt2(std::string_view name) {
  for (const std::string_view mask :
       {std::string_view(".attn.bias"), std::string_view(".attn.masked_bias")})
    if (name.size() > mask.size() && name.substr(name.size() - mask.size()) == mask) return true;
  return false;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
