# SPDX-License-Identifier: BSL-1.0
# The target attn::module, for `import attn;`. A compiled module suits one compiler with one set of
# flags, so the interface is compiled in the project that uses it, and only if something links it.
function(attn_add_module include_directory)
  add_library(attn_module STATIC EXCLUDE_FROM_ALL)
  add_library(attn::module ALIAS attn_module)
  target_sources(attn_module PUBLIC FILE_SET CXX_MODULES BASE_DIRS ${include_directory}
                                    FILES ${include_directory}/attn.cppm)
  target_link_libraries(attn_module PUBLIC attn::attn)
endfunction()
