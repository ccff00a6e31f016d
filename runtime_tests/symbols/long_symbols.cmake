# SPDX-License-Identifier: BSL-1.0
# cmake -D NM=nm -D OBJECT=file.o -P long_symbols.cmake
#
# Fails if a symbol of the object file has 1,000 characters or more: linkers, debuggers and readers
# have to carry it. Nor is anything found if there is nothing: the models' calls must be among them.
execute_process(COMMAND ${NM} ${OBJECT} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)

foreach(model IN ITEMS encoder decoder transformer language_model multi_head)
  string(LENGTH ${model} letters)
  if(NOT symbols MATCHES " _ZNK4attn2nn${letters}${model}I[^\n]*EEcl")
    message(FATAL_ERROR "no call of nn::${model} in ${OBJECT}: nothing was checked")
  endif()
endforeach()

string(REGEX REPLACE "[0-9a-f]* +[A-Za-z] " "" symbols "${symbols}")
string(REPLACE "\n" ";" symbols "${symbols}")
set(longest 0)
foreach(symbol IN LISTS symbols)
  string(LENGTH "${symbol}" length)
  if(length GREATER longest)
    set(longest ${length})
    set(longest_symbol "${symbol}")
  endif()
endforeach()
if(longest GREATER_EQUAL 1000)
  message(FATAL_ERROR "a symbol of ${longest} characters in ${OBJECT}: ${longest_symbol}")
endif()
message(STATUS "the longest symbol has ${longest} characters")
