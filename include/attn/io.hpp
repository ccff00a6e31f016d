// SPDX-License-Identifier: BSL-1.0
// attn.hpp and input and output: printing, files, pictures, ONNX. These headers use the heap.
#pragma once

#include <attn.hpp>

#include <attn/io/byte_pair.hpp>
#include <attn/io/checkpoint.hpp>
#include <attn/io/file.hpp>
#include <attn/io/from_text.hpp>
#include <attn/io/llama2c.hpp>
#include <attn/io/npy.hpp>
#include <attn/io/npz.hpp>
#include <attn/io/number_from_text.hpp>
#include <attn/io/onnx.hpp>
#include <attn/io/safetensors.hpp>
#include <attn/io/safetensors_index.hpp>
#include <attn/io/stored_type.hpp>
#include <attn/io/svg.hpp>
#include <attn/io/tables.hpp>
#include <attn/io/to_text.hpp>
#include <attn/io/trace_text.hpp>

ATTN_INCLUDED(io_hpp)
