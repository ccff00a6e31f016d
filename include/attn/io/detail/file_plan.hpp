// SPDX-License-Identifier: BSL-1.0
// Which tensors a file has for those of a model, and where each tensor of the model is in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <attn/io/checkpoint.hpp>
#include <attn/io/detail/gpt2_names.hpp>
#include <attn/io/detail/location.hpp>
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
  std::uint64_t extents[location::max_rank]{};
  const char* axes[location::max_rank] = {"", "", "", "", "", ""};
  std::size_t begin = 0, end = 0;  // in the data
};
struct file_plan {
  std::vector<planned_tensor> tensors{};
  std::vector<std::size_t> tensor_of{};  // of each tensor of the model
  std::vector<std::size_t> begin_of{};
  std::vector<strided_elements> elements_of{};
  std::size_t bytes = 0;
};

ATTN_ABI constexpr bool same_extents(const wanted_tensor& a, const wanted_tensor& b) {
  if (a.rank != b.rank) return false;
  for (std::size_t d = 0; d < a.rank; ++d)
    if (a.extents[d] != b.extents[d]) return false;
  return true;
}

// Whether the layer has all three projections, of one shape.
ATTN_ABI constexpr bool has_alike_projections(const wanted_tensor* all, std::size_t count,
                                              const wanted_tensor& want) {
  const projection_name of = projection_in(want.full_name());
  std::size_t alike = 0;
  for (std::size_t i = 0; of && i < count; ++i) {
    const projection_name other = projection_in(all[i].full_name());
    if (other && other.owner == of.owner && other.kind == of.kind)
      alike += same_extents(all[i], want) ? 1 : 0;
  }
  return alike == 3;
}

ATTN_ABI constexpr location place_of_tensor(const wanted_tensor* all, std::size_t count,
                                            std::size_t i, const checkpoint_options& options) {
  const bool alike = options.names != file_names::own && has_alike_projections(all, count, all[i]);
  if (options.names == file_names::torch)
    return place_in_torch(all[i], alike, options.layer_numbers);
  if (options.names == file_names::gpt2 && (alike || !projection_in(all[i].full_name())))
    return place_in_gpt2(all[i]);
  return own_location(all[i]);
}

ATTN_ABI constexpr file_plan plan_of(const wanted_tensor* all, std::size_t count,
                                     const checkpoint_options& options) {
  file_plan plan;
  const std::string_view prefix = options.prefix;
  for (std::size_t i = 0; i < count; ++i) {
    const location at = place_of_tensor(all, count, i, options);
    planned_tensor x;
    if (!prefix.empty()) x.name.add(prefix).add(".");
    x.name.add(at.name.view());
    std::size_t tensor = 0;
    while (tensor < plan.tensors.size() && plan.tensors[tensor].name.view() != x.name.view())
      ++tensor;
    plan.tensor_of.push_back(tensor);
    plan.begin_of.push_back(0);
    plan.elements_of.push_back(elements_at(at, all[i], false));
    if (tensor < plan.tensors.size()) continue;  // a part of an earlier one
    x.type = all[i].type;
    x.rank = at.rank;
    for (std::size_t d = 0; d < x.rank; ++d) {
      x.extents[d] = at.extents[d];
      if (options.names == file_names::own) x.axes[d] = all[i].axes[d];
    }
    plan.tensors.push_back(x);
  }
  // Larger elements are first, so that all are aligned.
  for (const std::size_t size : {8u, 4u, 2u, 1u})
    for (planned_tensor& x : plan.tensors) {
      if (size_of(x.type) != size) continue;
      std::size_t volume = 1;
      for (std::size_t d = 0; d < x.rank; ++d) volume *= static_cast<std::size_t>(x.extents[d]);
      x.begin = plan.bytes;
      x.end = plan.bytes += volume * size;
    }
  for (std::size_t i = 0; i < count; ++i) plan.begin_of[i] = plan.tensors[plan.tensor_of[i]].begin;
  return plan;
}

}  // namespace detail

namespace rules {
// With PyTorch's names, the recurrent cells of the model must have its order of gates.
template <class M, attn::detail::file_names... Names>
struct written_checkpoint_call : checkpoint_call<M> {
  static constexpr bool ordered = [] {
    if constexpr (checkpoint_call<M>::holds && ((Names == attn::detail::file_names::torch) || ...))
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
