# A test that passes when a source does not compile and the compiler says the expected thing.
# Run by `cmake -D ... -P`: COMPILER, FILE, INCLUDE_DIR, STD_FLAG, EXPECTED (a regular expression
# that the messages must match).
foreach(name COMPILER FILE INCLUDE_DIR STD_FLAG EXPECTED)
  if(NOT DEFINED ${name})
    message(FATAL_ERROR "ExpectCompileError.cmake: -D${name}=... is missing")
  endif()
endforeach()

# The messages are compared as the untranslated compiler writes them, on lines of any length.
set(ENV{LC_ALL} C)
execute_process(
  COMMAND ${COMPILER} ${STD_FLAG} -I${INCLUDE_DIR} -fsyntax-only ${FILE}
  RESULT_VARIABLE status
  OUTPUT_VARIABLE messages
  ERROR_VARIABLE messages)

if(status EQUAL 0)
  message(FATAL_ERROR "${FILE}: compiles, but must not")
endif()
if(NOT messages MATCHES "${EXPECTED}")
  message(FATAL_ERROR "${FILE}: no message matches\n  ${EXPECTED}\namong\n${messages}")
endif()
