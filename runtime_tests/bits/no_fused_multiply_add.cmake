# SPDX-License-Identifier: BSL-1.0
# cmake -D OBJDUMP=objdump "-DOBJECTS=a.o;b.o" -P no_fused_multiply_add.cmake
#
# Fails if an object file has a fused multiply-add instruction, or none has a vector multiplication:
# then the library's kernels are not in them and the first finding would mean nothing.
execute_process(COMMAND ${OBJDUMP} --disassemble --no-show-raw-insn ${OBJECTS}
                OUTPUT_VARIABLE code COMMAND_ERROR_IS_FATAL ANY)

set(fused "\t(vfn?m(add|sub)|fn?m(la|ls|add|sub)[ \t])[^\n]*")  # x86, AArch64
set(vector_multiplication "\t(v?mulp[sd][ \t]|fmul[ \t]+v)")

if(NOT code MATCHES "${vector_multiplication}")
  message(FATAL_ERROR "no vector multiplication in ${OBJECTS}: nothing was checked")
endif()
if(code MATCHES "${fused}")
  message(FATAL_ERROR "a fused multiply-add in ${OBJECTS}: ${CMAKE_MATCH_0}")
endif()
