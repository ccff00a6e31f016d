# SPDX-License-Identifier: BSL-1.0
# cmake -D OBJDUMP=objdump "-DOBJECTS=a.o;b.o" [-D CONTRACT=fused] -P no_fused_multiply_add.cmake
#
# Fails if an object file has a fused multiply-add instruction, or none has a vector multiplication:
# then the library's kernels are not in them and the first finding would mean nothing.
#
# With CONTRACT=fused, of objects that compute sums of products only: fails if one has an addition or
# subtraction of floating-point numbers, or none has a fused multiply-add of vectors. What GCC emits for
# constant evaluation, and no instruction calls, is exempt.
execute_process(COMMAND ${OBJDUMP} --disassemble --reloc --no-show-raw-insn ${OBJECTS}
                OUTPUT_VARIABLE code COMMAND_ERROR_IS_FATAL ANY)

set(fused_operation "\t(vfn?m(add|sub)|fn?m(la|ls|add|sub)[ \t])[^\n]*")  # x86, AArch64
set(vector_multiplication "\t(v?mulp[sd][ \t]|fmul[ \t]+v)")

if("${CONTRACT}" MATCHES "^fused$")
  set(in_constants "fused_in_constant")
  if(code MATCHES "\tR_[^\n]*${in_constants}[^\n]*")
    message(FATAL_ERROR "a call of what is for constants: ${CMAKE_MATCH_0}")
  endif()
  string(REGEX REPLACE "<[^\n]*${in_constants}[^\n]*>:\n([^\n]+\n)*" "" code "${code}")
  if(NOT code MATCHES "\t(vfn?madd[0-9]*p[sd]|fmla[ \t]+v)")
    message(FATAL_ERROR "no fused multiply-add of vectors in ${OBJECTS}: nothing was checked")
  endif()
  if(code MATCHES "\t(v?(h?add|h?sub)[ps][sd]|fadd|fsub)[ \t][^\n]*")
    message(FATAL_ERROR "a separate addition in ${OBJECTS}: ${CMAKE_MATCH_0}")
  endif()
  return()
endif()

if(NOT code MATCHES "${vector_multiplication}")
  message(FATAL_ERROR "no vector multiplication in ${OBJECTS}: nothing was checked")
endif()
if(code MATCHES "${fused_operation}")
  message(FATAL_ERROR "a fused multiply-add in ${OBJECTS}: ${CMAKE_MATCH_0}")
endif()
