# SPDX-License-Identifier: BSL-1.0
# Run the port of cmake/vcpkg without vcpkg, whose functions are replaced by what they do to a release
# build of a header-only library; check what a package of vcpkg must look like, and use it. This shows
# that the port's own lines work; that vcpkg accepts them, only vcpkg can show (docs/packages.md).
#
#   cmake -D PACKAGE=DIR -D VERSION=0.2.0 -D COMPILER=CXX -D GENERATOR=Ninja -P vcpkg_port.cmake
cmake_minimum_required(VERSION 3.25)
set(PORT attn)
set(CURRENT_PACKAGES_DIR ${PACKAGE}/package)
file(REMOVE_RECURSE ${PACKAGE})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" SOURCE_PATH OPTIONS)
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "vcpkg_cmake_configure does not have ${arg_UNPARSED_ARGUMENTS}")
  endif()
  run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${arg_SOURCE_PATH} -B ${PACKAGE}/build ${arg_OPTIONS}
      -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR})
endfunction()

function(vcpkg_cmake_install)
  run(${CMAKE_COMMAND} --build ${PACKAGE}/build --target install)
endfunction()

# The targets file computes its prefix from its own depth: it moves from share/cmake/attn to share/attn.
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" CONFIG_PATH "")
  set(to ${CURRENT_PACKAGES_DIR}/share/${PORT})
  file(MAKE_DIRECTORY ${to})
  file(GLOB files ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/*)
  file(COPY ${files} DESTINATION ${to})
  file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH})
  file(READ ${to}/attn-targets.cmake targets)
  set(up "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n")
  string(REPLACE "${up}${up}${up}" "${up}${up}" targets "${targets}")
  file(WRITE ${to}/attn-targets.cmake "${targets}")
endfunction()

function(vcpkg_fixup_pkgconfig)
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" FILE_LIST)
  file(COPY_FILE ${arg_FILE_LIST} ${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright)
endfunction()

include(${CMAKE_CURRENT_LIST_DIR}/../../../cmake/vcpkg/attn/portfile.cmake)

foreach(file IN ITEMS include/attn.hpp include/attn.cppm share/attn/attn-config.cmake
                      share/attn/attn-module.cmake share/attn/copyright share/attn/usage
                      share/pkgconfig/attn.pc)
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/${file})
    message(FATAL_ERROR "the port does not install ${file}")
  endif()
endforeach()
foreach(directory IN ITEMS debug share/doc share/cmake lib)  # vcpkg would complain
  if(EXISTS ${CURRENT_PACKAGES_DIR}/${directory})
    message(FATAL_ERROR "the port leaves ${directory}")
  endif()
endforeach()

file(READ ${CMAKE_CURRENT_LIST_DIR}/../../../cmake/vcpkg/attn/vcpkg.json manifest)
string(JSON version GET "${manifest}" version-semver)
string(JSON name GET "${manifest}" name)
if(NOT version STREQUAL VERSION OR NOT name STREQUAL PORT)
  message(FATAL_ERROR "vcpkg.json describes ${name} ${version}, not ${PORT} ${VERSION}")
endif()

run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${CMAKE_CURRENT_LIST_DIR}/../find_package -B ${PACKAGE}/consumer
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_PREFIX_PATH=${CURRENT_PACKAGES_DIR}
    -D ATTN_VERSION=${VERSION})
run(${CMAKE_COMMAND} --build ${PACKAGE}/consumer)
run(${PACKAGE}/consumer/consumer)
