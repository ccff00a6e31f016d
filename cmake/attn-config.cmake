# SPDX-License-Identifier: BSL-1.0
# The CMake package of attn: the target attn::attn, and the Boost.Hana that it includes. Components:
#
#   headers   attn::attn, which is there in any case
#   module    attn::module, for `import attn;`
include(CMakeFindDependencyMacro)

find_package(Hana CONFIG QUIET)
if(NOT TARGET hana)
  find_dependency(Boost 1.74 CONFIG)
endif()

include(${CMAKE_CURRENT_LIST_DIR}/attn-targets.cmake)

foreach(component IN LISTS attn_FIND_COMPONENTS)
  set(attn_${component}_FOUND TRUE)
  if(component STREQUAL "headers")
    continue()
  elseif(NOT component STREQUAL "module")
    set(problem "attn has no component ${component}, but headers and module")
  elseif(CMAKE_VERSION VERSION_LESS 3.28)
    set(problem "the component module requires CMake 3.28")
  else()
    if(NOT TARGET attn::module)
      include(${CMAKE_CURRENT_LIST_DIR}/attn-module.cmake)
      get_target_property(attn_include_directory attn::attn INTERFACE_INCLUDE_DIRECTORIES)
      attn_add_module(${attn_include_directory})
    endif()
    continue()
  endif()
  set(attn_${component}_FOUND FALSE)
  if(attn_FIND_REQUIRED_${component})
    set(attn_FOUND FALSE)
    set(attn_NOT_FOUND_MESSAGE ${problem})
  endif()
endforeach()
