// SPDX-License-Identifier: BSL-1.0
// attn.hpp and text: vocabularies and tokenizers, sampling, generation, Llama.
#pragma once

#include <attn.hpp>

#include <attn/models/generate.hpp>
#include <attn/models/llama.hpp>
#include <attn/ops/sample.hpp>
#include <attn/text/tokenizer.hpp>

ATTN_INCLUDED(text_hpp)
