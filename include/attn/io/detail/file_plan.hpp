// SPDX-License-Identifier: BSL-1.0
// Which tensors a file has for those of a model, and where each tensor of the model is in it: those
// of the model, or, with torch_names, those of PyTorch's state_dict (detail/torch_names.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <attn/io/checkpoint.hpp>
#include <attn/io/detail/meet.hpp>
#include <attn/io/detail/torch_names.hpp>
#include <attn/rules/recurrence.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

struct planned_tensor {
  joined_name name{};
  stored_type type = stored_type::unknown;
  std::size_t rank = 0;
  std::uint64_t extents[6]{};
  const char* axes[6] = {"", "", "", "", "", ""};
  std::uint64_t begin = 0, end = 0;  // in the data
};
struct file_plan {
  std::vector<planned_tensor> tensors{};
  std::vector<std::size_t> tensor_of{}, part_of{};  // of each tensor of the model
  std::vector<std::uint64_t> begin_of{};
  std::uint64_t bytes = 0;
};

ATTN_ABI constexpr bool same_extents(const wanted_tensor& a, const wanted_tensor& b) {
  if (a.rank != b.rank) return false;
  for (std::size_t d = 0; d < a.rank; ++d)
    if (a.extents[d] != b.extents[d]) return false;
  return true;
}

// Of "….q_proj.weight": that of the key or value of the same layer; count, if there is none.
ATTN_ABI constexpr std::size_t sibling(const wanted_tensor* all, std::size_t count,
                                       std::string_view name) {
  for (std::size_t i = 0; i < count; ++i)
    if (std::string_view(all[i].name, all[i].name_length) == name) return i;
  return count;
}

// The tensor of PyTorch that tensor i of the model is a part of.
ATTN_ABI constexpr void plan_in_torch(file_plan& plan, const wanted_tensor* all, std::size_t count,
                                      std::size_t i, planned_tensor& x) {
  const std::string_view own(all[i].name, all[i].name_length);
  if (has_gates(all[i])) {
    x.extents[0] *= x.extents[1];
    for (std::size_t d = 1; d + 1 < x.rank; ++d) x.extents[d] = x.extents[d + 1];
    --x.rank;
  }
  for (auto& axis : x.axes) axis = "";
  x.name = flat_name(own);
  const projection_name of = projection_in(own);
  if (of.part == 3) return;
  std::size_t others[3]{};
  bool together = true;
  for (std::size_t part = 0; part < 3; ++part) {
    joined_name other;
    others[part] = sibling(all, count,
                           other.add(of.owner).add(projections[part]).add(".").add(of.kind).view());
    together = together && others[part] < count && same_extents(all[others[part]], all[i]);
  }
  // The weights have a tensor each unless queries, keys and values have one width.
  x.name = {};
  if (!together) {
    x.name.add(of.owner).add(projections[of.part]).add("_").add(of.kind);
    return;
  }
  x.name.add(of.owner).add("in_proj_").add(of.kind);
  x.extents[0] *= 3;
  plan.part_of[i] = of.part;
  for (const std::size_t other : others)  // the first of them has made it
    if (plan.tensor_of[other] < count) plan.tensor_of[i] = plan.tensor_of[other];
}

ATTN_ABI constexpr file_plan plan_of(const wanted_tensor* all, std::size_t count, bool torch) {
  file_plan plan;
  for (std::size_t i = 0; i < count; ++i) {
    plan.tensor_of.push_back(count);
    plan.part_of.push_back(0);
    plan.begin_of.push_back(0);
  }
  for (std::size_t i = 0; i < count; ++i) {
    planned_tensor x;
    x.name.add({all[i].name, all[i].name_length});
    x.type = all[i].type;
    x.rank = all[i].rank;
    for (std::size_t d = 0; d < x.rank; ++d)
      x.extents[d] = all[i].extents[d], x.axes[d] = all[i].axes[d];
    if (torch) plan_in_torch(plan, all, count, i, x);
    if (plan.tensor_of[i] < count) continue;  // a part of an earlier one
    plan.tensor_of[i] = plan.tensors.size();
    plan.tensors.push_back(x);
  }
  // Larger elements are first, so that all are aligned.
  for (const std::size_t size : {8u, 4u, 2u, 1u})
    for (planned_tensor& x : plan.tensors) {
      if (size_of(x.type) != size) continue;
      std::uint64_t volume = 1;
      for (std::size_t d = 0; d < x.rank; ++d) volume *= x.extents[d];
      x.begin = plan.bytes;
      x.end = plan.bytes += volume * size;
    }
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t volume = 1;
    for (std::size_t d = 0; d < all[i].rank; ++d) volume *= all[i].extents[d];
    plan.begin_of[i] =
        plan.tensors[plan.tensor_of[i]].begin + plan.part_of[i] * volume * size_of(all[i].type);
  }
  return plan;
}

}  // namespace detail

namespace rules {
// A model whose recurrent cells, if it has any, have PyTorch's order of gates.
template <class M>
struct torch_checkpoint_call : checkpoint_call<M> {
  static constexpr bool ordered = [] {
    if constexpr (checkpoint_call<M>::holds)
      for (const auto& each : attn::detail::wanted_by<M>)
        if (attn::detail::has_gates(each) && !attn::detail::has_torch_gates(each)) return false;
    return true;
  }();
  using torch_order = only_if<!ordered, same_gate_order<option<torch_names_option>, option<void>>>;
  static constexpr bool holds = checkpoint_call<M>::holds && ordered;
};
}  // namespace rules

}  // namespace attn
ATTN_STRICT_FP_END
